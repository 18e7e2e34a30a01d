// @ts-check
// Buckets of a card abstraction: where a hand is, what lies with it, two abstractions side by side.
import { html, useEffect, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobLine } from "./jobs.js";
import { DataTable, Empty, PlayingCards, num, percent } from "./ui.js";

export function Cards() {
  const [form, setForm] = useState({ cards: "ir169.10.4.4", other: "", hole: "7s6s", board: "Js9s2d", flops: "25" });
  const [job, setJob] = useState(null);
  const [found, setFound] = useState(null);
  const [error, setError] = useState("");
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
  const state = job && jobs.value[job]?.state;
  useEffect(() => { if (state === "done") api(`/api/jobs/${job}`).then((one) => setFound(one.result)); }, [state, job]);
  const start = (compare) => async (event) => {
    event.preventDefault();
    setFound(null);
    try {
      const body = { cards: form.cards, flops: form.flops, ...(compare ? { other: form.other } : { hole: form.hole, board: form.board }) };
      setJob((await api("/api/buckets", body)).id);
      setError("");
    } catch (problem) { setError(problem.message); }
  };
  const field = (name, label, hint) => html`<label>${label}<input value=${form[name]} onInput=${set(name)} />${hint ? html`<span class="hint">${hint}</span>` : ""}</label>`;
  return html`<div class="head"><h1>Cards</h1><span class="dim">buckets of an abstraction, by hand and board</span></div>
    <div class="cols form"><form class="panel fields" onSubmit=${start(false)}>
      ${field("cards", "Card abstraction", "8.8.8.8, ir169.64.8.8, and what extends it")}<div class="fields half">${field("hole", "Hand", "7s6s")}${field("board", "Board", "Js9s2d, or empty")}</div>
      ${field("flops", "Flops it is built from", "25 is quick and rough, 1755 are all: the first time some minutes")}
      <div class="row end"><button class="main" type="submit">Show its buckets</button></div>
      ${field("other", "Compare with", "another abstraction: ir169.5.8.8")}<div class="row end"><button type="button" disabled=${!form.other} onClick=${start(true)}>Compare the two</button></div>
      ${error ? html`<p class="error" role="alert">${error}</p>` : ""}</form>
    <div class="stack">${job && jobs.value[job] && state !== "done" ? html`<section class="panel"><${JobLine} job=${jobs.value[job]} /></section>` : ""}
      ${found ? html`<${Found} found=${found} />` : html`<section class="panel"><${Empty} title="Choose a hand">Its bucket in every round, what lies in the same one, and the distribution of its final strength.<//></section>`}</div></div>`;
}

function Found({ found }) {
  const rounds = found.rounds || [];
  if (rounds.length && rounds[0].adjusted_rand !== undefined) {
    return html`<section class="panel"><h2>Two abstractions</h2><${DataTable} caption="Comparison" rows=${rounds.map((one) => ({ ...one, key: one.round }))} columns=${[{ key: "round", title: "round" }, { key: "buckets", title: "buckets", show: (v) => v.join(" and ") },
      { key: "adjusted_rand", title: "adjusted Rand", num: true, show: (v) => num(v, 3) }, { key: "normalised_information", title: "information, share", num: true, show: (v) => num(v, 3) },
      { key: "first_kept", title: "pairs kept, first", num: true, show: (v) => percent(v) }, { key: "second_kept", title: "second", num: true, show: (v) => percent(v) }]} /></section>`;
  }
  const list = found.rounds || [];
  return list.map((one) => html`<section class="panel" key=${one.round}><h2>${one.round}: bucket ${one.bucket + 1} of ${num(one.of, 0)}</h2>
    <div class="cols two"><div><dl class="facts"><dt>strength</dt><dd>${percent(one.strength)} ± ${percent(one.deviation)}</dd><dt>bucket's strength</dt><dd>${percent(one.bucket_strength)} (${one.bucket_range.map((v) => percent(v)).join(" to ")})</dd><dt>share of hands</dt><dd>${percent(one.share, 2)}</dd></dl>
      <h3>With it on this board</h3><p>${one.together.slice(0, 24).map((hand) => html`<${PlayingCards} key=${hand} text=${hand} /> `)}</p></div>
    <div><h3>Final strength (share of runouts by strength)</h3><${Waveform} values=${one.waveform} /></div></div></section>`);
}

function Waveform({ values }) {
  const most = Math.max(1e-9, ...values);
  const width = 100 / Math.max(1, values.length);
  return html`<svg viewBox="0 0 100 46" role="img" aria-label=${`Distribution of final strength in ${values.length} bins, largest ${percent(most)}`}>
    ${values.map((value, at) => html`<rect key=${at} x=${at * width} y=${40 - (38 * value) / most} width=${width * 0.9} height=${(38 * value) / most} fill="var(--weight)"><title>${percent(at / values.length, 0)} to ${percent((at + 1) / values.length, 0)}: ${percent(value)}</title></rect>`)}
    <line x1="0" y1="40.500" x2="100" y2="40.500" stroke="var(--dim)" stroke-width=".4" /><text x="0" y="44" font-size="3.400" fill="var(--dim)">weak</text><text x="100" y="44" font-size="3.400" text-anchor="end" fill="var(--dim)">strong, largest ${percent(most)}</text></svg>`;
}

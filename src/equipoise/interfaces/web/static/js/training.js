// @ts-check
// Solves: what one takes, starting, watching, pausing and resuming it, here or in a terminal.
import { html, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { newest, seconds } from "./charts.js";
import { JobLine, change } from "./jobs.js";
import { Curve, DataTable, Empty, bytes, compact, num, percent, useLoaded } from "./ui.js";

const EXAMPLES = [
  ["Kuhn", { game: "kuhn", method: "cfr+", target: "0.0001" }], ["Leduc", { game: "leduc", target: "0.0001" }],
  ["No-limit Leduc, fcpa", { game: "leduc-nolimit:12", bets: "fcpa", seconds: "30" }], ["Jam or fold, 10 bb", { game: "jamfold:10bb", seconds: "10" }],
  ["Hold'em, 100 bb", { game: "holdem-nolimit:100bb", bets: "fcpa", cards: "ir169.10.4.4", method: "mccfr-external", seconds: "600" }],
];
const FRESH = { game: "leduc", bets: "", cards: "", method: "", iterations: "", seconds: "", target: "", seed: "0", name: "" };
const LIVE = ["queued", "running", "pausing", "cancelling"];
const COLOURS = ["--accent", "--bet-3", "--weight", "--all-in", "--fold", "--bet-1"];
const go = (path) => (location.hash = path);

export function Training({ rest }) {
  return rest[0] ? html`<${Run} id=${rest[0]} key=${rest[0]} />` : html`<${All} />`;
}

function All() {
  const solves = Object.values(jobs.value).filter((job) => job.kind === "solve");
  const others = Object.values(jobs.value).filter((job) => job.kind !== "solve" && job.state !== "done").sort((a, b) => (a.id < b.id ? 1 : -1));
  const [list, error] = useLoaded(() => api("/api/runs"), [solves.map((job) => job.id + job.state).join()]);
  const [picked, setPicked] = useState([]);
  const live = solves.filter((job) => job.state !== "done").sort((a, b) => (a.id < b.id ? 1 : -1));
  const rows = (list?.runs || []).map((one) => {
    const last = one.job && jobs.value[one.job]?.points.slice(-1)[0];
    return { ...one, key: one.id, ...(last && LIVE.includes(one.state) ? { exploitability: last.exploitability, iterations: last.iterations, seconds: last.seconds, interval: last.measures?.interval } : {}) };
  });
  const pick = (id) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-6));
  return html`<div class="head"><h1>Training</h1><span class="dim">solves run as commands in processes of their own, one after the other; checkpoints are kept</span></div>
    <div class="cols form"><${Start} />
    <div class="stack">${error ? html`<p class="error">${error}</p>` : ""}
      ${live.map((job) => html`<section class="panel" key=${job.id}><${JobLine} job=${job}><${Trace} points=${job.points} /><div class="row end"><a class="button small" href=${`#/training/${job.about.run}`}>Open the run</a></div><//></section>`)}
      <section class="panel"><h2>Runs</h2>${rows.length ? html`<${DataTable} caption="Runs" rows=${rows} columns=${[
        { key: "pick", title: "curve", show: (_, row) => html`<input type="checkbox" aria-label=${`Draw the curve of ${row.name}`} checked=${picked.includes(row.id)} onChange=${() => pick(row.id)} />` },
        { key: "name", title: "folder", show: (v, row) => html`<a href=${`#/training/${row.id}`}>${v}</a>` }, { key: "state", title: "state", show: (v) => html`<span class=${`state ${v}`}>${v}</span>` },
        { key: "game", title: "game", show: (v, row) => html`${row.kind === "spot" ? "spot on " : ""}${v}<div class="small dim">${[row.bets, row.cards !== "full" && row.cards].filter(Boolean).join(", ")}</div>` }, { key: "method", title: "method", show: (v) => v || "by size" },
        { key: "iterations", title: "iterations", num: true, show: (v) => num(v, 0) }, { key: "seconds", title: "time", num: true, show: (v) => seconds(v) },
        { key: "exploitability", title: "exploitability, chips", num: true, show: (v, row) => html`${compact(v)}${row.interval ? html` <span class="dim small">± ${compact(row.interval)}</span>` : ""}` }]} />`
        : html`<${Empty} title="No run yet">Choose an example and press Start, or in this server's folder: <code>equipoise solve leduc --out leduc</code>. A paused run goes on here or with <code>--resume</code>.<//>`}
        ${picked.length ? html`<${Together} ids=${picked} runs=${rows} />` : ""}</section>
      ${others.length ? html`<section class="panel"><h2>Other work</h2>${others.map((job) => html`<${JobLine} key=${job.id} job=${job} />`)}</section>` : ""}</div></div>`;
}

function Start() {
  const [form, setForm] = useState(FRESH);
  const [error, setError] = useState("");
  const [needs, setNeeds] = useState(null);
  const set = (name) => (event) => { setForm({ ...form, [name]: event.target.value }); setNeeds(null); };
  const call = (work) => work.then((found) => { setError(""); return found; }).catch((problem) => setError(problem.message));
  const start = (event) => { event.preventDefault(); call(api("/api/solves", form)); };
  const ask = () => call(api("/api/solves/check", { game: form.game, bets: form.bets, cards: form.cards })).then((found) => found && setNeeds(found));
  const [methods] = useLoaded(() => api("/api/runs"), []);
  const field = (name, label, hint, more = {}) => html`<label>${label}<input value=${form[name]} onInput=${set(name)} ...${more} />${hint ? html`<span class="hint">${hint}</span>` : ""}</label>`;
  const tight = needs && needs.free_bytes !== null && Math.min(...[needs.cfr_bytes, needs.sampled_bytes].filter((one) => one !== null && one !== undefined)) > needs.free_bytes;
  return html`<form class="panel fields" onSubmit=${start}><h2>Start a solve</h2>
    <div class="tabs">${EXAMPLES.map(([name, values]) => html`<button type="button" class="small" key=${name} onClick=${() => { setForm({ ...FRESH, ...values }); setNeeds(null); }}>${name}</button>`)}</div>
    ${field("game", "Game", "kuhn, leduc, leduc-nolimit:12, jamfold:10bb, holdem-nolimit:100bb")}
    ${field("bets", "Betting abstraction", "fcpa, fchpda, tartanian5; empty: every legal bet")}${field("cards", "Card abstraction", "ir169.64.8.8, 5.5.5.5; empty: none")}
    <label>Method<select value=${form.method} onChange=${set("method")}>${["", ...(methods?.methods || [])].map((one) => html`<option key=${one} value=${one}>${one || "chosen by the game"}</option>`)}</select></label>
    <div class="fields half">${field("iterations", "Most iterations", "", { inputmode: "numeric" })}${field("seconds", "Most seconds", "", { inputmode: "decimal" })}
      ${field("target", "Stop at, chips a hand", "exploitability", { inputmode: "decimal" })}${field("seed", "Random seed", "", { inputmode: "numeric" })}</div>
    ${field("name", "Folder", "below solves/; empty: named after the game")}
    ${needs ? html`<dl class="facts"><dt>decisions</dt><dd>${num(needs.decision_nodes.reduce((a, b) => a + b, 0), 0)}</dd><dt>information sets</dt><dd>${compact(needs.infosets)}</dd>
      ${needs.cfr_bytes ? html`<dt>memory, exact</dt><dd>${bytes(needs.cfr_bytes)}</dd>` : ""}<dt>memory, sampled</dt><dd>${bytes(needs.sampled_bytes)}</dd><dt>strategy on disk</dt><dd>${bytes(needs.strategy_bytes.uint16)}</dd>
      ${needs.free_bytes === null ? "" : html`<dt>free here</dt><dd class=${tight ? "bad" : ""}>${bytes(needs.free_bytes)}${tight ? ": too little" : ""}</dd>`}</dl>` : ""}
    <div class="row end"><button type="button" onClick=${ask}>What it takes</button><button class="main" type="submit">Start</button></div>${error ? html`<p class="error" role="alert">${error}</p>` : ""}
    <p class="hint">Without a limit it stops at 0.001 chips a hand, or after a minute.</p></form>`;
}

function Together({ ids, runs }) {
  const [by, setBy] = useState("iterations");
  const known = ids.filter((id) => runs.some((one) => one.id === id));
  const [traces] = useLoaded(() => Promise.all(known.map((id) => api(`/api/runs/${id}`))), [known.join()]);
  if (!traces) return html`<p class="dim">Reading …</p>`;
  const good = traces.map((one) => ({ ...one, trace: one.trace.filter((point) => point.exploitability > 0 && point[by] > 0) })).filter((one) => one.trace.length > 1);
  if (!good.length) return html`<p class="hint">These runs have no curve: fewer than two measurements are kept.</p>`;
  const x = [...new Set(good.flatMap((one) => one.trace.map((point) => point[by])))].sort((a, b) => a - b);
  const series = good.map((one, at) => {
    const values = new Map(one.trace.map((point) => [point[by], point.exploitability]));
    let last = null;
    const end = one.trace[one.trace.length - 1][by];
    return { name: one.name, colour: COLOURS[at % COLOURS.length], dash: at > 2 ? [6, 3] : undefined, values: x.map((place) => { if (values.has(place)) last = values.get(place); return place > end ? null : last; }) };
  });
  return html`<div class="row between"><h3>Exploitability, chips a hand</h3><span class="row" role="group" aria-label="Against">${["iterations", "seconds"].map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${by === one} onClick=${() => setBy(one)}>${one}</button>`)}</span></div>
    <${Curve} x=${x} series=${series} logX=${true} logY=${true} xLabel=${by} yLabel="exploitability, chips" height=${280} />`;
}

function Run({ id }) {
  const mine = newest((one) => one.about.run === id);
  const [run, error, again] = useLoaded(() => api(`/api/runs/${id}`), [id, mine?.state, Math.floor((mine?.points.length || 0) / 8)]);
  const [limits, setLimits] = useState({ iterations: "", seconds: "", target: "" });
  const [problem, setProblem] = useState("");
  if (error) return html`<section class="panel"><${Empty} title="This run cannot be shown">${error}. <a href="#/training">All runs</a><//></section>`;
  if (!run) return html`<${Empty} title="Reading …" />`;
  const job = mine || jobs.value[run.job];
  const seen = new Map([...run.trace, ...(job?.points || [])].map((one) => [one.iterations, one]));
  const points = [...seen.values()].sort((a, b) => a.iterations - b.iterations);
  const state = job && [...LIVE, "paused"].includes(job.state) ? job.state : run.state;
  const resume = (event) => {
    event.preventDefault();
    const body = Object.fromEntries(Object.entries(limits).filter((one) => one[1] !== ""));
    api(`/api/runs/${id}/resume`, body).then(() => { setProblem(""); again(); }).catch((e) => setProblem(e.message));
  };
  const set = (name) => (event) => setLimits({ ...limits, [name]: event.target.value });
  const field = (name, label) => html`<label>${label}<input inputmode="decimal" value=${limits[name]} onInput=${set(name)} /></label>`;
  return html`<div class="head"><h1>${run.name}</h1><span class=${`state ${state}`}>${state}</span><a class="button small" href="#/training">All runs</a>
      ${run.kind === "spot" && state === "done" ? html`<a class="button small" href=${`#/spots/${id}`}>Look at the spot</a>` : ""}
      ${run.strategy && state === "done" ? html`<a class="button small" href=${`#/strategies/${run.strategy}`}>Look at the strategy</a>` : ""}
      <span class="dim">${[run.game, run.bets, run.cards !== "full" && run.cards, run.method].filter(Boolean).join(" · ")}${run.seed ? ` · seed ${run.seed}` : ""}</span></div>
    <div class="cols side"><div class="stack">
      <section class="panel">${points.length ? html`<${Trace} points=${points} tall=${true} />` : html`<${Empty} title="No measurement yet">The first one comes after the first iteration; building cards may take minutes before.<//>`}</section></div>
    <div class="stack">${job && [...LIVE, "paused", "failed"].includes(job.state) ? html`<section class="panel"><h2>Job</h2><${JobLine} job=${job} /></section>` : ""}
      <section class="panel"><h2>Checkpoint</h2>${run.checkpoint ? html`<dl class="facts"><dt>after</dt><dd>${num(run.checkpoint.iterations, 0)} iterations</dd><dt>written</dt><dd>${new Date(1000 * run.checkpoint.written).toLocaleString()}</dd><dt>size</dt><dd>${bytes(run.checkpoint.bytes)}</dd></dl>`
        : html`<p class="dim">${LIVE.includes(state) ? "The first one is written after half a minute, and when the run is paused." : "None: this run cannot be resumed."}</p>`}
        ${state === "running" && job ? html`<button type="button" onClick=${() => change(job.id, "pause")}>Pause now</button>` : ""}
        ${run.checkpoint && !LIVE.includes(state) && state !== "running elsewhere" ? html`<form class="fields" onSubmit=${resume}><h3>Go on until</h3><div class="fields half">${field("iterations", "iterations in all")}${field("seconds", "seconds in all")}</div>${field("target", "exploitability, chips a hand")}
          ${state === "paused" ? html`<p class="hint">Empty: until the limits it was started with.</p>` : ""}<div class="row end"><button class="main" type="submit">Resume</button></div></form>` : ""}
        ${state === "running elsewhere" ? html`<p class="hint">Another process is at work on it: the curve grows with its checkpoints, every half a minute. <button type="button" class="small" onClick=${again}>Look again</button></p>` : ""}
        ${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}</section></div></div>`;
}

const MEASURES = { saturation: ["saturation", (v) => percent(v), "share of decisions seen 50 times or more"], change: ["change", (v) => compact(v), "of the average strategy while iterations doubled (L1 a decision)"], edge: ["edge", (v) => compact(v), "gain over the average of half as many iterations, chips"] };

/** Exploitability and value with intervals, and what else a sampled run measures. */
function Trace({ points, tall }) {
  const [log, setLog] = useState(true);
  if (!points.length) return "";
  const last = points[points.length - 1];
  const sampled = points.some((one) => one.measures?.interval !== undefined);
  const shown = log ? points.filter((one) => one.exploitability > 0) : points;
  const ends = (of, name, key, sign, floor) => of.map((one) => (one.measures?.[key] === undefined ? null : Math.max(floor, one[name] + sign * one.measures[key])));
  const least = Math.min(...shown.map((one) => one.exploitability)) / 3;
  const band = (of, name, key, colour, floor) => [{ name: "95% to", values: ends(of, name, key, 1, floor), colour, width: 1, dash: [3, 4], bandTo: true, quiet: true }, { name: "from", values: ends(of, name, key, -1, floor), colour, width: 1, dash: [3, 4], quiet: true }];
  const exploitability = [{ name: "exploitability", values: shown.map((one) => one.exploitability), colour: "--accent" }, ...(sampled ? band(shown, "exploitability", "interval", "--accent", log ? least : -Infinity) : [])];
  const value = [{ name: "value of seat 1", values: points.map((one) => one.value), colour: "--bet-3" }, ...(points.some((one) => one.measures?.value_interval !== undefined) ? band(points, "value", "value_interval", "--bet-3", -Infinity) : [])];
  const lastOf = (name) => [...points].reverse().find((one) => one.measures?.[name] !== undefined)?.measures[name];
  const half = last.measures?.interval, own = last.measures?.value_interval;
  const more = Object.keys(MEASURES).filter((name) => points.filter((one) => one.measures?.[name] !== undefined).length > 1);
  const height = tall ? 280 : 220;
  return html`<div class="stats"><div class="stat"><span class="dim small">exploitability, chips a hand</span><b data-exploitability>${compact(last.exploitability)}${half === undefined ? "" : html` <span class="dim small">± ${compact(half)}</span>`}</b></div>
      <div class="stat"><span class="dim small">value of seat 1, chips</span><b>${num(last.value, 4)}${own === undefined ? "" : html` <span class="dim small">± ${compact(own)}</span>`}</b></div><div class="stat"><span class="dim small">iterations</span><b>${num(last.iterations, 0)}</b></div>
      <div class="stat"><span class="dim small">solving</span><b>${seconds(last.seconds)}</b></div>
      ${Object.entries(MEASURES).filter(([name]) => lastOf(name) !== undefined).map(([name, [title, show, meaning]]) => html`<div class="stat" key=${name} title=${meaning}><span class="dim small">${title}</span><b>${show(lastOf(name))}</b></div>`)}</div>
    ${points.length > 1 ? html`<div class="cols two">${shown.length > 1 ? html`<${Curve} x=${shown.map((one) => one.iterations)} series=${exploitability} logX=${true} logY=${log} xLabel="iterations" yLabel="exploitability, chips" height=${height} />` : ""}
      <${Curve} x=${points.map((one) => one.iterations)} series=${value} logX=${true} xLabel="iterations" yLabel="value, chips" height=${height} />
      ${tall ? more.map((name) => { const at = points.filter((one) => one.measures?.[name] !== undefined); return html`<${Curve} key=${name} x=${at.map((one) => one.iterations)} series=${[{ name: MEASURES[name][0], values: at.map((one) => one.measures[name]), colour: "--weight" }]} logX=${true} xLabel="iterations" yLabel=${name} height=${200} />`; }) : ""}</div>
      <label class="line small"><input type="checkbox" checked=${log} onChange=${(e) => setLog(e.target.checked)} /> logarithmic exploitability${sampled ? "; bands are 95% intervals" : ""}</label>
      ${tall ? html`<details><summary>The measurements as a table</summary><${DataTable} caption="Measurements" rows=${points.map((one) => ({ key: one.iterations, ...one, half: one.measures?.interval }))} columns=${[{ key: "iterations", title: "iterations", num: true, show: (v) => num(v, 0) }, { key: "seconds", title: "seconds", num: true, show: (v) => num(v, 2) },
        { key: "exploitability", title: "exploitability, chips", num: true, show: (v) => compact(v) }, ...(sampled ? [{ key: "half", title: "± 95%", num: true, show: (v) => compact(v) }] : []), { key: "value", title: "value, chips", num: true, show: (v) => num(v, 6) }]} /></details>` : ""}` : html`<p class="hint">The curve begins with the second measurement.</p>`}`;
}

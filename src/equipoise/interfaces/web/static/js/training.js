// @ts-check
// Solves: start one, watch its curves, pause and resume it.
import { html, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobLine, jobsOf } from "./jobs.js";
import { Curve, DataTable, Empty, compact, num, useLoaded } from "./ui.js";

const METHODS = ["", "dcfr", "cfr+", "cfr", "lcfr", "pcfr+", "egt", "lp", "mccfr-public", "mccfr-external", "mccfr-chance", "mccfr-outcome"];
const EXAMPLES = [
  ["Kuhn, exactly", { game: "kuhn", method: "cfr+", target: "0.0001" }], ["Leduc", { game: "leduc", target: "0.0001" }],
  ["No-limit Leduc, fcpa", { game: "leduc-nolimit:12", bets: "fcpa", seconds: "30" }], ["Jam or fold, 10 bb", { game: "jamfold:10bb", seconds: "10" }],
  ["Hold'em, 500 bb", { game: "holdem-nolimit:500bb", bets: "fcpa", cards: "ir169.64.8.8", seconds: "600" }],
];
const FRESH = { game: "leduc", bets: "", cards: "", method: "", iterations: "", seconds: "", target: "", seed: "0" };

export function Training() {
  const [form, setForm] = useState(FRESH);
  const [error, setError] = useState("");
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
  const start = async (event) => {
    event.preventDefault();
    try { await api("/api/solves", form); setError(""); } catch (problem) { setError(problem.message); }
  };
  const open = (job) => api(`/api/jobs/${job.id}`).then((found) => found.made && (location.hash = `#/strategies/${found.made}`));
  const list = jobsOf(["solve"]);
  const others = Object.values(jobs.value).filter((job) => job.kind !== "solve");
  const field = (name, label, hint, more = {}) => html`<label>${label}<input value=${form[name]} onInput=${set(name)} ...${more} />${hint ? html`<span class="hint">${hint}</span>` : ""}</label>`;
  return html`<div class="head"><h1>Training</h1><span class="dim">solves run as commands in processes of their own, one after the other</span></div>
    <div class="cols form"><form class="panel fields" onSubmit=${start}>
      <div class="tabs">${EXAMPLES.map(([name, values]) => html`<button type="button" class="small" key=${name} onClick=${() => setForm({ ...FRESH, ...values })}>${name}</button>`)}</div>
      ${field("game", "Game", "kuhn, leduc, leduc-nolimit:12, jamfold:10bb, holdem-nolimit:100bb")}
      ${field("bets", "Betting abstraction", "fcpa, fchpda; empty: every legal bet")}${field("cards", "Card abstraction", "ir169.64.8.8, 5.5.5.5; empty: none")}
      <label>Method<select value=${form.method} onChange=${set("method")}>${METHODS.map((one) => html`<option key=${one} value=${one}>${one || "chosen by the game"}</option>`)}</select></label>
      <div class="fields half">${field("iterations", "Most iterations", "", { inputmode: "numeric" })}${field("seconds", "Most seconds", "", { inputmode: "decimal" })}
        ${field("target", "Stop at, chips a hand", "exploitability")}${field("seed", "Random seed", "", { inputmode: "numeric" })}</div>
      <div class="row end"><button class="main" type="submit">Start</button></div>${error ? html`<p class="error" role="alert">${error}</p>` : ""}
    </form>
    <div class="stack"><section class="panel"><h2>Solves</h2>${list.length ? list.map((job) => html`<${JobLine} key=${job.id} job=${job} onShow=${open}><${Trace} job=${job} /><//>`)
      : html`<${Empty} title="No solve yet">Choose an example on the left and press Start. Checkpoints are kept: a paused run goes on here or with <code>equipoise solve … --resume</code>.<//>`}</section>
      <${Stopped} states=${Object.values(jobs.value).map((job) => job.state).join()} />
      ${others.length ? html`<section class="panel"><h2>Other work</h2>${others.map((job) => html`<${JobLine} key=${job.id} job=${job} />`)}</section>` : ""}</div></div>`;
}

/** Runs that were stopped at the command line, or whose job was forgotten. */
function Stopped({ states }) {
  const [found] = useLoaded(() => api("/api/runs"), [states]);
  const [seconds, setSeconds] = useState("600");
  const [error, setError] = useState("");
  if (!found?.runs.length) return "";
  const go = (id) => api(`/api/runs/${id}/resume`, { seconds: Number(seconds) }).then(() => setError("")).catch((e) => setError(e.message));
  return html`<section class="panel"><div class="row between"><h2>Stopped runs</h2><label class="line small">up to seconds in all <input inputmode="decimal" value=${seconds} onInput=${(e) => setSeconds(e.target.value)} /></label></div>
    <${DataTable} caption="Stopped runs" rows=${found.runs.map((one) => ({ ...one, key: one.id }))} columns=${[{ key: "name", title: "name" }, { key: "game", title: "game or board" }, { key: "method", title: "method" },
      { key: "iterations", title: "iterations", num: true, show: (v) => num(v, 0) }, { key: "seconds", title: "solved, s", num: true, show: (v) => num(v, 1) }, { key: "exploitability", title: "exploitability, chips", num: true, show: (v) => compact(v) },
      { key: "id", title: "", show: (v, row) => html`<button type="button" class="small main" aria-label=${`Resume ${row.name}`} onClick=${() => go(v)}>Resume</button>` }]} />${error ? html`<p class="error" role="alert">${error}</p>` : ""}</section>`;
}

function Trace({ job }) {
  const [log, setLog] = useState(true);
  const points = job.points;
  if (!points.length) return "";
  const last = points[points.length - 1];
  const half = last.measures?.interval;
  const shown = points.filter((one) => one.exploitability > 0 || !log);
  const x = shown.map((one) => one.iterations);
  const exploitability = [{ name: "exploitability", values: shown.map((one) => one.exploitability), colour: "--accent" }];
  if (half !== undefined) {
    exploitability.push({ name: "interval, high", values: shown.map((one) => one.exploitability + (one.measures.interval || 0)), colour: "--bet-2", width: 1, dash: [4, 4] });
  }
  const watched = points.filter((one) => one.measures?.saturation !== undefined);
  const settled = points.filter((one) => one.measures?.change !== undefined);
  const value = [{ name: "value of seat 1", values: points.map((one) => one.value), colour: "--bet-3" }];
  return html`<div class="stats"><div class="stat"><span class="dim small">exploitability, chips a hand</span><b data-exploitability>${compact(last.exploitability)}${half === undefined ? "" : html` <span class="dim small">± ${compact(half)}</span>`}</b></div>
      <div class="stat"><span class="dim small">value of seat 1, chips</span><b>${num(last.value, 4)}</b></div><div class="stat"><span class="dim small">iterations</span><b>${num(last.iterations, 0)}</b></div>
      <div class="stat"><span class="dim small">solving, s</span><b>${num(last.seconds, 1)}</b></div>
      ${last.measures?.saturation === undefined ? "" : html`<div class="stat"><span class="dim small">saturation</span><b>${num(100 * last.measures.saturation, 1)}%</b></div>`}</div>
    ${shown.length > 1 ? html`<div class="cols two"><${Curve} x=${x} series=${exploitability} logX=${true} logY=${log} xLabel="iterations" yLabel="exploitability, chips" />
      <${Curve} x=${points.map((one) => one.iterations)} series=${value} logX=${true} xLabel="iterations" yLabel="value, chips" /></div>
      ${watched.length > 1 || settled.length > 1 ? html`<div class="cols two">
        ${watched.length > 1 ? html`<${Curve} x=${watched.map((one) => one.iterations)} logX=${true} xLabel="iterations" yLabel="saturation, %" series=${[{ name: "saturation: decisions seen 50 times", values: watched.map((one) => 100 * one.measures.saturation), colour: "--weight" }]} />` : ""}
        ${settled.length > 1 ? html`<${Curve} x=${settled.map((one) => one.iterations)} logX=${true} xLabel="iterations" yLabel="change, L1" series=${[{ name: "change while iterations doubled", values: settled.map((one) => one.measures.change), colour: "--bet-3" }]} />` : ""}</div>` : ""}
      <label class="line small"><input type="checkbox" checked=${log} onChange=${(e) => setLog(e.target.checked)} /> logarithmic exploitability</label>` : ""}`;
}

// @ts-check
// Published tables beside ours.
import { html, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobList } from "./jobs.js";
import { DataTable, Empty, compact, num, useLoaded } from "./ui.js";

export function Results({ rest }) {
  return rest[0] ? html`<${One} id=${rest[0]} />` : html`<${All} />`;
}

function All() {
  const done = Object.values(jobs.value).filter((job) => job.kind === "reproduce" && job.state === "done").length;
  const [list, error] = useLoaded(() => api("/api/results"), [done]);
  const [filter, setFilter] = useState("");
  if (error) return html`<p class="error">${error}</p>`;
  if (!list) return html`<${Empty} title="Looking …" />`;
  const rows = list.experiments.filter((one) => !filter || `${one.id} ${one.title}`.toLowerCase().includes(filter.toLowerCase())).map((one) => ({ ...one, key: one.id, quick: one.seconds.quick, count: one.results.length }));
  const run = (id) => api("/api/results", { id, scale: "quick" }).catch((e) => alert(e.message));
  return html`<div class="head"><h1>Results</h1><span class="dim">published tables, our numbers beside theirs; claims are judged by the data</span></div>
    <div class="stack"><section class="panel"><div class="row between"><h2>Experiments</h2><input aria-label="Filter" placeholder="filter: papp, schnizlein-4" value=${filter} onInput=${(e) => setFilter(e.target.value)} /></div>
      <${DataTable} caption="Experiments" rows=${rows} columns=${[
        { key: "id", title: "id" }, { key: "title", title: "title" }, { key: "quick", title: "quick, s", num: true, show: (v) => num(v, 0) },
        { key: "count", title: "measured here", show: (_, row) => (row.results.length ? row.results.map((one) => html`<a class="button small" key=${one.id} href=${`#/results/${one.id}`}>${one.scale}, seed ${one.seed}: ${one.holds} of ${one.claims} claims hold</a> `) : html`<span class="dim">not yet</span>`) },
        { key: "run", title: "", show: (_, row) => html`<button type="button" class="small" onClick=${() => run(row.id)}>Run quick</button>` }]} /></section>
    <section class="panel"><h2>Running</h2><${JobList} kinds=${["reproduce"]} empty="Run quick starts one: equipoise reproduce ID --scale quick." /></section></div>`;
}

function One({ id }) {
  const [found, error] = useLoaded(() => api(`/api/results/${id}`), [id]);
  if (error) return html`<p class="error">${error}</p>`;
  if (!found) return html`<${Empty} title="Reading …" />`;
  const rows = found.cells.map((one, at) => ({ ...one, key: at }));
  return html`<div class="head"><h1>${found.title}</h1><span class="dim">${found.id} · ${found.source} · ${found.scale}, seed ${found.seed}, ${num(found.seconds, 0)} s</span><a class="button small" href="#/results">All results</a></div>
    <div class="stack"><section class="panel"><h2>Claims</h2>${found.claims.length ? html`<ul>${found.claims.map((one) => html`<li key=${one.text}><b class=${one.holds === true ? "good" : one.holds === false ? "bad" : ""}>${one.holds === true ? "✓ holds" : one.holds === false ? "✗ does not hold" : "? not decided"}</b>: ${one.text}</li>`)}</ul>` : html`<p class="dim">No claims.</p>`}</section>
    <section class="panel"><h2>Cells</h2><${DataTable} caption="Published and measured" rows=${rows} columns=${[{ key: "row", title: "row" }, { key: "column", title: "column" },
      { key: "published", title: "published", num: true, show: (v) => (v === null ? "–" : compact(v)) }, { key: "measured", title: "measured", num: true, show: (v) => (v === null ? "–" : compact(v)) },
      { key: "low", title: "95% from", num: true, show: (v) => (v === undefined ? "" : compact(v)) }, { key: "high", title: "to", num: true, show: (v) => (v === undefined ? "" : compact(v)) }]} /></section></div>`;
}

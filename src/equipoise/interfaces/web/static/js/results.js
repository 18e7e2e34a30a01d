// @ts-check
// Published tables beside ours: the catalogue, runs, cells with intervals, claims with verdicts.
import { html, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { Working, newest, seconds } from "./charts.js";
import { DataTable, Empty, useLoaded } from "./ui.js";

const SOURCES = [["papp", "Loki (Papp 1998)"], ["schnizlein", "No-limit Polaris (Schnizlein 2009)"], ["tartanian", "Tartanian5 (2012)"],
  ["kauth", "Waveform clustering (Kauth 2014)"], ["slides", "Abstraction pathologies (slides)"], ["new", "New here"]];

export function Results({ rest }) {
  return rest[0] ? html`<${One} id=${rest[0]} key=${rest[0]} />` : html`<${All} />`;
}

function All() {
  const done = Object.values(jobs.value).filter((job) => job.kind === "reproduce" && job.state === "done").length;
  const [list, error] = useLoaded(() => api("/api/results"), [done]);
  const [filter, setFilter] = useState("");
  const [problem, setProblem] = useState("");
  if (error) return html`<p class="error">${error}</p>`;
  if (!list) return html`<${Empty} title="Looking …" />`;
  const fits = (one) => `${one.id} ${one.title} ${one.source}`.toLowerCase().includes(filter.toLowerCase());
  const shown = list.experiments.filter(fits);
  const run = (id, scale) => api("/api/results", { id, scale }).then(() => setProblem("")).catch((e) => setProblem(e.message));
  const of = (prefix) => shown.filter((one) => one.id.startsWith(prefix));
  const others = shown.filter((one) => !SOURCES.some(([prefix]) => one.id.startsWith(prefix)));
  const groups = [...SOURCES.map(([prefix, name]) => [name, of(prefix)]), ["More", others]].filter((group) => group[1].length);
  const ran = list.experiments.filter((one) => one.results.length).length;
  const busy = newest((job) => job.kind === "reproduce" && !["done", "cancelled"].includes(job.state));
  return html`<div class="head"><h1>Results</h1><span class="dim">published tables, our numbers beside theirs; every claim of a source is judged by the data</span></div>
    <div class="stack"><section class="panel"><div class="row between"><span>${ran ? `${ran} of ${list.experiments.length} measured here` : html`<strong>Nothing is measured here yet.</strong> Press quick beside a table: most take seconds to a few minutes.`}</span>
        <input type="search" class="search" aria-label="Filter by id, title or source" placeholder="filter: papp, 4.4, jam" value=${filter} onInput=${(e) => setFilter(e.target.value)} /></div>
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}<${Working} job=${busy} /></section>
      ${groups.length ? groups.map(([name, rows]) => html`<section class="panel" key=${name}><h2>${name}</h2>
        <div class="asrows"><${DataTable} caption=${name} rows=${rows.map((one) => ({ ...one, key: one.id, quick: one.seconds.quick, full: one.seconds.full, count: one.results.length }))} columns=${[
          { key: "id", title: "id", show: (v, row) => html`<span class="nowrap">${row.results.length ? html`<a href=${`#/results/${row.results[0].id}`}>${v}</a>` : v}</span>` },
          { key: "title", title: "table or figure", show: (v, row) => html`${v}<div class="small dim">${row.source}</div>` },
          { key: "count", title: "measured here", show: (_, row) => (row.results.length ? row.results.map((one) => html`<div key=${one.id}><a href=${`#/results/${one.id}`}>${one.scale}, seed ${one.seed}</a> <${Tally} of=${one} /></div>`) : html`<span class="dim">not yet</span>`) },
          { key: "quick", title: "quick", num: true, show: (v, row) => html`<button type="button" class="small" disabled=${at(row.id, "quick")} aria-label=${`Run ${row.id} quickly, about ${seconds(v)}`} onClick=${() => run(row.id, "quick")}>▶ ${seconds(v)}</button>` },
          { key: "full", title: "as published", num: true, show: (v, row) => html`<button type="button" class="small" disabled=${at(row.id, "full")} aria-label=${`Run ${row.id} as published, about ${seconds(v)}`} onClick=${() => run(row.id, "full")}>▶ ${seconds(v)}</button>` }]} /></div></section>`)
        : html`<section class="panel"><${Empty} title="Nothing fits">No id, title or source has “${filter}”.<//></section>`}</div>`;
}

const at = (id, scale) => Object.values(jobs.value).some((job) => job.kind === "reproduce" && job.about.id === id && job.about.scale === scale && ["running", "queued", "pausing"].includes(job.state));

function Tally({ of }) {
  if (!of.claims) return html`<span class="dim small">no claims</span>`;
  const refuted = of.claims - of.hold - of.open;
  return html`<span class="small">${of.hold ? html`<b class="good">✓ ${of.hold}</b> ` : ""}${refuted ? html`<b class="bad">✗ ${refuted}</b> ` : ""}${of.open ? html`<b class="dim">? ${of.open}</b> ` : ""}<span class="dim">of ${of.claims} claims</span></span>`;
}

const MARKS = { holds: ["yes", "✓ holds"], "does not hold": ["no", "✗ does not hold"], "not decided": ["open", "? not decided"] };

function One({ id }) {
  const [found, error] = useLoaded(() => api(`/api/results/${id}`), [id]);
  if (error) return html`<section class="panel"><${Empty} title="This result cannot be shown">${error}. <a href="#/results">All results</a><//></section>`;
  if (!found) return html`<${Empty} title="Reading …" />`;
  return html`<div class="head"><h1>${found.title}</h1><a class="button small" href="#/results">All results</a><span class="dim">${found.experiment} · ${found.scale}, seed ${found.seed} · ${seconds(found.seconds)}${found.finished ? ` · ${found.finished.slice(0, 10)}` : ""}</span></div>
    <p class="dim">${found.source}</p>
    <div class="stack"><section class="panel"><h2>Claims</h2>${found.claims.length ? html`<ul class="claims">${found.claims.map((one) => html`<li key=${one.text}>
        <span class=${`verdict ${MARKS[one.verdict][0]}`}>${MARKS[one.verdict][1]}</span><span>${one.text}<div class="small dim">${one.evidence}</div></span></li>`)}</ul>` : html`<p class="dim">The source makes none that these numbers could decide.</p>`}</section>
    <section class="panel"><h2>Table</h2><${Cells} found=${found} /></section>
    ${found.picture ? html`<section class="panel"><h2>Picture</h2><div class="picture"><img src=${`/api/results/${id}/picture`} alt=${`${found.title}: the numbers of the table drawn`} /></div></section>` : ""}
    ${found.notes.length ? html`<section class="panel"><h2>Notes</h2>${found.notes.map((one) => html`<p key=${one}>${one}</p>`)}</section>` : ""}
    <p class="small dim"><code>equipoise reproduce ${found.experiment} --scale ${found.scale} --seed ${found.seed}</code></p></div>`;
}

/** Rows and columns as published; ours above theirs in each cell. */
function Cells({ found }) {
  const rows = [...new Set(found.cells.map((one) => one.row))], columns = [...new Set(found.cells.map((one) => one.column))];
  const places = new Map(found.cells.map((one) => [`${one.row}\n${one.column}`, one]));
  const published = found.cells.some((one) => one.published !== null);
  const show = (value, cell) => {
    const digits = cell.digits ?? found.digits;
    return value === null || value === undefined ? "–" : digits === undefined ? String(Number(Number(value).toPrecision(4))) : (value + 0).toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits }).replace("-", "−");
  };
  const outside = (cell) => cell.published !== null && cell.low !== undefined && (cell.published < cell.low || cell.published > cell.high);
  const some = found.cells.some(outside);
  return html`<p class="small dim">${published ? "Measured in bold, published below it" : "Measured; nothing was published to set beside it"}${found.unit ? `; ${found.unit}` : ""}. ${!found.cells.some((one) => one.low !== undefined) ? "" : found.sampled ? "Brackets are ranges over a sample of equilibria." : "Brackets are 95% intervals."}${some ? " A bar on the left marks published numbers outside." : ""}</p>
    <div class="scroll tall" tabindex="0" role="region" aria-label="Published and measured"><table class="both"><caption class="vh">${found.title}</caption>
      <thead><tr><th scope="col"></th>${columns.map((name) => html`<th scope="col" class="num" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row}><th scope="row">${row}</th>${columns.map((column) => {
        const cell = places.get(`${row}\n${column}`);
        return html`<td key=${column} class=${`num${cell && outside(cell) ? " outside" : ""}`}>${cell ? html`<b>${show(cell.measured, cell)}</b>${cell.low === undefined ? "" : html` <span class="small dim">[${show(cell.low, cell)}, ${show(cell.high, cell)}]</span>`}
          ${published ? html`<div class="theirs">${cell.published === null ? html`<span class="vh">not published</span>` : html`<span class="vh">published </span>${show(cell.published, cell)}`}</div>` : ""}` : ""}</td>`;
      })}</tr>`)}</tbody></table></div>`;
}

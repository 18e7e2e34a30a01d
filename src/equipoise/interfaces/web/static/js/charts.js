// @ts-check
// Small pictures that several screens share: distributions of strength, intervals on one scale, jobs.
import { html, useEffect, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobLine } from "./jobs.js";
import { num, percent, signed } from "./ui.js";

/** The share of runouts by final strength, with a second distribution drawn as a line over it.
 * @param {{values: number[], over?: number[], mean?: number, label: string, small?: boolean}} of */
export function Waveform({ values, over, mean, label, small }) {
  const width = 300, height = small ? 44 : 104, foot = 2;
  const most = Math.max(1e-9, ...values, ...(over || []));
  const tall = height - foot - 6;
  const y = (value) => height - foot - (tall * value) / most;
  const step = width / values.length;
  const words = `${label}: largest ${percent(Math.max(...values))} of runouts${mean === undefined ? "" : `, mean strength ${percent(mean)}`}`;
  const picture = html`<svg class=${`wave${small ? " small" : ""}`} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${words} preserveAspectRatio="none">
    ${values.map((value, at) => html`<rect key=${at} class="wave-bar" x=${at * step + 0.75} y=${y(value)} width=${step - 1.5} height=${height - foot - y(value)}>
      <title>${`strength ${percent(at / values.length, 0)} to ${percent((at + 1) / values.length, 0)}: ${percent(value)} of runouts`}</title></rect>`)}
    ${over ? html`<path class="wave-over" d=${over.map((value, at) => `${at ? "L" : "M"}${at * step},${y(value)} L${(at + 1) * step},${y(value)}`).join(" ")} />` : ""}
    ${mean === undefined ? "" : html`<line class="wave-mean" x1=${mean * width} x2=${mean * width} y1="2" y2=${height - foot} />`}
    <line class="wave-axis" x1="0" x2=${width} y1=${height - foot} y2=${height - foot} /></svg>`;
  return small ? picture : html`<figure class="wave-figure">${picture}<figcaption class="small dim" aria-hidden="true"><span>0%</span><span>final strength; tallest ${percent(most)} of runouts</span><span>100%</span></figcaption></figure>`;
}

/** Intervals of one quantity above each other, on one scale with zero.
 * @param {{rows: {name: string, mean: number, low: number|null, high: number|null}[], unit: string}} of */
export function Intervals({ rows, unit }) {
  const ends = rows.flatMap((one) => [one.low ?? one.mean, one.high ?? one.mean, 0]);
  const low = Math.min(...ends), high = Math.max(...ends);
  const pad = 0.06 * (high - low || 1);
  const at = (value) => `${(100 * (value - low + pad)) / (high - low + 2 * pad)}%`;
  const wide = (a, b) => `${(100 * (b - a)) / (high - low + 2 * pad)}%`;
  return html`<div class="intervals" role="img" aria-label=${rows.map((one) => `${one.name}: ${signed(one.mean)} ${unit}${one.low === null ? "" : `, 95% from ${signed(one.low)} to ${signed(one.high)}`}`).join("; ")}>
    ${rows.map((one) => html`<div class="interval" key=${one.name}><span class="interval-name">${one.name}</span>
      <span class="interval-line"><i class="zero" style=${{ left: at(0) }}></i>
        ${one.low === null ? "" : html`<i class="span" style=${{ left: at(one.low), width: wide(one.low, one.high) }}></i>`}
        <i class=${`dot ${one.mean > 0 ? "up" : one.mean < 0 ? "down" : ""}`} style=${{ left: at(one.mean) }}></i></span>
      <span class="num">${signed(one.mean)}${one.low === null ? "" : html` <span class="dim small">± ${num((one.high - one.low) / 2, 1)}</span>`}</span></div>`)}
    <div class="interval-foot dim small"><span>${unit}; bars are 95% intervals, the line is zero</span></div></div>`;
}

/** What the command of a job printed, once it is done: [result, job].
 * @param {string|null} id */
export function useJob(id) {
  const [result, setResult] = useState(null);
  const job = id ? jobs.value[id] : undefined;
  const state = job?.state;
  useEffect(() => {
    setResult(null);
    if (id && state === "done") api(`/api/jobs/${id}`).then((found) => setResult(found.result)).catch(() => {});
  }, [id, state]);
  return [result, job];
}

/** A job while it is at work or where it failed. */
export function Working({ job }) {
  return job && job.state !== "done" ? html`<${JobLine} job=${job} />` : "";
}

/** The newest job that fits. @param {(job: any) => boolean} fits */
export const newest = (fits) => Object.values(jobs.value).filter(fits).sort((a, b) => (a.id < b.id ? 1 : -1))[0];

export const seconds = (value) =>
  value === null || value === undefined ? "–" : value < 90 ? `${num(value, value < 10 ? 1 : 0)} s` : value < 5400 ? `${num(value / 60, 0)} min` : `${num(value / 3600, 1)} h`;

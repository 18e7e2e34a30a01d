// @ts-check
// Jobs as every screen shows them: state, progress, what can be done about them.
import { html } from "../vendor.js";
import { api, jobs } from "./api.js";
import { Empty, percent } from "./ui.js";

export const jobsOf = (kinds) => Object.values(jobs.value).filter((job) => kinds.includes(job.kind)).sort((a, b) => (a.id < b.id ? 1 : -1));

/** @param {string} id @param {string} what */
export const change = (id, what) =>
  api(`/api/jobs/${id}${what === "forget" ? "" : `/${what}`}`, what === "forget" ? undefined : {}, what === "forget" ? "DELETE" : "POST").catch((error) => alert(error.message));

/** Cancel stays last, so that no other button comes to lie under the pointer when the state changes. */
export function JobLine({ job, children, onShow }) {
  const { done, total, doing } = job.progress;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const live = ["running", "pausing", "cancelling"].includes(job.state);
  return html`<article class="job" data-job=${job.id} aria-label=${`${job.title}, ${job.state}`}>
    <div class="row between"><span><b>${job.title}</b> <span class=${`state ${job.state}`}>${job.state}</span></span>
      <span class="row">${["done", "failed", "cancelled", "paused"].includes(job.state) ? html`<button type="button" class="small" onClick=${() => change(job.id, "forget")}>Forget</button>` : ""}
        ${onShow && job.state === "done" ? html`<button type="button" class="small main" onClick=${() => onShow(job)}>Open</button>` : ""}
        ${job.state === "running" ? html`<button type="button" class="small" onClick=${() => change(job.id, "pause")}>Pause</button>` : ""}
        ${["paused", "failed"].includes(job.state) ? html`<button type="button" class="small main" onClick=${() => change(job.id, "resume")}>Resume</button>` : ""}
        ${["running", "queued", "paused", "failed", "pausing"].includes(job.state) ? html`<button type="button" class="small" onClick=${() => change(job.id, "cancel")}>Cancel</button>` : ""}</span></div>
    ${live ? html`<div class="meter" role="progressbar" aria-valuenow=${Math.round(100 * share)} aria-valuemin="0" aria-valuemax="100" aria-label=${job.title}><span style=${{ width: `${100 * share}%` }}></span></div>` : ""}
    ${doing && (live || job.state === "paused") ? html`<p class="small dim">${total > 0 ? `${percent(share, 0)} · ` : ""}${doing}</p>` : ""}
    ${job.error ? html`<p class="error small">${job.error}</p>` : ""}
    <p class="small dim"><code>${job.command}</code></p>${children}</article>`;
}

export function JobList({ kinds, empty, onShow, detail }) {
  const list = jobsOf(kinds);
  if (!list.length) return html`<${Empty} title="Nothing runs here yet">${empty}<//>`;
  return list.map((job) => html`<${JobLine} key=${job.id} job=${job} onShow=${onShow}>${detail?.(job)}<//>`);
}

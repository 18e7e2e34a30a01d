import { html } from "../vendor.js";
export function Results() { return html`<h1>Results</h1>`; }

import { html } from "../vendor.js";
export function Matches() { return html`<h1>Matches</h1>`; }

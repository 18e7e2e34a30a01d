import { html } from "../vendor.js";
export function Strategies() { return html`<h1>Strategies</h1>`; }

import { html } from "../vendor.js";
export function Spots() { return html`<h1>Spots</h1>`; }

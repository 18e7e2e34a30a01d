import { html } from "../vendor.js";
export function Training() { return html`<h1>Training</h1>`; }

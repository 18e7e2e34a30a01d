import { html } from "../vendor.js";
export function Cards() { return html`<h1>Cards</h1>`; }

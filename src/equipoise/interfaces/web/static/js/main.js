// @ts-check
// The frame: navigation, theme, whether the server answers, and the screen of the address.
import { html, render, signal, useEffect } from "../vendor.js";
import { jobs, link, listen } from "./api.js";
import { Play } from "./play.js";
import { Spots } from "./spots.js";
import { Strategies } from "./strategies.js";
import { Training } from "./training.js";
import { Matches } from "./matches.js";
import { Results } from "./results.js";
import { Cards } from "./cards.js";

const SCREENS = {
  play: ["Play", Play], spots: ["Spots", Spots], strategies: ["Strategies", Strategies],
  training: ["Training", Training], matches: ["Matches", Matches], results: ["Results", Results],
  cards: ["Cards", Cards],
};
const place = signal(location.hash);
const read = (hash) => {
  const [screen, ...rest] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return screen in SCREENS ? [screen, ...rest] : ["play"];
};
window.addEventListener("hashchange", () => (place.value = location.hash));

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = signal(localStorage.getItem("theme") || "auto");
const dress = () => {
  document.documentElement.dataset.theme =
    theme.value === "auto" ? (dark.matches ? "dark" : "light") : theme.value;
};
dark.addEventListener("change", dress);
dress();
const nextTheme = () => {
  theme.value = { auto: "light", light: "dark", dark: "auto" }[theme.value] || "auto";
  localStorage.setItem("theme", theme.value);
  dress();
};

function App() {
  const [screen, ...rest] = read(place.value);
  const [title, Screen] = SCREENS[screen];
  useEffect(() => { document.title = `${title} · equipoise`; }, [title]);
  const running = Object.values(jobs.value).filter((job) => ["running", "queued", "pausing"].includes(job.state)).length;
  return html`
    <header class="top">
      <a class="brand" href="#/play"><img src="/static/icon.svg" alt="" />equipoise</a>
      <nav class="nav" aria-label="Screens">${Object.entries(SCREENS).map(([key, [name]]) => html`
        <a key=${key} href=${`#/${key}`} aria-current=${key === screen ? "page" : undefined}>${name}${
          key === "training" && running ? ` (${running})` : ""}</a>`)}</nav>
      <button class="plain small" type="button" onClick=${nextTheme} title="light, dark, or as the system has it">
        ${{ auto: "◐ auto", light: "☀ light", dark: "☾ dark" }[theme.value]}</button>
    </header>
    <div role="status" aria-live="polite">${link.value === "on" ? "" : html`<div class="banner">${
      link.value === "token"
        ? "The server was started again with a new token: open the address that it printed."
        : "The server does not answer. Start it again with: equipoise serve. This page goes on by itself."}</div>`}</div>
    <main id="main" tabindex="-1"><${Screen} key=${screen} rest=${rest} /></main>`;
}

render(html`<${App} />`, document.getElementById("app"));
listen();

// @ts-check
// Matches and tournaments: scores with intervals, bankrolls with bands, every hand to look at.
import { html, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobList } from "./jobs.js";
import { Story } from "./play.js";
import { Curve, DataTable, Empty, PlayingCards, num, signed, useLoaded } from "./ui.js";

const go = (path) => (location.hash = path);
const GAMES = ["holdem-nolimit:100bb", "holdem-limit:2p", "leduc", "leduc-nolimit:12", "kuhn"];

export function Matches({ rest }) {
  const [kind, id, number] = rest;
  if (kind === "sitting") return html`<${Sat} id=${id} number=${number || "1"} />`;
  if (kind === "tournament") return html`<${Crosstable} id=${id} />`;
  if (kind === "match" && number) return html`<${Hand} id=${id} number=${number} />`;
  if (kind === "match") return html`<${Match} id=${id} key=${id} />`;
  return html`<${List} />`;
}

function List() {
  const done = Object.values(jobs.value).filter((job) => ["match", "tournament"].includes(job.kind) && job.state === "done").length;
  const [list] = useLoaded(() => api("/api/matches"), [done]);
  const [form, setForm] = useState({ game: GAMES[0], first: "blueprint", second: "call", third: "", fourth: "", hands: "1000", duplicate: true, aivat: false });
  const [agents] = useLoaded(() => api(`/api/agents?game=${encodeURIComponent(form.game)}`), [form.game]);
  const [error, setError] = useState("");
  const names = agents?.agents || [];
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  const known = (id) => (names.some((one) => one.id === id) ? id : names[0]?.id);
  const start = async (event) => {
    event.preventDefault();
    try {
      await api("/api/matches", { game: form.game, agents: [known(form.first), known(form.second), ...[form.third, form.fourth].filter((id) => names.some((one) => one.id === id))], hands: Number(form.hands), duplicate: form.duplicate, estimator: form.aivat ? "aivat" : "" });
      setError("");
    } catch (problem) { setError(problem.message); }
  };
  const pick = (name, label, optional) => html`<label>${label}<select value=${optional ? form[name] : known(form[name])} onChange=${set(name)}>${optional ? html`<option value="">nobody</option>` : ""}${names.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select></label>`;
  const open = (job) => api(`/api/jobs/${job.id}`).then((found) => found.made && go(`#/matches/${job.kind}/${found.made}`));
  return html`<div class="head"><h1>Matches</h1><span class="dim">agents against each other, rates in thousandths of a big blind a hand (mb)</span></div>
    <div class="cols form"><form class="panel fields" onSubmit=${start}>
      <label>Game<select value=${form.game} onChange=${set("game")}>${GAMES.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select></label>
      ${pick("first", "First agent")}${pick("second", "Second agent")}
      <div class="fields half">${pick("third", "Third, for a round robin", true)}${pick("fourth", "Fourth", true)}</div>
      <label>Deals<input inputmode="numeric" value=${form.hands} onInput=${set("hands")} /></label>
      <label class="line"><input type="checkbox" checked=${form.duplicate} onChange=${set("duplicate")} /> duplicate: every deal in both seatings</label>
      <label class="line"><input type="checkbox" checked=${form.aivat} onChange=${set("aivat")} /> estimate by AIVAT too (known strategies)</label>
      <div class="row end"><button class="main" type="submit">Play</button></div>${error ? html`<p class="error" role="alert">${error}</p>` : ""}</form>
    <div class="stack"><section class="panel"><h2>Stored matches and tournaments</h2>${list && list.matches.length ? html`<${DataTable} caption="Matches" rows=${list.matches.map((one) => ({ ...one, key: one.id }))} onPick=${(row) => go(`#/matches/${row.kind}/${row.id}`)} columns=${[
        { key: "name", title: "name", show: (v, row) => html`<a href=${`#/matches/${row.kind}/${row.id}`}>${v}</a>` }, { key: "kind", title: "kind" }, { key: "game", title: "game" },
        { key: "agents", title: "agents", show: (v) => (v || []).join(", ") }, { key: "hands", title: "deals", num: true, show: (v) => num(v, 0) }]} />`
        : html`<${Empty} title="No match yet">Play one with the form, or: <code>equipoise match blueprint call --out mymatch</code><//>`}</section>
      <${Sittings} />
      <section class="panel"><h2>Being played</h2><${JobList} kinds=${["match", "tournament"]} onShow=${open} empty="Choose two agents and press Play." /></section></div></div>`;
}

function Sittings() {
  const [found] = useLoaded(() => api("/api/sittings"), []);
  if (!found?.sittings.length) return "";
  return html`<section class="panel"><h2>Sittings of yours</h2><${DataTable} caption="Sittings" rows=${found.sittings.map((one) => ({ ...one, key: one.id }))} onPick=${(row) => go(`#/matches/sitting/${row.id}/1`)} columns=${[
    { key: "name", title: "file", show: (v, row) => html`<a href=${`#/matches/sitting/${row.id}/1`}>${v}</a>` }, { key: "game", title: "game" }, { key: "players", title: "players", show: (v) => v.join(", ") }, { key: "hands", title: "hands", num: true }]} /></section>`;
}

function Sat({ id, number }) {
  const [hand, error] = useLoaded(() => api(`/api/sittings/${id}/hands/${number}`), [id, number]);
  if (error) return html`<div class="panel"><${Empty} title="No such hand">${error}. <a href="#/matches">All matches</a><//></div>`;
  return hand ? html`<${HandView} hand=${hand} number=${number} base=${`#/matches/sitting/${id}`} back="#/matches" of=${hand.of} />` : html`<${Empty} title="Reading …" />`;
}

function Match({ id }) {
  const [match, error] = useLoaded(() => api(`/api/matches/${id}`), [id]);
  const [start, setStart] = useState(0);
  const [page] = useLoaded(() => api(`/api/matches/${id}/hands?start=${start}`), [id, start]);
  if (error) return html`<div class="panel"><${Empty} title="This match cannot be shown">${error}. <a href="#/matches">All matches</a><//></div>`;
  if (!match) return html`<${Empty} title="Reading …" />`;
  const rows = match.agents.map((name, at) => ({ key: name, name, mb: match.mb_per_hand[at], low: match.ci95[at][0], high: match.ci95[at][1], std: match.std[at], chips: match.chips[at] }));
  const colours = ["--accent", "--bet-3", "--fold", "--all-in"];
  const x = match.curve.hands;
  const series = match.agents.flatMap((name, at) => [
    { name, values: match.curve.totals_bb[at], colour: colours[at % 4] },
    { name: `${name}, high`, values: match.curve.totals_bb[at].map((v, i) => v + match.curve.halves_bb[at][i]), colour: colours[at % 4], width: 1, dash: [3, 4] },
    { name: `${name}, low`, values: match.curve.totals_bb[at].map((v, i) => v - match.curve.halves_bb[at][i]), colour: colours[at % 4], width: 1, dash: [3, 4] }]);
  return html`<div class="head"><h1>${match.name}</h1><span class="dim">${match.game} · ${num(match.hands_played, 0)} hands${match.duplicate ? ", duplicate" : ""} · seed ${match.seed}</span><a class="button small" href="#/matches">All matches</a></div>
    <div class="cols two"><section class="panel"><h2>Result</h2><p>${match.winner ? html`<b>${match.winner}</b> wins` : html`Not decided: ${match.leader ?? "nobody"} is ahead${match.more_hands ? `; about ${num(match.more_hands, 0)} more hands needed` : ""}`}</p>
      <${DataTable} caption="Scores" rows=${rows} columns=${[{ key: "name", title: "agent" }, { key: "mb", title: "mb/hand", num: true, show: (v) => signed(v) },
        { key: "low", title: "95% from", num: true, show: (v) => signed(v) }, { key: "high", title: "to", num: true, show: (v) => signed(v) }, { key: "chips", title: "chips", num: true, show: (v) => signed(v, 2) }]} />
      ${match.estimators?.length ? html`<h3>Estimators side by side</h3><${DataTable} caption="Estimators" rows=${match.estimators.map((one) => ({ key: one.name, name: one.name, mb: one.mb_per_hand[0], half: one.ci95[0][0] === null ? null : (one.ci95[0][1] - one.ci95[0][0]) / 2, fewer: one.fewer_hands }))} columns=${[
        { key: "name", title: "estimator" }, { key: "mb", title: `${match.agents[0]}, mb/hand`, num: true, show: (v) => signed(v) }, { key: "half", title: "± 95%", num: true, show: (v) => num(v, 1) }, { key: "fewer", title: "fewer hands, times", num: true, show: (v) => num(v, 1) }]} />` : ""}</section>
    <section class="panel"><h2>Bankrolls</h2><${Curve} x=${x} series=${series} xLabel="hands" yLabel="won, bb" height=${300} /><p class="hint">Dashed: 95% band of the expected bankroll.</p></section></div>
    <section class="panel"><div class="row between"><h2>Hands</h2><span class="row"><button type="button" class="small" disabled=${start === 0} onClick=${() => setStart(Math.max(0, start - 100))}>◀</button><span class="small">from ${num(start + 1, 0)} of ${num(page?.of, 0)}</span>
      <button type="button" class="small" disabled=${!page || start + 100 >= page.of} onClick=${() => setStart(start + 100)}>▶</button></span></div>
      ${page ? html`<${DataTable} caption="Hands" rows=${page.hands.map((one) => ({ key: one.number, number: one.number, who: one.players.map((name, at) => `${name} ${signed(one.won[at], 2)}`).join(" · "), won: one.won[0] }))} onPick=${(row) => go(`#/matches/match/${id}/${row.number}`)} columns=${[
        { key: "number", title: "hand", num: true, show: (v) => html`<a href=${`#/matches/match/${id}/${v}`}>${v}</a>` }, { key: "who", title: "won, chips" }]} />` : ""}</section>`;
}

function Hand({ id, number }) {
  const [hand, error] = useLoaded(() => api(`/api/matches/${id}/hands/${number}`), [id, number]);
  if (error) return html`<p class="error">${error}</p>`;
  if (!hand) return html`<${Empty} title="Reading …" />`;
  return html`<${HandView} hand=${hand} number=${number} base=${`#/matches/match/${id}`} back=${`#/matches/match/${id}`} />`;
}

function HandView({ hand, number, base, back, of = Infinity }) {
  return html`<div class="head"><h1>Hand ${number}</h1><a class="button small" href=${back}>Back</a>
      <span class="row">${Number(number) > 1 ? html`<a class="button small" href=${`${base}/${Number(number) - 1}`}>◀ before</a>` : ""}${Number(number) < of ? html`<a class="button small" href=${`${base}/${Number(number) + 1}`}>next ▶</a>` : ""}</span></div>
    <div class="cols two"><section class="panel"><h2>Players</h2><${DataTable} caption="Players" rows=${hand.players.map((one) => ({ ...one, key: one.name }))} columns=${[{ key: "name", title: "name" }, { key: "position", title: "position" },
      { key: "hole", title: "cards", show: (v) => html`<${PlayingCards} text=${v} />` }, { key: "payoff", title: "won, chips", num: true, show: (v) => signed(v, 2) }]} /></section>
    <section class="panel"><h2>Story</h2><${Story} hand=${hand} /></section></div>`;
}

function Crosstable({ id }) {
  const [found, error] = useLoaded(() => api(`/api/tournaments/${id}`), [id]);
  if (error) return html`<p class="error">${error}</p>`;
  if (!found) return html`<${Empty} title="Reading …" />`;
  const square = Array.isArray(found.mb_per_hand?.[0]);
  return html`<div class="head"><h1>Tournament</h1><span class="dim">${found.game} · ${num(found.hands, 0)} deals a match, mb/hand of the row's agent ± 95%</span><a class="button small" href="#/matches">All matches</a></div>
    <section class="panel"><div class="scroll" tabindex="0" role="region" aria-label="Crosstable"><table class="cross"><thead><tr><th>agent</th>${square ? found.agents.map((name) => html`<th key=${name}>${name}</th>`) : ""}<th>average</th></tr></thead><tbody>
      ${found.agents.map((name, i) => html`<tr key=${name}><th scope="row">${name}</th>${square ? found.agents.map((_, j) => html`<td key=${j} class=${i === j ? "self" : ""}>${i === j ? "" : html`${signed(found.mb_per_hand[i][j], 0)} <span class="dim small">± ${num(found.half_widths[i][j], 0)}</span>`}</td>`) : ""}
        <td><b>${signed(square ? found.averages[i] : found.mb_per_hand[i], 0)}</b> ${square ? html`<span class="dim small">± ${num(found.average_half_widths[i], 0)}</span>` : ""}</td></tr>`)}</tbody></table></div></section>`;
}

// @ts-check
// Postflop spots: ranges painted or typed, a board, bets, a solve that can be watched, and its tree.
import { html, useEffect, useMemo, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { JobList } from "./jobs.js";
import { Curve, DataTable, Empty, Grid13, Legend, PlayingCard, PlayingCards, RANKS, SUITS, bytes, colourOf, num, percent, splitCards, useLoaded } from "./ui.js";
import { typeOf } from "./play.js";

const go = (path) => (location.hash = path);
const START = {
  board: "QsJh2h5d5c", pot: "100", stack: "200", oop: "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,AJo+,KQo", ip: "22-JJ,A2s-AQs,K9s+,Q9s+,J9s+,T8s+,97s+,ATo-AQo,KJo+,QJo",
  bets: "50%, 100%", raises: "2.5x, a", donks: "", add_all_in: "", rake: "", rake_cap: "", raise_cap: "", locks: "",
};

export function Spots({ rest }) {
  const [id, ...line] = rest;
  return id ? html`<${Solved} id=${id} line=${line.join("/")} key=${id} />` : html`<${Workshop} />`;
}

function readDraft() {
  try { return { ...START, ...JSON.parse(localStorage.getItem("spot") || "{}") }; } catch { return { ...START }; }
}

function Workshop() {
  const [spot, setSpot] = useState(readDraft);
  const [target, setTarget] = useState("0.5");
  const [who, setWho] = useState("oop");
  const [error, setError] = useState("");
  const [needs, setNeeds] = useState(null);
  const [busy, setBusy] = useState(false);
  const done = Object.values(jobs.value).filter((job) => job.kind === "spot" && job.state === "done").length;
  const [stored] = useLoaded(() => api("/api/spots"), [done]);
  const set = (name) => (event) => change(name, event.target.value);
  const change = (name, value) => setSpot((old) => { const next = { ...old, [name]: value }; localStorage.setItem("spot", JSON.stringify(next)); return next; });
  const body = () => ({
    spot: { ...spot, locks: spot.locks.split("\n").map((one) => one.trim()).filter(Boolean) }, target: Number(target),
  });
  const key = JSON.stringify([spot, target]);
  useEffect(() => {
    let here = true;
    setNeeds(null);
    const timer = setTimeout(() => api("/api/spots/check", body()).then((found) => here && (setNeeds(found), setError(""))).catch((e) => here && setError(e.message)), 500);
    return () => { here = false; clearTimeout(timer); };
  }, [key]);
  const solve = async (event) => {
    event.preventDefault();
    setBusy(true);
    try { await api("/api/spots", body()); setError(""); } catch (problem) { setError(problem.message); }
    setBusy(false);
  };
  const open = (job) => api(`/api/jobs/${job.id}`).then((found) => found.made && go(`#/spots/${found.made}`));
  const field = (name, label, hint, more = {}) => html`<label>${label}<input value=${spot[name]} onInput=${set(name)} ...${more} />${hint ? html`<span class="hint">${hint}</span>` : ""}</label>`;
  return html`<div class="head"><h1>Spots</h1><span class="dim">two ranges, a board, the bets that are left: solved with real hands</span></div>
    <div class="cols form"><form class="panel fields" onSubmit=${solve}>
      <${BoardPicker} board=${spot.board} onChange=${(board) => change("board", board)} />
      <div class="fields half">${field("pot", "Pot, chips", "", { inputmode: "decimal" })}${field("stack", "Stack behind, chips", "", { inputmode: "decimal" })}</div>
      ${field("bets", "Bets", "percent of the pot, 20c chips, a all-in, e even to the end; by street: 33% / 75% / 75%, a")}
      ${field("raises", "Raises", "also 2.5x the bet, 60%, a")}
      <details><summary>More: donk bets, thresholds, rake, locks</summary><div class="fields">
        ${field("donks", "Donk bets", "out of position into who bet before; empty: as bets")}
        <div class="fields half">${field("add_all_in", "Add all-in up to, % of pot", "")}${field("raise_cap", "Most raises a street", "")}
        ${field("rake", "Rake, %", "")}${field("rake_cap", "Rake cap, chips", "")}</div>
        <label>Locked nodes<textarea value=${spot.locks} onInput=${set("locks")} placeholder="check | QQ+,AK | bet 50=100%"></textarea>
          <span class="hint">LINE | HANDS | ACTION=SHARE, ...; one a line, an empty line is the start</span></label></div></details>
      <label>Stop at, % of the pot<input inputmode="decimal" value=${target} onInput=${(e) => setTarget(e.target.value)} /><span class="hint">exploitability; 0.5 is usual, less takes longer</span></label>
      <div class="stat" aria-live="polite">${needs ? html`<span class="small">${num(needs.infosets, 0)} information sets · ${num(needs.nodes, 0)} betting nodes · ${num(needs.hands[0], 0)} and ${num(needs.hands[1], 0)} hands</span>
        <b>${bytes(needs.memory_bytes)} of memory</b>${needs.problem ? html`<p class="error">${needs.problem}</p>` : ""}` : error ? html`<p class="error" role="alert">${error}</p>` : html`<span class="dim small">counting …</span>`}</div>
      <div class="row end"><button class="main" type="submit" disabled=${busy || !needs || !!needs.problem}>Solve</button></div>
    </form>
    <div class="stack">
      <section class="panel"><div class="row between"><h2>Ranges</h2><div class="tabs" role="group" aria-label="Whose range"><button type="button" class="small" aria-pressed=${who === "oop"} onClick=${() => setWho("oop")}>out of position</button>
        <button type="button" class="small" aria-pressed=${who === "ip"} onClick=${() => setWho("ip")}>in position</button></div></div>
        <${RangePainter} key=${who} text=${spot[who]} onChange=${(text) => change(who, text)} /></section>
      <section class="panel"><h2>Solves</h2><${JobList} kinds=${["spot"]} onShow=${open} empty="Fill in the form and press Solve: the curve of exploitability appears here." detail=${(job) => html`<${SpotCurve} job=${job} />`} /></section>
      <section class="panel"><h2>Solved spots</h2>${stored && stored.spots.length ? html`<${DataTable} caption="Solved spots" rows=${stored.spots.map((one) => ({ ...one, key: one.id, board: one.spot?.board, pot: one.spot?.pot, stack: one.spot?.stack }))}
        onPick=${(row) => go(`#/spots/${row.id}`)} columns=${[
          { key: "name", title: "name", show: (v, row) => html`<a href=${`#/spots/${row.id}`}>${v}</a>` }, { key: "board", title: "board", show: (v) => html`<${PlayingCards} text=${v} />` },
          { key: "pot", title: "pot", num: true }, { key: "stack", title: "stack", num: true },
          { key: "exploitability_percent", title: "expl., % pot", num: true, show: (v) => num(v, 3) }, { key: "oop_value", title: "OOP value", num: true, show: (v) => num(v) }]} />`
        : html`<${Empty} title="No solved spot yet">They are saved below <code>spots/</code>, where <code>equipoise spot show</code> finds them too.<//>`}</section>
    </div></div>`;
}

function SpotCurve({ job }) {
  const pot = job.about.spot?.pot || 100;
  if (job.points.length < 2) return "";
  return html`<${Curve} x=${job.points.map((one) => one.iterations)} logX=${true} logY=${true} xLabel="iterations" yLabel="exploitability, % of the pot" height=${190}
    series=${[{ name: "exploitability, %", values: job.points.map((one) => Math.max(1e-6, (100 * one.exploitability) / pot)) }]} />`;
}

export function BoardPicker({ board, onChange, label = "Board" }) {
  const cards = splitCards(board);
  const toggle = (card) => {
    const next = cards.includes(card) ? cards.filter((one) => one !== card) : cards.length < 5 ? [...cards, card] : cards;
    onChange(next.join(""));
  };
  return html`<div class="fields"><div class="row between"><span class="dim small">${label}: three to five cards</span>
      <span><${PlayingCards} text=${board} /> <button type="button" class="small" onClick=${() => onChange("")}>Clear</button></span></div>
    <div class="deck" role="group" aria-label=${label}>${[...SUITS].flatMap((suit) => [...RANKS].map((rank) => { const card = rank + suit; return html`<button type="button" key=${card} class=${suit}
      aria-pressed=${cards.includes(card)} aria-label=${card} onClick=${() => toggle(card)}>${rank}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[suit]}</button>`; }))}</div></div>`;
}

function RangePainter({ text, onChange }) {
  const [range, setRange] = useState(null);
  const [typed, setTyped] = useState(text);
  const [weight, setWeight] = useState(1);
  const [error, setError] = useState("");
  useEffect(() => {
    let here = true;
    const timer = setTimeout(() => api("/api/ranges", { text: typed || "none" }).then((found) => { if (here) { setRange(found); setError(""); if (typed !== text) onChange(found.text); } }).catch((e) => here && setError(e.message)), range ? 400 : 0);
    return () => { here = false; clearTimeout(timer); };
  }, [typed]);
  const [pending, setPending] = useState({});
  useEffect(() => {
    if (!Object.keys(pending).length) return;
    const timer = setTimeout(() => api("/api/ranges", { text: typed || "none", hands: pending }).then((found) => { setRange(found); setTyped(found.text); onChange(found.text); setPending({}); }).catch((e) => setError(e.message)), 250);
    return () => clearTimeout(timer);
  }, [pending]);
  const hands = { ...(range?.hands || {}), ...pending };
  const paint = (hand, using) => {
    const value = using ?? (hands[hand] === weight ? 0 : weight);
    setPending((old) => ({ ...old, [hand]: value }));
    return value;
  };
  return html`<label>Range as text<textarea value=${typed} onInput=${(e) => setTyped(e.target.value)} spellcheck=${false}></textarea></label>
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}
    <div class="row between"><span class="small">${range ? `${num(range.combos, 1)} hands, ${percent(range.share)} of all` : "reading …"}</span>
      <span class="row"><label class="line small">weight <input type="range" min="0.05" max="1" step="0.05" value=${weight} onInput=${(e) => setWeight(Number(e.target.value))} /> ${percent(weight, 0)}</label>
      <button type="button" class="small" onClick=${() => setTyped("random")}>All</button><button type="button" class="small" onClick=${() => setTyped("none")}>None</button></span></div>
    <${Grid13} label="Paint the range" paint=${paint} cell=${(hand) => { const w = hands[hand] || 0; return { colour: w > 0 ? "var(--bet-2)" : undefined, height: w, text: w > 0 && w < 1 ? num(100 * w, 0) : "", title: `${hand}: ${percent(w, 0)}` }; }} />
    <p class="hint">Click or draw over hands; arrow keys and Enter work too. Suits and single hands by text: AsKs, QQ:0.5, 15%.</p>`;
}

const MODES = { strategy: "strategy", weight: "weight", equity: "equity, %", value: "value, chips", eqr: "EQR" };

function Solved({ id, line }) {
  const [player, setPlayer] = useState(null);
  const [mode, setMode] = useState("strategy");
  const [filter, setFilter] = useState("");
  const [picked, setPicked] = useState(null);
  const [found, error] = useLoaded(() => api(`/api/spots/${id}/place?line=${encodeURIComponent(line)}`).then((found) => ({ ...found, asked: line })), [id, line]);
  const place = found?.asked === line ? found : null;  // of this line, not of the one before
  const steps = line ? line.split(", ") : [];
  const to = (next) => go(`#/spots/${id}${next.length ? `/${encodeURIComponent(next.join(", "))}` : ""}`);
  const ready = place && place.decision && !place.missing;
  const [node, problem] = useLoaded(() => (ready ? api(`/api/spots/${id}/node?line=${encodeURIComponent(line)}`).then((one) => ({ ...one, asked: line })) : null), [id, line, ready]);
  const view = node?.asked === line ? node : null;
  useEffect(() => { setPlayer(null); setPicked(null); }, [line]);
  const crumbs = html`<nav class="crumbs" aria-label="Line"><button type="button" onClick=${() => to([])}>start</button>
    ${steps.map((step, at) => html`<span key=${at}>› <button type="button" onClick=${() => to(steps.slice(0, at + 1))}>${step}</button></span>`)}</nav>`;
  const body = error || problem ? html`<p class="error">${error || problem}</p>`
    : !place ? html`<${Empty} title="Looking …" />`
    : place.missing ? html`<${NextCard} id=${id} line=${line} onCard=${(card) => to([...steps, card])} />`
    : !place.decision ? html`<${Empty} title="The betting is over here">Go back by the line above.<//>`
    : !view ? html`<${Empty} title="Computing …" />`
    : html`<${Node} id=${id} line=${line} view=${view} who=${player ?? view.player} setWho=${setPlayer} mode=${mode} setMode=${setMode} filter=${filter} setFilter=${setFilter} picked=${picked} setPicked=${setPicked} onStep=${(action) => to([...steps, action])} />`;
  return html`<div class="head"><h1>Solved spot</h1><a class="button small" href="#/spots">All spots</a></div><div class="stack"><div class="panel">${crumbs}</div>${body}</div>`;
}

function NextCard({ id, line, onCard }) {
  const [report, error] = useLoaded(() => api(`/api/spots/${id}/report?line=${encodeURIComponent(line)}`), [id, line]);
  if (error) return html`<p class="error">${error}</p>`;
  if (!report) return html`<div class="panel"><${Empty} title="Report by next card …">Solving later streets where they were not kept.<//></div>`;
  const names = [...new Set(report.cards.flatMap((one) => one.actions.map((a) => a.action)))];
  return html`<section class="panel"><h2>Next card</h2><p class="dim">Pick a card to go on; equities and values by card, in percent and chips of the pot ${num(report.pot)}.</p>
    <${DataTable} caption="Report by next card" rows=${report.cards.map((one) => ({ ...one, key: one.card, ...Object.fromEntries(one.actions.map((a) => [a.action, a.frequency])) }))} onPick=${(row) => onCard(row.card)} columns=${[
      { key: "card", title: "card", show: (v) => html`<button type="button" class="small" onClick=${() => onCard(v)}><${PlayingCard} card=${v} /></button>` },
      { key: "chance", title: "chance", num: true, show: (v) => percent(v) },
      { key: "oop_equity", title: "OOP equity", num: true, show: (v) => percent(v) }, { key: "oop_value", title: "OOP value", num: true, show: (v) => num(v) },
      { key: "ip_equity", title: "IP equity", num: true, show: (v) => percent(v) }, { key: "ip_value", title: "IP value", num: true, show: (v) => num(v) },
      ...names.map((name) => ({ key: name, title: name, num: true, show: (v) => (v === undefined ? "–" : percent(v)) }))]} /></section>`;
}

function Node({ id, line, view, who, setWho, mode, setMode, filter, setFilter, picked, setPicked, onStep }) {
  const range = view.ranges[who];
  const acts = who === view.player;
  const names = view.actions.map((one) => one.action);
  const types = useMemo(() => {
    const found = {};
    for (const hand of range.hands) {
      const type = typeOf(hand.hand);
      (found[type] ||= []).push(hand);
    }
    return found;
  }, [range]);
  const mean = (list, get) => { const total = list.reduce((sum, one) => sum + (one.share || 0), 0); return total > 0 ? list.reduce((sum, one) => sum + (one.share || 0) * (get(one) ?? 0), 0) / total : list.reduce((sum, one) => sum + (get(one) ?? 0), 0) / list.length; };
  const most = Math.max(1e-12, ...Object.values(types).map((list) => list.reduce((sum, one) => sum + one.weight, 0) / list.length));
  const cell = (type) => {
    const list = types[type];
    if (!list) return { off: true, title: `${type}: not in the range` };
    const height = Math.max(0.08, list.reduce((sum, one) => sum + one.weight, 0) / list.length / most);
    if (mode === "strategy" && acts) {
      const shares = names.map((name) => mean(list, (one) => one.strategy[name]));
      const best = shares.indexOf(Math.max(...shares));
      return { names, shares, height, text: percent(shares[best], 0), title: `${type}: ${names.map((n, i) => `${n} ${percent(shares[i])}`).join(", ")}` };
    }
    const key = mode === "strategy" ? "weight" : mode;
    const value = key === "weight" ? list.reduce((sum, one) => sum + one.weight, 0) / list.length : mean(list, (one) => one[key]);
    const level = key === "equity" ? value : key === "value" ? value / (view.pot || 1) : key === "eqr" ? value / 2 : value / most;
    const shown = key === "equity" ? num(100 * value, 0) : key === "weight" ? num(100 * value, 0) : num(value, key === "eqr" ? 2 : 1);
    return { colour: `color-mix(in srgb, var(--call) ${Math.round(100 * Math.min(1, Math.max(0, level)))}%, var(--bet-1))`, height, text: shown, title: `${type}: ${MODES[key]} ${shown}` };
  };
  const rows = range.hands.filter((one) => (!picked || typeOf(one.hand) === picked) && (!filter || one.hand.toLowerCase().includes(filter.toLowerCase()) || typeOf(one.hand).toLowerCase().includes(filter.toLowerCase())))
    .map((one) => ({ ...one, key: one.hand, ...(one.strategy ? Object.fromEntries(names.map((n) => [`p:${n}`, one.strategy[n]])) : {}) }));
  const label = { oop: "out of position", ip: "in position" };
  const lock = `${line} | ${picked || "all"} | ${names.map((n, i) => `${n}=${Math.round(100 * view.actions[i].frequency)}%`).join(", ")}`;
  const keepLock = () => {
    const draft = readDraft();
    localStorage.setItem("spot", JSON.stringify({ ...draft, locks: [draft.locks, lock].filter(Boolean).join("\n") }));
    go("#/spots");
  };
  return html`<div class="cols two"><section class="panel">
      <div class="row between"><span><${PlayingCards} text=${view.board} /> <b>${view.street}</b></span><span class="dim">pot ${num(view.pot)} · ${num(view.stack)} behind${view.to_call ? ` · ${num(view.to_call)} to call` : ""}</span></div>
      <h3>${label[view.player]} acts</h3>
      <div class="row">${view.actions.map((one) => html`<button type="button" key=${one.action} onClick=${() => onStep(one.action)}><span class="swatch" style=${{ background: colourOf(one.action, names) }}></span>${one.action}
        <b data-frequency=${one.action}>${percent(one.frequency)}</b><span class="dim small">EV ${num(one.value)}</span></button>`)}</div>
      <div class="row between"><div class="tabs" role="group" aria-label="Whose hands">${["oop", "ip"].map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${who === one} onClick=${() => setWho(one)}>${label[one]}</button>`)}</div>
        <div class="tabs" role="group" aria-label="What the grid shows">${Object.keys(MODES).map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${mode === one} onClick=${() => setMode(one)}>${one}</button>`)}</div></div>
      ${mode === "strategy" && acts ? html`<${Legend} actions=${view.actions.map(({ action, frequency }) => ({ action, frequency }))} />` : html`<p class="small dim">${MODES[mode === "strategy" ? "weight" : mode]} by starting hand; height: how much of the hand is left</p>`}
      <${Grid13} label=${`Range ${label[who]}, ${mode}`} cell=${cell} mine=${picked} onPick=${(hand) => setPicked(picked === hand ? null : hand)} />
      <p class="hint">${label[who]}: ${num(range.combos, 1)} hands, equity ${percent(range.equity)}, value ${num(range.value)} chips, EQR ${num(range.eqr)}</p>
    </section>
    <section class="panel"><div class="row between"><h2>Hands ${picked ? `of ${picked}` : ""}</h2><span class="row"><input aria-label="Filter hands" placeholder="filter: As, KQs" value=${filter} onInput=${(e) => setFilter(e.target.value)} />
        <a class="button small" download href=${`/api/spots/${id}/csv?line=${encodeURIComponent(line)}&player=${who}`}>CSV</a></span></div>
      <${DataTable} caption="Hands" rows=${rows} columns=${[
        { key: "hand", title: "hand", show: (v) => html`<${PlayingCards} text=${v} />` }, { key: "weight", title: "weight", num: true, show: (v) => num(v, 3) },
        ...(acts ? names.map((n) => ({ key: `p:${n}`, title: n, num: true, show: (v) => percent(v) })) : []),
        { key: "equity", title: "equity", num: true, show: (v) => percent(v) }, { key: "value", title: "value, chips", num: true, show: (v) => num(v) }, { key: "eqr", title: "EQR", num: true, show: (v) => num(v) }]} />
      <details><summary>Lock this node and solve again</summary><p class="small"><code>${lock}</code></p><p class="hint">Added to the form, where shares can be edited; then press Solve.</p><button type="button" class="small" onClick=${keepLock}>Take it to the form</button></details>
    </section></div>`;
}

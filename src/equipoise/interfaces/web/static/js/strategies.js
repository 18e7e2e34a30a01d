// @ts-check
// Stored strategies: a node by its path, hands as a grid and a table, two strategies side by side.
import { html, useEffect, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { BoardPicker } from "./spots.js";
import { DataTable, Empty, Grid13, HANDS, Legend, PlayingCards, StrategyBar, colourOf, compact, num, percent, splitCards, useLoaded } from "./ui.js";

const go = (path) => (location.hash = path);

export function Strategies({ rest }) {
  const [id] = rest;
  const done = Object.values(jobs.value).filter((job) => job.kind === "solve" && job.state === "done").length;
  const [list, error] = useLoaded(() => api("/api/strategies"), [done]);
  if (error) return html`<p class="error">${error}</p>`;
  if (!list) return html`<${Empty} title="Looking …" />`;
  if (!id) return html`<${Shelf} list=${list.strategies} />`;
  return html`<${Browser} id=${id} list=${list.strategies} key=${id} />`;
}

const bets = (one) => [...new Set((one.bets || []).map((text) => text || "every bet"))].join(" – ");

function Shelf({ list }) {
  return html`<div class="head"><h1>Strategies</h1><span class="dim">what is stored below the server's folder, and what ships with the package</span></div>
    <section class="panel"><${DataTable} caption="Stored strategies" rows=${list.map((one) => ({ ...one, key: one.id, menu: bets(one) }))} onPick=${(row) => !row.problem && go(`#/strategies/${row.id}`)} columns=${[
      { key: "name", title: "name", show: (v, row) => (row.problem ? html`${v} <span class="error small">${row.problem}</span>` : html`<a href=${`#/strategies/${row.id}`}>${v}</a>`) },
      { key: "game", title: "game" }, { key: "menu", title: "bets" }, { key: "cards", title: "cards" }, { key: "method", title: "method" },
      { key: "iterations", title: "iterations", num: true, show: (v) => num(v, 0) },
      { key: "exploitability", title: "exploitability, chips", num: true, show: (v, row) => (row.interval ? `${compact(v)} ± ${compact(row.interval)}` : compact(v)) },
      { key: "value", title: "value of seat 1, chips", num: true, show: (v) => num(v, 4) }]} />
      ${list.length < 2 ? html`<${Empty} title="Only the shipped one so far">Start a solve under <a href="#/training">Training</a>, or: <code>equipoise solve leduc --out leduc</code><//>` : ""}</section>`;
}

const needed = { preflop: 0, flop: 3, turn: 4, river: 5 };

function Browser({ id, list }) {
  const [path, setPath] = useState("");
  const [steps, setSteps] = useState([]);
  const [board, setBoard] = useState("");
  const [other, setOther] = useState("");
  const about = list.find((one) => one.id === id);
  const ask = (which) => api(`/api/strategies/${which}/node?path=${encodeURIComponent(path)}&board=${board}`);
  const [node, error] = useLoaded(() => ask(id), [id, path, board]);
  const [second, problem] = useLoaded(() => (other ? ask(other) : null), [other, path, board]);
  if (!about) return html`<${Empty} title="No such strategy"><a href="#/strategies">All strategies</a><//>`;
  const holdem = about.game.startsWith("holdem");
  const trim = (round) => setBoard((old) => splitCards(old).slice(0, needed[round] ?? 5).join(""));
  const step = (at) => {
    const { step: text, then } = node.steps[at];
    if (then !== "decision") return;
    setSteps([...steps, { name: node.actions[at], path, round: node.round }]);
    if (text.endsWith("/")) setBoard("");
    setPath(path + text);
  };
  const back = (at) => { setPath(steps[at].path); trim(steps[at].round); setSteps(steps.slice(0, at)); };
  return html`<div class="head"><h1>${about.name}</h1><span class="dim">${about.game} · bets ${bets(about)} · cards ${about.cards} · ${about.method}, ${num(about.iterations, 0)} iterations</span><a class="button small" href="#/strategies">All strategies</a></div>
    <div class="stack"><section class="panel fields"><nav class="crumbs" aria-label="Actions so far"><button type="button" onClick=${() => { setPath(""); setSteps([]); setBoard(""); }}>start</button>
        ${steps.map((one, at) => html`<span key=${at}>› <button type="button" onClick=${() => back(at)} title="back to before this action">${one.name}</button></span>`)}</nav>
      <div class="row"><label class="line small">Compare with <select value=${other} onChange=${(e) => setOther(e.target.value)}><option value="">nothing</option>
        ${list.filter((one) => one.id !== id && one.game === about.game).map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select></label>
        <a class="button small" download href=${`/api/strategies/${id}/csv?path=${encodeURIComponent(path)}&board=${board}`}>CSV</a></div>
      ${about.command ? html`<p class="small dim">Made by <code>${about.command}</code></p>` : ""}</section>
    ${error ? html`<section class="panel"><p class="error">${error}</p></section>` : ""}
    ${node && holdem && node.round !== "preflop" ? html`<section class="panel"><${BoardPicker} board=${board} onChange=${(text) => { const cards = splitCards(text); if (cards.length <= needed[node.round]) setBoard(text); }}
      label=${`Board of the ${node.round} (${needed[node.round]} cards)`} /></section>` : ""}
    ${node ? html`<div class=${other ? "cols two" : ""}><${NodeView} node=${node} onStep=${step} title=${about.name} />${other ? html`<${NodeView} node=${second} title=${list.find((one) => one.id === other)?.name} error=${problem} against=${node} />` : ""}</div>` : ""}</div>`;
}

function NodeView({ node, onStep, title, error, against }) {
  const [hover, setHover] = useState(null);
  const [filter, setFilter] = useState("");
  const [show, setShow] = useState("frequencies");
  if (error) return html`<section class="panel"><h2>${title}</h2><p class="error">${error}</p></section>`;
  if (!node) return html`<section class="panel"><${Empty} title="Looking …" /></section>`;
  const names = node.actions;
  const shares = (hand) => node.hands[hand];
  const apart = (hand) => (against?.hands && against.actions.join() === names.join() ? names.reduce((sum, _, i) => sum + Math.abs(shares(hand)[i] - against.hands[hand][i]), 0) / 2 : null);
  const states = node.hands && !node.board
    ? HANDS.flat().map((hand) => ({ cards: hand, weight: node.arrival?.[hand] ?? 0, probabilities: node.hands[hand] })) : node.states;
  const rows = states.filter((one) => !filter || one.cards.toLowerCase().includes(filter.toLowerCase())).map((one) => ({ ...one, key: one.cards, ...Object.fromEntries(names.map((n, i) => [n, one.probabilities[i]])) }));
  const word = (hand) => `${hand}: ${names.map((n, i) => `${n} ${percent(shares(hand)[i])}`).join(", ")}; arrives ${percent(node.arrival?.[hand])}`;
  return html`<section class="panel"><h2>${title}: seat ${node.seat}, ${node.round} <span class="dim small">pot ${num(node.pot)} chips, it comes here ${percent(node.reach)} of its hands</span></h2>
    <div class="row">${names.map((name, at) => html`<button type="button" key=${name} disabled=${!onStep || node.steps[at].then !== "decision"} onClick=${() => onStep?.(at)}><span class="swatch" style=${{ background: colourOf(name, names) }}></span>${name} <b>${percent(node.totals[at])}</b>
      ${node.steps[at].then === "decision" ? "" : html`<span class="dim small">${node.steps[at].then}</span>`}</button>`)}</div>
    <${StrategyBar} names=${names} shares=${node.totals} label="all hands" />
    <div class="cols two"><div>${node.hands ? html`<div class="tabs" role="group" aria-label="What the grid shows">${["frequencies", "weights", ...(against ? ["difference"] : [])].map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${show === one} onClick=${() => setShow(one)}>${one}</button>`)}</div>
        <${Legend} actions=${names.map((action, at) => ({ action, frequency: node.totals[at] }))} />
        <${Grid13} label=${`Hands of ${title}`} onHover=${setHover} cell=${(hand) => {
          const one = shares(hand);
          if (!one.some((p) => p > 0)) return { off: true, title: `${hand}: not possible` };
          const weight = node.arrival?.[hand] ?? 1;
          if (show === "weights") return { colour: "var(--weight)", height: weight, text: num(100 * weight, 0), title: word(hand) };
          if (show === "difference") { const d = apart(hand); return d === null ? { off: true } : { colour: "var(--bet-3)", height: d, text: num(100 * d, 0), title: `${hand}: ${percent(d)} of the time something else` }; }
          return { names, shares: one, height: Math.max(0.07, weight), text: percent(Math.max(...one), 0), title: word(hand) };
        }} /><p class="hint">${hover && shares(hover) ? word(hover) : "Point at a hand, or move with the arrow keys. Height: how much of it arrives."}</p>`
        : html`<p class="dim">${node.round === "preflop" ? "Card states of this game are in the table." : "Choose a board to see hands instead of buckets."}</p>`}</div>
      <div><div class="row between"><h3>${node.hands ? (node.board ? "Hands on this board" : "Hands") : "Card states"}</h3><input aria-label="Filter" placeholder="filter" value=${filter} onInput=${(e) => setFilter(e.target.value)} /></div>
        <${DataTable} caption="Card states" rows=${rows} start=${node.hands && !node.board ? null : { key: "weight", down: true }} columns=${[{ key: "cards", title: "cards", show: (v) => (/^([2-9TJQKA][cdhs]){2}$/.test(v) ? html`<${PlayingCards} text=${v} />` : v) }, { key: "weight", title: node.hands && !node.board ? "arrives" : "weight", num: true, show: (v) => percent(v, 2) },
          ...names.map((n) => ({ key: n, title: n, num: true, show: (v) => percent(v) }))]} /></div></div></section>`;
}

// @ts-check
// Pieces that screens share: cards, grids of hands, bars, tables, curves, numbers with units.
import { html, useEffect, useRef, useState, uPlot } from "../vendor.js";

export const RANKS = "AKQJT98765432";
export const SUITS = "shdc";
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_WORDS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven",
  6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
};

/** Numbers as people read them. */
export const num = (value, digits = 2) =>
  value === null || value === undefined || Number.isNaN(value)
    ? "–"
    : Number(value).toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
export const percent = (value, digits = 1) =>
  value === null || value === undefined ? "–" : `${(100 * value).toFixed(digits)}%`;
export const signed = (value, digits = 1) =>
  value === null || value === undefined ? "–" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${num(Math.abs(value), digits)}`;
export const compact = (value) =>
  value === null || value === undefined ? "–"
    : Math.abs(value) >= 1000 || value === 0 ? num(value, 0)
    : Math.abs(value) < 0.001 ? Number(value).toExponential(2).replace("e-", " × 10⁻").replace(/⁻(\d+)$/, (_, d) => "⁻" + [...d].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]).join(""))
    : String(Number(Number(value).toPrecision(3)));
const power = (value) => {
  const n = Math.round(Math.log10(value));
  return Math.abs(n) < 4 ? compact(10 ** n) : `10${n < 0 ? "⁻" : ""}${[...String(Math.abs(n))].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]).join("")}`;
};
export const bytes = (value) =>
  value >= 1e9 ? `${(value / 1e9).toFixed(2)} GB` : value >= 1e6 ? `${(value / 1e6).toFixed(1)} MB` : `${Math.ceil(value / 1e3)} kB`;

/** "AsKd" as ["As", "Kd"]. */
export const splitCards = (text) => (text || "").match(/../g) || [];

export function PlayingCard({ card }) {
  if (!card) return html`<span class="pc none" aria-hidden="true">·</span>`;
  if (card === "??") return html`<span class="pc back" role="img" aria-label="hidden card">?</span>`;
  const [rank, suit] = card;
  return html`<span class=${`pc ${suit}`} role="img" aria-label=${`${RANK_WORDS[rank]} of ${SUIT_WORDS[suit]}`}>
    <span>${rank === "T" ? "10" : rank}</span><span>${SYMBOLS[suit]}</span></span>`;
}

export function PlayingCards({ text, of = 0 }) {
  const cards = splitCards(text);
  while (cards.length < of) cards.push("");
  return cards.map((card, at) => html`<${PlayingCard} key=${card + at} card=${card} />`);
}

/** The colour of an action among those of its node: folds blue, calls green, bets by size. */
export function colourOf(name, names) {
  const text = name.toLowerCase();
  if (text.startsWith("fold")) return "var(--fold)";
  if (text.startsWith("check") || text.startsWith("call")) return "var(--call)";
  if (text.includes("all-in")) return "var(--all-in)";
  const bets = names.filter((one) => !/^(fold|check|call)/i.test(one) && !/all-in/i.test(one));
  const place = bets.indexOf(name);
  const from = bets.length > 3 ? 1 : bets.length > 1 ? 1 : 2;
  return `var(--bet-${Math.min(4, from + place)})`;
}

export function Swatch({ colour }) {
  return html`<span class="swatch" style=${{ background: colour }} aria-hidden="true"></span>`;
}

/** Actions with their colours and shares. */
export function Legend({ actions }) {
  const names = actions.map((one) => one.action);
  return html`<div class="legend">${actions.map((one) => html`<span class="key" key=${one.action}>
    <${Swatch} colour=${colourOf(one.action, names)} /><span>${one.action}</span>
    ${one.frequency === undefined ? "" : html`<b>${percent(one.frequency)}</b>`}
    ${one.value === undefined || one.value === null ? "" : html`<span class="dim">EV ${num(one.value)}</span>`}</span>`)}</div>`;
}

export function StrategyBar({ names, shares, label }) {
  const words = names.map((name, at) => `${name} ${percent(shares[at])}`).join(", ");
  return html`<div class="bar" role="img" aria-label=${label ? `${label}: ${words}` : words} title=${words}>
    ${names.map((name, at) => html`<span key=${name} style=${{ width: `${100 * shares[at]}%`, background: colourOf(name, names) }}></span>`)}</div>`;
}

/** The 169 starting hands, pairs on the diagonal, suited above it. */
export const HANDS = [...RANKS].map((row, i) =>
  [...RANKS].map((column, j) => (i === j ? row + column : i < j ? `${row}${column}s` : `${column}${row}o`)));

function gradient(names, shares) {
  const stops = [];
  let at = 0;
  names.forEach((name, i) => {
    const colour = colourOf(name, names);
    stops.push(`${colour} ${at.toFixed(1)}%`, `${colour} ${(at += 100 * shares[i]).toFixed(1)}%`);
  });
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** A grid of hands. `cell(hand)` gives {names, shares} or {colour, level}, {height, text, title, off}.
 * Arrow keys move, Enter and click pick; `paint` is called while the pointer is drawn over cells. */
export function Grid13({ cell, label, onPick, paint, mine, onHover }) {
  const [at, setAt] = useState([0, 0]);
  const grid = useRef(null);
  const drawing = useRef(null);
  const move = (event, i, j) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = [Math.min(12, Math.max(0, i + step[0])), Math.min(12, Math.max(0, j + step[1]))];
    setAt(next);
    grid.current?.querySelector(`[data-at="${next[0]}-${next[1]}"]`)?.focus();
  };
  const over = (event) => {
    if (drawing.current === null || !paint) return;
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hand]");
    const hand = found?.getAttribute("data-hand");
    if (hand) paint(hand, drawing.current);
  };
  return html`<div class=${`grid13${paint ? " paints" : ""}`} role="grid" aria-label=${label} ref=${grid}
      onPointerMove=${over} onPointerUp=${() => (drawing.current = null)} onPointerLeave=${() => { drawing.current = null; onHover?.(null); }}>
    ${HANDS.map((row, i) => html`<div role="row" key=${i}>${row.map((hand, j) => {
      const look = cell(hand) || {};
      const fill = look.names ? gradient(look.names, look.shares) : look.colour;
      const height = `${100 * (look.height ?? 1)}%`;
      return html`<button type="button" key=${hand} role="gridcell" data-hand=${hand} data-at=${`${i}-${j}`}
        class=${`cell${look.off ? " off" : ""}${mine === hand ? " mine" : ""}`}
        tabindex=${at[0] === i && at[1] === j ? 0 : -1} title=${look.title || hand} aria-label=${look.title || hand}
        aria-selected=${mine === hand}
        onKeyDown=${(event) => move(event, i, j)} onFocus=${() => { setAt([i, j]); onHover?.(hand); }}
        onMouseEnter=${() => onHover?.(hand)}
        onPointerDown=${(event) => { if (paint) { event.preventDefault(); event.currentTarget.releasePointerCapture?.(event.pointerId); drawing.current = paint(hand, null); } }}
        onClick=${(event) => { if (paint) { if (event.detail === 0) paint(hand, null); } else onPick?.(hand); }}>
        ${fill ? html`<span class="fill" style=${{ height, background: fill }}></span>` : ""}
        <b>${hand}</b><i>${look.text ?? ""}</i></button>`;
    })}</div>`)}</div>`;
}

/** A curve: x values and named series with units; bands are [low, high] series. */
export function Curve({ x, series, xLabel, yLabel, logX, logY, height = 230, time }) {
  const place = useRef(null);
  const key = JSON.stringify([x.length, x[x.length - 1], series.map((one) => one.values[one.values.length - 1]), logX, logY]);
  const [theme, setTheme] = useState("");
  useEffect(() => {
    const seen = new MutationObserver(() => setTheme(document.documentElement.dataset.theme || ""));
    seen.observe(document.documentElement, { attributes: true });
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    const box = place.current;
    if (!box || x.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    const text = style.getPropertyValue("--dim"), line = style.getPropertyValue("--line");
    const powers = (_, splits) => splits.map((value) => (value !== null && /^1(\.0*)?e/.test(value.toExponential(6)) ? value : null));
    const axis = (label, log) => ({
      label, stroke: text, grid: { stroke: line, width: 1, ...(log ? { filter: powers } : {}) }, ticks: { stroke: line, ...(log ? { filter: powers } : {}) },
      labelSize: 18, size: label === yLabel ? 66 : 34, labelFont: "12px system-ui", font: "11px system-ui", ...(log ? { filter: powers } : {}),
      values: (_, splits) => splits.map((value) => (value === null ? "" : log ? power(value) : compact(value))),
    });
    const plot = new uPlot({
      width: Math.max(240, box.clientWidth), height,
      scales: { x: { time: false, distr: logX ? 3 : 1 }, y: { distr: logY ? 3 : 1 } },
      axes: [axis(xLabel, logX), axis(yLabel, logY)],
      series: [{ label: xLabel, value: (_, v) => compact(v) }, ...series.map((one) => ({
        label: one.name, stroke: style.getPropertyValue(one.colour || "--accent") || one.colour, width: one.width ?? 2,
        dash: one.dash, class: one.quiet ? "quiet" : undefined, value: (_, v) => compact(v), points: { show: x.length < 3 },
      }))],
      bands: series.flatMap((one, at) => (one.bandTo ? [{ series: [at + 1, at + 2], fill: "rgba(90, 140, 200, .22)" }] : [])),
      cursor: { drag: { x: false, y: false } }, legend: { live: false },
    }, [x, ...series.map((one) => one.values)], box);
    const resize = () => plot.setSize({ width: Math.max(240, box.clientWidth), height });
    const watch = new ResizeObserver(resize);
    watch.observe(box);
    return () => { watch.disconnect(); plot.destroy(); };
  }, [key, theme]);
  const last = series.map((one) => `${one.name} ${compact(one.values[one.values.length - 1])}`).join(", ");
  return html`<div class="plot" ref=${place} role="img" aria-label=${`${yLabel} by ${xLabel}; last: ${last}`}></div>`;
}

/** A table that sorts by its columns: [{key, title, unit, num, show}]. */
export function DataTable({ columns, rows, caption, onPick, picked, start }) {
  const [by, setBy] = useState(start || null);
  const sorted = by === null ? rows : [...rows].sort((a, b) => {
    const x = a[by.key], y = b[by.key];
    const order = x === y ? 0 : x === null || x === undefined ? 1 : y === null || y === undefined ? -1 : x < y ? -1 : 1;
    return by.down ? -order : order;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table>
    <caption class="vh">${caption}</caption>
    <thead><tr>${columns.map((one) => html`<th key=${one.key} class=${one.num ? "num" : ""} scope="col"
      aria-sort=${by?.key === one.key ? (by.down ? "descending" : "ascending") : "none"}>
      ${one.title ? html`<button type="button" onClick=${() => setBy({ key: one.key, down: by?.key === one.key ? !by.down : !!one.num })}>
      ${one.title}${by?.key === one.key ? (by.down ? " ↓" : " ↑") : ""}</button>` : ""}</th>`)}</tr></thead>
    <tbody>${sorted.slice(0, 1500).map((row, at) => html`<tr key=${row.key ?? at} class=${picked && picked(row) ? "picked" : ""}
      onClick=${onPick ? () => onPick(row) : undefined}>
      ${columns.map((one) => html`<td key=${one.key} class=${one.num ? "num" : ""}>${one.show ? one.show(row[one.key], row) : row[one.key] ?? "–"}</td>`)}
    </tr>`)}</tbody></table></div>`;
}

export function Empty({ title, children }) {
  return html`<div class="empty"><strong>${title}</strong>${children}</div>`;
}

/** Text to a file of the visitor's. */
export function save(name, text, kind = "text/csv") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A value that is fetched again when the key changes: [value, error, reload]. */
export function useLoaded(load, keys) {
  const [state, set] = useState({ value: null, error: "" });
  const [round, again] = useState(0);
  useEffect(() => {
    let here = true;
    Promise.resolve().then(load)
      .then((value) => here && set({ value, error: "" }))
      .catch((error) => here && set((old) => ({ value: old.value, error: error.message })));
    return () => { here = false; };
  }, [...keys, round]);
  return [state.value, state.error, () => again((n) => n + 1)];
}

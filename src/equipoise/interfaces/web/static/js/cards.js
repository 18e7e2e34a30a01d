// @ts-check
// Card abstractions: the buckets of all hands on a board, one hand in them, two side by side.
import { html, useEffect, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { Waveform, Working, newest, seconds, useJob } from "./charts.js";
import { DataTable, Empty, Grid13, HANDS, PlayingCards, RANKS, SUITS, num, percent, splitCards, useLoaded } from "./ui.js";

const BOARD = "Js9s2d", HAND = "7s6s", SAMPLE = 20;
const NOTATIONS = ["8.8.8.8", "ir169.64.8.8", "ir169.10.4.4", "8-12-4-4"];
const ROUNDS = ["pre-flop", "flop", "turn", "river"];
const none = (text) => (text === "-" || text === undefined ? "" : text);

/** From weak to strong; dark text is readable on all of it, and the number is always there. */
const STOPS = [[0, [158, 189, 228]], [0.5, [232, 228, 208]], [1, [240, 160, 62]]];
function shade(level) {
  const [[a, from], [b, to]] = level < 0.5 ? [STOPS[0], STOPS[1]] : [STOPS[1], STOPS[2]];
  const part = (level - a) / (b - a);
  return `rgb(${from.map((one, at) => Math.round(one + part * (to[at] - one))).join(" ")})`;
}

const typeOf = (combo) => {
  const [a, s, b, t] = combo;
  const high = RANKS.indexOf(a) <= RANKS.indexOf(b);
  return a === b ? a + b : (high ? a + b : b + a) + (s === t ? "s" : "o");
};

export function Cards({ rest }) {
  const [id, boardText, handText, other] = rest;
  const built = Object.values(jobs.value).filter((job) => job.kind === "buckets" && job.state === "done").length;
  const [list, error] = useLoaded(() => api("/api/buckets"), [built]);
  const all = (list?.abstractions || []).filter((one) => !one.problem);
  const first = all.find((one) => one.id === id) || all[0];
  const second = all.find((one) => one.id === other);
  const board = boardText === undefined ? BOARD : none(boardText), hand = handText === undefined ? HAND : none(handText);
  const go = (change) => {
    const next = { id: first?.id, board, hand, other: second?.id || "", ...change };
    location.hash = `#/cards/${next.id}/${next.board || "-"}/${next.hand || "-"}/${next.other || "-"}`;
  };
  if (error) return html`<p class="error">${error}</p>`;
  if (!list) return html`<${Empty} title="Looking for card abstractions …" />`;
  return html`<div class="head"><h1>Cards</h1><span class="dim">what a card abstraction takes to be alike: buckets by hand and board, and the final strength behind them</span></div>
    <div class="cards-screen">
      <section class="panel fields cards-pick">
        <${Choose} label="Card abstraction" list=${all} value=${first} onChange=${(value) => go({ id: value })} />
        <${Choose} label="Beside it" list=${all} value=${second} onChange=${(value) => go({ other: value })} empty="one alone" />
        <${Picker} hand=${hand} board=${board} onChange=${go} />
        ${[first, second].filter((one) => one?.known_flops.length).map((one) => html`<div key=${one.id}><span class="hint">${one.notation} was built from ${one.flops} sampled flops and knows these:</span>
          <div class="tabs flops">${one.known_flops.slice(0, 12).map((flop) => html`<button type="button" class="small" key=${flop} aria-label=${`Board ${flop}`} onClick=${() => go({ board: flop, hand: splitCards(hand).some((card) => flop.includes(card)) ? "" : hand })}><${PlayingCards} text=${flop} /></button>`)}</div></div>`)}
      </section>
      <div class="stack cards-more"><${Strength} hand=${hand} board=${board} /><${Build} tables=${list.tables} /></div>
    <div class="stack cards-main">${first
      ? html`<div class=${second ? "cols two" : "stack"}>${[first, second].filter(Boolean).map((one) => html`<${Board} key=${one.id} about=${one} board=${board} hand=${hand} onHand=${(value) => go({ hand: value })} narrow=${!!second} />`)}</div>
        ${second ? html`<${Compare} first=${first} second=${second} tables=${list.tables} />` : ""}
        ${hand ? html`<${Survey} about=${first} hand=${hand} board=${board} tables=${list.tables} />` : ""}`
      : html`<section class="panel"><${Empty} title="No card abstraction yet">Build one with the form: a few sampled flops take seconds.<//></section>`}</div></div>`;
}

function Choose({ label, list, value, onChange, empty }) {
  return html`<label>${label}<select value=${value?.id || ""} onChange=${(e) => onChange(e.target.value)}>
    ${empty ? html`<option value="">${empty}</option>` : ""}
    ${list.map((one) => html`<option key=${one.id} value=${one.id}>${one.notation} – ${one.kept === "strategy" ? one.name : one.kept === "cache" ? "built" : one.name}${one.flops ? `, ${one.flops} flops` : ""}${one.seed ? `, seed ${one.seed}` : ""}</option>`)}</select>
    ${value ? html`<span class="hint">${value.counts.map((n, at) => `${num(n, 0)} ${ROUNDS[at]}`).join(", ")}; ${value.recall} recall</span>` : ""}</label>`;
}

/** Hand and board as text and as a deck of 52 buttons. */
function Picker({ hand, board, onChange }) {
  const [fill, setFill] = useState("board");
  const [typed, setTyped] = useState({ hand, board });
  useEffect(() => setTyped({ hand, board }), [hand, board]);
  const apply = () => onChange({ hand: typed.hand.replace(/\s/g, ""), board: typed.board.replace(/\s/g, "") });
  const inHand = splitCards(hand), onBoard = splitCards(board);
  const toggle = (card) => {
    const held = fill === "hand" ? inHand : onBoard;
    const next = held.includes(card) ? held.filter((one) => one !== card) : [...held, card].slice(-(fill === "hand" ? 2 : 5));
    onChange({ [fill]: next.join("") });
  };
  return html`<form class="fields" onSubmit=${(e) => { e.preventDefault(); apply(); }}><div class="fields half">
      <label>Hand<input value=${typed.hand} placeholder="7s6s" onInput=${(e) => setTyped({ ...typed, hand: e.target.value })} onBlur=${apply} onKeyDown=${(e) => e.key === "Enter" && apply()} /></label>
      <label>Board<input value=${typed.board} placeholder="before the flop" onInput=${(e) => setTyped({ ...typed, board: e.target.value })} onBlur=${apply} onKeyDown=${(e) => e.key === "Enter" && apply()} /></label></div>
    <div class="row between"><div class="row" role="group" aria-label="The deck fills">${["board", "hand"].map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${fill === one} onClick=${() => setFill(one)}>${one}</button>`)}</div>
      <button type="button" class="small plain" onClick=${() => onChange({ board: "" })}>no board</button></div>
    <div class="deck upright" role="group" aria-label=${`Cards of the ${fill}`}>${[...SUITS].map((suit) => [...RANKS].map((rank) => {
      const card = rank + suit, here = fill === "hand" ? inHand : onBoard, there = fill === "hand" ? onBoard : inHand;
      return html`<button type="button" key=${card} class=${suit} aria-pressed=${here.includes(card)} disabled=${there.includes(card)} aria-label=${card} onClick=${() => toggle(card)}>${rank === "T" ? "10" : rank}<span aria-hidden="true">${{ s: "♠", h: "♥", d: "♦", c: "♣" }[suit]}</span></button>`;
    }))}</div></form>`;
}

const complete = (board) => [0, 3, 4, 5].includes(splitCards(board).length);

function Board({ about, board, hand, onHand, narrow }) {
  const ready = complete(board);
  const [found, error] = useLoaded(() => (ready ? api(`/api/buckets/${about.id}/board?board=${board}`) : null), [about.id, board]);
  const whole = splitCards(hand).length === 2;
  const [inside, insideError] = useLoaded(() => (ready && whole ? api(`/api/buckets/${about.id}/hand?hand=${hand}&board=${board}`) : null), [about.id, board, hand]);
  const [hover, setHover] = useState(null);
  const [only, setOnly] = useState(null);
  const title = html`<h2>${about.notation} <span class="dim small">${about.kept === "strategy" ? about.name : about.flops ? `built from ${about.flops} flops` : ""}</span></h2>`;
  if (!ready) return html`<section class="panel">${title}<${Empty} title="Three, four or five board cards">or none, for the buckets of the starting hands.<//></section>`;
  if (error) return html`<section class="panel">${title}<${Empty} title="No buckets here">${error}<//></section>`;
  if (!found) return html`<section class="panel">${title}<${Empty} title=${board ? "Looking …" : "Looking … the first time without a board takes some seconds"} /></section>`;
  const order = new Map(found.buckets.map((one, at) => [one.bucket, found.buckets.length > 1 ? at / (found.buckets.length - 1) : 1]));
  const byType = {};
  found.hands.forEach((combo, at) => (byType[typeOf(combo)] ||= []).push([combo, found.hand_buckets[at], found.strengths[at]]));
  const rounds = inside && inside.board === board && inside.hand ? inside.rounds : [];
  const mine = whole ? typeOf(hand) : null;
  const cell = (type) => {
    const combos = byType[type];
    if (!combos) return { off: true, title: `${type}: on the board` };
    const counts = new Map();
    combos.forEach(([, bucket]) => counts.set(bucket, (counts.get(bucket) || 0) + 1));
    const parts = [...counts].sort((a, b) => order.get(a[0]) - order.get(b[0]));
    let at = 0;
    const stops = parts.flatMap(([bucket, count]) => { const from = at; at += (100 * count) / combos.length; return [`${shade(order.get(bucket))} ${from}%`, `${shade(order.get(bucket))} ${at}%`]; });
    const mean = combos.reduce((sum, one) => sum + one[2], 0) / combos.length;
    return {
      colour: `linear-gradient(90deg, ${stops.join(", ")})`, off: only !== null && !counts.has(only),
      text: parts.length === 1 ? parts[0][0] + 1 : parts.length === 2 && parts.map((one) => one[0] + 1).join("·").length <= (narrow ? 4 : 5) ? parts.map((one) => one[0] + 1).join("·") : `${parts.length}×`,
      title: `${type}: ${parts.map(([bucket, count]) => `${count} of ${combos.length} in bucket ${bucket + 1}`).join(", ")}; mean strength ${percent(mean)}`,
    };
  };
  const shown = hover && byType[hover] ? hover : mine && byType[mine] ? mine : null;
  return html`<section class="panel">${title}
    <p class="small dim">${found.round}${board ? html` on <${PlayingCards} text=${board} />` : ""}: ${num(found.hands.length, 0)} hands in ${num(found.buckets.length, 0)} of ${num(found.of, 0)} buckets</p>
    <div class=${narrow ? "stack" : "cols two"}><div>
      <${Grid13} label=${`Buckets of ${about.notation}`} cell=${cell} mine=${mine} onHover=${setHover} onPick=${(type) => byType[type] && onHand(byType[type][0][0])} />
      <div class="legend"><span class="key"><span class="ramp" aria-hidden="true"></span>weak to strong bucket; numbers are buckets, 3× means three of them</span></div>
      <div class="combos" aria-live="polite">${shown ? byType[shown].slice(0, 16).map(([combo, bucket, strength]) => html`<button type="button" class="small" key=${combo} aria-pressed=${combo === hand} onClick=${() => onHand(combo)}><${PlayingCards} text=${combo} /> ${bucket + 1} <span class="dim">${percent(strength)}</span></button>`) : html`<span class="hint">Move over the grid, or pick a hand, for its combinations with bucket and strength.</span>`}</div>
    </div><div>
      ${insideError ? html`<p class="error">${insideError}</p>` : ""}
      ${rounds.map((one, at) => html`<div class="round" key=${one.round}><h3>${one.round}: ${hand} is in bucket ${one.bucket + 1} of ${num(one.of, 0)}</h3>
        <${Waveform} values=${one.waveform} mean=${one.strength} label=${`${hand}, ${one.round}`} over=${at === rounds.length - 1 ? found.buckets.find((part) => part.bucket === one.bucket)?.waveform : undefined} />
        <p class="small">strength ${percent(one.strength)} (standard deviation ${percent(one.deviation)}); ${num(one.together.length, 0)} hands here share the bucket</p></div>`)}
      ${rounds.length ? html`<div class="legend"><span class="key"><span class="swatch bar-key" aria-hidden="true"></span>${hand}: share of runouts by final strength</span><span class="key"><span class="swatch line-key" aria-hidden="true"></span>mean of its bucket on this board</span></div>`
        : html`<${Empty} title="No hand chosen">Pick one in the grid or type two cards.<//>`}
    </div></div>
    <h3>Buckets on this board, from the weakest</h3>
    <${DataTable} caption=${`Buckets of ${about.notation} on this board`} rows=${found.buckets.map((one) => ({ ...one, key: one.bucket }))} picked=${(row) => row.bucket === (only ?? rounds[rounds.length - 1]?.bucket)} onPick=${(row) => setOnly(only === row.bucket ? null : row.bucket)} columns=${[
      { key: "bucket", title: "bucket", num: true, show: (v) => html`<button type="button" class="small" aria-pressed=${only === v} aria-label=${`Show bucket ${v + 1} in the grid`} onClick=${(e) => { e.stopPropagation(); setOnly(only === v ? null : v); }}><span class="swatch" style=${{ background: shade(order.get(v)) }} aria-hidden="true"></span>${v + 1}</button>` },
      { key: "hands", title: "hands", num: true }, { key: "share", title: "share", num: true, show: (v) => percent(v) },
      { key: "strength", title: "strength", num: true, show: (v) => percent(v) }, { key: "low", title: "range", num: true, show: (v, row) => html`<span class="dim">${num(100 * v, 0)} to ${percent(row.high, 0)}</span>` },
      { key: "waveform", title: "final strength", show: (v, row) => html`<${Waveform} small=${true} values=${v} mean=${row.strength} label=${`bucket ${row.bucket + 1}`} />` }]} /></section>`;
}

function Strength({ hand, board }) {
  const [opponents, setOpponents] = useState(1);
  const fits = splitCards(hand).length === 2 && splitCards(board).length >= 3;
  const [found, error] = useLoaded(() => (fits ? api(`/api/strength?hand=${hand}&board=${board}&opponents=${opponents}`) : null), [hand, board, opponents]);
  const rows = found && [["HR", found.hr, "rank among all hands"], ["HS", found.hs, `ahead now of ${opponents === 1 ? "one opponent" : `${opponents} opponents`}`],
    ["PPOT1", found.ppot1, "behind now, ahead after the next card"], ["NPOT1", found.npot1, "ahead now, behind after the next card"],
    ["PPOT2", found.ppot2, "behind now, ahead after both cards"], ["NPOT2", found.npot2, "ahead now, behind after both cards"],
    ["EHS", found.ehs, "effective strength"], ["EHS′", found.ehs_optimistic, "without NPOT, to bet by"]].filter((row) => row[1] !== null && row[1] !== undefined);
  return html`<section class="panel"><h2>Strength and potential</h2>
    ${!fits ? html`<${Empty} title="A hand and a board">Two cards and at least a flop.<//>` : error ? html`<p class="error">${error}</p>` : !found ? html`<p class="dim">Counting …</p>` : html`
      <p class="small"><${PlayingCards} text=${found.hand} /> on <${PlayingCards} text=${found.board} />: ${found.made}</p>
      <table class="plain"><caption class="vh">Strength and potential</caption><tbody>${rows.map(([name, value, meaning]) => html`<tr key=${name}><th scope="row">${name}</th><td class="num">${percent(value)}</td><td class="dim small">${meaning}</td></tr>`)}</tbody></table>
      <label class="line small">against <input class="tiny" type="number" min="1" max="22" value=${opponents} onInput=${(e) => setOpponents(Math.min(22, Math.max(1, Number(e.target.value) || 1)))} /> random hands</label>`}</section>`;
}

function Build({ tables }) {
  const [cards, setCards] = useState("8.8.8.8");
  const [flops, setFlops] = useState("20");
  const [about, setAbout] = useState(null);
  const [error, setError] = useState("");
  const [id, setId] = useState(null);
  const [, own] = useJob(id);
  const job = own || newest((one) => one.kind === "buckets" && !["done", "cancelled"].includes(one.state));
  const body = { cards, ...(flops ? { flops: Number(flops) } : {}) };
  const call = async (work) => { try { await work(); setError(""); } catch (problem) { setError(problem.message); } };
  const ask = () => call(async () => setAbout(await api(`/api/buckets/estimate?cards=${encodeURIComponent(cards)}${flops ? `&flops=${flops}` : ""}`)));
  const start = (event) => { event.preventDefault(); call(async () => setId((await api("/api/buckets/build", body)).id)); };
  return html`<section class="panel"><h2>Build an abstraction</h2><form class="fields" onSubmit=${start}>
    <label>Notation<input list="notations" value=${cards} onInput=${(e) => { setCards(e.target.value); setAbout(null); }} /><datalist id="notations">${NOTATIONS.map((one) => html`<option key=${one} value=${one} />`)}</datalist>
      <span class="hint">buckets a round; ir before a round forgets it; 8-12-4-4 is potential-aware</span></label>
    <label>Sampled flops<input inputmode="numeric" value=${flops} placeholder="all 1,755" onInput=${(e) => { setFlops(e.target.value); setAbout(null); }} />
      <span class="hint">${flops ? "quick, and known on these flops alone" : tables ? "all flops: some minutes" : "all flops: builds strength tables of 2.1 GB first"}</span></label>
    ${about ? html`<p class="small">${about.notation}: ${about.counts.map((n, at) => `${num(n, 0)} ${ROUNDS[at]}`).join(", ")}; ${about.recall} recall; about ${seconds(about.seconds + about.table_seconds)}</p>` : ""}
    <div class="row end"><button type="button" onClick=${ask}>How long?</button><button class="main" type="submit">Build</button></div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}</form><${Working} job=${job} /></section>`;
}

/** What is known of a hand's bucket over all boards: a job, because it looks at thousands of them. */
function Survey({ about, hand, board, tables }) {
  const rough = !tables && about.flops === null; // all flops would need strength tables of 2.1 GB first
  const found = newest((one) => one.kind === "portrait" && one.about.hand === hand && one.about.board === board && (rough ? one.about.cards === about.notation : one.about.id === about.id));
  const [result, job] = useJob(found?.id || null);
  const [error, setError] = useState("");
  if (splitCards(hand).length !== 2 || !complete(board)) return "";
  const start = () => api("/api/buckets/show", rough ? { cards: about.notation, flops: SAMPLE, hand, board } : { id: about.id, hand, board }).then(() => setError("")).catch((problem) => setError(problem.message));
  return html`<section class="panel"><div class="row between"><h2>${hand} over all boards</h2>
      ${found ? "" : html`<button type="button" onClick=${start}>Survey its buckets</button>`}</div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}
    ${found ? "" : html`<p class="hint">How often the bucket comes, its strength over all boards, the hands that are nearest, and examples. It looks at thousands of boards, which takes some seconds.</p>`}
    ${rough ? html`<p class="hint">Rough: ${about.notation} is built anew from ${SAMPLE} sampled flops, so its buckets differ a little from those above. With strength tables (2.1 GB, some minutes, once: <code>equipoise tables build</code>) it is exact.</p>` : ""}
    <${Working} job=${job} />
    ${result ? result.rounds.map((one) => html`<div class="round" key=${one.round}><h3>${one.round}: bucket ${one.bucket + 1} of ${num(one.of, 0)}</h3>
      <dl class="facts"><dt>comes in</dt><dd>${percent(one.share, 2)} of hands${one.exact ? "" : ", on a sample of boards"}</dd>
        <dt>mean strength in it</dt><dd>${percent(one.bucket_strength)}; the middle eight tenths from ${percent(one.bucket_range[0])} to ${percent(one.bucket_range[1])}</dd>
        ${one.nearest.length ? html`<dt>nearest hands here</dt><dd>${one.nearest.map((other) => html`<span class="near" key=${other.hand}><${PlayingCards} text=${other.hand} /> <span class="small dim">${num(100 * other.distance, 1)} points away${other.same_bucket ? ", same bucket" : ""}</span></span>`)}</dd>` : ""}
        ${one.examples.length ? html`<dt>also in it</dt><dd>${one.examples.map((other) => html`<span class="near" key=${other.hand + other.board}><${PlayingCards} text=${other.hand} /> on <${PlayingCards} text=${other.board} /> <span class="small dim">${percent(other.strength)}</span></span>`)}</dd>` : ""}</dl></div>`) : ""}</section>`;
}

function Compare({ first, second, tables }) {
  const dear = !tables;
  const found = newest((one) => one.kind === "compare" && one.about.first === first.id && one.about.second === second.id);
  const [result, job] = useJob(found?.id || null);
  const [error, setError] = useState("");
  const start = () => api("/api/buckets/compare", { first: first.id, second: second.id }).then(() => setError("")).catch((problem) => setError(problem.message));
  return html`<section class="panel"><div class="row between"><h2>How far they agree</h2>${found && job?.state !== "failed" ? "" : html`<button type="button" onClick=${start}>Compare over many boards</button>`}</div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}<${Working} job=${job} />
    ${found ? "" : html`<p class="hint">Of two hands that one abstraction takes for alike, how often does the other too? Pre-flop and flop exactly, turn and river on 2,000 sampled boards.${dear ? " Strength tables (2.1 GB) are built first, which takes some minutes, once." : ""}</p>`}
    ${result ? html`<${DataTable} caption="Agreement by round" rows=${result.rounds.map((one) => ({ ...one, key: one.round }))} columns=${[
      { key: "round", title: "round" }, { key: "buckets", title: "buckets", show: (v) => v.map((n) => num(n, 0)).join(" and ") },
      { key: "adjusted_rand", title: "adjusted Rand (1 = the same)", num: true, show: (v, row) => `${num(v, 3)}${row.adjusted_rand_error ? ` ± ${num(row.adjusted_rand_error, 3)}` : ""}` },
      { key: "first_kept", title: "pairs of the first kept", num: true, show: (v) => percent(v) }, { key: "second_kept", title: "of the second", num: true, show: (v) => percent(v) },
      { key: "normalised_information", title: "shared information", num: true, show: (v) => percent(v) },
      { key: "strength_sd_within", title: "strength within a bucket, ±", show: (v) => v.map((one) => percent(one)).join(" and ") }]} />` : ""}</section>`;
}

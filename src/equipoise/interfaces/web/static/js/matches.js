// @ts-check
// Matches and tournaments: crosstables and bankrolls with intervals, estimators, every hand again.
import { html, useEffect, useState } from "../vendor.js";
import { api, jobs } from "./api.js";
import { Intervals, Working, newest, useJob } from "./charts.js";
import { JobList } from "./jobs.js";
import { Story } from "./play.js";
import { Curve, DataTable, Empty, PlayingCards, num, save, signed, useLoaded } from "./ui.js";

const go = (path) => (location.hash = path);
const GAMES = ["holdem-nolimit:100bb", "holdem-nolimit:50bb", "holdem-limit:2p", "leduc", "leduc-nolimit:12", "kuhn", "jamfold:10bb"];
const COLOURS = ["--accent", "--bet-3", "--weight", "--all-in", "--fold", "--bet-1"];
const OPEN = ["queued", "running", "pausing", "cancelling", "paused", "failed"];

export function Matches({ rest }) {
  const [kind, id, number, seating] = rest;
  if (kind === "tournament") return html`<${Crosstable} id=${id} key=${id} />`;
  if (kind === "sitting") return html`<${Hand} id=${id} number=${Number(number || 1)} seating=${1} sitting=${true} key=${id} />`;
  if (kind === "match" && number) return html`<${Hand} id=${id} number=${Number(number)} seating=${Number(seating || 1)} key=${id} />`;
  if (kind === "match") return html`<${Match} id=${id} key=${id} />`;
  return html`<${List} />`;
}

function List() {
  const done = Object.values(jobs.value).filter((job) => ["match", "tournament"].includes(job.kind) && !["running", "queued"].includes(job.state)).length;
  const [list, error] = useLoaded(() => api("/api/matches"), [done]);
  const open = (job) => api(`/api/jobs/${job.id}`).then((found) => found.made && go(`#/matches/${job.kind}/${found.made}`));
  const rows = (list?.matches || []).filter((one) => !one.part_of).map((one) => ({ ...one, key: one.id }));
  const busy = Object.values(jobs.value).some((job) => ["match", "tournament"].includes(job.kind) && OPEN.includes(job.state));
  return html`<div class="head"><h1>Matches</h1><span class="dim">agents against each other; rates in thousandths of a big blind a hand (mb), with 95% intervals</span></div>
    <div class="cols form"><${Start} />
    <div class="stack">${error ? html`<p class="error">${error}</p>` : ""}
      ${busy ? html`<section class="panel"><h2>Being played</h2><${JobList} kinds=${["match", "tournament"]} onShow=${open} /></section>` : ""}
      <section class="panel"><h2>Stored matches and tournaments</h2>${rows.length ? html`<${DataTable} caption="Matches and tournaments" rows=${rows} onPick=${(row) => !row.problem && go(`#/matches/${row.kind}/${row.id}`)} columns=${[
        { key: "name", title: "name", show: (v, row) => (row.problem ? html`${v} <span class="error small">${row.problem}</span>` : html`<a href=${`#/matches/${row.kind}/${row.id}`}>${v}</a>`) },
        { key: "kind", title: "kind" }, { key: "game", title: "game", show: (v) => html`<span class="nowrap">${v}</span>` }, { key: "agents", title: "agents", show: (v) => (v || []).join(", ") },
        { key: "hands", title: "deals", num: true, show: (v, row) => (v ? `${num(v, 0)}${row.duplicate ? ", duplicate" : ""}` : "–") },
        { key: "finished", title: "state", show: (v, row) => (row.problem ? "damaged" : v ? "whole" : html`<span class="state">stopped</span>`) }]} />`
        : html`<${Empty} title="No match yet">Choose agents and press Play, or: <code>equipoise match blueprint call --out mymatch</code> in this server's folder.<//>`}</section><${Sittings} /></div></div>`;
}

function Sittings() {
  const [found] = useLoaded(() => api("/api/sittings"), []);
  if (!found?.sittings.length) return "";
  return html`<section class="panel"><h2>Sittings of yours</h2><${DataTable} caption="Sittings" rows=${found.sittings.map((one) => ({ ...one, key: one.id }))} onPick=${(row) => go(`#/matches/sitting/${row.id}/1`)} columns=${[
    { key: "name", title: "file", show: (v, row) => html`<a href=${`#/matches/sitting/${row.id}/1`}>${v}</a>` }, { key: "game", title: "game" }, { key: "players", title: "players", show: (v) => v.join(", ") }, { key: "hands", title: "hands", num: true }]} /></section>`;
}

function Start() {
  const [form, setForm] = useState({ game: GAMES[0], agents: ["blueprint", "call"], hands: "1000", duplicate: true, estimator: "", seed: "0" });
  const [agents] = useLoaded(() => api(`/api/agents?game=${encodeURIComponent(form.game)}`), [form.game]);
  const [error, setError] = useState("");
  const names = agents?.agents || [];
  const known = (id, at) => (names.some((one) => one.id === id) ? id : names[Math.min(at, names.length - 1)]?.id);
  const chosen = form.agents.map(known);
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  const setAgent = (at, value) => setForm({ ...form, agents: chosen.map((one, n) => (n === at ? value : one)) });
  const start = async (event) => {
    event.preventDefault();
    try {
      await api("/api/matches", { ...form, agents: chosen, hands: Number(form.hands), seed: Number(form.seed) || 0 });
      setError("");
    } catch (problem) { setError(problem.message); }
  };
  return html`<form class="panel fields" onSubmit=${start}><h2>Play a match</h2>
    <label>Game<select value=${form.game} onChange=${set("game")}>${GAMES.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select></label>
    ${chosen.map((id, at) => html`<div class="pickrow" key=${at}><label>${["First", "Second", "Third", "Fourth", "Fifth", "Sixth"][at] || `${at + 1}th`} agent<select value=${id} onChange=${(e) => setAgent(at, e.target.value)}>${names.map((one) => html`<option key=${one.id} value=${one.id}>${one.name} – ${one.description}</option>`)}</select></label>
      ${chosen.length > 2 ? html`<button type="button" class="small plain" aria-label=${`Remove agent ${at + 1}`} onClick=${() => setForm({ ...form, agents: chosen.filter((_, n) => n !== at) })}>✕</button>` : ""}</div>`)}
    <div class="row"><button type="button" class="small" disabled=${chosen.length >= Math.min(6, names.length)} onClick=${() => setForm({ ...form, agents: [...chosen, names.find((one) => !chosen.includes(one.id))?.id || names[0]?.id] })}>+ another agent</button>
      <span class="hint">${chosen.length > 2 ? "a tournament: everybody against everybody" : "three or more play a tournament"}</span></div>
    <div class="fields half"><label>Deals${chosen.length > 2 ? " a match" : ""}<input inputmode="numeric" value=${form.hands} onInput=${set("hands")} /></label><label>Random seed<input inputmode="numeric" value=${form.seed} onInput=${set("seed")} /></label></div>
    <label class="line"><input type="checkbox" checked=${form.duplicate} onChange=${set("duplicate")} /> duplicate: every deal in both seatings</label>
    <label>Judge by<select value=${form.estimator} onChange=${set("estimator")}>${[["", "the money"], ["aivat", "AIVAT (stored strategies)"], ["divat", "DIVAT (hold'em)"], ["duplicate", "duplicate"]].map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}</select></label>
    <div class="row end"><button class="main" type="submit" disabled=${!names.length}>Play</button></div>${error ? html`<p class="error" role="alert">${error}</p>` : ""}</form>`;
}

function Match({ id }) {
  const mine = (job) => job.kind === "match" && job.about.match === id;
  const job = newest(mine);
  const [match, error, again] = useLoaded(() => api(`/api/matches/${id}`), [id, job?.state]);
  if (error) return html`<section class="panel"><${Empty} title="This match cannot be shown">${error}. <a href="#/matches">All matches</a><//></section>`;
  if (!match) return html`<${Empty} title="Reading the hands …" />`;
  const head = html`<div class="head"><h1>${match.labels.join(" v ")}</h1><a class="button small" href="#/matches">All matches</a>
    <span class="dim">${match.game} · ${num(match.played * match.seatings, 0)} hands${match.duplicate ? `: ${num(match.played, 0)} deals in ${match.seatings} seatings` : ""} · seed ${match.seed} · ${match.name}</span></div>`;
  const more = html`<${More} match=${match} job=${job} again=${again} />`;
  if (!match.curve) return html`${head}<section class="panel"><${Empty} title="No hand is kept yet">The first session is not finished.<//>${more}</section>`;
  const rows = match.labels.map((name, at) => ({ key: name, name, mean: match.mb_per_hand[at], low: match.ci95[at][0], high: match.ci95[at][1], std: match.std[at], chips: match.chips[at] }));
  const { hands, totals_bb: totals, halves_bb: halves } = match.curve;
  const series = match.labels.flatMap((name, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const ends = (sign) => totals[at].map((value, i) => (halves[at][i] === null ? null : value + sign * halves[at][i]));
    const line = { name, values: totals[at], colour };
    return match.labels.length > 3 ? [line] : [line, { name: `${name}, 95% to`, values: ends(1), colour, width: 1, dash: [3, 4], bandTo: true, quiet: true }, { name: `${name}, from`, values: ends(-1), colour, width: 1, dash: [3, 4], quiet: true }];
  });
  const winner = match.winner && (match.labels[match.agents.indexOf(match.winner)] ?? match.winner);
  const leader = match.leader && (match.labels[match.agents.indexOf(match.leader)] ?? match.leader);
  return html`${head}
    <div class="cols two"><section class="panel"><h2>Result</h2>
      <p>${winner ? html`<b class="good">${winner} wins</b>, with 95% confidence` : html`<b>Not decided</b>: ${leader ? `${leader} is ahead` : "nobody is ahead"}${match.more_hands ? `; about ${num(match.more_hands, 0)} more hands would decide it` : ""}`}</p>
      <${Intervals} rows=${rows} unit="mb a hand" />
      <${DataTable} caption="Scores" rows=${rows} columns=${[{ key: "name", title: "agent" }, { key: "mean", title: "mb/hand", num: true, show: (v) => signed(v) },
        { key: "low", title: "95% from", num: true, show: (v) => signed(v) }, { key: "high", title: "to", num: true, show: (v) => signed(v) }, { key: "std", title: "std a hand, mb", num: true, show: (v) => num(v, 0) }, { key: "chips", title: "won, chips", num: true, show: (v) => signed(v, 2) }]} />
      ${match.intervals_by_deal ? html`<p class="hint">Intervals take deals as independent.</p>` : ""}${more}</section>
    <section class="panel"><h2>Bankrolls</h2><${Curve} x=${hands} series=${series} xLabel="hands" yLabel="won, bb" height=${300} /><p class="hint">${match.labels.length > 3 ? "Big blinds won so far." : "Big blinds won so far; the bands hold the expected bankroll with 95%, from 30 deals on."}</p></section></div>
    <${Estimators} match=${match} />
    <${Hands} match=${match} />`;
}

/** What is left to play, and how to go on. */
function More({ match, job, again }) {
  const [deals, setDeals] = useState(String(match.finished ? 2 * match.hands : match.hands));
  const [error, setError] = useState("");
  const [id, setId] = useState(null);
  const [, own] = useJob(id);
  useEffect(() => { if (own?.state === "done") again(); }, [own?.state]);
  const at = own || job;
  const resume = (event) => {
    event.preventDefault();
    api(`/api/matches/${match.id}/resume`, { hands: Number(deals) }).then((found) => { setId(found.id); setError(""); }).catch((problem) => setError(problem.message));
  };
  return html`<form class="row" onSubmit=${resume}>${match.finished ? "" : html`<span>Stopped after ${num(match.played, 0)} of ${num(match.hands, 0)} deals.</span>`}
    <label class="line small">${match.finished ? "Play on to" : "Finish to"} <input class="wide-number" inputmode="numeric" value=${deals} onInput=${(e) => setDeals(e.target.value)} /> deals</label><button class="small" type="submit">${match.finished ? "Play on" : "Resume"}</button></form>
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}<${Working} job=${at} />`;
}

const ESTIMATORS = [["money", "what was won"], ["duplicate", "both seatings of a deal together"], ["divat", "luck of the cards removed by a baseline (hold'em)"], ["importance", "weighted by the known strategy"],
  ["aivat", "chance and known actions replaced by their values"], ["mivat", "a learned value function"], ["control", "the same cards played by a control agent"]];

function Estimators({ match }) {
  const [by, setBy] = useState(match.duplicate ? ["money", "duplicate"] : ["money", "divat"]);
  const [error, setError] = useState("");
  const job = newest((one) => one.kind === "assess" && one.about.match === match.id);
  const [result] = useJob(job?.id || null);
  const found = result?.estimators || match.estimators || [];
  const start = (event) => {
    event.preventDefault();
    api(`/api/matches/${match.id}/assess`, { by: by.join(",") }).then(() => setError("")).catch((problem) => setError(problem.message));
  };
  return html`<section class="panel"><h2>Estimators side by side</h2><div class="cols form">
    <form class="fields" onSubmit=${start}>${ESTIMATORS.map(([name, meaning]) => html`<label class="line" key=${name}><input type="checkbox" checked=${by.includes(name)} disabled=${name === "duplicate" && !match.duplicate}
        onChange=${(e) => setBy(ESTIMATORS.map((one) => one[0]).filter((one) => (one === name ? e.target.checked : by.includes(one))))} /> <span><b>${name}</b> <span class="small dim">${meaning}</span></span></label>`)}
      <div class="row end"><button type="submit" disabled=${!by.length}>Estimate</button></div>${error ? html`<p class="error" role="alert">${error}</p>` : ""}</form>
    <div class="stack"><${Working} job=${job} />${found.length ? html`
      <${Intervals} unit=${`mb a hand of ${match.labels[0]}`} rows=${found.map((one) => ({ name: one.name, mean: one.mb_per_hand[0], low: one.ci95[0][0], high: one.ci95[0][1] }))} />
      <${DataTable} caption="Estimators" rows=${found.map((one) => ({ key: one.name, name: one.name, ...Object.fromEntries(one.mb_per_hand.map((v, at) => [`mb${at}`, v])), low: one.ci95.map((ends) => ends[0]), high: one.ci95.map((ends) => ends[1]), std: one.sd_per_hand[0], fewer: one.fewer_hands }))} columns=${[
        { key: "name", title: "estimator" }, ...match.labels.map((name, at) => ({ key: `mb${at}`, title: `${name}, mb/hand`, num: true, show: (v, row) => html`${signed(v)} <span class="dim small">[${signed(row.low[at])}, ${signed(row.high[at])}]</span>` })),
        { key: "std", title: "std a hand, mb", num: true, show: (v) => num(v, 0) }, { key: "fewer", title: "times fewer hands", num: true, show: (v) => (v === null ? "–" : num(v, 1)) }]} />
      ${found.flatMap((one) => one.notes || []).map((note) => html`<p class="hint" key=${note}>${note}</p>`)}`
      : html`<${Empty} title="Only the money so far">Choose estimators: each has the same mean, those that know more need fewer hands.<//>`}</div></div></section>`;
}

const ORDERS = [["hand", "as played"], ["won", "largest wins"], ["lost", "largest losses"], ["swing", "largest pots"]];

function Hands({ match }) {
  const [at, setAt] = useState({ start: 0, order: "hand", player: 0 });
  const [page, error] = useLoaded(() => api(`/api/matches/${match.id}/hands?start=${at.start}&order=${at.order}&player=${at.player}`), [match.id, match.played, at.start, at.order, at.player]);
  const size = page?.page || 50;
  const link = (row) => `#/matches/match/${match.id}/${row.number}/${row.seating}`;
  return html`<section class="panel"><div class="row between"><h2>Hands</h2><span class="row">
      <label class="line small">order <select value=${at.order} onChange=${(e) => setAt({ ...at, start: 0, order: e.target.value })}>${ORDERS.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}</select></label>
      ${at.order === "hand" ? "" : html`<label class="line small">of <select value=${at.player} onChange=${(e) => setAt({ ...at, start: 0, player: Number(e.target.value) })}>${match.labels.map((name, n) => html`<option key=${name} value=${n}>${name}</option>`)}</select></label>`}
      <button type="button" class="small" aria-label="Hands before" disabled=${at.start === 0} onClick=${() => setAt({ ...at, start: Math.max(0, at.start - size) })}>◀</button>
      <span class="small num">${num(at.start + 1, 0)} to ${num(Math.min(at.start + size, page?.of || 0), 0)} of ${num(page?.of, 0)}</span>
      <button type="button" class="small" aria-label="More hands" disabled=${!page || at.start + size >= page.of} onClick=${() => setAt({ ...at, start: at.start + size })}>▶</button></span></div>
    ${error ? html`<p class="error">${error}</p>` : ""}
    ${page ? html`<${DataTable} caption="Hands" rows=${page.hands.map((one) => ({ ...one, key: `${one.number}-${one.seating}` }))} onPick=${(row) => go(link(row))} columns=${[
      { key: "number", title: "hand", num: true, show: (v, row) => html`<a href=${link(row)}>${num(v, 0)}</a>` }, ...(match.seatings > 1 ? [{ key: "seating", title: "seating", num: true }] : []),
      ...match.labels.flatMap((name, n) => [{ key: `hole${n}`, title: name, show: (_, row) => html`<span class="nowrap"><${PlayingCards} text=${row.holes[n]} /></span>` }, { key: `won${n}`, title: "won, bb", num: true, show: (_, row) => html`<span class=${row.won_bb[n] > 0 ? "good" : row.won_bb[n] < 0 ? "bad" : ""}>${signed(row.won_bb[n], 1)}</span>` }]),
      { key: "board", title: "board", show: (v) => html`<span class="nowrap">${v ? html`<${PlayingCards} text=${v} />` : html`<span class="dim">none</span>`}</span>` }, { key: "actions", title: "betting (ACPC)", show: (v) => html`<code>${v}</code>` }]} />` : html`<${Empty} title="Reading …" />`}</section>`;
}

function Hand({ id, number, seating, sitting }) {
  const [hand, error] = useLoaded(() => api(sitting ? `/api/sittings/${id}/hands/${number}` : `/api/matches/${id}/hands/${number}?seating=${seating}`), [id, number, seating]);
  const back = sitting ? "#/matches" : `#/matches/match/${id}`;
  const [step, setStep] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => { setStep(null); setProblem(""); }, [id, number, seating]);
  const deeds = (hand?.streets || []).flatMap((street) => street.actions.map((deed) => ({ ...deed, board: street.board })));
  const at = step === null ? deeds.length : step;
  const to = (n, s) => go(sitting ? `#/matches/sitting/${id}/${n}` : `#/matches/match/${id}/${n}/${s}`);
  useEffect(() => {
    const key = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) || !hand) return;
      const moves = { ArrowLeft: () => setStep((now) => Math.max(0, (now ?? deeds.length) - 1)), ArrowRight: () => setStep((now) => Math.min(deeds.length, (now ?? deeds.length) + 1)), Home: () => setStep(0), End: () => setStep(deeds.length),
        n: () => number < hand.of && to(number + 1, seating), p: () => number > 1 && to(number - 1, seating) };
      if (!moves[event.key]) return;
      event.preventDefault();
      moves[event.key]();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  });
  if (error) return html`<section class="panel"><${Empty} title="No such hand">${error}. <a href=${back}>Back</a><//></section>`;
  if (!hand) return html`<${Empty} title="Reading …" />`;
  const last = deeds[at - 1], over = at >= deeds.length;
  const board = over ? hand.streets[hand.streets.length - 1]?.board || "" : deeds[at]?.board || "";
  const called = (name) => hand.labels?.[name] || name;
  const named = { ...hand, streets: hand.streets.map((street) => ({ ...street, actions: street.actions.map((deed) => ({ ...deed, player: called(deed.player) })) })), showdown: hand.showdown.map((one) => ({ ...one, player: called(one.player) })) };
  const cards = hand.players[0].hole.length / 2 <= 1 ? 1 : 5;
  const holdem = hand.game.startsWith("holdem");
  const keep = async () => {
    const answer = await fetch(`/api/matches/${id}/hands/${number}/phh?seating=${seating}`);
    if (answer.ok) save(`hand-${number}-${seating}.phh`, await answer.text(), "text/plain");
    else setProblem((await answer.json()).error);
  };
  return html`<div class="head"><h1>Hand ${num(number, 0)}</h1><a class="button small" href=${back}>${sitting ? "All matches" : "Back to the match"}</a>
      <span class="row"><button type="button" class="small" disabled=${number <= 1} onClick=${() => to(number - 1, seating)}>◀ before <kbd>P</kbd></button><button type="button" class="small" disabled=${number >= hand.of} onClick=${() => to(number + 1, seating)}>next ▶ <kbd>N</kbd></button>
        ${hand.seatings > 1 ? html`<label class="line small">seating <select value=${seating} onChange=${(e) => to(number, Number(e.target.value))}>${Array.from({ length: hand.seatings }, (_, n) => html`<option key=${n} value=${n + 1}>${n + 1} of ${hand.seatings}</option>`)}</select></label>` : ""}</span>
      <span class="dim">${hand.game} · amounts in chips${hand.big_blind ? `, big blind ${num(hand.big_blind)}` : ""}</span></div>
    <div class="cols side"><div class="stack"><section class="felt" aria-label="The table">
      <div class="seats">${hand.players.map((seat) => html`<div class=${`seat${last?.player === seat.name ? " now" : ""}`} key=${seat.name}><div class="big"><${PlayingCards} text=${seat.hole} /></div>
        <div class="plate"><b>${called(seat.name)}</b>${seat.position}${seat.stack === null ? "" : ` · ${num(seat.stack)}`}</div><div class="did">${over ? html`<span class=${seat.payoff > 0 ? "won" : seat.payoff < 0 ? "lost" : ""}>${signed(seat.payoff, 2)}</span>` : last && last.player === seat.name ? last.text : ""}</div></div>`)}</div>
      <div class="pot"><div class="big"><${PlayingCards} text=${board} of=${cards} /></div><span class="chips">pot ${num(last ? last.pot : hand.streets[0]?.pot)}</span></div>
      <div class="did" aria-live="polite">${over ? (hand.showdown.length ? hand.showdown.map((one) => `${called(one.player)}: ${one.hand}`).join(" · ") : "everybody else folded") : ""}</div></section>
      <div class="panel steps"><button type="button" onClick=${() => setStep(0)}>|◀ <kbd>Home</kbd></button><button type="button" disabled=${at <= 0} onClick=${() => setStep(at - 1)}>◀ Back <kbd>←</kbd></button>
        <span class="num">action ${at} of ${deeds.length}</span><button type="button" disabled=${over} onClick=${() => setStep(at + 1)}>Next ▶ <kbd>→</kbd></button><button type="button" onClick=${() => setStep(deeds.length)}>▶| <kbd>End</kbd></button></div></div>
      <section class="panel whole-story"><h2>Story</h2><${Story} hand=${named} upTo=${at} />
        ${holdem ? html`<h3>Buckets</h3><p class="small">What a card abstraction makes of it: ${hand.players.map((seat) => html`<a key=${seat.name} href=${`#/cards/blueprint/${board || "-"}/${seat.hole}/-`}>${called(seat.name)}’s hand</a> `)}</p>
        ${sitting ? "" : html`<div class="row end"><button type="button" class="small" onClick=${keep}>Save as PHH</button></div>`}` : ""}${problem ? html`<p class="error" role="alert">${problem}</p>` : ""}</section></div>`;
}

function Crosstable({ id }) {
  const job = newest((one) => one.kind === "tournament");
  const [found, error] = useLoaded(() => api(`/api/tournaments/${id}`), [id, job?.state]);
  if (error) return html`<section class="panel"><${Empty} title="This tournament cannot be shown">${error}. <a href="#/matches">All matches</a><//></section>`;
  if (!found) return html`<${Empty} title="Reading …" />`;
  const square = Array.isArray(found.mb_per_hand?.[0]);
  const head = html`<div class="head"><h1>Tournament</h1><a class="button small" href="#/matches">All matches</a><span class="dim">${found.game} · ${found.hands ? `${num(found.hands, 0)} deals a match · ` : ""}seed ${found.seed} · ${found.name}</span></div>`;
  if (!found.mb_per_hand) return html`${head}<section class="panel"><${Empty} title="Not finished">Resume it among the jobs, or with <code>equipoise tournament … --resume</code>.<//>
    <ul>${Object.entries(found.matches).map(([name, match]) => html`<li key=${name}><a href=${`#/matches/match/${match}`}>match ${name}</a></li>`)}</ul></section>`;
  const two = (n) => String(n + 1).padStart(2, "0");
  const matchOf = (i, j) => found.matches[`${two(Math.min(i, j))}-${two(Math.max(i, j))}`];
  const tone = (mean, half) => (mean - half > 0 ? "up" : mean + half < 0 ? "down" : "");
  const cell = (i, j) => html`<b class=${tone(found.mb_per_hand[i][j], found.half_widths[i][j])}>${signed(found.mb_per_hand[i][j], 0)}</b> <span class="dim small">± ${num(found.half_widths[i][j], 0)}</span>`;
  const named = (name) => found.labels[found.agents.indexOf(name)] ?? name;
  const rankings = [["Total bankroll", found.bankroll], ["Bankroll run-off", found.runoff]].filter((one) => one[1]);
  const means = square ? found.averages : found.mb_per_hand;
  const halves = square ? found.average_half_widths : found.ci95.map((ends) => (ends[1] - ends[0]) / 2);
  return html`${head}<section class="panel"><h2>Crosstable</h2><p class="small dim">mb a hand of the row's agent against the column's, ± half of the 95% interval${found.estimator && found.estimator !== "money" ? `, by ${found.estimator}` : ""}; coloured where the interval excludes zero. A cell opens its match.</p>
      ${square ? html`<div class="scroll" tabindex="0" role="region" aria-label="Crosstable"><table class="cross"><caption class="vh">Crosstable</caption><thead><tr><th scope="col">agent</th>${found.labels.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}<th scope="col">average</th></tr></thead><tbody>
      ${found.labels.map((name, i) => html`<tr key=${name}><th scope="row">${name}</th>${found.labels.map((_, j) => html`<td key=${j} class=${i === j ? "self" : ""}>${i === j ? html`<span class="vh">itself</span>` : matchOf(i, j) ? html`<a href=${`#/matches/match/${matchOf(i, j)}`}>${cell(i, j)}</a>` : cell(i, j)}</td>`)}
        <td><b class=${tone(means[i], halves[i])}>${signed(means[i], 0)}</b> <span class="dim small">± ${num(halves[i], 0)}</span></td></tr>`)}</tbody></table></div>` : ""}
      <h3>Averages</h3><${Intervals} unit="mb a hand, on average over all matches" rows=${found.labels.map((name, i) => ({ name, mean: means[i], low: means[i] - halves[i], high: means[i] + halves[i] })).sort((a, b) => b.mean - a.mean)} /></section>
    ${rankings.length ? html`<section class="panel"><h2>Rankings</h2><div class="cols two">${rankings.map(([title, one]) => html`<div key=${title}><h3>${title}</h3>
      <ol>${one.places.map((place) => html`<li key=${place.join()}>${place.map(named).join(" = ")}</li>`)}</ol>
      <p>${one.winner ? html`<b class="good">${named(one.winner)} wins</b>` : html`Not decided${one.more_hands ? `: about ${num(one.more_hands, 0)} more hands would decide it` : ""}`}</p></div>`)}</div></section>` : ""}
    ${!square && Object.keys(found.matches).length ? html`<section class="panel"><h2>Tables</h2><ul>${Object.entries(found.matches).map(([name, match]) => html`<li key=${name}><a href=${`#/matches/match/${match}`}>${name}</a></li>`)}</ul></section>` : ""}`;
}

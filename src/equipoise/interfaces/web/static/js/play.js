// @ts-check
// A table: cards, chips, what may be done, the story of the hand, the result, and what agents think.
import { html, useEffect, useRef, useState } from "../vendor.js";
import { api, tables } from "./api.js";
import { Curve, DataTable, Empty, Grid13, Legend, PlayingCards, StrategyBar, colourOf, num, percent, save, signed, useLoaded } from "./ui.js";

const GAMES = [
  ["holdem-nolimit:100bb", "No-limit hold'em, heads-up, 100 bb"],
  ["holdem-nolimit:50bb", "No-limit hold'em, heads-up, 50 bb"],
  ["holdem-nolimit:200bb", "No-limit hold'em, heads-up, 200 bb"],
  ...[2, 3, 4, 6, 8, 10].map((n) => [`holdem-limit:${n}p`, `Limit hold'em, ${n} players`]),
  ["leduc", "Leduc (six cards, limit)"], ["leduc-nolimit:12", "Leduc, no-limit"], ["kuhn", "Kuhn (three cards)"],
  ["jamfold:10bb", "Jam or fold, 10 bb"],
];
const seatsOf = (game) => Number((/:(\d+)p/.exec(game) || [0, 2])[1]);

export function Play({ rest }) {
  const [id, number] = rest;
  if (!id) return html`<${Lobby} />`;
  if (number) return html`<${Replay} id=${id} number=${number} />`;
  return html`<${Table} id=${id} key=${id} />`;
}

const go = (path) => (location.hash = path);

function Lobby() {
  const [game, setGame] = useState(GAMES[0][0]);
  const [agent, setAgent] = useState("");
  const [options, setOptions] = useState("");
  const [carry, setCarry] = useState(false);
  const [open, setOpen] = useState(false);
  const [seed, setSeed] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [agents] = useLoaded(() => api(`/api/agents?game=${encodeURIComponent(game)}`), [game]);
  const [sittings] = useLoaded(() => api("/api/tables"), []);
  const list = agents?.agents || [];
  const limit = game.startsWith("holdem-limit");
  const usual = list.find((one) => one.id === (limit ? "loki-gom" : "blueprint")) || list[0];
  const chosen = list.find((one) => one.id === agent) || usual;
  const sit = async (quick) => {
    setBusy(true);
    setError("");
    try {
      const name = quick ? "blueprint" : chosen.id + (options ? `:${options}` : "");
      const at = quick ? GAMES[0][0] : game;
      const body = { game: at, agents: Array(seatsOf(at) - 1).fill(name), carry: !quick && carry, open: !quick && open };
      if (seed && !quick) body.seed = Number(seed);
      go(`#/play/${(await api("/api/tables", body)).id}`);
    } catch (problem) {
      setError(problem.message);
      setBusy(false);
    }
  };
  return html`<div class="head"><h1>Play</h1><span class="dim">against a strategy, a Loki, or any agent</span></div>
    <div class="cols form">
      <form class="panel fields" onSubmit=${(event) => { event.preventDefault(); sit(false); }}>
        <button class="main" type="button" disabled=${busy} onClick=${() => sit(true)}>Play the blueprint now</button>
        <p class="hint">Heads-up no-limit, 100 big blinds, against the strategy that ships with the package. Or choose:</p>
        <label>Game<select value=${game} onChange=${(e) => { setGame(e.target.value); setAgent(""); }}>
          ${GAMES.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}</select></label>
        <label>${seatsOf(game) > 2 ? `Each of ${seatsOf(game) - 1} opponents` : "Opponent"}
          <select value=${chosen?.id || ""} onChange=${(e) => setAgent(e.target.value)}>
          ${list.map((one) => html`<option key=${one.id} value=${one.id}>${one.name} – ${one.description}</option>`)}</select></label>
        ${chosen && chosen.options.length ? html`<label>Its options<input value=${options} placeholder="translation=soft" onInput=${(e) => setOptions(e.target.value)} />
          <span class="hint">${chosen.options.map((one) => one.name).join(", ")}: see equipoise agents ${chosen.stored ? "DIR" : chosen.id}</span></label>` : ""}
        ${game.includes("nolimit") ? html`<label class="line"><input type="checkbox" checked=${carry} onChange=${(e) => setCarry(e.target.checked)} />
          Stacks carry on from hand to hand (buy in again when short)</label>` : ""}
        <label class="line"><input type="checkbox" checked=${open} onChange=${(e) => setOpen(e.target.checked)} />
          Open cards: see its hand and what it thinks at once</label>
        <label>Random seed<input inputmode="numeric" value=${seed} placeholder="new cards" onInput=${(e) => setSeed(e.target.value)} /></label>
        <div class="row end"><button type="submit" disabled=${busy || !chosen}>Sit down</button></div>
        ${error ? html`<p class="error" role="alert">${error}</p>` : ""}
      </form>
      <div class="stack"><section class="panel"><h2>Tables of this server</h2>
        ${sittings && sittings.tables.length
          ? html`<${DataTable} caption="Tables" rows=${sittings.tables.map((one) => ({ ...one, key: one.id }))} onPick=${(row) => go(`#/play/${row.id}`)} columns=${[
              { key: "game", title: "game", show: (v, row) => html`<a href=${`#/play/${row.id}`}>${v}</a>` },
              { key: "names", title: "against", show: (v) => v.slice(1).join(", ") },
              { key: "hands", title: "hands", num: true }, { key: "won_bb", title: "won, bb", num: true, show: (v) => signed(v) }]} />`
          : html`<${Empty} title="No table yet">Sit down on the left. Finished hands are kept as PHH files in <code>played/</code>.<//>`}
      </section>
      <section class="panel"><h2>At the table</h2><dl class="facts">
        <dt><kbd>F</kbd> <kbd>C</kbd> <kbd>R</kbd></dt><dd>fold; check or call; bet or raise the amount that is set</dd>
        <dt><kbd>1</kbd> … <kbd>6</kbd></dt><dd>set an amount: the smallest, parts of the pot, all-in</dd>
        <dt><kbd>N</kbd></dt><dd>the next hand</dd>
        <dt>result</dt><dd>money, and AIVAT where the opponent's strategy is known: the same result with the luck of the cards and of its own dice taken out, so that a few hundred hands say something</dd>
        <dt>what it thinks</dt><dd>after each hand, or at once with open cards: its strategy for its hand and its whole range, its buckets, and how it read your bets; of a Loki its strength, the rule that decided and what it believes you hold</dd>
        <dt>hands</dt><dd>each can be replayed; all are exported as PHH, and found again under <a href="#/matches">Matches</a></dd></dl></section></div>
    </div>`;
}

function Table({ id }) {
  const [table, setTable] = useState(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [to, setTo] = useState(null);
  const asked = useRef(0);
  const seen = tables.value[id];
  const take = (found) => { setTable(found); setTo(null); };
  useEffect(() => {
    if (seen === undefined || !table || seen > table.version) {
      const mine = ++asked.current;
      api(`/api/tables/${id}`).then((found) => mine === asked.current && setTable(found)).catch((e) => setError(e.message));
    }
  }, [id, seen]);
  const working = useRef(false), onKey = useRef(null);
  const call = async (path, body) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setError("");
    try {
      asked.current += 1;
      take(await api(`/api/tables/${id}/${path}`, body));
    } catch (problem) {
      setError(problem.message);
    }
    working.current = false;
    setBusy(false);
  };
  const hand = table?.hand, choices = hand?.choices;
  const move = (typed) => call("move", { move: typed, actions: table.actions });
  const amount = to ?? choices?.sizes.find((one) => one.label === "pot")?.to ?? choices?.min;
  // set as it is shown: a key that comes before effects have run acts on what is seen
  onKey.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    const name = event.key.toLowerCase();
    if (!choices) {
      if ((name === "n" || (name === " " && event.target.tagName !== "BUTTON")) && hand?.over) { event.preventDefault(); call("deal", {}); }
      return;
    }
    if (name === "f" && choices.fold) move("f");
    else if (name === "c" && choices.call !== null) move("c");
    else if (name === "r" && choices.min !== null) move(`r ${amount}`);
    else if (/^[1-6]$/.test(name) && choices.sizes[Number(name) - 1]) setTo(choices.sizes[Number(name) - 1].to);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const key = (event) => onKey.current(event);
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
  if (!table) return html`<div class="panel">${error ? html`<${Empty} title="This table is gone">${error}. <a href="#/play">Sit down again</a><//>` : html`<${Empty} title="Dealing …" />`}</div>`;
  const you = hand.seats.find((seat) => seat.you);
  const others = hand.seats.filter((seat) => !seat.you);
  const bb = table.big_blind;
  const won = you.won;
  return html`
    <div class="head"><h1>Hand ${hand.number}</h1><span class="dim">${table.game} · against ${table.names.slice(1).join(", ")} · seed ${table.seed}</span>
      <span class="row"><label class="line small"><input type="checkbox" checked=${table.open} onChange=${(e) => call("settings", { open: e.target.checked })} /> open cards</label>
      <a class="button small" href="#/play">Leave</a></span></div>
    <div class="cols side">
      <div class="stack">
        <div>
          <section class="felt" aria-label="The table">
            <div class="seats">${others.map((seat) => html`<${Seat} key=${seat.player} seat=${seat} />`)}</div>
            <div class="pot">
              <div class="big" aria-label="Board"><${PlayingCards} text=${hand.streets[hand.streets.length - 1].board} of=${table.game.startsWith("holdem") ? 5 : table.game.startsWith("leduc") ? 1 : 0} /></div>
              <span class="chips">pot ${num(hand.table_pot)} <span>(${num(hand.table_pot / bb, 1)} bb)</span></span>
              <div aria-live="polite">${hand.over ? html`<span class=${won >= 0 ? "won" : "lost"} data-won=${won}>${won > 0 ? `You win ${num(won)} (${num(won / bb, 1)} bb)` : won < 0 ? `You lose ${num(-won)} (${num(-won / bb, 1)} bb)` : "Nobody wins"}${
                hand.showdown.length ? ` · ${hand.showdown.map((one) => `${one.player}: ${one.hand}`).join("; ")}` : ""}</span>` : ""}</div>
            </div>
            <${Seat} seat=${you} own=${true} />
          </section>
          <div class="panel act">
            ${busy ? html`<p class="hint" role="status">${table.names.slice(1).join(", ")}: thinking …</p>` : ""}
            ${choices ? html`<${Choices} choices=${choices} bb=${bb} busy=${busy} amount=${amount} setTo=${setTo} move=${move} />`
              : html`<div class="row between"><button class="main" type="button" disabled=${busy} onClick=${() => call("deal", {})}>Next hand <kbd>N</kbd></button>
                ${table.carry ? html`<button type="button" disabled=${busy} onClick=${() => call("rebuy", {})}>Buy in to the full stack</button>` : ""}
                <a class="button" href=${`#/play/${id}/${hand.number}`}>Replay this hand</a></div>`}
            ${error ? html`<p class="error" role="alert">${error}</p>` : ""}
          </div>
        </div>
        ${table.open || hand.over ? html`<${Thinking} id=${id} hand=${hand} />` : html`<section class="panel"><h2>What it thinks</h2>
          <p class="dim">After the hand, or at once with open cards: its abstract hand beside the real one, how it read your bets, and its strategy for every hand.</p></section>`}
      </div>
      <div class="stack">
        <${Result} table=${table} />
        <section class="panel"><h2>This hand</h2><${Story} hand=${hand} /></section>
        <${Sitting} id=${id} count=${table.result.hands + (table.result.aivat ? 0.5 : 0)} />
      </div>
    </div>`;
}

function Seat({ seat, own }) {
  return html`<div class=${`seat${seat.to_act ? " now" : ""}${seat.folded ? " out" : ""}`}>
    ${own ? html`<div class="did">${seat.street > 0 ? html`<span class="chips">${num(seat.street)}</span>` : ""}</div>` : ""}
    <div class="big" aria-label=${`Cards of ${seat.name}`}><${PlayingCards} text=${seat.hole} /></div>
    <div class="plate"><b>${seat.name}${seat.button ? html`<span class="dealer" title="button">D</span>` : ""}</b>
      <span class="stack-chips">${seat.position}${seat.stack === null ? "" : ` · ${num(seat.stack)} chips`}</span></div>
    ${own ? "" : html`<div class="did">${seat.last} ${seat.street > 0 ? html`<span class="chips">${num(seat.street)}</span>` : ""}</div>`}
  </div>`;
}

function Choices({ choices, bb, busy, amount, setTo, move }) {
  const fixed = choices.min !== null && choices.min === choices.max;
  const word = choices.opening ? "Bet" : "Raise to";
  return html`
    ${choices.min !== null && !fixed ? html`
      <div class="sizes" role="group" aria-label="Bet sizes">${choices.sizes.map((one, at) => html`<button type="button" key=${one.label}
        aria-pressed=${amount === one.to} onClick=${() => setTo(one.to)}>${one.label} ${num(one.to)} <kbd>${at + 1}</kbd></button>`)}</div>
      <div class="slide"><input type="range" aria-label="Amount, chips on this street" min=${choices.min} max=${choices.max} step=${choices.step} value=${amount}
          onInput=${(e) => setTo(Number(e.target.value))} />
        <label class="vh" for="amount">Amount in chips</label>
        <input id="amount" type="number" min=${choices.min} max=${choices.max} step=${choices.step} value=${amount} onInput=${(e) => setTo(Number(e.target.value))}
          onKeyDown=${(e) => { if (e.key === "Enter") { e.target.blur(); move(`r ${amount}`); } }} /></div>
      <p class="hint">Chips in front of you on this street, from ${num(choices.min)} to ${num(choices.max)}; pot ${num(choices.pot)} (${num(choices.pot / bb, 1)} bb).</p>` : ""}
    <div class="moves">
      <button type="button" disabled=${busy || !choices.fold} onClick=${() => move("f")}>Fold <kbd>F</kbd></button>
      <button type="button" disabled=${busy || choices.call === null} onClick=${() => move("c")}>${choices.check ? "Check" : `Call ${num(choices.call)}`} <kbd>C</kbd></button>
      <button type="button" class="main" disabled=${busy || choices.min === null} onClick=${() => move(`r ${fixed ? choices.min : amount}`)}>
        ${choices.min === null ? "Raise" : `${word} ${num(fixed ? choices.min : amount)}`} <kbd>R</kbd></button>
    </div>`;
}

export function Story({ hand, upTo }) {
  let count = 0;
  return html`<div class="log">${hand.streets.map((street) => html`<div key=${street.name}>
    <div class="street"><span>${street.name}</span> <span><${PlayingCards} text=${street.board} /></span><span class="dim">pot ${num(street.pot)}</span></div>
    ${street.actions.map((deed) => html`<div class="deed" key=${deed.pot + deed.player} style=${upTo !== undefined && count++ >= upTo ? { opacity: 0.25 } : {}}>
      <span>${deed.player}</span><span>${deed.text}</span><span class="dim num">pot ${num(deed.pot)}</span></div>`)}</div>`)}
    ${hand.showdown.length ? html`<div class="street">showdown</div>` : ""}
    ${hand.showdown.map((one) => html`<div class="deed" key=${one.player}><span>${one.player}</span><span><${PlayingCards} text=${one.hole} /> ${one.hand}</span><span></span></div>`)}</div>`;
}

function rate(found) {
  if (!found) return html`<b>–</b>`;
  const half = found.ci95 ? (found.ci95[1] - found.ci95[0]) / 2 : null;
  return html`<b>${signed(found.bb_per_100, 0)}${half === null ? "" : html` <span class="dim small">± ${num(half, 0)}</span>`}</b>`;
}

function Result({ table }) {
  const { result } = table;
  const x = result.curve.map((_, at) => at + 1);
  const series = [{ name: "money", values: result.curve, colour: "--accent" }];
  if (result.aivat_curve.length === result.curve.length) series.push({ name: "AIVAT", values: result.aivat_curve, colour: "--bet-3", dash: [6, 3] });
  return html`<section class="panel"><h2>Result so far</h2>
    <div class="stats"><div class="stat"><span class="dim small">won, bb</span><b>${signed(result.won_bb)}</b><span class="dim small">${num(result.hands)} hands</span></div>
      <div class="stat"><span class="dim small">money, bb/100</span>${rate(result.money)}<span class="dim small">95% interval</span></div>
      <div class="stat"><span class="dim small">AIVAT, bb/100</span>${rate(result.aivat)}<span class="dim small">${result.aivat ? "luck taken out" : "for known strategies"}</span></div></div>
    ${x.length > 1 ? html`<${Curve} x=${x} series=${series} xLabel="hand" yLabel="won, bb" height=${170} />` : html`<p class="dim small">Curves come with the second hand.</p>`}
  </section>`;
}

function Sitting({ id, count }) {
  const [found] = useLoaded(() => api(`/api/tables/${id}/hands`), [id, count]);
  const rows = [...(found?.hands || [])].reverse().map((one) => ({ ...one, key: one.number }));
  if (!rows.length) return "";
  return html`<section class="panel"><div class="row between"><h2>Hands played</h2><a class="button small" href=${`/api/tables/${id}/phh`} download>Export PHH</a></div>
    <${DataTable} caption="Hands played" rows=${rows} onPick=${(row) => go(`#/play/${id}/${row.number}`)} columns=${[
      { key: "number", title: "#", num: true, show: (v) => html`<a href=${`#/play/${id}/${v}`}>${v}</a>` },
      { key: "hole", title: "hand", show: (v) => html`<${PlayingCards} text=${v} />` },
      { key: "won_bb", title: "bb", num: true, show: (v) => html`<span class=${v < 0 ? "bad" : "good"}>${signed(v)}</span>` },
      { key: "aivat_bb", title: "AIVAT bb", num: true, show: (v) => signed(v) }]} /></section>`;
}

function Thinking({ id, hand }) {
  const [at, setAt] = useState(null);
  const count = hand.decisions.length;
  const chosen = at === null || at >= count ? count - 1 : at;
  useEffect(() => setAt(null), [hand.number, count]);
  const [thought, error] = useLoaded(
    () => (chosen < 0 ? null : api(`/api/tables/${id}/hands/${hand.number}/decisions/${chosen}`)), [id, hand.number, chosen]);
  if (count === 0) return html`<section class="panel"><h2>What it thinks</h2><p class="dim">It had nothing to decide in this hand yet.</p></section>`;
  return html`<section class="panel" aria-label="What it thinks"><h2>What it thinks</h2>
    <div class="tabs" role="group" aria-label="Decisions">${hand.decisions.map((one, n) => html`<button type="button" class="small" key=${n} aria-pressed=${n === chosen}
      onClick=${() => setAt(n)}>${hand.seats.length > 2 ? `${one.name}, ` : ""}${one.round} ${n + 1}</button>`)}</div>
    ${error ? html`<p class="error">${error}</p>` : ""}
    ${!thought ? html`<p class="dim">Looking …</p>` : thought.kind === "policy" ? html`<${PolicyThought} thought=${thought} />`
      : thought.kind === "loki" ? html`<${LokiThought} thought=${thought} />`
      : html`<p>${thought.agent} ${thought.did}; it does not say why.</p>`}</section>`;
}

export function typeOf(hole) {
  const [a, x, b, y] = hole;
  const order = "AKQJT98765432";
  const [high, low] = order.indexOf(a) <= order.indexOf(b) ? [a, b] : [b, a];
  return a === b ? a + b : `${high}${low}${x === y ? "s" : "o"}`;
}

function PolicyThought({ thought }) {
  const [hover, setHover] = useState(null);
  const names = thought.strategy.map((one) => one.action);
  const mine = thought.hand.length === 4 ? typeOf(thought.hand) : null;
  const range = thought.range;
  const shown = hover || mine;
  const most = range?.hands ? Math.max(1e-9, ...Object.values(range.hands).map((one) => one.weight)) : 1;
  const rangeNames = range?.actions.map((one) => one.action) || [];
  return html`<p>With <${PlayingCards} text=${thought.hand} />${thought.board ? html` on <${PlayingCards} text=${thought.board} />` : ""} it <b data-did>${thought.did}</b>
      <span class="dim small"> in ${num(1000 * thought.seconds, 1)} ms</span></p>
    ${thought.problem ? html`<p class="error">it failed: ${thought.problem}</p>` : ""}
    <${StrategyBar} names=${names} shares=${thought.strategy.map((one) => one.probability)} label="Its strategy with this hand" />
    <div class="legend" data-strategy>${thought.strategy.map((one) => html`<span class="key" key=${one.action}><span class="swatch" style=${{ background: colourOf(one.action, names) }}></span>${one.action} <b>${percent(one.probability)}</b></span>`)}</div>
    <div class="cols two">
      <div><h3>Its whole range here</h3>
        ${range?.hands ? html`<${Legend} actions=${range.actions} />
          <${Grid13} label="Its range" mine=${mine} onHover=${setHover} cell=${(hand) => {
            const one = range.hands[hand];
            const total = one.strategy.reduce((a, b) => a + b, 0);
            if (!total) return { off: true, title: `${hand}: not possible` };
            const best = one.strategy.indexOf(Math.max(...one.strategy));
            return { names: rangeNames, shares: one.strategy, height: Math.max(0.06, one.weight / most), text: percent(one.strategy[best], 0),
              title: `${hand}: ${rangeNames.map((n, i) => `${n} ${percent(one.strategy[i])}`).join(", ")}; comes here ${percent(one.weight)}` };
          }} />
          <p class="hint">Height: how often the hand comes here. ${shown ? html`<b>${shown}</b> (comes here ${percent(range.hands[shown].weight)}): ${rangeNames.map((n, i) => `${n} ${percent(range.hands[shown].strategy[i])}`).join(", ")}` : ""}</p>`
          : range ? html`<${Legend} actions=${range.actions} />` : ""}</div>
      <div><h3>Real and abstract</h3>
        <table class="wrap"><thead><tr><th></th><th>real</th><th>abstract${thought.abstract_game ? ` (${thought.abstract_game})` : ""}</th></tr></thead><tbody>
          ${thought.buckets.map((one) => html`<tr key=${one.round}><th scope="row">${one.round}</th><td>${one.round === "preflop" ? mine : ""}</td><td>${one.label}${one.label.startsWith("bucket") ? ` of ${one.of}` : ""}</td></tr>`)}
          ${thought.histories.map((one, n) => html`<tr key=${n}><th scope="row">betting</th><td>pot ${num(thought.real.pot)} (${thought.real.put.map((v) => num(v)).join(" + ")})</td>
            <td><code>${one.path === null ? "over: it checks and calls" : one.path || "start"}</code>${one.put.length ? ` pot ${num(one.put.reduce((a, b) => a + b, 0))} (${one.put.map((v) => num(v)).join(" + ")})` : ""} <b>${percent(one.share)}</b></td></tr>`)}
        </tbody></table>
        ${thought.readings.length ? html`<h3>How it read your bets (${thought.mapping})</h3><table><thead><tr><th>your bet</th><th>read as</th></tr></thead><tbody>
          ${thought.readings.map((one, n) => html`<tr key=${n}><td>to ${num(one.to)} (${num(one.pots)} pot)</td><td>${one.read_as.map((read) => html`<div key=${read.action}>${read.action} <b>${percent(read.probability)}</b></div>`)}</td></tr>`)}
        </tbody></table><p class="hint">Amounts in this table are totals of the hand.</p>` : ""}
      </div></div>`;
}

const LOKI = [
  ["against_one", "HS₁", "ahead now of one opponent"], ["strength", "HSₙ", "ahead now of all opponents"],
  ["positive", "PPOT", "behind now, ahead after the next card"], ["negative", "NPOT", "ahead now, behind after the next card"],
  ["effective", "EHS", "effective strength, to call by"], ["optimistic", "EHS′", "the same without NPOT, to bet by"],
];

function LokiThought({ thought }) {
  const seats = Object.keys(thought.weights);
  const [seat, setSeat] = useState(seats[0]);
  const weights = thought.weights[seat] || thought.weights[seats[0]] || {};
  const most = Math.max(1e-9, ...Object.values(weights));
  return html`<p>With <${PlayingCards} text=${thought.hand} />${thought.board ? html` on <${PlayingCards} text=${thought.board} />` : ""} it <b data-did>${thought.did}</b>${" "}by the rule <b>${thought.rule}</b>: ${thought.why}</p>
    <div class="cols two"><div>
      ${thought.values ? html`<h3>Strength and potential</h3><table><thead><tr><th>what</th><th class="num">value</th><th>means</th></tr></thead><tbody>
        ${LOKI.map(([key, name, means]) => html`<tr key=${key}><th scope="row">${name}</th><td class="num">${num(thought.values[key], 3)}</td><td>${means}</td></tr>`)}
        ${thought.odds ? html`<tr><th scope="row">pot odds</th><td class="num">${num(thought.odds.pot_odds, 3)}</td><td>what a call is of the pot</td></tr>` : ""}</tbody></table>` : ""}
      ${thought.preflop ? html`<h3>Before the flop</h3><dl class="facts"><dt>strategy</dt><dd>${thought.preflop.strategy}</dd><dt>income rate</dt><dd>${num(thought.preflop.income_rate, 0)}</dd>
        <dt>players expected</dt><dd>${num(thought.preflop.expected_players, 1)}</dd><dt>needs</dt><dd>${Object.entries(thought.preflop.thresholds).map(([k, v]) => `${k} ${v}`).join(", ")}</dd></dl>` : ""}
      </div><div>${seats.length ? html`<h3>What it believes opponents hold</h3>
        <div class="tabs">${seats.map((one) => html`<button type="button" class="small" key=${one} aria-pressed=${one === seat} onClick=${() => setSeat(one)}>${one}</button>`)}</div>
        <${Grid13} label=${`Weights of ${seat}`} cell=${(hand) => {
          const weight = weights[hand];
          return weight === undefined ? { off: true, title: `${hand}: not possible` }
            : { colour: "var(--weight)", height: weight / most, text: num((100 * weight) / most, 0), title: `${hand}: ${percent(weight / most)} of the largest weight` };
        }} /><p class="hint">Weights in percent of the largest.</p>` : ""}</div></div>`;
}

function Replay({ id, number }) {
  const [hand, error] = useLoaded(() => api(`/api/tables/${id}/hands/${number}`), [id, number]);
  const [step, setStep] = useState(null);
  if (error) return html`<div class="panel"><${Empty} title="No such hand">${error}. <a href="#/play">Back to the tables</a><//></div>`;
  if (!hand) return html`<div class="panel"><${Empty} title="Looking …" /></div>`;
  const deeds = hand.streets.flatMap((street) => street.actions.map((deed) => ({ ...deed, board: street.board })));
  const at = step === null ? deeds.length : step;
  const last = deeds[at - 1];
  const board = at >= deeds.length ? hand.streets[hand.streets.length - 1].board : deeds[at]?.board || "";
  return html`<div class="head"><h1>Hand ${number}, again</h1><a class="button small" href=${`#/play/${id}`}>Back to the table</a></div>
    <div class="cols side"><div class="stack"><section class="felt" aria-label="The table">
      <div class="seats">${hand.seats.map((seat, n) => html`<div class="seat" key=${seat.player}><div class="big"><${PlayingCards} text=${hand.players[n].hole} /></div>
        <div class="plate"><b>${seat.name}</b>${seat.position}</div><div class="did">${last && last.player === seat.name ? last.text : ""}</div></div>`)}</div>
      <div class="pot"><div class="big"><${PlayingCards} text=${board} of=${5} /></div><span class="chips">pot ${num(last ? last.pot : hand.streets[0].pot)}</span></div>
      <div class="did">${at >= deeds.length ? hand.players.map((one) => `${one.name} ${signed(one.payoff)}`).join(" · ") : ""}</div></section>
      <div class="panel row between"><button type="button" onClick=${() => setStep(0)}>⏮ Start</button><button type="button" disabled=${at <= 0} onClick=${() => setStep(at - 1)}>◀ Back</button>
        <span class="num">${at} of ${deeds.length}</span><button type="button" disabled=${at >= deeds.length} onClick=${() => setStep(at + 1)}>Next ▶</button><button type="button" onClick=${() => setStep(deeds.length)}>End ⏭</button></div>
      <${Thinking} id=${id} hand=${hand} /></div>
      <section class="panel"><h2>Story</h2><${Story} hand=${hand} upTo=${at} />
        <div class="row end"><button type="button" class="small" onClick=${() => save(`hand-${number}.json`, JSON.stringify(hand, null, 1), "application/json")}>Save as JSON</button></div></section></div>`;
}

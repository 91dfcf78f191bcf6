// Going back by consent: asking, the banner for those who are asked, and the outcome.

import { Table } from "../../common/api.js";
import { listed, seatName } from "../../common/dom.js";
import { matchOf } from "../../common/mine.js";
import { speak, toast } from "../../common/toasts.js";
import { h } from "../../vendor/preact/preact.js";
import { computed, signal } from "../../vendor/preact/signals.js";
import { dialog } from "../dialogs.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Now} Now */
/** @typedef {import("../../types.js").Request} Request */
/** @typedef {import("../../types.js").LogRow} Row */

const SHOWN = 40;

export class Rewind {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    const { told } = game;
    /** whether anybody may still ask */
    this.open = computed(() => Boolean(told.seat.value && told.now.value.deciders.length));
    /** the entries one may ask to go back before, the latest first @type {import("../../vendor/preact/signals.js").ReadonlySignal<Row[]>} */
    this.moments = computed(() =>
      this.open.value ? game.log.rows.value.filter((row) => row.deed !== false).reverse() : [],
    );
    /** whether to offer it */
    this.offered = computed(() => {
      const { can_undo, request } = told.now.value;
      return !can_undo && !request && this.moments.value.length > 0;
    });
  }

  /** After every news: what became of the last request. @param {Now | null} was @param {Now} now */
  news(was, now) {
    if (!was?.request || now.request) return;
    const { to, seat } = was.request;
    const last = this.game.log.rows.value.at(-1);
    const words =
      last?.aside === "answer" && last.n > to
        ? last.lines[0]
        : `${seatName(seat)} played on; the request is withdrawn.`;
    toast(this.game.sentences.words(words), { stay: 12000 });
  }

  /** Whether one may ask to go back to where the match stood after n entries. @param {number} n */
  may(n) {
    return !this.game.told.now.value.request && this.moments.value.some((row) => row.n === n);
  }

  /** Lets the player choose a moment: one's own last deed first. */
  choose() {
    const moments = this.moments.value.slice(0, SHOWN);
    if (this.game.told.now.value.request || !moments.length) {
      toast("There is nothing to go back to now.", { kind: "no" });
      return;
    }
    const own = moments.find((row) => row.seat === this.game.told.seat.value) ?? moments[0];
    const chosen = signal(own.n);
    const go = (/** @type {() => void} */ close) => () => {
      close();
      this.ask(chosen.value);
    };
    dialog(
      "Ask to go back",
      (close) => h(Moments, { moments, chosen, go: go(close) }),
      (close) => h("button", { class: "main", onClick: go(close) }, "Ask"),
    );
  }

  /** @param {number} to */
  ask(to) {
    const { told } = this.game;
    return this._do(async () => {
      await this.game.update(await told.table.askBack(told.now.value.n, to));
      if (told.now.value.request) speak("The others are asked.");
    });
  }

  /** @param {string} token @param {boolean} granted */
  answer(token, granted) {
    const { told, log } = this.game;
    return this._do(async () => {
      await new Table(told.id, token).answerBack(told.now.value.n, granted);
      await this.game.update(await told.table.now(log.next));
    });
  }

  /** @param {() => Promise<void>} deed */
  _do(deed) {
    const { replay, deeds } = this.game;
    if (replay.on) replay.end();
    return deeds.do(async () => {
      deeds.before.value = null;
      await deed();
    });
  }
}

/** @param {{moments: Row[], chosen: import("../../vendor/preact/signals.js").Signal<number>, go: () => void}} props */
function Moments({ moments, chosen, go }) {
  const words = (/** @type {Row} */ row) => `${row.n}. ${seatName(row.seat)}: ${row.lines[0] ?? "unseen"}`.slice(0, 90);
  return [
    h(
      "p",
      null,
      "What is chosen, and all after it, is taken back if everybody agrees. Dice are rolled anew. An earlier moment can be found in the replay.",
    ),
    h(
      "select",
      {
        size: 10,
        "aria-label": "Go back to before",
        autofocus: true,
        value: chosen.value,
        onChange: (/** @type {any} */ event) => {
          chosen.value = Number(event.currentTarget.value);
        },
        onDblClick: go,
        onKeyDown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") go();
        },
      },
      moments.map((row) => h("option", { value: row.n }, words(row))),
    ),
  ];
}

// -- the banner ------------------------------------------------------------------------------

/** @param {{game: Game}} props */
export function Asked({ game }) {
  const { request } = game.told.now.value;
  return h(
    "section",
    { class: "asked", "aria-label": "Asked to go back", hidden: !request },
    request
      ? [
          h("p", { role: "alert" }, game.sentences.words(request.sentence), " ", state(game, request)),
          h("div", { class: "ends" }, h(Answers, { game, request })),
        ]
      : null,
  );
}

/** @param {Game} game @param {Request} request */
function state({ told }, request) {
  if (request.pending.includes(told.seat.value)) return h("strong", null, "Do you agree?");
  return `Waiting for the answer of ${listed(request.pending.map(seatName))}.`;
}

/** Everybody answers for the seats played in this browser. @param {{game: Game, request: Request}} props */
function Answers({ game, request }) {
  const { told, rewind, replay } = game;
  const seat = told.seat.value,
    { token } = told.table;
  const here = matchOf(told.id)?.here ?? {};
  const see = h("button", { class: "small", onClick: () => replay.begin(request.to) }, "See that moment");
  if (request.pending.includes(seat)) return [h(Pair, { rewind, token, name: "" }), see];
  if (request.seat !== seat) return see;
  const others = request.pending.filter((other) => other in here);
  return [
    others.map((other) => h(Pair, { key: other, rewind, token: here[other], name: seatName(other) })),
    h("button", { class: "small", onClick: () => rewind.answer(token, false) }, "Withdraw"),
    see,
  ];
}

/** @param {{rewind: Rewind, token: string, name: string}} props `name` of a seat other than one's own */
function Pair({ rewind, token, name }) {
  const words = (/** @type {string} */ verb) => (name ? `${name}: ${verb}` : verb[0].toUpperCase() + verb.slice(1));
  return [
    h("button", { class: "small main", onClick: () => rewind.answer(token, true) }, words("grant")),
    h("button", { class: "small", onClick: () => rewind.answer(token, false) }, words("refuse")),
  ];
}

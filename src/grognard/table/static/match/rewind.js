// Going back by consent: asking, the banner for those who are asked, and the outcome.

import { Table } from "../common/api.js";
import { h, icon, listed, put, seatName, speak, toast } from "../common/dom.js";
import { matchOf } from "../common/mine.js";

/** @typedef {import("./match.js").MatchView} MatchView */
/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("./panels.js").Row} Row */

const ASIDES = new Set(["Undo", "AskRewind", "AnswerRewind"]);
const SHOWN = 40;

/** Whether an entry is something a seat did in the game. @param {Row | undefined} row */
function isAction(row) {
  return row !== undefined && row.seat !== "chance" && !ASIDES.has(row.notices?.[0]?.kind ?? "");
}

export class Rewind {
  /** @param {MatchView} view */
  constructor(view) {
    this.view = view;
    this.el = h("section", { class: "asked", "aria-label": "Asked to go back", hidden: true });
    this.button = h(
      "button",
      { "aria-label": "Ask to go back (U)", title: "Ask to go back (U)", hidden: true, onclick: () => this.choose() },
      icon("ask"),
    );
    /** @type {string | null} */
    this.drawn = null;
  }

  /** After every news: the banner, and what became of the last request. @param {Now | null} was @param {Now} now */
  news(was, now) {
    const request = now.request ?? null;
    this.button.hidden = Boolean(now.can_undo || request || !this._moments().length);
    const key = JSON.stringify([request, this.view.seat]);
    if (this.drawn === key) return;
    this.drawn = key;
    if (was?.request && !request) this._outcome(was.request);
    this.el.hidden = !request;
    if (!request) {
      put(this.el);
      return;
    }
    put(
      this.el,
      h("p", { role: "alert" }, this.view.wording.nodes(request.sentence), " ", this._state(request)),
      h("div", { class: "ends" }, this._answers(request)),
    );
  }

  /** @param {NonNullable<Now["request"]>} request */
  _state(request) {
    if (request.pending.includes(this.view.seat)) return h("strong", null, "Do you agree?");
    return `Waiting for the answer of ${listed(request.pending.map(seatName))}.`;
  }

  /** Everybody answers for the seats played in this browser. @param {NonNullable<Now["request"]>} request */
  _answers(request) {
    const { view } = this;
    const here = matchOf(view.id)?.here ?? {};
    const see = h("button", { class: "small", onclick: () => view.replay.begin(request.to) }, "See that moment");
    if (request.pending.includes(view.seat)) return [...this._pair(view.table.token, ""), see];
    if (request.seat !== view.seat) return [see];
    const others = request.pending
      .filter((/** @type {string} */ seat) => seat in here)
      .flatMap((/** @type {string} */ seat) => this._pair(here[seat], seatName(seat)));
    return [
      ...others,
      h("button", { class: "small", onclick: () => this.answer(view.table.token, false) }, "Withdraw"),
      see,
    ];
  }

  /** @param {string} token @param {string} name of a seat other than one's own */
  _pair(token, name) {
    const words = (/** @type {string} */ verb) => (name ? `${name}: ${verb}` : verb[0].toUpperCase() + verb.slice(1));
    return [
      h("button", { class: "small main", onclick: () => this.answer(token, true) }, words("grant")),
      h("button", { class: "small", onclick: () => this.answer(token, false) }, words("refuse")),
    ];
  }

  /** @param {NonNullable<Now["request"]>} request what was asked */
  _outcome(request) {
    const rows = [...this.view.log.rows.values()].sort((a, b) => a.n - b.n);
    const told = rows.reverse().find((row) => row.notices?.[0]?.kind === "AnswerRewind" && row.n > (request.to ?? 0));
    const words =
      told && rows[0] === told ? told.lines[0] : `${seatName(request.seat)} played on; the request is withdrawn.`;
    toast(this.view.wording.nodes(words), { stay: 12000 });
  }

  // -- asking ------------------------------------------------------------------------------

  get _open() {
    return Boolean(this.view.seat && this.view.now.deciders.length);
  }

  /** The entries one may ask to go back before, the latest first. @returns {Row[]} */
  _moments() {
    if (!this._open) return [];
    return [...this.view.log.rows.values()].filter(isAction).sort((a, b) => b.n - a.n);
  }

  /** Whether one may ask to go back to where the match stood after n entries. @param {number} n */
  may(n) {
    return this._open && !this.view.now.request && isAction(this.view.log.rows.get(n));
  }

  /** Lets the player choose a moment: one's own last deed first. */
  choose() {
    const moments = this._moments().slice(0, SHOWN);
    if (this.view.now.request || !moments.length) {
      toast("There is nothing to go back to now.", { kind: "no" });
      return;
    }
    const own = moments.find((row) => row.seat === this.view.seat) ?? moments[0];
    const words = (/** @type {Row} */ row) =>
      `${row.n}. ${seatName(row.seat)}: ${row.lines[0] ?? "unseen"}`.slice(0, 90);
    const list = h(
      "select",
      { size: 10, "aria-label": "Go back to before" },
      moments.map((row) => h("option", { value: row.n, selected: row === own }, words(row))),
    );
    const box = this.view.dialog(
      "Ask to go back",
      h(
        "p",
        null,
        "What is chosen, and all after it, is taken back if everybody agrees. Dice are rolled anew. An earlier moment can be found in the replay.",
      ),
      list,
    );
    const go = () => {
      const to = Number(list.value);
      box.close();
      this.ask(to);
    };
    list.addEventListener("dblclick", go);
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
      if (e.key === "Enter") go();
    });
    box.querySelector(".ends").prepend(h("button", { class: "main", onclick: go }, "Ask"));
    list.focus();
  }

  /** @param {number} to */
  ask(to) {
    const { view } = this;
    if (view.replay.on) view.replay.end();
    return view._do(async () => {
      view.before = null;
      await view.update(await view.table.askBack(view.now.n, to));
      if (view.now.request) speak("The others are asked.");
    });
  }

  /** @param {string} token @param {boolean} granted */
  answer(token, granted) {
    const { view } = this;
    if (view.replay.on) view.replay.end();
    return view._do(async () => {
      view.before = null;
      await new Table(view.id, token).answerBack(view.now.n, granted);
      await view.update(await view.table.now(view.log.next));
    });
  }
}

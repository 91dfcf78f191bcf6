// What the player does: playing, saying, walking, taking back; and hearing why not.

import { Refused } from "../../common/api.js";
import { hush, speak, toast } from "../../common/toasts.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OfferRow} Offer */
/** @typedef {import("../../types.js").Now} Now */
/** @typedef {import("../../types.js").Reasons} Reasons */

const SHOWN = 4; // reasons why not
const READ = 12000; // ms

export class Deeds {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.busy = signal(false);
    /** the offers there were, and which of them was played last @type {import("../../vendor/preact/signals.js").Signal<{offers: Offer[], played: Offer} | null>} */
    this.before = signal(null);
    /** the verb a march goes on with */
    this.going = "";
    this.begunAt = 0;
    this.count = 0;
  }

  /** @param {Offer} offer */
  play(offer) {
    const { told, board, overlays } = this.game;
    return this.do(async () => {
      const before = { offers: told.now.value.offers, played: offer };
      await this.game.update(await told.table.play(told.now.value.n, offer.action));
      this.before.value = before;
      // A march goes on as it began, without asking at each hex which kind it is; a blow does not.
      this.going = board.centres.has(offer.spot) && !offer.blow ? offer.verb : "";
      overlays.showReach();
    });
  }

  /** An order in words or notation. @param {string} text @param {() => void} done */
  say(text, done) {
    const { told } = this.game;
    return this.do(async () => {
      const now = await told.table.say(told.now.value.n, text);
      done();
      await this._update(now);
    });
  }

  /** Brings who is in hand to a far hex, as far as the way is open; if there is none, why not. @param {string} hex */
  async walk(hex) {
    const { told, overlays } = this.game;
    const from = [...told.held.value];
    const reasons = await this._asked(() => told.table.why(hex, from));
    if (!reasons) return;
    if (!reasons.way.length) {
      this._reasons(hex, hex, reasons, "not now: there is no way.");
      return;
    }
    await this.do(async () => {
      const now = await told.table.walk(told.now.value.n, from, hex);
      this.before.value = null;
      await this._update(now);
      overlays.showReach();
    });
  }

  /** What is new, and where it stopped. @param {Now} now */
  async _update(now) {
    await this.game.update(now);
    if (now.stopped) this.refused(now.stopped.rule, now.stopped.because);
  }

  async undo() {
    const { told } = this.game;
    if (!told.now.value.can_undo) {
      toast(h(NothingToUndo, { game: this.game }), { kind: "no" });
      return;
    }
    await this.do(async () => {
      this.before.value = null;
      await this.game.update(await told.table.undo(told.now.value.n));
      speak("Taken back.");
    });
  }

  /** Takes the last act back and does this one. @param {Offer} other */
  async rather(other) {
    await this.undo();
    const { offers } = this.game.told.now.value;
    const again = offers.find((offer) => offer.token === other.token && offer.text === other.text);
    if (again) await this.game.clicks.propose(again);
  }

  // -- one at a time ---------------------------------------------------------------------

  /** One thing at a time; what the server will not do is said. @param {() => Promise<void>} deed */
  async do(deed) {
    const { told, odds } = this.game;
    if (this.busy.value || told.past.value) return;
    const mine = ++this.count;
    this.busy.value = true;
    this.begunAt = told.now.value.n;
    odds.unpeek();
    try {
      await deed();
    } catch (error) {
      await this.failed(error);
    }
    if (this.count === mine) this.busy.value = false;
  }

  /** The socket may be quicker than the answer: once the deed shows, the next may follow. @param {Now} now */
  news(now) {
    if (this.busy.value && now.n > this.begunAt) this.busy.value = false;
  }

  /** @param {() => Promise<Reasons>} question */
  async _asked(question) {
    try {
      return await question();
    } catch (error) {
      await this.failed(error);
      return null;
    }
  }

  // -- what is not allowed ---------------------------------------------------------------

  /** @param {unknown} error */
  async failed(error) {
    if (!(error instanceof Refused)) {
      toast("The server does not answer. Nothing was played; try again when the badge says Live.", { kind: "bad" });
      return;
    }
    if (error.body?.now) await this.game.update(error.body.now);
    if (error.code === "stale") toast("The game changed first; nothing was played.", { kind: "no" });
    else this.refused(error.rule, error.message);
  }

  /** @param {string} rule @param {string} because */
  refused(rule, because) {
    toast(h("p", null, this._reason({ rule, because })), { kind: "no" });
  }

  /** @param {import("../../types.js").Refusal} refusal */
  _reason({ rule, because }) {
    const { sentences } = this.game;
    return [rule ? [sentences.rule(rule), " — "] : null, sentences.words(because)];
  }

  /** Why nothing can be done there. @param {string} spot @param {string} [hex] */
  async why(spot, hex = "") {
    const { told } = this.game;
    if (!told.mine.value) {
      if (hex) this.game.openTray(hex, true);
      return;
    }
    const reasons = await this._asked(() => told.table.why(spot));
    if (reasons) this._reasons(spot, hex, reasons);
  }

  /** The hex where a way breaks is lit as long as it is told. @param {string} spot @param {string} hex @param {Reasons} reasons @param {string} [words] */
  _reasons(spot, hex, { refusals, at }, words = "not now.") {
    const { board } = this.game;
    if (!refusals.length) {
      if (hex) this.game.openTray(hex, true);
      return;
    }
    hush();
    const lines = refusals.slice(0, SHOWN).map((refusal) => h("p", null, this._reason(refusal)));
    const gone = at ? () => board.mark([]) : undefined;
    toast([h("p", null, h("strong", null, `${spot}: `), words), lines], { kind: "no", stay: READ, gone });
    if (at) board.mark([at]);
  }
}

/** @param {{game: Game}} props */
function NothingToUndo({ game }) {
  const words = "There is nothing of yours to take back: a roll, a reveal or another's act has sealed it. ";
  const further = h("button", { class: "small", onClick: () => game.rewind.choose() }, "Ask to go back …");
  return h("p", null, words, game.rewind.offered.value ? further : null);
}

// Pointing, at hexes and counters, by mouse or by keys: what is there is told and shown.

import { speak, toast } from "../../common/toasts.js";
import { hexLine, spoken } from "../../common/words.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {{hex: string, piece: string}} Spot */

const REST = 480; // ms on a stack, until it is fanned out
const GONE = 250;

export class Pointer {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.status = signal("");
    /** @type {Spot} under the mouse */
    this.over = { hex: "", piece: "" };
    /** @type {Spot} what was pointed at last, by whatever means */
    this.last = { hex: "", piece: "" };
    this.resting = 0;
  }

  stop() {
    clearTimeout(this.resting);
  }

  /** @param {string} hex @param {string} piece */
  hover(hex, piece) {
    if (hex === this.over.hex && piece === this.over.piece) return;
    this.over = { hex, piece };
    if (hex) this.last = { hex, piece };
    this._odds(hex, piece);
    if (hex) this._line(hex);
    this._stack(hex);
  }

  /** Odds of what a click would do. @param {string} hex @param {string} piece */
  _odds(hex, piece) {
    const { odds, clicks, told } = this.game;
    odds.unpeek();
    const likely = hex && !told.past.value ? clicks.likely(hex, piece) : undefined;
    if (likely) odds.peek(likely);
  }

  /** @param {string} hex */
  _stack(hex) {
    const { tray, told } = this.game;
    clearTimeout(this.resting);
    if (tray.pinned) return;
    this.resting = setTimeout(
      () => {
        if (hex && told.piecesIn(hex).length && !tray.pinned) this.game.openTray(hex, false);
        else if ((!hex || hex !== tray.hex) && !tray.pinned) tray.close();
      },
      hex ? REST : GONE,
    );
  }

  /** @param {string} hex */
  _line(hex) {
    const { told } = this.game;
    this.status.value = hexLine(told.about.value.board, told.scene.value, hex);
  }

  /** Says what is in a hex and may be done there. @param {string} hex */
  tell(hex) {
    if (!hex) return;
    const { told, offers } = this.game;
    this._line(hex);
    const may = offers.at(hex).map((offer) => offer.text);
    speak(spoken(told.about.value.board, told.scene.value, hex, may));
  }

  /** To a hex by key. @param {string} hex */
  walkTo(hex) {
    this.game.board.focusOn(hex);
    this.over = { hex: "", piece: "" };
    this.last = { hex, piece: "" };
    this.tell(hex);
  }

  /** The next unit that may act and has not, or lit hex. @param {number} by */
  next(by) {
    const { board, offers } = this.game;
    const fresh = this._fresh();
    const lit = (fresh.length ? [...new Set(fresh)] : [...offers.lit.value]).sort();
    if (!lit.length) {
      toast("Nothing on the map waits for you.", { stay: 3000 });
      return;
    }
    const next = lit[(lit.indexOf(board.focus) + by + lit.length) % lit.length] ?? lit[0];
    this.walkTo(next);
    board.host.focus({ preventScroll: true });
  }

  _fresh() {
    const { told, offers } = this.game;
    const { pieces } = offers.lie.value;
    return [...told.pieces.value.values()]
      .filter((piece) => piece.hex && !piece.spent && pieces.has(piece.id))
      .map((piece) => piece.hex ?? "");
  }

  /** What is pointed at: under the mouse, or where the keys are. */
  get hex() {
    return this.over.hex || this.game.board.focus;
  }
}

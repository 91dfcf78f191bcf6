// What was turned up, and what the others did, since one last looked.

import { toast } from "../../common/toasts.js";
import { announce } from "../../lobby/away.js";
import { h } from "../../vendor/preact/preact.js";
import { seekFresh } from "../beside/logpage.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Now} Now */
/** @typedef {import("./rolled.js").Told} Line */

const MUCH = 6; // entries
const STAY = 15000; // ms

export class Meanwhile {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** the entry from which on it was no longer one's turn */
    this.leftAt = 0;
  }

  /** Whose turn it is now; and if it is one's own again, that much can be watched. @param {Now | null} was @param {Now} now */
  turns(was, now) {
    const { told } = this.game;
    const seat = told.seat.value;
    const mine = now.deciders.includes(seat),
      wasMine = Boolean(was?.deciders.includes(seat));
    announce(told.id, seat, was, now);
    if (wasMine && !mine) this.leftAt = now.n;
    if (!was || !mine || wasMine || !seat) return;
    const many = now.n - this.leftAt;
    if (many >= MUCH) this._offer(`It is your turn. ${many} things happened meanwhile. `, this.leftAt, "Watch them");
  }

  /** @param {Now} was @param {Now} now */
  happened(was, now) {
    const { told, board, log, rolled, drawn } = this.game;
    const seat = told.seat.value,
      lines = linesOf(now, was.n);
    rolled.show(lines);
    drawn.cards.value = lines.flatMap((line) => line.notice.cards ?? []);
    const others = lines.filter(({ notice }) => notice.side && notice.side !== seat);
    const began = others.find(({ notice }) => notice.heading);
    board.happened(seat ? others.flatMap(({ notice }) => notice.spots ?? []) : []);
    if (!began || !seat) return;
    log.mark(began.n, now.n);
    if (now.deciders.includes(seat) && was.deciders.includes(seat)) this._acted(began.n, others.length);
  }

  /** @param {number} from @param {number} count */
  _acted(from, count) {
    const read = () => {
      this.game.drawer.open("log");
      queueMicrotask(() => seekFresh(this.game));
    };
    const lines = count === 1 ? "1 line" : `${count} lines`;
    this._offer(`The other side has acted: ${lines} in the log. `, from, "Watch", read);
  }

  /** @param {string} words @param {number} from @param {string} watch @param {() => void} [read] */
  _offer(words, from, watch, read) {
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => {
      const press = () => {
        away();
        act();
      };
      return h("button", { class: "small", onClick: press }, name);
    };
    const watches = button(watch, () => this.game.replay.watch(from));
    const away = toast(h("p", null, words, read ? [button("Read", read), " "] : null, watches), { stay: STAY });
  }
}

/** @param {Now} now @param {number} from @returns {Line[]} */
function linesOf(now, from) {
  return (now.log ?? [])
    .filter((row) => row.n >= from)
    .flatMap((row) => (row.notices ?? []).map((notice, i) => ({ n: row.n, notice, line: row.lines[i] ?? "" })));
}

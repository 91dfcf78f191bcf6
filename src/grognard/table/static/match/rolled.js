// What the dice just brought, beside the map: the lines of the log from the first roll on.

import { h, put } from "../common/dom.js";
import { die } from "../common/words.js";

const MOST = 5,
  FACES = /[⚀-⚅]/u;

/** @typedef {{line: string, notice: import("../types.js").Notice}} Told */

export class Rolled {
  /** @param {(text: string) => (Node | string)[]} wording */
  constructor(wording) {
    this.wording = wording;
    this.el = h("section", { class: "rolled", "aria-label": "Just rolled", hidden: true });
  }

  get open() {
    return !this.el.hidden;
  }

  close() {
    this.el.hidden = true;
  }

  /** @param {Told[]} told */
  show(told) {
    const first = told.findIndex(({ line, notice }) => notice.dice?.length || FACES.test(line));
    if (first < 0) return;
    const lines = told.slice(first).filter(({ notice }) => !notice.heading && !notice.minor);
    put(
      this.el,
      lines.slice(0, MOST).map((one) => this._line(one)),
      lines.length > MOST ? h("p", { class: "rest" }, "More in the log.") : null,
      h("button", { class: "plain shut", "aria-label": "Close what was rolled", onclick: () => this.close() }, "×"),
    );
    this.el.hidden = false;
  }

  /** @param {Told} told */
  _line({ line, notice }) {
    return h(
      "p",
      null,
      (notice.dice ?? []).map((face) => die(face, notice.sides ?? 6)),
      this.wording(notice.brief || line),
    );
  }
}

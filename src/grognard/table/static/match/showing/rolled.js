// What the dice just brought, beside the map: the lines of the log from the first roll on.

import { Die } from "../../common/dice.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../common/sentences.js").Sentences} Sentences */
/** @typedef {{n: number, line: string, notice: import("../../types.js").Notice}} Told */

const MOST = 5;
const FACES = /[⚀-⚅]/u;

export class Rolled {
  lines = signal(/** @type {Told[]} */ ([]));

  /** Whether there were any. */
  close() {
    const was = this.lines.value.length > 0;
    this.lines.value = [];
    return was;
  }

  /** @param {Told[]} told */
  show(told) {
    const first = told.findIndex(({ line, notice }) => notice.dice?.length || FACES.test(line));
    if (first >= 0) this.lines.value = told.slice(first).filter(({ notice }) => !notice.heading && !notice.minor);
  }
}

/** @param {{rolled: Rolled, sentences: Sentences}} props */
export function RolledPanel({ rolled, sentences }) {
  const lines = rolled.lines.value;
  const line = (/** @type {Told} */ { line: words, notice }) =>
    h(
      "p",
      null,
      (notice.dice ?? []).map((face) => h(Die, { face, sides: notice.sides })),
      sentences.words(notice.brief || words),
    );
  return h(
    "section",
    { class: "rolled", "aria-label": "Just rolled", hidden: !lines.length },
    lines.slice(0, MOST).map(line),
    lines.length > MOST ? h("p", { class: "rest" }, "More in the log.") : null,
    h("button", { class: "plain shut", "aria-label": "Close what was rolled", onClick: () => rolled.close() }, "×"),
  );
}

// What an action would come to, before it is done: the line, and a bar for each outcome.

import { h, put } from "../common/dom.js";

/** @typedef {import("../types.js").OfferRow} Offer */
/** @typedef {import("../types.js").Odds} Preview */

const LONG = 34; // letters of an outcome that want the whole width

export class Odds {
  /** @param {(text: string) => (Node | string)[]} wording @param {(offer: Offer) => void} go */
  constructor(wording, go) {
    this.wording = wording;
    this.go = go;
    /** @type {Offer | null} */
    this.offer = null;
    this.el = h("section", { class: "odds", "aria-label": "Odds", hidden: true });
  }

  get open() {
    return !this.el.hidden;
  }

  close() {
    this.el.hidden = true;
    this.offer = null;
  }

  /** @param {Offer} offer @param {string} words what it is called @param {Preview} preview @param {boolean} asked */
  show(offer, words, preview, asked) {
    this.offer = offer;
    this._fill(
      words,
      preview,
      h(
        "div",
        { class: "ends" },
        h("button", { class: "main", onclick: () => this.go(offer) }, words),
        h("button", { onclick: () => this.close() }, "Not now"),
      ),
    );
    if (asked) this.el.querySelector("button.main")?.focus({ preventScroll: true });
  }

  /** What the other side could do; nothing to press but Close. @param {string} spot @param {Preview[]} previews */
  threaten(spot, previews) {
    this.offer = null;
    put(
      this.el,
      h("h2", null, `What could be done to ${spot}`),
      previews.map((preview) => h("section", { class: "threat" }, h("h3", null, preview.title), this._body(preview))),
      h("div", { class: "ends" }, h("button", { onclick: () => this.close() }, "Close")),
    );
    this.el.hidden = false;
    this.el.querySelector(".ends button")?.focus({ preventScroll: true });
  }

  /** @param {string} heading @param {Preview} preview @param {Node} ends */
  _fill(heading, preview, ends) {
    put(this.el, h("h2", null, heading), this._body(preview), ends);
    this.el.hidden = false;
  }

  /** @param {Preview} preview */
  _body(preview) {
    const groups = grouped(preview);
    const unit = shared(groups.flatMap(([, rows]) => rows.map((r) => r[0])));
    const most = Math.max(...preview.outcomes.map((o) => o[2]), 0.01);
    const lines = parted(
      preview.line,
      groups.map(([name]) => name),
    );
    const long = groups.some(([, rows]) => rows.some(([words]) => words.length > LONG));
    return [
      lines.size ? null : h("p", { class: "line" }, this.wording(preview.line)),
      h(
        "div",
        { class: `groups ${long ? "long" : ""}` },
        groups.map(([name, rows]) =>
          h(
            "table",
            null,
            h(
              "caption",
              null,
              [name && !name.startsWith("If ") ? `At ${name}` : name, unit].filter(Boolean).join(": ") || "Chances",
              lines.has(name) ? h("p", { class: "line" }, this.wording(lines.get(name) ?? "")) : null,
            ),
            h(
              "tbody",
              null,
              rows.map(([words, exact, chance]) =>
                row(words.slice(0, words.length - unit.length).trim(), exact, chance, most),
              ),
            ),
          ),
        ),
      ),
      preview.note ? h("p", { class: "note" }, preview.note) : null,
    ];
  }
}

/** The outcomes under the case each belongs to. @param {Preview} preview @returns {[string, [string, string, number][]][]} */
function grouped(preview) {
  /** @type {Map<string, [string, string, number][]>} */
  const found = new Map();
  preview.outcomes.forEach(([words, exact, chance], i) => {
    const name = preview.groups[i] ?? "";
    const rest = name && words.startsWith(`${name}: `) ? words.slice(name.length + 2) : words;
    found.set(name, [...(found.get(name) ?? []), [rest, exact, chance]]);
  });
  return [...found];
}

/** The line in parts, each for the case it belongs to; none if it is not so made. @param {string} line @param {string[]} names @returns {Map<string, string>} */
function parted(line, names) {
  const parts = line.split(" · ");
  if (names.length < 2 || parts.length !== names.length || !parts.every((part, i) => part.startsWith(`${names[i]}: `)))
    return new Map();
  return new Map(parts.map((part, i) => [names[i], part.slice(names[i].length + 2)]));
}

/** The last words that all have in common, to be said once. @param {string[]} all */
function shared(all) {
  const tail = all[0]?.match(/ .*$/)?.[0] ?? "";
  return all.length > 1 && tail && all.every((words) => words.endsWith(tail)) ? tail.trim() : "";
}

/** @param {string} words @param {string} exact @param {number} chance @param {number} most */
function row(words, exact, chance, most) {
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, words),
    h("td", { class: "stick" }, h("meter", { min: 0, max: most, value: chance, "aria-label": `${words}: ${exact}` })),
    h("td", { class: "percent", title: exact }, `${Math.round(chance * 100)}%`),
  );
}

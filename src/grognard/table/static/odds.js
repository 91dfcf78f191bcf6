// What an action would come to, before it is done: the line, and a bar for each outcome.

import { h, put } from "./dom.js";

/** @typedef {import("./types.js").OfferRow} Offer */
/** @typedef {import("./types.js").Odds} Preview */

export class Odds {
  /** @param {(text: string) => (Node | string)[]} wording @param {(offer: Offer) => void} go */
  constructor(wording, go) {
    this.wording = wording;
    this.go = go;
    /** @type {Offer | null} */
    this.offer = null;
    this.el = h("section", { class: "odds", "aria-label": "Odds", hidden: true });
  }

  get open() { return !this.el.hidden; }

  close() {
    this.el.hidden = true;
    this.offer = null;
  }

  /** @param {Offer} offer @param {Preview} preview @param {boolean} asked */
  show(offer, preview, asked) {
    this.offer = offer;
    const groups = grouped(preview.outcomes);
    const unit = shared(groups.flatMap(([, rows]) => rows.map((r) => r[0])));
    const most = Math.max(...preview.outcomes.map((o) => o[2]), 0.01);
    put(this.el,
      h("h2", null, offer.text),
      h("p", { class: "line" }, this.wording(preview.line)),
      h("div", { class: "groups" }, groups.map(([name, rows]) => h("table", null,
        h("caption", null, [name ? `At ${name}` : "", unit].filter(Boolean).join(": ") || "Chances"),
        h("tbody", null, rows.map(([words, exact, chance]) => row(words.slice(0, words.length - unit.length).trim(), exact, chance, most)))))),
      groups.length > 1 ? h("p", { class: "note" }, "The other side's strength is hidden: the best and the worst it can be.") : null,
      h("div", { class: "ends" },
        h("button", { class: "main", onclick: () => this.go(offer) }, capital(offer.text)),
        h("button", { onclick: () => this.close() }, "Not now")));
    this.el.hidden = false;
    if (asked) this.el.querySelector("button.main")?.focus({ preventScroll: true });
  }
}

/** Outcomes at several columns come as "6:1: words". @param {[string, string, number][]} outcomes @returns {[string, [string, string, number][]][]} */
function grouped(outcomes) {
  /** @type {Map<string, [string, string, number][]>} */
  const found = new Map();
  for (const [words, exact, chance] of outcomes) {
    const split = words.match(/^(.{1,12}?): (.+)$/);
    const [name, rest] = split ? [split[1], split[2]] : ["", words];
    found.set(name, [...(found.get(name) ?? []), [rest, exact, chance]]);
  }
  return [...found];
}

/** The last words that all have in common, to be said once. @param {string[]} all */
function shared(all) {
  const tail = all[0]?.match(/ .*$/)?.[0] ?? "";
  return all.length > 1 && tail && all.every((words) => words.endsWith(tail)) ? tail.trim() : "";
}

/** @param {string} words @param {string} exact @param {number} chance @param {number} most */
function row(words, exact, chance, most) {
  return h("tr", null, h("th", { scope: "row" }, words),
    h("td", { class: "stick" }, h("meter", { min: 0, max: most, value: chance, "aria-label": `${words}: ${exact}` })),
    h("td", { class: "percent", title: exact }, `${Math.round(chance * 100)}%`));
}

/** @param {string} words */
function capital(words) { return words[0].toUpperCase() + words.slice(1); }

// Sentences with something behind their words: hexes that flash, rules that open, units as chips.

import { h } from "../vendor/preact/preact.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../vendor/preact/preact.js").ComponentChild} Word */

const RULE = /^[A-Z][A-Z0-9]{1,5}-(?:[A-Z]{0,3}\d*\.\w[\w.]*|\d\w*)$/;
const DICE = /[⚀-⚅]/;

/** Makes links of what a sentence names. */
export class Sentences {
  /** @param {{flash: (hex: string) => void, rule: (id: string) => void, hasHex: (label: string) => boolean}} to */
  constructor(to) {
    this.to = to;
    /** @type {Map<string, Piece>} */
    this.units = new Map();
    /** @type {Map<string, string>} */
    this.colours = new Map();
  }

  /** Learns the names to be seen; those of counters gone are kept. @param {Scene} scene */
  learn(scene) {
    for (const side of scene.control ?? []) this.colours.set(side.side, side.colour);
    for (const piece of scene.pieces ?? []) if (piece.face !== "hidden") this.units.set(piece.id, piece);
  }

  /** The sentence, with links. @param {string} text @returns {Word[]} */
  words(text) {
    const found = text.split(/([\s,;:()→·>]+)/).map((word) => this._word(word));
    found.forEach((made, i) => {
      if (made && typeof made !== "string") found[i] = closed(made, found, i);
    });
    return found;
  }

  /** @param {string} word @returns {Word} */
  _word(word) {
    const bare = word.replace(/[.!?]+$/, "");
    const rest = word.slice(bare.length);
    const link = this._link(bare);
    // A full stop is not left alone on the next line.
    if (link && rest) return h("span", { class: "unbroken" }, link, rest);
    return link ?? word;
  }

  /** @param {string} word */
  _link(word) {
    if (!word) return null;
    const sides = word.split("/");
    const isPlace = this.to.hasHex(word) || (sides.length === 2 && sides.every((hex) => this.to.hasHex(hex)));
    if (isPlace) {
      const hex = this.to.hasHex(word) ? word : sides[0];
      return h("button", { class: "link hex", onClick: () => this.to.flash(hex) }, word);
    }
    if (RULE.test(word)) return this.rule(word);
    if (DICE.test(word)) return h("span", { class: "die" }, word);
    const unit = this.units.get(word);
    return unit ? this._chip(unit) : null;
  }

  /** A way to a rule. @param {string} id */
  rule(id) {
    return h("button", { class: "link rule", onClick: () => this.to.rule(id), title: "Read this rule" }, id);
  }

  /** @param {Piece} piece */
  _chip(piece) {
    const go = () => {
      const { hex } = this.units.get(piece.id) ?? piece;
      if (hex) this.to.flash(hex);
    };
    return h(
      "button",
      { class: "link chip", title: piece.title ?? piece.id, onClick: go },
      h(
        "svg",
        { width: 9, height: 12, viewBox: "0 0 9 12", "aria-hidden": "true" },
        h("rect", { width: 9, height: 12, rx: 2, fill: piece.ground || "#cfc8b4", stroke: "#1b1a17" }),
        h("rect", { width: 9, height: 4, rx: 1, fill: piece.band || "#6b6458" }),
      ),
      piece.id,
    );
  }
}

/** What a sentence names keeps its brackets and its comma on the same line. @param {Word} made @param {Word[]} found @param {number} i */
function closed(made, found, i) {
  const before = plain(found[i - 1]),
    after = plain(found[i + 1]);
  const open = before.endsWith("(") ? "(" : "",
    close = after.match(/^[),;:]+/)?.[0] ?? "";
  if (open) found[i - 1] = before.slice(0, -1);
  if (close) found[i + 1] = after.slice(close.length);
  return open || close ? h("span", { class: "unbroken" }, open, made, close) : made;
}

/** @param {Word} word */
function plain(word) {
  return typeof word === "string" ? word : "";
}

// Cards and chits just turned up, one after the other, to be looked at before going on.

import { h, put } from "../common/dom.js";
import { cardFace } from "./hands.js";

/** @typedef {import("../types.js").Card} Card */

export class Drawn {
  constructor() {
    this.el = h("section", { class: "drawn", "aria-label": "Just drawn", hidden: true });
  }

  get open() {
    return !this.el.hidden;
  }

  close() {
    this.el.hidden = true;
  }

  /** @param {Card[]} cards */
  show(cards) {
    this.el.hidden = !cards.length;
    if (!cards.length) return;
    put(
      this.el,
      h("h2", null, "Just drawn"),
      h(
        "ol",
        { tabindex: 0, "aria-label": "Cards and chits just drawn" },
        cards.map((card, i) => this._one(card, i)),
      ),
      h("button", { class: "plain shut", "aria-label": "Put them away", onclick: () => this.close() }, "×"),
    );
  }

  /** @param {Card} card @param {number} i */
  _one(card, i) {
    const face = h("li", { class: "card-face" }, cardFace(card));
    if (card.colour) face.style.setProperty("--card", card.colour);
    face.style.animationDelay = `${i * 260}ms`;
    return face;
  }
}

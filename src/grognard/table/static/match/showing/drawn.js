// Cards and chits just turned up, one after the other, to be looked at before going on.

import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";
import { CardFace, coloured } from "../beside/card.js";

/** @typedef {import("../../types.js").Card} Card */

export class Drawn {
  cards = signal(/** @type {Card[]} */ ([]));

  /** Whether there were any. */
  close() {
    const was = this.cards.value.length > 0;
    this.cards.value = [];
    return was;
  }
}

/** @param {{drawn: Drawn}} props */
export function DrawnPanel({ drawn }) {
  const cards = drawn.cards.value;
  return h(
    "section",
    { class: "drawn", "aria-label": "Just drawn", hidden: !cards.length },
    h("h2", null, "Just drawn"),
    h(
      "ol",
      { tabindex: 0, "aria-label": "Cards and chits just drawn" },
      cards.map((card, i) =>
        h(
          "li",
          { class: "card-face", style: { ...coloured(card), animationDelay: `${i * 260}ms` } },
          h(CardFace, { card }),
        ),
      ),
    ),
    h("button", { class: "plain shut", "aria-label": "Put them away", onClick: () => drawn.close() }, "×"),
  );
}

// What stands on a card, and what could come of playing it.

import { capital } from "../../common/words.js";
import { useEffect, useState } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Card} Card */
/** @typedef {import("../../types.js").OfferRow} Offer */

const LIT = "▶ ";

/** A line that counts now is lit. @param {{card: Card}} props */
export function CardFace({ card }) {
  const lines = (card.text ?? "").split("\n").filter(Boolean);
  return [
    h(
      "span",
      { class: "top" },
      card.value ? h("span", { class: "value" }, card.value) : null,
      h("strong", null, card.name ?? ""),
    ),
    card.kind ? h("span", { class: "kind" }, card.kind) : null,
    h(
      "span",
      { class: "text" },
      lines.map((line) => h("span", { class: line.startsWith(LIT) ? "line lit" : "line" }, line)),
    ),
  ];
}

/** @param {Card} card */
export function coloured(card) {
  return card.colour ? { "--card": card.colour } : undefined;
}

/** A line that says what the offer would come to, once that is known. @param {{game: Game, offer: Offer}} props */
export function WhatIf({ game, offer }) {
  const [line, setLine] = useState("");
  useEffect(() => {
    let wanted = true;
    game.odds.of(offer).then((preview) => {
      if (preview && wanted) setLine(preview.line);
    });
    return () => {
      wanted = false;
    };
  }, [offer]);
  return h("p", { class: "what-if" }, line);
}

/** What could be done with a card, each with its line. @param {{game: Game, card: string}} props */
export function CardOffers({ game, card }) {
  const all = game.offers.lie.value.pieces.get(card) ?? [];
  return all.map((offer) =>
    h("div", { key: offer.text, class: "may" }, h("span", null, capital(offer.text)), h(WhatIf, { game, offer })),
  );
}

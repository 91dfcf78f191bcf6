// What is laid out in a dialog: a choice, a pile of cards, links, the result.

import { seatName } from "../../common/dom.js";
import { matchOf } from "../../common/mine.js";
import { toast } from "../../common/toasts.js";
import { capital } from "../../common/words.js";
import { Links } from "../../lobby/links.js";
import { h } from "../../vendor/preact/preact.js";
import { CardFace, coloured, WhatIf } from "../beside/card.js";
import { dialog } from "../dialogs.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OfferRow} Offer */
/** @typedef {import("../../types.js").Card} Card */

/** Several things may be done with what is not on the map. @param {Game} game @param {string} spot @param {Offer[]} offers */
export function choose(game, spot, offers) {
  const { told, clicks } = game;
  const card = told.cards.value.find((one) => one.id === spot);
  const box = told.scene.value.boxes?.find((one) => one.key === spot);
  const choice = (/** @type {Offer} */ offer, /** @type {number} */ i, /** @type {() => void} */ close) => {
    const press = () => {
      close();
      clicks.propose(offer);
    };
    const button = h("button", { onClick: press, autofocus: i === 0 }, capital(offer.text));
    return h("li", null, button, h(WhatIf, { game, offer }));
  };
  dialog(card?.name ?? box?.title ?? spot, (close) => [
    card?.text ? h("p", { class: "card-text" }, card.text) : null,
    h(
      "ul",
      { class: "choices" },
      offers.map((offer, i) => choice(offer, i, close)),
    ),
  ]);
}

/** A pile of which one may see the cards. @param {Game} game @param {import("../../types.js").Hand} hand */
export function lookThrough(game, hand) {
  const { pieces } = game.offers.lie.value;
  const face = (/** @type {Card} */ card, /** @type {() => void} */ close) => {
    const can = pieces.has(card.id);
    const press = () => {
      close();
      game.clicks.press("", card.id);
    };
    const how = { class: `card-face ${can ? "can" : ""}`, style: coloured(card), onClick: can ? press : undefined };
    return h("li", null, h(/** @type {"button"} */ (can ? "button" : "div"), how, h(CardFace, { card })));
  };
  dialog(hand.title, (close) =>
    h(
      "ul",
      { class: "spread" },
      [...(hand.cards ?? [])].reverse().map((card) => face(card, close)),
    ),
  );
}

/** @param {Game} game */
export function share(game) {
  const known = matchOf(game.told.id);
  if (!known) {
    toast("The links of this match are not in this browser.");
    return;
  }
  dialog("Links to share", () => [
    h("p", null, "Whoever has a seat's link plays that seat, from any device. Send the right one to the right person."),
    h(Links, { match: known }),
  ]);
}

/** @param {Game} game */
export function showVerdict(game) {
  const { verdict } = game.told.now.value;
  if (!verdict) return;
  const sums = verdict.tally?.modifiers ?? [];
  dialog(verdict.level, () => [
    h("p", null, verdict.winner ? `${seatName(verdict.winner)} wins.` : "Nobody wins."),
    sums.length
      ? h(
          "ul",
          { class: "sums" },
          sums.map((m) => h("li", null, `${m.amount > 0 ? "+" : ""}${m.amount} ${m.what} (${m.rule})`)),
          h("li", null, h("strong", null, `= ${verdict.tally.total}`)),
        )
      : null,
  ]);
}

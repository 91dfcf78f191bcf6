// The buttons of the prompt: what may be done that is no click on the map.

import { capital } from "../../common/words.js";
import { useLayoutEffect, useRef } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OfferRow} Offer */

const NUMBERED = 9;
const FEW = 4; // hexes to choose from that are buttons too
const SHORT = 8; // offers that are all buttons
const NEAR = 4; // offers off the map that are buttons

/** @param {{game: Game}} props */
export function Buttons({ game }) {
  const { told } = game;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const few = short(game);
  const open = few ?? game.offers.lie.value.plain;
  const only = game.offers.all.length === 1;
  useFocusKept(game, place);
  return h(
    "div",
    { class: "buttons", role: "group", "aria-label": "What you may do", ref: place },
    open.map((offer, i) => h(OfferButton, { key: offer.token + offer.text, game, offer, i, only })),
    (told.scene.value.offers ?? []).map((offer, i) => h(Barred, { key: offer.token, game, offer, i: open.length + i })),
    few ? null : h(OffMap, { game }),
    told.mine.value ? h(Whom, { game }) : null,
    told.mine.value ? h(Others, { game }) : null,
    h(Key, { game }),
    told.over.value && !told.past.value ? h(Ending, { game }) : null,
  );
}

/** Whoever had a button in focus that went away is given the first. @param {Game} game @param {{current: HTMLElement | null}} place */
function useFocusKept(game, place) {
  const keyed = place.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (!keyed || place.current?.contains(document.activeElement)) return;
    (place.current?.querySelector("button") ?? game.board.host).focus({ preventScroll: true });
  });
}

/** All that may be done, if that is little. @param {Game} game */
function short({ offers, told }) {
  const { plain, hexes } = offers.lie.value;
  if (plain.length || offers.all.length > (hexes.size > FEW ? FEW : SHORT)) return null;
  const cards = new Set(told.cards.value.map((card) => card.id));
  return offers.all.filter((offer) => !cards.has(offer.spot));
}

/** @param {{game: Game, offer: Offer, i: number, only?: boolean}} props */
function OfferButton({ game, offer, i, only }) {
  const peek = () => game.odds.peek(offer);
  const press = () => game.clicks.propose(offer);
  return h(
    "button",
    { class: only ? "main" : "", onClick: press, onPointerEnter: peek, onFocus: peek },
    number(i),
    " ",
    game.told.label(offer),
  );
}

/** @param {number} i */
function number(i) {
  return i < NUMBERED ? h("kbd", { "aria-hidden": "true" }, i + 1) : null;
}

/** A button that cannot be pressed now: it says why. @param {{game: Game, offer: import("../../types.js").Offer, i: number}} props */
function Barred({ game, offer, i }) {
  const { rule = "", why_not: why = "" } = offer;
  return h(
    "button",
    {
      class: "barred",
      "aria-disabled": "true",
      title: `${why} (${rule})`,
      onClick: () => game.deeds.refused(rule, why),
    },
    number(i),
    " ",
    game.told.label(offer),
    h("span", { class: "unseen" }, `, not now: ${why}`),
  );
}

/** What may be done with pieces that are not on the map. @param {{game: Game}} props */
function OffMap({ game }) {
  const { told, offers, drawer } = game;
  const cards = new Set(told.cards.value.map((card) => card.id));
  const away = [...offers.lie.value.pieces]
    .filter(([id]) => !cards.has(id) && !told.hexOf(id))
    .flatMap(([, all]) => all);
  if (!away.length) return null;
  if (away.length > NEAR) return h("button", { onClick: () => drawer.open("facts") }, `${away.length} off the map …`);
  return away.map((offer) => h(OfferButton, { key: offer.token + offer.text, game, offer, i: NUMBERED }));
}

/** Those not on the map for whom a hex is to be chosen. @param {{game: Game}} props */
function Whom({ game }) {
  const { named, led, picked } = game.offers.lie.value;
  const away = [...named.keys()].filter((id) => led.has(id) || !game.told.hexOf(id));
  if (away.length < 2 && !led.size) return null;
  return h(
    "span",
    { class: "whom", role: "group", "aria-label": "For whom" },
    away.map((id) =>
      h(
        "button",
        { key: id, class: "small", "aria-pressed": String(id === picked), onClick: () => game.clicks.pick(id) },
        begun(game, id),
      ),
    ),
  );
}

/** A piece by what it may do, if that is one thing at several hexes. @param {Game} game @param {string} id */
function begun({ offers }, id) {
  const { named, led } = offers.lie.value;
  const all = named.get(id) ?? [],
    [offer] = all;
  const alike = led.has(id) || all.every((other) => other.verb === offer.verb);
  return offer?.begun && alike ? capital(offer.begun) : id;
}

/** What else could have been begun with the piece just taken, while that can be taken back. @param {{game: Game}} props */
function Others({ game }) {
  const { told, deeds } = game;
  const before = deeds.before.value;
  if (!before || !told.shown.value.can_undo || !told.held.value.has(before.played.spot)) return null;
  const others = before.offers.filter(
    (offer) => offer.spot === before.played.spot && offer.token !== before.played.token,
  );
  return others.map((offer) =>
    h(
      "button",
      { key: offer.token + offer.text, class: "small", onClick: () => deeds.rather(offer) },
      `Instead: ${offer.text}`,
    ),
  );
}

/** What the lights on the map mean. @param {{game: Game}} props */
function Key({ game }) {
  const { hexes, picked } = game.offers.lie.value;
  const styles = new Map([...hexes.values()].flat().map((offer) => [offer.verb, game.offers.style(offer)]));
  if (!styles.size) return null;
  return h(
    "span",
    { class: "key" },
    picked ? h("strong", null, `${picked}: choose a lit hex`) : null,
    [...styles].map(([verb, style]) => h("span", { key: verb, class: `swatch verb-${style}` }, verb)),
  );
}

/** @param {{game: Game}} props */
function Ending({ game }) {
  return [
    h("button", { class: "main", onClick: () => game.replay.begin(0) }, "Replay"),
    h("button", { onClick: () => game.showVerdict() }, "The result"),
  ];
}

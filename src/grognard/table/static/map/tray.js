// What lies in a hex, fanned out; and what may be done there.

import { Counter } from "../common/counter.js";
import { hexLine, pieceLine } from "../common/words.js";
import { useLayoutEffect, useRef } from "../vendor/preact/hooks.js";
import { h } from "../vendor/preact/preact.js";
import { signal } from "../vendor/preact/signals.js";

/** @typedef {import("../types.js").OfferRow} Offer */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../match/game.js").Game} Game */
/** @typedef {{hex: string, pinned: boolean, at: DOMRect}} Fanned */

export class Tray {
  fanned = signal(/** @type {Fanned | null} */ (null));

  get open() {
    return this.fanned.value !== null;
  }
  get pinned() {
    return this.fanned.value?.pinned ?? false;
  }
  get hex() {
    return this.fanned.value?.hex ?? "";
  }

  /** @param {string} hex @param {DOMRect} at where on the screen it is @param {boolean} pinned */
  show(hex, at, pinned) {
    this.fanned.value = { hex, at, pinned };
  }

  /** Whether it was open. */
  close() {
    const was = this.open;
    this.fanned.value = null;
    return was;
  }
}

/** @param {{game: Game}} props */
export function TrayPanel({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const fanned = game.tray.fanned.value;
  useLayoutEffect(() => {
    if (!fanned || !place.current) return;
    if (fanned.pinned) stand(place.current, fanned.at);
    else aside(place.current, fanned.at);
    const first = /** @type {HTMLElement | null} */ (place.current.querySelector(".acts button, .fan button"));
    if (fanned.pinned) first?.focus();
  }, [fanned]);
  return h(
    "div",
    {
      class: `tray ${fanned?.pinned ? "" : "glance"}`,
      role: "group",
      "aria-label": fanned ? `Stack in ${fanned.hex}` : "Stack",
      hidden: !fanned,
      ref: place,
    },
    fanned ? inside(game, fanned) : null,
  );
}

/** @param {Game} game @param {Fanned} fanned */
function inside(game, { hex, pinned }) {
  const { told, offers, tray } = game;
  const all = offers.at(hex),
    pieces = told.piecesIn(hex).reverse();
  const rest = all.filter((offer) => !pieces.some((piece) => piece.id === offer.spot));
  const sums = (told.scene.value.stacks ?? []).filter((stack) => stack.hex === hex);
  const tile = (/** @type {Piece} */ piece) => {
    const mine = all.filter((offer) => offer.spot === piece.id);
    return h(Tile, { key: piece.id, game, piece, offers: mine, pinned });
  };
  return [
    h("div", { class: "where" }, hexLine(told.about.value.board, told.scene.value, hex)),
    pieces.length ? h("ul", { class: "fan" }, pieces.map(tile)) : null,
    sums.map((stack) => h("div", { class: "sum" }, stack.summary)),
    rest.length && pinned
      ? h(
          "div",
          { class: "acts" },
          rest.map((offer) => button(game, offer)),
        )
      : null,
    all.length && !pinned ? h("p", { class: "sum" }, `You may ${verbs(all)} here.`) : null,
    pinned ? h(Answers, { game, hex }) : null,
    pinned ? h("button", { class: "plain shut", "aria-label": "Close", onClick: () => tray.close() }, "×") : null,
  ];
}

/** @param {Offer[]} offers */
function verbs(offers) {
  return [...new Set(offers.map((offer) => offer.verb))].join(", ");
}

/** @param {{game: Game, piece: Piece, offers: Offer[], pinned: boolean}} props */
function Tile({ game, piece, offers, pinned }) {
  const only = offers.length === 1 ? offers[0] : null;
  const face = [
    h(Counter, { piece, size: 50 }),
    h(
      "span",
      { class: "about" },
      h("strong", null, piece.face === "hidden" ? "Hidden" : piece.id),
      h("span", null, pieceLine(piece)),
    ),
  ];
  const press = () => (only ? choose(game, only) : game.deeds.why(piece.id));
  const still = !pinned || offers.length > 1;
  return h(
    "li",
    { class: offers.length ? "can" : "" },
    still
      ? h("div", { class: "face" }, face)
      : h("button", { class: "face", onClick: press, title: only?.text ?? "Why not?" }, face),
    pinned && offers.length > 1 ? offers.map((offer) => button(game, offer)) : null,
    pinned && only ? h("span", { class: "may" }, only.text) : null,
  );
}

/** @param {Game} game @param {Offer} offer */
function button(game, offer) {
  const press = () => choose(game, offer);
  return h("button", { key: offer.token + offer.text, class: "small", onClick: press }, offer.text);
}

/** @param {Game} game @param {Offer} offer */
function choose(game, offer) {
  game.tray.close();
  game.board.host.focus({ preventScroll: true });
  game.clicks.propose(offer);
}

/** What can be shown on the map about a hex. @param {{game: Game, hex: string}} props */
function Answers({ game, hex }) {
  const { overlays } = game.told.about.value;
  if (!overlays.length) return null;
  const show = (/** @type {string} */ key) => {
    game.tray.close();
    game.overlays.show(key, hex);
  };
  return h(
    "details",
    { class: "ask" },
    h("summary", null, "Show on the map"),
    h(
      "div",
      { class: "acts" },
      overlays.map((info) => h("button", { key: info.key, class: "small", onClick: () => show(info.key) }, info.name)),
    ),
  );
}

/** In the upper corner farther from the hex: a glance must not cover what it is about. @param {HTMLElement} el @param {DOMRect} at */
function aside(el, at) {
  const field = /** @type {HTMLElement} */ (document.querySelector(".field")).getBoundingClientRect();
  const left = at.left > field.left + field.width / 2;
  el.style.left = `${left ? field.left + 58 : field.right - el.offsetWidth - 10}px`;
  el.style.top = `${left ? field.top + 86 : field.top + 10}px`;
}

/** Beside the hex, within the window. @param {HTMLElement} el @param {DOMRect} at */
function stand(el, at) {
  const room = el.getBoundingClientRect();
  const right = at.right + 6 + room.width < innerWidth;
  const x = right ? at.right + 6 : Math.max(8, at.left - room.width - 6);
  const y = Math.min(Math.max(8, at.top - 10), innerHeight - room.height - 8);
  el.style.left = `${Math.min(x, Math.max(8, innerWidth - room.width - 8))}px`;
  el.style.top = `${Math.max(8, y)}px`;
}

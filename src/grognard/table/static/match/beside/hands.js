// Cards in hand along the lower edge: to be read, clicked, dragged to the map, or played by key.

import { useLayoutEffect, useRef } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";
import { CardFace, CardOffers, coloured } from "./card.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Hand} Hand */
/** @typedef {import("../../types.js").Card} Card */

const FAR = 7; // pixels, from which on a press is a drag

/** What is done with cards by hand. */
export class Hands {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** the card that is read larger, above where it lies @type {import("../../vendor/preact/signals.js").Signal<{card: Card, at: DOMRect} | null>} */
    this.reading = signal(null);
    this.dragged = false;
  }

  /** @param {string} card */
  play(card) {
    if (!this.dragged) this.game.clicks.press("", card);
  }

  /** @param {HTMLElement} button @param {Card} card */
  read(button, card) {
    this.reading.value = { card, at: button.getBoundingClientRect() };
  }

  unread() {
    this.reading.value = null;
  }

  /** The first card, for whoever asks by key. */
  focus() {
    const first = ["button.can", ".card-face", "button"].map((what) => document.querySelector(`.hands ${what}`));
    /** @type {HTMLElement | null | undefined} */ (first.find(Boolean))?.focus();
  }

  /** @param {PointerEvent} event @param {string} card */
  drag(event, card) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const moved = (/** @type {PointerEvent} */ e) => [e.clientX - event.clientX, e.clientY - event.clientY];
    let far = false;
    const move = (/** @type {PointerEvent} */ e) => {
      const [x, y] = moved(e);
      far ||= Math.hypot(x, y) > FAR;
      if (!far) return;
      this.unread();
      button.classList.add("dragged");
      button.style.translate = `${x}px ${y}px`;
    };
    const stop = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, /** @type {any} */ (stop));
      button.classList.remove("dragged");
      button.style.translate = "";
      if (far) this._dropped(e, card);
    };
    addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, /** @type {any} */ (stop));
  }

  /** @param {PointerEvent} event @param {string} card */
  _dropped(event, card) {
    const onMap = this.game.board.host.contains(document.elementFromPoint(event.clientX, event.clientY));
    if (event.type === "pointerup" && onMap) this.game.clicks.press("", card);
    // The click that follows a drag is not meant.
    this.dragged = true;
    setTimeout(() => {
      this.dragged = false;
    }, 0);
  }
}

/** @param {{game: Game}} props */
export function HandsPanel({ game }) {
  const hands = game.told.scene.value.hands ?? [];
  const held = hands.filter((hand) => isHeld(hand) && (hand.cards?.length || hand.count));
  const unread = () => game.hands.unread();
  return h(
    "section",
    {
      class: "hands",
      "aria-label": "Cards",
      hidden: !hands.length,
      onKeyDown: alongRow,
      onPointerLeave: unread,
      onfocusout: unread,
    },
    h(
      "ul",
      { class: "piles", "aria-label": "Piles" },
      hands.filter((hand) => !isHeld(hand)).map((hand) => h(Pile, { key: hand.key, game, hand })),
    ),
    h(
      "div",
      { class: "row" },
      held.map((hand) => h(InHand, { key: hand.key, game, hand })),
    ),
    h(Reader, { game }),
  );
}

/** @param {Hand} hand */
function isHeld(hand) {
  return (hand.kind ?? "hand") === "hand";
}

/** Arrows go from card to card. @param {KeyboardEvent} event */
function alongRow(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".card-face, .piles button")]);
  const at = all.indexOf(/** @type {any} */ (event.target));
  if (!by || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[(at + by + all.length) % all.length].focus();
}

/** How many there are; where some are known, a click shows them. @param {{game: Game, hand: Hand}} props */
function Pile({ game, hand }) {
  const { pieces } = game.offers.lie.value;
  const words = [hand.title, " ", h("strong", null, hand.count ?? hand.cards?.length ?? 0)];
  const can = hand.cards?.some((card) => pieces.has(card.id)) ? "can" : "";
  const look = () => game.lookThrough(hand);
  return h(
    "li",
    { class: `pile ${hand.kind ?? ""}` },
    hand.cards?.length ? h("button", { class: `small ${can}`, title: "Look through it", onClick: look }, words) : words,
  );
}

/** @param {{game: Game, hand: Hand}} props */
function InHand({ game, hand }) {
  const unseen = Array.from({ length: hand.cards?.length ? 0 : (hand.count ?? 0) });
  return h(
    "div",
    { class: "hand", role: "group", "aria-label": hand.title },
    h("h2", null, hand.title),
    h(
      "ul",
      null,
      (hand.cards ?? []).map((card) => h("li", { key: card.id }, h(InRow, { game, card }))),
      unseen.map((_, i) => h("li", { key: i }, h(Back, null))),
    ),
  );
}

function Back() {
  return h("span", { class: "back", title: "A card one may not see" });
}

/** @param {{game: Game, card: Card}} props */
function InRow({ game, card }) {
  const { hands, offers } = game;
  if (!card.name) return h(Back, null);
  const can = offers.lie.value.pieces.has(card.id);
  const read = (/** @type {Event} */ event) => hands.read(/** @type {HTMLElement} */ (event.currentTarget), card);
  return h(
    "button",
    {
      class: `card-face ${can ? "can" : ""}`,
      "data-card": card.id,
      style: coloured(card),
      onClick: () => hands.play(card.id),
      onPointerDown: can ? (/** @type {PointerEvent} */ event) => hands.drag(event, card.id) : undefined,
      onPointerEnter: read,
      onFocus: read,
    },
    h(CardFace, { card }),
  );
}

/** The whole card, larger, above the one pointed at. @param {{game: Game}} props */
function Reader({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const reading = game.hands.reading.value;
  useLayoutEffect(() => {
    const el = place.current;
    if (!el || !reading) return;
    el.style.left = `${Math.max(6, Math.min(reading.at.left - 20, innerWidth - el.offsetWidth - 6))}px`;
    el.style.bottom = `${innerHeight - reading.at.top + 8}px`;
  }, [reading]);
  const can = reading && game.offers.lie.value.pieces.has(reading.card.id);
  const hint = can ? "Click, press Enter or drag it to the map to play it." : "Not to be played now.";
  return h(
    "div",
    {
      class: "card-read",
      "aria-hidden": "true",
      hidden: !reading,
      ref: place,
      style: reading ? { "--card": reading.card.colour ?? "" } : undefined,
    },
    reading
      ? [
          h(CardFace, { card: reading.card }),
          can ? h(CardOffers, { game, card: reading.card.id }) : null,
          h("p", { class: "hint" }, hint),
        ]
      : null,
  );
}

// Cards in hand along the lower edge: to be read, clicked, dragged to the map, or played by key.

import { h, put } from "../common/dom.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Hand} Hand */
/** @typedef {import("../types.js").Card} Card */

const LIT = "▶ ";

export class Hands {
  /**
   * @param {(card: string) => void} play @param {(x: number, y: number) => boolean} onMap whether a point of the screen is where cards are played
   * @param {(hand: Hand) => void} look shows a pile card by card @param {(card: string) => Node[]} may what could be done with a card
   */
  constructor(play, onMap, look, may) {
    this.may = may;
    this.play = play;
    this.onMap = onMap;
    this.look = look;
    this.dragged = false;
    this.reader = h("div", { class: "card-read", "aria-hidden": "true", hidden: true });
    this.row = h("div", { class: "row" });
    this.piles = h("ul", { class: "piles", "aria-label": "Piles" });
    this.el = h(
      "section",
      {
        class: "hands",
        "aria-label": "Cards",
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ e) => this._keys(e),
        onpointerleave: () => this._unread(),
        onfocusout: () => this._unread(),
      },
      this.piles,
      this.row,
      this.reader,
    );
  }

  /** @param {Scene} scene @param {Set<string>} lit cards that may be played */
  draw(scene, lit) {
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
    const hands = scene.hands ?? [];
    const held = (/** @type {Hand} */ hand) => (hand.kind ?? "hand") === "hand";
    this.el.hidden = !hands.length;
    this._unread();
    put(
      this.row,
      hands.filter((hand) => held(hand) && (hand.cards?.length || hand.count)).map((hand) => this._hand(hand, lit)),
    );
    put(
      this.piles,
      hands.filter((hand) => !held(hand)).map((hand) => this._pile(hand, lit)),
    );
    if (at) this.el.querySelector(`[data-card="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  }

  /** @param {Hand} hand @param {Set<string>} lit */
  _hand(hand, lit) {
    const unseen = Array.from({ length: hand.cards?.length ? 0 : (hand.count ?? 0) }, () =>
      h("li", null, h("span", { class: "back", title: "A card one may not see" })),
    );
    return h(
      "div",
      { class: "hand", role: "group", "aria-label": hand.title },
      h("h2", null, hand.title),
      h(
        "ul",
        null,
        (hand.cards ?? []).map((card) => h("li", null, this._card(card, lit.has(card.id)))),
        unseen,
      ),
    );
  }

  /** How many there are; where some are known, a click shows them. @param {Hand} hand @param {Set<string>} lit */
  _pile(hand, lit) {
    const count = hand.count ?? hand.cards?.length ?? 0;
    const words = [hand.title, " ", h("strong", null, count)];
    const can = hand.cards?.some((card) => lit.has(card.id)) ? "can" : "";
    return h(
      "li",
      { class: `pile ${hand.kind ?? ""}` },
      hand.cards?.length
        ? h("button", { class: `small ${can}`, title: "Look through it", onclick: () => this.look(hand) }, words)
        : words,
    );
  }

  /** @param {Card} card @param {boolean} can */
  _card(card, can) {
    if (!card.name) return h("span", { class: "back", title: "A card one may not see" });
    const button = h(
      "button",
      {
        class: `card-face ${can ? "can" : ""}`,
        "data-card": card.id,
        onclick: () => {
          if (!this.dragged) this.play(card.id);
        },
        onpointerdown: (/** @type {PointerEvent} */ e) => {
          if (can) this._drag(e, button, card.id);
        },
        onpointerenter: () => this._read(button, card, can),
        onfocus: () => this._read(button, card, can),
      },
      cardFace(card),
    );
    if (card.colour) button.style.setProperty("--card", card.colour);
    return button;
  }

  /** The whole card, larger, above the one pointed at. @param {HTMLElement} button @param {Card} card @param {boolean} can */
  _read(button, card, can) {
    put(
      this.reader,
      cardFace(card),
      can ? this.may(card.id) : null,
      h("p", { class: "hint" }, can ? "Click, press Enter or drag it to the map to play it." : "Not to be played now."),
    );
    this.reader.style.setProperty("--card", card.colour ?? "");
    this.reader.hidden = false;
    const at = button.getBoundingClientRect();
    this.reader.style.left = `${Math.max(6, Math.min(at.left - 20, innerWidth - this.reader.offsetWidth - 6))}px`;
    this.reader.style.bottom = `${innerHeight - at.top + 8}px`;
  }

  _unread() {
    this.reader.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...this.el.querySelectorAll(".card-face, .piles button")];
    const at = all.indexOf(/** @type {any} */ (event.target));
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + by + all.length) % all.length].focus();
  }

  /** The first card, for whoever asks by key. */
  focus() {
    (
      this.el.querySelector("button.can") ??
      this.el.querySelector(".card-face") ??
      this.el.querySelector("button")
    )?.focus();
  }

  /** @param {PointerEvent} event @param {HTMLElement} button @param {string} card */
  _drag(event, button, card) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    let far = false;
    const move = (/** @type {PointerEvent} */ e) => {
      far ||= Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 7;
      if (!far) return;
      this._unread();
      button.classList.add("dragged");
      button.style.translate = `${e.clientX - from[0]}px ${e.clientY - from[1]}px`;
    };
    const stop = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      button.classList.remove("dragged");
      button.style.translate = "";
      if (!far) return;
      // The click that follows a drag is not meant.
      this.dragged = true;
      setTimeout(() => {
        this.dragged = false;
      }, 0);
      if (e.type === "pointerup" && this.onMap(e.clientX, e.clientY)) this.play(card);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

/** What stands on a card; a line that counts now is lit. @param {Card} card */
export function cardFace(card) {
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

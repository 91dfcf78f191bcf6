// Cards in hand along the lower edge: to be read, clicked, dragged to the map, or played by key.

import { h, put } from "./dom.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Hand} Hand */
/** @typedef {import("./types.js").Card} Card */

export class Hands {
  /** @param {(card: string) => void} play @param {(x: number, y: number) => boolean} onMap whether a point of the screen is where cards are played */
  constructor(play, onMap) {
    this.play = play;
    this.onMap = onMap;
    this.dragged = false;
    this.el = h("section", { class: "hands", "aria-label": "Cards", hidden: true, onkeydown: (/** @type {KeyboardEvent} */ e) => this._keys(e) });
  }

  /** @param {Scene} scene @param {Set<string>} lit cards that may be played */
  draw(scene, lit) {
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
    const hands = scene.hands ?? [];
    this.el.hidden = !hands.length;
    put(this.el, hands.map((hand) => (hand.cards?.length && (hand.kind ?? "hand") === "hand" ? this._hand(hand, lit) : this._pile(hand, lit))));
    if (at) this.el.querySelector(`[data-card="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  }

  /** @param {Hand} hand @param {Set<string>} lit */
  _hand(hand, lit) {
    return h("div", { class: "hand", role: "group", "aria-label": hand.title }, h("h2", null, hand.title),
      h("ul", null, (hand.cards ?? []).map((card) => h("li", null, this._card(card, lit.has(card.id))))));
  }

  /** Its top card, if that is known, and how many there are. @param {Hand} hand @param {Set<string>} lit */
  _pile(hand, lit) {
    const count = hand.count ?? hand.cards?.length ?? 0;
    const top = hand.cards?.at(-1);
    return h("div", { class: `pile ${hand.kind ?? ""}` }, h("h2", null, hand.title),
      top ? this._card(top, lit.has(top.id)) : h("span", { class: "back", "aria-hidden": "true" }), h("span", { class: "count" }, `${count}`, h("span", { class: "unseen" }, count === 1 ? " card" : " cards")));
  }

  /** @param {Card} card @param {boolean} can */
  _card(card, can) {
    if (!card.name) return h("span", { class: "back", title: "A card one may not see" });
    const button = h("button", { class: `card-face ${can ? "can" : ""}`, "data-card": card.id, title: can ? "Play it: click, or drag it to the map" : "Not now",
      onclick: () => { if (!this.dragged) this.play(card.id); }, onpointerdown: (/** @type {PointerEvent} */ e) => { if (can) this._drag(e, button, card.id); } },
      h("span", { class: "top" }, card.value ? h("span", { class: "value" }, card.value) : null, h("strong", null, card.name)),
      card.kind ? h("span", { class: "kind" }, card.kind) : null, h("span", { class: "text" }, card.text ?? ""));
    if (card.colour) button.style.setProperty("--card", card.colour);
    return button;
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...this.el.querySelectorAll("button")];
    const at = all.indexOf(/** @type {any} */ (event.target));
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + by + all.length) % all.length].focus();
  }

  /** The first card, for whoever asks by key. */
  focus() { (this.el.querySelector("button.can") ?? this.el.querySelector("button"))?.focus(); }

  /** @param {PointerEvent} event @param {HTMLElement} button @param {string} card */
  _drag(event, button, card) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    let far = false;
    const move = (/** @type {PointerEvent} */ e) => {
      far ||= Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 7;
      if (!far) return;
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
      setTimeout(() => { this.dragged = false; }, 0);
      if (e.type === "pointerup" && this.onMap(e.clientX, e.clientY)) this.play(card);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

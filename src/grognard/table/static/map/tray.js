// What lies in a hex, fanned out; and what may be done there.

import { h, put } from "../common/dom.js";
import { counter, hexLine, pieceLine, piecesIn } from "../common/words.js";

/** @typedef {import("../types.js").OfferRow} Offer */
/** @typedef {import("../types.js").Scene} Scene */

export class Tray {
  /** @type {import("../types.js").OverlayInfo[]} what can be shown on the map about a hex */
  layers = [];

  /** @param {{choose: (offer: Offer) => void, ask: (spot: string) => void, show: (key: string, hex: string) => void}} to */
  constructor(to) {
    this.to = to;
    this.hex = "";
    this.pinned = false;
    this.el = h("div", { class: "tray", role: "group", "aria-label": "Stack", hidden: true });
  }

  get open() {
    return !this.el.hidden;
  }

  close() {
    const had = this.open && this.el.contains(document.activeElement);
    this.el.hidden = true;
    this.hex = "";
    this.pinned = false;
    return had;
  }

  /**
   * @param {import("../types.js").BoardArt} board @param {Scene} scene @param {string} hex
   * @param {Offer[]} offers @param {DOMRect} at @param {boolean} pinned
   */
  show(board, scene, hex, offers, at, pinned) {
    const pieces = piecesIn(scene, hex).reverse();
    this.hex = hex;
    this.pinned = pinned;
    const rest = offers.filter((o) => !pieces.some((p) => p.id === o.spot));
    const summary = (scene.stacks ?? []).filter((x) => x.hex === hex).map((x) => x.summary);
    put(
      this.el,
      h("div", { class: "where" }, hexLine(board, scene, hex)),
      pieces.length
        ? h(
            "ul",
            { class: "fan" },
            pieces.map((p) =>
              this._tile(
                p,
                offers.filter((o) => o.spot === p.id),
                pinned,
              ),
            ),
          )
        : null,
      summary.map((words) => h("div", { class: "sum" }, words)),
      rest.length && pinned
        ? h(
            "div",
            { class: "acts" },
            rest.map((o) => this._button(o)),
          )
        : null,
      offers.length && !pinned
        ? h(
            "p",
            { class: "sum" },
            `You may ${[...new Set(offers.map((o) => o.text.split(" ", 1)[0]))].join(", ")} here.`,
          )
        : null,
      pinned ? this._layers(hex) : null,
      pinned ? h("button", { class: "plain shut", "aria-label": "Close", onclick: () => this.close() }, "×") : null,
    );
    this.el.setAttribute("aria-label", `Stack in ${hex}`);
    this.el.hidden = false;
    this.el.classList.toggle("glance", !pinned);
    if (pinned) this._stand(at);
    else this._aside(at);
    if (pinned) this.el.querySelector(".acts button, .fan button")?.focus();
  }

  /** @param {import("../types.js").Piece} piece @param {Offer[]} offers @param {boolean} pinned */
  _tile(piece, offers, pinned) {
    const only = offers.length === 1 ? offers[0] : null;
    const press = () => (only ? this.to.choose(only) : this.to.ask(piece.id));
    const face = [
      counter(piece, 50),
      h(
        "span",
        { class: "about" },
        h("strong", null, piece.face === "hidden" ? "Hidden" : piece.id),
        h("span", null, pieceLine(piece)),
      ),
    ];
    if (!pinned) return h("li", { class: offers.length ? "can" : "" }, h("div", { class: "face" }, face));
    return h(
      "li",
      { class: offers.length ? "can" : "" },
      offers.length > 1
        ? h("div", { class: "face" }, face)
        : h("button", { class: "face", onclick: press, title: only?.text ?? "Why not?" }, face),
      offers.length > 1
        ? offers.map((o) => this._button(o))
        : only && pinned
          ? h("span", { class: "may" }, only.text)
          : null,
    );
  }

  /** @param {string} hex */
  _layers(hex) {
    if (!this.layers.length) return null;
    return h(
      "details",
      { class: "ask" },
      h("summary", null, "Show on the map"),
      h(
        "div",
        { class: "acts" },
        this.layers.map((info) =>
          h(
            "button",
            {
              class: "small",
              onclick: () => {
                this.close();
                this.to.show(info.key, hex);
              },
            },
            info.name,
          ),
        ),
      ),
    );
  }

  /** @param {Offer} offer */
  _button(offer) {
    return h("button", { class: "small", onclick: () => this.to.choose(offer) }, offer.text);
  }

  /** In the upper corner farther from the hex: a glance must not cover what it is about. @param {DOMRect} at */
  _aside(at) {
    const field = /** @type {HTMLElement} */ (document.querySelector(".field")).getBoundingClientRect();
    const left = at.left > field.left + field.width / 2;
    this.el.style.left = `${left ? field.left + 58 : field.right - this.el.offsetWidth - 10}px`;
    this.el.style.top = `${left ? field.top + 86 : field.top + 10}px`;
  }

  /** Beside the hex, within the window. @param {DOMRect} at */
  _stand(at) {
    const room = this.el.getBoundingClientRect();
    const right = at.right + 6 + room.width < innerWidth;
    const x = right ? at.right + 6 : Math.max(8, at.left - room.width - 6);
    const y = Math.min(Math.max(8, at.top - 10), innerHeight - room.height - 8);
    this.el.style.left = `${Math.min(x, Math.max(8, innerWidth - room.width - 8))}px`;
    this.el.style.top = `${Math.max(8, y)}px`;
  }
}

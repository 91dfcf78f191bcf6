// All of one formation, ringed.

import { toast } from "../../common/toasts.js";
import { h } from "../../vendor/preact/preact.js";
import { computed, signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */

export class Formation {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.name = signal("");
    this.kin = computed(() => new Set(this._kin().map((piece) => piece.id)));
  }

  _kin() {
    const name = this.name.value;
    return [...this.game.told.pieces.value.values()].filter((piece) => name && piece.formation === name);
  }

  /** That of the piece pointed at, or in hand; again: none. */
  toggle() {
    const { pointer, told } = this.game;
    const top =
      told.pieces.value.get(pointer.over.piece) ??
      told.piecesIn(pointer.hex).at(-1) ??
      [...told.pieces.value.values()].find((piece) => told.held.value.has(piece.id));
    const name = top?.formation ?? "";
    this.name.value = this.name.value === name ? "" : name;
    if (this.name.value) this._tell();
  }

  _tell() {
    const kin = this._kin();
    const on = kin.filter((piece) => piece.hex).length;
    const words = `: ${on} on the map, ${kin.length - on} off it`;
    toast([h("strong", null, this.name.value), words], { stay: 4000 });
  }
}

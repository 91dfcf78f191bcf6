// What the server said of a match: the only place where it is kept.

import { Table } from "../common/api.js";
import { piecesIn } from "../common/words.js";
import { computed, signal } from "../vendor/preact/signals.js";

/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").OfferRow} Offer */
/** @typedef {import("../types.js").Piece} Piece */

export class Told {
  /** @param {string} id @param {string} token @param {About} about @param {Now} now */
  constructor(id, token, about, now) {
    this.id = id;
    this.table = new Table(id, token);
    this.about = signal(about);
    this.now = signal(now);
    /** a moment of the past that is looked at @type {import("../vendor/preact/signals.js").Signal<Now | null>} */
    this.past = signal(null);
    this.connection = signal(/** @type {"live" | "waiting" | "closed" | ""} */ (""));
    this.seat = computed(() => this.about.value.seat ?? "");
    this.shown = computed(() => this.past.value ?? this.now.value);
    this.scene = computed(() => this.shown.value.scene);
    /** whether it is for this seat to decide, and now */
    this.mine = computed(() => !this.past.value && this.now.value.deciders.includes(this.seat.value));
    this.over = computed(() => Boolean(this.now.value.verdict) || !this.now.value.deciders.length);
    this.pieces = computed(() => new Map((this.scene.value.pieces ?? []).map((piece) => [piece.id, piece])));
    this.held = computed(() => new Set(this.scene.value.held ?? []));
    this.cards = computed(() => (this.scene.value.hands ?? []).flatMap((hand) => hand.cards ?? []));
  }

  /** @param {string} id @param {string} token @returns {Promise<Told>} */
  static async ask(id, token) {
    const table = new Table(id, token);
    const about = await table.info();
    return new Told(id, token, about, await table.now(0));
  }

  /** Looks from another seat. @param {string} token */
  async sitDown(token) {
    this.table = new Table(this.id, token);
    this.about.value = await this.table.info();
  }

  /** Where a piece stands. @param {string} piece */
  hexOf(piece) {
    return this.pieces.value.get(piece)?.hex ?? "";
  }

  /** @param {string} hex */
  piecesIn(hex) {
    return piecesIn(this.scene.value, hex);
  }

  /** What an action is called just now. @param {{token: string, text: string}} offer */
  label(offer) {
    const words = this.scene.value.prompt?.labels?.[offer.token] ?? offer.text;
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  }
}

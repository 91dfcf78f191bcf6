// What a deed would come to, before it is done: looked up, and shown while one points or is asked.

import { Refused } from "../../common/api.js";
import { speak, toast } from "../../common/toasts.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OfferRow} Offer */
/** @typedef {import("../../types.js").Odds} Preview */
/**
 * @typedef {{heading: string, offer: Offer | null, previews: Preview[], left: string[], asked: boolean, east: boolean}} Shown
 * Of an offer there is one preview at most; several are what the other side could do.
 */

const SOON = 160; // ms of pointing

export class Odds {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.shown = signal(/** @type {Shown | null} */ (null));
    /** @type {Set<string>} deeds without odds, by what they are called */
    this.quiet = new Set();
    this.peeking = 0;
    this.peeks = 0;
  }

  get open() {
    return this.shown.value !== null;
  }

  /** Whether it was open. */
  close() {
    const was = this.open;
    this.shown.value = null;
    return was;
  }

  /** Whether it is this offer that is shown. @param {Offer} offer */
  shows(offer) {
    const { offer: shown } = this.shown.value ?? {};
    return shown?.token === offer.token && shown.text === offer.text;
  }

  /** What an offer would come to, if there is anything to say. @param {Offer} offer @returns {Promise<Preview | null>} */
  async of(offer) {
    const { told } = this.game;
    const name = told.scene.value.prompt?.labels?.[offer.token] ?? offer.verb;
    if (this.quiet.has(name) || told.past.value) return null;
    try {
      const preview = await told.table.odds(offer.action);
      if (preview?.outcomes?.length) return preview;
      this.quiet.add(name);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) this.quiet.add(name);
    }
    return null;
  }

  /** Whether the player is asked before it is played: about its odds, or what would be passed up. @param {Offer} offer */
  async asks(offer) {
    const left = this.game.looks.asks.value ? (offer.left ?? []) : [];
    if (this.shows(offer) && (this.shown.value?.asked || !left.length)) return false;
    const preview = await this.of(offer);
    if (!preview?.asks && !left.length) return false;
    this.show(offer, preview, left, true);
    return true;
  }

  /** @param {Offer} offer @param {Preview | null} preview @param {string[]} left @param {boolean} asked */
  show(offer, preview, left, asked) {
    const { told, charts } = this.game;
    const previews = preview ? [preview] : [];
    this.shown.value = { heading: told.label(offer), offer, previews, left, asked, east: this._east(offer.spot) };
    charts.light(preview?.lit ?? []);
  }

  /** It stands at the side of the map where what it is about is not. @param {string} spot */
  _east(spot) {
    const { board, camera, told, pointer } = this.game;
    const field = board.host.getBoundingClientRect();
    const [held] = told.held.value;
    const [hex] = camera.hexesOf([spot || held || ""]);
    const there = hex || pointer.last.hex;
    return Boolean(there) && board.box(there).left < field.left + field.width / 2;
  }

  // -- while only pointing ---------------------------------------------------------------

  /** @param {Offer} offer */
  peek(offer) {
    this.unpeek();
    const { told } = this.game;
    const { n } = told.now.value,
      mine = this.peeks;
    this.peeking = setTimeout(async () => {
      const preview = await this.of(offer);
      const wanted = told.now.value.n === n && this.peeks === mine && !told.past.value;
      if (preview && wanted) this.show(offer, preview, [], false);
    }, SOON);
  }

  /** Odds that are still on their way are no longer wanted. */
  unpeek() {
    clearTimeout(this.peeking);
    this.peeks++;
  }

  // -- the other side --------------------------------------------------------------------

  /** What the other side could do where one points, or to who is in hand. */
  async threats() {
    const { told, pointer, deeds } = this.game;
    const hex = pointer.hex || [...told.held.value][0] || "";
    if (!hex || !told.seat.value) {
      toast("Point at a hex first: yours, or one of the other side's.", { stay: 4000 });
      return;
    }
    try {
      this._threaten(hex, (await told.table.threats(hex)).threats);
    } catch (error) {
      await deeds.failed(error);
    }
  }

  /** @param {string} hex @param {Preview[]} previews */
  _threaten(hex, previews) {
    if (!previews.length) {
      toast(`Nothing that you can see threatens ${hex}.`, { stay: 4000 });
      return;
    }
    const heading = `What could be done to ${hex}`;
    this.shown.value = { heading, offer: null, previews, left: [], asked: true, east: this._east(hex) };
    this.game.charts.light(previews.flatMap((preview) => preview.lit));
    speak(previews.map((preview) => `${preview.title}: ${preview.line}`).join(". "));
  }
}

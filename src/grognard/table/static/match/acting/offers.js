// What may be done, by where one clicks for it; and the piece taken up to choose a hex for.

import { computed, signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../types.js").OfferRow} Offer */
/** @typedef {import("../told.js").Told} Told */
/**
 * @typedef {{hexes: Map<string, Offer[]>, pieces: Map<string, Offer[]>, named: Map<string, Offer[]>, led: Set<string>,
 *   plain: Offer[], sides: string[], picked: string}} Lie
 * `hexes` and `pieces` are offers by spot, `named` offers at hexes by the pieces they name, `led` the pieces whose
 * hexes are lit only once they are taken up, `plain` the buttons, `sides` the hexsides among the spots.
 */

export class Offers {
  /** @param {Told} told @param {(spot: string) => string[]} hexesOf the hexes a spot is made of */
  constructor(told, hexesOf) {
    this.told = told;
    this.hexesOf = hexesOf;
    this.wanted = signal("");
    this.lie = computed(() => this._lie());
    this.styles = computed(() => styles([...this.lie.value.hexes.values()].flat()));
    this.actors = computed(() => new Set([...this.lie.value.pieces.keys(), ...this.lie.value.named.keys()]));
    this.lit = computed(() => [...this.may().keys()]);
  }

  get all() {
    return this.told.past.value ? [] : this.told.shown.value.offers;
  }

  /** The one of those taken up, whose hexes alone are lit. */
  get picked() {
    return this.lie.value.picked;
  }

  /** Takes a piece up; again: lets it go. @param {string} piece */
  pick(piece) {
    this.wanted.value = this.picked === piece ? "" : piece;
  }

  _lie() {
    const wanted = this.wanted.value;
    const lie = this._sorted(wanted);
    lie.picked = lie.named.has(wanted) ? wanted : "";
    if (lie.picked) keepOnly(lie.hexes, lie.named.get(wanted) ?? []);
    return lie;
  }

  /** @param {string} wanted @returns {Lie} */
  _sorted(wanted) {
    /** @type {Lie} */
    const lie = {
      hexes: new Map(),
      pieces: new Map(),
      named: new Map(),
      led: new Set(),
      plain: [],
      sides: [],
      picked: "",
    };
    for (const offer of this.all) this._sort(lie, offer, wanted);
    return lie;
  }

  /** @param {Lie} lie @param {Offer} offer @param {string} wanted */
  _sort(lie, offer, wanted) {
    const spot = offer.spot || offer.taker || "";
    const hexes = this.hexesOf(spot);
    if (hexes.length) {
      this._atHexes(lie, offer, hexes, wanted);
      return;
    }
    const known = this.told.pieces.value.has(spot) || this._beside(spot);
    if (known) add(lie.pieces, spot, offer);
    if (!known || spot !== offer.spot) lie.plain.push(offer);
  }

  /** @param {Lie} lie @param {Offer} offer @param {string[]} hexes @param {string} wanted */
  _atHexes(lie, offer, hexes, wanted) {
    for (const id of offer.taker ? [offer.taker] : (offer.names ?? [])) add(lie.named, id, offer);
    if (offer.taker) lie.led.add(offer.taker);
    if (offer.taker && wanted !== offer.taker) return;
    if (hexes.length > 1) lie.sides.push(offer.spot);
    for (const hex of hexes) add(lie.hexes, hex, offer);
  }

  /** Whether it is a card or a box. @param {string} spot */
  _beside(spot) {
    const { boxes } = this.told.scene.value;
    return this.told.cards.value.some((card) => card.id === spot) || Boolean(boxes?.some((box) => box.key === spot));
  }

  /** What may be done at a hex or with a piece in it. @param {string} hex @param {string} [piece] @returns {Offer[]} */
  at(hex, piece = "") {
    const { hexes, pieces } = this.lie.value;
    const mine = piece ? (pieces.get(piece) ?? []) : [];
    if (mine.length || !hex) return mine;
    return [...(hexes.get(hex) ?? []), ...this.told.piecesIn(hex).flatMap((p) => pieces.get(p.id) ?? [])];
  }

  /** What may be done, in words, by hex. */
  may() {
    /** @type {Map<string, string[]>} */
    const may = new Map();
    const tell = (/** @type {string} */ hex, /** @type {Offer[]} */ offers) =>
      may.set(hex, [...(may.get(hex) ?? []), ...offers.map((offer) => offer.text)]);
    for (const [hex, offers] of this.lie.value.hexes) tell(hex, offers);
    for (const [id, offers] of this.lie.value.pieces) {
      const hex = this.told.hexOf(id);
      if (hex) tell(hex, offers);
    }
    return may;
  }

  /** The pieces in a hex that may act. @param {string} hex */
  ableIn(hex) {
    return this.told.piecesIn(hex).filter((piece) => this.lie.value.pieces.has(piece.id));
  }

  /** The kind of light of an offer. @param {Offer} offer */
  style(offer) {
    return this.styles.value.get(offer.verb) ?? 0;
  }
}

/** @template T @param {Map<string, T[]>} into @param {string} key @param {T} value */
function add(into, key, value) {
  const known = into.get(key);
  if (known) known.push(value);
  else into.set(key, [value]);
}

/** @param {Map<string, Offer[]>} hexes @param {Offer[]} wanted */
function keepOnly(hexes, wanted) {
  for (const [hex, all] of [...hexes]) {
    const kept = all.filter((offer) => wanted.includes(offer));
    if (kept.length) hexes.set(hex, kept);
    else hexes.delete(hex);
  }
}

/** Each verb has its own kind of light: red for blows, of the others the commonest the plainest. @param {Offer[]} offers */
function styles(offers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const offer of offers) if (!offer.blow) counts.set(offer.verb, (counts.get(offer.verb) ?? 0) + 1);
  const calm = [...counts].sort((a, b) => b[1] - a[1]).map(([verb]) => verb);
  const found = new Map(calm.map((verb, i) => [verb, [0, 2, 3][i] ?? 3]));
  for (const offer of offers) if (offer.blow) found.set(offer.verb, 1);
  return found;
}

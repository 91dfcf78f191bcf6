// What a click, a tap or Enter means on a hex, a counter or a card.

import { hush, speak } from "../../common/toasts.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OfferRow} Offer */

export class Clicks {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Promise<void> | null} */
    this.lifting = null;
  }

  /** What the map hands on. @returns {import("../../map/board.js").Hands} */
  hands() {
    const { game } = this;
    return {
      click: (hex, piece) => {
        game.board.focusOn(hex, false);
        game.pointer.last = { hex, piece };
        this.press(hex, piece);
      },
      hover: (hex, piece) => game.pointer.hover(hex, piece),
      hold: (hex) => game.openTray(hex, true),
      movable: (piece) =>
        !game.told.past.value && (game.offers.lie.value.pieces.has(piece) || game.told.held.value.has(piece)),
      lift: (piece) => {
        this.lifting = this._lift(piece);
      },
      drop: async (piece, hex) => {
        await this.lifting;
        if (game.told.hexOf(piece) !== hex) this.press(hex, "");
      },
      moved: () => {
        game.minimap?.draw();
        if (game.tray && !game.tray.pinned) game.tray.close();
      },
    };
  }

  /** A counter drawn along by the mouse is taken in hand. @param {string} piece */
  async _lift(piece) {
    const { offers, told, deeds } = this.game;
    const [first] = offers.lie.value.pieces.get(piece) ?? [];
    if (first && !told.held.value.has(piece)) await deeds.play(first);
  }

  /** @param {string} hex @param {string} piece */
  press(hex, piece) {
    const { told, offers, deeds, pointer } = this.game;
    if (told.past.value) {
      this.game.openTray(hex, true);
      return;
    }
    hush();
    pointer.tell(hex);
    const meant = this._meant(hex, piece);
    const all = offers.at(hex, piece);
    const first = this._first(hex, piece, all);
    if (meant) this.pick(meant);
    else if (first) this.propose(first);
    else if (all.length && hex) this.game.openTray(hex, true);
    else if (all.length) this.game.choose(piece, all);
    else if (this._instead(piece)) return;
    else if (hex && told.held.value.size && !this._heldStandsIn(hex)) deeds.walk(hex);
    else deeds.why(piece || hex, hex);
  }

  /** Plays it, but asks first where odds or what is left want it. @param {Offer} offer */
  async propose(offer) {
    const { odds, deeds } = this.game;
    odds.unpeek();
    if (!(await odds.asks(offer))) await deeds.play(offer);
  }

  /** @param {string} hex */
  _heldStandsIn(hex) {
    const { told } = this.game;
    return told.piecesIn(hex).some((piece) => told.held.value.has(piece.id));
  }

  // -- one of several --------------------------------------------------------------------

  /** What a click would do, if that is one thing. @param {string} hex @param {string} piece */
  likely(hex, piece) {
    return this._first(hex, piece, this.game.offers.at(hex, piece));
  }

  /**
   * What a click means where several things may be done: the first of the piece clicked,
   * or going on as before; the others are in the tray.
   * @param {string} hex @param {string} piece @param {Offer[]} all
   */
  _first(hex, piece, all) {
    const { offers, deeds } = this.game;
    const onHex = offers.lie.value.hexes.get(hex) ?? [];
    const inside = offers.ableIn(hex).map((able) => able.id);
    if (onHex.length)
      return onHex.length + inside.length === 1 ? onHex[0] : onHex.find((offer) => offer.verb === deeds.going);
    const coarse = matchMedia("(pointer: coarse)").matches && inside.length > 1;
    const clicked = offers.lie.value.pieces.has(piece) && !coarse;
    const one = clicked ? piece : inside.length === 1 ? inside[0] : "";
    if (one && hex) return this._plainly(offers.lie.value.pieces.get(one) ?? []);
    return all.length === 1 ? all[0] : undefined;
  }

  /** The first, unless they differ only in what they cost, or a card would be spent unasked. @param {Offer[]} all */
  _plainly(all) {
    const { told, offers } = this.game;
    const alike = all.length > 1 && all.every((offer) => offer.verb === all[0].verb);
    const cards = told.cards.value.some((card) => offers.lie.value.pieces.has(card.id));
    return alike || cards ? undefined : all[0];
  }

  /** Another unit instead of the one just taken: undo, then take it. @param {string} piece */
  _instead(piece) {
    const { told, board, deeds } = this.game;
    const before = deeds.before.value;
    if (!before?.played.spot || !told.now.value.can_undo || board.centres.has(before.played.spot)) return false;
    const other = before.offers.find((offer) => offer.spot === piece && offer.verb === before.played.verb);
    if (!piece || !other) return false;
    deeds.rather(other);
    return true;
  }

  // -- taking up -------------------------------------------------------------------------

  /** Takes up one of those that a choice of hex is about; again: none. @param {string} piece */
  pick(piece) {
    const { offers, overlays, camera, told } = this.game;
    offers.pick(piece);
    const { picked } = offers;
    if (picked) camera.follow();
    speak(picked ? `${picked}: choose a lit hex.` : "All lit hexes again.");
    overlays.clear();
    const shows = told.pieces.value.get(picked)?.shows;
    if (shows && offers.lie.value.led.has(picked)) overlays.show(shows, picked, true);
  }

  /** The piece meant by a click, where hexes are chosen for pieces: one after the other of a stack. @param {string} hex @param {string} piece */
  _meant(hex, piece) {
    const { named, pieces, hexes, picked } = this.game.offers.lie.value;
    if (!named.size || (piece && pieces.has(piece))) return "";
    if (!hex) return named.has(piece) ? piece : "";
    if (hexes.has(hex) && (picked || !named.has(piece))) return "";
    const inside = this._pickable(hex, piece);
    const at = inside.indexOf(picked);
    if (at >= 0) return inside[at + 1] ?? picked;
    return inside.includes(piece) ? piece : (inside[0] ?? "");
  }

  /** @param {string} hex @param {string} piece */
  _pickable(hex, piece) {
    const { told, offers } = this.game;
    const { named, led } = offers.lie.value;
    const others = offers.ableIn(hex).length > 0;
    return told
      .piecesIn(hex)
      .map((here) => here.id)
      .filter((id) => named.has(id) && !(led.has(id) && others && id !== piece));
  }
}

// Two players at one screen: whoever is asked next takes the seat.

import { seatName } from "../common/dom.js";
import { matchOf } from "../common/mine.js";
import { toast } from "../common/toasts.js";
import { curtain } from "./dialogs.js";

/** @typedef {import("./game.js").Game} Game */

export class Seats {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.changing = false;
  }

  /** If another seat of this browser is asked: the map is covered till its player is there. */
  handOver() {
    const { told } = this.game;
    const here = matchOf(told.id)?.here ?? {};
    const { deciders, scene } = told.now.value;
    const seat = told.seat.value;
    const next = deciders.find((other) => other in here);
    if (!next || deciders.includes(seat) || !(seat in here) || document.querySelector("dialog.curtain")) return;
    const sit = () => this.game.sitDown(here[next]);
    if (scene.open) {
      this._change(next, sit);
      return;
    }
    const words = "The map is covered until the other player is at the screen.";
    curtain(`Hand over to ${seatName(next)}`, words, `I play ${seatName(next)}`, sit);
  }

  /** Where nothing is hidden the other seat is taken at once, and the map stays as it is. @param {string} seat @param {() => Promise<void>} sit */
  async _change(seat, sit) {
    if (this.changing) return;
    this.changing = true;
    try {
      await sit();
    } finally {
      this.changing = false;
    }
    toast(`You play ${seatName(seat)} now.`, { stay: 4000 });
  }
}

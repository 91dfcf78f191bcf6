// The small map: all of it in a corner, the part in sight framed.

import { h } from "../common/dom.js";

/** @type {Record<string, string>} */
const TINTS = {
  clear: "#ece5c8",
  forest: "#a9c184",
  rough: "#d3bd8f",
  forest_rough: "#93a970",
  hills: "#d3bd8f",
  water: "#a9c9dc",
  marsh: "#c3d4bc",
  woods: "#a9c184",
  mountain: "#b99c70",
  built_up: "#c9b7a6",
};

/** The whole map in a corner, with counters as dots and the part in sight framed. */
export class Minimap {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.canvas = h("canvas", { class: "minimap", "aria-hidden": "true", title: "Click to go there" });
    this.canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => this._seek(e));
    this.canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => {
      if (e.buttons) this._seek(e);
    });
    /** @type {import("../types.js").Scene | null} */
    this.scene = null;
    this.wanted = false;
  }

  /** @param {PointerEvent} e */
  _seek(e) {
    const k = this.board.wide / this.canvas.clientWidth;
    this.board.area.interrupt();
    this.board._look(e.offsetX * k, e.offsetY * k, this.board.sight().scale, 60, false);
  }

  /** @param {import("../types.js").Scene} scene */
  show(scene) {
    this.scene = scene;
    this.ground = null;
    this.draw();
  }

  draw() {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      this._draw();
    });
  }

  _draw() {
    if (!this.canvas.clientWidth) return;
    const { board } = this;
    const wide = 150 * devicePixelRatio,
      k = wide / board.wide;
    if (!this.ground) this.ground = this._ground(wide, k);
    this.canvas.width = this.ground.width;
    this.canvas.height = this.ground.height;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.drawImage(this.ground, 0, 0);
    const see = board.sight();
    pen.strokeStyle = "#1b1a17";
    pen.lineWidth = 2 * devicePixelRatio;
    const [x0, y0] = [Math.max(see.x * k, 1), Math.max(see.y * k, 1)];
    const [x1, y1] = [
      Math.min((see.x + see.wide) * k, this.canvas.width - 1),
      Math.min((see.y + see.high) * k, this.canvas.height - 1),
    ];
    pen.strokeRect(x0, y0, x1 - x0, y1 - y0);
  }

  /** @param {number} wide @param {number} k */
  _ground(wide, k) {
    const canvas = document.createElement("canvas");
    canvas.width = wide;
    canvas.height = Math.round(this.board.high * k);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = "#e9e2cf";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const dot = (
      /** @type {string} */ label,
      /** @type {string} */ colour,
      /** @type {number} */ w,
      /** @type {number} */ t,
    ) => {
      const [x, y] = this.board.point(label);
      pen.fillStyle = colour;
      pen.fillRect((x - w / 2) * k, (y - t / 2) * k, w * k, t * k);
    };
    for (const hex of this.board.hexes.values()) dot(hex.label, TINTS[hex.terrain ?? "clear"] ?? TINTS.clear, 60, 52);
    pen.globalAlpha = 0.16;
    for (const side of this.scene?.control ?? [])
      for (const label of side.hexes ?? []) if (this.board.centres.has(label)) dot(label, side.colour, 60, 52);
    pen.globalAlpha = 1;
    const colours = new Map((this.scene?.control ?? []).map((c) => [c.side, c.colour]));
    for (const piece of this.scene?.pieces ?? [])
      if (piece.hex && this.board.centres.has(piece.hex))
        dot(piece.hex, colours.get(piece.side ?? "") ?? piece.ground ?? "#444", 44, 40);
    return canvas;
  }
}

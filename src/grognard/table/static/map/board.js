// The map: the printed board once, the live layer on each change, lights between them.

import { h, picture, s } from "../common/dom.js";
import { select, zoom, zoomIdentity, zoomTransform } from "../vendor/d3-zoom.js";
import { Presses } from "./presses.js";

/** @typedef {import("../types.js").BoardArt} BoardArt */
/** @typedef {import("../types.js").HexArt} HexArt */
/**
 * @typedef {{
 *   click: (hex: string, piece: string) => void,
 *   hover: (hex: string, piece: string) => void,
 *   hold: (hex: string) => void,
 *   movable: (piece: string) => boolean,
 *   lift: (piece: string) => void,
 *   drop: (piece: string, hex: string) => void,
 *   moved?: () => void,
 * }} Hands
 */

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  wide = 0;
  high = 0;
  /** @type {Map<string, HexArt>} */
  hexes = new Map();
  /** @type {Map<string, string>} */
  byPlace = new Map();
  /** @type {Map<string, [number, number]>} */
  centres = new Map();
  printed = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null));

  /** @param {BoardArt} art @param {string} svg @param {Hands} hands */
  constructor(art, svg, hands) {
    this.hands = hands;
    this.world = h("div", { class: "world" });
    this.host = h(
      "div",
      {
        class: "map",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "hex map",
        "aria-label": "Map. Arrow keys walk from hex to hex, Enter acts there, question mark lists all keys.",
      },
      this.world,
    );
    this.draw(art, svg);
    this.focus = "";
    this.column = 0;
    this._zoom();
    this.presses = new Presses(this);
  }

  /** @param {BoardArt} art @param {string} svg */
  draw(art, svg) {
    this.art = art;
    this.printed = picture(svg);
    this.printed.setAttribute("aria-hidden", "true");
    this.wide = Number(this.printed.getAttribute("width"));
    this.high = Number(this.printed.getAttribute("height"));
    const frame = () => ({
      viewBox: this.printed.getAttribute("viewBox"),
      width: this.wide,
      height: this.high,
      "aria-hidden": "true",
    });
    this.lights = s("g", { class: "lights" });
    this.over = s("svg", { ...frame(), class: "over" });
    this.live = s("svg", { ...frame(), class: "live" });
    this.hexes = new Map((art.hexes ?? []).map((hex) => [hex.label, hex]));
    this.byPlace = new Map((art.hexes ?? []).map((hex) => [`${hex.x},${hex.y}`, hex.label]));
    this.centres = new Map();
    for (const use of this.printed.querySelectorAll(".hexes [data-hex]")) {
      this.centres.set(/** @type {any} */ (use).dataset.hex, [
        Number(use.getAttribute("x")),
        Number(use.getAttribute("y")),
      ]);
    }
    this.world.replaceChildren(this.printed, this.live, this.over);
    this.printed.classList.add("printed");
  }

  // -- what lies on it ---------------------------------------------------------------

  /** @param {string} svg */
  show(svg) {
    const live = picture(svg);
    live.classList.add("live");
    live.setAttribute("aria-hidden", "true");
    this.live.replaceWith(live);
    this.live = live;
    // Over the shades of an overlay, under the counters.
    const above = [...live.children].find((el) =>
      ["pieces", "arrows", "markers"].includes(el.getAttribute("class") ?? ""),
    );
    live.insertBefore(this.lights, above ?? null);
  }

  /**
   * Lights hexes (each with a style) and pieces; `held` are those in hand.
   * @param {Map<string, string>} hexes @param {Map<string, string>} pieces @param {Set<string>} held @param {string[]} [sides]
   */
  light(hexes, pieces, held, sides = []) {
    this.lights.replaceChildren(
      ...[...hexes]
        .filter(([label]) => this.centres.has(label))
        .map(([label, style]) => this._hex(label, sides.length ? "lit beside" : `lit ${style}`)),
      ...sides.map((side) => this._side(side)),
    );
    const stacks = new Set();
    for (const piece of this.live.querySelectorAll("[data-piece]")) {
      const id = /** @type {any} */ (piece).dataset.piece;
      piece.classList.toggle("lit", pieces.has(id));
      piece.classList.toggle("held", held.has(id));
      if (pieces.has(id)) stacks.add(piece.parentElement);
    }
    // A piece may lie too deep in its stack to be drawn: then the stack is lit.
    for (const hex of new Set(pieces.values())) {
      const stack = hex && this.live.querySelector(`.stack[data-hex="${CSS.escape(hex)}"]`);
      if (stack && !stacks.has(stack)) stack.querySelector(".piece:last-of-type")?.classList.add("lit", "deep");
    }
  }

  /** @param {string} label @param {string} style */
  _hex(label, style) {
    const [x, y] = this.centres.get(label) ?? [0, 0];
    return s("use", { href: "#hex", x, y, class: style });
  }

  /** The hex of a spot, or both of a hexside; none if it is neither. @param {string} spot */
  hexesOf(spot) {
    const parts = this.centres.has(spot) ? [spot] : spot.split("/");
    return parts.length <= 2 && parts.every((label) => this.centres.has(label)) ? parts : [];
  }

  /** The side between two hexes. @param {string} spot */
  _side(spot) {
    const [[ax, ay], [bx, by]] = spot.split("/").map((label) => this.centres.get(label) ?? [0, 0]);
    const [x, y, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, (by - ay) / 3.46, (ax - bx) / 3.46];
    return s("line", { x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy, class: "lit-side" });
  }

  /** Where another side has just acted. @param {string[]} spots */
  happened(spots) {
    for (const old of this.over.querySelectorAll(".happened")) old.remove();
    const hexes = new Set(spots.flatMap((spot) => this.hexesOf(spot)));
    this.over.prepend(...[...hexes].map((label) => this._hex(label, "happened")));
  }

  /** Draws attention to a hex and brings it into sight. @param {string} label */
  flash(label) {
    if (!this.centres.has(label)) return;
    this.reveal(label);
    const mark = this._hex(label, "flash");
    this.over.append(mark);
    setTimeout(() => mark.remove(), 2200);
  }

  /** Marks hexes until told otherwise. @param {string[]} labels */
  mark(labels) {
    for (const old of this.over.querySelectorAll(".marked")) old.remove();
    const known = labels.filter((label) => this.centres.has(label));
    this.over.prepend(...known.map((label) => this._hex(label, "marked")));
    this.revealAll(known);
  }

  /** Brings hexes into sight, all of them if they fit. @param {string[]} labels */
  revealAll(labels) {
    const points = labels.map((label) => this.point(label)),
      see = this.sight();
    const seen = points.every(
      ([x, y]) => x > see.x + 30 && x < see.x + see.wide - 30 && y > see.y + 30 && y < see.y + see.high - 30,
    );
    if (!points.length || (seen && see.scale >= 0.45)) return;
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const whole = Math.min(this.host.clientWidth / (x1 - x0 + 180), this.host.clientHeight / (y1 - y0 + 180));
    this._look((x0 + x1) / 2, (y0 + y1) / 2, Math.max(0.45, Math.min(whole, Math.max(see.scale, 0.62))), 60);
  }

  /** Rings the pieces of a formation. @param {Set<string>} pieces */
  ring(pieces) {
    for (const piece of this.live.querySelectorAll("[data-piece]"))
      piece.classList.toggle("kin", pieces.has(/** @type {any} */ (piece).dataset.piece));
  }

  // -- the focus, by keys -----------------------------------------------------------------

  /** By keys the map follows and the ring is strong; by pointer it is where one looks already. @param {string} label @param {boolean} [seek] */
  focusOn(label, seek = true) {
    this.over.querySelector(".cursor")?.remove();
    this.focus = label;
    if (!this.centres.has(label)) return;
    this.column = this.hexes.get(label)?.x ?? 0;
    this.over.append(this._hex(label, seek ? "cursor" : "cursor faint"));
    if (seek) this.reveal(label);
  }

  /** The hex that way, or the same at the edge. @param {"ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"} key */
  step(key) {
    const here = this.hexes.get(this.focus);
    if (!here) return this._middle();
    const column = this.column;
    const go = (/** @type {number} */ x, /** @type {number} */ y) => this.byPlace.get(`${x},${y}`);
    if (key === "ArrowLeft") return go(here.x - 2, here.y) ?? this.focus;
    if (key === "ArrowRight") return go(here.x + 2, here.y) ?? this.focus;
    const y = here.y + (key === "ArrowUp" ? -1 : 1);
    const [near, far] = here.x > column ? [-1, 1] : [1, -1];
    const next = go(here.x + near, y) ?? go(here.x + far, y) ?? this.focus;
    // Going straight up or down one keeps to the column one began in.
    queueMicrotask(() => {
      if (this.focus === next) this.column = column;
    });
    return next;
  }

  _middle() {
    const box = this.host.getBoundingClientRect();
    return this.at(box.left + box.width / 2, box.top + box.height / 2).hex || [...this.centres.keys()][0];
  }

  // -- pan and zoom ---------------------------------------------------------------------

  _zoom() {
    this.area = select(this.host);
    let done = 0;
    this.zoomer = zoom()
      .scaleExtent([0.2, 5])
      .translateExtent([
        [-200, -200],
        [this.wide + 200, this.high + 200],
      ])
      .clickDistance(5)
      .filter((/** @type {any} */ event) => this._may(event))
      .on("start", () => {
        clearTimeout(done);
        this.world.classList.add("moving");
      })
      .on("zoom", (/** @type {any} */ event) => this._place(event.transform))
      .on("end", () => {
        done = setTimeout(() => this.world.classList.remove("moving"), 160);
      });
    this.area.call(this.zoomer).on("dblclick.zoom", null);
  }

  /** @param {any} event */
  _may(event) {
    if (event.type === "mousedown") {
      const piece = event.target.closest?.("[data-piece]")?.dataset.piece;
      if (piece && this.hands.movable(piece)) return false;
    }
    return (!event.ctrlKey || event.type === "wheel") && !event.button;
  }

  /** @param {{x: number, y: number, k: number}} t */
  _place(t) {
    this.world.style.transform = `translate(${t.x}px,${t.y}px) scale(${t.k})`;
    const how = t.k < 0.5 ? "far" : t.k < 0.95 ? "middle" : "near";
    if (this.host.dataset.zoom !== how) this.host.dataset.zoom = how;
    this.hands.moved?.();
  }

  /** The part of the map in sight, in the map's own units from its corner. */
  sight() {
    const t = zoomTransform(this.host);
    return {
      x: -t.x / t.k,
      y: -t.y / t.k,
      wide: this.host.clientWidth / t.k,
      high: this.host.clientHeight / t.k,
      scale: t.k,
    };
  }

  /** @param {any} transform @param {boolean} [gently] */
  _go(transform, gently = true) {
    const quick = !gently || still.matches || document.hidden;
    if (quick) this.area.call(this.zoomer.transform, transform);
    else this.area.transition().duration(280).call(this.zoomer.transform, transform);
  }

  /** @param {number} by */
  zoomBy(by) {
    if (still.matches) this.area.call(this.zoomer.scaleBy, by);
    else this.area.transition().duration(160).call(this.zoomer.scaleBy, by);
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    this.area.call(this.zoomer.translateBy, dx / this.sight().scale, dy / this.sight().scale);
  }

  /** The point of a hex in the frame's own units, from its upper left corner. @param {string} label */
  point(label) {
    const [x, y] = this.centres.get(label) ?? [0, 0];
    const [west, north] = (this.printed.getAttribute("viewBox") ?? "0 0").split(" ").map(Number);
    return [x - west, y - north];
  }

  /** Shows these hexes, or the whole map. @param {Iterable<string>} [labels] @param {boolean} [gently] */
  fit(labels, gently = true) {
    const points = [...(labels ?? [])].filter((l) => this.centres.has(l)).map((l) => this.point(l));
    const xs = points.length ? points.map((p) => p[0]) : [40, this.wide - 40];
    const ys = points.length ? points.map((p) => p[1]) : [40, this.high - 40];
    const [x0, x1, y0, y1] = [Math.min(...xs) - 90, Math.max(...xs) + 90, Math.min(...ys) - 90, Math.max(...ys) + 90];
    const whole = Math.min(this.host.clientWidth / (x1 - x0), this.host.clientHeight / (y1 - y0));
    const k = Math.min(1.5, Math.max(points.length ? 0.62 : 0.2, whole));
    this._look((x0 + x1) / 2, (y0 + y1) / 2, k, 14, gently);
  }

  /**
   * Puts a point in the middle, but no more bare table beside the map than that many pixels.
   * @param {number} x @param {number} y @param {number} k @param {number} rim @param {boolean} [gently]
   */
  _look(x, y, k, rim, gently = true) {
    const kept = (/** @type {number} */ room, /** @type {number} */ size, /** @type {number} */ at) =>
      k * size + 2 * rim <= room
        ? (room - k * size) / 2
        : Math.min(rim, Math.max(room - k * size - rim, room / 2 - k * at));
    this._go(
      zoomIdentity
        .translate(kept(this.host.clientWidth, this.wide, x), kept(this.host.clientHeight, this.high, y))
        .scale(k),
      gently,
    );
  }

  /** Moves the map only if that hex is out of sight or at its rim. @param {string} label */
  reveal(label) {
    if (!this.centres.has(label)) return;
    const [x, y] = this.point(label);
    const see = this.sight();
    const rim = Math.min(90, see.wide / 5, see.high / 5);
    if (
      x > see.x + rim &&
      x < see.x + see.wide - rim &&
      y > see.y + rim &&
      y < see.y + see.high - rim &&
      see.scale >= 0.45
    )
      return;
    this.centre(x, y, Math.max(see.scale, 0.8));
  }

  /** @param {number} x @param {number} y @param {number} [scale] */
  centre(x, y, scale) {
    this._look(x, y, scale ?? this.sight().scale, 170);
  }

  /** What is at a point of the screen. @param {number} x @param {number} y */
  at(x, y) {
    return this.spotOf(document.elementFromPoint(x, y));
  }

  /** Which hex and which counter an element is part of. @param {Element | null} el */
  spotOf(el) {
    if (!el || !this.world.contains(el)) return { hex: "", piece: "" };
    const piece = /** @type {any} */ (el.closest("[data-piece]"))?.dataset.piece ?? "";
    const hex = /** @type {any} */ (el.closest("[data-hex]"))?.dataset.hex ?? "";
    return { hex, piece };
  }

  /** Where on the screen a hex is. @param {string} label */
  box(label) {
    const use = this.printed.querySelector(`.hexes [data-hex="${CSS.escape(label)}"]`);
    return (use ?? this.host).getBoundingClientRect();
  }
}

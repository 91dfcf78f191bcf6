// What a mouse or a finger does on the map: clicks, holds, hovers, and drags a counter along.

import { s } from "../common/dom.js";

export class Presses {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { host, hands, world } = board;
    let held = 0,
      quiet = false;
    host.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (quiet) {
        quiet = false;
        return;
      }
      const target = /** @type {Element} */ (event.target);
      // Redrawn between press and release, what was pressed is gone: then what lies there now.
      const spot = target === world ? board.at(event.clientX, event.clientY) : board.spotOf(target);
      if (spot.hex) hands.click(spot.hex, spot.piece);
    });
    host.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      const spot = board.spotOf(/** @type {Element} */ (event.target));
      if (spot.hex) hands.hold(spot.hex);
    });
    host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      const spot = board.spotOf(/** @type {Element} */ (event.target));
      hands.hover(spot.hex, spot.piece);
    });
    host.addEventListener("pointerleave", () => hands.hover("", ""));
    host.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const spot = board.spotOf(/** @type {Element} */ (event.target));
      clearTimeout(held);
      quiet = false;
      if (event.pointerType === "touch" && spot.hex) {
        const release = () => {
          clearTimeout(held);
        };
        held = setTimeout(() => {
          quiet = true;
          hands.hold(spot.hex);
        }, 480);
        const from = [event.clientX, event.clientY];
        const moved = (/** @type {PointerEvent} */ e) => {
          if (Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 8) release();
        };
        host.addEventListener("pointermove", moved);
        for (const end of ["pointerup", "pointercancel"])
          host.addEventListener(
            end,
            () => {
              release();
              host.removeEventListener("pointermove", moved);
            },
            { once: true },
          );
      } else if (event.pointerType === "mouse" && event.button === 0 && spot.piece && hands.movable(spot.piece)) {
        this._drag(event, spot.piece, () => {
          quiet = true;
          setTimeout(() => {
            quiet = false;
          }, 50);
        });
      }
    });
  }

  /** A unit drawn along by the mouse. @param {PointerEvent} event @param {string} piece @param {() => void} dragged */
  _drag(event, piece, dragged) {
    const { board } = this;
    const from = [event.clientX, event.clientY];
    /** @type {any} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ e) => {
      const far = Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 7;
      if (!ghost && far) {
        const drawn = board.live.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
        ghost = s("g", { class: "ghost" }, drawn ? drawn.cloneNode(true) : null);
        board.over.append(ghost);
        board.hands.lift(piece);
      }
      const k = board.sight().scale;
      ghost?.setAttribute("transform", `translate(${(e.clientX - from[0]) / k} ${(e.clientY - from[1]) / k})`);
    };
    const stop = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!ghost) return;
      ghost.remove();
      dragged();
      const spot = board.at(e.clientX, e.clientY);
      if (e.type === "pointerup" && spot.hex) board.hands.drop(piece, spot.hex);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

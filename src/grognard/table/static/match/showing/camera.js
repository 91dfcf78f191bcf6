// Where the map looks: at what waits for the player, at a hex that is spoken of.

/** @typedef {import("../game.js").Game} Game */

const AROUND = 8; // hexes with counters that are shown beside a single lit one

export class Camera {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** What waits for the player; if that is one place or two, with what stands around. */
  firstSight() {
    const { board, offers } = this.game;
    const lit = offers.lit.value,
      own = this._own();
    const few = lit.length > 0 && lit.length <= 2;
    if (few) board.fit([...lit, ...this._nearest(lit[0], own ?? [])], false);
    else board.fit(lit.length ? lit : own, false);
  }

  /** @param {string} hex @param {string[]} others */
  _nearest(hex, others) {
    const { board } = this.game;
    const [x, y] = board.point(hex);
    const far = (/** @type {string} */ other) => {
      const [a, b] = board.point(other);
      return Math.hypot(a - x, b - y);
    };
    return [...new Set(others)].sort((a, b) => far(a) - far(b)).slice(0, AROUND);
  }

  /** Where one's own counters stand: those seen from both sides of the table are few. */
  _own() {
    const { pieces } = this.game.told.scene.value;
    const open = (pieces ?? []).filter((p) => p.hex && p.face !== "hidden").map((p) => p.hex ?? "");
    return open.length ? open : undefined;
  }

  /** If nothing that waits is in sight, there. */
  follow() {
    const { board, offers } = this.game;
    const see = board.sight(),
      lit = offers.lit.value;
    const seen = lit.some((hex) => {
      const [x, y] = board.point(hex);
      return x > see.x && x < see.x + see.wide && y > see.y && y < see.y + see.high;
    });
    if (!seen) board.reveal(lit[0] ?? "");
  }

  /** To a hex, which is told and flashes. @param {string} hex */
  goTo(hex) {
    const { board, pointer } = this.game;
    pointer.last = { hex, piece: "" };
    board.focusOn(hex);
    board.flash(hex);
    pointer.tell(hex);
  }

  /** To where a hex or piece is, and that into the middle. @param {string} spot */
  goToSpot(spot) {
    const { board, told } = this.game;
    const hex = board.centres.has(spot) ? spot : told.hexOf(spot);
    if (!hex) return;
    const [x, y] = board.point(hex);
    board.centre(x, y);
    this.goTo(hex);
  }

  /** Hexes as they are, pieces where they stand. @param {string[]} spots */
  hexesOf(spots) {
    const { board, told } = this.game;
    const at = told.pieces.value;
    return [...new Set(spots.flatMap((spot) => (at.has(spot) ? [at.get(spot)?.hex ?? ""] : board.hexesOf(spot))))];
  }
}

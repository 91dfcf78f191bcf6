// One match as one seat sees it: puts its parts together. No rule is known here, only what the server offers.

import { Feed } from "../common/api.js";
import { Sentences } from "../common/sentences.js";
import { hush } from "../common/toasts.js";
import { Board } from "../map/board.js";
import { Layers } from "../map/layers.js";
import { Minimap } from "../map/minimap.js";
import { Tray } from "../map/tray.js";
import { h, render } from "../vendor/preact/preact.js";
import { batch } from "../vendor/preact/signals.js";
import { Clicks } from "./acting/clicks.js";
import { Deeds } from "./acting/deeds.js";
import { bindKeys, overlayKeys } from "./acting/keys.js";
import { Odds } from "./acting/odds.js";
import { Offers } from "./acting/offers.js";
import { Pointer } from "./acting/pointer.js";
import { Rewind } from "./acting/rewind.js";
import { Charts } from "./beside/charts.js";
import { Drawer } from "./beside/drawer.js";
import { Hands } from "./beside/hands.js";
import { Log } from "./beside/log.js";
import { Rules } from "./beside/rules.js";
import { closeDialogs } from "./dialogs.js";
import { Looks } from "./looks.js";
import { Page } from "./page.js";
import { branch, download } from "./record.js";
import { Seats } from "./seats.js";
import { Camera } from "./showing/camera.js";
import { Drawn } from "./showing/drawn.js";
import { Formation } from "./showing/formation.js";
import { lightMap } from "./showing/lights.js";
import { Meanwhile } from "./showing/meanwhile.js";
import { FirstNotes } from "./showing/notes.js";
import { Overlays } from "./showing/overlays.js";
import { Replay } from "./showing/replay.js";
import { Rolled } from "./showing/rolled.js";
import { choose, lookThrough, share, showVerdict } from "./showing/spread.js";
import { Told } from "./told.js";

/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../types.js").OfferRow} Offer */

export class Game {
  /** @param {HTMLElement} app @param {Told} told */
  constructor(app, told) {
    this.app = app;
    this.told = told;
    const { board, board_svg: svg, title, overlays } = told.about.value;
    this.looks = new Looks();
    this.drawer = new Drawer();
    this.layers = new Layers();
    this.tray = new Tray();
    this.drawn = new Drawn();
    this.rolled = new Rolled();
    this.overlayKeys = overlayKeys(overlays ?? []);
    this.clicks = new Clicks(this);
    this.pointer = new Pointer(this);
    this.board = new Board(board, svg, this.clicks.hands());
    this.minimap = new Minimap(this.board);
    this.offers = new Offers(told, (spot) => this.board.hexesOf(spot));
    this.camera = new Camera(this);
    this.sentences = new Sentences({
      flash: (hex) => this.camera.goTo(hex),
      rule: (id) => this.openRule(id),
      hasHex: (label) => this.board.centres.has(label),
    });
    this.log = new Log(told);
    this.charts = new Charts(title);
    this.rules = new Rules(title);
    this.notes = new FirstNotes(told);
    this.formation = new Formation(this);
    this.overlays = new Overlays(this);
    this.odds = new Odds(this);
    this.hands = new Hands(this);
    this.deeds = new Deeds(this);
    this.replay = new Replay(this);
    this.rewind = new Rewind(this);
    this.meanwhile = new Meanwhile(this);
    this.seats = new Seats(this);
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  // -- coming and going ------------------------------------------------------------------

  begin() {
    const now = this.told.now.value;
    this._learn(now);
    this.charts.show(now.scene);
    render(h(Page, { game: this }), this.app);
    this.ends = [lightMap(this), bindKeys(this)];
    this.camera.firstSight();
    this.meanwhile.turns(null, now);
    this.meanwhile.leftAt = now.n;
    this.listen();
    this.seats.handOver();
  }

  listen() {
    const { told } = this;
    this.feed?.close();
    this.feed = new Feed(
      told.id,
      told.table.token,
      () => this.log.next,
      (news) => this._heard(news),
      (state) => {
        told.connection.value = state;
      },
    );
  }

  leave() {
    this.feed?.close();
    this.replay.stop();
    this.pointer.stop();
    for (const end of this.ends) end();
    render(null, this.app);
    closeDialogs();
    hush();
  }

  // -- what the server says --------------------------------------------------------------

  /** @param {import("../types.js").Push} news */
  async _heard(news) {
    const { told, log } = this;
    if (news.now) await this.update(news.now);
    else if (news.n > told.now.value.n) await this.update(await told.table.now(log.next));
  }

  /** @param {Now} now */
  async update(now) {
    const { told, meanwhile } = this;
    const was = told.now.value;
    if (now.n < was.n) return;
    if (now.scene.board.key !== told.about.value.board.key) await this._newBoard();
    batch(() => {
      this._learn(now);
      told.now.value = now;
      this.deeds.news(now);
      if (!isSame(was, now) && !this.replay.on) this._clear();
    });
    this.rewind.news(was, now);
    if (isSame(was, now)) return;
    if (was.scene.turn !== now.scene.turn) this.odds.quiet.clear();
    meanwhile.turns(was, now);
    if (this.replay.on) return;
    if (told.mine.value) this.camera.follow();
    meanwhile.happened(was, now);
    this.seats.handOver();
    if (now.verdict && !was.verdict) this.showVerdict();
  }

  /** @param {Now} now */
  _learn(now) {
    this.log.take(now.log ?? []);
    this.sentences.learn(now.scene);
  }

  async _newBoard() {
    const { told, board } = this;
    const about = await told.table.info();
    board.draw(about.board, about.board_svg);
    told.about.value = about;
  }

  /** Looks from another seat. @param {string} token */
  async sitDown(token) {
    const { told, log, deeds, meanwhile } = this;
    await told.sitDown(token);
    const now = await told.table.now(0);
    batch(() => {
      log.clear();
      this._learn(now);
      deeds.before.value = null;
      told.now.value = now;
      this._clear();
    });
    meanwhile.turns(null, now);
    meanwhile.leftAt = now.n;
    this.listen();
    if (!this.seats.changing) this.camera.firstSight();
    else if (told.mine.value) this.camera.follow();
  }

  /** Shows a moment of the past; or with none, now. @param {Now | null} past */
  show(past) {
    batch(() => {
      this.told.past.value = past;
      this._clear();
    });
  }

  /** What was open about another moment is closed. */
  _clear() {
    this.offers.wanted.value = "";
    this.overlays.clear();
    this.tray.close();
    this.odds.close();
    this.drawn.close();
    if (!this.seats.changing) this.rolled.close();
    this.hands.unread();
    this.board.happened([]);
    this.charts.show(this.told.scene.value);
  }

  // -- what is open ----------------------------------------------------------------------

  /** @param {string} hex @param {boolean} pinned */
  openTray(hex, pinned) {
    if (hex && (pinned || !this.odds.open)) this.tray.show(hex, this.board.box(hex), pinned);
  }

  /** @param {string} id */
  openRule(id) {
    this.drawer.open("rules");
    this.rules.find(id);
  }

  /** Closes what is open, in the order it opened; whether anything was. */
  closeSomething() {
    if (this.layers.close() || this.tray.close()) {
      this.board.host.focus();
      return true;
    }
    return (
      this.odds.close() ||
      this.drawn.close() ||
      this.rolled.close() ||
      this._unpick() ||
      this.notes.dismiss() ||
      hush() ||
      this.overlays.clear()
    );
  }

  _unpick() {
    const { picked } = this.offers;
    if (picked) this.clicks.pick(picked);
    return picked !== "";
  }

  /** @param {string} spot @param {Offer[]} offers */
  choose(spot, offers) {
    choose(this, spot, offers);
  }
  /** @param {import("../types.js").Hand} hand */
  lookThrough(hand) {
    lookThrough(this, hand);
  }
  share() {
    share(this);
  }
  showVerdict() {
    showVerdict(this);
  }
  download() {
    return download(this);
  }
  /** @param {number} n */
  branch(n) {
    return branch(this, n);
  }
}

/** @param {Now} was @param {Now} now */
function isSame(was, now) {
  return now.n === was.n && now.live_svg === was.live_svg && now.prompt === was.prompt;
}

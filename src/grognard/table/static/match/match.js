// One match as one seat sees it. No rule is known here: only what the server offers.

import { Feed, Refused, Table } from "../common/api.js";
import { h, hush, icon, put, seatName, speak, toast } from "../common/dom.js";
import { keep, matchOf, setTaste, taste } from "../common/mine.js";
import { Sentences } from "../common/sentences.js";
import { hexLine, piecesIn, spoken, Wording } from "../common/words.js";
import { announce, tellMe } from "../lobby/away.js";
import { shareList, themeButton } from "../lobby/lobby.js";
import { Board, Minimap } from "../map/board.js";
import { Layers } from "../map/layers.js";
import { Tray } from "../map/tray.js";
import { render, h as view } from "../vendor/preact/preact.js";
import { Charts, ChartsPage } from "./charts.js";
import { Drawn } from "./drawn.js";
import { cardFace, Hands } from "./hands.js";
import { bindKeys, keyHelp, overlayKeys } from "./keys.js";
import { Notes } from "./notes.js";
import { Odds } from "./odds.js";
import { Drawer, Facts, HexList, Log } from "./panels.js";
import { Replay } from "./replay.js";
import { Rewind } from "./rewind.js";
import { Rolled } from "./rolled.js";
import { Rules, RulesPage } from "./rules.js";

const BLOWS = /^(attack|strike|assault|fire|shoot|bomb|engage|shock|barrage)/;
const FEW = 4; // hexes to choose from that are buttons too
const AROUND = 8; // hexes with counters that are shown beside a single lit one

/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../types.js").OfferRow & {spots?: string[], why_not?: string}} Offer */
/** @typedef {import("../types.js").About} Info */

/** @param {HTMLElement} app @param {string} id @param {string} token @param {boolean} replay @returns {Promise<() => void>} */
export async function openMatch(app, id, token, replay) {
  const view = new MatchView(app, id);
  await view.enter(token);
  if (replay) view.replay.begin(0);
  return () => view.leave();
}

export class MatchView {
  // Made when the match has been fetched, before anything can ask for them.
  table = /** @type {Table} */ (/** @type {unknown} */ (null));
  info = /** @type {Info} */ (/** @type {unknown} */ (null));
  now = /** @type {Now} */ (/** @type {unknown} */ (null));
  shown = /** @type {Now} */ (/** @type {unknown} */ (null));
  sentences = /** @type {Sentences} */ (/** @type {unknown} */ (null));
  wording = /** @type {Wording} */ (/** @type {unknown} */ (null));
  board = /** @type {Board} */ (/** @type {unknown} */ (null));
  minimap = /** @type {Minimap} */ (/** @type {unknown} */ (null));
  tray = /** @type {Tray} */ (/** @type {unknown} */ (null));
  odds = /** @type {Odds} */ (/** @type {unknown} */ (null));
  log = /** @type {Log} */ (/** @type {unknown} */ (null));
  facts = /** @type {Facts} */ (/** @type {unknown} */ (null));
  charts = /** @type {Charts} */ (/** @type {unknown} */ (null));
  rules = /** @type {Rules} */ (/** @type {unknown} */ (null));
  hexlist = /** @type {HexList} */ (/** @type {unknown} */ (null));
  replay = /** @type {Replay} */ (/** @type {unknown} */ (null));
  rewind = /** @type {Rewind} */ (/** @type {unknown} */ (null));
  hands = /** @type {Hands} */ (/** @type {unknown} */ (null));
  notes = /** @type {Notes} */ (/** @type {unknown} */ (null));
  drawn = /** @type {Drawn} */ (/** @type {unknown} */ (null));
  rolled = /** @type {Rolled} */ (/** @type {unknown} */ (null));
  layers = /** @type {Layers} */ (/** @type {unknown} */ (null));
  drawer = /** @type {Drawer} */ (/** @type {unknown} */ (null));
  /** @type {Feed | null} */
  feed = null;
  seat = "";
  /** @type {Map<string, import("../types.js").OverlayInfo>} */
  overlays = new Map();
  /** @type {Map<string, Offer[]>} */
  hexOffers = new Map();
  /** @type {Map<string, Offer[]>} */
  pieceOffers = new Map();
  /** @type {Map<string, Offer[]>} offers at hexes, by the pieces they name */
  named = new Map();
  /** pieces whose hexes are lit only once they are picked @type {Set<string>} */
  led = new Set();
  /** the one of those taken up, whose hexes alone are lit */
  picked = "";
  /** @type {Offer[]} */
  plain = [];
  /** @type {Set<string>} */
  held = new Set();
  /** @type {Map<string, number>} */
  verbs = new Map();
  /** @type {Set<string>} verbs and buttons without odds */
  quiet = new Set();
  /** @type {Promise<void> | null} */
  lifting = null;
  /** @type {(() => void) | null} */
  unbind = null;
  leftAt = 0;
  resting = 0;
  peeking = 0;
  peeks = 0;
  busy = false;
  changing = false;
  busyAt = 0;
  deeds = 0;
  going = "";
  formation = "";
  pointed = { hex: "", piece: "" };
  /** what was pointed at last, by whatever means */
  last = { hex: "", piece: "" };
  /** @type {{offers: Offer[], played: Offer} | null} */
  before = null;
  /** @type {{name: string, spot: string} | null} */
  overlay = null;

  /** @param {HTMLElement} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  // -- coming and going ------------------------------------------------------------------

  /** @param {string} token */
  async enter(token) {
    const known = matchOf(this.id);
    const given = token || Object.values(known?.here ?? {})[0] || known?.onlooker || "";
    this.table = new Table(this.id, given);
    this.info = await this.table.info();
    this._remember(token);
    this._build();
    this.update(await this.table.now(0), true);
    this.leftAt = this.now.n;
    this._listen();
    if (sessionStorage.getItem("grognard.share") === this.id) this.share();
    sessionStorage.removeItem("grognard.share");
  }

  /** A seat opened by its link is kept, so that the lobby finds the match again. @param {string} token */
  _remember(token) {
    this.seat = this.info.seat ?? "";
    if (!token) return;
    const known = matchOf(this.id) ?? {
      id: this.id,
      title: this.info.title,
      scenario: this.info.scenario,
      made: Date.now(),
      here: {},
      links: {},
    };
    const mine = this.seat in known.links || this.seat in known.here;
    if (!this.seat) known.onlooker = token;
    else if (!mine) known.here = { ...known.here, [this.seat]: token };
    keep(known);
  }

  _listen() {
    this.feed?.close();
    this.feed = new Feed(
      this.id,
      this.table.token,
      () => this.log.next,
      (news) => this.heard(news),
      (state) => this.connection(state),
    );
  }

  leave() {
    this.feed?.close();
    this.replay.stop();
    this.unbind?.();
    clearTimeout(this.resting);
    for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
    hush();
  }

  /** @param {import("../types.js").Push} news */
  async heard(news) {
    if (news.now) this.update(news.now);
    else if (news.n !== undefined && news.n > this.now.n) this.update(await this.table.now(this.log.next));
  }

  /** @param {"live" | "waiting" | "closed"} state */
  connection(state) {
    const words = { live: "Live", waiting: "Reconnecting …", closed: "Closed" };
    this.badge.textContent = words[state];
    this.badge.className = `badge net ${state}`;
  }

  // -- the page ----------------------------------------------------------------------------

  _build() {
    const hasHex = (/** @type {string} */ label) => this.board.centres.has(label);
    const to = {
      flash: (/** @type {string} */ hex) => this.goTo(hex),
      rule: (/** @type {string} */ id) => this.openRule(id),
      hasHex,
    };
    this.wording = new Wording(to);
    this.sentences = new Sentences(to);
    this.board = new Board(this.info.board, this.info.board_svg, this._hands());
    this.minimap = new Minimap(this.board);
    this.tray = new Tray({
      choose: (offer) => {
        if (this.tray.close()) this.board.host.focus({ preventScroll: true });
        this.propose(offer);
      },
      ask: (spot) => this.why(spot),
      show: (key, hex) => this.showOverlay(key, hex),
    });
    this.tray.layers = this.info.overlays ?? [];
    this.odds = new Odds(
      (text) => this.wording.nodes(text),
      (offer) => this.play(offer),
    );
    this.log = new Log(
      this.wording,
      (n) => this.replay.begin(n),
      (spots) => this.board.mark(this._hexesOf(spots)),
    );
    this.facts = new Facts(this.wording, (piece) => this.press("", piece));
    this.charts = new Charts(this.info.title);
    this.rules = new Rules(this.info.title);
    const [charts, rules] = [h("div"), h("div")];
    render(view(ChartsPage, { charts: this.charts, sentences: this.sentences }), charts);
    render(view(RulesPage, { rules: this.rules, sentences: this.sentences }), rules);
    this.hexlist = new HexList((hex) => {
      this.goTo(hex);
      this.board.host.focus();
    });
    this.replay = new Replay(this);
    this.rewind = new Rewind(this);
    this.log.mayAsk = (n) => this.rewind.may(n);
    this.log.askBack = (n) => this.rewind.ask(n);
    this.hands = new Hands(
      (card) => this.press("", card),
      (x, y) => this.board.host.contains(document.elementFromPoint(x, y)),
      (hand) => this.lookThrough(hand),
      (card) => this._cardOffers(card),
    );
    this.drawn = new Drawn();
    this.rolled = new Rolled((text) => this.wording.nodes(text));
    this.notes = new Notes(this.id, (text) => this.wording.nodes(text));
    this.drawer = new Drawer([
      ["log", "Log", this.log.el],
      ["facts", "Facts", this.facts.el],
      ["charts", "Charts", charts],
      ["rules", "Rules", rules],
      ["list", "Hexes", this.hexlist.el],
    ]);
    this.drawer.tabs.addEventListener("click", () => {
      if (this.hexlist.stale) this.hexlist._redraw();
    });
    this.drawer.el.append(this.notes.el);
    this.overlays = overlayKeys(this.info.overlays ?? []);
    this.layers = new Layers(this.overlays, (key) => this.showOverlay(key));
    this._chrome();
    this.unbind = bindKeys(this);
    this.board.host.classList.toggle("nofront", taste("front", "on") === "off");
  }

  _chrome() {
    this.badge = h("span", { class: "badge net", role: "status" }, "Connecting …");
    this.turnLine = h("p", { class: "turn" });
    this.heading = h("h1", null, this.info.title);
    this.sentence = h("p", { class: "sentence", role: "status", "aria-live": "polite" });
    this.buttons = h("div", { class: "buttons", role: "group", "aria-label": "What you may do" });
    this.order = h("input", {
      class: "order",
      placeholder: "or type an order",
      "aria-label": "Type an order in words or notation",
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "off",
    });
    const form = h(
      "form",
      {
        class: "typed",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          this.say(this.order.value);
        },
      },
      this.order,
    );
    this.gauges = h("div", { class: "gauges" });
    this.wrongs = h("ul", { class: "wrongs", "aria-label": "To be put right first", hidden: true });
    this.prompt = h(
      "section",
      { class: "prompt", "aria-label": "What to do" },
      this.sentence,
      this.wrongs,
      h("div", { class: "do" }, this.buttons, this.gauges, form),
    );
    this.status = h("p", { class: "status" });
    this.legend = h("div", { class: "legend", hidden: true });
    const tool = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { "aria-label": label, title: label, onclick: act }, icon(words));
    this.undoButton = tool("undo", "Undo (u)", () => this.undo());
    this.nextButton = tool("next", "Next unit not yet moved (n)", () => this.nextUnit(1));
    const threats = tool("threat", "What could the other side do here? (a)", () => this.showThreats());
    const tools = h(
      "div",
      { class: "tools-map", role: "group", "aria-label": "Map" },
      tool("plus", "Zoom in (+)", () => this.board.zoomBy(1.4)),
      tool("minus", "Zoom out (−)", () => this.board.zoomBy(1 / 1.4)),
      tool("whole", "Whole map (0)", () => this.board.fit()),
      this.nextButton,
      this.undoButton,
      this.rewind.button,
      threats,
      this.layers.el,
    );
    put(
      this.app,
      h(
        "header",
        { class: "bar match-bar" },
        h(
          "a",
          { href: "#/lobby", class: "home", "aria-label": "To the lobby" },
          h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
        ),
        this.heading,
        this.turnLine,
        this.badge,
        this._menu(),
      ),
      h(
        "main",
        { class: "match" },
        h("div", { class: "top" }, this.rewind.el, this.prompt),
        h(
          "div",
          { class: "field" },
          this.board.host,
          tools,
          h("div", { class: "corner" }, this.minimap.canvas),
          this.legend,
          this.drawn.el,
          this.rolled.el,
          this.odds.el,
          this.replay.el,
          this.status,
        ),
        this.hands.el,
        this.drawer.el,
        this.tray.el,
      ),
    );
  }

  _menu() {
    const item = (/** @type {string} */ words, /** @type {() => void} */ act) =>
      h(
        "button",
        {
          class: "plain",
          onclick: () => {
            menu.open = false;
            act();
          },
        },
        words,
      );
    const menu = h(
      "details",
      { class: "menu" },
      h("summary", { "aria-label": "Menu" }, icon("menu")),
      h(
        "div",
        { class: "items" },
        item("Replay", () => this.replay.begin(0)),
        item("Links to share", () => this.share()),
        item("Download the record", () => this.download()),
        item("Tell me when it is my turn", () => this.notifyMe()),
        item("Front and control on or off", () => this.toggleFront()),
        item("Notes for a first game", () => {
          this.notes.again();
          this.draw(this.shown);
        }),
        item("Keys and help", () => keyHelp(this)),
        themeButton(),
      ),
    );
    return menu;
  }

  // -- what the server says ------------------------------------------------------------------

  /** @param {Now} now @param {boolean} [first] */
  async update(now, first = false) {
    if (!first && this.now && now.n < this.now.n) return;
    const was = this.now;
    const same = was && !first && now.n === was.n && now.live_svg === was.live_svg && now.prompt === was.prompt;
    this.log.seat = this.seat;
    this.log.take(now.log ?? []);
    this.wording.learn(now.scene);
    this.sentences.learn(now.scene);
    this.now = now;
    this.rewind.news(was, now);
    // The socket may be quicker than the answer: once the deed shows, the next may follow.
    if (this.busy && now.n > this.busyAt) this._free();
    if (same) {
      this.log.draw();
      return;
    }
    if (was?.scene.turn !== now.scene.turn) this.quiet.clear();
    this._announce(was, now);
    if (this.replay.on) {
      this.replay.grown();
      return;
    }
    if (now.scene.board.key !== this.info.board.key) await this._newBoard();
    this.draw(now, first);
    if (was && !first) this._happened(was, now);
    this._handOver();
    if (now.verdict && !was?.verdict && !first) this.showVerdict();
  }

  async _newBoard() {
    this.info = await this.table.info();
    this.board.draw(this.info.board, this.info.board_svg);
  }

  /** Shows a moment: this one, or one of the past. @param {Now} now @param {boolean} [first] */
  draw(now, first = false) {
    this.shown = now;
    this.app.dataset.at = String(now.n);
    this.picked = "";
    const mineNow = now.deciders.includes(this.seat) && !this.replay.on;
    this.overlay = null;
    this.legend.hidden = true;
    this.tray.close();
    this.odds.close();
    this.drawn.close();
    if (!this.changing) this.rolled.close();
    this.board.happened([]);
    this.charts.show(now.scene);
    this.board.show(now.live_svg);
    this._lights(now);
    this.hands.draw(now.scene, this._actors());
    this.notes.show(mineNow ? (now.scene.notes ?? []) : []);
    this._prompt(now);
    this.heading.textContent = now.scene.title ?? "";
    this.turnLine.textContent = now.scene.turn ?? "";
    this.facts.draw(now.scene, this._actors());
    this.log.draw(this.replay.on ? now.n : Infinity);
    this.hexlist.draw(this.info.board, now.scene, this._may());
    this.minimap.show(now.scene);
    this.undoButton.disabled = !now.can_undo || this.replay.on;
    this.nextButton.disabled = !this.litHexes().length;
    if ((!first || this.changing) && mineNow && !this._anyInSight()) this.board.reveal(this.litHexes()[0] ?? "");
    if (first && !this.changing) this._firstSight();
  }

  /** What waits for the player; if that is one place or two, with what stands around. */
  _firstSight() {
    const lit = this.litHexes(),
      own = this._ownHexes();
    if (!lit.length || lit.length > 2) {
      this.board.fit(lit.length ? lit : own, false);
      return;
    }
    const [x, y] = this.board.point(lit[0]);
    const far = (/** @type {string} */ hex) => {
      const [a, b] = this.board.point(hex);
      return Math.hypot(a - x, b - y);
    };
    this.board.fit([...lit, ...[...new Set(own)].sort((a, b) => far(a) - far(b)).slice(0, AROUND)], false);
  }

  /** @param {Now} now */
  _lights(now) {
    const pieces = new Map((now.scene.pieces ?? []).map((p) => [p.id, p]));
    this.hexOffers = new Map();
    this.pieceOffers = new Map();
    this.plain = [];
    const beside = new Set([
      ...(now.scene.hands ?? []).flatMap((hand) => (hand.cards ?? []).map((card) => card.id)),
      ...(now.scene.boxes ?? []).map((box) => box.key),
    ]);
    this.named = new Map();
    /** @type {string[]} */
    const sides = [];
    const add = (/** @type {Map<string, Offer[]>} */ into, /** @type {string} */ spot, /** @type {Offer} */ offer) =>
      into.set(spot, [...(into.get(spot) ?? []), offer]);
    const leaders = [...pieces.values()].flatMap((p) => (p.offers ?? []).map((verb) => ({ verb, id: p.id })));
    this.led = new Set();
    for (const offer of now.offers ?? []) {
      const leader = leaders.find(({ verb }) => offer.token === verb || offer.token.startsWith(`${verb} `));
      const spot = offer.spot || (leader?.verb === offer.token ? leader.id : "");
      const hexes = this.board.hexesOf(spot);
      const named = !hexes.length
        ? []
        : leader
          ? [leader.id]
          : offer.text.split(" ").filter((word) => pieces.has(word));
      for (const id of named) add(this.named, id, offer);
      if (leader && hexes.length) this.led.add(leader.id);
      if (leader && hexes.length && this.picked !== leader.id) continue;
      if (hexes.length > 1) sides.push(spot);
      if (hexes.length) for (const hex of hexes) add(this.hexOffers, hex, offer);
      else if (pieces.has(spot) || beside.has(spot)) add(this.pieceOffers, spot, offer);
      if (!hexes.length && (spot !== offer.spot || !this.pieceOffers.has(spot))) this.plain.push(offer);
    }
    if (!this.named.has(this.picked)) this.picked = "";
    if (this.picked) this._only(this.named.get(this.picked) ?? []);
    this._learn([...this.hexOffers.values()].flat());
    const styles = new Map(
      [...this.hexOffers].map(([hex, offers]) => [hex, `verb-${Math.max(...offers.map((o) => this._verb(o)))}`]),
    );
    const where = new Map(
      [...this.pieceOffers.keys(), ...this.named.keys()].map((id) => [id, pieces.get(id)?.hex ?? ""]),
    );
    this.held = new Set(now.scene.held ?? []);
    this.board.light(styles, where, new Set([...this.held, this.picked]), sides);
  }

  /** Leaves lit only where these lead. @param {Offer[]} offers */
  _only(offers) {
    for (const [hex, all] of [...this.hexOffers]) {
      const kept = all.filter((offer) => offers.includes(offer));
      if (kept.length) this.hexOffers.set(hex, kept);
      else this.hexOffers.delete(hex);
    }
  }

  /** Takes up one of those that a choice of hex is about; again: none. @param {string} piece */
  pick(piece) {
    this.picked = this.picked === piece ? "" : piece;
    this._lights(this.shown);
    this._prompt(this.shown);
    this.facts.draw(this.shown.scene, this._actors());
    if (this.picked && !this._anyInSight()) this.board.reveal(this.litHexes()[0] ?? "");
    speak(this.picked ? `${this.picked}: choose a lit hex.` : "All lit hexes again.");
    this.clearOverlay();
    const shows = this.shown.scene.pieces?.find((p) => p.id === this.picked)?.shows;
    if (shows && this.led.has(this.picked)) this.showOverlay(shows, this.picked, true);
  }

  /** The piece meant by a click, where hexes are chosen for pieces: one after the other of a stack. @param {string} hex @param {string} piece */
  _meant(hex, piece) {
    if (!this.named.size || (piece && this.pieceOffers.has(piece))) return "";
    if (!hex) return this.named.has(piece) ? piece : "";
    if (this.hexOffers.has(hex) && (this.picked || !this.named.has(piece))) return "";
    const here = piecesIn(this.shown.scene, hex),
      others = here.some((p) => this.pieceOffers.has(p.id));
    const inside = here
      .filter((p) => this.named.has(p.id) && !(this.led.has(p.id) && others && p.id !== piece))
      .map((p) => p.id);
    const at = inside.indexOf(this.picked);
    if (at >= 0) return inside[at + 1] ?? this.picked;
    return inside.includes(piece) ? piece : (inside[0] ?? "");
  }

  /** Whom or what one may act with. */
  _actors() {
    return new Set([...this.pieceOffers.keys(), ...this.named.keys()]);
  }

  /** Each verb has its own kind of light: red for blows, of the others the commonest the plainest. @param {Offer[]} offers */
  _learn(offers) {
    const counts = new Map();
    for (const offer of offers) counts.set(verbOf(offer), (counts.get(verbOf(offer)) ?? 0) + 1);
    const calm = [...counts].filter(([word]) => !BLOWS.test(word)).sort((a, b) => b[1] - a[1]);
    this.verbs = new Map([...counts.keys()].map((word) => [word, 1]));
    for (const [i, [word]] of calm.entries()) this.verbs.set(word, [0, 2, 3][i] ?? 3);
  }

  /** @param {Offer} offer */
  _verb(offer) {
    return this.verbs.get(verbOf(offer)) ?? 0;
  }

  /** @param {Now} now */
  _prompt(now) {
    const mine = (now.deciders ?? []).includes(this.seat) && !this.replay.on;
    const over = now.verdict || !now.deciders.length;
    this.prompt.classList.toggle("yours", mine);
    put(this.sentence, this.wording.nodes(over && now.verdict ? `${now.verdict.level}.` : now.prompt));
    this._wrongs(now.scene.violations ?? []);
    const keyed = this.buttons.contains(document.activeElement);
    const cards = new Set((now.scene.hands ?? []).flatMap((hand) => (hand.cards ?? []).map((card) => card.id)));
    const away = [...this.pieceOffers]
      .filter(([id]) => !cards.has(id) && !now.scene.pieces?.find((p) => p.id === id)?.hex)
      .flatMap(([, offers]) => offers);
    const few =
      !this.plain.length && (now.offers ?? []).length <= (this.hexOffers.size > FEW ? FEW : 8)
        ? (now.offers ?? []).filter((offer) => !cards.has(offer.spot))
        : null;
    const open = few ?? this.plain;
    put(
      this.buttons,
      open.map((offer, i) => this._button(offer, i, (now.offers ?? []).length === 1)),
      (now.scene.offers ?? []).map((offer, i) => this._barred(offer, open.length + i)),
      few ? null : this._away(away),
      mine ? this._whom() : null,
      mine ? this._others() : null,
      this._legend(),
    );
    if (over && !this.replay.on)
      this.buttons.append(
        h("button", { class: "main", onclick: () => this.replay.begin(0) }, "Replay"),
        h("button", { onclick: () => this.showVerdict() }, "The result"),
      );
    put(this.gauges, (now.scene.tracks ?? []).filter((track) => track.kind === "gauge").map(gauge));
    this.order.hidden = !mine;
    if (keyed) (this.buttons.querySelector("button") ?? this.board.host).focus({ preventScroll: true });
  }

  /** What an action is called just now. @param {{token: string, text: string}} offer */
  _label(offer) {
    return capital(this.shown.scene.prompt?.labels?.[offer.token] ?? offer.text);
  }

  /** @param {Offer} offer @param {number} i @param {boolean} only */
  _button(offer, i, only) {
    const words = this._label(offer);
    return h(
      "button",
      {
        class: only ? "main" : "",
        onclick: () => this.propose(offer),
        onpointerenter: () => this.peek(offer),
        onfocus: () => this.peek(offer),
      },
      i < 9 ? h("kbd", { "aria-hidden": "true" }, i + 1) : null,
      " ",
      words,
    );
  }

  /** A button that cannot be pressed now: it says why. @param {import("../types.js").Offer} offer @param {number} i */
  _barred(offer, i) {
    const words = this._label(offer);
    return h(
      "button",
      {
        class: "barred",
        "aria-disabled": "true",
        title: `${offer.why_not ?? ""} (${offer.rule ?? ""})`,
        onclick: () => this._no(offer.rule ?? "", offer.why_not ?? ""),
      },
      i < 9 ? h("kbd", { "aria-hidden": "true" }, i + 1) : null,
      " ",
      words,
      h("span", { class: "unseen" }, `, not now: ${offer.why_not ?? ""}`),
    );
  }

  /** What must be put right first, each a way to its hex. @param {import("../types.js").Violation[]} wrongs */
  _wrongs(wrongs) {
    this.wrongs.hidden = !wrongs.length;
    put(
      this.wrongs,
      wrongs.map((wrong) =>
        h(
          "li",
          null,
          h("button", { class: "link", onclick: () => this._goToSpot(wrong.spot ?? "") }, wrong.text),
          " ",
          wrong.rule ? this.ruleLink(wrong.rule) : null,
        ),
      ),
    );
  }

  /** Hexes as they are, pieces where they stand. @param {string[]} spots */
  _hexesOf(spots) {
    const at = new Map((this.shown.scene.pieces ?? []).map((p) => [p.id, p.hex ?? ""]));
    return [...new Set(spots.flatMap((spot) => (at.has(spot) ? [at.get(spot) ?? ""] : this.board.hexesOf(spot))))];
  }

  /** Where a hex or piece is. @param {string} spot */
  _goToSpot(spot) {
    const hex = this.board.centres.has(spot) ? spot : this.shown.scene.pieces?.find((p) => p.id === spot)?.hex;
    if (!hex) return;
    const [x, y] = this.board.point(hex);
    this.board.centre(x, y);
    this.goTo(hex);
  }

  /** Those not on the map for whom a hex is to be chosen. */
  _whom() {
    const away = [...this.named.keys()].filter(
      (id) => this.led.has(id) || !this.shown.scene.pieces?.find((p) => p.id === id)?.hex,
    );
    if (away.length < 2 && !this.led.size) return null;
    return h(
      "span",
      { class: "whom", role: "group", "aria-label": "For whom" },
      away.map((id) =>
        h(
          "button",
          { class: "small", "aria-pressed": String(id === this.picked), onclick: () => this.pick(id) },
          this._begun(id),
        ),
      ),
    );
  }

  /** A piece by what it may do, if that is one thing at several hexes. @param {string} id */
  _begun(id) {
    const offers = this.named.get(id) ?? [],
      [offer] = offers;
    const alike = offers.every((other) => verbOf(other) === verbOf(offer));
    return offer?.spot && (alike || this.led.has(id)) ? capital(offer.text.replace(offer.spot, "…")) : id;
  }

  /** What else could have been begun with the piece just taken, while that can be taken back. */
  _others() {
    const { before } = this;
    if (!before || !this.shown.can_undo || !this.held.has(before.played.spot)) return null;
    return before.offers
      .filter((o) => o.spot === before.played.spot && o.token !== before.played.token)
      .map((offer) => h("button", { class: "small", onclick: () => this._rather(offer) }, `Rather ${offer.text}`));
  }

  /** @param {Offer[]} offers */
  _away(offers) {
    if (!offers.length) return null;
    if (offers.length <= 4) return offers.map((offer) => this._button(offer, 9, false));
    return h("button", { onclick: () => this.drawer.open("facts") }, `${offers.length} off the map …`);
  }

  _legend() {
    const words = new Map();
    for (const offers of this.hexOffers.values())
      for (const offer of offers) words.set(verbOf(offer), this._verb(offer));
    const whose = this.picked ? h("strong", null, `${this.picked}: choose a lit hex`) : null;
    return words.size
      ? h(
          "span",
          { class: "key" },
          whose,
          [...words].map(([word, n]) => h("span", { class: `swatch verb-${n}` }, word)),
        )
      : null;
  }

  /** What may be done, by hex. */
  _may() {
    /** @type {Map<string, string[]>} */
    const may = new Map();
    const add = (/** @type {string} */ hex, /** @type {Offer[]} */ offers) =>
      may.set(hex, [...(may.get(hex) ?? []), ...offers.map((o) => o.text)]);
    for (const [hex, offers] of this.hexOffers) add(hex, offers);
    for (const [id, offers] of this.pieceOffers) {
      const hex = this.shown.scene.pieces?.find((p) => p.id === id)?.hex;
      if (hex) add(hex, offers);
    }
    return may;
  }

  /** Where one's own counters stand: those seen from both sides of the table are few. */
  _ownHexes() {
    const open = (this.shown.scene.pieces ?? []).filter((p) => p.hex && p.face !== "hidden").map((p) => p.hex ?? "");
    return open.length ? open : undefined;
  }

  _anyInSight() {
    const see = this.board.sight();
    return this.litHexes().some((hex) => {
      const [x, y] = this.board.point(hex);
      return x > see.x && x < see.x + see.wide && y > see.y && y < see.y + see.high;
    });
  }

  litHexes() {
    return [...this._may().keys()];
  }

  /** @param {Now | null} was @param {Now} now */
  _announce(was, now) {
    const mine = now.deciders.includes(this.seat);
    announce(this, was, now);
    if (was?.deciders.includes(this.seat) && !mine) this.leftAt = now.n;
    if (!was || !mine || was.deciders.includes(this.seat)) return;
    this._meanwhile(now);
  }

  /** What was turned up, and what another side did, since the moment before. @param {Now} was @param {Now} now */
  _happened(was, now) {
    const lines = (now.log ?? [])
      .filter((row) => row.n >= was.n)
      .flatMap((row) => (row.notices ?? []).map((notice, i) => ({ n: row.n, notice, line: row.lines?.[i] ?? "" })));
    this.rolled.show(lines);
    this.drawn.show(lines.flatMap((line) => line.notice.cards ?? []));
    const others = lines.filter(({ notice }) => notice.side && notice.side !== this.seat);
    const began = others.find(({ notice }) => notice.heading);
    this.board.happened(this.seat ? others.flatMap(({ notice }) => notice.spots ?? []) : []);
    if (!began || !this.seat) return;
    this.log.mark(began.n, now.n);
    if (now.deciders.includes(this.seat) && was.deciders.includes(this.seat)) this._while(began.n, others.length);
  }

  /** @param {number} from @param {number} count */
  _while(from, count) {
    const watch = () => {
      note.remove();
      this._watch(from);
    };
    const read = () => {
      note.remove();
      this.drawer.open("log");
      this.log.seek();
    };
    const note = toast(
      [
        h(
          "p",
          null,
          `The other side has acted: ${count} lines in the log. `,
          h("button", { class: "small", onclick: read }, "Read"),
          " ",
          h("button", { class: "small", onclick: watch }, "Watch"),
        ),
      ],
      { stay: 15000 },
    );
  }

  /** Replays from there. @param {number} from */
  _watch(from) {
    this.replay.begin(from);
    this.replay.speed.value = "8";
    this.replay.toggle();
  }

  /** Much may have happened while others moved: it can be watched. @param {Now} now */
  _meanwhile(now) {
    const from = this.leftAt;
    if (now.n - from < 6 || !this.seat) return;
    const watch = () => {
      note.remove();
      this._watch(from);
    };
    const note = toast(
      [
        h(
          "p",
          null,
          `It is your turn. ${now.n - from} things happened meanwhile. `,
          h("button", { class: "small", onclick: watch }, "Watch them"),
        ),
      ],
      { stay: 15000 },
    );
  }

  // -- two players at one screen ---------------------------------------------------------------

  _handOver() {
    const here = matchOf(this.id)?.here ?? {};
    const next = this.now.deciders.find((seat) => seat in here);
    if (!next || next === this.seat || this.now.deciders.includes(this.seat) || !(this.seat in here)) return;
    if (document.querySelector("dialog.curtain")) return;
    if (this.now.scene.open) {
      this._changeSeats(next, here[next]);
      return;
    }
    const go = async () => {
      dialog.remove();
      await this.sitDown(here[next]);
    };
    const dialog = h(
      "dialog",
      { class: "curtain", "aria-labelledby": "curtain", oncancel: (/** @type {Event} */ e) => e.preventDefault() },
      h("h2", { id: "curtain" }, `Hand over to ${seatName(next)}`),
      h("p", null, "The map is covered until the other player is at the screen."),
      h("div", { class: "ends" }, h("button", { class: "main", onclick: go }, `I play ${seatName(next)}`)),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Where nothing is hidden the other seat is taken at once, and the map stays as it is. @param {string} seat @param {string} token */
  async _changeSeats(seat, token) {
    if (this.changing) return;
    this.changing = true;
    try {
      await this.sitDown(token);
    } finally {
      this.changing = false;
    }
    toast(`You play ${seatName(seat)} now.`, { stay: 4000 });
  }

  /** Looks from another seat. @param {string} token */
  async sitDown(token) {
    this.table = new Table(this.id, token);
    this.info = await this.table.info();
    this.seat = this.info.seat ?? "";
    this.before = null;
    this.leftAt = this.now.n;
    this.log.clear();
    this._listen();
    await this.update(await this.table.now(0), true);
  }

  // -- what the player does ----------------------------------------------------------------------

  _hands() {
    return {
      click: (/** @type {string} */ hex, /** @type {string} */ piece) => {
        this.board.focusOn(hex, false);
        this.last = { hex, piece };
        this.press(hex, piece);
      },
      hover: (/** @type {string} */ hex, /** @type {string} */ piece) => this.hover(hex, piece),
      hold: (/** @type {string} */ hex) => this.openTray(hex, true),
      movable: (/** @type {string} */ piece) =>
        !this.replay.on && (this.pieceOffers.has(piece) || this.held.has(piece)),
      lift: (/** @type {string} */ piece) => {
        this.lifting = this._lift(piece);
      },
      drop: async (/** @type {string} */ piece, /** @type {string} */ hex) => {
        await this.lifting;
        if (this.now.scene.pieces?.find((p) => p.id === piece)?.hex !== hex) this.press(hex, "");
      },
      moved: () => {
        this.minimap?.draw();
        if (this.tray?.open && !this.tray.pinned) this.tray.close();
      },
    };
  }

  /** @param {string} piece */
  async _lift(piece) {
    const offers = this.pieceOffers.get(piece) ?? [];
    if (offers.length && !this.held.has(piece)) await this.play(offers[0]);
  }

  /** What may be done at a hex or with a piece in it. @param {string} hex @param {string} [piece] @returns {Offer[]} */
  offersAt(hex, piece = "") {
    const mine = piece ? (this.pieceOffers.get(piece) ?? []) : [];
    if (mine.length || !hex) return mine;
    const inside = piecesIn(this.shown.scene, hex).flatMap((p) => this.pieceOffers.get(p.id) ?? []);
    const all = [...(this.hexOffers.get(hex) ?? []), ...inside];
    return all.length ? all : (this.shown.offers ?? []).filter((o) => /** @type {Offer} */ (o).spots?.includes(hex));
  }

  /** A click, a tap or Enter on a hex or piece. @param {string} hex @param {string} piece */
  press(hex, piece) {
    if (this.replay.on) {
      this.openTray(hex, true);
      return;
    }
    hush();
    this.tell(hex);
    const meant = this._meant(hex, piece);
    if (meant) {
      this.pick(meant);
      return;
    }
    const offers = this.offersAt(hex, piece);
    const first = this._first(hex, piece, offers);
    if (first) this.propose(first);
    else if (offers.length && hex) this.openTray(hex, true);
    else if (offers.length) this.choose(piece, offers);
    else if (this._instead(piece)) return;
    else if (hex && this.held.size && !this._standsIn(hex)) this.walk(hex);
    else this.why(piece || hex, hex);
  }

  /** Whether who is in hand is there already. @param {string} hex */
  _standsIn(hex) {
    return piecesIn(this.shown.scene, hex).some((p) => this.held.has(p.id));
  }

  /** Several things may be done with what is not on the map. @param {string} spot @param {Offer[]} offers */
  choose(spot, offers) {
    const card = (this.shown.scene.hands ?? []).flatMap((hand) => hand.cards ?? []).find((c) => c.id === spot);
    const what = card?.name ?? this.shown.scene.boxes?.find((b) => b.key === spot)?.title ?? spot;
    const box = this.dialog(
      what,
      card?.text ? h("p", { class: "card-text" }, card.text) : null,
      h(
        "ul",
        { class: "choices" },
        offers.map((offer) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                onclick: () => {
                  box.close();
                  this.propose(offer);
                },
              },
              capital(offer.text),
            ),
            this._whatIf(offer),
          ),
        ),
      ),
    );
    box.querySelector(".choices button")?.focus();
  }

  /** A line that says what the offer would come to, once that is known. @param {Offer} offer */
  _whatIf(offer) {
    const line = h("p", { class: "what-if" });
    this.previewOf(offer).then((preview) => {
      if (preview) put(line, preview.line);
    });
    return line;
  }

  /** What could be done with a card, each with its line. @param {string} card */
  _cardOffers(card) {
    return (this.pieceOffers.get(card) ?? []).map((offer) =>
      h("div", { class: "may" }, h("span", null, capital(offer.text)), this._whatIf(offer)),
    );
  }

  /** A pile of which one may see the cards. @param {import("../types.js").Hand} hand */
  lookThrough(hand) {
    const box = this.dialog(
      hand.title,
      h(
        "ul",
        { class: "spread" },
        [...(hand.cards ?? [])].reverse().map((card) => {
          const can = this.pieceOffers.has(card.id);
          const face = h(
            can ? "button" : "div",
            {
              class: `card-face ${can ? "can" : ""}`,
              onclick: () => {
                if (can) {
                  box.close();
                  this.press("", card.id);
                }
              },
            },
            cardFace(card),
          );
          if (card.colour) face.style.setProperty("--card", card.colour);
          return h("li", null, face);
        }),
      ),
    );
  }

  /** Brings who is in hand to a far hex, as far as the way is open; if there is none, why not. @param {string} hex */
  async walk(hex) {
    try {
      const { refusals, way } = await this.table.why(hex, [...this.held]);
      if (!way.length) {
        this._reasons(hex, hex, refusals, "not now: there is no way.");
        return;
      }
    } catch (error) {
      await this._failed(error);
      return;
    }
    await this._do(async () => {
      const now = await this.table.walk(this.now.n, [...this.held], hex);
      this.before = null;
      await this.update(now);
      if (now.stopped) this._no(now.stopped.rule, now.stopped.because);
      this._drawReach();
    });
  }

  /** Whoever is in hand and has somewhere to go: how far. */
  _drawReach() {
    const [inHand] = this.held;
    const drawn = this.info.overlays.find((info) => info.on_select);
    if (inHand && this.hexOffers.size && drawn) this.showOverlay(drawn.key, inHand, true);
  }

  /**
   * What a click means where several things may be done: the first of the piece clicked,
   * or going on as before; the others are in the tray.
   * @param {string} hex @param {string} piece @param {Offer[]} offers
   */
  _first(hex, piece, offers) {
    const onHex = this.hexOffers.get(hex) ?? [];
    const inside = piecesIn(this.shown.scene, hex)
      .filter((p) => this.pieceOffers.has(p.id))
      .map((p) => p.id);
    if (onHex.length)
      return onHex.length + inside.length === 1 ? onHex[0] : onHex.find((o) => verbOf(o) === this.going);
    const coarse = matchMedia("(pointer: coarse)").matches && inside.length > 1;
    const one = this.pieceOffers.has(piece) && !coarse ? piece : inside.length === 1 ? inside[0] : "";
    if (one && hex) return this._plainly(this.pieceOffers.get(one) ?? []);
    return offers.length === 1 ? offers[0] : undefined;
  }

  /** The first, unless they differ only in what they cost, or a card would be spent unasked. @param {Offer[]} offers */
  _plainly(offers) {
    const alike = offers.length > 1 && offers.every((offer) => verbOf(offer) === verbOf(offers[0]));
    const cards = (this.shown.scene.hands ?? []).some((hand) =>
      hand.cards?.some((card) => this.pieceOffers.has(card.id)),
    );
    return alike || cards ? undefined : offers[0];
  }

  /** Another unit instead of the one just taken: undo, then take it. @param {string} piece */
  _instead(piece) {
    const { before } = this;
    if (!before || !this.now.can_undo || !before.played.spot || this.board.centres.has(before.played.spot))
      return false;
    const other = before.offers.find((o) => o.spot === piece && verbOf(o) === verbOf(before.played));
    if (!piece || !other) return false;
    this._rather(other);
    return true;
  }

  /** Takes the last act back and does this one. @param {Offer} other */
  async _rather(other) {
    await this.undo();
    const again = (this.now.offers ?? []).find((o) => o.token === other.token && o.text === other.text);
    if (again) await this.propose(again);
  }

  /** Plays it, but shows its odds first if it has any. @param {Offer} offer */
  async propose(offer) {
    this._unpeek();
    const seen = this.odds.open && this.odds.offer?.token === offer.token && this.odds.offer.text === offer.text;
    if (!seen) {
      const preview = await this.previewOf(offer);
      if (preview?.asks) {
        this._showOdds(offer, preview, true);
        return;
      }
    }
    await this.play(offer);
  }

  /** @param {Offer} offer */
  async previewOf(offer) {
    const word = this.shown.scene.prompt?.labels?.[offer.token] ?? verbOf(offer);
    if (this.quiet.has(word) || this.replay.on) return null;
    try {
      const preview = await this.table.odds(offer.action);
      if (preview?.outcomes?.length) return preview;
      this.quiet.add(word);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) this.quiet.add(word);
    }
    return null;
  }

  /** @param {Offer} offer @param {import("../types.js").Odds} preview @param {boolean} asked */
  _showOdds(offer, preview, asked) {
    this.odds.show(offer, this._label(offer), preview, asked);
    this._asideOf(offer.spot);
    this.charts.light(preview.lit);
  }

  /** The odds stand at the side of the map where what they are about is not. @param {string} spot */
  _asideOf(spot) {
    const field = this.board.host.getBoundingClientRect();
    const inHand = this.shown.scene.pieces?.find((p) => p.id === spot || (!spot && this.held.has(p.id)))?.hex ?? "";
    const hex = this.board.hexesOf(spot)[0] ?? (inHand || this.last.hex);
    const there = hex ? this.board.box(hex).left : field.right;
    this.odds.el.classList.toggle("east", there < field.left + field.width / 2);
  }

  /** Odds while only pointing. @param {Offer} offer */
  peek(offer) {
    this._unpeek();
    const { n } = this.now,
      mine = this.peeks;
    this.peeking = setTimeout(async () => {
      const preview = await this.previewOf(offer);
      if (preview && this.now.n === n && this.peeks === mine && !this.replay.on) this._showOdds(offer, preview, false);
    }, 160);
  }

  /** Odds that are still on their way are no longer wanted. */
  _unpeek() {
    clearTimeout(this.peeking);
    this.peeks++;
  }

  /** @param {Offer} offer */
  async play(offer) {
    await this._do(async () => {
      const before = { offers: this.now.offers ?? [], played: offer };
      await this.update(await this.table.play(this.now.n, offer.action));
      this.before = before;
      this._prompt(this.shown);
      // A march goes on as it began, without asking at each hex which kind it is; a blow does not.
      this.going = this.board.centres.has(offer.spot ?? "") && !BLOWS.test(verbOf(offer)) ? verbOf(offer) : "";
      this._drawReach();
    });
  }

  /** @param {string} text */
  async say(text) {
    if (!text.trim()) return;
    await this._do(async () => {
      const now = await this.table.say(this.now.n, text);
      this.order.value = "";
      await this.update(now);
      if (now.stopped) this._no(now.stopped.rule, now.stopped.because);
    });
  }

  async undo() {
    if (!this.now.can_undo) {
      const further = this.rewind.button.hidden
        ? null
        : h("button", { class: "small", onclick: () => this.rewind.choose() }, "Ask to go back …");
      toast(
        [
          h(
            "p",
            null,
            "There is nothing of yours to take back: a roll, a reveal or another's act has sealed it. ",
            further,
          ),
        ],
        { kind: "no" },
      );
      return;
    }
    await this._do(async () => {
      this.before = null;
      await this.update(await this.table.undo(this.now.n));
      speak("Taken back.");
    });
  }

  /** One thing at a time; what the server will not do is said. @param {() => Promise<void>} deed */
  async _do(deed) {
    if (this.busy || this.replay.on) return;
    const mine = ++this.deeds;
    this.busy = true;
    this.busyAt = this.now.n;
    this._unpeek();
    this.app.classList.add("busy");
    try {
      await deed();
    } catch (error) {
      await this._failed(error);
    }
    if (this.deeds === mine) this._free();
  }

  /** The next key or click counts again. */
  _free() {
    this.busy = false;
    this.app.classList.remove("busy");
  }

  /** @param {unknown} error */
  async _failed(error) {
    if (!(error instanceof Refused)) {
      toast("The server does not answer. Nothing was played; try again when the badge says Live.", { kind: "bad" });
      return;
    }
    if (error.body?.now) await this.update(error.body.now);
    if (error.code === "stale") toast("The match had moved on; look again.", { kind: "no" });
    else this._no(error.rule, error.message);
  }

  /** @param {string} rule @param {string} because */
  _no(rule, because) {
    toast([h("p", null, rule ? [this.ruleLink(rule), " — "] : null, this.wording.nodes(because))], { kind: "no" });
  }

  /** @param {string} id */
  ruleLink(id) {
    return h("button", { class: "link rule", onclick: () => this.openRule(id) }, id);
  }

  /** @param {string} spot @param {string} [hex] */
  async why(spot, hex = "") {
    if (!this.now.deciders.includes(this.seat)) {
      if (hex) this.openTray(hex, true);
      return;
    }
    try {
      const { refusals } = await this.table.why(spot);
      this._reasons(spot, hex, refusals);
    } catch (error) {
      await this._failed(error);
    }
  }

  /** @param {string} spot @param {string} hex @param {import("../types.js").Refusal[]} refusals @param {string} [words] */
  _reasons(spot, hex, refusals, words = "not now.") {
    if (!refusals.length) {
      if (hex) this.openTray(hex, true);
      return;
    }
    toast(
      [
        h("p", null, h("strong", null, `${spot}: `), words),
        ...refusals.slice(0, 4).map((r) => h("p", null, this.ruleLink(r.rule), " — ", this.wording.nodes(r.because))),
      ],
      { kind: "no", stay: 12000 },
    );
  }

  // -- looking ---------------------------------------------------------------------------------------

  /** @param {string} hex @param {string} piece */
  hover(hex, piece) {
    if (hex === this.pointed.hex && piece === this.pointed.piece) return;
    this.pointed = { hex, piece };
    if (hex) this.last = { hex, piece };
    clearTimeout(this.resting);
    this._unpeek();
    if (hex) this.status.textContent = hexLine(this.info.board, this.shown.scene, hex);
    const likely = hex && !this.replay.on ? this._first(hex, piece, this.offersAt(hex, piece)) : undefined;
    if (likely) this.peek(likely);
    if (this.tray.pinned) return;
    this.resting = setTimeout(
      () => {
        if (hex && piecesIn(this.shown.scene, hex).length && !this.tray.pinned) this.openTray(hex, false);
        else if (!hex || hex !== this.tray.hex) this._letGo();
      },
      hex ? 480 : 250,
    );
  }

  _letGo() {
    if (!this.tray.pinned) this.tray.close();
  }

  /** @param {string} hex @param {boolean} pinned */
  openTray(hex, pinned) {
    if (!hex || (!pinned && this.odds.open)) return;
    this.tray.show(this.info.board, this.shown.scene, hex, this.offersAt(hex), this.board.box(hex), pinned);
  }

  /** @param {string} hex */
  tell(hex) {
    if (!hex) return;
    this.status.textContent = hexLine(this.info.board, this.shown.scene, hex);
    speak(
      spoken(
        this.info.board,
        this.shown.scene,
        hex,
        this.offersAt(hex).map((o) => o.text),
      ),
    );
  }

  /** @param {string} hex */
  goTo(hex) {
    this.last = { hex, piece: "" };
    this.board.focusOn(hex);
    this.board.flash(hex);
    this.tell(hex);
  }

  /** The next lit piece or hex, from the west to the east of each row. @param {number} by */
  nextUnit(by) {
    const fresh = (this.shown.scene.pieces ?? [])
      .filter((p) => p.hex && !p.spent && this.pieceOffers.has(p.id))
      .map((p) => p.hex ?? "");
    const lit = fresh.length ? [...new Set(fresh)] : this.litHexes();
    if (!lit.length) {
      toast("Nothing on the map waits for you.", { stay: 3000 });
      return;
    }
    lit.sort();
    const at = lit.indexOf(this.board.focus);
    const next = lit[(at + by + lit.length) % lit.length] ?? lit[0];
    this.board.focusOn(next);
    this.last = { hex: next, piece: "" };
    this.tell(next);
    this.board.host.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string} [spot] @param {boolean} [unasked] */
  async showOverlay(name, spot, unasked = false) {
    const { hex, piece } = this.pointed.hex ? this.pointed : this.last;
    const own = (/** @type {string} */ id) => this.shown.scene.pieces?.some((p) => p.id === id && p.face !== "hidden");
    const at = spot ?? ((piece && own(piece) ? piece : hex) || [...this.held][0] || "");
    if (this.overlay?.name === name && this.overlay.spot === at) {
      this.clearOverlay();
      return;
    }
    const { n } = this.now;
    try {
      const drawn = await this.table.overlay(name, at);
      if (this.now.n !== n) return;
      this.overlay = { name, spot: at };
      this.board.show(drawn.live_svg);
      this._lights(this.shown);
      this._overlayLegend(drawn.overlays, unasked);
    } catch (error) {
      if (!unasked) await this._failed(error);
    }
  }

  clearOverlay() {
    if (!this.overlay) return false;
    this.overlay = null;
    this.legend.hidden = true;
    this.board.show(this.shown.live_svg);
    this._lights(this.shown);
    return true;
  }

  /** @param {import("../types.js").Overlay[]} overlays @param {boolean} unasked */
  _overlayLegend(overlays, unasked) {
    const swatch = (/** @type {string} */ colour) => {
      const el = h("span", { class: "dot" });
      el.style.background = colour;
      return el;
    };
    const row = (/** @type {import("../types.js").Shade | import("../types.js").Arrow} */ x) =>
      h("p", null, coloured(x) ? swatch(x.colour) : null, h("span", null, this.wording.nodes(x.title ?? "")));
    const said = (/** @type {import("../types.js").Overlay} */ o) =>
      [...(o.shades ?? []), ...(o.arrows ?? [])].filter((x) => x.title);
    const rows = overlays.flatMap((o) => [
      h("strong", null, o.title),
      said(o)
        .filter((x) => coloured(x) || !unasked)
        .map(row),
      unasked
        ? this._aboutIt(
            said(o)
              .filter((x) => !coloured(x))
              .map(row),
          )
        : null,
    ]);
    put(
      this.legend,
      rows,
      h("button", { class: "plain shut", "aria-label": "Clear the overlay", onclick: () => this.clearOverlay() }, "×"),
    );
    this.legend.hidden = false;
    this._dodge();
    // What comes by itself must not talk over the hex one has walked to meanwhile.
    if (!unasked) speak(this.legend.textContent ?? "");
  }

  /** The legend lies at the foot of the map, or at its other side, where it would cover what it is about. */
  _dodge() {
    const [hex] = this._hexesOf([this.overlay?.spot ?? ""]);
    for (const place of ["", "low", "east"]) {
      this.legend.className = `legend ${place}`;
      if (!hex || !overlap(this.board.box(hex), this.legend.getBoundingClientRect())) return;
    }
  }

  /** What comes unasked keeps its words folded, unless the player wants them. @param {Node[]} rows */
  _aboutIt(rows) {
    if (!rows.length) return null;
    const fold = h(
      "details",
      { open: taste("about", "shut") === "open", ontoggle: () => setTaste("about", fold.open ? "open" : "shut") },
      h("summary", null, "How it stands"),
      rows,
    );
    return fold;
  }

  /** What the other side could do where one points, or to who is in hand. */
  async showThreats() {
    const hex = this.pointed.hex || this.board.focus || [...this.held][0] || "";
    if (!hex || !this.seat) {
      toast("Point at a hex first: yours, or one of the other side's.", { stay: 4000 });
      return;
    }
    try {
      const { threats } = await this.table.threats(hex);
      if (!threats.length) {
        toast(`Nothing that you can see threatens ${hex}.`, { stay: 4000 });
        return;
      }
      this.odds.threaten(hex, threats);
      this.charts.light(threats.flatMap((t) => t.lit));
      speak(threats.map((t) => `${t.title}: ${t.line}`).join(". "));
    } catch (error) {
      await this._failed(error);
    }
  }

  /** All of the formation under the pointer, or of the piece in hand; again: none. */
  toggleFormation() {
    const hex = this.pointed.hex || this.board.focus;
    const top =
      this.shown.scene.pieces?.find((p) => p.id === this.pointed.piece) ??
      piecesIn(this.shown.scene, hex).at(-1) ??
      this.shown.scene.pieces?.find((p) => this.held.has(p.id));
    const name = top?.formation ?? "";
    this.formation = this.formation === name ? "" : name;
    const kin = (this.shown.scene.pieces ?? []).filter((p) => this.formation && p.formation === this.formation);
    this.board.ring(new Set(kin.map((p) => p.id)));
    if (this.formation)
      toast(
        [
          h("strong", null, this.formation),
          `: ${kin.filter((p) => p.hex).length} on the map, ${kin.filter((p) => !p.hex).length} off it`,
        ],
        { stay: 4000 },
      );
  }

  toggleFront() {
    const off = this.board.host.classList.toggle("nofront");
    setTaste("front", off ? "off" : "on");
  }

  toggleCounters() {
    this.board.host.classList.toggle("nocounters");
  }

  /** @param {string} id */
  openRule(id) {
    this.drawer.open("rules");
    this.rules.find(id);
  }

  /** Closes what is open, in the order it opened; whether anything was. */
  closeSomething() {
    if (this.layers.close()) {
      this.board.host.focus();
      return true;
    }
    if (this.tray.open) {
      this.tray.close();
      this.board.host.focus();
      return true;
    }
    if (this.odds.open) {
      this.odds.close();
      return true;
    }
    if (this.drawn.open) {
      this.drawn.close();
      return true;
    }
    if (this.rolled.open) {
      this.rolled.close();
      return true;
    }
    if (this.picked) {
      this.pick(this.picked);
      return true;
    }
    if (!this.notes.el.hidden) {
      this.notes.dismiss(this.shown.scene.notes ?? []);
      return true;
    }
    return hush() || this.clearOverlay();
  }

  // -- dialogs ------------------------------------------------------------------------------------------

  /** @param {string} title @param {...any} inside */
  dialog(title, ...inside) {
    const box = h(
      "dialog",
      { "aria-labelledby": "dialog-title" },
      h("h2", { id: "dialog-title" }, title),
      ...inside,
      h("div", { class: "ends" }, h("button", { onclick: () => box.close() }, "Close")),
    );
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
    return box;
  }

  share() {
    const known = matchOf(this.id);
    if (!known) {
      toast("The links of this match are not in this browser.");
      return;
    }
    this.dialog(
      "Links to share",
      h(
        "p",
        null,
        "Whoever has a seat's link plays that seat, from any device. Send the right one to the right person.",
      ),
      shareList(known),
    );
  }

  showVerdict() {
    const { verdict } = this.now;
    if (!verdict) return;
    const sums = verdict.tally?.modifiers ?? [];
    this.dialog(
      verdict.level,
      h("p", null, verdict.winner ? `${seatName(verdict.winner)} wins.` : "Nobody wins."),
      sums.length
        ? h(
            "ul",
            { class: "sums" },
            sums.map((m) => h("li", null, `${m.amount > 0 ? "+" : ""}${m.amount} ${m.what} (${m.rule})`)),
            h("li", null, h("strong", null, `= ${verdict.tally.total}`)),
          )
        : null,
    );
  }

  async download() {
    try {
      const blob = await this.table.record(this._tokens());
      const link = h("a", { href: URL.createObjectURL(blob), download: `${this.info.title}-${this.id}.jsonl` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    } catch (error) {
      await this._failed(error);
    }
  }

  _tokens() {
    return Object.values(matchOf(this.id)?.here ?? {});
  }

  async notifyMe() {
    try {
      await tellMe(this);
    } catch (error) {
      await this._failed(error);
    }
  }

  /** Begins a match of one's own from a moment of this one. @param {number} n */
  async branch(n) {
    try {
      const made = await this.table.branch(n, this._tokens());
      keep({
        id: made.id,
        title: this.info.title,
        scenario: this.info.scenario,
        made: Date.now(),
        here: made.tokens,
        links: {},
        onlooker: made.onlooker,
      });
      location.hash = `#/match/${encodeURIComponent(made.id)}`;
      toast("A new match began from there; you play all seats.");
    } catch (error) {
      await this._failed(error);
    }
  }
}

/** A gauge in a small space; its cells are among the facts. @param {import("../types.js").Track} track */
function gauge(track) {
  const at = track.cells.findIndex((cell) => cell.current);
  return h(
    "span",
    { class: "gauge", title: track.title },
    h("span", null, track.title),
    h("meter", { min: 0, max: track.cells.length - 1, value: at, "aria-label": track.title }),
  );
}

/** @param {string} words */
function capital(words) {
  return words[0].toUpperCase() + words.slice(1);
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Whether it colours anything on the map. @param {import("../types.js").Shade | import("../types.js").Arrow} drawn */
function coloured(drawn) {
  return !("hexes" in drawn) || drawn.hexes.length > 0;
}

/** The first word of an offer. @param {Offer} offer */
function verbOf(offer) {
  return offer.text.split(" ", 1)[0];
}

// What goes over the wire, as the page's modules see it. Made from the structs of the
// program by `python -m grognard.table.page_types`; change those and run it again.

/** What does not change about a match, but for the map now and then. */
export interface About {
  id: string;
  title: string;
  name: string;
  scenario: string;
  seat: string | null;
  options: Record<string, string>;
  seats: Record<string, Sitting>;
  overlays: OverlayInfo[];
  can_record: boolean;
  board: BoardArt;
  board_svg: string;
}

/** My answer to that; from whoever asked: no longer, thank you. */
export interface Answer {
  at: number;
  granted: boolean;
}

/** A path through hexes; `broken` names the hex where a trace fails. */
export interface Arrow {
  path: string[];
  colour: string;
  title?: string;
  kind?: "arrow" | "trace";
  broken?: string;
}

/** Please ask the others whether all from entry `to` on may be taken back. */
export interface AskBack {
  at: number;
  to: number;
}

/** What could happen there? */
export interface At {
  spot: string;
}

/** A small mark on a counter: a letter or two, and the words behind it. */
export interface Badge {
  text: string;
  title?: string;
  colour?: string;
}

/** Any further frame of a socket: whether somebody looks at the page. */
export interface Beat {
  visible?: boolean;
}

/** A new match and its secret links. */
export interface Begun {
  id: string;
  tokens: Record<string, string>;
  onlooker: string;
}

/** The printed map. With only its key it stands for one the page already has. */
export interface BoardArt {
  key: string;
  title?: string;
  hexes?: HexArt[];
  lines?: SideLine[];
  roads?: Road[];
  exits?: Exit[];
  bridges?: Bridge[];
  places?: Place[];
  hills?: Hill[];
  works?: Works[];
  stars?: Star[];
  edges?: EdgeName[];
  scale?: string;
  note?: string;
}

/** A bot in the lobby; one of them is the usual opponent. */
export interface BotRow {
  key: string;
  text: string;
  usual: boolean;
}

/** An off-map box holding pieces; `unfolded` where one should see into it unasked. */
export interface Box {
  key: string;
  title: string;
  pieces?: string[];
  text?: string;
  unfolded?: boolean;
}

/** A crossing on a hexside: "bridge", "pontoon" or "blown". */
export interface Bridge {
  side: string;
  kind?: string;
}

/** A line of a list of matches. */
export interface Brief {
  id: string;
  title: string;
  name: string;
  scenario: string;
  turn_line: string;
  deciders: string[];
  over: boolean;
  n: number;
  seats: Record<string, Sitting>;
  seat?: string | null;
}

/** A card or chit; with no name, its back. `value` is what stands in its corner. */
export interface Card {
  id: string;
  name?: string;
  text?: string;
  colour?: string;
  value?: string;
  kind?: string;
  offers?: string[];
}

/** One space of a track; `current` where its marker stands. */
export interface Cell {
  label: string;
  text?: string;
  pieces?: string[];
  current?: boolean;
}

/** The hexes a side holds; the front is drawn where two of them meet. */
export interface Control {
  side: string;
  name: string;
  colour: string;
  hexes?: string[];
}

/** An action, several, a line of notation, or a hex to go to: exactly one of them. */
export interface Deed {
  action?: unknown;
  text?: string;
  route?: unknown[];
  to?: string;
  from?: string | string[];
}

/** An answer drawn on the map. */
export interface Drawn {
  overlays: Overlay[];
  live_svg: string;
}

/** Words along a map edge, such as an entry area. */
export interface EdgeName {
  edge: "east" | "north" | "south" | "west";
  text: string;
}

/** A road that leaves the map. */
export interface Exit {
  hex: string;
  edge: "east" | "north" | "south" | "west";
  grade?: string;
}

/** A figure worth always seeing: a pool, a limit, a score. */
export interface Fact {
  label: string;
  value: string;
}

/** Why a request came to nothing. */
export interface Fault {
  error: string;
  sentence: string;
  rule?: string;
  now?: Now | null;
}

/** Please begin another match from where this one stood after `at` entries. */
export interface Fork {
  at: number;
}

/** Cards a seat holds, or a pile or cup, of which only the number shows in a row. */
export interface Hand {
  key: string;
  title: string;
  cards?: Card[];
  count?: number | null;
  kind?: "cup" | "hand" | "pile";
}

/** The first frame of a socket. */
export interface Hello {
  token: string;
  since?: number;
}

/** A hex of the map: `x` counts half hexes from the west, `y` rows from the north. */
export interface HexArt {
  label: string;
  x: number;
  y: number;
  terrain?: string;
}

/** A height, with its figure as printed. */
export interface Hill {
  hex: string;
  name?: string;
  height?: string;
}

/** The web address that is called when it is the seat's turn, and which hosts may be. */
export interface Hook {
  offered: boolean;
  hosts: string[];
  url: string;
}

/** A new secret link to one's seat. */
export interface Link {
  token: string;
}

/** What of a chart applies now: a cell, or with one of them empty a row or a column. */
export interface Lit {
  chart: string;
  row?: string;
  column?: string;
}

/** What a seat may read of an entry, a notice for each line. */
export interface LogRow {
  n: number;
  seat: string;
  lines: string[];
  notices?: Notice[];
  undo?: number;
  why?: string;
  aside?: "" | "answer" | "ask" | "undo";
  deed?: boolean;
}

/** A mark on a hex or hexside: "gas", "barrage", "objective", "roadblock", … */
export interface Marker {
  at: string;
  kind: string;
  text?: string;
  title?: string;
  colour?: string;
}

/** One part of a sum: how much, by which rule, and what it is called. */
export interface Modifier {
  amount: number;
  rule: string;
  what: string;
}

/** Please set up a match. */
export interface NewMatch {
  title: string;
  scenario: string;
  options?: Record<string, string>;
  seats?: Record<string, string>;
  private?: boolean;
  names?: Record<string, string>;
  says_why?: boolean;
}

/** A word for somebody who plays for the first time; each key is shown once in a match. */
export interface Note {
  key: string;
  title: string;
  text: string;
}

/** How a line of the log is to be shown: the words themselves are the title's `narrate`. */
export interface Notice {
  heading?: number;
  kind?: string;
  side?: string;
  spots?: string[];
  brief?: string;
  detail?: string[];
  lights?: string[];
  dice?: number[];
  sides?: number;
  cards?: Card[];
  minor?: boolean;
  act?: string;
  who?: string[];
  path?: string[];
  at?: string;
  spent?: number;
  result?: string;
  many?: string;
}

/** A match as one seat sees it. */
export interface Now {
  n: number;
  seat: string | null;
  deciders: string[];
  over: boolean;
  prompt: string;
  scene: Scene;
  live_svg: string;
  offers: OfferRow[];
  can_undo: boolean;
  log: LogRow[];
  verdict?: Result;
  stopped?: Refusal;
  request?: Request;
}

/** What an action would come to: each outcome with its chance, exact and as a number. */
export interface Odds {
  line: string;
  tally: Sums;
  outcomes: [string, string, number][];
  title: string;
  groups: string[];
  note: string;
  lit: Lit[];
  asks: boolean;
  gist: string;
}

/** Something that may be done: on a hex, piece, card or box (`spot`), or a button. */
export interface Offer {
  token: string;
  text: string;
  spot?: string;
  why_not?: string;
  rule?: string;
}

/** Something the seat may do, where to click for it, and what to send. */
export interface OfferRow {
  token: string;
  text: string;
  spot: string;
  action: unknown;
  verb: string;
  left?: string[];
  blow?: boolean;
  names?: string[];
  taker?: string;
  begun?: string;
}

/** A house rule a match may be set to: its values, the first being the default. */
export interface OptionInfo {
  key: string;
  values: string[];
  text: string;
  rule: string;
}

/** An answer drawn on the map: reach, supply, observation, a planned route. */
export interface Overlay {
  key: string;
  title: string;
  shades?: Shade[];
  arrows?: Arrow[];
}

/** An answer a page can ask to be drawn: its key, its name, and a letter that asks for it. */
export interface OverlayInfo {
  key: string;
  name: string;
  hotkey?: string;
  on_select?: boolean;
}

/** A counter. Pieces sharing a hex are stacked in scene order, the last on top. */
export interface Piece {
  id: string;
  hex?: string;
  side?: string;
  symbol?: string;
  size?: string;
  name?: string;
  parent?: string;
  figures?: string;
  corners?: [string, string, string, string];
  inks?: [string, string, string, string];
  ground?: string;
  ink?: string;
  band?: string;
  formation?: string;
  steps?: number;
  steps_max?: number;
  steps_as?: "circle" | "pips";
  face?: string;
  reverse?: string;
  count?: number;
  badges?: Badge[];
  title?: string;
  spent?: boolean;
  offers?: string[];
  shows?: string;
}

/** A named place: rank "city", "town", "village" or "site" (a name only). */
export interface Place {
  hex: string;
  name: string;
  rank?: string;
}

/** Please do this, if the log is still `at` entries long. */
export interface Play {
  action?: unknown;
  text?: string;
  route?: unknown[];
  to?: string;
  from?: string | string[];
  at: number;
}

/** The one sentence at the top: whose act and which verb. */
export interface Prompt {
  text: string;
  seat?: string;
  labels?: Record<string, string>;
}

/** What a socket gets after a commit: at least the number. */
export interface Push {
  n: number;
  now?: Now | null;
}

/** What speaks against it, and `at` which hex; or the spots on the way there. */
export interface Reasons {
  refusals: Refusal[];
  way: string[];
  at: string;
}

/** Why something may not be done: the rule, and a sentence a player understands. */
export interface Refusal {
  rule: string;
  because: string;
}

/** Makes a link anew: one's own, or that of the onlookers. */
export interface Reissue {
  onlookers?: boolean;
}

/** Somebody asks to go back: who, to before which entry, in words, and who is to answer. */
export interface Request {
  seat: string;
  to: number;
  sentence: string;
  pending: string[];
}

/** How the game ended. */
export interface Result {
  winner: string | null;
  level: string;
  tally: Sums;
}

/** A way through the centres of neighbouring hexes: "highway", "road", "track" or "rail". */
export interface Road {
  path: string[];
  grade?: string;
}

/** One statement of a title's rulebook, in our own words. */
export interface Rule {
  id: string;
  kind: string;
  chapter: string;
  text: string;
}

/** A scenario in the lobby. */
export interface ScenarioRow {
  key: string;
  name: string;
  text: string;
  turns: number;
  seats: string[];
  group: string;
  unit: string;
}

/** Everything to be seen from one seat at one moment; `held` are the pieces in hand. */
export interface Scene {
  board: BoardArt;
  title?: string;
  turn?: string;
  prompt?: Prompt | null;
  held?: string[];
  violations?: Violation[];
  sequence?: Step[];
  lit?: Lit[];
  notes?: Note[];
  control?: Control[];
  pieces?: Piece[];
  stacks?: Stack[];
  markers?: Marker[];
  boxes?: Box[];
  tracks?: Track[];
  hands?: Hand[];
  facts?: Fact[];
  overlays?: Overlay[];
  offers?: Offer[];
  open?: boolean;
}

/** Please call this web address when it is my turn. */
export interface SetHook {
  url: string;
}

/** Coloured hexes with a line for the legend, and figures for some of them. */
export interface Shade {
  hexes: string[];
  colour: string;
  title?: string;
  numbers?: Record<string, string>;
  style?: "hatch" | "rim" | "wash";
}

/** Please draw an answer on the map. */
export interface Show {
  name: string;
  spot?: string;
}

/** A line along hexsides: a river, the Start Line, an army boundary. */
export interface SideLine {
  kind: string;
  sides: string[];
  name?: string;
}

/** Who sits in a seat. */
export interface Sitting {
  kind: string;
  name: string;
}

/** What a tray says of the pieces in a hex, such as their sum. */
export interface Stack {
  hex: string;
  summary: string;
}

/** A victory hex and what it is worth. */
export interface Star {
  hex: string;
  value?: string;
}

/** A step of the sequence of play; `current` is the one the game is in. */
export interface Step {
  name: string;
  text?: string;
  side?: string;
  current?: boolean;
}

/** A tally with its total. */
export interface Sums {
  modifiers: Modifier[];
  total: number;
}

/** Please take my last action back, or all from entry `to` on. */
export interface TakeBack {
  at: number;
  to?: number | null;
}

/** What the other side could do there, as far as the asker knows. */
export interface Threats {
  threats: Odds[];
}

/** A title in the lobby. */
export interface TitleRow {
  key: string;
  name: string;
  seats: string[];
  options: OptionInfo[];
  bots: BotRow[];
  scenarios: ScenarioRow[];
}

/** What a web address is sent. */
export interface Told {
  match: string;
  title: string;
  name: string;
  seat: string;
  why: string;
  text: string;
}

/** A row of spaces: turns, victory points, rest; as a "gauge" it is filled up to where it is. */
export interface Track {
  key: string;
  title: string;
  cells: Cell[];
  kind?: "cells" | "gauge";
}

/** What must be put right before the phase may end, and where. */
export interface Violation {
  text: string;
  rule?: string;
  spot?: string;
}

/** Why can nothing be done there, or this not be done? */
export interface Why {
  spot?: string;
  action?: unknown;
  from?: string[];
}

/** Fortified hexes of one line: "field" works or the heavier "main" line. */
export interface Works {
  hexes: string[];
  kind?: string;
  name?: string;
}

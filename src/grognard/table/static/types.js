// The messages of the table, as the modules see them. No code.

/**
 * @typedef {{label: string, x: number, y: number, terrain?: string}} HexArt
 * @typedef {{hex: string, name: string, rank?: string}} Place
 * @typedef {{hex: string, name?: string, height?: string}} Hill
 * @typedef {{hex: string, value?: string}} Star
 * @typedef {{key: string, title?: string, hexes?: HexArt[], places?: Place[], hills?: Hill[],
 *   stars?: Star[], works?: {hexes: string[], name?: string}[]}} BoardArt
 *
 * @typedef {{text: string, title?: string, colour?: string}} Badge
 * @typedef {{id: string, hex?: string, side?: string, symbol?: string, size?: string,
 *   name?: string, parent?: string, figures?: string, ground?: string, ink?: string,
 *   band?: string, steps?: number, steps_max?: number, face?: string, count?: number,
 *   badges?: Badge[], title?: string, spent?: boolean}} Piece
 * @typedef {{key: string, title: string, pieces?: string[], text?: string}} Box
 * @typedef {{label: string, text?: string, pieces?: string[], current?: boolean}} Cell
 * @typedef {{key: string, title: string, cells: Cell[]}} Track
 * @typedef {{id: string, name?: string, text?: string}} Card
 * @typedef {{key: string, title: string, cards?: Card[], count?: number}} Hand
 * @typedef {{hexes: string[], colour: string, title?: string}} Shade
 * @typedef {{path: string[], colour: string, title?: string, broken?: string}} Arrow
 * @typedef {{key: string, title: string, shades?: Shade[], arrows?: Arrow[]}} Overlay
 * @typedef {{at: string, kind: string, text?: string, title?: string}} Marker
 * @typedef {{board: BoardArt, title?: string, turn?: string, pieces?: Piece[],
 *   prompt?: {text: string, seat?: string},
 *   stacks?: {hex: string, summary: string}[], markers?: Marker[], boxes?: Box[],
 *   tracks?: Track[], hands?: Hand[], facts?: {label: string, value: string}[],
 *   control?: {side: string, name: string, colour: string, hexes?: string[]}[],
 *   overlays?: Overlay[]}} Scene
 *
 * @typedef {{token: string, text: string, spot?: string, why_not?: string, action?: any}} Offer
 * @typedef {{n: number, seat?: string, lines: string[]}} LogEntry
 * @typedef {{winner?: string | null, level: string, tally?: any}} Verdict
 * @typedef {{n: number, seat?: string | null, deciders: string[], prompt: string, scene: Scene,
 *   live_svg: string, offers?: Offer[], can_undo?: boolean, verdict?: Verdict | null,
 *   log?: LogEntry[]}} Now
 * @typedef {{name: string, key?: string, title?: string}} OverlayInfo
 * @typedef {{id: string, title: string, scenario: string, seat?: string | null,
 *   seats?: any, options?: Record<string, string>, board: BoardArt, board_svg: string,
 *   overlays?: (OverlayInfo | string)[]}} Info
 * @typedef {{line: string, tally?: any, outcomes: [string, string, number][]}} Preview
 * @typedef {{rule: string, because: string}} Refusal
 *
 * @typedef {{key: string, values: string[], text: string, rule?: string}} OptionInfo
 * @typedef {{key: string, name: string, text: string, turns: number}} ScenarioInfo
 * @typedef {{key: string, name: string, seats: string[], options?: OptionInfo[],
 *   bots?: string[], scenarios: ScenarioInfo[]}} TitleInfo
 * @typedef {{id: string, title: string, scenario: string, turn_line?: string,
 *   deciders?: string[], over?: boolean, seats?: any}} Listed
 * @typedef {{id: string, tokens: Record<string, string>, onlooker?: string}} Made
 */
export {};

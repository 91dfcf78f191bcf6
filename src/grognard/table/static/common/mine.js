// What this browser remembers: the links of its matches and a few tastes.

const KEY = "grognard.matches";
const TASTES = "grognard.tastes";

/**
 * @typedef {{id: string, title: string, titleName?: string, scenario: string, scenarioName?: string,
 *   made: number, here: Record<string, string>, links: Record<string, string>, onlooker?: string,
 *   bots?: Record<string, string>}} Mine
 * `here` are the seats played in this browser, `links` those given to friends.
 */

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* a full or closed store loses nothing of the match */
  }
}

/** All matches of this browser, the newest first. @returns {Mine[]} */
export function mine() {
  return /** @type {Mine[]} */ (Object.values(read(KEY))).sort((a, b) => b.made - a.made);
}

/** @param {string} id @returns {Mine | undefined} */
export function matchOf(id) {
  return read(KEY)[id];
}

/** @param {Mine} match */
export function keep(match) {
  const all = read(KEY);
  all[match.id] = match;
  write(KEY, all);
}

/** @param {string} id */
export function forget(id) {
  const all = read(KEY);
  delete all[id];
  write(KEY, all);
  const { [id]: _, ...notes } = read(NOTES);
  write(NOTES, notes);
}

/** @param {string} name @param {any} otherwise */
export function taste(name, otherwise) {
  const all = read(TASTES);
  return name in all ? all[name] : otherwise;
}

/** @param {string} name @param {any} value */
export function setTaste(name, value) {
  write(TASTES, { ...read(TASTES), [name]: value });
}

const NOTES = "grognard.notes";

/** The notes of a match that have been read. @param {string} id @returns {string[]} */
export function notesRead(id) {
  return read(NOTES)[id] ?? [];
}

/** @param {string} id @param {string[]} keys */
export function keepNotesRead(id, keys) {
  write(NOTES, { ...read(NOTES), [id]: keys });
}

/** The whole address of a seat's secret link. @param {string} id @param {string} token */
export function linkTo(id, token) {
  return `${location.origin}/#/match/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
}

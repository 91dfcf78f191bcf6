// The server: questions by HTTP, news by socket.

/**
 * @typedef {import("../types.js").Now} Now
 * @typedef {import("../types.js").Play | import("../types.js").TakeBack | import("../types.js").AskBack | import("../types.js").Answer
 *   | import("../types.js").Why | import("../types.js").Show | import("../types.js").Deed | import("../types.js").Fork
 *   | import("../types.js").SetHook | import("../types.js").Reissue | import("../types.js").Beat} Question
 */

/** What the server would not do, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {Partial<import("../types.js").Fault> | null} body */
  constructor(status, body) {
    super(body?.sentence ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body?.error ?? "";
    this.rule = body?.rule ?? "";
    this.body = body;
  }
}

/** @param {string} path @param {{token?: string, body?: any, method?: string, raw?: BodyInit, seats?: string[]}} [how] */
export async function ask(path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (how.token) headers.Authorization = `Bearer ${how.token}`;
  if (how.seats?.length) headers["Grognard-Seats"] = how.seats.join(",");
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  const sending = how.body !== undefined || how.raw !== undefined;
  const [answer, text] = await awaited(
    fetch(path, {
      method: how.method ?? (sending ? "POST" : "GET"),
      headers,
      body: how.raw ?? (how.body === undefined ? undefined : JSON.stringify(how.body)),
      cache: "no-cache",
    }),
  );
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = text;
  }
  if (!answer.ok) throw new Refused(answer.status, typeof body === "string" ? { sentence: body } : body);
  return body;
}

let asking = 0;

/** The answer to its end; meanwhile the page says that it waits for one. @param {Promise<Response>} coming @returns {Promise<[Response, string]>} */
async function awaited(coming) {
  const count = (/** @type {number} */ by) => {
    asking += by;
    document.documentElement.toggleAttribute("data-asking", asking > 0);
  };
  count(1);
  try {
    const answer = await coming;
    return [answer, await answer.text()];
  } finally {
    count(-1);
  }
}

/** The questions about one match, asked from one seat. */
export class Table {
  /** @param {string} id @param {string} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    this.base = `/api/matches/${encodeURIComponent(id)}`;
  }

  /** @param {string} path @param {Question} [body] @returns {Promise<any>} */
  _ask(path, body) {
    return ask(this.base + path, { token: this.token, body });
  }

  /** @returns {Promise<import("../types.js").About>} */
  info() {
    return this._ask("");
  }
  /** @param {number} since @returns {Promise<Now>} */
  now(since = 0) {
    return this._ask(`/now?since=${since}`);
  }
  /** @param {number} n @param {string} [eyes] @returns {Promise<Now>} */
  at(n, eyes) {
    return this._ask(`/at/${n}?since=${n}${eyes ? `&eyes=${encodeURIComponent(eyes)}` : ""}`);
  }
  /** @param {number} at @param {unknown} action @returns {Promise<Now>} */
  play(at, action) {
    return this._ask("/play", { at, action });
  }
  /** @param {number} at @param {string} text @returns {Promise<Now>} */
  say(at, text) {
    return this._ask("/play", { at, text });
  }
  /** @param {number} at @returns {Promise<Now>} */
  undo(at) {
    return this._ask("/undo", { at });
  }
  /** @param {number} at @param {number} to @returns {Promise<Now>} */
  askBack(at, to) {
    return this._ask("/rewind", { at, to });
  }
  /** @param {number} at @param {boolean} granted @returns {Promise<Now>} */
  answerBack(at, granted) {
    return this._ask("/answer", { at, granted });
  }
  /** @param {string} spot @param {string[]} [from] pieces for which there may be a way there @returns {Promise<import("../types.js").Reasons>} */
  why(spot, from) {
    return this._ask("/why", { spot, from });
  }
  /** @param {unknown} action @returns {Promise<import("../types.js").Odds>} */
  odds(action) {
    return this._ask("/odds", { action });
  }
  /** What could be done there by the other side. @param {string} spot @returns {Promise<import("../types.js").Threats>} */
  threats(spot) {
    return this._ask("/threats", { spot });
  }
  /** Brings pieces, or those in hand, to a hex. @param {number} at @param {string[]} from @param {string} to @returns {Promise<Now>} */
  walk(at, from, to) {
    return this._ask("/play", { at, from, to });
  }
  /** @param {string} name @param {string} spot @returns {Promise<import("../types.js").Drawn>} */
  overlay(name, spot) {
    return this._ask("/overlay", { name, spot });
  }
  /** A new link for this seat; the old one is void. @returns {Promise<import("../types.js").Link>} */
  reissue(onlookers = false) {
    return this._ask("/reissue", { onlookers });
  }
  /** Cheap: whose turn it is. @returns {Promise<import("../types.js").Brief>} */
  brief() {
    return this._ask("/brief");
  }
  /** @param {number} at @param {string[]} seats tokens of all seats one holds @returns {Promise<import("../types.js").Begun>} */
  branch(at, seats) {
    return ask(`${this.base}/branch`, { token: this.token, body: { at }, seats });
  }

  /** The record as a file. @param {string[]} seats tokens of all seats one holds */
  async record(seats) {
    const answer = await fetch(`${this.base}/record`, {
      headers: { Authorization: `Bearer ${this.token}`, "Grognard-Seats": seats.join(",") },
    });
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
    return answer.blob();
  }
}

/** A socket that comes back by itself, waiting longer each time. */
export class Feed {
  /**
   * @param {string} id @param {string} token @param {() => number} since the first entry not yet known
   * @param {(news: import("../types.js").Push) => void} heard @param {(state: "live" | "waiting" | "closed") => void} changed
   */
  constructor(id, token, since, heard, changed) {
    this.id = id;
    this.since = since;
    this.token = token;
    this.heard = heard;
    this.changed = changed;
    this.tries = 0;
    this.over = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.soon = () => {
      if (!this.over && this.socket === null) this._open();
    };
    addEventListener("online", this.soon);
    this.looks = () => {
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ visible: !document.hidden }));
    };
    document.addEventListener("visibilitychange", this.looks);
    // The server takes a page that is long silent for one that nobody looks at.
    this.beating = setInterval(this.looks, 60000);
    this._open();
  }

  _open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(this.id)}/feed`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ token: this.token, since: this.since() }));
      this.looks();
    };
    socket.onmessage = (event) => {
      this.tries = 0;
      this.changed("live");
      this.heard(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      // The link is void or the match is gone: asking again would not help.
      if (event.code === 4403 || event.code === 4404) this.close();
      else this._again(socket);
    };
  }

  /** @param {WebSocket} socket */
  _again(socket) {
    if (this.over || this.socket !== socket) return;
    this.socket = null;
    this.changed("waiting");
    const wait = Math.min(4000, 400 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(this.soon, wait);
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.soon);
    document.removeEventListener("visibilitychange", this.looks);
    clearInterval(this.beating);
    this.socket?.close();
    this.changed("closed");
  }
}

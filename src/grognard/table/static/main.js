// One page: the lobby, a match, a replay; chosen by what follows the hash.

import { dress } from "./common/theme.js";
import { badge } from "./lobby/away.js";
import { lobby } from "./lobby/lobby.js";
import { sitDown } from "./match/sit.js";
import { h, render } from "./vendor/preact/preact.js";

/** @type {(() => void) | null} */
let leave = null;
let visit = 0;

async function route() {
  const [, page = "lobby", id = "", token = ""] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const mine = ++visit;
  leave?.();
  leave = null;
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  badge("Grognard", false);
  try {
    const open = page === "match" || page === "replay" ? await sitDown(id, token, page === "replay") : await lobby();
    if (mine === visit) leave = lay(app, open);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (mine === visit) leave = lay(app, sorry(why));
  }
}

/** In place of whatever lies there. @param {HTMLElement} app @param {(app: HTMLElement) => () => void} open */
function lay(app, open) {
  app.replaceChildren();
  return open(app);
}

/** @param {string} why */
function sorry(why) {
  return (/** @type {HTMLElement} */ app) => {
    render(h(Sorry, { why }), app);
    return () => render(null, app);
  };
}

/** @param {{why: string}} props */
function Sorry({ why }) {
  return h(
    "main",
    { class: "wait" },
    h("h1", null, "This table cannot be shown"),
    h("p", null, why),
    h("p", null, h("a", { href: "#/lobby" }, "To the lobby")),
  );
}

dress();
addEventListener("hashchange", route);
route();

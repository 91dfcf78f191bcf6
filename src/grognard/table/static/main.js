// One page: the lobby, a match, a replay; chosen by what follows the hash.

import { h, put } from "./common/dom.js";
import { taste } from "./common/mine.js";
import { badge } from "./lobby/away.js";
import { lobby } from "./lobby/lobby.js";
import { openMatch } from "./match/match.js";

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
    const going =
      page === "match" || page === "replay" ? await openMatch(app, id, token, page === "replay") : await lobby(app);
    if (mine === visit) leave = going;
    else going?.();
  } catch (error) {
    put(
      app,
      h(
        "main",
        { class: "wait" },
        h("h1", null, "This table cannot be shown"),
        h("p", null, error instanceof Error ? error.message : String(error)),
        h("p", null, h("a", { href: "#/lobby" }, "To the lobby")),
      ),
    );
  }
}

document.documentElement.dataset.theme = taste("theme", "auto");
addEventListener("hashchange", route);
route();

// The lobby: choose a scenario and who sits where; go on with a match, watch or load one.

import { ask } from "../common/api.js";
import { ThemeButton } from "../common/theme.js";
import { h, render } from "../vendor/preact/preact.js";
import { Load, Matches, MyMatches, OthersMatches } from "./matches.js";
import { groups, NewMatch } from "./newmatch.js";

/** @typedef {import("../types.js").TitleRow} TitleInfo */

const AGAIN = 20000; // ms

/** Asks what can be played; what it returns lays it out. @returns {Promise<(app: HTMLElement) => () => void>} */
export async function lobby() {
  /** @type {TitleInfo[]} */
  const titles = await ask("/api/titles");
  return (app) => {
    const matches = new Matches(titles);
    render(h(Lobby, { titles, matches }), app);
    matches.refresh();
    const timer = setInterval(() => {
      if (!document.hidden) matches.refresh();
    }, AGAIN);
    return () => {
      clearInterval(timer);
      render(null, app);
    };
  };
}

/** @param {{titles: TitleInfo[], matches: Matches}} props */
function Lobby({ titles, matches }) {
  return [
    h(
      "header",
      { class: "bar" },
      h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
      h("h1", null, "Grognard"),
      h("p", { class: "motto" }, "Operational wargames, played by rules the program knows"),
      h(ThemeButton, null),
    ),
    h(
      "main",
      { class: "lobby" },
      h(
        "div",
        { class: "choose" },
        titles.flatMap((title) =>
          groups(title).map((group) => h(NewMatch, { key: title.key + group.name, title, group })),
        ),
      ),
      h(
        "div",
        { class: "beside" },
        h(MyMatches, { matches }),
        h(OthersMatches, { matches }),
        h(Load, null),
        h("p", { class: "none" }, h("a", { href: "/limits" }, "What this table allows a visitor")),
      ),
    ),
  ];
}

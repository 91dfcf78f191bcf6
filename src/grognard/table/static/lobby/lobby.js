// The lobby: choose a scenario and who sits where; go on with a match, watch or load one.

import { ask, Refused, Table } from "../common/api.js";
import { copy, h, listed, put, seatName, toast } from "../common/dom.js";
import { forget, keep, linkTo, matchOf, mine, setTaste } from "../common/mine.js";

/** @typedef {import("../types.js").TitleRow} TitleInfo */
/** @typedef {import("../types.js").ScenarioRow} ScenarioInfo */
/** @typedef {import("../types.js").Begun} Made */

const HERE = "here";
const FRIEND = "friend";

/** @param {HTMLElement} app @returns {Promise<() => void>} */
export async function lobby(app) {
  /** @type {TitleInfo[]} */
  const titles = await ask("/api/titles");
  const yours = h("section", { class: "card", "aria-labelledby": "yours" });
  const open = h("section", { class: "card", "aria-labelledby": "open" });
  put(
    app,
    heading(),
    h(
      "main",
      { class: "lobby" },
      h(
        "div",
        { class: "choose" },
        titles.flatMap((title) => groups(title).map((group) => titleCard(title, group))),
      ),
      h("div", { class: "beside" }, yours, open, importCard(), allowance()),
    ),
  );
  const refresh = () => {
    showMine(yours, titles);
    showOpen(open, titles);
  };
  refresh();
  const timer = setInterval(() => {
    if (!document.hidden) refresh();
  }, 20000);
  return () => clearInterval(timer);
}

function heading() {
  return h(
    "header",
    { class: "bar" },
    h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
    h("h1", null, "Grognard"),
    h("p", { class: "motto" }, "Operational wargames, played by rules the program knows"),
    themeButton(),
  );
}

/** Light, dark, or as the system has it. */
export function themeButton() {
  const order = ["auto", "light", "dark"];
  const words = () => `Colours: ${document.documentElement.dataset.theme}`;
  const button = h(
    "button",
    {
      class: "plain",
      onclick: () => {
        const next = order[(order.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % 3];
        document.documentElement.dataset.theme = next;
        setTaste("theme", next);
        button.textContent = words();
      },
    },
    words(),
  );
  return button;
}

// -- a new match ---------------------------------------------------------------------

/** The scenarios of a title, those of one group together. @param {TitleInfo} title */
function groups(title) {
  const names = [...new Set(title.scenarios.map((s) => s.group ?? ""))];
  return names.map((name) => ({ name, scenarios: title.scenarios.filter((s) => (s.group ?? "") === name) }));
}

/** @param {TitleInfo} title @param {{name: string, scenarios: ScenarioInfo[]}} group */
function titleCard(title, group) {
  const first = group.scenarios.reduce((a, b) => (b.turns < a.turns ? b : a));
  const alone = group.scenarios.length === 1,
    many = group.scenarios.length > 3;
  const sorted = [...group.scenarios].sort((a, b) => a.turns - b.turns);
  const heading = group.name ? `${title.name}: ${group.name}` : title.name;
  const form = h(
    "form",
    {
      class: "card new",
      "aria-label": heading,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        start(title, first.seats, form);
      },
    },
    h("h2", null, heading),
    h(
      "fieldset",
      { class: many ? "lengths" : "scenarios" },
      h("legend", null, "Scenario"),
      many ? lengths(title, sorted, first) : sorted.map((s) => scenarioCard(title, s, s === first, alone)),
    ),
    h(
      "fieldset",
      { class: "seats" },
      h("legend", null, "Who plays"),
      first.seats.map((seat, i) => seatRow(title, seat, i === 0 ? HERE : `bot ${usualBot(title)}`)),
    ),
    optionsFold(title),
    h(
      "div",
      { class: "go" },
      h("button", { class: "main", type: "submit" }, "Start"),
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "private" }), "Private: not shown to others"),
      h(
        "label",
        { class: "tick" },
        h("input", { type: "checkbox", name: "says_why" }),
        "Bots say why they do something, as far as nothing hidden is told",
      ),
    ),
  );
  return form;
}

/** @param {TitleInfo} title */
function usualBot(title) {
  return (title.bots?.find((bot) => bot.usual) ?? title.bots?.at(-1))?.key ?? "";
}

/** @param {TitleInfo} title @param {ScenarioInfo} scenario */
function drawing(title, scenario) {
  return `/api/titles/${encodeURIComponent(title.key)}/drawing?scenario=${encodeURIComponent(scenario.key)}`;
}

/** @param {ScenarioInfo} scenario */
function lengthOf(scenario) {
  return `${scenario.turns} ${scenario.unit}${scenario.turns === 1 ? "" : "s"}`;
}

/** Many scenarios: a line each, and picture and text of the one chosen. @param {TitleInfo} title @param {ScenarioInfo[]} scenarios @param {ScenarioInfo} first */
function lengths(title, scenarios, first) {
  const image = h("img", { src: drawing(title, first), alt: `Map of ${first.name} at the start`, loading: "lazy" });
  const text = h("p", { class: "text", role: "status" }, first.text);
  const show = (/** @type {ScenarioInfo} */ s) => {
    image.src = drawing(title, s);
    image.alt = `Map of ${s.name} at the start`;
    text.textContent = s.text;
  };
  return [
    h(
      "ul",
      { class: "list" },
      scenarios.map((s) =>
        h(
          "li",
          null,
          h(
            "label",
            { class: "length-row" },
            h("input", {
              type: "radio",
              name: "scenario",
              value: s.key,
              checked: s === first,
              onchange: () => show(s),
            }),
            // What is in brackets, the heading and the length say too.
            h("span", { class: "name" }, s.name.replace(/ \(.*\)$/, "")),
            stop(),
            s === first ? [h("span", { class: "hint" }, "Start here"), stop()] : null,
            h("span", { class: "length" }, lengthOf(s)),
          ),
        ),
      ),
    ),
    h("div", { class: "about" }, image, text),
  ];
}

/** @param {TitleInfo} title @param {ScenarioInfo} scenario @param {boolean} chosen @param {boolean} alone */
function scenarioCard(title, scenario, chosen, alone) {
  const image = drawing(title, scenario);
  const length = lengthOf(scenario);
  return h(
    "label",
    { class: "scenario" },
    h("input", { type: "radio", name: "scenario", value: scenario.key, checked: chosen }),
    h("img", { src: image, alt: `Map of ${scenario.name} at the start`, loading: "lazy" }),
    h(
      "span",
      { class: "words" },
      h("span", { class: "name" }, scenario.name),
      stop(),
      h("span", { class: "length" }, length),
      stop(),
      chosen && !alone ? [h("span", { class: "hint" }, "Start here"), stop()] : null,
      h("span", { class: "text" }, scenario.text),
    ),
  );
}

/** Heard between two parts of a label, not seen. */
function stop() {
  return h("span", { class: "unseen" }, ". ");
}

/** @param {TitleInfo} title @param {string} seat @param {string} chosen */
function seatRow(title, seat, chosen) {
  const choices = [
    [HERE, "Me, here"],
    [FRIEND, "A friend, by link"],
    ...(title.bots ?? []).map((bot) => [`bot ${bot.key}`, `Bot: ${bot.text}`]),
  ];
  return h(
    "fieldset",
    { class: "seat" },
    h("legend", null, seatName(seat)),
    h(
      "div",
      { class: "segments" },
      choices.map(([value, words]) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name: `seat ${seat}`, value, checked: value === chosen }),
          h("span", null, words),
        ),
      ),
    ),
  );
}

/** @param {TitleInfo} title */
function optionsFold(title) {
  const options = title.options ?? [];
  if (!options.length) return null;
  return h(
    "details",
    { class: "options" },
    h("summary", null, "House rules and readings"),
    options.map((option) =>
      h(
        "label",
        null,
        h("span", null, option.text, " ", option.rule ? h("span", { class: "rule" }, option.rule) : null),
        h(
          "select",
          { name: `option ${option.key}` },
          option.values.map((v) => h("option", { value: v }, v)),
        ),
      ),
    ),
  );
}

/** @param {TitleInfo} title @param {readonly string[]} sitting @param {HTMLFormElement} form */
async function start(title, sitting, form) {
  const data = new FormData(form);
  const told = Object.fromEntries([...data].map(([k, v]) => [k, String(v)]));
  const seats = /** @type {Record<string, string>} */ ({});
  const options = /** @type {Record<string, string>} */ ({});
  for (const seat of sitting) seats[seat] = told[`seat ${seat}`];
  for (const option of title.options ?? []) options[option.key] = told[`option ${option.key}`];
  /** @type {import("../types.js").NewMatch} */
  const body = {
    title: title.key,
    scenario: told.scenario,
    options,
    private: data.has("private"),
    says_why: data.has("says_why"),
    seats: Object.fromEntries(sitting.map((s) => [s, seats[s].startsWith("bot") ? seats[s] : "human"])),
  };
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button.main"));
  button.disabled = true;
  try {
    /** @type {Made} */
    const made = await ask("/api/matches", { body });
    remember(made, title, told.scenario, seats);
    enter(made.id, seats);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
  button.disabled = false;
}

/** Keeps the links of a match just made. @param {Made} made @param {TitleInfo} title @param {string} scenario @param {Record<string, string>} seats */
function remember(made, title, scenario, seats) {
  const here = /** @type {Record<string, string>} */ ({});
  const links = /** @type {Record<string, string>} */ ({});
  const bots = /** @type {Record<string, string>} */ ({});
  for (const [seat, who] of Object.entries(seats)) {
    if (who === HERE) here[seat] = made.tokens[seat];
    else if (who === FRIEND) links[seat] = made.tokens[seat];
    else bots[seat] = who.replace(/^bot /, "");
  }
  keep({
    id: made.id,
    title: title.key,
    titleName: title.name,
    scenario,
    made: Date.now(),
    here,
    links,
    bots,
    scenarioName: title.scenarios.find((s) => s.key === scenario)?.name,
    onlooker: made.onlooker,
  });
}

/** @param {string} id @param {Record<string, string>} seats */
function enter(id, seats) {
  const friends = Object.values(seats).includes(FRIEND);
  sessionStorage.setItem("grognard.share", friends ? id : "");
  location.hash = `#/match/${encodeURIComponent(id)}`;
}

// -- the lists -------------------------------------------------------------------------

/** @param {HTMLElement} card @param {TitleInfo[]} titles */
async function showMine(card, titles) {
  const rows = await Promise.all(
    mine()
      .slice(0, 12)
      .map((match) => mineRow(match, titles, card)),
  );
  put(
    card,
    h("h2", { id: "yours" }, "My matches"),
    rows.length
      ? h("ul", { class: "rows" }, rows)
      : h("p", { class: "none" }, "None yet. Start one, or open a link a friend sent you."),
  );
}

/** @param {import("../common/mine.js").Mine} match @param {TitleInfo[]} titles @param {HTMLElement} card */
async function mineRow(match, titles, card) {
  const token = Object.values(match.here)[0] ?? match.onlooker ?? "";
  let line = "",
    badge = "",
    kind = "";
  try {
    const now = await new Table(match.id, token).brief();
    const yours = now.deciders.filter((seat) => seat in match.here);
    line = now.turn_line ?? "";
    [badge, kind] = now.over
      ? ["Over", "over"]
      : yours.length
        ? ["Your turn", "turn"]
        : [`${listed(now.deciders.map(seatName))} to move`, ""];
  } catch (error) {
    [badge, kind] =
      error instanceof Refused && (error.status === 404 || error.status === 403)
        ? ["Gone", "over"]
        : ["No answer", "over"];
  }
  const drop = () => {
    forget(match.id);
    showMine(card, titles);
  };
  return h(
    "li",
    null,
    h(
      "a",
      { href: `#/match/${encodeURIComponent(match.id)}` },
      h("strong", null, nameOf(match, titles)),
      h(
        "span",
        { class: "sub" },
        [
          line,
          `you: ${Object.keys(match.here).map(seatName).join(" and ") || "onlooker"}`,
          ...Object.values(match.bots ?? {}).map((bot) => `${bot} bot`),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h("span", { class: `badge ${kind}` }, badge),
    h(
      "button",
      {
        class: "plain",
        "aria-label": `Forget ${nameOf(match, titles)}`,
        title: "Forget it here; the match itself stays",
        onclick: drop,
      },
      "×",
    ),
  );
}

/** @param {{title: string, scenario: string, scenarioName?: string}} match @param {TitleInfo[]} titles */
function nameOf(match, titles) {
  const title = titles.find((t) => t.key === match.title);
  return title?.scenarios.find((s) => s.key === match.scenario)?.name ?? match.scenarioName ?? match.scenario;
}

/** @param {HTMLElement} card @param {TitleInfo[]} titles */
async function showOpen(card, titles) {
  /** @type {import("../types.js").Brief[]} */
  let list = [];
  try {
    list = await ask("/api/matches");
  } catch {
    /* shown as none */
  }
  const rows = list
    .filter((m) => !matchOf(m.id))
    .slice(0, 20)
    .map((m) =>
      h(
        "li",
        null,
        h(
          "a",
          { href: `#/${m.over ? "replay" : "match"}/${encodeURIComponent(m.id)}` },
          h("strong", null, nameOf(m, titles)),
          h("span", { class: "sub" }, m.turn_line ?? ""),
        ),
        h("span", { class: "badge" }, m.over ? "Replay" : "Watch"),
      ),
    );
  put(
    card,
    h("h2", { id: "open" }, "Watch or replay"),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "none" }, "No public matches of others."),
  );
}

function allowance() {
  return h("p", { class: "none" }, h("a", { href: "/limits" }, "What this table allows a visitor"));
}

function importCard() {
  const load = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    try {
      /** @type {Made} */
      const made = await ask("/api/records", { raw: await file.text(), method: "POST" });
      keep({
        id: made.id,
        title: "",
        scenario: file.name,
        made: Date.now(),
        here: made.tokens,
        links: {},
        onlooker: made.onlooker,
      });
      location.hash = `#/replay/${encodeURIComponent(made.id)}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
    }
    input.value = "";
  };
  return h(
    "section",
    { class: "card", "aria-labelledby": "load" },
    h("h2", { id: "load" }, "Load a record"),
    h("p", { class: "none" }, "A record file is the whole match: a save, a game by mail, a replay."),
    h(
      "label",
      { class: "file" },
      "Choose a record file",
      h("input", { type: "file", accept: ".jsonl,.json,.gz,application/jsonl", onchange: load }),
    ),
  );
}

// -- links to give away ------------------------------------------------------------------

/** The links of a match, to be copied; one's own can be made void. @param {import("../common/mine.js").Mine} match */
export function shareList(match) {
  const row = (/** @type {string} */ words, /** @type {string} */ token, /** @type {Node | null} */ more = null) =>
    h(
      "li",
      null,
      h("span", null, words),
      h("input", {
        readonly: true,
        value: linkTo(match.id, token),
        "aria-label": `Link: ${words}`,
        onfocus: (/** @type {any} */ e) => e.target.select(),
      }),
      h(
        "div",
        { class: "ends" },
        h("button", { class: "small", onclick: () => copy(linkTo(match.id, token), "Link") }, "Copy"),
        more,
      ),
    );
  return h(
    "ul",
    { class: "share" },
    Object.entries(match.links).map(([seat, token]) => row(`${seatName(seat)}, for your friend`, token)),
    Object.entries(match.here).map(([seat, token]) =>
      row(
        `${seatName(seat)}, your own: for another device`,
        token,
        h(
          "button",
          { class: "small", title: "The old link will open nothing any more", onclick: () => renew(match, seat) },
          "New link",
        ),
      ),
    ),
    match.onlooker
      ? row(
          "Onlookers",
          match.onlooker,
          Object.keys(match.here).length
            ? h(
                "button",
                {
                  class: "small",
                  title: "The old link will open nothing any more",
                  onclick: () => renewOnlookers(match),
                },
                "New link",
              )
            : null,
        )
      : null,
  );
}

/** @param {import("../common/mine.js").Mine} match */
async function renewOnlookers(match) {
  try {
    const { token } = await new Table(match.id, Object.values(match.here)[0]).reissue(true);
    keep({ ...match, onlooker: token });
    toast("Onlookers have a new link; the old one is void.");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
}

/** @param {import("../common/mine.js").Mine} match @param {string} seat */
async function renew(match, seat) {
  try {
    const { token } = await new Table(match.id, match.here[seat]).reissue();
    keep({ ...match, here: { ...match.here, [seat]: token } });
    location.hash = `#/match/${encodeURIComponent(match.id)}/${encodeURIComponent(token)}`;
    toast("Your seat has a new link; the old one is void.");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
}

// A new match: which scenario, who sits where, by which house rules.

import { ask } from "../common/api.js";
import { seatName } from "../common/dom.js";
import { keep } from "../common/mine.js";
import { toast } from "../common/toasts.js";
import { useState } from "../vendor/preact/hooks.js";
import { h } from "../vendor/preact/preact.js";

/** @typedef {import("../types.js").TitleRow} TitleInfo */
/** @typedef {import("../types.js").ScenarioRow} ScenarioInfo */
/** @typedef {{name: string, scenarios: ScenarioInfo[]}} Group */

const HERE = "here";
const FRIEND = "friend";
const MANY = 3; // scenarios, of which each has a picture

/** The scenarios of a title, those of one group together. @param {TitleInfo} title @returns {Group[]} */
export function groups(title) {
  const names = [...new Set(title.scenarios.map((scenario) => scenario.group ?? ""))];
  return names.map((name) => ({
    name,
    scenarios: title.scenarios.filter((scenario) => (scenario.group ?? "") === name).sort((a, b) => a.turns - b.turns),
  }));
}

/** @param {{title: TitleInfo, group: Group}} props */
export function NewMatch({ title, group }) {
  const [busy, setBusy] = useState(false);
  const [first] = group.scenarios;
  const heading = group.name ? `${title.name}: ${group.name}` : title.name;
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    await start(title, first.seats, new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)));
    setBusy(false);
  };
  return h(
    "form",
    { class: "card new", "aria-label": heading, onSubmit: submit },
    h("h2", null, heading),
    group.scenarios.length > MANY ? h(Lengths, { title, group }) : h(Scenarios, { title, group }),
    h(
      "fieldset",
      { class: "seats" },
      h("legend", null, "Who plays"),
      first.seats.map((seat, i) => h(Seat, { key: seat, title, seat, first: i === 0 })),
    ),
    h(HouseRules, { options: title.options ?? [] }),
    h(
      "div",
      { class: "go" },
      h("button", { class: "main", type: "submit", disabled: busy }, "Start"),
      h(Tick, { name: "private", words: "Private: not shown to others" }),
      h(Tick, { name: "says_why", words: "Bots say why they do something, as far as nothing hidden is told" }),
    ),
  );
}

/** @param {{name: string, words: string}} props */
function Tick({ name, words }) {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", name }), words);
}

// -- scenarios -------------------------------------------------------------------------

/** @param {TitleInfo} title @param {ScenarioInfo} scenario */
function drawing(title, scenario) {
  return `/api/titles/${encodeURIComponent(title.key)}/drawing?scenario=${encodeURIComponent(scenario.key)}`;
}

/** @param {ScenarioInfo} scenario */
function lengthOf(scenario) {
  return `${scenario.turns} ${scenario.unit}${scenario.turns === 1 ? "" : "s"}`;
}

/** Heard between two parts of a label, not seen. */
function stop() {
  return h("span", { class: "unseen" }, ". ");
}

/** @param {{title: TitleInfo, scenario: ScenarioInfo}} props */
function Picture({ title, scenario }) {
  return h("img", { src: drawing(title, scenario), alt: `Map of ${scenario.name} at the start`, loading: "lazy" });
}

/** Few scenarios: each with its picture. @param {{title: TitleInfo, group: Group}} props */
function Scenarios({ title, group }) {
  const alone = group.scenarios.length === 1;
  return h(
    "fieldset",
    { class: "scenarios" },
    h("legend", null, "Scenario"),
    group.scenarios.map((scenario, i) =>
      h(
        "label",
        { key: scenario.key, class: "scenario" },
        h("input", { type: "radio", name: "scenario", value: scenario.key, defaultChecked: i === 0 }),
        h(Picture, { title, scenario }),
        h(
          "span",
          { class: "words" },
          h("span", { class: "name" }, scenario.name),
          stop(),
          h("span", { class: "length" }, lengthOf(scenario)),
          stop(),
          i === 0 && !alone ? [h("span", { class: "hint" }, "Start here"), stop()] : null,
          h("span", { class: "text" }, scenario.text),
        ),
      ),
    ),
  );
}

/** Many scenarios: a line each, and picture and text of the one chosen. @param {{title: TitleInfo, group: Group}} props */
function Lengths({ title, group }) {
  const [chosen, choose] = useState(group.scenarios[0]);
  return h(
    "fieldset",
    { class: "lengths" },
    h("legend", null, "Scenario"),
    h(
      "ul",
      { class: "list" },
      group.scenarios.map((scenario, i) =>
        h(
          "li",
          { key: scenario.key },
          h(
            "label",
            { class: "length-row" },
            h("input", {
              type: "radio",
              name: "scenario",
              value: scenario.key,
              checked: scenario === chosen,
              onChange: () => choose(scenario),
            }),
            // What is in brackets, the heading and the length say too.
            h("span", { class: "name" }, scenario.name.replace(/ \(.*\)$/, "")),
            stop(),
            i === 0 ? [h("span", { class: "hint" }, "Start here"), stop()] : null,
            h("span", { class: "length" }, lengthOf(scenario)),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "about" },
      h(Picture, { title, scenario: chosen }),
      h("p", { class: "text", role: "status" }, chosen.text),
    ),
  );
}

// -- seats and house rules ---------------------------------------------------------------

/** @param {TitleInfo} title */
function usualBot(title) {
  return (title.bots?.find((bot) => bot.usual) ?? title.bots?.at(-1))?.key ?? "";
}

/** @param {{title: TitleInfo, seat: string, first: boolean}} props */
function Seat({ title, seat, first }) {
  const chosen = first ? HERE : `bot ${usualBot(title)}`;
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
          { key: value },
          h("input", { type: "radio", name: `seat ${seat}`, value, defaultChecked: value === chosen }),
          h("span", null, words),
        ),
      ),
    ),
  );
}

/** @param {{options: readonly import("../types.js").OptionInfo[]}} props */
function HouseRules({ options }) {
  if (!options.length) return null;
  return h(
    "details",
    { class: "options" },
    h("summary", null, "House rules and readings"),
    options.map((option) =>
      h(
        "label",
        { key: option.key },
        h("span", null, option.text, " ", option.rule ? h("span", { class: "rule" }, option.rule) : null),
        h(
          "select",
          { name: `option ${option.key}` },
          option.values.map((value) => h("option", { value }, value)),
        ),
      ),
    ),
  );
}

// -- to the table ------------------------------------------------------------------------

/** @param {TitleInfo} title @param {readonly string[]} sitting @param {FormData} data */
async function start(title, sitting, data) {
  const told = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const seats = Object.fromEntries(sitting.map((seat) => [seat, told(`seat ${seat}`)]));
  /** @type {import("../types.js").NewMatch} */
  const body = {
    title: title.key,
    scenario: told("scenario"),
    options: Object.fromEntries((title.options ?? []).map((option) => [option.key, told(`option ${option.key}`)])),
    private: data.has("private"),
    says_why: data.has("says_why"),
    seats: Object.fromEntries(sitting.map((seat) => [seat, seats[seat].startsWith("bot") ? seats[seat] : "human"])),
  };
  try {
    /** @type {import("../types.js").Begun} */
    const made = await ask("/api/matches", { body });
    remember(made, title, body.scenario, seats);
    enter(made.id, seats);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
}

/** Keeps the links of a match just made. @param {import("../types.js").Begun} made @param {TitleInfo} title @param {string} scenario @param {Record<string, string>} seats */
function remember(made, title, scenario, seats) {
  const those = (/** @type {(who: string) => boolean} */ who) => Object.entries(seats).filter(([, sits]) => who(sits));
  const tokens = (/** @type {string} */ wanted) =>
    Object.fromEntries(those((sits) => sits === wanted).map(([seat]) => [seat, made.tokens[seat]]));
  keep({
    id: made.id,
    title: title.key,
    titleName: title.name,
    scenario,
    made: Date.now(),
    here: tokens(HERE),
    links: tokens(FRIEND),
    bots: Object.fromEntries(
      those((sits) => sits.startsWith("bot ")).map(([seat, sits]) => [seat, sits.replace(/^bot /, "")]),
    ),
    scenarioName: title.scenarios.find((one) => one.key === scenario)?.name,
    onlooker: made.onlooker,
  });
}

/** @param {string} id @param {Record<string, string>} seats */
function enter(id, seats) {
  const friends = Object.values(seats).includes(FRIEND);
  sessionStorage.setItem("grognard.share", friends ? id : "");
  location.hash = `#/match/${encodeURIComponent(id)}`;
}

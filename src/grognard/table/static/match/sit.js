// Sitting down at a match: by a link, or by what this browser remembers.

import { keep, matchOf } from "../common/mine.js";
import { Game } from "./game.js";
import { share } from "./showing/spread.js";
import { Told } from "./told.js";

/** Asks for the match; what it returns lays it out. @param {string} id @param {string} token @param {boolean} replay @returns {Promise<(app: HTMLElement) => () => void>} */
export async function sitDown(id, token, replay) {
  const known = matchOf(id);
  const given = token || Object.values(known?.here ?? {})[0] || known?.onlooker || "";
  const told = await Told.ask(id, given);
  if (token) remember(told, token);
  return (app) => {
    const game = new Game(app, told);
    game.begin();
    if (sessionStorage.getItem("grognard.share") === id) share(game);
    sessionStorage.removeItem("grognard.share");
    if (replay) game.replay.begin(0);
    return () => game.leave();
  };
}

/** A seat opened by its link is kept, so that the lobby finds the match again. @param {Told} told @param {string} token */
function remember(told, token) {
  const { title, scenario } = told.about.value;
  const seat = told.seat.value;
  const known = matchOf(told.id) ?? { id: told.id, title, scenario, made: Date.now(), here: {}, links: {} };
  if (!seat) keep({ ...known, onlooker: token });
  else if (seat in known.links || seat in known.here) keep(known);
  else keep({ ...known, here: { ...known.here, [seat]: token } });
}

// What the page says by itself: the phrases come with the page, in its language (games/domain/move_text.py, games/offline/payload.py).

import { HOME_LETTERS, YARD } from "../generated/rules.js";

const WORDS = JSON.parse(document.getElementById("words").textContent);

export function say(name, named = {}) {
  return WORDS[name].replace(/\{(\w+)\}/g, (_, key) => named[key]);
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// What a throw does to the board: "Pawn on 12 → 15, captures red"; as games/domain/move_text.py tells it.
export function describeThrow(play, die, move, colours) {
  if (!move) return say(play.moves(die).length ? "forfeited" : "no move");
  const called = (key) => colours.find((colour) => colour.key === key).called;
  const parts = [step(move, called)];
  if (move.shifted) {
    const { from: origin, to: target } = move.shifted;
    parts.unshift(say(play.furniture[0].kind === "T" ? "trapdoor moved" : "wormhole moved", { origin, target }));
  }
  if (move.carried === YARD) parts.push(say("fallen"));
  else if (move.carried) parts.push(say("carried", { field: move.carried }));
  if (move.captured.length) parts.push(say("captures", { colours: move.captured.map(called).join(say("and")) }));
  if (move.missed) parts.push(say("missed capture", { field: move.missed }));
  const after = play.after(die, move.text);
  if (after.over) parts.push(say("over"));
  else if (after.finished.length > play.finished.length) parts.push(say("all home"));
  return capital(parts.join(", "));
}

function step({ source, target, neutral, colour }, called) {
  if (source === null) return say("no pawn moves");
  const pawn = neutral ? say("neutral pawn", { colour: called(colour) }) : say("pawn");
  if (source === YARD) return say("from the yard", { pawn });
  return say(isHome(source) ? "at home" : "on the track", { pawn, source, target });
}

const isHome = (field) => HOME_LETTERS.includes(field);

// The board, a sentence for each colour: "Yellow: 2 in the yard, on 12, home on d".
export function describeBoard(play, colours) {
  return colours.map(({ key, name }) => {
    const fields = play.pawns.filter((pawn) => pawn.colour === key).map((pawn) => pawn.field);
    if (!fields.length) return `${name}: ${say("absent")}`;
    const yard = fields.filter((field) => field === YARD).length;
    const out = fields.filter((field) => field !== YARD);
    const where = out.map((field) => say(isHome(field) ? "home" : "track", { field }));
    return `${name}: ${[...(yard ? [say("yard", { n: yard })] : []), ...where].join(", ")}`;
  });
}

// An entry as it is named in lists: "Yellow 4:5-9".
export function nameEntry(colour, token, colours) {
  return `${colours.find((each) => each.key === colour)?.name ?? ""} ${token}`.trim();
}

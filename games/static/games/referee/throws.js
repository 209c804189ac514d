// Die and pawn: what is tapped becomes an entry as soon as nothing is left to choose.

import { post, problem } from "./http.js";
import { capital, say } from "./i18n.js";
import { announce, complain, showStanding, tell } from "./messages.js";
import { api, controls, desk, inTurn, session } from "./session.js";

export function throwDie(die) {
  inTurn(async () => {
    if (session.recording.conflict || !session.recording.now.isRunning || !desk.querySelector(`[data-die="${die}"]`)) return;
    if (die === controls.die) otherDie();
    else await thrown(die);
  });
}

async function thrown(die) {
  complain("");
  tell("");
  const move = controls.throwDie(die);
  if (move !== undefined) await session.recording.add("throws/", { die, move });
  else announce(controls.question());
}

export function move(token) {
  const { die } = controls;
  inTurn(async () => {
    if (die === null || controls.die !== die) return;
    await session.recording.add("throws/", { die, move: token || null });
  });
}

// A trapdoor or an end of a wormhole is tapped, then where it goes.
export function tapFurniture({ shift, at }) {
  const only = controls.shift(shift, Number(at));
  if (only && !only.colour) move(only.text);
  else announce(controls.question());
}

// Several moves of one pawn are told apart by the buttons that name them.
export function tapPawn({ colour, field, move: token }) {
  if (token !== "?") return move(token);
  controls.buttonOf(colour, field)?.focus();
}

// Why a pawn stays where it is, in the words of the rules.
export function explainPawn({ colour, field }) {
  const { play, isRunning } = session.recording.now;
  if (!isRunning) return;
  if (controls.die === null) return tell(say("die first"));
  if (colour !== play.thrower.colour) return tell(say("not theirs"));
  inTurn(async () => {
    const found = (await session.recording.pawnsOf(controls.die))?.find((pawn) => pawn.colour === colour && pawn.field === field);
    tell(found ? capital(localized(found.text)) : say("needs connection"));
  });
}

const localized = (text) => text[document.documentElement.lang] ?? text.en;

// The die of the next throw, where the site rolls; asked again it is the same.
export function roll() {
  inTurn(async () => {
    if (controls.die !== null) return;
    await session.recording.send();
    if (!session.recording.isSent) return complain(say("needs connection"));
    const answer = await post(`${api}roll/`, {}).catch(() => null);
    if (!answer) return complain(say("needs connection"));
    if (answer.ok) await thrown((await answer.json()).die);
    else complain((await problem(answer)).detail);
  });
}

// Why the other pawns stay, in the words of the rules: the site knows them.
export async function giveReasons(list) {
  if (list.childElementCount) return;
  const pawns = await session.recording.pawnsOf(controls.die);
  if (!pawns) return complain(say("needs connection"));
  const reasons = pawns.filter(({ verdict }) => verdict === "may not").map(({ text }) => localized(text));
  for (const reason of new Set(reasons)) list.append(Object.assign(document.createElement("li"), { textContent: reason }));
}

export function otherDie() {
  if (controls.die === null) return false;
  showStanding();
  desk.querySelector("[data-die]")?.focus({ preventScroll: true });
}

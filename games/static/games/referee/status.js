// The line that says what waits on this phone, and the list of what was dropped.

import { say } from "./i18n.js";

// Only what takes longer is to be seen.
const PATIENCE = 700;

const waiting = document.getElementById("waiting");

// Only who has an account is offered the login; others came by a link. The pages after the end have no such line.
const login = waiting?.querySelector("a");

// What is said to who is not let in any more.
export const shutOut = waiting && !login ? "link ended" : "log in";

let slow; // until what waits is to be seen

export function showStatus(recording) {
  const { state, entries } = recording;
  clearTimeout(slow);
  if (state === "sending" && waiting.hidden) {
    slow = setTimeout(() => recording.isSent || write(recording), PATIENCE);
  } else write(recording);
  if (login) login.hidden = state !== "login";
  waiting.dataset.entries = entries.length;
}

function write({ state, entries }) {
  const count = entries.length;
  waiting.hidden = (!count && state !== "login") || state === "conflict";
  const why = { sending: "sending", waiting: "no connection", login: shutOut }[state];
  const many = count && (count === 1 ? say("one waits") : say("many wait", { n: count }));
  const told = [many, why && say(why)].filter(Boolean).join(" – ");
  const place = waiting.querySelector("span");
  if (place.textContent !== told) place.textContent = told;
  waiting.firstElementChild.textContent = { waiting: `${say("offline")} ${count}`, login: `! ${count}` }[state] ?? `↑ ${count}`;
  // What only a person can do something about is not folded up.
  if (state === "login") waiting.open = true;
}

export async function showDropped(recording) {
  const dropped = await recording.dropped();
  const link = document.getElementById("dropped");
  URL.revokeObjectURL(link.href);
  link.hidden = !dropped.length;
  link.textContent = say("dropped", { n: dropped.length });
  link.href = URL.createObjectURL(new Blob([JSON.stringify(dropped, null, 1)], { type: "application/json" }));
}

// Two have recorded: both sides in words, and what can be done about it. Nothing is written over, nothing is lost.

import { make } from "./controls.js";
import { nameEntry, say } from "./i18n.js";

const MOST = 12;

export function drawConflict(place, recording) {
  const { conflict, entries } = recording;
  place.hidden = !conflict;
  if (!conflict) return place.replaceChildren();
  const mine = entries.map(inWords);
  const later = conflict.site.steps.filter((step) => step.number > conflict.from);
  const theirs = later.map((step) => inWords({ said: nameEntry(step.colour, step.token, conflict.site.colours), does: step.text }));
  const title = conflict.refusal ? say("refused") : say("conflict");
  place.replaceChildren(make("h2", {}, title));
  if (conflict.refusal) place.append(make("p", {}, conflict.refusal));
  if (theirs.length) place.append(...listed(say("on the site", { n: conflict.from }), theirs.reverse()));
  place.append(...listed(say("on this phone"), mine), choices(recording, theirs, mine));
  if (conflict.called) place.append(make("p", { class: "hint" }, say("called")));
}

function inWords({ said, does }) {
  return [said, does].filter(Boolean).join(": ");
}

function listed(title, lines) {
  const list = make("ol", { class: "sides" });
  list.append(...lines.slice(0, MOST).map((line) => make("li", {}, line)));
  if (lines.length > MOST) list.append(make("li", {}, `… + ${lines.length - MOST}`));
  return [make("h3", {}, title), list];
}

function choices(recording, theirs, mine) {
  const { first, entries, conflict } = recording;
  const row = make("div", { class: "row" });
  const key = (words, act, look = "quiet") => {
    const button = make("button", { class: look, type: "button" }, words);
    button.addEventListener("click", () => {
      for (const each of row.querySelectorAll("button")) each.disabled = true;
      act();
    });
    row.append(button);
  };
  if (first) key(say("record after", { what: first.said }), () => recording.recordFirst(), "button");
  else row.append(make("p", { class: "hint" }, say("cannot follow", { what: entries[0].said })));
  key(say("drop first", { what: entries[0].said }), () => recording.drop(1));
  if (entries.length > 1) key(say("drop all", { n: entries.length }), () => recording.drop(entries.length));
  if (!conflict.called) {
    const text = say("call text", { n: conflict.from, theirs: theirs.join("; "), mine: mine.join("; ") });
    key(say("call chief"), () => recording.callChief(text));
  }
  return row;
}

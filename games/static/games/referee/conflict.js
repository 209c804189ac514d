// Two have recorded: both sides in words, and what can be done about it. Nothing is written over, nothing is lost.

import { make } from "./controls.js";
import { nameEntry, say } from "./i18n.js";

const MOST = 12;

export function drawConflict(place, recording) {
  const { conflict, entries } = recording;
  place.hidden = !conflict;
  if (!conflict) return place.replaceChildren();
  const isUnfolded = place.querySelector("details")?.open;
  const mine = entries.map(inWords);
  const later = conflict.site.steps.filter((step) => step.number > conflict.from);
  const theirs = later.map((step) => inWords({ said: nameEntry(step.colour, step.token, conflict.site.colours), does: step.text }));
  const title = conflict.refusal ? say("refused") : say("conflict");
  place.replaceChildren(make("h2", {}, title));
  if (conflict.refusal) place.append(make("p", {}, conflict.refusal));
  if (theirs.length) place.append(...listed(say("on the site", { n: conflict.from }), theirs.reverse()));
  place.append(...listed(say("on this phone"), mine), choices(recording, theirs, mine));
  if (conflict.called) place.append(make("p", { class: "hint" }, say("called")));
  if (isUnfolded) place.querySelector("details")?.setAttribute("open", "");
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
  const { entries, conflict } = recording;
  const row = make("div", { class: "row" });
  const key = (words, act, { what = "", look = "quiet" } = {}) => {
    const button = make("button", { class: look, type: "button" }, words);
    if (what) button.append(make("span", { class: "what" }, what));
    button.addEventListener("click", () => {
      for (const each of row.querySelectorAll("button")) each.disabled = true;
      act();
    });
    return button;
  };
  // Theirs taken back, or mine dropped: whoever does not want to look at each entry is done with one tap.
  if (recording.stepsOfTheirs) {
    const what = say("takes back", { what: theirs.join("; ") });
    row.append(key(say("mine is right"), () => recording.recordInstead(), { what, look: "button" }));
  }
  if (theirs.length && !conflict.refusal) {
    const what = say("drops", { what: mine.join("; ") });
    row.append(key(say("theirs is right"), () => recording.drop(entries.length), { what }));
  }
  if (row.childElementCount) {
    const single = make("details", { class: "one-by-one" });
    const inside = make("div", { class: "row" });
    inside.append(...oneByOne(recording, key));
    single.append(make("summary", {}, say("one by one")), inside);
    row.append(single);
  } else row.append(...oneByOne(recording, key));
  if (!conflict.called) {
    const text = say("call text", { n: conflict.from, theirs: theirs.join("; "), mine: mine.join("; ") });
    row.append(key(say("call chief"), () => recording.callChief(text)));
  }
  return row;
}

function oneByOne(recording, key) {
  const { first, entries } = recording;
  return [
    first
      ? key(say("record after", { what: first.said }), () => recording.recordFirst(), { look: "button" })
      : make("p", { class: "hint" }, say("cannot follow", { what: entries[0].said })),
    key(say("drop first", { what: entries[0].said }), () => recording.drop(1)),
    ...(entries.length > 1 ? [key(say("drop all", { n: entries.length }), () => recording.drop(entries.length))] : []),
  ];
}

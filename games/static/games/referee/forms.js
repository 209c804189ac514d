// What forms tell: each says by its fields what they hold (games/templates/games/forms/).

import { say } from "./words.js";

// What a field holds, by its data-type; empty fields are left out. A name with dots leads into objects and lists.
const READ = {
  text: (value) => value,
  whole: Number,
  minutes: (value) => Number(value) * 60,
  numbers: (value) => (value.match(/\d+/g) || []).map(Number),
  pairs: (value) => value.split(",").map(READ.numbers),
  members: (value) => Object.fromEntries(new URLSearchParams(value)),
};

export function contentOf(form, button) {
  const content = {};
  for (const field of form.elements) {
    const { draft, type = "text" } = field.dataset;
    const left = /^(radio|checkbox)$/.test(field.type) ? !field.checked : field.type === "submit" && field !== button;
    if (left || !field.name || draft !== undefined || !field.value.trim()) continue;
    const value = READ[type](field.value.trim());
    if (type === "members") Object.assign(content, value);
    else place(content, field.name.split("."), value);
  }
  return content;
}

function place(content, [name, ...rest], value) {
  if (!rest.length) content[name] = value;
  else place((content[name] ??= /^\d+$/.test(rest[0]) ? [] : {}), rest, value);
}

// Colours that are tapped one after the other get places: the names of their fields tell which.
export function order(group, tapped) {
  const fields = [...group.querySelectorAll("input")];
  tapped.dataset.at = fields.length;
  const chosen = fields.filter((field) => field.checked).sort((one, other) => one.dataset.at - other.dataset.at);
  for (const field of fields) {
    const at = chosen.indexOf(field);
    field.dataset.at = at + 1;
    field.name = at < 0 ? "" : `${group.dataset.order}.${at}`;
    field.closest("label").querySelector("output").textContent = at < 0 ? "" : `${at + 1}.`;
  }
}

// Forms that are not `kept` on the phone cannot be filled in without the site; they say so, and what has been written
// into them stays. A call can be made, but nobody hears it yet.
export function tellOfSite(desk, kept, isThere) {
  for (const form of desk.querySelectorAll("form[data-send]")) {
    const { send } = form.dataset;
    const isKept = kept.includes(send);
    const words = !isKept ? "only with a connection" : send === "call/" ? "call waits" : null;
    form.inert = !isKept && !isThere;
    if (words) tellAbove(form, isThere ? "" : say(words));
  }
}

// Said once above the forms that stand together.
function tellAbove(form, words) {
  const told = form.parentElement.querySelector(":scope > .needs-site");
  if (!words) return told?.remove();
  if (told) return;
  const place = document.createElement("p");
  place.className = "needs-site";
  place.textContent = words;
  form.before(place);
}

// A pawn on the big board, tapped for a penalty.
export function choosePawn(desk, { colour, field }) {
  const choice = desk.querySelector(`details[open] [data-pawns] [data-colour="${colour}"][data-field="${field}"]`);
  if (choice) choice.checked = true;
}

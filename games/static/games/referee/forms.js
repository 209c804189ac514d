// What forms tell: each says by its fields what they hold (games/templates/games/forms/).

import { isOver, tap } from "../places.js";

// What a field holds, by its data-type; empty fields are left out. A name with dots leads into objects and lists.
const READ = {
  text: (value) => value,
  whole: Number,
  yes: () => true,
  minutes: (value) => Number(value) * 60,
  moment: (value) => new Date(value).toISOString(),
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

/** @param {any} content @param {string[]} path @param {any} value */
function place(content, [name, ...rest], value) {
  if (!rest.length) content[name] = value;
  else place((content[name] ??= /^\d+$/.test(rest[0]) ? [] : {}), rest, value);
}

// What the site says of a field, which is called as its form calls it.
/** @param {HTMLFormElement} form @param {{ detail: string, field?: string }} refusal */
export function refusalOn(form, { detail, field = "" }) {
  if (!detail.startsWith(`${field}: `)) return detail;
  const control = form.querySelector(`[name="${CSS.escape(field.replace(/\[(\d+)\]/g, ".$1"))}"]`);
  const heading = control?.matches("[type=radio]") ? control.closest("fieldset")?.querySelector("legend") : control?.closest("label");
  const words = [...(heading?.childNodes ?? [])].filter((part) => !part.contains(control)).map((part) => part.textContent);
  const called = words.join("").trim().replace(/\s+/g, " ");
  return called ? called + detail.slice(field.length) : detail;
}

// A reason that is ready is tapped: where nothing else is asked for, that is all. It may bring the paragraph it breaks.
/** @param {HTMLButtonElement} button */
export function fillIn(button) {
  const { preset, paragraph, then } = button.dataset;
  const { form } = button;
  if (paragraph) /** @type {HTMLSelectElement} */ (form.querySelector("select[name=paragraph]")).value = paragraph;
  const { about = "" } = form.dataset;
  /** @type {HTMLInputElement} */ (form.elements.namedItem(preset)).value = about + button.textContent.trim();
  if (!then) form.requestSubmit();
}

// Which of the throws it was that was irregular: its die, and what happened begins with its name.
/** @param {HTMLFormElement} form @param {DOMStringMap} dataset */
export function concerns(form, { about, shown }) {
  const happened = /** @type {HTMLInputElement} */ (form.elements.namedItem("happened"));
  const { about: before = "" } = form.dataset;
  const words = happened.value.startsWith(before) ? happened.value.slice(before.length) : happened.value;
  form.dataset.about = about;
  happened.value = about + words;
  /** @type {HTMLSelectElement} */ (form.elements.namedItem("die")).value = shown;
}

// Whose throw it is after an irregular one depends on whether others have thrown since.
/** @param {HTMLFormElement} form @param {DOMStringMap} dataset */
export function throwsNext(form, { next, missed }) {
  form.querySelector("[name=thrower]").value = next;
  const attempt = form.querySelector("[name=missed]");
  if (attempt) attempt.value = missed;
}

// Colours that are tapped one after the other get places: the names of their fields say which.
/** @param {HTMLFieldSetElement} group @param {HTMLInputElement} field */
export function tapPlace(group, field) {
  showPlaces(group, tap(placesOf(group), field.value, seatsOf(group), group.dataset.ends));
}

/** @param {HTMLFieldSetElement} group */
export const placesOf = (group) => group.dataset.placed?.split(" ").filter(Boolean) ?? [];

/** @param {HTMLFieldSetElement} group */
export const isDecided = (group) => isOver(placesOf(group), seatsOf(group), group.dataset.ends);

/** @param {HTMLFieldSetElement} group */
const seatsOf = (group) =>
  Object.fromEntries([...group.querySelectorAll("input")].map(({ value, dataset }) => [value, dataset.seat]));

/** @param {HTMLFieldSetElement} group @param {string[]} places */
export function showPlaces(group, places) {
  group.dataset.placed = places.join(" ");
  const isClosed = isDecided(group) && group.dataset.ends !== "first colour";
  for (const field of group.querySelectorAll("input")) {
    const at = places.indexOf(field.value);
    field.checked = at >= 0;
    field.disabled = isClosed && at < 0;
    field.name = at < 0 ? "" : `${group.dataset.order}.${at}`;
    field.closest("label").querySelector("output").textContent = at < 0 ? "" : `${at + 1}.`;
  }
}

// A pawn on the big board, tapped for a penalty; whether one is asked for.
export function choosePawn(desk, { colour, field }) {
  const choice = desk.querySelector(`details[open] [data-pawns] [data-colour="${colour}"][data-field="${field}"]`);
  if (choice) {
    choice.checked = true;
    choice.closest("label").scrollIntoView({ block: "nearest" });
  }
  return Boolean(choice);
}

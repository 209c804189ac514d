// A board set by hand: a pawn is tapped, then where it goes; and the preview of a form, which the site draws.

import { HOME_LETTERS, START, YARD, around, fieldName } from "../generated/rules.js";
import { ask } from "./http.js";

let picked = null; // the pawn that was tapped, while its field is awaited
let previews = 0;
let latest = Promise.resolve(); // the preview that was asked for last

// What an entry would lead to; an answer that comes too late is not shown any more.
export function preview(form) {
  latest = draw(form, ++previews);
}

// Settled once the form holds the board that its fields describe: nothing is sent before.
export const previewed = () => latest;

async function draw(form, number) {
  const asked = [...form.querySelectorAll("[data-draft], [data-asked]")];
  const fields = asked.filter((field) => field.type !== "radio" || field.checked);
  const query = new URLSearchParams(fields.map((field) => [field.name, field.value]));
  const answer = await ask(`${form.dataset.preview}?${query}`).catch(() => null);
  const drawn = answer?.ok ? await answer.text() : "";
  if (number !== previews || !form.isConnected) return;
  const focus = document.activeElement.getAttribute("name");
  const shown = form.querySelector(".preview");
  if (!drawn) return shown.querySelector("[name=position]")?.remove(); // the board before, which is not what is meant
  const held = shown.contains(picked) && picked.dataset;
  shown.innerHTML = drawn;
  if (document.activeElement === document.body) shown.querySelector(`[name="${focus}"]`)?.focus({ preventScroll: true });
  picked = null;
  // Somebody may have tapped it while the drawing was on its way.
  const pawn = held && shown.querySelector(`.board-pawn[data-colour="${held.colour}"][data-field="${held.field}"]`);
  if (pawn) pick(pawn);
}

export function tapBoard(form, target) {
  const pawn = target.closest(".board-pawn");
  const field = target.closest("[data-absolute], [data-field]");
  if (pawn && picked && pawn.dataset.colour !== picked.dataset.colour) capture(form, picked, pawn);
  else if (pawn) pick(pawn);
  else if (field && picked) move(form, picked, field);
}

function pick(pawn) {
  picked?.classList.remove("picked");
  picked = pawn;
  picked.classList.add("picked");
}

// The field of another colour's pawn is tapped, which goes to its yard.
function capture(form, pawn, other) {
  const input = form.elements[other.dataset.colour];
  const [origin, at] = [BigInt(input.dataset.start), other.dataset.field];
  if (HOME_LETTERS.includes(at) || at === YARD) return pick(other);
  const progress = at === START ? 0n : BigInt(at);
  write(input, at, YARD);
  const track = BigInt(input.closest("[data-track]").dataset.track);
  move(form, pawn, { dataset: { absolute: String(around(origin + progress, track)) } });
}

function move(form, pawn, target) {
  const input = form.elements[pawn.dataset.colour];
  const field = fieldOf(target.dataset, input);
  if (!field) return;
  write(input, pawn.dataset.field, field);
  picked = null;
  preview(form);
}

function write(input, from, to) {
  const fields = input.value.split(/[\s,]+/);
  fields[fields.indexOf(from)] = to;
  input.value = fields.join(", ");
}

// The field as the pawn's own colour counts it: on the track from its A on.
function fieldOf({ absolute, colour, field }, input) {
  if (absolute === undefined) return colour === input.name ? field : null;
  const track = BigInt(input.closest("[data-track]").dataset.track);
  return fieldName(around(BigInt(absolute) - BigInt(input.dataset.start) + track, track), track);
}

// Results by tapping the colours in finishing order: the last one follows by itself, another tap frees a colour.

import { askUntilAnswered, newId, post, problem } from "../games/referee/http.js";
import { contentOf, order } from "../games/referee/forms.js";

const page = document.querySelector("[data-results]");

function tapped(form, box) {
  const group = form.querySelector("[data-order]");
  const boxes = [...group.querySelectorAll("input")];
  order(group, box);
  const left = boxes.filter((each) => !each.checked);
  if (box.checked && left.length === 1) {
    left[0].checked = true;
    order(group, left[0]);
  }
  form.querySelector("button[data-record]").disabled = left.length === boxes.length;
  for (const each of boxes) finished(form, each);
}

// A colour that has come home has four pawns there; who frees it again frees its pawns.
function finished(form, { value, checked }) {
  const field = form.querySelector(`[data-pawns="${value}"]`);
  if (!field || checked === (field.dataset.filled === "yes")) return;
  field.value = checked ? field.max : "";
  field.dataset.filled = checked ? "yes" : "";
}

// The pawns of whoever has lost that a League counts and nobody has told: who won is whose colour came home last.
function untold(form) {
  const taps = [...form.querySelectorAll("[data-order] input:checked")];
  const last = taps.sort((one, other) => one.dataset.at - other.dataset.at).at(-1);
  const fields = [...form.querySelectorAll("[data-pawns]")];
  return fields.filter(({ dataset, value }) => dataset.seat !== last?.dataset.seat && !value.trim());
}

function cleared(form) {
  const group = form.querySelector("[data-order]");
  for (const box of group.querySelectorAll("input")) box.checked = false;
  order(group, group.querySelector("input"));
  form.querySelector("button[data-record]").disabled = true;
  for (const field of form.querySelectorAll("[data-filled]")) field.dataset.filled = "";
  delete form.dataset.asked;
}

function complain(form, words) {
  form.querySelector(".trouble")?.remove();
  if (!words) return;
  const place = document.createElement("p");
  place.className = "trouble";
  place.setAttribute("role", "alert");
  form.append(place);
  place.textContent = words;
}

async function record(form, more = {}) {
  if (untold(form).length && !form.dataset.asked) {
    form.dataset.asked = "yes";
    return complain(form, page.dataset.missing);
  }
  const content = { ...contentOf(form), ...more };
  const key = newId(); // asked again it is the same entry
  form.inert = true;
  const answer = await askUntilAnswered(
    () => post(form.dataset.send ?? page.dataset.results, content, { "Idempotency-Key": key }),
    () => complain(form, page.dataset.offline),
  );
  form.inert = false;
  if (answer.ok) return location.reload();
  const told = await problem(answer);
  complain(form, told.detail);
  if (told.type?.endsWith(":being-recorded")) offer(form, page.dataset.over, () => record(form, { over_throws: true }));
}

// Somebody records this game: to go on takes a tap of its own.
function offer(form, words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  form.querySelector(".trouble").append(" ", button);
}

page.addEventListener("change", ({ target }) => target.type === "checkbox" && tapped(target.form, target));
page.addEventListener("reset", ({ target }) => setTimeout(() => cleared(target)));
page.addEventListener("submit", (event) => {
  event.preventDefault();
  record(event.target);
});

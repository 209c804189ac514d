// Results by tapping: the colours that came home, in a League the pawns of who lost, and a way back in place.

import { askUntilAnswered, newId, post, problem } from "../games/referee/http.js";
import { contentOf, order } from "../games/referee/forms.js";

const page = document.querySelector("[data-results]");

const boxesOf = (form) => [...form.querySelectorAll("[data-order] input")];

// Whether one of the players has brought home all of their colours.
function hasFinished(boxes) {
  const seats = new Set(boxes.map(({ dataset }) => dataset.seat));
  return [...seats].some((seat) => boxes.every((each) => each.dataset.seat !== seat || each.checked));
}

// What a tap means depends on when the game is over: with the first colour, the first player, or the last colour.
const TAPPED = {
  "first colour": (boxes, box) => {
    for (const each of boxes) if (each !== box) each.checked = false;
  },
  "first player": (boxes) => {
    const isOver = hasFinished(boxes);
    for (const each of boxes) each.disabled = isOver && !each.checked;
  },
  "all colours": (boxes, box, group) => {
    const left = boxes.filter((each) => !each.checked);
    if (!box.checked || left.length !== 1) return;
    left[0].checked = true;
    order(group, left[0]);
  },
};
TAPPED["all players"] = TAPPED["all colours"];

const COMPLETE = {
  "first colour": (boxes) => boxes.some(({ checked }) => checked),
  "first player": hasFinished,
  "all colours": (boxes) => boxes.every(({ checked }) => checked),
  "all players": (boxes) => boxes.some(({ checked }) => checked),
};

function tapped(form, box) {
  const boxes = boxesOf(form);
  const group = form.querySelector("[data-order]");
  TAPPED[form.dataset.ends](boxes, box, group);
  order(group, box);
  if (box.checked) TAPPED[form.dataset.ends](boxes, box, group);
  update(form);
}

function update(form) {
  const boxes = boxesOf(form);
  const winner = form.querySelector("[data-winner]").value;
  form.querySelector("[data-record]").disabled = !winner && !COMPLETE[form.dataset.ends](boxes);
  const pawns = form.querySelector("[data-all-pawns]");
  if (!pawns) return;
  pawns.hidden = !winnerOf(form);
  for (const { value, checked } of boxes) finished(pawns.querySelector(`[data-pawns="${value}"]`), checked);
  if (form.dataset.ends !== "first colour") return;
  // The best colour counts: of the winner the one that came home.
  for (const { value, checked, dataset } of boxes) {
    pawns.querySelector(`[data-pawns="${value}"]`).hidden = dataset.seat === winnerOf(form) && !checked && !winner;
  }
}

// Whose colour came home last has won.
function winnerOf(form) {
  const taps = boxesOf(form).filter(({ checked }) => checked);
  const last = taps.sort((one, other) => one.dataset.at - other.dataset.at).at(-1);
  return last?.dataset.seat ?? form.querySelector("[data-winner]").value;
}

// A colour that has come home has four pawns there, any other has fewer.
function finished(row, isHome) {
  const keys = [...row.querySelectorAll("input")];
  const four = keys.at(-1);
  if (isHome || row.dataset.filled) four.checked = isHome;
  row.dataset.filled = isHome ? "yes" : "";
  for (const each of keys) each.disabled = isHome ? each !== four : each === four;
}

// The pawns of whoever has lost that a League counts and that are not entered.
function untold(form) {
  const rows = [...form.querySelectorAll("[data-all-pawns] [data-pawns]")];
  const winner = winnerOf(form);
  return rows.filter((row) => row.dataset.seat !== winner && !row.querySelector(":checked"));
}

function cleared(form) {
  const boxes = boxesOf(form);
  for (const each of boxes) each.checked = each.disabled = false;
  order(form.querySelector("[data-order]"), boxes[0]);
  complain(form, "");
  update(form);
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

// Something to know before it is saved: to go on takes a tap of its own.
function offer(form, words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  form.querySelector(".trouble").append(" ", button);
}

function save(form) {
  if (!untold(form).length) return record(form);
  complain(form, page.dataset.missing);
  offer(form, page.dataset.without, () => record(form));
}

async function record(form, more = {}) {
  complain(form, "");
  const content = { ...contentOf(form), ...more };
  const key = newId(); // asked again it is the same entry
  form.inert = true;
  const answer = await askUntilAnswered(
    () => post(form.dataset.send ?? page.dataset.results, content, { "Idempotency-Key": key }),
    () => complain(form, page.dataset.offline),
  );
  if (answer.ok) return location.assign(`?game=${form.dataset.number}`);
  form.inert = false;
  const told = await problem(answer);
  const isRecorded = told.type?.endsWith(":being-recorded");
  complain(form, (isRecorded && form.querySelector("[data-recorded]")?.textContent) || told.detail);
  if (isRecorded) offer(form, page.dataset.over, () => record(form, { over_throws: true }));
}

page.addEventListener("change", ({ target }) => {
  if (target.closest("[data-order]")) tapped(target.form, target);
  else if (target.matches("[data-winner]")) update(target.form);
});
page.addEventListener("reset", ({ target }) => setTimeout(() => cleared(target)));
page.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target.dataset.ends) save(event.target);
  else record(event.target);
});
// A browser that comes back may bring along what was tapped before, or the whole page as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
for (const form of page.querySelectorAll("form[data-ends]")) {
  cleared(form);
  form.inert = false; // from now on no tap is lost
}

// Results by tapping: the colours that came home, in a League the pawns of who lost, and a way back in place.

import { askUntilAnswered, newId, post, problem } from "../games/referee/http.js";
import { contentOf, isDecided, placesOf, showPlaces, tapPlace } from "../games/referee/forms.js";

const page = document.querySelector("[data-results]");

const orderIn = (form) => form.querySelector("[data-order]");

function update(form) {
  const group = orderIn(form);
  const places = placesOf(group);
  const winner = form.querySelector("[data-winner]").value;
  form.querySelector("[data-record]").disabled = !winner && !isDecided(group);
  const pawns = form.querySelector("[data-all-pawns]");
  if (!pawns) return;
  pawns.hidden = !winnerOf(form);
  for (const row of pawns.querySelectorAll("[data-pawns]")) {
    const isHome = places.includes(row.dataset.pawns);
    finished(row, isHome);
    // The best colour counts: of the winner the one that came home.
    if (group.dataset.ends === "first colour") row.hidden = row.dataset.seat === winnerOf(form) && !isHome && !winner;
  }
}

// Whose colour came home last has won.
function winnerOf(form) {
  const last = placesOf(orderIn(form)).at(-1);
  return last ? orderIn(form).querySelector(`[value="${last}"]`).dataset.seat : form.querySelector("[data-winner]").value;
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
  showPlaces(orderIn(form), []);
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

async function record(form) {
  complain(form, "");
  const content = { ...contentOf(form), ..."over" in form.dataset && { over_throws: true } };
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
  complain(form, isRecorded ? page.dataset.recorded : told.detail);
  if (!isRecorded) return;
  // A phone has begun to record it since: from now on to save ends that, and the button says so.
  form.dataset.over = "";
  form.querySelector("[data-record]").textContent = page.dataset.over;
}

page.addEventListener("change", ({ target }) => {
  const group = target.closest("[data-order]");
  if (group) tapPlace(group, target);
  if (group || target.matches("[data-winner]")) update(target.form);
});
page.addEventListener("reset", ({ target }) => setTimeout(() => cleared(target)));
page.addEventListener("submit", (event) => {
  event.preventDefault();
  if ("result" in event.target.dataset) save(event.target);
  else record(event.target);
});
// A browser that comes back may bring along what was tapped before, or the whole page as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
for (const form of page.querySelectorAll("form[data-result]")) {
  cleared(form);
  form.inert = false; // from now on no tap is lost
}

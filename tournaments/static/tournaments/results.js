// Results by tapping the colours in finishing order: the last one follows by itself, another tap frees a colour.

import { answered, newId, post, problem } from "../games/referee/asking.js";
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
  form.querySelector("button").disabled = left.length === boxes.length;
}

function cleared(form) {
  const group = form.querySelector("[data-order]");
  for (const box of group.querySelectorAll("input")) box.checked = false;
  order(group, group.querySelector("input"));
  form.querySelector("button").disabled = true;
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

async function record(form) {
  const content = contentOf(form);
  const key = newId(); // asked again it is the same entry
  form.inert = true;
  const answer = await answered(
    () => post(page.dataset.results, content, { "Idempotency-Key": key }),
    () => complain(form, page.dataset.offline),
  );
  form.inert = false;
  if (answer.ok) return location.reload();
  complain(form, (await problem(answer)).detail);
}

page.addEventListener("change", ({ target }) => target.type === "checkbox" && tapped(target.form, target));
page.addEventListener("reset", ({ target }) => setTimeout(() => cleared(target)));
page.addEventListener("submit", (event) => {
  event.preventDefault();
  record(event.target);
});

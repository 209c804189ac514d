// The slip of a table on a phone: places by tapping in order; what others of the table say is seen by itself.

import { tap } from "../games/places.js";

const EVERY = 4000;
const now = document.getElementById("now");
const tell = document.querySelector("[data-tell]");

// Everybody a key, tapped in the order of their places.
function placeByTaps(list) {
  const rows = [...list.querySelectorAll("li")];
  const selects = rows.map((row) => row.querySelector("select"));
  const seats = Object.fromEntries(selects.map(({ name }) => [name, name]));
  const order = () => selects.filter(({ value }) => value).sort((one, other) => Number(one.value) - Number(other.value));
  const keys = rows.map((row) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "place-key";
    key.append(...row.querySelector("label").childNodes);
    const place = document.createElement("span");
    place.className = "place";
    key.append(place);
    row.querySelector("label").remove();
    row.querySelector("select").hidden = true;
    row.prepend(key);
    return key;
  });
  const show = () => {
    keys.forEach((key, at) => {
      key.setAttribute("aria-pressed", String(selects[at].value !== ""));
      key.querySelector(".place").textContent = selects[at].value;
    });
  };
  keys.forEach((key, at) => {
    key.addEventListener("click", () => {
      const places = tap(order().map(({ name }) => name), selects[at].name, seats, "all colours");
      for (const each of selects) each.value = places.includes(each.name) ? String(places.indexOf(each.name) + 1) : "";
      show();
    });
  });
  show();
}

const list = tell?.querySelector(".tell-places");
if (list) placeByTaps(list);

// Fields are asked of the pawns that are neither at home nor in the yard; what was worked out is that of other pawns.
function asksFields() {
  for (const part of tell.querySelectorAll(".tell-pawns")) {
    const told = [...part.querySelectorAll("input:checked")].reduce((sum, each) => sum + Number(each.value), 0);
    const field = part.querySelector(".tell-fields");
    field.hidden = told >= 4;
    if (field.hidden) field.querySelector("input").value = "";
  }
  const home = tell.querySelectorAll("[name^=home-][value='4']:checked").length;
  tell.querySelector("[data-finished]").hidden = home < 2;
}
if (tell?.querySelector(".tell-pawns")) {
  tell.addEventListener("change", asksFields);
  asksFields();
}

async function look() {
  const answer = await fetch(now.dataset.now, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("slip-state");
  const old = document.getElementById("slip-state");
  if (!fresh || fresh.dataset.state === old.dataset.state) return;
  const isTelling = tell?.contains(document.activeElement) || tell?.querySelector("[aria-pressed='true'], input:checked");
  if (isTelling) old.replaceWith(fresh);
  else location.replace(location.pathname);
}

setInterval(() => document.hidden || look(), EVERY);

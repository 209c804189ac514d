// Tables of a round: two people are chosen, one after the other or by dragging, and what their exchange costs is shown.

const place = document.getElementById("exchange");
const parser = new DOMParser();
let first = null;
let asked = 0;

const sitters = () => [...document.querySelectorAll("a.sitter")];
const nameOf = (sitter) => sitter.querySelector(".person-name").firstChild.textContent.trim();

function choose(sitter, isChosen) {
  sitter.setAttribute("aria-pressed", String(isChosen));
}

function cancel() {
  asked++;
  for (const each of sitters()) choose(each, false);
  first?.focus();
  first = null;
  place.hidden = true;
  place.replaceChildren();
}

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  place.replaceChildren(line);
  place.hidden = false;
}

async function show(one, other) {
  const number = ++asked;
  choose(other, true);
  const wanted = new URLSearchParams({ kind: "exchange", who: one.dataset.key, other: other.dataset.key });
  const address = `${one.closest("[data-mend]").dataset.mend}?${wanted}`;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (number !== asked) return;
  const fresh = answer?.ok && parser.parseFromString(await answer.text(), "text/html").getElementById("mend");
  if (number !== asked) return;
  if (!fresh) return say(place.dataset.offline);
  place.replaceChildren(fresh);
  place.hidden = false;
  place.querySelector("input:not([type=hidden]), button")?.focus();
}

function chosen(sitter) {
  if (sitter === first) return cancel();
  const isSecond = first && place.querySelector("form") === null && sitter.closest("[data-mend]") === first.closest("[data-mend]");
  if (isSecond) return show(first, sitter);
  for (const each of sitters()) choose(each, false);
  first = sitter;
  choose(sitter, true);
  say(place.dataset.first.replace("{person}", nameOf(sitter)));
}

for (const each of sitters()) {
  each.setAttribute("role", "button");
  choose(each, false);
}

document.addEventListener("click", (event) => {
  const sitter = event.target.closest("a.sitter");
  if (sitter) {
    event.preventDefault();
    chosen(sitter);
  } else if (event.target.closest("[data-cancel]") && place.contains(event.target)) {
    event.preventDefault();
    cancel();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && first) cancel();
  else if (event.key === " " && event.target.matches?.("a.sitter")) {
    event.preventDefault();
    chosen(event.target);
  }
});

// Dragging does the same as two taps.
document.addEventListener("dragstart", (event) => {
  const sitter = event.target.closest?.("a.sitter");
  if (!sitter) return;
  if (first) cancel();
  event.dataTransfer.setData("text/plain", sitter.dataset.key);
  event.dataTransfer.effectAllowed = "move";
  chosen(sitter);
});
document.addEventListener("dragover", (event) => {
  if (first && event.target.closest?.("a.sitter")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const sitter = event.target.closest?.("a.sitter");
  if (!first || !sitter) return;
  event.preventDefault();
  if (sitter !== first) chosen(sitter);
});

// A large hall takes some seconds to plan: that it goes on is seen, and nobody asks twice.
const planning = document.querySelector(".planning");
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-planning]")) return;
  const begun = Date.now();
  const tell = () => {
    const seconds = String(Math.round((Date.now() - begun) / 1000));
    planning.querySelector("span").textContent = planning.dataset.said.replace("{seconds}", seconds);
  };
  for (const button of document.querySelectorAll(".next-step button")) button.setAttribute("aria-disabled", "true");
  event.target.addEventListener("submit", (again) => again.preventDefault());
  planning.hidden = false;
  tell();
  setInterval(tell, 1000);
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

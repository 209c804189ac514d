// The check-in of a hall: found while one types, present by Enter or a tap, each line answering for itself.

const page = document.querySelector("[data-check-in]");
const find = document.getElementById("find");
const said = document.getElementById("said");
const walkIn = document.querySelector("[data-walk-in]");
/** Typing rests so long before it is asked. */
const PAUSE = 120;
/** So often it is asked what other desks and phones have done, while nobody types here. */
const OTHERS = Number(page.dataset.every);
const parser = new DOMParser();
let waiting = 0;
let asked = 0;
/** What the list shows: the search that was answered last. */
let shown = find.value.trim();

function say(text, isWrong = false) {
  said.textContent = text;
  said.classList.toggle("trouble", isWrong);
}

const sayOf = (line, words) =>
  say(page.dataset[words].replace("{person}", `${line.dataset.number} ${line.dataset.name}`));

// Puts what was answered in its place: everything of these ids that the answer has.
function put(answer, ...ids) {
  for (const id of ids) {
    const fresh = answer.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(fresh);
  }
}

async function list() {
  const number = ++asked;
  const wanted = find.value.trim();
  const address = wanted ? `?q=${encodeURIComponent(wanted)}` : location.search.replace(/([?&])q=[^&]*/, "$1");
  const answer = await fetch(address || location.pathname, { cache: "no-store" }).catch(() => null);
  if (number !== asked) return;
  if (!answer?.ok) return say(page.dataset.offline, true);
  const fresh = parser.parseFromString(await answer.text(), "text/html");
  if (number !== asked) return;
  put(fresh, "people", "more", "counters", "seats-wanted");
  shown = wanted;
}

const lines = () => [...document.querySelectorAll("#people .person")];
const mainOf = (line) => line.querySelector(".person-here");

// Enter in the search checks in whoever is meant alone; who is present already stays so.
async function meant() {
  clearTimeout(waiting);
  const wanted = find.value.trim();
  if (!wanted) return;
  if (shown !== wanted) await list();
  if (shown !== wanted) return;
  const found = lines();
  const line = found.find(({ dataset }) => dataset.number === wanted) ?? (found.length === 1 ? found[0] : null);
  if (line) {
    if (mainOf(line).getAttribute("aria-pressed") === "true") sayOf(line, "already");
    else await tap(line.querySelector("form"), mainOf(line));
    find.focus();
    find.select();
  } else if (found.length) {
    say(page.dataset.several);
    mainOf(found[0]).focus();
  } else say(page.dataset.nobody, true);
}

async function send(form, button) {
  const body = new FormData(form, button);
  const sent = { method: "POST", body, headers: { "X-Line": "1" } };
  const answer = await fetch(form.getAttribute("action"), sent).catch(() => null);
  if (!answer || (!answer.ok && answer.status !== 409)) {
    say(page.dataset.offline, true);
    return null;
  }
  const fresh = parser.parseFromString(await answer.text(), "text/html");
  put(fresh, "counters", "seats-wanted", ...(form === walkIn ? ["walk-in-meant"] : []));
  const told = fresh.getElementById("said");
  say(told.textContent, "wrong" in told.dataset);
  return fresh.querySelector(".person");
}

async function tap(form, button) {
  const line = form.closest(".person");
  const hadFocus = line.contains(document.activeElement);
  const wanted = button.value;
  form.setAttribute("aria-busy", "true");
  const fresh = await send(form, button);
  form.removeAttribute("aria-busy");
  if (!fresh) return;
  line.replaceWith(fresh);
  if (hadFocus) (fresh.querySelector(`.${button.classList[0]}`) ?? mainOf(fresh)).focus();
  if (!said.textContent && wanted in page.dataset) sayOf(fresh, wanted);
}

async function enter(form) {
  const fresh = await send(form, null);
  if (!fresh) return;
  document.getElementById(fresh.id)?.remove();
  document.querySelector("#people .nobody")?.remove();
  document.getElementById("people").prepend(fresh);
  form.reset();
  form.querySelector("input[name=name]").focus();
}

page.addEventListener("submit", (event) => {
  const form = event.target;
  if (form === walkIn) {
    event.preventDefault();
    enter(form);
  } else if (form.contains(find)) {
    event.preventDefault();
    meant();
  } else if (form.closest(".person")) {
    event.preventDefault();
    if (!form.hasAttribute("aria-busy")) tap(form, event.submitter);
  }
});

walkIn.closest("details").addEventListener("toggle", ({ target }) => {
  if (target.open) walkIn.querySelector("input[name=name]").focus();
});

find.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(list, PAUSE);
});

// Up and down lead from the search through the lines, Escape back to it.
page.addEventListener("keydown", (event) => {
  const all = lines();
  const here = all.findIndex((line) => line.contains(document.activeElement));
  const isInList = document.activeElement === find || here >= 0;
  if (event.key === "Escape" && isInList) {
    find.focus();
    find.select();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && isInList) {
    event.preventDefault();
    const to = event.key === "ArrowDown" ? all[here + 1] : all[here - 1];
    if (to) mainOf(to).focus();
    else if (event.key === "ArrowUp") find.focus();
  }
});

setInterval(() => {
  const isBusy = document.hidden || find.value || document.getElementById("people").contains(document.activeElement);
  if (!isBusy) list();
}, OTHERS);

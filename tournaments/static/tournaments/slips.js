// Slips by the keyboard alone: table, Enter, places or lines, Enter, the next table. Nothing is saved that was not seen.
// Whoever types faster than the server answers loses nothing: keys wait for the next page, and go on in it.

const PAUSE = 250;
const parser = new DOMParser();
let waiting = null;
let asked = 0;
let isAsking = false;
/** @type {string[]} */
let ahead = []; // keys typed while the server was asked

const page = () => document.getElementById("slips");
const form = () => page().querySelector("[data-slip]");
const field = (name) => page().querySelector(`[name="${name}"]`);
const lines = () => [...(form()?.querySelectorAll(".slip-lines input") ?? [])].filter((each) => !each.closest("[hidden]"));

function say(text, isWrong = false) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.toggleAttribute("data-wrong", isWrong);
}

// Puts the page that the server has drawn in the place of this one, and what it says beside it. True: typing goes on in
// a field of it; false: something is to be looked at first.
function put(fresh) {
  const told = [...fresh.querySelectorAll(".messages p")];
  page().replaceWith(fresh.getElementById("slips"));
  document.querySelector(".messages")?.remove();
  if (told.length) say(told.map((each) => each.textContent).join(" "), told.some((each) => each.classList.contains("trouble")));
  ready();
  const first = page().querySelector(".is-contradictory button") ?? page().querySelector("[aria-invalid], [autofocus]") ?? field("table");
  first.focus();
  if (first.matches("input")) first.select();
  return first.matches("input") && !page().querySelector(".trouble") && !document.querySelector("#said[data-wrong]");
}

async function send(address, options) {
  const answer = await fetch(address, { cache: "no-store", ...options }).catch(() => null);
  const fresh = answer && parser.parseFromString(await answer.text(), "text/html");
  if (fresh?.getElementById("slips")) return fresh;
  say(page().dataset.offline, true);
  return null;
}

// Asks the server for the next page; what was typed meanwhile is entered there.
async function go(asking) {
  if (isAsking) return;
  clearTimeout(waiting);
  asked++;
  isAsking = true;
  page().setAttribute("aria-busy", "true");
  const fresh = await asking();
  isAsking = false;
  page().removeAttribute("aria-busy");
  enterAhead(fresh ? put(fresh) : false);
}

// What does not fit the page that came is told, and decides nothing that was not seen.
function enterAhead(goesOn) {
  while (goesOn && ahead.length && !isAsking && isField(document.activeElement)) press(document.activeElement, ahead.shift());
  if (isAsking) return;
  const left = ahead.map((key) => (key === "Enter" ? " ⏎ " : key.length === 1 ? key : "")).join("").trim();
  ahead = [];
  if (/[^⏎ ]/.test(left)) say(`${document.getElementById("said").textContent} ${page().dataset.left.replace("{keys}", left)}`.trim(), true);
}

const isField = (element) => element.matches("#slips input:not([type=checkbox])");

// One key as if it were typed now.
function press(into, key) {
  if (key === "Enter" || key === "Escape") {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (into.dispatchEvent(event) && key === "Enter") into.form.requestSubmit();
    return;
  }
  const { selectionStart: start, selectionEnd: end } = into;
  if (key === "Backspace") into.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
  else if (start !== end || into.value.length < into.maxLength) into.setRangeText(key, start, end, "end");
  into.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const slipSent = (wanted) => {
  const body = new FormData(form());
  if (wanted) body.set("do", wanted);
  return send(form().getAttribute("action"), { method: "POST", body });
};

const told = () => [...form().querySelectorAll("input:not([type=hidden])")].map((each) => each.value).join("|");

// What the slip gives, as far as it is typed; what is wrong with half a slip is not said yet.
async function look() {
  clearTimeout(waiting);
  const number = ++asked;
  const before = told();
  const fresh = await slipSent("look");
  if (number !== asked || !fresh || !form() || told() !== before) return;
  form().querySelector("[name=seen]")?.remove();
  const seen = fresh.querySelector("[name=seen]");
  document.getElementById("worked").replaceChildren(...fresh.getElementById("worked")?.childNodes ?? []);
  if (seen) form().append(seen);
}

function changed() {
  clearTimeout(waiting);
  asked++;
  form().querySelector("[name=seen]")?.remove();
  document.getElementById("worked").replaceChildren();
  showFinished();
  const isWhole = field("places")?.value.trim() || lines().every((each) => each.value.trim());
  if (isWhole) waiting = setTimeout(look, PAUSE);
}

// In which order colours came home is asked where two have all their pawns at home.
function showFinished() {
  const asks = form()?.querySelector("[data-finished]");
  if (!asks) return;
  const home = [...form().querySelectorAll("[name^=line-]")].filter((each) => each.value.trim().startsWith("4"));
  asks.hidden = home.length < 2 && !asks.classList.contains("wrong");
}

function ready() {
  showFinished();
}

document.addEventListener("submit", (event) => {
  const sent = /** @type {HTMLFormElement} */ (event.target);
  if (!page()?.contains(sent)) return;
  if (sent.matches("[data-open]")) {
    event.preventDefault();
    const query = new URLSearchParams(/** @type {any} */ (new FormData(sent)));
    go(() => send(`${sent.getAttribute("action")}?${query}`));
  } else if (sent.matches("[data-slip]")) {
    event.preventDefault();
    go(() => slipSent(""));
  } else if (sent.method === "post") {
    event.preventDefault();
    const body = new FormData(sent, event.submitter);
    go(() => send(sent.getAttribute("action"), { method: "POST", body }));
  }
});

const isTyped = ({ key, ctrlKey, altKey, metaKey }) =>
  !ctrlKey && !altKey && !metaKey && (key.length === 1 || ["Enter", "Escape", "Backspace"].includes(key));

// Before any field sees it.
document.addEventListener(
  "keydown",
  (event) => {
    if (!isAsking || !isTyped(event)) return;
    event.preventDefault();
    event.stopPropagation();
    ahead.push(event.key);
  },
  true,
);

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-slip] input:not([type=checkbox])")) changed();
});

// Enter leads from one line to the next, and saves at the end; Escape leads back to the table.
document.addEventListener("keydown", (event) => {
  if (!page()) return;
  if (event.key === "Escape") {
    field("table").focus();
    field("table").select();
    return;
  }
  if (event.key !== "Enter" || !event.target.matches("[data-slip] input:not([type=checkbox])")) return;
  const all = lines();
  const at = all.indexOf(event.target);
  const next = at < 0 && !event.target.value.trim() ? all[0] : at >= 0 ? all[at + 1] : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

if (page()) ready();

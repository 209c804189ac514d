// Slips by the keyboard alone: table, Enter, places or lines, Enter, the next table. Nothing is saved that was not seen.

const PAUSE = 250;
const parser = new DOMParser();
let waiting = null;
let asked = 0;

const page = () => document.getElementById("slips");
const form = () => page().querySelector("[data-slip]");
const field = (name) => page().querySelector(`[name="${name}"]`);
const lines = () => [...(form()?.querySelectorAll(".slip-lines input") ?? [])].filter((each) => !each.closest("[hidden]"));

function say(text, isWrong = false) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.toggleAttribute("data-wrong", isWrong);
}

// Puts the page that the server has drawn in the place of this one, and what it says beside it.
function put(fresh) {
  const told = [...fresh.querySelectorAll(".messages p")];
  page().replaceWith(fresh.getElementById("slips"));
  document.querySelector(".messages")?.remove();
  if (told.length) say(told.map((each) => each.textContent).join(" "), told.some((each) => each.classList.contains("trouble")));
  ready();
  const first = page().querySelector(".is-contradictory button") ?? page().querySelector("[aria-invalid], [autofocus]") ?? field("table");
  first.focus();
  if (first.matches("input")) first.select();
}

async function send(address, options) {
  const answer = await fetch(address, { cache: "no-store", ...options }).catch(() => null);
  const fresh = answer && parser.parseFromString(await answer.text(), "text/html");
  if (fresh?.getElementById("slips")) return fresh;
  say(page().dataset.offline, true);
  return null;
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

async function save() {
  clearTimeout(waiting);
  asked++;
  if (form().hasAttribute("aria-busy")) return;
  form().setAttribute("aria-busy", "true");
  const fresh = await slipSent("");
  form()?.removeAttribute("aria-busy");
  if (fresh) put(fresh);
}

document.addEventListener("submit", async (event) => {
  const sent = /** @type {HTMLFormElement} */ (event.target);
  if (!page()?.contains(sent)) return;
  if (sent.matches("[data-open]")) {
    event.preventDefault();
    const query = new URLSearchParams(/** @type {any} */ (new FormData(sent)));
    const fresh = await send(`${sent.getAttribute("action")}?${query}`);
    if (fresh) put(fresh);
  } else if (sent.matches("[data-slip]")) {
    event.preventDefault();
    save();
  } else if (sent.method === "post") {
    event.preventDefault();
    const fresh = await send(sent.getAttribute("action"), { method: "POST", body: new FormData(sent, event.submitter) });
    if (fresh) put(fresh);
  }
});

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

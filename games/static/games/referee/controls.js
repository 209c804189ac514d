// Die, pawns and what is undone: draws the standing of the game, and says what is tapped.

import { siteTime } from "./http.js";
import { Board } from "./board.js";
import { canDo, shownTime } from "./clock.js";
import { describeBoard, say, describeThrow } from "./i18n.js";

// Throws told on the page.
const TOLD = 5;

export class Controls {
  die = null; // the face tapped, while its pawn is awaited
  offers = [];

  constructor(desk) {
    this.desk = desk;
    this.patterns = document.getElementById("patterns").content;
  }

  one = (selector) => this.desk.querySelector(selector);
  all = (selector) => [...this.desk.querySelectorAll(selector)];

  // The desk has come anew from the site; `clock` is the one that stands on it.
  take(standing, clock) {
    this.clock = JSON.stringify(clock);
    this.one("[data-pawns]")?.closest("details").addEventListener("toggle", () => this.#penalties());
    const svg = this.one(".desk-board .board");
    this.board =
      svg && standing.play && new Board(svg, standing.colours.map((colour) => colour.key), standing.dice);
    this.draw(standing);
  }

  draw(standing) {
    this.standing = standing;
    this.desk.dataset.now = standing.number;
    this.die = null;
    this.offers = [];
    this.#clock();
    this.#throws();
    if (!standing.play) return;
    this.#turn();
    this.#keys();
    this.#drawBoard();
    this.#backwards();
    this.#penalties();
  }

  // --- turn, die, board -----------------------------------------------------------------------------------------

  #turn() {
    const { standing } = this;
    const { colour, missed } = standing.play.thrower ?? {};
    const turns = this.all("[data-turn]");
    for (const turn of turns) {
      turn.hidden = turn.dataset.turn !== colour;
      turn.querySelector(".attempt").textContent = missed ? ` · ${say("attempt", { n: missed + 1 })}` : "";
    }
    if (turns.length) this.#over(turns[0].parentNode);
  }

  // A game that has ended here and not on the site yet.
  #over(place) {
    place.querySelector(".turn-ended-here")?.remove();
    if (this.standing.isRunning) return;
    const words = make("p", { class: "turn turn-over turn-ended-here" });
    words.append(make("strong", {}, this.outcome()));
    place.prepend(words);
  }

  // Who has won; nothing where that is not read off the board.
  outcome() {
    const { standing } = this;
    const { players, leader, colours } = standing.play.toJSON().rules;
    const led = colours.find((_, at) => players[leader[at]] === standing.play.winner);
    return led ? say("has won", { player: standing.colour(led).player }) : "";
  }

  #keys() {
    const { play, isRunning } = this.standing;
    const hands = this.one(".hands");
    if (!hands) return;
    hands.hidden = !isRunning;
    hands.classList.remove("awaiting");
    this.one(".face").hidden = true;
    for (const key of this.all("[data-die]")) {
      key.setAttribute("aria-pressed", "false");
      key.querySelector(".outcome").textContent = isRunning ? this.#inShort(play, Number(key.dataset.die)) : "";
    }
  }

  // What a tap on the die will do: "7→12 ×R", or how many moves there are.
  #inShort(play, die) {
    const move = play.atOnce(die);
    if (move === null) return say("no move short");
    return move ? this.#sign(play, die, move) : say("moves", { n: play.moves(die).length });
  }

  #sign(play, die, move) {
    const captured = move.captured.map((key) => this.standing.colour(key).letter).join("");
    const after = play.after(die, move.text);
    const isHome = after.finished.length > play.finished.length;
    const parts = [
      `${move.source}→${move.carried ?? move.target}`,
      captured && `×${captured}`,
      after.over ? "🏁" : isHome ? "✓✓" : move.home ? "✓" : "",
    ];
    return parts.filter(Boolean).join(" ");
  }

  #drawBoard() {
    const { play, steps, colours } = this.standing;
    const last = steps.find((step) => step.isStep);
    const words = describeBoard(play, colours);
    this.board?.draw({ play, trace: last?.trace, offers: this.offers, words: words.join(". ") });
    this.one(".in-words ul")?.replaceChildren(...words.map((line) => make("li", {}, line)));
  }

  // --- beside the board -----------------------------------------------------------------------------------------

  #clock() {
    const { clock } = this.standing;
    const told = JSON.stringify(clock);
    if (told === this.clock) return;
    this.clock = told;
    for (const place of this.all(".clock-place")) place.replaceChildren(drawnClock(clock));
    for (const key of this.all("[data-send='clock/'] [name=action]")) key.hidden = !canDo(clock, key.value);
  }

  // The pawns that a penalty can send to their yard now; drawn when somebody looks, as every tap would wait for it.
  #penalties() {
    const form = this.one("[data-pawns]");
    if (!this.standing.play || !form?.closest("details").open) return;
    const pawns = this.standing.play.penalisable;
    const chosen = form.querySelector(":checked")?.value;
    form.hidden = !pawns.length;
    form.previousElementSibling.hidden = pawns.length > 0;
    form.querySelectorAll("fieldset label").forEach((old) => old.remove());
    form.querySelector("fieldset").append(...pawns.map((pawn) => this.#penalty(pawn, chosen)));
  }

  #penalty({ colour, field }, chosen) {
    const value = String(new URLSearchParams({ colour, field }));
    const [label, called] = [make("label"), make("span", { class: "colour" })];
    const marks = { "data-type": "members", "data-colour": colour, "data-field": field, required: "" };
    const choice = make("input", { type: "radio", name: "pawn", value, ...marks });
    choice.checked = value === chosen;
    called.append(this.#pattern("badge", colour).firstElementChild, ` ${this.standing.colour(colour).name}`);
    label.append(choice, called, make("span", { class: "at" }, field));
    return label;
  }

  // --- what happened --------------------------------------------------------------------------------------------

  #throws() {
    const list = this.one(".throws");
    if (!list) return;
    this.one(".desk-throws").hidden = !this.standing.steps.length;
    list.replaceChildren(...this.standing.steps.slice(0, TOLD).map((step) => this.#line(step)));
  }

  #line({ colour, die, token, text }) {
    const line = make("li", colour ? {} : { class: "by-referee" });
    if (colour) line.append(this.#pattern("badge", colour), this.#pattern("face", die));
    else line.append(make("span", { class: "mark", "aria-hidden": "true" }, "§"));
    line.append(make("span", { class: "throw-words" }, text));
    if (token) line.append(make("code", {}, token));
    return line;
  }

  #pattern(what, name) {
    const found = this.patterns.querySelector(`[data-${what}="${name}"]`);
    return found ? found.cloneNode(true) : "";
  }

  #backwards() {
    const { standing } = this;
    const { step, waiting } = standing;
    const back = this.one("[data-take-back]");
    const again = this.one("[data-bring-back]");
    if (back) {
      // A ruling, told by no token, is taken back by whoever may rule.
      back.hidden = !step || !(step.token || back.dataset.takeBack);
      // An ended game is taken back with a reason only.
      back.querySelector("label").hidden = back.elements.reason.disabled = standing.isRunning;
      const token = step?.token && `${standing.colour(step.colour)?.name} ${step.token}`;
      back.querySelector(".what").textContent = token || step?.text || "";
    }
    if (again) {
      again.hidden = !waiting;
      again.querySelector(".what").textContent = waiting ? say("one of", { n: waiting }) : "";
    }
    this.one(".backwards").hidden = (!back || back.hidden) && (!again || again.hidden);
  }

  // --- a throw --------------------------------------------------------------------------------------------------

  // A face of the die is tapped: the token to record at once, or undefined while a pawn is awaited.
  throwDie(die) {
    const { play } = this.standing;
    const move = play.atOnce(die);
    if (move !== undefined) return move && move.text;
    this.die = die;
    this.#show(die, play.moves(die), play.mayForfeit(die));
    return undefined;
  }

  #show(die, moves, mayForfeit) {
    const face = this.one(".face");
    const plain = moves.filter((move) => !move.shifted);
    this.offers = plain.map((move) => this.#offer(move));
    face.hidden = false;
    this.one(".hands").classList.add("awaiting");
    face.querySelector("h2").textContent = say("which pawn", { die });
    face.querySelector(".offers").replaceChildren(...this.offers.map((offer) => this.#button(offer)));
    face.querySelector(".forfeit").hidden = !mayForfeit;
    const reasons = face.querySelector(".reasons");
    reasons.open = false;
    reasons.querySelector("ul").replaceChildren();
    this.#shift(face.querySelector(".shift"), moves.filter((move) => move.shifted));
    for (const key of this.all("[data-die]")) key.setAttribute("aria-pressed", String(Number(key.dataset.die) === die));
    this.#drawBoard();
    face.querySelector("[data-move]:not([hidden])")?.focus({ preventScroll: true });
  }

  #offer(move) {
    const { play, colours } = this.standing;
    return { ...move, said: describeThrow(play, this.die, move, colours) };
  }

  #button({ colour, text, said }) {
    const button = make("button", { type: "button", class: "offer", "data-move": text });
    button.append(colour ? this.#pattern("badge", colour) : "", make("span", {}, said));
    return button;
  }

  // With a 1 furniture may be moved first: from where, where to, and the moves after that.
  #shift(form, moves) {
    if (!form) return;
    form.hidden = !moves.length;
    const { origin, target } = form.elements;
    const options = (at) => [...new Set(moves.map((move) => move.shifted[at]))].sort((one, other) => one - other);
    const fill = (select, at) => select.replaceChildren(...options(at).map((field) => make("option", {}, String(field))));
    fill(origin, "from");
    fill(target, "to");
    form.onchange = () => {
      const [from, to] = [Number(origin.value), Number(target.value)];
      const fitting = moves.filter(({ shifted }) => shifted.from === from && shifted.to === to);
      form.querySelector(".shifted").replaceChildren(...fitting.map((move) => this.#button(this.#offer(move))));
    };
    form.onchange();
  }

  // What is to be heard when a pawn is awaited: the question and every answer with its letter.
  question() {
    const answers = this.buttons().map((button, at) => `${String.fromCharCode(97 + at)}: ${button.lastChild.textContent.trim()}`);
    return `${say("which pawn", { die: this.die })} ${answers.join("; ")}`;
  }

  // The first of the buttons that name the moves of a pawn.
  buttonOf(colour, field) {
    return this.buttons()[this.offers.findIndex((offer) => offer.colour === colour && offer.source === field)];
  }

  buttons() {
    return this.die === null ? [] : this.all(".face .offer").filter((button) => !button.hidden);
  }
}

// As games/templates/games/clock.html; games/static/games/clock.js lets it run.
function drawnClock(clock) {
  const words = clock.since ? "clock runs" : clock.limit_reached ? "clock at its limit" : "clock stands";
  const now = new Date(siteTime()).toISOString();
  const runs = { "data-clock": clock.played_ms, "data-since": clock.since, "data-server-time": now };
  const drawn = make("p", { class: "clock" });
  drawn.append(
    make("span", {}, say(words)),
    make("time", { role: "timer", ...(clock.since ? runs : {}) }, shownTime(clock)),
  );
  return drawn;
}

export function make(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

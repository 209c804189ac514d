// Die, pawns and what is undone: draws the standing of the game, and says what is tapped.

import { THROWS_WHEN_STUCK } from "../generated/rules.js";
import { Board } from "./board.js";
import { canDo, limitOf, shownTime } from "./clock.js";
import { describeBoard, say, describeThrow } from "./i18n.js";
import { choicesAppear } from "./touch.js";

// Throws told on the page.
export const TOLD = 5;

export class Controls {
  die = null; // the face tapped, while its pawn is awaited
  offers = [];
  furniture = null; // what is to be tapped of trapdoors and wormholes: `at` fields, and what it `asks` for
  chosen = null; // the pawn chosen for a penalty

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
    document.body.classList.toggle("playing", this.one(".desk").dataset.state === "running");
    this.board =
      svg && standing.play && new Board(svg, standing.colours.map((colour) => colour.key), standing.dice);
    this.draw(standing);
  }

  draw(standing) {
    this.standing = standing;
    this.desk.dataset.now = standing.number;
    this.die = null;
    this.offers = [];
    this.furniture = null;
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
      turn.querySelector(".attempt").textContent = missed ? say("attempt", { n: missed + 1, most: THROWS_WHEN_STUCK }) : "";
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
    if (move) return this.#sign(play, die, move);
    const moves = play.moves(die);
    const plain = moves.filter(({ shifted }) => !shifted);
    const none = play.mayForfeit(die) ? say("no move short") : "";
    const many = plain.length > 1 ? say("moves", { n: plain.length }) : plain.length ? this.#sign(play, die, plain[0]) : none;
    return [many, plain.length < moves.length && say(`or ${play.furniture[0].kind}`)].filter(Boolean).join(" ");
  }

  #sign(play, die, move) {
    const captured = move.captured.map((key) => this.standing.colour(key).letter).join("");
    const after = play.after(die, move.text);
    const isHome = after.finished.length > play.finished.length;
    const parts = [
      move.source === null ? say("no move short") : `${move.source}→${move.carried ?? move.target}`,
      captured && `×${captured}`,
      after.over ? "🏁" : isHome ? "✓✓" : move.home ? "✓" : "",
    ];
    return parts.filter(Boolean).join(" ");
  }

  #drawBoard() {
    const { play, steps, colours } = this.standing;
    const last = steps.find((step) => step.isStep);
    const words = describeBoard(play, colours);
    const { offers, furniture, chosen } = this;
    this.board?.draw({ play, trace: last?.trace, offers, furniture, chosen, words: words.join(". ") });
    this.one(".in-words ul")?.replaceChildren(...words.map((line) => make("li", {}, line)));
  }

  // --- beside the board -----------------------------------------------------------------------------------------

  #clock() {
    const { clock } = this.standing;
    const told = JSON.stringify(clock);
    if (told === this.clock) return;
    this.clock = told;
    for (const place of this.all(".clock-place")) place.replaceChildren(drawnClock(clock));
    this.one("[data-tap-clock]").hidden = clock.played_ms === undefined;
    for (const key of this.all("[data-send='clock/'] [name=action]")) key.hidden = !canDo(clock, key.value);
  }

  // The pawns that a penalty can send to their yard now; drawn when somebody looks, as every tap would wait for it.
  #penalties() {
    const form = this.one("[data-pawns]");
    if (!this.standing.play || !form?.closest("details").open) return this.choose(null);
    const pawns = this.standing.play.penalisable;
    const chosen = form.querySelector(":checked")?.value;
    form.hidden = !pawns.length;
    form.previousElementSibling.hidden = pawns.length > 0;
    form.querySelectorAll("fieldset label").forEach((old) => old.remove());
    form.querySelector("fieldset").append(...pawns.map((pawn) => this.#penalty(pawn, chosen)));
    this.choose(form.querySelector(":checked"));
  }

  // The pawn that a penalty is meant for, ringed on the board.
  choose(field) {
    const chosen = field && { colour: field.dataset.colour, field: field.dataset.field };
    if (JSON.stringify(chosen) === JSON.stringify(this.chosen)) return;
    this.chosen = chosen;
    this.#drawBoard();
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
      // A ruling, told by no token, is taken back by whoever may rule; so is a void die, before the throw under it.
      const voided = back.dataset.takeBack && standing.voided;
      back.hidden = !voided && (!step || !(step.token || back.dataset.takeBack));
      // An ended game is taken back with a reason only.
      back.querySelector("label").hidden = back.elements.reason.disabled = standing.isRunning;
      const token = step?.token && `${standing.colour(step.colour)?.name} ${step.token}`;
      back.querySelector(".what").textContent = (voided && voided.text) || token || step?.text || "";
    }
    if (again) {
      again.hidden = !waiting || !standing.isRunning;
      const [next] = standing.back;
      const called = next?.token && `${standing.colour(next.colour)?.name} ${next.token}`;
      again.querySelector(".what").textContent = [called, waiting && say("one of", { n: waiting })].filter(Boolean).join(" · ");
    }
    const keys = [back, again, this.one(".more-key")];
    this.one(".backwards").hidden = keys.every((key) => !key || key.hidden);
  }

  // --- a throw --------------------------------------------------------------------------------------------------

  // A face of the die is tapped: the token to record at once, or undefined while a pawn is awaited. Another face while
  // one is awaited has to be said twice: nobody can be sure whose throw it is meant for.
  throwDie(die) {
    const { play } = this.standing;
    const move = play.atOnce(die);
    if (move !== undefined && this.die === null) return move && move.text;
    this.#ask(die);
    return undefined;
  }

  #ask(die) {
    const { play } = this.standing;
    const face = this.one(".face");
    this.die = die;
    this.moves = play.moves(die).filter((move) => move.shifted);
    face.hidden = false;
    face.querySelector("h2").textContent = say("which pawn", { die });
    face.querySelector(".asked").replaceChildren(this.#pattern("face", die));
    const reasons = face.querySelector(".reasons");
    reasons.open = false;
    reasons.querySelector("ul").replaceChildren();
    this.#shift(face.querySelector(".shift"));
    for (const key of this.all("[data-die]")) key.setAttribute("aria-pressed", String(Number(key.dataset.die) === die));
    this.#offered();
    this.#focusFirst(die);
  }

  // What can be done without furniture: nothing once some is chosen.
  #offerPlain(isAll) {
    const { play } = this.standing;
    const moves = play.moves(this.die);
    this.offers = moves.filter((move) => isAll && !move.shifted);
    this.one(".face .offers").replaceChildren(...this.offers.map((offer) => this.#button(offer)));
    this.one(".face .forfeit").hidden = !isAll || (moves.length > 0 && !play.mayForfeit(this.die));
  }

  // The first answer has the focus once it is painted: sooner the browser would lay the page out twice. Whoever has
  // gone on to another answer meanwhile stays there.
  #focusFirst(die) {
    const face = this.one(".face");
    const focus = () => {
      if (this.die !== die || face.contains(document.activeElement)) return;
      face.querySelector("[data-move]:not([hidden])")?.focus({ preventScroll: true });
    };
    requestAnimationFrame(() => setTimeout(focus));
  }

  // What there is to choose from has changed: a letter for each, on the board too.
  #offered() {
    const buttons = this.buttons();
    for (const [at, button] of buttons.entries()) button.querySelector(".letter").textContent = letter(at);
    const at = (text) => buttons.findIndex((button) => button.dataset.move === text);
    this.offers = this.offers.map((offer) => ({ ...offer, letter: letter(at(offer.text)) }));
    this.#drawBoard();
    choicesAppear();
  }

  #button(move) {
    const { standing, die } = this;
    const { colour, text } = move;
    const said = describeThrow(standing.play, die, move, standing.colours);
    const button = make("button", { type: "button", class: "offer", "data-move": text, "aria-label": said, title: said });
    const isOther = colour && colour !== standing.play.thrower.colour;
    button.append(make("span", { class: "letter" }), isOther ? this.#pattern("badge", colour) : "");
    button.append(make("span", {}, this.#sign(standing.play, die, move)));
    return button;
  }

  // With a 1 furniture may be moved first: it is tapped, then where it goes, or both are chosen from lists.
  #shift(form) {
    if (!form) return this.#offerPlain(true);
    form.hidden = !this.moves.length;
    fill(form.elements.origin, ["", ...this.#fields("from")]);
    form.onchange = ({ target }) => this.shift(target.name, target.value);
    this.#shifted("", "");
  }

  // The fields from or to which furniture can be moved, from one of them only where it is said.
  #fields(end, origin) {
    const fitting = this.moves.filter(({ shifted }) => origin === undefined || shifted.from === origin);
    return [...new Set(fitting.map(({ shifted }) => shifted[end]))].sort((one, other) => one - other);
  }

  // An end of a shift is chosen. The only move after it, or undefined where there is something left to choose.
  shift(end, field) {
    const { origin } = this.one(".shift").elements;
    return end === "origin" ? this.#shifted(field, "") : this.#shifted(origin.value, field);
  }

  #shifted(from, to) {
    const form = this.one(".shift");
    const { origin, target } = form.elements;
    const targets = from === "" ? [] : this.#fields("to", Number(from));
    origin.value = from;
    fill(target, ["", ...targets]);
    target.value = to;
    target.closest("label").hidden = from === "";
    const fitting = this.moves.filter(({ shifted }) => String(shifted.from) === String(from) && String(shifted.to) === String(to));
    this.#offerPlain(from === "");
    if (from !== "") this.offers = fitting;
    form.querySelector(".shifted").replaceChildren(...fitting.map((move) => this.#button(move)));
    const next = from === "" ? { at: this.#fields("from"), asks: "origin" } : { at: targets, asks: "target" };
    this.furniture = to === "" && this.moves.length ? next : null;
    this.#offered();
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  // What is to be heard when a pawn is awaited: the question and every answer with its letter; of furniture that is
  // chosen, where it is to go.
  question() {
    const [kind, asks] = [this.standing.play.furniture[0]?.kind, this.furniture?.asks];
    if (asks === "target") return say(`where to ${kind}`, { field: this.one(".shift").elements.origin.value });
    const words = (button) => button.ariaLabel ?? button.lastElementChild.textContent;
    const answers = this.buttons().map((button, at) => `${letter(at)}: ${words(button)}`);
    if (asks) answers.push(say(`or move ${kind}`));
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

const letter = (at) => String.fromCharCode(97 + at);

function fill(select, values) {
  select.replaceChildren(...values.map((value) => make("option", { value }, value === "" ? "–" : String(value))));
}

// As games/templates/games/clock.html; games/static/games/clock.js lets it run.
function drawnClock(clock) {
  const isLimited = clock.limit_ms !== undefined;
  const words = clock.since ? (isLimited ? "time left" : "clock runs") : clock.limit_reached ? "clock at its limit" : "clock stands";
  const runs = { "data-clock": clock.played_ms, "data-since": clock.since };
  const drawn = make("span", { class: "clock" });
  drawn.append(
    make("span", { class: "clock-words" }, say(words)),
    make("time", { role: "timer", ...(clock.since ? runs : {}), ...(isLimited ? { "data-limit": limitOf(clock) } : {}) }, shownTime(clock)),
  );
  return drawn;
}

export function make(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

// Where a game stands: as the site had it, and after every entry made on this phone since. A standing is a value:
// `after` returns the next one.

import { Game } from "../game.js";
import { YARD } from "../generated/rules.js";
import { clockAfter } from "./clock.js";
import { nameEntry, say, describeThrow } from "./i18n.js";

/** @typedef {import("../game.js").GameData} GameData */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {{ colour: string, from: string, to: string }} Trace */
/** @typedef {{ key: string, letter: string, name: string, called: string, player: string }} Colour */
/** @typedef {{ path: string, content: Record<string, any> }} Entry what is told of an event that is recorded here */
/**
 * A line of what has happened; `before` is the game to which taking it back returns, `made` what it was recorded as.
 * @typedef {{
 *   number?: number, colour: string, die: number | null, token: string, text: string, isStep: boolean, isVoid?: boolean,
 *   trace: Trace | null, before?: Omit<GameData, "rules"> | null, made?: Entry,
 * }} Step
 */
/**
 * Where a game stands, as games/presenters/offline_payload.py writes it.
 * @typedef {{
 *   number: number, state: string, rolls: boolean, play: GameData | Game | null, colours: Colour[], dice: number[][],
 *   steps: Step[], waiting: number, clock: Clock, back?: Step[],
 * }} GameStateData
 */

// Steps that are remembered, so that they can be taken back without a connection.
const REMEMBERED = 100;

export class GameState {
  /** @type {number} */
  number;
  /** @type {string} */
  state;
  /** @type {boolean} */
  rolls;
  /** @type {Game | null} */
  play;
  /** @type {Colour[]} */
  colours;
  /** @type {number[][]} */
  dice;
  /** @type {Step[]} */
  steps;
  /** @type {Step[]} */
  back;
  /** @type {number} */
  waiting; // steps that were taken back and can be brought back
  /** @type {Clock} */
  clock;

  // `json`: as the site tells it (games/presenters/offline_payload.py), or as `toJSON` does.
  /** @param {GameStateData | GameState} json */
  constructor(json) {
    Object.assign(this, { back: [], clock: {} }, json);
    if (json.play && !(json.play instanceof Game)) this.play = new Game(json.play);
  }

  /** @returns {GameStateData} */
  toJSON() {
    return { ...this };
  }

  /** @param {Partial<GameStateData>} changes */
  #with(changes) {
    const steps = (changes.steps ?? this.steps).slice(0, REMEMBERED);
    return new GameState({ ...this, number: this.number + 1, ...changes, steps });
  }

  get isRunning() {
    return this.state === "running";
  }

  // The entry that would be taken back; its board is known if it was made here, or a throw, not too long ago.
  get step() {
    return this.steps.find((step) => step.isStep);
  }

  // The die that was void just now: it is withdrawn before anything is taken back. One that the site has rolled stays void.
  get voided() {
    const [last] = this.steps;
    return this.isRunning && !this.rolls && last?.isVoid ? last : undefined;
  }

  // How many steps after an event stand, if taking them back leads to a position; otherwise 0.
  /** @param {string} position @param {number} number */
  stepsBackTo(position, number) {
    const steps = this.steps.filter((step) => step.isStep && step.number > number);
    const before = steps.at(-1)?.before;
    if (!before) return 0;
    const { rules } = this.play.toJSON();
    return new Game({ rules, ...before }).position === position ? steps.length : 0;
  }

  // The position as it is written; null before the start.
  get position() {
    return this.play?.position ?? null;
  }

  /** @param {string} key */
  colour(key) {
    return this.colours.find((colour) => colour.key === key);
  }

  // What an entry made here is called, "Yellow 4:5-9", and what it does.
  /** @param {Entry} entry */
  named(entry) {
    const { text } = this.after(entry).steps[0];
    if (entry.path !== "throws/") return { said: text, does: "" };
    const token = entry.content.move ?? String(entry.content.die);
    return { said: nameEntry(this.play.thrower.colour, token, this.colours), does: text };
  }

  // The standing after an entry; raises what the rules say where it cannot be made here.
  /** @param {Entry} entry @returns {GameState} */
  after({ path, content }) {
    if (path === "throws/") return this.#thrown(content.die, content.move);
    if (path === "take-back/") return this.#takenBack(content.throws ?? 1, content.reason);
    if (path === "bring-back/") return this.#broughtBack(content.throws ?? 1, content.reason);
    if (path === "penalty/") return this.#penalised(content);
    if (path === "void-die/") return this.#voided(content);
    if (path === "clock/") return this.#timed(content);
    return this.#remarked(say(path.slice(0, -1), content));
  }

  #remarked(text, changes = {}) {
    return this.#with({ ...changes, steps: [remark(text), ...this.steps] });
  }

  #timed(content) {
    if (!["created", "running"].includes(this.state)) throw new Error("no clock now");
    const isLifted = content.action === "set" && !content.minutes;
    return this.#remarked(say(isLifted ? "clock without limit" : `clock ${content.action}`, content), { clock: clockAfter(this.clock, content) });
  }

  // A die that the site has rolled is judged there.
  /** @param {Record<string, any>} content */
  #voided({ die, reason }) {
    if (!this.isRunning || this.rolls) throw new Error("no die to be void");
    const text = say("void die", { die: die === undefined ? "" : ` ${die}`, reason });
    return this.#with({ steps: [{ ...remark(text), isVoid: true }, ...this.steps] });
  }

  #penalised(content) {
    if (!this.isRunning) throw new Error("no penalty now");
    const { colour, field, reason } = content;
    const play = this.play.penalised(colour, field);
    const { rules: _, ...before } = this.play.toJSON();
    const { called } = this.colour(colour);
    const text = say("penalty", { colour: called, field, reason });
    const step = { ...remark(text), isStep: true, made: { path: "penalty/", content }, before };
    return this.#with({ play, steps: [step, ...this.steps], back: [], waiting: 0 });
  }

  /** @param {number} die @param {string | null} token */
  #thrown(die, token) {
    if (!this.isRunning) throw new Error("no throw now");
    const { play } = this;
    const move = token === null ? null : play.moves(die).find((each) => each.text === token);
    const next = play.after(die, token);
    const { rules: _, ...before } = play.toJSON();
    const step = {
      colour: play.thrower.colour,
      die,
      token: token ?? String(die),
      text: describeThrow(play, die, move, this.colours),
      isStep: true,
      trace: trace(move),
      before,
    };
    return this.#with({
      number: this.number + (next.over ? 2 : 1), // the end is an event of its own
      state: next.over ? "ended" : "running",
      play: next,
      steps: [step, ...this.steps],
      back: [],
      waiting: 0,
    });
  }

  /** @param {number} many @param {string} [reason] */
  #takenBack(many, reason) {
    /** @type {Step[]} */
    const taken = [];
    let steps = this.steps;
    while (taken.length < many) {
      const at = steps.findIndex((step) => step.isStep);
      if (!steps[at]?.before) throw new Error("not known here");
      taken.unshift(steps[at]);
      steps = steps.slice(at + 1);
    }
    const { rules } = this.play.toJSON();
    return this.#with({
      state: "running",
      play: new Game({ rules, ...taken[0].before }),
      steps: [returned("taken back", many, reason), ...steps],
      back: [...taken, ...this.back],
      waiting: this.waiting + many,
    });
  }

  /** @param {number} many @param {string} [reason] */
  #broughtBack(many, reason) {
    if (this.back.length < many) throw new Error("not known here");
    const again = this.back.slice(0, many);
    const next = again.reduce((state, step) => state.#again(step), /** @type {GameState} */ (this));
    return this.#with({
      state: next.state,
      play: next.play,
      number: this.number + 1,
      steps: [returned("brought back", many, reason), ...next.steps],
      back: this.back.slice(many),
      waiting: this.waiting - many,
    });
  }

  // The standing after a step that was taken back has been made once more.
  /** @param {Step} step */
  #again({ made, die, token }) {
    return made ? this.after(made) : this.#thrown(die, token === String(die) ? null : token);
  }
}

// What was taken or brought back, as games/domain/event_text.py tells it.
function returned(what, many, reason) {
  return remark((many === 1 ? say(`one ${what}`) : say(what, { n: many })) + (reason ? `: ${reason}` : ""));
}

// A line among the throws that is none.
/** @param {string} text @returns {Step} */
function remark(text) {
  return { colour: "", die: null, token: "", text, isStep: false, trace: null };
}

// Colour, beginning and end of a move, as they are drawn.
/** @param {import("../game.js").Move | null} move @returns {Trace | null} */
function trace(move) {
  if (!move?.colour) return null;
  const { colour, source, target, carried, missed } = move;
  return { colour, from: source, to: missed === source ? YARD : (carried ?? target) };
}

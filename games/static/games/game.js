// A game on the phone: what the rules say of a throw, without network. The rules themselves stand in rules.js; here
// numbers become names and names numbers.

import * as rules from "./generated/rules.js";

/**
 * What does not change in a game, as games/offline/payload.py writes it.
 * @typedef {{
 *   board: string, colours: string[], letters: string, faces: number[], furniture: "T" | "W" | "", players: string[],
 *   leader: number[], following: number[], ground: Record<string, number | number[]> & { track: number },
 * }} Rules
 */
/**
 * A game at a position, as it is kept and handed over.
 * @typedef {{
 *   rules: Rules, pawns: (number[] | null)[], furniture: number[], colour: string | null, missed: number,
 *   finished: string[], ended_by: string | null,
 * }} GameData
 */
/** @typedef {{ colour: string, field: string }} Pawn */
/**
 * A legal move in words and fields.
 * @typedef {{
 *   text: string, colour: string | null, source: string | null, target: string | null, carried: string | null,
 *   captured: string[], missed: string | null, shifted: { from: number, to: number } | null, neutral: boolean,
 *   home: boolean,
 * }} Move
 */
/** @typedef {{ moves: Move[], listed: bigint[], mayForfeit: boolean }} LegalMoves */
/** @typedef {{ ground: rules.RuleConstants, leader: bigint[], following: bigint[] }} Constants */

const { SLOT, SPOT, MOVER, SOURCE, TARGET, HUNTER, MOVE, NOWHERE, NOBODY } = rules;

// The same with every number as the rules take it.
/** @returns {any} */
function whole(value) {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map(whole);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whole(part)]));
}

/** @type {WeakMap<Rules, Constants>} */
const known = new WeakMap();

// What does not change in a game, as the rules take it; worked out once.
/** @param {Rules} given @returns {Constants} */
function constants(given) {
  if (!known.has(given)) {
    const { ground, leader, following } = given;
    const home = rules.allHome(BigInt(ground.track));
    known.set(given, { ground: { ...whole(ground), home }, leader: whole(leader), following: whole(following) });
  }
  return known.get(given);
}

// An immutable game at a position: after() is the game after a throw.
export class Game {
  /** @type {GameData} */
  #given; // what it was made from
  /** @type {rules.RuleConstants} */
  #ground;
  /** @type {bigint[]} */
  #own;
  /** @type {bigint[]} */
  #doubles;
  /** @type {bigint[]} */
  #lying;
  /** @type {bigint} */
  #taken;
  /** @type {bigint} */
  #colour;
  /** @type {Map<number, LegalMoves>} */
  #found = new Map(); // by the die: the legal moves, and the numbers that they are for the rules
  /** @type {Map<string, Game>} */
  #next = new Map(); // by die and move: the games after them, as far as somebody has asked

  // From what games/offline/payload.py writes.
  /** @param {GameData} given */
  constructor(given) {
    this.#given = given;
    this.#ground = constants(given.rules).ground;
    const masks = given.pawns.map((pawns) => rules.masks(whole(pawns ?? [])));
    this.#own = masks.map(([own]) => own);
    this.#doubles = masks.map(([, doubles]) => doubles);
    this.#lying = whole(given.furniture);
    this.#taken = rules.occupied(this.#own, this.#ground.fields, this.#ground.track);
    this.#colour = BigInt(given.rules.colours.indexOf(given.colour));
    Object.freeze(this);
  }

  toJSON() {
    return this.#given;
  }

  // Whether nobody throws any more.
  get over() {
    return this.#given.colour === null;
  }

  // Who throws, by colour, letter and player; null when the game is over.
  get thrower() {
    if (this.over) return null;
    const { colours, letters, leader, players } = this.#given.rules;
    const at = colours.indexOf(this.#given.colour);
    return { colour: colours[at], letter: letters[at], player: players[leader[at]], missed: this.#given.missed };
  }

  // What the die can show.
  get faces() {
    return this.#given.rules.faces;
  }

  // The colours at home, in the order in which they finished.
  get finished() {
    return this.#given.finished;
  }

  // The player who has won; null while the game goes on.
  get winner() {
    if (!this.over) return null;
    const { colours, players } = this.#given.rules;
    const { ends, neutral } = this.#ground;
    const { leader } = constants(this.#given.rules);
    const number = (colour) => BigInt(colours.indexOf(colour));
    const won = rules.winner(ends, neutral, leader, this.finished.map(number), number(this.#given.ended_by));
    return players[Number(won)];
  }

  // Where each pawn stands, colour by colour: { colour, field }, as the board's data-colour and data-field.
  /** @returns {Pawn[]} */
  get pawns() {
    return this.#given.rules.colours.flatMap((colour, at) =>
      (this.#given.pawns[at] ?? []).map((progress) => ({ colour, field: this.#field(BigInt(progress)) })),
    );
  }

  // Trapdoors and wormholes as the board draws them, in absolute fields: { kind: "T", field } or { kind: "W",
  // field, number }, the number being the same for the two ends of one.
  /** @returns {{ kind: string, field: number, number?: number }[]} */
  get furniture() {
    const kind = this.#given.rules.furniture;
    return this.#given.furniture.map((field, at) =>
      kind === "W" ? { kind, field, number: (at >> 1) + 1 } : { kind, field },
    );
  }

  // The position as it is written (rulebook §3).
  get position() {
    const { board, colours, letters, furniture } = this.#given.rules;
    const pawns = this.#given.pawns.map((of) => of?.map((at) => this.#field(BigInt(at))).join(",") ?? "-").join("/");
    const letter = this.over ? "." : letters[colours.indexOf(this.#given.colour)];
    const lying = this.#given.furniture;
    const ends = furniture === "W" ? lying.flatMap((end, at) => (at % 2 ? [] : [`${end}-${lying[at + 1]}`])) : lying;
    return `${board} ${pawns} ${letter}${this.#given.missed}${furniture && ` ${furniture}${ends}`}`;
  }

  // The legal moves for a die, in the order of the site; none when the throw is forfeited.
  /** @param {number} die */
  moves(die) {
    return this.#legal(die).moves;
  }

  // Whether the throw may be played without a move.
  /** @param {number} die */
  mayForfeit(die) {
    return !this.over && this.#legal(die).mayForfeit;
  }

  // What one tap records, as there is no choice: a move, or null for a forfeited throw; undefined where the referee
  // has to say.
  /** @param {number} die */
  atOnce(die) {
    const moves = this.moves(die);
    if (!moves.length) return null;
    return moves.length === 1 && !this.mayForfeit(die) ? moves[0] : undefined;
  }

  // The game after a throw; text is that of a legal move, or null where nothing is moved.
  /** @param {number} die @param {string | null} text */
  after(die, text) {
    const throwing = `${die} ${text}`;
    if (!this.#next.has(throwing)) this.#next.set(throwing, this.#after(die, text));
    return this.#next.get(throwing);
  }

  /** @param {number} die @param {string | null} text */
  #after(die, text) {
    const { moves, listed } = this.#legal(die);
    const number = text === null ? -1 : moves.findIndex((move) => move.text === text);
    if (this.over || (text === null ? !this.mayForfeit(die) : number < 0)) {
      throw new RangeError(`${text} is not legal with ${die}`);
    }
    const { colours } = this.#given.rules;
    const { leader, following } = constants(this.#given.rules);
    const [own, doubles, lying] = [[...this.#own], [...this.#doubles], [...this.#lying]];
    const [next, missed, finished] = rules.thrown(
      this.#ground, leader, following, own, doubles, this.#taken, lying, this.#colour,
      BigInt(this.#given.missed), BigInt(die), listed, number < 0 ? rules.NONE : BigInt(number) * MOVE,
    );
    return new Game({
      rules: this.#given.rules,
      pawns: this.#progresses(own, doubles),
      furniture: this.#sorted(lying.map(Number)),
      colour: next === NOBODY ? null : colours[Number(next)],
      missed: Number(missed),
      finished: finished ? [...this.finished, this.#given.colour] : this.finished,
      ended_by: next === NOBODY ? this.#given.colour : null,
    });
  }

  // The pawns that a penalty can send to their yard, as `pawns` has them.
  /** @returns {Pawn[]} */
  get penalisable() {
    if (this.over) return [];
    return this.#given.rules.colours.flatMap((colour, at) => {
      const reach = rules.penalisable(this.#own[at], this.#ground.home);
      return bits(reach).map((progress) => ({ colour, field: this.#field(progress) }));
    });
  }

  // The game after a penalty has sent a pawn to its yard: whose throw it is stays.
  /** @param {string} colour @param {string} field */
  penalised(colour, field) {
    const at = this.#given.rules.colours.indexOf(colour);
    const reach = at < 0 || this.over ? 0n : rules.penalisable(this.#own[at], this.#ground.home);
    const progress = bits(reach).find((each) => this.#field(each) === field);
    if (progress === undefined) throw new RangeError(`no pawn of ${colour} on ${field} can go to its yard`);
    const [own, doubles] = [[...this.#own], [...this.#doubles]];
    const { neutral, track } = this.#ground;
    const missed = rules.penalise(
      own, doubles, BigInt(at), progress, this.#colour, BigInt(this.#given.missed), neutral, track,
    );
    return new Game({ ...this.#given, pawns: this.#progresses(own, doubles), missed: Number(missed) });
  }

  // Where the pawns of each colour stand; null for a colour that does not play.
  /** @param {bigint[]} own @param {bigint[]} doubles */
  #progresses(own, doubles) {
    return this.#given.pawns.map((of, at) => of && progresses(own[at], doubles[at], of.length));
  }

  /** @param {number} die @returns {LegalMoves} */
  #legal(die) {
    if (!this.faces.includes(die)) throw new RangeError(`${die} is not on the die`);
    if (this.over) return { moves: [], listed: [], mayForfeit: false };
    if (!this.#found.has(die)) this.#found.set(die, this.#list(die));
    return this.#found.get(die);
  }

  /** @param {bigint} progress */
  #field(progress) {
    return rules.fieldName(progress, this.#ground.track);
  }

  // Furniture in the order in which positions have it.
  /** @param {number[]} lying */
  #sorted(lying) {
    const ascending = (one, other) => one - other;
    if (this.#given.rules.furniture !== "W") return lying.sort(ascending);
    const pairs = lying.flatMap((end, at) => (at % 2 ? [] : [[end, lying[at + 1]].sort(ascending)]));
    return pairs.sort(([one], [other]) => one - other).flat();
  }

  /** @param {number} die @returns {LegalMoves} */
  #list(die) {
    /** @type {bigint[]} */
    const listed = [];
    const count = rules.listMoves(
      this.#ground, this.#own, this.#doubles, [...this.#lying], this.#taken, this.#colour, BigInt(die), listed,
    );
    const width = Number(MOVE);
    const moves = Array.from({ length: Number(count) }, (_, at) => this.#move(die, listed.slice(at * width, (at + 1) * width)));
    return { moves, listed, mayForfeit: rules.mayForfeit(listed, count) };
  }

  // A legal move in words and fields: what it is called, whose pawn goes from where to where, and what comes of it.
  /** @param {number} die @param {bigint[]} listed @returns {Move} */
  #move(die, listed) {
    const [slot, spot, mover, source, target, hunter] = [SLOT, SPOT, MOVER, SOURCE, TARGET, HUNTER].map(
      (at) => listed[Number(at)],
    );
    const { colours, letters, furniture } = this.#given.rules;
    const lying = [...this.#lying];
    const origin = rules.put(lying, slot, spot);
    const ground = this.#ground;
    const moved = source !== NOWHERE;
    const [end, met, there, missed] = moved
      ? rules.landing(ground, this.#own, this.#doubles, this.#taken, lying, mover, source, target, hunter)
      : [NOWHERE, NOBODY, NOBODY, -1n];
    const captured = [met, there].filter((colour) => colour !== NOBODY).map(Number);
    const neutral = moved && mover === ground.neutral;
    const carried = end === target ? NOWHERE : end;
    /** @param {bigint} at @param {bigint} none */
    const name = (at, none) => (at === none ? null : this.#field(at));
    return {
      text: rules.token(
        ground.track, BigInt(die), slot < 0n ? "" : furniture, origin, spot, neutral ? letters[Number(mover)] : "",
        source, target, carried, captured.map((colour) => letters[colour]).join(""), missed < 0n ? NOWHERE : missed,
      ),
      colour: moved ? colours[Number(mover)] : null,
      source: name(source, NOWHERE),
      target: name(target, NOWHERE),
      carried: name(carried, NOWHERE),
      captured: captured.map((colour) => colours[colour]),
      missed: name(missed, -1n),
      shifted: slot < 0n ? null : { from: Number(origin), to: Number(spot) },
      neutral,
      home: moved && end >= ground.track && source < ground.track,
    };
  }
}

// The numbers of the bits that are set, ascending.
/** @param {bigint} mask */
function bits(mask) {
  const found = [];
  for (let at = 0n; mask >> at; at++) if ((mask >> at) & 1n) found.push(at);
  return found;
}

// The progress of pawns, ascending, those in the yard first.
/** @param {bigint} own @param {bigint} doubles @param {number} count @returns {number[]} */
function progresses(own, doubles, count) {
  const found = [...bits(own), ...bits(doubles)].map(Number).sort((one, other) => one - other);
  return [...Array(count - found.length).fill(-1), ...found];
}

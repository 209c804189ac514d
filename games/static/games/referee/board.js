// Pawns, furniture, the last move and what can be tapped, drawn on the board that the page brought along, as
// games/drawing/svg.py draws them. Where everything lies is read off that board, how large it is
// comes with the page (games/templatetags/board.py).

import { HOME_LETTERS, START, YARD } from "../generated/rules.js";

/** @typedef {[number, number]} Point */
/** @typedef {import("./state.js").Trace} Trace */
/** @typedef {import("../game.js").Move & { letter: string }} Offer */

const MEASURES = JSON.parse(document.getElementById("measures").textContent);
// The ring to tap around the field where an offered move would end, and the letter beside it.
const TARGET = 44;
const LETTER = { radius: 22, aside: 34, drop: 10 };

export class Board {
  // `svg`: the picture; `colours`: their keys in board order; `dice`: where the die lies before each yard.
  /** @param {SVGSVGElement} svg @param {string[]} colours @param {number[][]} dice */
  constructor(svg, colours, dice) {
    this.svg = svg;
    const at = (list) => Object.fromEntries(colours.map((colour, place) => [colour, list[place]]));
    /** @param {Element} circle @returns {Point} */
    const centre = (circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];
    const of = (selector) => [...svg.querySelectorAll(selector)];
    /** @type {Point[]} */
    this.track = [];
    for (const circle of of("circle[data-absolute]")) this.track[Number(circle.dataset.absolute)] = centre(circle);
    const fields = (colour, field) => of(`circle[data-colour="${colour}"][data-field="${field}"]`);
    /** @type {Record<string, Point[]>} */
    this.yards = at(colours.map((colour) => fields(colour, YARD).map(centre)));
    /** @type {Record<string, Point[]>} */
    this.homes = at(colours.map((colour) => [...HOME_LETTERS].flatMap((field) => fields(colour, field).map(centre))));
    this.starts = at(colours.map((colour) => Number(fields(colour, START)[0].dataset.absolute)));
    this.plates = at(of(".board-plate").map(centre));
    this.paints = at(colours.map((colour) => of(`.board-fields.board-${colour}`)[0].getAttribute("fill")));
    this.dice = at(dice);
    this.prefix = svg.querySelector("title").id.replace(/-title$/, "");
    this.#clear();
  }

  // What the site has drawn on the empty board goes; a layer of our own takes its place.
  #clear() {
    const printed = [...this.svg.querySelectorAll(":scope > .board-fields")].at(-1);
    while (printed.nextSibling) printed.nextSibling.remove();
    this.layer = document.createElementNS(this.svg.namespaceURI, "g");
    this.svg.append(this.layer);
    const piece = (name) => document.getElementById("patterns").content.querySelector(`.piece-${name}`).innerHTML;
    this.die = piece("die");
    this.choice = piece("choice");
  }

  // The game, its last move, the moves that are offered, the furniture that can be tapped and a pawn that was chosen;
  // words for who cannot see.
  /**
   * @param {{
   *   play: import("../game.js").Game, trace?: Trace | null, offers?: Offer[], words: string,
   *   furniture?: { at: number[], asks: string } | null, chosen?: import("../game.js").Pawn | null,
   * }} scene
   */
  draw({ play, trace, offers = [], furniture, chosen, words }) {
    /** @type {Record<string, number>} */
    const waiting = {};
    for (const { colour, field } of play.pawns) waiting[colour] = (waiting[colour] ?? 0) + (field === YARD ? 1 : 0);
    this.layer.innerHTML = [
      play.over ? "" : this.#toThrow(play.thrower.colour),
      this.#furniture(play),
      trace ? this.#trace(waiting[trace.colour] ?? 0, trace) : "",
      ...offers.map((offer) => this.#target(offer)),
      ...this.#pawns(play, offers),
      ...(furniture?.at ?? []).map((field) => this.#toTap(field, furniture.asks)),
      ...offers.map((offer) => this.#letters(offer)),
      chosen ? this.#chosen(chosen) : "",
    ].join("");
    this.svg.querySelector("desc").textContent = words;
  }

  // How far a pawn has come, and where that is.
  /** @param {string} field */
  #progress(field) {
    if (field === START) return 0;
    return HOME_LETTERS.includes(field) ? this.track.length + HOME_LETTERS.indexOf(field) : Number(field);
  }

  /** @param {string} colour @param {string} field @returns {Point} */
  #place(colour, field) {
    const { length } = this.track;
    const progress = this.#progress(field);
    return progress < length
      ? this.track[(this.starts[colour] + progress) % length]
      : this.homes[colour][progress - length];
  }

  #toThrow(colour) {
    const [cx, cy] = this.plates[colour];
    const [x, y] = this.dice[colour];
    const { ink, throwRing, throwRingRim, throwRingWidth } = MEASURES;
    const ring = (width, paint) => `<circle cx="${cx}" cy="${cy}" r="${throwRing}" fill="none" stroke="${paint}" stroke-width="${width}"/>`;
    return (
      `<g class="board-to-throw" data-colour="${colour}">${ring(throwRingRim, ink)}${ring(throwRingWidth, this.paints[colour])}` +
      `<g transform="translate(${x} ${y})">${this.die}</g></g>`
    );
  }

  #furniture({ furniture }) {
    const use = (what, [x, y]) => `<use href="#${this.prefix}-${what}" x="${x}" y="${y}"/>`;
    const { light, numberDrop, numberSize } = MEASURES;
    const number = (n, [x, y]) => `<text x="${x}" y="${y + numberDrop}" font-size="${numberSize}" fill="${light}">W${n}</text>`;
    return furniture
      .map(({ kind, field, number: n }) => {
        const at = this.track[field];
        return kind === "T" ? use("trapdoor", at) : use("wormhole", at) + number(n, at);
      })
      .join("");
  }

  #pawns({ pawns }, offers) {
    /** @type {Map<Point, import("../game.js").Pawn[]>} */
    const fields = new Map();
    /** @type {Record<string, number>} */
    const waiting = {};
    for (const pawn of pawns) {
      const { colour, field } = pawn;
      waiting[colour] ??= 0;
      const place = field === YARD ? this.yards[colour][waiting[colour]++] : this.#place(colour, field);
      (fields.get(place) ?? fields.set(place, []).get(place)).push(pawn);
    }
    // Those farther up first, so that nearer ones stand before them.
    const places = [...fields].sort(([one], [other]) => one[1] - other[1] || one[0] - other[0]);
    return places.flatMap(([[x, y], there]) =>
      there.map(({ colour, field }, at) => {
        const moves = offers.filter((offer) => offer.colour === colour && offer.source === field);
        const marked = moves.length ? ` data-move="${moves.length > 1 ? "?" : moves[0].text}"` : "";
        const aside = x + (at - (there.length - 1) / 2) * MEASURES.sharedStep;
        return (
          `<g transform="translate(${aside} ${y})${there.length > 1 ? ` scale(${MEASURES.sharedScale})` : ""}" data-colour="${colour}"` +
          ` data-field="${field}" class="board-pawn board-${colour}${moves.length ? " board-movable" : ""}"${marked}>` +
          `${moves.length ? this.choice : ""}<use href="#${this.prefix}-${colour}"/></g>`
        );
      }),
    );
  }

  // Where an offered move would end: a ring to tap as well.
  #target({ colour, target, carried, text }) {
    const end = carried ?? target;
    if (!colour || end === YARD) return "";
    const [x, y] = this.#place(colour, end);
    return `<circle cx="${x}" cy="${y}" r="${TARGET}" class="board-target" data-move="${text}"/>`;
  }

  // A field whose furniture can be moved, or to which it can go.
  /** @param {number} field @param {string} asks */
  #toTap(field, asks) {
    const [x, y] = this.track[field];
    return `<circle cx="${x}" cy="${y}" r="${TARGET - 6}" class="board-lies" data-shift="${asks}" data-at="${field}"/>`;
  }

  // The letter by which a move is known, beside its pawn and where it would end.
  /** @param {Offer} offer */
  #letters({ colour, source, target, carried, letter }) {
    if (!colour) return "";
    const end = carried ?? target;
    const ends = [source === YARD ? this.yards[colour][0] : this.#place(colour, source)];
    if (end !== YARD) ends.push(this.#place(colour, end));
    const { radius, aside, drop } = LETTER;
    return ends
      .map(([x, y]) => `<g class="board-letter" transform="translate(${x + aside} ${y - aside})"><circle r="${radius}"/><text y="${drop}">${letter}</text></g>`)
      .join("");
  }

  /** @param {import("../game.js").Pawn} pawn */
  #chosen({ colour, field }) {
    if (field === YARD) return "";
    const [x, y] = this.#place(colour, field);
    return `<circle cx="${x}" cy="${y}" r="${TARGET + 10}" class="board-chosen"/>`;
  }

  /** @param {number} waiting @param {Trace} trace */
  #trace(waiting, { colour, from, to }) {
    const first = from === YARD ? this.yards[colour][Math.min(waiting, this.yards[colour].length - 1)] : this.#place(colour, from);
    const last = to === YARD ? this.yards[colour][Math.max(waiting - 1, 0)] : this.#place(colour, to);
    /** @type {Point[]} */
    const between = [];
    if (from !== YARD && to !== YARD) {
      const { length } = this.track;
      const [origin, target] = [this.#progress(from), this.#progress(to)];
      const by = Math.sign(target - origin);
      for (let at = origin + by; Math.abs(target - origin) <= MEASURES.longestWay && by && at !== target; at += by) {
        between.push(at < length ? this.track[(this.starts[colour] + at) % length] : this.homes[colour][at - length]);
      }
    }
    return drawnWay([first, ...between, last]);
  }
}

/** @param {Point[]} way */
function drawnWay(way) {
  const { ink, light, ring: radius, headBegins, headEnds, headHalf, pen, rim, dashes, brackets } = MEASURES;
  const [[cx, cy], [x, y]] = [way[0], way.at(-1)];
  const ring = `<circle cx="${cx}" cy="${cy}" r="${radius}"`;
  let lines = `<path d="${brackets}" transform="translate(${x} ${y})"/>`;
  let head = "";
  if (cx !== x || cy !== y) {
    const back = unit(way.at(-1), way.at(-2));
    const from = along(way[0], unit(way[0], way[1]), radius);
    const to = along(way.at(-1), back, headBegins);
    /** @type {Point} */
    const across = [-back[1], back[0]];
    lines += `<path d="M${[from, ...way.slice(1, -1), to].map(round).join("L")}"/>`;
    const corners = [along(way.at(-1), back, headEnds), along(to, across, headHalf), along(to, across, -headHalf)];
    head = `<path d="M${corners.map(round).join("L")}Z" fill="${ink}"/>`;
  }
  return (
    `<g fill="none" stroke="${ink}" stroke-width="${pen}" stroke-linejoin="round" class="board-last-move">` +
    `<g stroke="${light}" stroke-width="${rim}">${ring}/>${lines}</g>${ring} stroke-dasharray="${dashes}"/>${lines}${head}</g>`
  );
}

/** @param {Point} from @param {Point} to @returns {Point} */
function unit([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}

/** @param {Point} from @param {Point} by @param {number} far @returns {Point} */
const along = ([x, y], [dx, dy], far) => [x + dx * far, y + dy * far];
/** @param {Point} point */
const round = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

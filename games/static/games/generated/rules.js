// Made from the functions of the same names in rules/ by `make offline-rules`. Not written by hand: what is to change
// is changed there, and the reasons stand there.

/** @param {bigint} number */
const bitCount = (number) => BigInt(digits(number).replaceAll("0", "").length);
/** @param {bigint} number */
const bitLength = (number) => (number ? BigInt(digits(number).length) : 0n);
/** @param {bigint} number */
const digits = (number) => (number < 0n ? -number : number).toString(2);
/** @param {{ length: number }} sequence */
const length = (sequence) => BigInt(sequence.length);

/** @typedef {{ laws: [bigint, bigint, bigint, bigint, bigint], track: bigint, fields: bigint, home: bigint, looks_around: bigint, penalises: bigint, three_throws: bigint, traps: bigint, neutral: bigint, ends: bigint, players: bigint }} RuleConstants */

export const NONE = -1n;
export const PAWNS = 4n;
export const SIX = 6n;
export const IN_YARD = -1n;
export const MOVE = 6n;
export const SLOT = 0n;
export const SPOT = 1n;
export const MOVER = 2n;
export const SOURCE = 3n;
export const TARGET = 4n;
export const HUNTER = 5n;
export const ONE = 1n;
export const NOWHERE = -2n;
export const NOBODY = -1n;
export const FIRST_COLOUR = 0n;
export const FIRST_PLAYER = 1n;
export const ALL_PLAYERS = 2n;
export const ENDED = -1n;
export const THROWS_WHEN_STUCK = 3n;
export const HOME = 15n;
export const YARD = "B";
export const START = "A";
export const HOME_LETTERS = "abcd";

/** @type {(ground: RuleConstants, own: bigint[], doubles: bigint[], lying: bigint[], taken: bigint, colour: bigint, die: bigint, moves: bigint[]) => bigint} */
export function listMoves(ground, own, doubles, lying, taken, colour, die, moves) {
  let before, count, free, origin, slot;
  count = listAll(ground, own, doubles, lying, taken, colour, die, NONE, NONE, moves, 0n);
  if (die !== ONE) {
    return count;
  }
  [free, origin] = [freeFields(ground, own, lying, taken), -1n];
  for (let _ = 0n, $end = length(lying); _ < $end; _ += 1n) {
    [origin, slot] = nextLying(lying, origin);
    for (let spot = 0n, $end = ground.track; spot < $end; spot += 1n) {
      if ((free >> spot) & 1n) {
        lying[Number(slot)] = spot;
        before = count;
        count = listAll(ground, own, doubles, lying, taken, colour, die, slot, spot, moves, count);
        if (count === before) {
          count = listed(moves, count, slot, spot, colour, NOWHERE, NOWHERE, NONE);
        }
      }
    }
    lying[Number(slot)] = origin;
  }
  return count;
}

/** @type {(ground: RuleConstants, own: bigint[], doubles: bigint[], lying: bigint[], taken: bigint, colour: bigint, die: bigint, slot: bigint, spot: bigint, moves: bigint[], count: bigint) => bigint} */
export function listAll(ground, own, doubles, lying, taken, colour, die, slot, spot, moves, count) {
  count = listPawns(ground, own, doubles, lying, taken, colour, die, slot, spot, moves, count);
  if (ground.neutral >= 0n) {
    count = listPawns(ground, own, doubles, lying, taken, ground.neutral, die, slot, spot, moves, count);
  }
  return count;
}

/** @type {(ground: RuleConstants, own: bigint[], doubles: bigint[], lying: bigint[], taken: bigint, mover: bigint, die: bigint, slot: bigint, spot: bigint, moves: bigint[], count: bigint) => bigint} */
export function listPawns(ground, own, doubles, lying, taken, mover, die, slot, spot, moves, count) {
  let activation, ahead, behind, foreign, missed, prey, source, walls, yard;
  [foreign, walls, prey] = [0n, 0n, 0n];
  if (ground.looks_around) {
    foreign = foreigners(own, taken, mover, ground.fields, ground.track);
    walls = barred(doubles, mover, ground.fields, ground.track);
    prey = preyed(foreign, walls, lying, ground.traps, mover * ground.fields, ground.track);
  }
  yard = (PAWNS - bitCount(own[Number(mover)])) - bitCount(doubles[Number(mover)]);
  [activation, ahead, behind] = legal(own[Number(mover)], doubles[Number(mover)], yard, foreign, walls, prey, die, ground.laws);
  missed = ground.penalises ? hunter(ahead, behind, prey, die) : NONE;
  if (activation) {
    count = listed(moves, count, slot, spot, mover, IN_YARD, 0n, missed);
  }
  while (ahead | behind) {
    source = bitLength(ahead | behind) - 1n;
    if ((ahead >> source) & 1n) {
      count = listed(moves, count, slot, spot, mover, source, source + die, missed);
    }
    if ((behind >> source) & 1n) {
      count = listed(moves, count, slot, spot, mover, source, source - die, missed);
    }
    ahead &= ~(1n << source);
    behind &= ~(1n << source);
  }
  return count;
}

/** @type {(own: bigint[], taken: bigint, colour: bigint, fields: bigint, track: bigint) => bigint} */
export function foreigners(own, taken, colour, fields, track) {
  return seenFrom(colour * fields, taken, track) & (~own[Number(colour)]);
}

/** @type {(start: bigint, absolute: bigint, track: bigint) => bigint} */
export function seenFrom(start, absolute, track) {
  return (absolute >> start) | ((absolute << (track - start)) & ((1n << track) - 1n));
}

/** @type {(doubles: bigint[], colour: bigint, fields: bigint, track: bigint) => bigint} */
export function barred(doubles, colour, fields, track) {
  let walls;
  walls = 0n;
  for (let other = 0n, $end = length(doubles); other < $end; other += 1n) {
    if (doubles[Number(other)]) {
      walls |= onAbsolute(other * fields, doubles[Number(other)], track);
    }
  }
  return seenFrom(colour * fields, walls, track);
}

/** @type {(start: bigint, own: bigint, track: bigint) => bigint} */
export function onAbsolute(start, own, track) {
  let onTrack;
  onTrack = own & ((1n << track) - 1n);
  return ((onTrack << start) & ((1n << track) - 1n)) | (onTrack >> (track - start));
}

/** @type {(foreign: bigint, walls: bigint, lying: bigint[], traps: bigint, start: bigint, track: bigint) => bigint} */
export function preyed(foreign, walls, lying, traps, start, track) {
  let out, prey;
  prey = foreign & (~walls);
  if (traps === 0n) {
    for (let end = 0n, $end = length(lying); end < $end; end += 1n) {
      out = around((lying[Number(end ^ 1n)] - start) + track, track);
      if ((foreign & (~walls)) & (1n << out)) {
        prey |= 1n << around((lying[Number(end)] - start) + track, track);
      }
    }
  }
  return prey;
}

/** @type {(at: bigint, track: bigint) => bigint} */
export function around(at, track) {
  return (at >= track) ? (at - track) : at;
}

/** @type {(own: bigint, doubles: bigint, yard: bigint, foreign: bigint, walls: bigint, prey: bigint, die: bigint, laws: [bigint, bigint, bigint, bigint, bigint]) => [bigint, bigint, bigint]} */
export function legal(own, doubles, yard, foreign, walls, prey, die, laws) {
  let ahead, backwardCapture, barriers, behind, hits, homeLeap, strict, track;
  [track, homeLeap, barriers, backwardCapture, strict] = laws;
  if (yard && (die === SIX) && canActivate(own, doubles, walls, barriers)) {
    return [1n, 0n, 0n];
  }
  ahead = forward(own, doubles, walls, die, track, homeLeap, barriers);
  if (yard && (ahead & 1n)) {
    return [0n, 1n, 0n];
  }
  behind = backwardCapture ? backward(own, foreign, walls, die, track) : 0n;
  if (strict) {
    hits = capturing(ahead, prey, die);
    if (hits | behind) {
      return [0n, hits, behind];
    }
  }
  return [0n, ahead, behind];
}

/** @type {(own: bigint, doubles: bigint, walls: bigint, barriers: bigint) => boolean} */
export function canActivate(own, doubles, walls, barriers) {
  let held;
  held = barriers ? doubles : own;
  return ((held | walls) & 1n) === 0n;
}

/** @type {(own: bigint, doubles: bigint, walls: bigint, die: bigint, track: bigint, homeLeap: bigint, barriers: bigint) => bigint} */
export function forward(own, doubles, walls, die, track, homeLeap, barriers) {
  let ahead, held, home;
  if ((die < 1n) || (die > (track + 3n))) {
    return 0n;
  }
  home = (own >> track) << track;
  held = barriers ? (home | doubles) : own;
  ahead = ((own << die) & (((1n << (track + 4n)) - 1n) ^ held)) >> die;
  if (home && (!homeLeap)) {
    ahead &= ~smearedDown(home, die - 1n);
  }
  if (walls) {
    ahead &= ~smearedDown(walls, die);
  }
  return ahead;
}

/** @type {(mask: bigint, fields: bigint) => bigint} */
export function smearedDown(mask, fields) {
  let seen;
  seen = 0n;
  for (let _ = 0n, $end = fields; _ < $end; _ += 1n) {
    mask >>= 1n;
    seen |= mask;
  }
  return seen;
}

/** @type {(own: bigint, foreign: bigint, walls: bigint, die: bigint, track: bigint) => bigint} */
export function backward(own, foreign, walls, die, track) {
  let reach;
  if ((die < 1n) || (die > (track - 2n))) {
    return 0n;
  }
  reach = ((1n << track) - 1n) & (~((1n << (die + 1n)) - 1n));
  return ((own & reach) & (foreign << die)) & (~smearedUp(walls, die));
}

/** @type {(mask: bigint, fields: bigint) => bigint} */
export function smearedUp(mask, fields) {
  let seen;
  seen = 0n;
  for (let _ = 0n, $end = fields; _ < $end; _ += 1n) {
    mask <<= 1n;
    seen |= mask;
  }
  return seen;
}

/** @type {(ahead: bigint, prey: bigint, die: bigint) => bigint} */
export function capturing(ahead, prey, die) {
  return ahead & (prey >> die);
}

/** @type {(ahead: bigint, behind: bigint, prey: bigint, die: bigint) => bigint} */
export function hunter(ahead, behind, prey, die) {
  return bitLength(capturing(ahead, prey, die) | behind) - 1n;
}

/** @type {(moves: bigint[], count: bigint, slot: bigint, spot: bigint, mover: bigint, source: bigint, target: bigint, missed: bigint) => bigint} */
export function listed(moves, count, slot, spot, mover, source, target, missed) {
  let at;
  at = count * MOVE;
  [moves[Number(at + SLOT)], moves[Number(at + SPOT)]] = [slot, spot];
  [moves[Number(at + MOVER)], moves[Number(at + SOURCE)], moves[Number(at + TARGET)]] = [mover, source, target];
  moves[Number(at + HUNTER)] = missed;
  return count + 1n;
}

/** @type {(ground: RuleConstants, own: bigint[], lying: bigint[], taken: bigint) => bigint} */
export function freeFields(ground, own, lying, taken) {
  let held;
  held = taken | maskOf(lying);
  for (let colour = 0n, $end = length(own); colour < $end; colour += 1n) {
    held |= 1n << (colour * ground.fields);
  }
  return ((1n << ground.track) - 1n) & (~held);
}

/** @type {(lying: bigint[]) => bigint} */
export function maskOf(lying) {
  let mask;
  mask = 0n;
  for (let end = 0n, $end = length(lying); end < $end; end += 1n) {
    mask |= 1n << lying[Number(end)];
  }
  return mask;
}

/** @type {(lying: bigint[], after: bigint) => [bigint, bigint]} */
export function nextLying(lying, after) {
  let best, slot;
  [best, slot] = [-1n, -1n];
  for (let at = 0n, $end = length(lying); at < $end; at += 1n) {
    if ((lying[Number(at)] > after) && ((best < 0n) || (lying[Number(at)] < best))) {
      [best, slot] = [lying[Number(at)], at];
    }
  }
  return [best, slot];
}

/** @type {(moves: bigint[], count: bigint) => boolean} */
export function mayForfeit(moves, count) {
  let pawns;
  pawns = 0n;
  for (let number = 0n, $end = count; number < $end; number += 1n) {
    if (moves[Number((number * MOVE) + SOURCE)] !== NOWHERE) {
      pawns += 1n;
    }
  }
  return pawns === 0n;
}

/** @type {(ground: RuleConstants, own: bigint[], doubles: bigint[], taken: bigint, lying: bigint[], mover: bigint, source: bigint, target: bigint, missed: bigint) => [bigint, bigint, bigint, bigint]} */
export function landing(ground, own, doubles, taken, lying, mover, source, target, missed) {
  let end, met, metThere;
  [end, met, metThere] = arrival(own, doubles, taken, lying, ground.traps, mover, source, target, ground.fields, ground.track);
  return [end, met, metThere, ((met === NOBODY) && (metThere === NOBODY)) ? missed : NONE];
}

/** @type {(own: bigint[], doubles: bigint[], taken: bigint, lying: bigint[], traps: bigint, colour: bigint, source: bigint, target: bigint, fields: bigint, track: bigint) => [bigint, bigint, bigint]} */
export function arrival(own, doubles, taken, lying, traps, colour, source, target, fields, track) {
  let carried, field, leaving, met, out, start;
  if (target >= track) {
    return [target, NOBODY, NOBODY];
  }
  start = colour * fields;
  field = around(start + target, track);
  out = otherEnd(lying, field);
  if (out < 0n) {
    return [target, standingOn(own, taken, colour, field, fields, track), NOBODY];
  }
  if (traps) {
    return [IN_YARD, NOBODY, NOBODY];
  }
  met = standingOn(own, taken, colour, field, fields, track);
  carried = around((out - start) + track, track);
  leaving = ((source >= 0n) && (((doubles[Number(colour)] >> source) & 1n) === 0n)) ? (1n << source) : 0n;
  if ((((own[Number(colour)] & (~leaving)) | barred(doubles, colour, fields, track)) >> carried) & 1n) {
    return [target, met, NOBODY];
  }
  return [carried, met, standingOn(own, taken, colour, out, fields, track)];
}

/** @type {(lying: bigint[], field: bigint) => bigint} */
export function otherEnd(lying, field) {
  for (let end = 0n, $end = length(lying); end < $end; end += 1n) {
    if (lying[Number(end)] === field) {
      return lying[Number(end ^ 1n)];
    }
  }
  return -1n;
}

/** @type {(own: bigint[], taken: bigint, colour: bigint, field: bigint, fields: bigint, track: bigint) => bigint} */
export function standingOn(own, taken, colour, field, fields, track) {
  if ((taken >> field) & 1n) {
    for (let other = 0n, $end = length(own); other < $end; other += 1n) {
      if ((other !== colour) && ((own[Number(other)] >> around((field - (other * fields)) + track, track)) & 1n)) {
        return other;
      }
    }
  }
  return NOBODY;
}

/** @type {(lying: bigint[], slot: bigint, spot: bigint) => bigint} */
export function put(lying, slot, spot) {
  let origin;
  if (slot < 0n) {
    return NONE;
  }
  origin = lying[Number(slot)];
  lying[Number(slot)] = spot;
  return origin;
}

/** @type {(ground: RuleConstants, leader: bigint[], following: bigint[], own: bigint[], doubles: bigint[], taken: bigint, lying: bigint[], colour: bigint, missed: bigint, die: bigint, moves: bigint[], at: bigint) => [bigint, bigint, boolean]} */
export function thrown(ground, leader, following, own, doubles, taken, lying, colour, missed, die, moves, at) {
  let after, finished, mine, misses, mover, others, source, target;
  mine = own[Number(colour)];
  others = (ground.neutral >= 0n) ? own[Number(ground.neutral)] : mine;
  finished = false;
  if (at >= 0n) {
    [mover, source, target] = [moves[Number(at + MOVER)], moves[Number(at + SOURCE)], moves[Number(at + TARGET)]];
    put(lying, moves[Number(at + SLOT)], moves[Number(at + SPOT)]);
    if (source !== NOWHERE) {
      landed(own, doubles, taken, lying, ground, mover, source, target, moves[Number(at + HUNTER)]);
      if (own[Number(mover)] === ground.home) {
        finished = mover === colour;
        if (isOver(ground, leader, own)) {
          return [NOBODY, 0n, finished];
        }
      }
    }
  }
  [after, misses] = nextThrow(following, own, colour, die, finished, ground.three_throws, missed, mine, others, ground.home, ground.neutral, ground.track);
  return [after, misses, finished];
}

/** @type {(own: bigint[], doubles: bigint[], taken: bigint, lying: bigint[], ground: RuleConstants, mover: bigint, source: bigint, target: bigint, missed: bigint) => bigint} */
export function landed(own, doubles, taken, lying, ground, mover, source, target, missed) {
  let end, met, metThere, sentBack;
  [end, met, metThere, sentBack] = landing(ground, own, doubles, taken, lying, mover, source, target, missed);
  settle(own, doubles, mover, source, target, end, met, metThere, sentBack, ground.fields, ground.track);
  return occupied(own, ground.fields, ground.track);
}

/** @type {(own: bigint[], doubles: bigint[], colour: bigint, source: bigint, target: bigint, end: bigint, met: bigint, metThere: bigint, missed: bigint, fields: bigint, track: bigint) => void} */
export function settle(own, doubles, colour, source, target, end, met, metThere, missed, fields, track) {
  leave(own, doubles, colour, source);
  if (met >= 0n) {
    own[Number(met)] &= ~(1n << around((around((colour * fields) + target, track) - (met * fields)) + track, track));
  }
  if (metThere >= 0n) {
    own[Number(metThere)] &= ~(1n << around((around((colour * fields) + end, track) - (metThere * fields)) + track, track));
  }
  if ((missed >= 0n) && (missed === source)) {
    return;
  }
  leave(own, doubles, colour, missed);
  arrive(own, doubles, colour, end);
}

/** @type {(own: bigint[], doubles: bigint[], colour: bigint, field: bigint) => void} */
export function leave(own, doubles, colour, field) {
  if (field >= 0n) {
    if ((doubles[Number(colour)] >> field) & 1n) {
      doubles[Number(colour)] ^= 1n << field;
    } else {
      own[Number(colour)] ^= 1n << field;
    }
  }
}

/** @type {(own: bigint[], doubles: bigint[], colour: bigint, field: bigint) => void} */
export function arrive(own, doubles, colour, field) {
  if (field >= 0n) {
    if ((own[Number(colour)] >> field) & 1n) {
      doubles[Number(colour)] |= 1n << field;
    } else {
      own[Number(colour)] |= 1n << field;
    }
  }
}

/** @type {(own: bigint[], fields: bigint, track: bigint) => bigint} */
export function occupied(own, fields, track) {
  let taken;
  taken = 0n;
  for (let colour = 0n, $end = length(own); colour < $end; colour += 1n) {
    taken |= onAbsolute(colour * fields, own[Number(colour)], track);
  }
  return taken;
}

/** @type {(ground: RuleConstants, leader: bigint[], own: bigint[]) => boolean} */
export function isOver(ground, leader, own) {
  let colours, coloursHome, playersHome, whole;
  [colours, coloursHome, playersHome] = [0n, 0n, 0n];
  for (let player = 0n, $end = ground.players; player < $end; player += 1n) {
    whole = 1n;
    for (let colour = 0n, $end = length(own); colour < $end; colour += 1n) {
      if (leader[Number(colour)] === player) {
        colours += 1n;
        if (own[Number(colour)] === ground.home) {
          coloursHome += 1n;
        } else {
          whole = 0n;
        }
      }
    }
    playersHome += whole;
  }
  if (ground.neutral >= 0n) {
    return (coloursHome > 0n) && (own[Number(ground.neutral)] === ground.home);
  }
  return over(ground.ends, coloursHome, colours, playersHome, ground.players);
}

/** @type {(ends: bigint, coloursHome: bigint, colours: bigint, playersHome: bigint, players: bigint) => boolean} */
export function over(ends, coloursHome, colours, playersHome, players) {
  if (ends === FIRST_COLOUR) {
    return coloursHome > 0n;
  }
  if (ends === FIRST_PLAYER) {
    return playersHome > 0n;
  }
  if (ends === ALL_PLAYERS) {
    return playersHome >= (players - 1n);
  }
  return coloursHome >= (colours - 1n);
}

/** @type {(following: bigint[], own: bigint[], colour: bigint, die: bigint, finished: boolean, threeThrows: bigint, missed: bigint, mine: bigint, others: bigint, home: bigint, neutral: bigint, track: bigint) => [bigint, bigint]} */
export function nextThrow(following, own, colour, die, finished, threeThrows, missed, mine, others, home, neutral, track) {
  let misses;
  misses = missedBeforeNext(die, finished, threeThrows, missed, mine, others, track);
  if (misses === ENDED) {
    return [nextColour(following, own, colour, home, neutral), 0n];
  }
  return [colour, misses];
}

/** @type {(die: bigint, done: boolean, threeThrows: bigint, missed: bigint, own: bigint, others: bigint, track: bigint) => bigint} */
export function missedBeforeNext(die, done, threeThrows, missed, own, others, track) {
  if (done) {
    return ENDED;
  }
  if (die === SIX) {
    return 0n;
  }
  if (threeThrows && (missed < (THROWS_WHEN_STUCK - 1n)) && stuck(own, track) && stuck(others, track)) {
    return missed + 1n;
  }
  return ENDED;
}

/** @type {(own: bigint, track: bigint) => boolean} */
export function stuck(own, track) {
  let home;
  home = own >> track;
  return (own === (home << track)) && (((home & (~(home >> 1n))) & 7n) === 0n);
}

/** @type {(following: bigint[], own: bigint[], colour: bigint, home: bigint, neutral: bigint) => bigint} */
export function nextColour(following, own, colour, home, neutral) {
  colour = following[Number(colour)];
  while ((own[Number(colour)] === home) && (neutral < 0n)) {
    colour = following[Number(colour)];
  }
  return colour;
}

/** @type {(ends: bigint, neutral: bigint, leader: bigint[], finished: bigint[], thrower: bigint) => bigint} */
export function winner(ends, neutral, leader, finished, thrower) {
  if (ends !== FIRST_COLOUR) {
    return homeFirst(leader, finished);
  }
  if (neutral >= 0n) {
    for (const colour of finished) {
      if (colour === thrower) {
        return leader[Number(thrower)];
      }
    }
  }
  return leader[Number(finished[Number(0n)])];
}

/** @type {(leader: bigint[], finished: bigint[]) => bigint} */
export function homeFirst(leader, finished) {
  for (let number = 0n, $end = length(finished); number < $end; number += 1n) {
    if (completes(leader, finished, number)) {
      return leader[Number(finished[Number(number)])];
    }
  }
  return -1n;
}

/** @type {(leader: bigint[], finished: bigint[], number: bigint) => boolean} */
export function completes(leader, finished, number) {
  let missing, player;
  [player, missing] = [leader[Number(finished[Number(number)])], 0n];
  for (let colour = 0n, $end = length(leader); colour < $end; colour += 1n) {
    if (leader[Number(colour)] === player) {
      missing += 1n;
    }
  }
  for (let earlier = 0n, $end = number + 1n; earlier < $end; earlier += 1n) {
    if (leader[Number(finished[Number(earlier)])] === player) {
      missing -= 1n;
    }
  }
  return missing === 0n;
}

/** @type {(track: bigint) => bigint} */
export function allHome(track) {
  return HOME << track;
}

/** @type {(own: bigint, home: bigint) => bigint} */
export function penalisable(own, home) {
  return (own === home) ? 0n : own;
}

/** @type {(own: bigint[], doubles: bigint[], colour: bigint, field: bigint, throwing: bigint, missed: bigint, neutral: bigint, track: bigint) => bigint} */
export function penalise(own, doubles, colour, field, throwing, missed, neutral, track) {
  let others;
  leave(own, doubles, colour, field);
  if (missed === 0n) {
    return 0n;
  }
  others = (neutral >= 0n) ? own[Number(neutral)] : own[Number(throwing)];
  return (stuck(own[Number(throwing)], track) && stuck(others, track)) ? missed : 0n;
}

/** @type {(progresses: bigint[]) => [bigint, bigint]} */
export function masks(progresses) {
  let doubles, own;
  own = doubles = 0n;
  for (const at of progresses) {
    if (at >= 0n) {
      doubles |= own & (1n << at);
      own |= 1n << at;
    }
  }
  return [own, doubles];
}

/** @type {(progress: bigint, track: bigint) => string} */
export function fieldName(progress, track) {
  if (progress < 0n) {
    return YARD;
  }
  if (progress === 0n) {
    return START;
  }
  return (progress < track) ? String(progress) : HOME_LETTERS[Number(progress - track)];
}

/** @type {(track: bigint, die: bigint, kind: string, origin: bigint, to: bigint, neutral: string, source: bigint, target: bigint, carried: bigint, captured: string, missed: bigint) => string} */
export function token(track, die, kind, origin, to, neutral, source, target, carried, captured, missed) {
  let text;
  text = String(die);
  if (kind) {
    text += `@${kind}${origin}>${to}`;
  }
  if (source === NOWHERE) {
    return text;
  }
  text += `:${neutral}${fieldName(source, track)}-${fieldName(target, track)}`;
  if (carried !== NOWHERE) {
    text += `!${fieldName(carried, track)}`;
  }
  if (captured) {
    text += `x${captured}`;
  }
  if (missed !== NOWHERE) {
    text += `~${fieldName(missed, track)}`;
  }
  return text;
}

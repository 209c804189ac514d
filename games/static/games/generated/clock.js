// Made from the functions of the same names in rules/ by `make offline-rules`. Not written by hand: what is to change
// is changed there, and the reasons stand there.

/** @param {bigint} number @param {bigint} by */
const floorDivide = (number, by) => (number - modulo(number, by)) / by;
/** @param {bigint} number @param {bigint} by */
const modulo = (number, by) => ((number % by) + by) % by;

export const START = 1n;
export const SET = 16n;
export const PAUSE = 2n;
export const LIMIT = 8n;
export const RESUME = 4n;
export const STANDS = -1n;
export const NO_LIMIT = 0n;
export const MINUTE = 60n;

/** @type {(started: boolean, running: boolean, limitReached: boolean) => bigint} */
export function possibleActions(started, running, limitReached) {
  if (!started) {
    return START | SET;
  }
  if (running) {
    return (PAUSE | LIMIT) | SET;
  }
  return limitReached ? (RESUME | SET) : ((RESUME | LIMIT) | SET);
}

/** @type {(played: bigint, since: bigint, now: bigint) => bigint} */
export function playedUntil(played, since, now) {
  return ((since === STANDS) || (now < since)) ? played : ((played + now) - since);
}

/** @type {(seconds: bigint, limit: bigint) => string} */
export function clockReading(seconds, limit) {
  if (limit === NO_LIMIT) {
    return clockText(seconds);
  }
  return (seconds < limit) ? clockText(limit - seconds) : `+${clockText(seconds - limit)}`;
}

/** @type {(seconds: bigint) => string} */
export function clockText(seconds) {
  let minutes;
  minutes = floorDivide(seconds, MINUTE);
  return `${floorDivide(minutes, MINUTE)}:${twoDigits(modulo(minutes, MINUTE))}:${twoDigits(modulo(seconds, MINUTE))}`;
}

/** @type {(number: bigint) => string} */
export function twoDigits(number) {
  return (number > 9n) ? `${number}` : `0${number}`;
}

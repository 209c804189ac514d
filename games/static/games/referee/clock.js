// The clock of a game, as games/domain/clock.py has it: { played_ms, since, limit_reached, limit_ms }, empty
// before it is started; `limit_ms` only with a time limit.

import { LIMIT, NO_LIMIT, PAUSE, RESUME, SET, START, STANDS, clockReading, playedUntil, possibleActions } from "../generated/clock.js";
import { siteTime } from "../site-time.js";

const MINUTE = 60000;

/** @typedef {{ played_ms?: number, since?: string | null, limit_reached?: boolean, limit_ms?: number }} Clock */
/** @typedef {"start" | "pause" | "resume" | "limit" | "set"} Action */

/** @type {Record<Action, bigint>} */
const BITS = { start: START, pause: PAUSE, resume: RESUME, limit: LIMIT, set: SET };

// Whether an action is possible now.
/** @param {Clock} clock @param {Action} action */
export function canDo({ played_ms, since = null, limit_reached = false }, action) {
  return Boolean(possibleActions(played_ms !== undefined, since !== null, limit_reached) & BITS[action]);
}

// What is told of an action that is taken now: also sent much later it counts from this moment.
/** @param {Clock} clock @param {Record<string, any>} content */
export function stampAction(clock, content) {
  const now = Math.max(siteTime(), Date.parse(clock.since) || 0);
  return { ...content, at: new Date(now).toISOString() };
}

// The clock after an action; raises an error where that is not possible.
/** @param {Clock} clock @param {Record<string, any>} told `action`, `at` when, and of a limit `minutes` @returns {Clock} */
export function clockAfter(clock, { action, at, minutes }) {
  if (!canDo(clock, action)) throw new Error(`the clock cannot ${action} now`);
  const { played_ms = 0, since = null, limit_ms, ...told } = clock;
  const limit = limit_ms === undefined ? {} : { limit_ms };
  if (action === "start" || action === "resume") return { played_ms, since: at, limit_reached: false, ...limit };
  if (Date.parse(at) < Date.parse(since)) throw new Error("the clock was started later");
  if (action !== "set") return { played_ms: played(clock, Date.parse(at)), since: null, limit_reached: action === "limit", ...limit };
  if (!(minutes >= 0)) throw new Error("how many minutes");
  const started = clock.played_ms === undefined ? {} : { played_ms, since, ...told };
  return minutes ? { ...started, limit_ms: minutes * MINUTE } : started;
}

// What it shows now: "1:02:03", with a limit what is left of it.
/** @param {Clock} clock */
export function shownTime(clock) {
  return clockReading(BigInt(played(clock, siteTime())) / 1000n, limitOf(clock));
}

// The time limit in seconds.
/** @param {Clock} clock */
export const limitOf = ({ limit_ms }) => (limit_ms === undefined ? NO_LIMIT : BigInt(limit_ms) / 1000n);

// Whether the time is up, while the clock still runs.
/** @param {Clock} clock */
export function isTimeUp(clock) {
  return Boolean(clock.since) && clock.limit_ms !== undefined && played(clock, siteTime()) >= clock.limit_ms;
}

/** @param {Clock} clock @param {number} now in milliseconds, like what is returned */
function played({ played_ms = 0, since = null }, now) {
  const running = since === null ? STANDS : BigInt(Date.parse(since));
  return Number(playedUntil(BigInt(played_ms), running, BigInt(now)));
}

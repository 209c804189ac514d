// The clock of a game, as games/domain/clock.py has it: { played_ms, since, limit_reached }, empty before it is started.

import { LIMIT, PAUSE, RESUME, START, STANDS, clockText, playedUntil, possibleActions } from "../generated/clock.js";
import { siteTime } from "./http.js";

/** @typedef {{ played_ms?: number, since?: string | null, limit_reached?: boolean }} Clock */
/** @typedef {"start" | "pause" | "resume" | "limit"} Action */

/** @type {Record<Action, bigint>} */
const BITS = { start: START, pause: PAUSE, resume: RESUME, limit: LIMIT };

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
/** @param {Clock} clock @param {Record<string, any>} told `action`, and `at` when @returns {Clock} */
export function clockAfter(clock, { action, at }) {
  if (!canDo(clock, action)) throw new Error(`the clock cannot ${action} now`);
  const { played_ms = 0, since = null } = clock;
  if (action === "start" || action === "resume") return { played_ms, since: at, limit_reached: false };
  if (Date.parse(at) < Date.parse(since)) throw new Error("the clock was started later");
  return { played_ms: played(clock, Date.parse(at)), since: null, limit_reached: action === "limit" };
}

// What it shows now: "1:02:03".
/** @param {Clock} clock */
export function shownTime(clock) {
  return clockText(BigInt(played(clock, siteTime())) / 1000n);
}

/** @param {Clock} clock @param {number} now in milliseconds, like what is returned */
function played({ played_ms = 0, since = null }, now) {
  const running = since === null ? STANDS : BigInt(Date.parse(since));
  return Number(playedUntil(BigInt(played_ms), running, BigInt(now)));
}

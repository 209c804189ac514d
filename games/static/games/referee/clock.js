// The clock of a game, as games/domain/clock.py has it: { played_ms, since, limit_reached }, empty before it is started.

import { siteTime } from "./http.js";

/** @typedef {{ played_ms?: number, since?: string | null, limit_reached?: boolean }} Clock */
/** @typedef {"start" | "pause" | "resume" | "limit"} Action */

// What can be done to it now.
/** @param {Clock} clock @returns {Action[]} */
export function possibleActions({ played_ms, since, limit_reached }) {
  if (played_ms === undefined) return ["start"];
  if (since !== null) return ["pause", "limit"];
  return limit_reached ? ["resume"] : ["resume", "limit"];
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
  if (!possibleActions(clock).includes(action)) throw new Error(`the clock cannot ${action} now`);
  const { played_ms = 0, since = null } = clock;
  if (action === "start" || action === "resume") return { played_ms, since: at, limit_reached: false };
  const ran = since === null ? 0 : Date.parse(at) - Date.parse(since);
  if (!(ran >= 0)) throw new Error("the clock was started later");
  return { played_ms: played_ms + ran, since: null, limit_reached: action === "limit" };
}

// What it shows now: "1:02:03".
/** @param {Clock} clock */
export function clockText({ played_ms, since }) {
  const seconds = Math.floor((played_ms + (since === null ? 0 : Math.max(siteTime() - Date.parse(since), 0))) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

// Talking to the site.

import { hearTime } from "../site-time.js";

const LONGEST_ANSWER = 15000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

// What a refusal is called that comes because somebody else has recorded meanwhile.
export const STALE = "urn:rauswurf:problem:stale";

const wait = (time) => new Promise((done) => setTimeout(done, time));

export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Without https there is no randomUUID: version 4 by hand.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Django's token against forged requests; read anew each time, as it changes with every login.
function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

let lastReached = true;
let lost = 0; // when the browser said that there is no network; an answer to what was asked before says nothing more
let notify = () => {};

// Whether the site could be reached when it was asked last; `told` is called whenever that changes.
export const isReached = () => lastReached;
export const onReachChange = (told) => (notify = told);

function note(isThere) {
  if (isThere === lastReached) return;
  lastReached = isThere;
  notify();
}

addEventListener("offline", () => {
  lost = performance.now();
  note(false);
});

// What is raised where there is no connection, or no answer that is of use; `again` is the time to wait before asking
// again, as far as the site says so.
class Unanswered extends Error {
  constructor(answer) {
    super(answer ? String(answer.status) : "no connection");
    const told = Number(answer?.headers.get("Retry-After")) * 1000;
    this.again = Math.min(told || 0, LONGEST_WAIT);
  }
}

// The time to wait after an error: `pause`, or longer where the site says so.
export const pauseAfter = (error, pause) => Math.max(pause, error.again ?? 0);

// The answer to a request; raises an error where there is no connection, or none that is of use.
export async function ask(url, options = {}) {
  const asked = performance.now();
  const askedAt = Date.now(); // by the clock that siteTime corrects
  const sent = fetch(url, { cache: "no-store", signal: AbortSignal.timeout(LONGEST_ANSWER), ...options });
  const answer = await sent.catch(() => null);
  const isOfUse = answer !== null && answer.status < 500 && answer.status !== 429;
  if (!isOfUse || asked > lost) note(isOfUse);
  if (!isOfUse) throw new Unanswered(answer);
  hearTime(answer.headers.get("Date"), askedAt);
  return answer;
}

export function post(url, content, headers = {}) {
  const usual = { "Content-Type": "application/json", "X-CSRFToken": token() };
  return ask(url, { method: "POST", headers: { ...usual, ...headers }, body: JSON.stringify(content) });
}

// What is raised to whoever is not let in: to ask again is of no use before he has logged in.
export class LoggedOut extends Error {}

// The answer to what `request` asks, asked for again until there is one.
export async function askUntilAnswered(request, onFailure) {
  for (let pause = FIRST_WAIT; ; pause = Math.min(2 * pause, LONGEST_WAIT)) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof LoggedOut) throw error;
      onFailure();
      await wait(pauseAfter(error, pause));
    }
  }
}

// What a refusal says, in the language of the page.
export async function problem(answer) {
  const told = await answer.json().catch(() => ({}));
  return { ...told, status: answer.status, detail: told.detail || `${answer.status} ${answer.statusText}` };
}

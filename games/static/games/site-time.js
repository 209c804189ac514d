// The site's time, on a device whose own clock may be wrong. A page that a service worker has kept tells an old time
// for the present one: what an answer has told once is kept on the device, and a page alone changes it only where the
// device's clock must have been moved back since.

const NAME = "clock-ahead";
const WHOLE = 1000; // the site tells its time in whole seconds
/** @type {number | undefined} */
let ahead; // by how many milliseconds the device's clock is ahead of the site's

// By how much the device's clock is ahead, when the site has told its time between `asked` and `came`, both by that
// clock: what was believed before, as long as that can be, otherwise what is nearest to it.
/** @param {number} believed @param {number} asked @param {number} told @param {number} came */
export function aheadAfter(believed, asked, told, came) {
  return Math.min(Math.max(believed, asked - told - WHOLE), came - told);
}

/** @type {() => number | undefined} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? undefined;
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

// The site has told its time: in a page, of which nobody knows how old it is, or in an answer to what was `asked` then.
/** @param {string | null} told @param {number} [asked] */
export function hearTime(told, asked = -Infinity) {
  const heard = Date.parse(told ?? "");
  if (Number.isNaN(heard)) return;
  ahead = aheadAfter(ahead ?? kept() ?? Infinity, asked, heard, Date.now());
  try {
    localStorage.setItem(NAME, JSON.stringify(ahead));
  } catch {
    return;
  }
}

// Whether the pages here have told it to this script.
export const isTimeHeard = () => ahead !== undefined;

export const siteTime = () => Date.now() - (ahead ?? 0);

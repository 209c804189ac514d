// What the site tells of each kind of event (games/presenters/offline_payload.py); no list of kinds stands here.

const KINDS = JSON.parse(document.getElementById("kinds").textContent);
const at = (path) => Object.values(KINDS).find((kind) => kind.path === path);

// Whether an entry that is sent to `path` is kept on the phone, like throws: it needs nothing of the site.
export const isKeptHere = (path) => at(path).isKept;

// Whether it builds on the board; what does not is right whatever is on it meanwhile.
export const needsBoard = (path) => at(path).needsBoard;

// Whether an event of somebody else may stand in place of one that waits here.
export const collides = (name) => KINDS[name].collides;

// What is recorded on this phone: kept first, then drawn, then sent in order, as often as it takes. Every entry
// carries an id of its own and the number of the event it builds on, so that a repeat does no harm and nothing is
// written over what somebody else has recorded.

import { LoggedOut, STALE, ask, askUntilAnswered, newId, pauseAfter, post, problem } from "./http.js";
import { say } from "./i18n.js";
import { collides, needsBoard } from "./kinds.js";
import { GameState } from "./state.js";

// Throws in one request when much has to be made up for.
const AT_ONCE = 50;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

export class Recording {
  state = "sent"; // "sending", "waiting" for a connection, "login", "conflict"
  conflict = null;
  #queue;
  #api;
  #changed;
  #fetch;
  #flight = null; // what is being sent
  #pause = FIRST_WAIT;
  #timer;
  #isStopped = false;

  // `site` is the game as the page brought it; `changed` is told of every change, `fetchSite` gets the game anew.
  static async open({ queue, api, site, changed, fetchSite }) {
    const recording = new Recording();
    recording.#queue = queue;
    recording.#api = api;
    recording.#changed = changed;
    recording.#fetch = fetchSite;
    recording.entries = await queue.entries();
    const kept = await queue.base();
    // The page may come from the phone's own cache, older than what has been sent since; entries that wait build on
    // what was known when they were made.
    const useKept = kept && (recording.entries.length || kept.number > site.number);
    recording.base = new GameState(useKept ? kept : site);
    try {
      recording.#follow();
    } catch {
      // What waits does not follow from what is known here, as after a conflict that was broken off: somebody decides.
      recording.#disagree(new GameState(site), "");
    }
    if (!useKept) await queue.keep(recording.base, recording.entries, []);
    return recording;
  }

  // The game after all that waits here; in a conflict as the site has it.
  #follow() {
    this.now = this.conflict
      ? this.conflict.site
      : this.entries.reduce((standing, entry) => standing.after(entry), this.base);
  }

  get isSent() {
    return this.entries.length === 0;
  }

  // Keep an entry, then show it, then send it. Raises an error where it cannot be made; nothing has happened then.
  async add(path, content) {
    if (this.conflict) throw new Error("first the conflict");
    const before = this.now;
    const next = before.after({ path, content });
    const entry = {
      id: newId(),
      at: (this.entries.at(-1)?.at ?? Date.now()) + 1,
      path,
      content,
      expected: this.now.number,
      happened_at: new Date().toISOString(),
      ...this.now.named({ path, content }),
    };
    const isToStay = this.state === "waiting" || this.state === "login";
    await this.#queue.add(entry, isToStay);
    this.entries.push(entry);
    if (this.now === before) this.now = next;
    else if (this.conflict) this.#follow();
    else {
      this.#count(); // an answer has come meanwhile
      await this.#queue.add(entry, isToStay);
    }
    if (this.state === "sent") this.state = "sending";
    this.#changed("entry");
    this.send();
  }

  // The game as the site has it; not while entries wait that build on another one.
  async take(site) {
    if (!this.isSent || this.conflict || this.#isStopped) return;
    this.base = new GameState(site);
    this.#follow();
    await this.#queue.keep(this.base, [], []);
  }

  // Leave everything to somebody else, as it was kept last.
  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  // --- sending --------------------------------------------------------------------------------------------------

  // Send what waits; settled as soon as all of it is sent, or cannot be for now.
  send() {
    this.#flight ??= this.#sendAll().finally(() => (this.#flight = null));
    return this.#flight;
  }

  async #sendAll() {
    if (this.conflict || this.#isStopped) return;
    clearTimeout(this.#timer);
    try {
      while (this.entries.length && !this.conflict) await this.#sendNext();
      if (!this.conflict) this.state = "sent";
      this.#pause = FIRST_WAIT;
    } catch (error) {
      if (this.#isStopped) return;
      this.state = error instanceof LoggedOut ? "login" : "waiting";
      this.#timer = setTimeout(() => this.send(), pauseAfter(error, this.#pause));
      this.#pause = Math.min(2 * this.#pause, LONGEST_WAIT);
    }
    this.#changed(this.state);
  }

  async #sendNext() {
    const others = this.entries.findIndex((entry) => entry.path !== "throws/");
    const throws = this.entries.slice(0, others < 0 ? AT_ONCE : Math.min(others, AT_ONCE));
    const batch = throws.length ? throws : this.entries.slice(0, 1);
    const bodies = batch.map(bodyOf);
    const answer = await this.#post(batch[0].path, bodies.length === 1 ? bodies[0] : bodies);
    if (answer.ok) return this.#sent(batch, await answer.json());
    const refusal = await problem(answer);
    if (refusal.type === STALE && (await this.#settledByItself(refusal))) return;
    await this.#collide(refusal);
  }

  async #post(path, content) {
    const answer = await post(this.#api + path, content);
    if (this.#isStopped) return new Promise(() => {}); // whatever the answer is, nothing follows from it here
    if (answer.status === 401 || (answer.status === 403 && !(await isForbidden(answer)))) throw new LoggedOut();
    return answer;
  }

  async #sent(batch, { game, events }) {
    this.entries.splice(0, batch.length);
    const after = batch.reduce((standing, entry) => standing.after(entry), this.base);
    // What is beside the board may have come after steps of somebody else: those are met with the next entry that
    // builds on the board, or by looking.
    const isNext = events[0].number === this.base.number + 1;
    const base = isNext ? after : new GameState({ ...after.toJSON(), number: this.base.number });
    this.base = base;
    if (!isNext) this.#count();
    await this.#queue.keep(base, isNext ? [] : this.entries, batch);
    // Somebody else has gone on since, or the site sees it differently: what it has counts.
    const isBoth = game.number === base.number && game.position === base.position;
    if (!isBoth || !needsBoard(batch[0].path)) this.#changed("behind");
    else if (this.entries.length) this.#changed("sending");
  }

  // --- two referees ---------------------------------------------------------------------------------------------

  // Whether there is nothing to decide: the board has not changed, or the other has recorded the very same.
  async #settledByItself({ current, missed }) {
    const { base } = this;
    if (current.position === base.position && current.state === base.state) {
      return this.#renumbered(current.number);
    }
    const theirs = missed.filter(({ kind }) => collides(kind));
    const steps = this.entries.filter(({ path }) => needsBoard(path));
    const mine = steps.slice(0, theirs.length);
    if (!mine.length || mine.length < theirs.length || !theirs.every((event, at) => isSame(event, mine[at]))) return false;
    this.entries = this.entries.filter((entry) => !mine.includes(entry));
    const after = mine.reduce((standing, entry) => standing.after(entry), base);
    this.base = new GameState({ ...after.toJSON(), number: missed.at(-1).number });
    this.#count();
    // In this order: should the page be closed between, what the site has too is missing in a list at most.
    await this.#queue.keep(this.base, this.entries, mine);
    await this.#queue.drop(mine);
    this.#changed("same");
    return true;
  }

  // What builds on the board builds on a later event now, after which the board is the same. Whether that changes
  // anything: to send the same again would be refused for ever.
  async #renumbered(number) {
    const refused = this.entries[0].expected;
    this.base = new GameState({ ...this.base.toJSON(), number });
    this.#count();
    if (this.entries[0].expected === refused) return false;
    await this.#queue.keep(this.base, this.entries, []);
    this.#changed("behind");
    return true;
  }

  // Every entry that waits builds on the one before it, the first on the game as the site has it.
  #count() {
    this.now = this.base;
    for (const entry of this.entries) {
      entry.expected = this.now.number;
      this.now = this.now.after(entry);
    }
  }

  async #collide(refusal) {
    this.#disagree(new GameState(await this.#fetch()), refusal.type === STALE ? "" : refusal.detail);
    this.#changed("conflict");
  }

  #disagree(site, refusal) {
    this.conflict = { from: this.base.number, refusal, site, called: false };
    this.state = "conflict";
    this.#follow();
  }

  // The first entry that waits, made after what the site has; `null` where that cannot be.
  get first() {
    const entry = { ...this.entries[0], expected: this.conflict.site.number };
    try {
      return { entry, ...this.conflict.site.named(entry) };
    } catch {
      return null;
    }
  }

  // Record it there; what comes after it is decided next.
  recordFirst() {
    return this.#decided(async () => {
      const { entry } = this.first;
      const answer = await this.#answered(() => this.#post(entry.path, bodyOf(entry)));
      if (!answer.ok) return this.#collide(await problem(answer));
      const [gone] = this.entries.splice(0, 1);
      await this.#queue.keep(this.base, [], [gone]);
      await this.#resolved();
    });
  }

  // How many steps of theirs are to be taken back, so that the board is the one that this phone knew; 0: none lead there.
  get stepsOfTheirs() {
    const { refusal, isBegun, site, from } = this.conflict;
    return refusal || isBegun ? 0 : site.stepsBackTo(this.base.position, from);
  }

  // Take theirs back, and send what waits as it is.
  recordInstead() {
    const told = { throws: this.stepsOfTheirs, reason: say("other phone"), expected: this.conflict.site.number };
    const entry = { ...told, id: newId(), happened_at: new Date().toISOString() };
    return this.#decided(async () => {
      const answer = await this.#answered(() => this.#post("take-back/", entry));
      if (!answer.ok) return this.#collide(await problem(answer));
      const site = new GameState(await this.#answered(this.#fetch));
      if (site.position !== this.base.position) {
        this.#disagree(site, "");
        return this.#changed("conflict");
      }
      this.conflict = null;
      this.state = "sending";
      this.base = site;
      this.#count();
      await this.#queue.keep(this.base, this.entries, []);
      this.#changed("sent");
      this.send();
    });
  }

  // Leave out the first entries that wait. They stay in the list of what was dropped.
  drop(many) {
    return this.#decided(async () => {
      await this.#queue.drop(this.entries.splice(0, many));
      await this.#resolved();
    });
  }

  // Ask somebody else to decide, once however often it is sent; what waits stays.
  callChief(text) {
    const call = { text: text.slice(0, 1000), id: newId(), happened_at: new Date().toISOString() };
    return this.#decided(async () => {
      const answer = await this.#answered(() => this.#post("call/", call));
      this.conflict.called = answer.ok;
      if (!answer.ok) this.conflict.refusal = (await problem(answer)).detail;
      this.#changed("conflict");
    });
  }

  // Whoever is logged out meanwhile is told; the conflict is found again once he is back.
  async #decided(decide) {
    try {
      await decide();
    } catch (error) {
      if (!(error instanceof LoggedOut)) throw error;
      this.state = "login";
      this.#changed("conflict");
    }
  }

  #answered(request) {
    return askUntilAnswered(request, () => this.#changed("waiting"));
  }

  async #resolved() {
    const site = await this.#answered(this.#fetch);
    if (this.entries.length) {
      this.conflict.site = new GameState(site);
      this.conflict.isBegun = true; // some of what waited stands after theirs now
      this.conflict.refusal = "";
      this.#follow();
      return this.#changed("conflict");
    }
    this.conflict = null;
    this.state = "sent";
    await this.take(site);
    this.#changed("sent");
  }

  dropped() {
    return this.#queue.dropped();
  }

  // What the site says of every pawn with a die; null where it cannot be asked now.
  async pawnsOf(die) {
    const answer = this.isSent && (await ask(`${this.#api}moves/?die=${die}`).catch(() => null));
    return answer?.ok ? (await answer.json()).pawns : null;
  }
}

// An entry as the site is told of it.
function bodyOf({ path, content, id, expected, happened_at }) {
  return { ...content, id, happened_at, ...(needsBoard(path) ? { expected } : {}) };
}

// Whether somebody who is known may not do what he asks for, and not only the login is missing.
async function isForbidden(answer) {
  return "roles" in (await problem(answer.clone()));
}

// Whether a colleague has recorded what an entry records.
function isSame({ kind, payload }, { path, content }) {
  if (kind === "void die") return path === "void-die/";
  return kind === "throw" && path === "throws/" && payload.die === content.die && payload.move === (content.move ?? null);
}

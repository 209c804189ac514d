// What this phone keeps of a game: the entries that are not sent yet, the game as the site had it, and what was
// dropped in a conflict. In IndexedDB, where it outlives page, browser and battery; without it in memory.

const NAME = "rauswurf-referee";
const STORES = ["entries", "bases", "dropped"];

export async function openOutbox(game) {
  try {
    return new StoredOutbox(await database(), game);
  } catch {
    return new MemoryOutbox();
  }
}

function database() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" }).createIndex("game", "game");
      request.result.createObjectStore("bases", { keyPath: "game" });
      request.result.createObjectStore("dropped", { keyPath: "id" }).createIndex("game", "game");
    };
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => failed(request.error);
  });
}

const answer = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

class StoredOutbox {
  isKept = true;

  constructor(opened, game) {
    this.opened = opened;
    this.game = game;
  }

  // What `work` writes is kept when this returns, or nothing of it: even when the browser is killed, and if it is
  // strict (which takes longer) when the battery is taken out.
  #write(work, durability = "relaxed") {
    return new Promise((done, failed) => {
      const transaction = this.opened.transaction(STORES, "readwrite", { durability });
      transaction.oncomplete = () => done();
      transaction.onabort = transaction.onerror = () => failed(transaction.error);
      work(...STORES.map((name) => transaction.objectStore(name)));
    });
  }

  #all(name) {
    return answer(this.opened.transaction(name).objectStore(name).index("game").getAll(this.game));
  }

  // The entries in the order in which they were made.
  async entries() {
    return (await this.#all("entries")).sort((one, other) => one.at - other.at);
  }

  async base() {
    const kept = await answer(this.opened.transaction("bases").objectStore("bases").get(this.game));
    return kept && JSON.parse(kept.standing);
  }

  // An entry, on top of what was kept last; strictly where it will stay here for a while.
  add(entry, isToStay) {
    return this.#write((entries) => entries.put({ ...entry, game: this.game }), isToStay ? "strict" : "relaxed");
  }

  // The game as the site has it now; `entries` are those that wait still, `gone` those that do not any more.
  keep(base, entries, gone) {
    return this.#write((store, bases) => {
      for (const { id } of gone) store.delete(id);
      for (const entry of entries) store.put({ ...entry, game: this.game });
      bases.put({ game: this.game, standing: JSON.stringify(base) });
    });
  }

  drop(entries) {
    return this.#write((store, _, dropped) => {
      for (const entry of entries) {
        store.delete(entry.id);
        dropped.put({ ...entry, game: this.game, droppedAt: new Date().toISOString() });
      }
    });
  }

  async dropped() {
    return (await this.#all("dropped")).sort((one, other) => one.at - other.at);
  }
}

// The same without a memory beyond the page.
class MemoryOutbox {
  isKept = false;
  #dropped = [];

  entries() {
    return Promise.resolve([]);
  }

  base() {
    return Promise.resolve(undefined);
  }

  add() {
    return Promise.resolve();
  }

  keep() {
    return Promise.resolve();
  }

  drop(entries) {
    this.#dropped.push(...entries);
    return Promise.resolve();
  }

  dropped() {
    return Promise.resolve(this.#dropped);
  }
}

// A form is sent: kept on the phone where it can be, otherwise judged by the site.

import { stampAction } from "./clock.js";
import { fetchDesk, replaceDesk } from "./desk.js";
import { contentOf } from "./forms.js";
import { LoggedOut, STALE, newId, post, problem } from "./http.js";
import { say } from "./i18n.js";
import { isKeptHere, needsBoard } from "./kinds.js";
import { announce, complain, lastInWords } from "./messages.js";
import { api, desk, drawn, inTurn, session } from "./session.js";

export function send(form, button) {
  inTurn(async () => {
    const content = contentOf(form, button);
    const path = form.dataset.send;
    if (isKeptHere(path) && (await isKept(path, content))) return fold(form);
    await session.recording.send();
    if (!session.recording.isSent) return complain(say("needs connection"), form);
    await enter(form, content);
  });
}

// Whether an entry can be made on the phone.
async function isKept(path, told) {
  const content = path === "clock/" ? stampAction(session.recording.now.clock, told) : told;
  try {
    session.recording.now.after({ path, content });
  } catch {
    return false; // it reaches back farther than the phone knows, or the site says why not
  }
  await session.recording.add(path, content);
  return true;
}

function fold(form) {
  complain("");
  const act = form.closest("details.act");
  session.touched = false;
  if (!act) return;
  form.reset();
  act.open = false;
}

// A form that only the site can judge. Sent again it is the same entry, as long as nothing else is written into it.
async function enter(form, content) {
  session.busy = true;
  try {
    const expected = needsBoard(form.dataset.send) ? { expected: Number(drawn().dataset.number) } : {};
    form.dataset.entry ||= newId();
    const entry = { ...content, ...expected, id: form.dataset.entry, happened_at: new Date().toISOString() };
    const answer = await post(api + form.dataset.send, entry);
    const refusal = answer.ok ? null : await problem(answer);
    const isStale = refusal?.type === STALE;
    if (!refusal || isStale) {
      const found = await fetchDesk(false);
      await session.recording.take(found.site);
      replaceDesk(found);
      announce(lastInWords());
    }
    complain(isStale ? desk.dataset.stale : (refusal?.detail ?? ""), form);
  } catch (error) {
    complain(say(error instanceof LoggedOut ? "log in" : "needs connection"), form);
  }
  session.busy = false;
}

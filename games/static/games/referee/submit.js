// A form is sent: kept on the phone where it can be, otherwise judged by the site.

import { previewed } from "./board-editor.js";
import { stampAction } from "./clock.js";
import { fetchDesk, replaceDesk } from "./desk.js";
import { contentOf, refusalOn } from "./forms.js";
import { LoggedOut, STALE, newId, post, problem } from "./http.js";
import { say } from "./i18n.js";
import { isKeptHere, needsBoard } from "./kinds.js";
import { announce, complain, lastInWords, tell } from "./messages.js";
import { closePanel, openAct } from "./panel.js";
import { api, desk, drawn, inTurn, session } from "./session.js";
import { shutOut } from "./status.js";

export function send(form, button) {
  inTurn(async () => {
    if (form.dataset.preview) {
      await previewed();
      if (!form.isConnected) return complain(desk.dataset.stale); // another desk has come meanwhile
    }
    const content = contentOf(form, button);
    const path = form.dataset.send;
    const voided = form.dataset.takeBack && session.recording.now.voided;
    if (voided) return withdraw(voided.text);
    if (isKeptHere(path) && (await isKept(path, content))) return fold(form, path, button);
    await session.recording.send();
    if (!session.recording.isSent) return complain(say("needs connection"), form);
    await enter(form, content);
  });
}

// Whether an entry can be made on the phone.
export async function isKept(path, told) {
  const content = path === "clock/" ? stampAction(session.recording.now.clock, told) : told;
  try {
    session.recording.now.after({ path, content });
  } catch {
    return false; // it reaches back farther than the phone knows, or the site says why not
  }
  await session.recording.add(path, content);
  return true;
}

// Entered: the form folds up, and what was recorded is told; where something follows from it that is open next.
function fold(form, path, button) {
  complain("");
  const act = form.closest("details.act");
  session.touched = false;
  form.reset();
  if (!act) return;
  act.open = false;
  closePanel();
  tellRecorded(path);
  if (button?.dataset.leads) openAct(button.dataset.leads);
}

// What was just recorded, with the way back: what stands on the board is taken back, what was only said is withdrawn by
// a note, as nothing is ever erased.
export function tellRecorded(path) {
  const { steps, isRunning } = session.recording.now;
  if (!isRunning || !steps.length) return;
  const [{ text, isStep }] = steps;
  const isSaid = ["void-die/", "note/"].includes(path);
  const undo = () => inTurn(() => (isStep ? undoLast() : withdraw(text)));
  tell(say("recorded", { what: text }), isStep || isSaid ? [say("undo"), undo] : undefined);
}

// What reaches back farther than the phone knows is taken back as by the key.
async function undoLast() {
  if (!(await isKept("take-back/", {}))) desk.querySelector("[data-take-back]")?.requestSubmit();
}

// What was only said is withdrawn by saying so.
/** @param {string} what */
async function withdraw(what) {
  tell("");
  await isKept("note/", { text: say("withdrawn", { what }) });
}

// What one entry has decided is the next one.
/** @param {string} path */
function goOn(path) {
  /** @type {HTMLButtonElement} */ (desk.querySelector(`form[data-send="${path}"] button`))?.click();
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
      if (!refusal) form.reset();
      replaceDesk(found);
      announce(lastInWords());
      if (!refusal && form.dataset.then) goOn(form.dataset.then);
      if (!refusal && form.closest("details.act, .open-call")) {
        closePanel();
        tellRecorded(form.dataset.send);
      }
    }
    complain(isStale ? desk.dataset.stale : (refusal ? refusalOn(form, refusal) : ""), form);
  } catch (error) {
    complain(say(error instanceof LoggedOut ? shutOut : "needs connection"), form);
  }
  session.busy = false;
}

// Passkeys: what the page asks (JSON, bytes as Base64 for addresses) is handed to the browser, and its answer sent with
// the form. Without script the form stays hidden.

/** @param {string} text */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null | undefined} bytes */
function toText(bytes) {
  if (!bytes) return undefined;
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {any[] | undefined} known */
function withBytes(known) {
  return (known ?? []).map((each) => ({ ...each, id: toBytes(each.id) }));
}

/** @param {any} question */
async function make(question) {
  const user = { ...question.user, id: toBytes(question.user.id) };
  const excludeCredentials = withBytes(question.excludeCredentials);
  const publicKey = { ...question, user, excludeCredentials, challenge: toBytes(question.challenge) };
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  return answerOf(made, {
    clientDataJSON: toText(made.response.clientDataJSON),
    attestationObject: toText(made.response.attestationObject),
  });
}

/** @param {any} question */
async function sign(question) {
  const allowCredentials = withBytes(question.allowCredentials);
  const publicKey = { ...question, allowCredentials, challenge: toBytes(question.challenge) };
  const signed = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
  return answerOf(signed, {
    clientDataJSON: toText(signed.response.clientDataJSON),
    authenticatorData: toText(signed.response.authenticatorData),
    signature: toText(signed.response.signature),
    userHandle: toText(signed.response.userHandle),
  });
}

/**
 * @param {any} credential
 * @param {Record<string, string | undefined>} response
 */
function answerOf(credential, response) {
  const { id, type } = credential;
  return { id, rawId: toText(credential.rawId), type, response, clientExtensionResults: {} };
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const trouble = /** @type {HTMLElement} */ (form.querySelector("p[role=alert]"));
  trouble.hidden = true;
  const question = JSON.parse(document.getElementById("passkey-question")?.textContent ?? "{}").publicKey;
  try {
    const answer = await (form.dataset.passkey === "new" ? make(question) : sign(question));
    /** @type {HTMLInputElement} */ (form.elements.namedItem("answer")).value = JSON.stringify(answer);
    form.submit();
  } catch {
    // The browser tells sites alike whether somebody said no or has no such key.
    trouble.textContent = form.dataset.cancelled ?? "";
    trouble.hidden = false;
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  if (!("credentials" in navigator)) continue;
  form.hidden = false;
  form.querySelector("button")?.addEventListener("click", () => {
    if (form.reportValidity()) ask(form);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}

// The buttons beside a link or a text: copy it, share it, print the page. Without script they stay hidden.

/** @param {HTMLElement} button */
function textOf(button) {
  const id = button.dataset.copy ?? button.dataset.share ?? "";
  return document.getElementById(id)?.textContent?.trim() ?? "";
}

/**
 * Browsers give a clipboard to https and to this machine alone; elsewhere the link is selected and copied as by hand.
 * @param {HTMLElement} button
 */
async function copy(button) {
  const text = textOf(button);
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    const link = document.getElementById(button.dataset.copy ?? "");
    if (!link) return;
    getSelection()?.selectAllChildren(link);
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done ?? "";
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
  button.hidden = !("share" in navigator);
  button.addEventListener("click", () => navigator.share({ url: textOf(button) }).catch(() => {}));
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

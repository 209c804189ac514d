// What the admin's own scripts leave unnamed gets the name that stands beside it; they add fields at any time.

function nameFields() {
  for (const box of document.querySelectorAll(".select2-selection")) {
    const select = box.closest(".select2").previousElementSibling;
    const name = select?.labels?.[0]?.textContent.trim() || heading(select);
    if (!name) continue;
    for (const part of [box, box.querySelector("[role=textbox]")]) {
      part?.removeAttribute("aria-labelledby");
      part?.setAttribute("aria-label", name);
    }
  }
  for (const field of document.querySelectorAll(".tabular td input:not([type=hidden]), .tabular td select")) {
    if (!field.labels.length && heading(field)) field.setAttribute("aria-label", heading(field));
  }
  const search = document.getElementById("searchbar");
  search?.setAttribute("aria-label", search.labels[0].firstElementChild.alt);
}

// In a table of forms the head of the column.
function heading(field) {
  const cell = field?.closest("td");
  const head = cell?.closest("table")?.tHead?.rows[0].cells[cell.cellIndex];
  return head?.textContent.trim() ?? "";
}

nameFields();
new MutationObserver(nameFields).observe(document.body, { childList: true, subtree: true });

// Narrows a list while a name is typed; without it the form asks the server.
for (const input of document.querySelectorAll("input[data-filters]")) {
  const nobody = document.querySelector(input.dataset.empty);
  const narrow = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const rows = document.querySelectorAll(`${input.dataset.filters} [data-search]`);
    let found = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => row.dataset.search.includes(word));
      if (!row.hidden) found += 1;
    }
    if (rows.length) nobody.hidden = found > 0;
  };
  input.addEventListener("input", narrow);
  document.addEventListener("htmx:afterSettle", narrow);
  document.addEventListener("htmx:oobAfterSwap", narrow);
  narrow();
}

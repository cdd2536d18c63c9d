// Filters a list while its reader types. Without it the form asks the server.
// The words and their meaning are those of Person.answers_to.

const form = document.querySelector("form.find");
const status = document.getElementById("found");

function plain(text) {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
}

function answers(one, word) {
  return /^\d+$/.test(word)
    ? Number(one.dataset.no) === Number(word)
    : one.dataset.find.includes(word);
}

// A page that the server has searched holds only what it found.
function isWhole() {
  return !document.getElementById("live").hasAttribute("data-partial");
}

function filter() {
  if (!isWhole()) return;
  const live = document.getElementById("live");
  const words = plain(form.elements.q.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const one of live.querySelectorAll("[data-find]")) {
    const hit = words.every((word) => answers(one, word));
    one.hidden = !hit;
    found += hit;
  }
  const searching = words.length > 0;
  live.classList.toggle("searching", searching);
  live.classList.toggle("few", searching && found > 0 && found <= 3);
  const { findNone, findSome } = form.dataset;
  status.textContent = searching ? (found ? findSome.replace("%s", found) : findNone) : "";
}

if (form) {
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    if (!isWhole()) return;
    event.preventDefault();
    form.elements.q.blur(); // puts a phone's keyboard away
  });
  // htmx puts a new list in place of the old one, and settles it a moment later.
  document.body.addEventListener("htmx:afterSwap", filter);
  document.body.addEventListener("htmx:afterSettle", filter);
  filter();
}

// Filters a list while its reader types. Without it the form asks the server.
// The words and their meaning are those of Person.answers_to.

const form = document.querySelector("form.find");
const status = document.getElementById("found");

function answers(one, word) {
  return /^\d{1,5}$/.test(word)
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
  const words = fold(form.elements.q.value).split(/\s+/).filter(Boolean);
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
  const said = searching ? (found ? findSome.replace("%s", found) : findNone) : "";
  // Set anew, the same words would be read out anew with every change of the page.
  if (status.textContent !== said) status.textContent = said;
}

if (form) {
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    if (!isWhole()) return;
    event.preventDefault();
    form.elements.q.blur(); // puts a phone's keyboard away
  });
  document.body.addEventListener("htmx:afterSettle", filter);
  filter();
}

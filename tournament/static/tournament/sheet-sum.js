// Keeps "A finished sheet sums to 10 × (5 + 3 + 1) = 90." true while numbers change.
const line = document.querySelector("[data-sheet-sum]");

if (line) {
  const fields = {
    games: "games",
    first: "points_first",
    second: "points_second",
    third: "points_third",
  };
  const form = line.closest("form");

  const update = () => {
    const facts = {};
    for (const [fact, name] of Object.entries(fields)) {
      facts[fact] = form.elements[name].valueAsNumber;
    }
    facts.sum = facts.games * (facts.first + facts.second + facts.third);
    line.hidden = !Number.isFinite(facts.sum);
    line.textContent = line.dataset.sheetSum.replace(
      /%\((\w+)\)s/g,
      (_, fact) => facts[fact],
    );
  };
  form.addEventListener("input", (event) => {
    if (Object.values(fields).includes(event.target.name)) update();
  });
}

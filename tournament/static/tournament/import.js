// Counts the ticked lines, and names a file that is too large before it is sent.
const count = document.querySelector("[data-count-ticked]");
if (count) {
  document.addEventListener("change", (event) => {
    if (!event.target.matches("input[name$='-take']")) return;
    const ticked = document.querySelectorAll("input[name$='-take']:checked").length;
    const { one, many } = count.dataset;
    count.textContent = ticked === 1 ? one : many.replace("%s", ticked);
    event.target.closest("tbody").classList.toggle("left-out", !event.target.checked);
  });
}

const file = document.querySelector("input[data-most-bytes]");
if (file) {
  const tooLarge = document.getElementById("too-large");
  const isTooLarge = () => file.files[0]?.size > Number(file.dataset.mostBytes);
  file.addEventListener("change", () => {
    tooLarge.hidden = !isTooLarge();
  });
  file.form.addEventListener("submit", (event) => {
    if (isTooLarge()) event.preventDefault();
  });
}

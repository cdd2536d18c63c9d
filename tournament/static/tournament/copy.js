// Buttons that copy an address. Without a script the field itself can be copied.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Browsers lend the clipboard to https pages only; a pub's Wi-Fi is http.
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
  });
}

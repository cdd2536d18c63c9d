// On a phone the tabs scroll sideways: bring the one of this page into sight.
{
  const list = document.querySelector(".tabs ul");
  const here = list?.querySelector("[aria-current]");
  if (here) {
    const room = list.clientWidth - here.offsetWidth;
    list.scrollLeft = here.offsetLeft - list.offsetLeft - room / 2;
  }
}

// Says so when a tap did not reach the server, and takes it back with the next one.
const offline = document.getElementById("offline");
const wasTap = (event) => event.detail.requestConfig?.verb === "post";

for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    if (wasTap(event)) offline.hidden = false;
  });
}
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (wasTap(event)) offline.hidden = true;
});

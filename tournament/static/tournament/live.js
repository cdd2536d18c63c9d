// Has the parts of a page that name a topic ask for themselves when it changes.
// htmx polls as the floor; while the stream is open most of its polls are left out.
{
  const SELDOM = 15_000;
  const AGAIN = 30_000;
  const streams = new Map(); // address -> EventSource
  const asked = new WeakMap(); // part -> when it last asked
  const busy = new Map(); // requests on their way -> the part that they will change
  const late = new Set(); // addresses that changed meanwhile

  const parts = () => document.querySelectorAll("[data-live]");
  const isBusy = (part) => [...busy.values()].includes(part);
  const revision = (text) => Number(/[?&;]v=(\d+)/.exec(text)?.[1]);
  const isOpen = (address) => streams.get(address)?.readyState === EventSource.OPEN;

  function nudge(address) {
    for (const part of parts()) {
      if (part.dataset.live !== address) continue;
      if (isBusy(part)) late.add(address);
      else part.dispatchEvent(new Event("nudge"));
    }
  }

  function listen(address) {
    const source = new EventSource(address);
    streams.set(address, source);
    // Whatever changed before the stream was open (again) was not heard.
    source.onopen = source.onmessage = () => nudge(address);
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return; // it comes back by itself
      setTimeout(() => {
        if (streams.get(address) !== source) return;
        streams.delete(address);
        listenToAll();
      }, AGAIN);
    };
  }

  function listenToAll() {
    if (document.hidden) return;
    for (const part of parts()) {
      if (!streams.has(part.dataset.live)) listen(part.dataset.live);
    }
  }

  // A browser has six connections for all its tabs: a hidden one gives its own back.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      for (const source of streams.values()) source.close();
      streams.clear();
    } else {
      listenToAll();
      for (const part of parts()) nudge(part.dataset.live);
    }
  });

  document.addEventListener("htmx:load", listenToAll);
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    const address = elt.dataset.live;
    if (!address) {
      // A press within a part: what it brings is heard of before its own answer is
      // here, and asked for then it would come without a session that is only made.
      const part = elt.closest("[data-live]");
      if (part) busy.set(xhr, part);
      return;
    }
    const isPoll = !requestConfig.triggeringEvent;
    const recently = Date.now() - (asked.get(elt) ?? 0) < SELDOM - 1000;
    if (isPoll && (document.hidden || (isOpen(address) && recently))) {
      event.preventDefault();
    } else {
      asked.set(elt, Date.now());
      busy.set(xhr, elt);
    }
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    const address = busy.get(xhr)?.dataset.live;
    busy.delete(xhr);
    if (late.delete(address)) nudge(address);
  });

  // What a reader has opened stays open, and what he has typed or marked stays, until
  // the answer to a press of his own; the server does not know of it.
  let isAnswer = false;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { verb, elt } = detail.requestConfig;
    isAnswer = verb !== "get" && elt.dataset.part !== "auto"; // nobody pressed that
    // Of two answers on their way the older may come last: it is thrown away.
    const shown = revision(detail.target.getAttribute("hx-get"));
    const isOlder = revision(detail.serverResponse) < shown;
    if (isOlder && detail.xhr.status === 200) detail.shouldSwap = false;
  });
  const isOpened = (name, node) => name === "open" && node instanceof HTMLDetailsElement;
  const isTyped = (name, node) =>
    node instanceof HTMLInputElement &&
    !isAnswer &&
    ((name === "value" && node.value !== node.defaultValue) ||
      (name === "checked" && node.checked !== node.defaultChecked));
  if (window.Idiomorph) {
    Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      !isOpened(name, node) && !isTyped(name, node);
  }
  listenToAll();
}

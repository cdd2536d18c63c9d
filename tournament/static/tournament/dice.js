// The dice table: keys, shaking, sound, the clock, and this phone's part of the dice.
// Everything here also works by plain forms.
{
  const table = () => document.getElementById("dice");
  const find = (selector) => table()?.querySelector(selector);

  for (const one of document.querySelectorAll(".needs-script")) one.hidden = false;

  // --- This phone's part: 128 random bits, added as soon as a game is bound.

  const part = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  const added = new Set();

  function addParts() {
    for (const form of table()?.querySelectorAll("[data-part]") ?? []) {
      const word = form.querySelector("[data-word]");
      const field = form.elements.part;
      if (!field.value) field.value = part();
      word.hidden = true;
      const name = `${form.id} ${form.elements.game.value}`;
      if (form.dataset.part !== "auto" || added.has(name)) continue;
      added.add(name);
      setTimeout(() => {
        // Another answer may have emptied the form meanwhile, or taken it away.
        if (form.isConnected) {
          field.value ||= part();
          form.requestSubmit();
        } else {
          added.delete(name);
        }
      });
    }
  }

  // --- The clock of whoever keeps the table waiting

  let deadline = 0;

  function startClock() {
    const clock = find("[data-seconds]");
    deadline = clock ? Date.now() + 1000 * Number(clock.dataset.seconds) : 0;
  }

  setInterval(() => {
    const clock = deadline && find("[data-seconds]");
    if (!clock) return;
    const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
    const counter = clock.querySelector("[data-left]");
    if (counter) counter.textContent = left;
    clock.querySelector("[data-absent]").hidden = left > 0;
    if (!left) clock.querySelector("[data-clock]")?.remove();
  }, 500);

  // --- Flaps: only a set that the dice allow can be closed

  function checkFlaps() {
    const close = find("[data-close]");
    if (!close) return;
    const marked = [...table().querySelectorAll("[name=flap]:checked")];
    const wanted = `c${marked.map((one) => one.value).join("")}`;
    const legal = [...table().querySelectorAll("[data-closing]")].map((one) => one.value);
    close.disabled = !legal.includes(wanted);
  }

  // --- Sound: off until it is wanted, made here and not loaded

  let audio = null;

  function rattle(seconds, hits) {
    if (!audio) return;
    for (let hit = 0; hit < hits; hit++) {
      const at = audio.currentTime + Math.random() * seconds;
      const length = Math.floor(audio.sampleRate * 0.03);
      const noise = audio.createBuffer(1, length, audio.sampleRate);
      const samples = noise.getChannelData(0);
      for (let i = 0; i < length; i++) {
        samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
      }
      const source = audio.createBufferSource();
      const filter = audio.createBiquadFilter();
      const volume = audio.createGain();
      source.buffer = noise;
      filter.type = "bandpass";
      filter.frequency.value = 900 + Math.random() * 1800;
      volume.gain.value = 0.5;
      source.connect(filter).connect(volume).connect(audio.destination);
      source.start(at);
    }
  }

  const sound = document.querySelector("[data-sound]");
  sound?.addEventListener("click", () => {
    const on = sound.getAttribute("aria-pressed") !== "true";
    sound.setAttribute("aria-pressed", on);
    audio = on ? (audio ?? new AudioContext()) : null;
    rattle(0.2, 5);
  });

  // --- Shaking the phone throws, after the player has allowed it

  const shake = document.querySelector("[data-shake]");
  let lastShake = 0;

  function onMotion({ accelerationIncludingGravity: pull }) {
    if (!pull) return;
    const force = Math.hypot(pull.x ?? 0, pull.y ?? 0, pull.z ?? 0);
    if (force < 25 || Date.now() - lastShake < 1500) return;
    lastShake = Date.now();
    press("throw");
  }

  if (shake && "DeviceMotionEvent" in window && matchMedia("(pointer: coarse)").matches) {
    shake.hidden = false;
    shake.addEventListener("click", async () => {
      const on = shake.getAttribute("aria-pressed") !== "true";
      if (on && DeviceMotionEvent.requestPermission) {
        const answer = await DeviceMotionEvent.requestPermission().catch(() => "denied");
        if (answer !== "granted") return;
      }
      shake.setAttribute("aria-pressed", on);
      window[on ? "addEventListener" : "removeEventListener"]("devicemotion", onMotion);
    });
  }

  // --- Keys

  function press(key) {
    const button = find(`[data-key=${key}]:not([disabled])`);
    button?.click();
    return Boolean(button);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const inField = event.target.closest("input:not([type=checkbox]), select, textarea");
    const onControl = event.target.closest("a, button, summary");
    if (inField || (onControl && [" ", "Enter"].includes(event.key))) return;
    const key = event.key.toLowerCase();
    let done = false;
    if (/^[1-9]$/.test(key)) {
      const toggle = find(`[data-toggle="${key}"]`);
      toggle?.click();
      done = Boolean(toggle);
    } else if (key === " " || key === "enter") {
      done = press("throw");
    } else if (key === "s") {
      done = press("stand");
    } else if (key === "t") {
      done = press("turn");
    }
    if (done) event.preventDefault();
  });

  // --- A double tap is one decision: the next button lies under the same finger

  const DOUBLE_TAP = 300;
  let lastTap = -DOUBLE_TAP;

  document.addEventListener(
    "click",
    (event) => {
      if (!event.detail || !event.target.closest("[data-act] button")) return;
      if (event.timeStamp - lastTap < DOUBLE_TAP) event.preventDefault();
      lastTap = event.timeStamp;
    },
    true,
  );

  // --- The own dice lie open for a moment: a tablet goes on to the next player

  const PEEK = 5000;

  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (!target.matches(".under")) return;
    const [lying] = target.children;
    setTimeout(() => lying?.remove(), PEEK);
  });

  // --- What happens with every new state

  let seen = table()?.dataset.number;

  function arrive() {
    addParts();
    startClock();
    checkFlaps();
    const now = table()?.dataset.number;
    if (now !== seen) rattle(0.35, 7);
    seen = now;
  }

  document.addEventListener("change", checkFlaps);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // A refusal comes with its sentence and the table as it is.
    if ([409, 422].includes(detail.xhr.status)) {
      detail.shouldSwap = true;
      detail.isError = false;
    }
  });
  // A press that was lost says so; a table that is gone, or a login meanwhile, shows.
  const unsent = document.getElementById("unsent");
  const isPress = ({ requestConfig }) => requestConfig.verb !== "get";
  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (isPress(detail)) unsent.hidden = false;
  });
  document.addEventListener("htmx:afterOnLoad", () => {
    unsent.hidden = true;
  });
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if ([403, 404].includes(detail.xhr.status)) location.reload();
  });
  // Whoever plays by keys must not lose his place with the button that went.
  document.addEventListener("htmx:afterSettle", () => {
    arrive();
    if (document.activeElement === document.body) {
      find("[data-key=throw]:not([disabled]), [data-key=stand]")?.focus({ preventScroll: true });
    }
  });
  arrive();
}

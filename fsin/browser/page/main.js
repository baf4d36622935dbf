// SPDX-License-Identifier: Apache-2.0
// The run: it begins anew with every change of the experiment, goes on as fast as chosen, and is shown as it goes.
"use strict";

(async function () {
  const by = (id) => document.getElementById(id);
  const speeds = [[5, "5 cycles a second"], [20, "20 cycles a second"], [100, "100 cycles a second"], [1000, "1,000 cycles a second"], [Infinity, "as fast as it goes"]];
  const budget = 12; // milliseconds of a frame
  const state = { opened: null, running: false, toEnd: false, ended: false, chosen: null, owed: 0, last: 0, label: "" };

  function themeButton() {
    by("theme").addEventListener("click", () => {
      document.documentElement.dataset.theme = Lab.isDark() ? "light" : "dark";
      redraw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  const engine = await Lab.start();
  const speed = () => speeds[by("speed").selectedIndex][0];
  const view = () => engine.view(state.opened.drawing.links.from.length, state.opened.routers);

  function redraw() {
    if (!state.opened) return;
    Lab.drawScale();
    Lab.draw({ ...view(), single: !state.toEnd && (!state.running || speed() <= 20), chosen: state.chosen });
    const now = engine.state();
    Lab.showTiles(now, state.opened.length);
    Lab.drawCourse(now.series, state.opened.length || Math.max(1, now.cycle), state.opened.words.warmup, state.opened.words.load);
    by("progress").value = state.opened.length ? now.cycle / state.opened.length : 0;
    by("canvas").setAttribute("aria-label", `The network in cycle ${now.cycle}: ${now.in_network} packets are in it`);
    Lab.showRouter(state.chosen, state.chosen === null ? null : engine.router(state.chosen));
  }

  function showButtons() {
    const possible = state.opened !== null && !state.ended;
    for (const id of ["run", "step", "leap", "end"]) by(id).disabled = !possible;
    by("again").disabled = state.opened === null;
    by("run").textContent = state.running ? "Pause" : "Run";
  }

  function finish() {
    state.ended = true;
    state.running = state.toEnd = false;
    const result = engine.result();
    Lab.showResult(result, Lab.own && Lab.own.expected);
    Lab.addRun(state.opened.words, state.label, result);
    document.body.dataset.state = "ended";
  }

  /** Goes on by so many cycles, or as many as a frame has time for. */
  function goOn(cycles) {
    const until = performance.now() + budget;
    let left = cycles;
    while (left > 0 && !state.ended) {
      const some = Math.min(left, cycles === Infinity ? 16 : 64);
      if (engine.advance(some)) finish();
      left -= some;
      if (performance.now() > until) break;
    }
  }

  function frame(time) {
    if (!state.running) return;
    const passed = Math.min(0.25, (time - state.last) / 1000);
    state.last = time;
    const wanted = state.toEnd ? Infinity : speed();
    state.owed = wanted === Infinity ? Infinity : (Number.isFinite(state.owed) ? state.owed : 0) + passed * wanted;
    const now = Math.floor(state.owed);
    if (now > 0) {
      goOn(now);
      state.owed = Number.isFinite(state.owed) ? state.owed - now : 0;
      redraw();
    }
    showButtons();
    requestAnimationFrame(frame);
  }

  function go(toEnd) {
    state.toEnd = toEnd;
    if (state.running) return;
    state.running = true;
    state.owed = 0;
    state.last = performance.now();
    document.body.dataset.state = "running";
    requestAnimationFrame(frame);
  }

  /** Begins the run of what is chosen. */
  function open() {
    if (!Lab.own) {
      const read = engine.read(JSON.stringify(Lab.settings()));
      if (read.routings && read.routings.length > 0) Lab.fitRouting(read.routings);
    }
    const opened = engine.open(Lab.own ? Lab.own.text : JSON.stringify(Lab.settings()));
    state.label = Lab.own ? (opened.words || {}).topology : Lab.chosenTopology();
    by("explained").textContent = Lab.own ? "" : Lab.explained();
    Lab.showOwn(opened.yaml);
    by("yaml").textContent = opened.yaml;
    by("mistakes").replaceChildren(...opened.mistakes.concat(opened.warnings).map((each) => Lab.element("li", {}, each)));
    by("mistakes").hidden = opened.mistakes.length + opened.warnings.length === 0;
    state.running = state.toEnd = state.ended = false;
    state.opened = opened.drawing ? opened : null;
    document.body.dataset.state = state.opened ? "ready" : "refused";
    by("network").hidden = by("course").hidden = state.opened === null;
    Lab.clearResult();
    Lab.keepInAddress();
    if (state.opened) {
      if (state.chosen !== null && state.chosen >= opened.routers) state.chosen = null;
      Lab.setNetwork(opened.drawing);
      if (opened.length === 0) finish();
      redraw();
    }
    showButtons();
  }

  function pointing() {
    const tip = by("tip");
    const at = (event) => {
      const box = by("canvas").getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    by("canvas").addEventListener("click", (event) => {
      state.chosen = Lab.routerAt(...at(event));
      redraw();
    });
    by("canvas").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") state.chosen = null;
      else if (step) state.chosen = state.chosen === null ? 0 : (state.chosen + step + state.opened.routers) % state.opened.routers;
      else return;
      event.preventDefault();
      redraw();
    });
    by("canvas").addEventListener("pointermove", (event) => {
      const router = Lab.routerAt(...at(event)),
        link = router === null ? Lab.linkAt(...at(event)) : null,
        now = view();
      tip.hidden = router === null && link === null;
      if (tip.hidden) return;
      const percent = (part) => (100 * part).toFixed(1) + " %";
      const rows = router !== null
        ? [["queues", percent(now.queues[router])], ["its packets that wait", percent(now.own[router])]]
        : [["held", percent(now.loads[link])]];
      tip.replaceChildren(Lab.element("b", {}, router !== null ? Lab.routerName(router) : Lab.linkName(link)),
        ...rows.map(([name, text]) => Lab.element("div", {}, Lab.element("span", {}, name), Lab.element("span", {}, text))));
      const wide = tip.getBoundingClientRect().width;
      tip.style.left = Math.max(4, Math.min(innerWidth - wide - 4, event.clientX + 14)) + "px";
      tip.style.top = event.clientY + 16 + "px";
    });
    by("canvas").addEventListener("pointerleave", () => { tip.hidden = true; });
  }

  by("speed").append(...speeds.map(([, text], index) => Lab.element("option", { value: index }, text)));
  by("speed").selectedIndex = 2;
  by("run").addEventListener("click", () => {
    if (state.running) {
      state.running = false;
      document.body.dataset.state = "paused";
      redraw();
    } else go(false);
    showButtons();
  });
  const by_hand = (cycles) => () => {
    state.running = false;
    goOn(cycles);
    if (!state.ended) document.body.dataset.state = "paused";
    redraw();
    showButtons();
  };
  by("step").addEventListener("click", by_hand(1));
  by("leap").addEventListener("click", by_hand(100));
  by("end").addEventListener("click", () => go(true));
  by("again").addEventListener("click", open);
  by("copy").addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(by("yaml").textContent);
    } catch {
      getSelection().selectAllChildren(by("yaml"));
      done = document.execCommand("copy");
    }
    by("copied").textContent = done ? "Copied." : "The browser does not copy by itself: the text is selected.";
  });
  addEventListener("resize", () => {
    Lab.fitCanvas();
    redraw();
  });
  themeButton();
  pointing();
  Lab.makeChoices(engine.lists(), open);
  Lab.makeOwn(open);
  open();
})();

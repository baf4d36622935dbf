// SPDX-License-Identifier: Apache-2.0
// Puts the page together. The first figure is drawn at once, the others when they come near the screen.
"use strict";

(function () {
  const { data, element } = Report;
  const frames = [];

  function themeButton() {
    const root = document.documentElement;
    const read = () => {
      try {
        return localStorage.getItem("fsin-report-theme");
      } catch (error) {
        return null;
      }
    };
    const kept = read();
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
    const button = element("button", { type: "button", class: "theme", id: "theme", title: "light or dark" });
    const name = () => {
      button.textContent = Report.isDark() ? "☀ Light" : "☾ Dark";
    };
    button.addEventListener("click", () => {
      root.dataset.theme = Report.isDark() ? "light" : "dark";
      try {
        localStorage.setItem("fsin-report-theme", root.dataset.theme);
      } catch (error) {
        /* a file may have no storage */
      }
      name();
      redraw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      name();
      redraw();
    });
    name();
    return button;
  }

  function redraw() {
    for (const frame of frames) if (frame.drawn) frame.draw();
  }

  /** A choice for the whole page has changed: what controls offer may change with it. */
  Report.choiceChanged = () => {
    for (const frame of frames) if (frame.drawn) frame.rebuild();
    Report.updateTable();
  };

  /** Goes to a figure or a section. Those above are drawn before, since they grow when they are. */
  function land(id) {
    const target = document.getElementById(id);
    if (!target) return false;
    for (const frame of frames) {
      const above = frame.node.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (above || frame.node === target) frame.refresh();
    }
    target.scrollIntoView({ behavior: "instant", block: "start" });
    return true;
  }
  const named = () => decodeURIComponent(location.hash.slice(1));

  function followLinks() {
    document.getElementById("contents").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const id = link.getAttribute("href").slice(1);
      if (!land(id)) return;
      event.preventDefault();
      history.pushState(null, "", "#" + id);
    });
    addEventListener("popstate", () => land(named()));
    addEventListener("hashchange", () => land(named()));
    if (location.hash) land(named());
  }

  /** What lies under the bar of contents, which may have two lines, is not in view. */
  function keepClear() {
    const bar = document.getElementById("contents");
    const sticks = getComputedStyle(bar).position === "sticky";
    document.documentElement.style.scrollPaddingTop = (sticks ? bar.offsetHeight + 10 : 8) + "px";
  }

  function contents(sections) {
    document
      .getElementById("contents")
      .append(
        element("ul", {}, ...sections.map(([id, text]) => element("li", {}, element("a", { href: "#" + id }, text)))),
      );
  }

  /** Traces are judged by their comparison, synthetic load by its curves. */
  function ordered(figures) {
    const first = data.main === "cycles" ? "bars" : "curves";
    return figures.slice().sort((a, b) => (b.id === first) - (a.id === first));
  }

  /** The first figure gets what the head of the page leaves of the first sheet, if that is enough for a figure. */
  function fitFirst() {
    if (frames.length === 0) return;
    const [first] = frames,
      letter = 948, // pixels between the margins of the shorter of A4 and letter
      smaller = 14 / 16; // letters on paper, of those on the screen
    document.body.style.width = Report.paperWidth + "px";
    document.body.classList.add("measured");
    const around = document.getElementById("head").offsetHeight + first.node.offsetHeight - first.plot.offsetHeight;
    document.body.classList.remove("measured");
    document.body.style.width = "";
    Report.printRoom = letter - around * smaller;
    first.rebuild();
    if (first.plot.querySelector("svg").getAttribute("height") <= Report.printRoom) return;
    // Too high for the rest of the sheet: what is known of the runs stands there in its place.
    Report.printRoom = 0;
    first.rebuild();
    first.node.before(document.getElementById("about"));
  }

  function watchViewport() {
    const near = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          near.unobserve(entry.target);
          frames.find((frame) => frame.node === entry.target).refresh();
        }
      },
      { rootMargin: "300px 0px" },
    );
    for (const frame of frames) if (!frame.drawn) near.observe(frame.node);
    let waiting = 0;
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        keepClear();
        for (const frame of frames) if (frame.drawn) frame.refresh();
      }, 120);
    });
    // Paper has another width than the screen, and no dark.
    addEventListener("beforeprint", () => {
      if (document.body.classList.contains("only-sheet")) return;
      Report.printing = Report.paperWidth;
      frames.forEach((frame) => frame.refresh());
      fitFirst();
      document.querySelectorAll(".scroll table").forEach(Report.fitTable);
    });
    addEventListener("afterprint", () => {
      if (!Report.printing) return;
      Report.printing = Report.printRoom = 0;
      main.append(document.getElementById("about"));
      redraw();
      document.querySelectorAll(".scroll table").forEach((table) => table.removeAttribute("style"));
    });
  }

  Report.drawHead();
  document.getElementById("head").append(Report.choicesBar(), themeButton());
  const main = document.getElementById("figures");
  main.replaceChildren();
  for (const spec of ordered(Report.figures)) {
    const frame = new Report.Frame(spec);
    frames.push(frame);
    main.append(frame.node);
  }
  Report.frames = frames;
  if (frames.length) {
    frames[0].rebuild();
    performance.mark("first-figure");
  }
  main.append(Report.tableSection(), Report.aboutSection());
  Report.drawFoot();
  contents(
    frames
      .map((frame) => [frame.spec.id, frame.spec.short])
      .concat([
        ["points", "Points"],
        ["about", "How it was made"],
      ]),
  );
  keepClear();
  watchViewport();
  followLinks();
  Report.drawAll = () => frames.forEach((frame) => frame.refresh());
  document.documentElement.dataset.ready = "true";
  Report.printNamed();
})();

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
        for (const frame of frames) if (frame.drawn) frame.refresh();
      }, 120);
    });
    // Paper has another width than the screen, and no dark.
    addEventListener("beforeprint", () => {
      if (document.body.classList.contains("only-sheet")) return;
      Report.printing = Report.paperWidth;
      frames.forEach((frame) => frame.refresh());
      document.querySelectorAll(".scroll table").forEach(Report.fitTable);
    });
    addEventListener("afterprint", () => {
      if (!Report.printing) return;
      Report.printing = 0;
      redraw();
      document.querySelectorAll(".scroll table").forEach((table) => table.removeAttribute("style"));
    });
  }

  Report.drawHead();
  document.getElementById("head").append(themeButton());
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
  watchViewport();
  Report.drawAll = () => frames.forEach((frame) => frame.refresh());
  document.documentElement.dataset.ready = "true";
  Report.printNamed();
})();

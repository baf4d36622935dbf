// SPDX-License-Identifier: Apache-2.0
// The frame of a figure: title, controls, plot, legend with toggles, caption, export, and drawing when it comes into
// view. A figure is {id, title, short, caption: [text], note, hint, state, controls(state), draw(view)}; the hint is
// for the screen alone. draw() is called with an empty SVG of the width there is, for every change of size, theme or state.
"use strict";

(function () {
  const { element } = Report;

  Report.add = (spec) => {
    Report.figures.push(spec);
  };

  /** One control: {kind: "select", label, key, options: [[value, text]]} or {kind: "switch", label, key}. */
  function control(spec, frame, item) {
    const change = (value) => {
      spec.state[item.key] = value;
      if (item.change) item.change(value);
      frame.rebuild();
    };
    if (item.kind === "button")
      return element("button", { type: "button", onclick: item.press, title: item.title }, item.label);
    if (item.kind === "switch") {
      const box = element("input", { type: "checkbox", "data-key": item.key, onchange: () => change(box.checked) });
      box.checked = spec.state[item.key];
      return element("label", {}, box, element("span", {}, item.label));
    }
    const select = element("select", { "data-key": item.key, onchange: () => change(select.value) });
    for (const [value, text] of item.options) select.append(element("option", { value }, text));
    select.value = String(spec.state[item.key]);
    return element("label", {}, element("span", {}, item.label), select);
  }

  /** What of the data a figure shows: "latency: latency.p99", "router: all, to compare", "not shown: CG". */
  Report.selection = (frame) => {
    const { spec, view } = frame;
    const words = [];
    for (const item of spec.controls ? spec.controls(spec.state, frame) : []) {
      if (item.kind === "switch") words.push(item.label + ": " + (spec.state[item.key] ? "yes" : "no"));
      if (item.kind !== "select") continue;
      const option = item.options.find(([value]) => value === String(spec.state[item.key]));
      if (option) words.push(item.label + ": " + option[1]);
    }
    const off = ((view && view.items) || []).filter((item) => spec.hidden.has(item.key)).map((item) => item.label);
    if (off.length) words.push("not shown: " + off.join(", "));
    return words.concat((view && view.notes) || []);
  };

  /** Cuts a text that is wider than `width` pixels; the whole of it is in its title. */
  function shorten(drawn, text, width) {
    let length = text.length;
    while (length > 4 && drawn.node().getComputedTextLength() > width) {
      length = Math.min(length - 1, Math.floor((length * width) / drawn.node().getComputedTextLength()));
      drawn.text(text.slice(0, length) + "…");
    }
    if (length < text.length) drawn.append("title").text(text);
  }

  /** Makes letters smaller where a text is wider than `width` pixels. */
  function shrink(drawn, size, width) {
    const length = drawn.node().getComputedTextLength();
    if (length > width) drawn.attr("font-size", Math.max(7, (size * width) / length).toFixed(2));
  }

  class View {
    constructor(frame, spec, width) {
      Object.assign(this, {
        frame,
        spec,
        width,
        state: spec.state,
        theme: Report.theme(),
        marks: [],
        count: null,
        locate: null,
        table: null, // what is drawn, as numbers: a Report.Table
        notes: [], // what is chosen by other means than the controls
        room: frame === (Report.frames || [])[0] ? Report.printRoom || 0 : 0, // pixels on the first sheet; 0: any
      });
      frame.plot.replaceChildren();
      this.svg = d3
        .select(frame.plot)
        .append("svg")
        .attr("width", width)
        .attr("height", 10)
        .attr("viewBox", `0 0 ${width} 10`)
        .attr("font-family", getComputedStyle(document.body).fontFamily)
        .attr("font-size", 12)
        .attr("role", "img")
        .attr("aria-label", spec.title);
    }
    height(pixels) {
      this.svg.attr("height", Math.ceil(pixels)).attr("viewBox", `0 0 ${this.width} ${Math.ceil(pixels)}`);
    }
    isHidden(key) {
      return this.spec.hidden.has(key);
    }
    /** `states`: entries that explain marks and switch nothing, of Report.stateItems(). */
    legend(items, states = []) {
      this.items = items;
      this.states = states;
    }
    redraw() {
      this.frame.draw();
    }
    /** A context whose unit is a CSS pixel, behind the SVG. */
    canvas(x, y, width, height) {
      const ratio = Math.min(3, devicePixelRatio || 1);
      const canvas = element("canvas", { width: Math.round(width * ratio), height: Math.round(height * ratio) });
      Object.assign(canvas.style, { left: x + "px", top: y + "px", width: width + "px", height: height + "px" });
      Object.assign(canvas, { place: [x, y, width, height] });
      this.frame.plot.prepend(canvas);
      const context = canvas.getContext("2d");
      context.scale(ratio, ratio);
      return context;
    }
    text(x, y, text, options = {}) {
      const drawn = this.svg
        .append("text")
        .attr("x", x)
        .attr("y", y)
        .attr("fill", options.fill || this.theme.soft)
        .attr("text-anchor", options.anchor || "start")
        .attr("font-weight", options.weight || null)
        .attr("font-size", options.size || null)
        .attr("paint-order", "stroke")
        .attr("stroke", options.over ? this.theme.surface : null)
        .attr("stroke-width", options.over ? 3 : null)
        .text(text);
      if (options.width) shorten(drawn, String(text), options.width);
      if (options.fit) shrink(drawn, options.size || 12, options.fit);
      return drawn;
    }
  }

  class Frame {
    constructor(spec) {
      spec.state = spec.state || {};
      spec.hidden = new Set();
      this.spec = spec;
      this.controls = element("div", { class: "controls" });
      this.plot = element("div", {
        class: "plot",
        tabindex: 0,
        role: "group",
        "aria-label": spec.title + "; arrow keys go from value to value",
      });
      this.legend = element("ul", { class: "legend" });
      this.caption = element(
        "figcaption",
        {},
        ...spec.caption
          .concat(spec.note || [])
          .filter((text) => text)
          .map((text) => element("p", {}, text)),
        this.spec.hint ? element("p", { class: "hint" }, this.spec.hint) : null,
      );
      const tools = element(
        "div",
        { class: "tools" },
        element(
          "button",
          { type: "button", title: "save this figure as SVG", onclick: () => Report.saveSvg(this) },
          "SVG",
        ),
        element(
          "button",
          { type: "button", title: "save this figure as PNG", onclick: () => Report.savePng(this) },
          "PNG",
        ),
        element(
          "button",
          {
            type: "button",
            title: "print this figure alone, on a page of its size: choose Save as PDF",
            onclick: () => Report.printFigure(this),
          },
          "PDF",
        ),
        element(
          "button",
          { type: "button", title: "save the numbers of this figure for pgfplots", onclick: () => Report.saveDat(this) },
          "DAT",
        ),
      );
      this.chosen = element("p", { class: "chosen" });
      this.node = element(
        "figure",
        { id: spec.id, "data-figure": spec.id, "data-marks": 0, "aria-label": spec.title },
        element("div", { class: "top" }, element("h2", {}, spec.title), tools),
        this.controls,
        this.chosen,
        this.plot,
        this.legend,
        this.caption,
      );
      this.plot.style.minHeight = (spec.expect || 260) + "px";
      this.drawn = false;
      this.clear = Report.watch(this.plot, this);
    }

    /** Controls first (what they offer may hang on the state), then the drawing. */
    rebuild() {
      const key = this.controls.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      this.controls.replaceChildren(
        ...(this.spec.controls ? this.spec.controls(this.spec.state, this) : []).map((item) =>
          control(this.spec, this, item),
        ),
      );
      if (key) {
        const again = this.controls.querySelector('[data-key="' + CSS.escape(key) + '"]');
        if (again) again.focus();
      }
      this.draw();
    }

    draw() {
      const width = Report.printing || Math.floor(this.plot.getBoundingClientRect().width);
      if (width < 50) return;
      this.clear();
      const view = new View(this, this.spec, width);
      this.spec.draw(view);
      this.view = view;
      this.marks = view.marks;
      this.tree = null;
      this.locate = view.locate;
      this.width = width;
      this.drawn = true;
      this.plot.style.minHeight = "";
      Report.drawLegend(this, this.spec, view.items || [], view.states || []);
      this.chosen.textContent = Report.selection(this).join(" · ");
      if (Report.printing) Report.flatten(this.plot);
      this.node.dataset.marks = view.count === null ? view.svg.selectAll(".mark").size() : view.count;
    }

    /** Draws if the figure was never drawn, or at another width. */
    refresh() {
      if (!this.drawn || Report.printing) this.rebuild();
      else if (Math.floor(this.plot.getBoundingClientRect().width) !== this.width) this.draw();
    }
  }
  Report.Frame = Frame;
})();

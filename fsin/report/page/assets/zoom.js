// SPDX-License-Identifier: Apache-2.0
// Parts of a figure, larger, and points that are chosen in one figure and shown by all. A zoom is what is shown of both
// axes as shares of the whole, state.zoom = {x: [from, to], y: [from, to]}: all panels of a figure have the same.
"use strict";

(function () {
  const { data } = Report;
  const whole = [0, 1];
  const least = 0.02; // of an axis

  /** The scale over the part of its axis that is shown. */
  Report.zoomed = (scale, shares) => {
    if (!shares || shares === whole) return scale;
    const [from, to] = scale.range();
    const at = (share) => scale.invert(from + share * (to - from));
    return scale.copy().domain(shares.map(at));
  };

  const part = ([from, to], [a, b]) => [from + a * (to - from), from + b * (to - from)];
  function narrowed(zoom, x, y) {
    const made = { x: part(zoom ? zoom.x : whole, x), y: part(zoom ? zoom.y : whole, y) };
    return made.x[1] - made.x[0] < least || made.y[1] - made.y[0] < least ? zoom : made;
  }
  function widened(zoom) {
    const twice = ([from, to]) => [Math.max(0, from - (to - from) / 2), Math.min(1, to + (to - from) / 2)];
    const made = { x: twice(zoom.x), y: twice(zoom.y) };
    return [made.x, made.y].every(([from, to]) => from === 0 && to === 1) ? null : made;
  }

  /** Buttons, for those who do not drag. */
  Report.zoomControls = (state, frame) => {
    const to = (zoom) => () => {
      state.zoom = zoom();
      frame.rebuild();
    };
    const middle = [0.25, 0.75];
    return [
      { kind: "button", label: "+", title: "zoom in; or drag over a part of the figure", press: to(() => narrowed(state.zoom, middle, middle)) },
      ...(state.zoom
        ? [
            { kind: "button", label: "−", title: "zoom out", press: to(() => widened(state.zoom)) },
            { kind: "button", label: "whole figure", title: "zoom out to all of it", press: to(() => null) },
          ]
        : []),
    ];
  };

  /**
   * Makes a panel one that can be dragged over, and gives a group that ends at its edges. `inner`: {left, right, top,
   * bottom}. On a touch screen a finger scrolls the page.
   */
  Report.zoomPanel = (view, inner) => {
    const { svg, state, frame } = view;
    const box = [inner.left, inner.top, inner.right - inner.left, inner.bottom - inner.top];
    if (state.zoom && view.notes.length === 0) view.notes.push("zoomed in");
    const brush = d3
      .brush()
      .extent([
        [inner.left, inner.top],
        [inner.right, inner.bottom],
      ])
      .filter(() => d3.event.type === "mousedown" && !d3.event.ctrlKey && !d3.event.button)
      .on("end", () => {
        const { selection, sourceEvent } = d3.event;
        if (!selection || !sourceEvent) return;
        const [[x0, y0], [x1, y1]] = selection;
        if (x1 - x0 < 8 || y1 - y0 < 8) return;
        const x = [x0, x1].map((each) => (each - box[0]) / box[2]);
        const y = [y1, y0].map((each) => (inner.bottom - each) / box[3]);
        state.zoom = narrowed(state.zoom, x, y);
        frame.rebuild();
      });
    svg.append("g").attr("class", "brush").call(brush);
    const id = `clip-${view.spec.id}-${svg.selectAll("clipPath").size()}`;
    const clip = svg.append("clipPath").attr("id", id).append("rect");
    ["x", "y", "width", "height"].forEach((name, i) => clip.attr(name, box[i] + [-8, -8, 16, 16][i]));
    return svg.append("g").attr("clip-path", state.zoom ? `url(#${id})` : null);
  };
  Report.inPanel = (inner, x, y) =>
    x >= inner.left - 1 && x <= inner.right + 1 && y >= inner.top - 1 && y <= inner.bottom + 1;

  // --- the chosen point -----------------------------------------------------------------------------------------------
  Report.chosen = null;
  Report.pickers = [];

  /** Chooses a point, or none if it is chosen already: figures of single points show it where they have it. */
  Report.choose = (point) => {
    Report.chosen = Report.chosen === point ? null : point;
    if (Report.chosen !== null) Report.pickers.forEach((picker) => picker.show(point));
    Report.choiceChanged();
  };
  Report.ring = (group, point, x, y, theme) => {
    if (point !== Report.chosen) return;
    group
      .append("circle")
      .attr("class", "chosen-ring")
      .attr("cx", x)
      .attr("cy", y)
      .attr("r", 9)
      .attr("fill", "none")
      .attr("stroke", theme.ink)
      .attr("stroke-width", 1.6);
  };
  Report.chosenWords =
    data.points.length > 1 ? "A click on a mark, or Enter, shows its point in the other figures and in the table." : "";
})();

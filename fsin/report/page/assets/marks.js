// SPDX-License-Identifier: Apache-2.0
// Values under the pointer, the finger and the arrow keys. A figure hands in its marks, {x, y, box?, point?, tip()}, in the
// order in which the keys go through them; tip() gives [heading, [name, value], ...].
"use strict";

(function () {
  const tip = document.getElementById("tip");
  const reach = 36; // pixels from the pointer to a mark

  function show(lines, x, y) {
    const [heading, ...rows] = lines;
    tip.replaceChildren(
      Report.element("b", {}, heading),
      ...rows.map(([name, value]) =>
        Report.element("div", {}, Report.element("span", {}, name), Report.element("span", {}, value)),
      ),
    );
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = x + 16 + width > innerWidth - 8 ? x - 16 - width : x + 16;
    const top = y + 16 + height > innerHeight - 8 ? y - 16 - height : y + 16;
    tip.style.left = Math.min(Math.max(6, left), Math.max(6, innerWidth - width - 6)) + "px";
    tip.style.top = Math.max(6, top) + "px";
  }

  Report.hideTip = () => {
    tip.hidden = true;
  };

  /** Watches a plot; `frame.marks` (and `frame.locate`, if there) may change with every drawing. */
  Report.watch = (plot, frame) => {
    let at = -1;

    function clear() {
      at = -1;
      tip.hidden = true;
      d3.select(plot).selectAll(".pointed").remove();
    }

    function point(mark, x, y) {
      const svg = d3.select(plot).select("svg");
      svg.selectAll(".pointed").remove();
      const ring = {
        class: "pointed",
        fill: "none",
        stroke: Report.theme().ink,
        "stroke-width": 1.6,
        "pointer-events": "none",
      };
      const box = mark.box;
      const drawn = svg.append(box ? "rect" : "circle");
      for (const [key, value] of Object.entries(ring)) drawn.attr(key, value);
      if (box)
        drawn
          .attr("x", box[0] - 1)
          .attr("y", box[1] - 1)
          .attr("width", box[2] - box[0] + 2)
          .attr("height", box[3] - box[1] + 2)
          .attr("rx", 2);
      else drawn.attr("cx", mark.x).attr("cy", mark.y).attr("r", 7);
      show(mark.tip(), x, y);
    }

    function nearest(x, y) {
      if (frame.locate) return frame.locate(x, y);
      const inside = frame.marks.find(
        (mark) => mark.box && x >= mark.box[0] && x <= mark.box[2] && y >= mark.box[1] && y <= mark.box[3],
      );
      if (inside) return inside;
      if (!frame.tree)
        frame.tree = d3
          .quadtree()
          .x((mark) => mark.x)
          .y((mark) => mark.y)
          .addAll(frame.marks);
      return frame.tree.find(x, y, reach);
    }

    function follow(event) {
      const place = plot.getBoundingClientRect();
      const mark = nearest(event.clientX - place.left, event.clientY - place.top);
      if (!mark) return clear();
      at = frame.marks.indexOf(mark);
      point(mark, event.clientX, event.clientY);
    }

    function keys(event) {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") clear();
      if (event.key === "Enter" && at >= 0 && frame.marks[at].point !== undefined) Report.choose(frame.marks[at].point);
      if (!step || frame.marks.length === 0) return;
      event.preventDefault();
      at = at < 0 ? (step > 0 ? 0 : frame.marks.length - 1) : (at + step + frame.marks.length) % frame.marks.length;
      const place = plot.getBoundingClientRect();
      const mark = frame.marks[at];
      point(mark, place.left + mark.x, place.top + mark.y);
    }

    plot.addEventListener("pointermove", follow);
    let pressed = [0, 0];
    plot.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
      follow(event);
    });
    plot.addEventListener("pointerup", (event) => {
      if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 4) return; // the end of a drag
      const place = plot.getBoundingClientRect();
      const mark = nearest(event.clientX - place.left, event.clientY - place.top);
      if (mark && mark.point !== undefined) Report.choose(mark.point);
    });
    plot.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") clear();
    });
    plot.addEventListener("keydown", keys);
    plot.addEventListener("blur", clear);
    addEventListener(
      "scroll",
      () => {
        if (!tip.hidden) clear();
      },
      { passive: true },
    );
    return clear;
  };
})();

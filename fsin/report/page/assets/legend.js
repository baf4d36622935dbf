// SPDX-License-Identifier: Apache-2.0
// The legend of a figure: buttons that show and hide its series, and what pale and hollow marks are.
"use strict";

(function () {
  const { element } = Report;

  /** A legend entry as a small picture: line with marker, or a box. */
  function swatch(item) {
    const svg = d3
      .create("svg")
      .attr("width", item.shape === undefined ? 14 : 26)
      .attr("height", 14)
      .attr("aria-hidden", "true");
    if (item.shape === undefined) {
      svg
        .append("rect")
        .attr("x", 1)
        .attr("y", 1)
        .attr("width", 12)
        .attr("height", 12)
        .attr("rx", 3)
        .attr("fill", item.color);
    } else {
      svg
        .append("line")
        .attr("x2", 26)
        .attr("y1", 7)
        .attr("y2", 7)
        .attr("stroke", item.color)
        .attr("stroke-width", 2)
        .attr("stroke-dasharray", item.dash || null);
      if (item.shape !== null)
        svg
          .append("path")
          .attr("transform", "translate(13,7)")
          .attr("d", Report.shape(item.shape))
          .attr("fill", item.color);
    }
    return svg.node();
  }

  /** A mark as points of a state have it, around this point of both coordinates. */
  Report.stateMark = (svg, center, state, theme) =>
    svg
      .append("circle")
      .attr("cx", center)
      .attr("cy", center)
      .attr("r", 4.5)
      .call(Report.fillByState, state, theme.ink, theme);

  function stateSwatch(item) {
    const svg = d3.create("svg").attr("width", 14).attr("height", 14).attr("aria-hidden", "true");
    Report.stateMark(svg, 7, item.state, Report.theme());
    return svg.node();
  }

  Report.drawLegend = (frame, spec, items, states) => {
    const focused =
      document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.series : null;
    const hadFocus = frame.legend.contains(document.activeElement);
    frame.legend.replaceChildren(
      ...items.map((item) => {
        const toggle = () => {
          if (!spec.hidden.delete(item.key)) spec.hidden.add(item.key);
          frame.draw();
        };
        const button = element(
          "button",
          {
            type: "button",
            "data-series": item.key,
            "aria-pressed": String(!spec.hidden.has(item.key)),
            title: item.title || "show or hide",
            onclick: toggle,
          },
          swatch(item),
          item.label,
        );
        return element("li", {}, button);
      }),
      ...states.map((item) => element("li", { class: "state" }, stateSwatch(item), item.label)),
    );
    if (hadFocus) {
      const again = [...frame.legend.querySelectorAll("button")].find((button) => button.dataset.series === focused);
      if (again) again.focus();
    }
  };
})();

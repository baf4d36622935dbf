// SPDX-License-Identifier: Apache-2.0
// Axes, ticks and the marks of confidence intervals.
"use strict";

(function () {
  /** Draws an axis in the colours of the theme. options: {x, y, side, scale, label, ticks, grid, format, values}. */
  Report.axis = (view, options) => {
    const { scale, side } = options;
    const across = side === "left";
    const made = (across ? d3.axisLeft(scale) : d3.axisBottom(scale))
      .ticks(options.ticks || 5)
      .tickSizeOuter(0)
      .tickPadding(7)
      .tickSize(-(options.grid || 0));
    if (options.values) made.tickValues(options.values);
    if (options.format) made.tickFormat(options.format);
    const group = view.svg
      .append("g")
      .attr("transform", "translate(" + (options.x || 0) + "," + (options.y || 0) + ")")
      .call(made);
    group.attr("font-family", null).attr("font-size", 12);
    group.selectAll("line").attr("stroke", view.theme.line);
    group.selectAll("text").attr("fill", view.theme.soft);
    group.select(".domain").attr("stroke", across ? "none" : view.theme.axis);
    if (options.label && across) view.text(0, options.labelY || 12, options.label, { fill: view.theme.soft });
    if (options.label && !across) {
      view.text(d3.max(scale.range()) + (options.x || 0), (options.y || 0) + 38, options.label, { anchor: "end" });
    }
    return group;
  };

  /** Powers of ten and, where there are few, their 2 and 5, for a logarithmic axis. */
  Report.logTicks = (low, high) => {
    const decades = Math.log10(high / low);
    const steps = decades > 3 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
      for (const step of steps) ticks.push(step * Math.pow(10, power));
    }
    return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  };

  /**
   * How far an axis must reach for values with intervals, [{mean, half}]: over the intervals, but no further than twice
   * the largest mean, or two runs would leave no room for what they differ in.
   */
  Report.reach = (all) =>
    Math.min(
      d3.max(all, (each) => each.mean + (each.half || 0)),
      2 * d3.max(all, (each) => each.mean),
    );

  function stroke(parent, path, color) {
    parent
      .append("path")
      .attr("class", "whisker")
      .attr("d", path)
      .attr("stroke", color)
      .attr("stroke-width", 1.2)
      .attr("fill", "none");
  }

  /** The vertical bar of a confidence interval, with caps; an arrow where it goes on beyond `top`. */
  Report.whisker = (parent, x, low, high, color, cap = 3.5, top = -Infinity) => {
    const end =
      high < top ? `V${top}m${-cap},${cap + 2}l${cap},${-cap - 2}l${cap},${cap + 2}` : `V${high}m${-cap},0h${2 * cap}`;
    stroke(parent, `M${x - cap},${low}h${2 * cap}m${-cap},0${end}`, color);
  };

  /** The same lying, up to `right`. */
  Report.whiskerAcross = (parent, y, low, high, color, cap = 3, right = Infinity) => {
    const end =
      high > right
        ? `H${right}m${-cap - 2},${-cap}l${cap + 2},${cap}l${-cap - 2},${cap}`
        : `H${high}m0,${-cap}v${2 * cap}`;
    stroke(parent, `M${low},${y - cap}v${2 * cap}m0,${-cap}${end}`, color);
  };
  Report.cutWords = "An arrow ends an interval that leaves the frame.";
})();

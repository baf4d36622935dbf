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
    if (options.label && across) view.text(0, options.labelY || 12, options.label, { fit: view.width });
    if (options.label && !across) {
      const right = d3.max(scale.range()) + (options.x || 0);
      view.text(right, (options.y || 0) + 38, options.label, { anchor: "end", fit: right });
    }
    return group;
  };

  const steps = [[1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9], [1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]];

  /** All products of the steps and a power of ten between low and high. */
  function multiples(own, low, high) {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
      for (const step of own) ticks.push(Number((step * Math.pow(10, power)).toPrecision(3)));
    return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  }

  /**
   * Ticks of a logarithmic scale: as many as stand `gap` pixels apart. Below two decades 1, 2 and 5 at least; where not
   * even three of those are in view, even steps; over very many decades, only some powers of ten.
   */
  Report.logTicks = (scale, gap) => {
    const [low, high] = d3.extent(scale.domain());
    const apart = (ticks) => d3.pairs(ticks).every(([a, b]) => Math.abs(scale(b) - scale(a)) >= gap);
    const fitting = (ticks) => ticks.length >= 3 && apart(ticks);
    const found = steps.map((own) => multiples(own, low, high)).find(fitting);
    const fewest = multiples([1, 2, 5], low, high);
    if (fewest.length < 3) return [5, 4, 3, 2].map((count) => d3.ticks(low, high, count)).find(apart) || fewest;
    if (high < 100 * low && (!found || found.length < fewest.length)) return fewest;
    if (found) return found;
    const powers = multiples([1], low, high);
    const some = [1, 2, 3, 4, 5].map((every) => powers.filter((_, index) => index % every === 0));
    return some.find(apart) || powers;
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
  Report.cutWords = "An arrow marks an interval that extends beyond the frame.";
})();

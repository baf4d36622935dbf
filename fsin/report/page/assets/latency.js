// SPDX-License-Identifier: Apache-2.0
// How the latencies of single packets are distributed: shares in bins as wide as the screen allows, and the
// cumulative share, exact at every bucket of latency.csv.
"use strict";

(function () {
  const { data } = Report;
  if (!data.latency) return;
  const held = new Map(data.latency.points.map((each) => [each.point, each]));
  const state = { log: true };
  const picker = new Report.Picker([...held.keys()], 8, state);

  /** Shares of packets in bins between edges; packets are spread evenly over their bucket. */
  function histogram(own, edges) {
    const shares = new Array(edges.length - 1).fill(0),
      total = d3.sum(own.packets);
    own.low.forEach((low, index) => {
      const high = own.end[index];
      for (let bin = Math.max(0, d3.bisectRight(edges, low) - 1); bin < shares.length && edges[bin] < high; ++bin) {
        const part = Math.min(high, edges[bin + 1]) - Math.max(low, edges[bin]);
        if (part > 0) shares[bin] += ((own.packets[index] / total) * part) / (high - low);
      }
    });
    return shares;
  }

  /** [latency, share of packets that need at most that] at the end of each bucket. */
  function cumulative(own) {
    const total = d3.sum(own.packets);
    let sum = 0;
    return own.high.map((high, index) => [high, (sum += own.packets[index]) / total]);
  }

  function quantile(steps, share) {
    return (steps.find(([, reached]) => reached >= share) || steps[steps.length - 1])[0];
  }

  /** The buckets of a point in the unit of time that is shown: where each begins, where it ends, its largest latency. */
  function inUnit(point, clock) {
    const own = held.get(point),
      factor = clock.of(point);
    return {
      packets: own.packets,
      low: own.low.map((low) => low * factor),
      end: own.high.map((high) => (high + 1) * factor),
      high: own.high.map((high) => high * factor),
      cycle: factor,
    };
  }

  function drawPanels(view, series, areas, clock) {
    const { theme, svg } = view;
    const least = d3.min(series, (each) => Math.max(each.own.low[0], each.own.cycle));
    const most = d3.max(series, (each) =>
      view.state.log ? each.own.end[each.own.end.length - 1] : quantile(each.steps, 0.995) + each.own.cycle,
    );
    const top = Math.max(most, least * 1.5);
    const scale = (area) =>
      (view.state.log
        ? d3.scaleLog([least, top], [area.left, area.right])
        : d3.scaleLinear([Math.min(least, d3.min(series, (each) => each.own.low[0])), top], [area.left, area.right])
      ).clamp(true);
    const first = scale(areas[0]);
    const bins = Math.max(12, Math.min(90, Math.floor((areas[0].right - areas[0].left) / 6)));
    const edges = d3
      .range(bins + 1)
      .map((i) => first.invert(areas[0].left + ((areas[0].right - areas[0].left) * i) / bins));
    const shares = series.map((each) => histogram(each.own, edges));
    const tallest = d3.max(shares, (own) => d3.max(own));
    const y = [
      d3.scaleLinear([0, tallest * 1.05 || 1], [areas[0].bottom, areas[0].top]).nice(4),
      d3.scaleLinear([0, 1], [areas[1].bottom, areas[1].top]),
    ];
    [
      ["Share of packets", d3.format(".1~%")],
      ["Cumulative share", d3.format(".0%")],
    ].forEach(([title, format], index) => {
      const area = areas[index],
        x = scale(area);
      view.text(area.left - 46, area.top - 16, title, { fill: theme.ink, weight: 600, size: 13 });
      Report.axis(view, {
        scale: y[index],
        side: "left",
        x: area.left,
        grid: area.right - area.left,
        ticks: 5,
        format,
      });
      Report.axis(view, {
        scale: x,
        side: "bottom",
        y: area.bottom,
        label: `Latency from entry (${clock.name})`,
        format: Report.tick,
        ticks: 6,
        values: view.state.log ? Report.logTicks(x, 34) : null,
      });
    });
    series.forEach((each, number) => {
      drawHistogram(svg, each, edges, shares[number], first, y[0], series.length === 1);
      drawCumulative(view, each, scale(areas[1]), y[1]);
    });
  }

  function drawHistogram(svg, each, edges, shares, x, y, alone) {
    const corners = d3.merge(
      shares.map((share, bin) => [
        [x(edges[bin]), y(share)],
        [x(edges[bin + 1]), y(share)],
      ]),
    );
    const line = d3.line()(corners);
    if (alone)
      svg
        .append("path")
        .attr("d", line + `V${y(0)}H${x(edges[0])}Z`)
        .attr("fill", each.color)
        .attr("fill-opacity", 0.25);
    svg
      .append("path")
      .attr("class", "mark")
      .attr("data-series", each.key)
      .attr("d", line)
      .attr("fill", "none")
      .attr("stroke", each.color)
      .attr("stroke-width", 1.7)
      .attr("stroke-linejoin", "round");
  }

  function drawCumulative(view, each, x, y) {
    const line = d3.line().curve(d3.curveStepAfter)(
      [[each.own.low[0], 0]].concat(each.steps).map(([latency, share]) => [x(latency), y(share)]),
    );
    view.svg
      .append("path")
      .attr("class", "mark")
      .attr("data-series", each.key)
      .attr("d", line)
      .attr("fill", "none")
      .attr("stroke", each.color)
      .attr("stroke-width", 1.9);
    each.steps.forEach(([latency, share], index) => {
      view.marks.push({
        x: x(latency),
        y: y(share),
        tip: () => [
          each.label,
          ["packets within", Report.number(latency) + " " + view.clockName],
          ["share", Report.percent(share)],
          ["in this bucket", Report.number(each.own.packets[index])],
        ],
      });
    });
  }

  function draw(view) {
    const clock = Report.clock(picker.points(), (point) => d3.max(held.get(point).high));
    const all = picker.points().map((point, index) => {
      const own = inUnit(point, clock),
        label = picker.name(point);
      return { key: label, label, color: Report.color(index), own, steps: cumulative(own) };
    });
    view.clockName = clock.name;
    const series = all.filter((each) => !view.isHidden(each.key));
    view.legend(all.length > 1 ? all.map(({ key, label, color }) => ({ key, label, color })) : []);
    if (series.length === 0) return view.text(0, 20, "Nothing is switched on.");
    view.table = new Report.Table("latency", clock.name + ": the largest latency of a bucket");
    for (const each of series) {
      const packets = each.own.high.map((x, bucket) => ({ x, mean: each.own.packets[bucket] }));
      view.table.series("share " + each.label, "share of the packets of " + each.label + " that need at most so long", each.steps.map(([x, mean]) => ({ x, mean })));
      view.table.series("packets " + each.label, "packets of " + each.label + " in the bucket", packets);
    }
    const wide = view.width >= 620,
      width = wide ? (view.width - 28) / 2 : view.width,
      height = wide && !Report.printing ? 300 : Report.printing ? 215 : 250;
    const areas = [0, 1].map((index) => {
      const left = (wide ? index * (width + 28) : 0) + 46,
        top = (wide ? 0 : index * (height + 16)) + 30;
      return { left, right: left + width - 58, top, bottom: top + height - 76 };
    });
    drawPanels(view, series, areas, clock);
    view.height(areas[1].bottom + 44);
  }

  Report.add({
    id: "latency",
    short: "Distribution of latency",
    title: "Distribution of latency from entry",
    expect: 340,
    state,
    draw,
    controls: () => picker.controls().concat([{ kind: "switch", label: "logarithmic axis", key: "log" }]),
    caption: [
      "Latency of single packets, all runs of a point together: from the entry of a packet into the injection " +
        "buffer until its tail is consumed. Left: the share of packets in each bin, all bins equally wide on the " +
        "axis. Right: the share of packets with at most this latency; a curve crosses 99 % at the 99th percentile.",
      "On the linear axis, the slowest 0.5 % of the packets lie beyond the right edge.",
    ],
    note: data.latency.note,
  });
})();

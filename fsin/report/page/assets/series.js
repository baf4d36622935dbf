// SPDX-License-Identifier: Apache-2.0
// The run over time: load that went in and came out, latency, packets under way.
"use strict";

(function () {
  const { data } = Report;
  if (!data.series) return;
  const held = new Map(data.series.points.map((each) => [each.point, each]));
  const state = {};
  const picker = new Report.Picker([...held.keys()], 8, state);
  const per = (own, name) =>
    own[name].map((phits, bin) => phits / ((own.to[bin] - own.from[bin] + 1) * data.points[own.point].nodes));
  /** `time` converts cycles of a point to the unit that is shown. */
  const panelsOf = (time) => [
    {
      title: "Load",
      unit: "phits per node and cycle",
      lines: [
        ["delivered", (own) => per(own, "delivered"), null],
        ["injected", (own) => per(own, "injected"), "2 3"],
      ],
    },
    {
      title: "Mean latency from entry",
      unit: time.latency.name,
      lines: [
        ["latency", (own) => own.latency.map((each) => each && each * time.latency.of(own.point)), null],
      ],
    },
    { title: "Packets in the network", unit: "packets", lines: [["in the network", (own) => own.in_network, null]] },
  ];

  function tipOf(each, bin) {
    const { own } = each,
      scale = Report.secondsPerCycle(own.point);
    const span = (cycles) => (scale ? Report.seconds(cycles * scale) : Report.number(cycles) + " cycles");
    const lines = [each.label, ["cycles", Report.number(own.from[bin]) + " – " + Report.number(own.to[bin])]];
    if (scale) lines.push(["time", Report.seconds(own.from[bin] * scale)]);
    lines.push(
      ["injected", Report.number(per(own, "injected")[bin]) + " phits per node and cycle"],
      ["delivered", Report.number(per(own, "delivered")[bin]) + " phits per node and cycle"],
      ["mean latency from entry", own.latency[bin] === null ? "no packet" : span(own.latency[bin])],
      ["in the network", Report.number(own.in_network[bin]) + " packets"],
    );
    return lines;
  }

  function drawPanel(view, panel, series, area, x, time) {
    const values = d3.merge(
      series.map((each) => d3.merge(panel.lines.map(([, of]) => of(each.own).filter((value) => value !== null)))),
    );
    const y = d3.scaleLinear([0, d3.max(values) * 1.04 || 1], [area.bottom, area.top]).nice(4);
    view
      .text(0, area.top - 12, panel.title, { fill: view.theme.ink, weight: 600, size: 13 })
      .append("tspan")
      .attr("font-weight", 400)
      .attr("fill", view.theme.soft)
      .attr("font-size", 11.5)
      .text("  (" + panel.unit + ")");
    Report.axis(view, {
      scale: y,
      side: "left",
      x: area.left,
      grid: area.right - area.left,
      ticks: 4,
      format: Report.tick,
    });
    Report.axis(view, {
      scale: x,
      side: "bottom",
      y: area.bottom,
      label: area.last ? time.label : null,
      ticks: Math.min(9, view.width / 80),
      format: Report.tick,
    });
    for (const each of series) {
      panel.lines.forEach(([name, of, dash], index) => {
        const own = of(each.own),
          last = own.length - 1;
        const corners = own
          .map((value, bin) => [time.at(each.own, each.own.from[bin]), value])
          .concat([[time.at(each.own, each.own.to[last] + 1), own[last]]]);
        view.svg
          .append("path")
          .attr("class", "mark")
          .attr("data-series", each.key)
          .attr("fill", "none")
          .attr("stroke", each.color)
          .attr("stroke-width", dash ? 1.4 : 1.7)
          .attr("stroke-dasharray", dash)
          .attr("stroke-linejoin", "round")
          .attr(
            "d",
            d3
              .line()
              .defined(([, value]) => value !== null)
              .curve(d3.curveStepAfter)
              .x(([at]) => x(at))
              .y(([, value]) => y(value))(corners),
          );
        if (index > 0) return;
        own.forEach((value, bin) => {
          if (value !== null)
            view.marks.push({
              x: x(time.at(each.own, (each.own.from[bin] + each.own.to[bin] + 1) / 2)),
              y: y(value),
              tip: () => tipOf(each, bin),
            });
        });
      });
    }
  }

  function draw(view) {
    const all = picker.points().map((point, index) => ({
      key: picker.name(point),
      label: picker.name(point),
      color: Report.color(index),
      own: held.get(point),
    }));
    const series = all.filter((each) => !view.isHidden(each.key));
    view.legend(all.length > 1 ? all.map(({ key, label, color }) => ({ key, label, color, shape: null })) : []);
    if (series.length === 0) return view.text(0, 20, "Nothing is switched on.");
    const points = series.map((each) => each.own.point);
    const lengthOf = (point) => d3.max(held.get(point).to) + 1;
    const clock = Report.clock(points, lengthOf);
    const end = d3.max(points, (point) => lengthOf(point) * clock.of(point));
    const time = {
      label: `Time (${clock.name})`,
      at: (own, cycle) => cycle * clock.of(own.point),
      latency: Report.clock(points, (point) => d3.max(held.get(point).latency, (each) => each || 0)),
    };
    const panels = panelsOf(time);
    const x = d3.scaleLinear([0, end], [48, view.width - 10]);
    view.table = new Report.Table("time", `${time.label}: the begin of a bin; const plot mark left`);
    for (const each of series) {
      for (const panel of panels) {
        for (const [name, of] of panel.lines) {
          const own = of(each.own).map((mean, bin) => ({ x: time.at(each.own, each.own.from[bin]), mean }));
          view.table.series(`${name} ${each.label}`, `${name} of ${each.label}, ${panel.unit}`, own);
        }
      }
    }
    const height = 190,
      gap = 66;
    panels.forEach((panel, index) => {
      const top = index * (height + gap) + 30;
      const area = { left: 48, right: view.width - 10, top, bottom: top + height, last: index === panels.length - 1 };
      drawPanel(view, panel, series, area, x, time);
    });
    view.height(panels.length * (height + gap) + 6);
  }

  Report.add({
    id: "series",
    short: "Over time",
    title: "Load and latency over time",
    expect: 700,
    state,
    draw,
    note: data.series.note,
    controls: () => picker.controls(),
    caption: [
      "Each step is one bin of the run (first seed of a point). Load: phits delivered (solid) and injected (dotted) " +
        "per node and cycle. Latency: from entry into the network, mean over the packets delivered in the bin; the line is broken where there are " +
        "none.",
    ],
  });
})();

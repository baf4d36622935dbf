// SPDX-License-Identifier: Apache-2.0
// Latency and accepted load over offered load: one curve for each combination of the other axes, in small multiples
// when they are many.
"use strict";

(function () {
  const { data } = Report;
  const load = Report.loadAxis;
  if (!load) return;
  const others = Report.axes.filter((axis) => axis !== load);
  const most = 8;
  const parts = ["mean", "p50", "p99"].filter((part) => data.figures[Report.latencyName(part)]);
  const delay = "injection_delay.mean";
  const latencies = parts.concat(data.figures[delay] ? [delay] : []);
  const accepted = data.figures["load.accepted"];
  if (latencies.length === 0 && !accepted) return;
  /** The figure of a latency that is chosen here: "mean" of what the page shows. */
  const nameOf = (part) => Report.shownName(part === delay ? delay : Report.latencyName(part));

  const curvesBy = (axes) => axes.reduce((product, axis) => product * axis.steps.length, 1);

  /** The axis with a panel for each step, those with a curve for each combination, and those that stand at one step. */
  function layout(state) {
    const split = others.find((axis) => String(axis.index) === state.split) || null;
    const axes = others.filter((axis) => axis !== split);
    const fixed = [];
    while (curvesBy(axes) > most && axes.length > 1) {
      fixed.push(...axes.splice(axes[0] === Report.designAxis ? 1 : 0, 1));
    }
    return { split, axes, fixed };
  }

  const offered = (point) => {
    const value = Report.value("load.offered", point);
    return value ? value.mean : Number(Report.label(point, load));
  };

  /** Means of points that have them: [{point, state, x, mean, half, n}] by offered load. */
  const curve = (points, figure) =>
    points
      .map((point) => Object.assign({ point, state: Report.state(point), x: offered(point) }, Report.value(figure, point)))
      .filter((each) => each.mean !== undefined)
      .sort((a, b) => a.x - b.x);

  const low = (each) => (each.half ? each.mean - each.half : each.mean);
  const high = (each) => (each.half ? each.mean + each.half : each.mean);

  function tipOf(each, series, figure, title) {
    const point = data.points[each.point];
    const lines = [
      [title, series.label].filter((text) => text).join(", ") || point.headline,
      ["Offered load", Report.number(each.x) + " phits per node and cycle"],
      [Report.titleOf(figure), Report.withUnit(Report.interval(each.mean, each.half), each.unit)],
    ];
    if (each.n > 1) lines.push(["runs", String(each.n)]);
    if (point.outcome !== "finished") lines.push(["outcome", point.outcome.replace("_", " ")]);
    if (each.state === 1) lines.push(["settled", "no"]);
    return lines;
  }

  /** Scale of the values in log or linear steps that holds the intervals where it can. */
  function scaleOf(all, log, from, to) {
    const top = Report.reach(all);
    if (!log) return d3.scaleLinear([0, top * 1.04], [from, to]).nice(5);
    const bottom = Math.max(
      d3.min(all, (each) => (low(each) > 0 ? low(each) : each.mean)),
      d3.min(all, (each) => each.mean) / 2,
    );
    return d3.scaleLog([bottom * 0.93, top * 1.07], [from, to]);
  }

  function panel(view, area, series, figure, options) {
    const { theme } = view;
    const inner = {
      left: area.x + 48,
      right: area.x + area.width - 10,
      top: area.y + (options.title ? 44 : 26),
      bottom: area.y + area.height - 46,
    };
    const zoom = view.state.zoom || {};
    const x = Report.zoomed(d3.scaleLinear([0, options.lastX * 1.02], [inner.left, inner.right]), zoom.x);
    const y = Report.zoomed(scaleOf(options.reach, options.log, inner.bottom, inner.top), zoom.y);
    if (options.title)
      view.text(area.x, area.y + 14, options.title, { fill: theme.ink, weight: 600, size: 13, fit: area.width });
    view.text(area.x, inner.top - 12, Report.axisTitle(figure), { size: 11.5, fit: area.width });
    Report.axis(view, {
      scale: y,
      side: "left",
      x: inner.left,
      grid: inner.right - inner.left,
      format: Report.tick,
      values: options.log ? Report.logTicks(y, 15) : null,
    });
    Report.axis(view, {
      scale: x,
      side: "bottom",
      y: inner.bottom,
      label: Report.withUnitWords(load.title, "phits per node and cycle"),
      ticks: Math.min(8, (inner.right - inner.left) / 52),
    });
    const clipped = Report.zoomPanel(view, inner);
    if (options.diagonal) {
      const end = Math.min(x.domain()[1], y.domain()[1]);
      clipped
        .append("line")
        .attr("x1", x(0))
        .attr("y1", y(0))
        .attr("x2", x(end))
        .attr("y2", y(end))
        .attr("stroke", theme.axis)
        .attr("stroke-dasharray", "2 4");
    }
    for (const own of series) drawCurve({ view, clipped, inner, x, y }, own, figure, options.title);
  }

  function drawCurve({ view, clipped, inner, x, y }, own, figure, title) {
    const { theme } = view;
    const group = clipped.append("g").attr("data-series", own.key);
    group
      .append("path")
      .attr(
        "d",
        d3
          .line()
          .x((each) => x(each.x))
          .y((each) => y(each.mean))(own.curve),
      )
      .attr("fill", "none")
      .attr("stroke", own.color)
      .attr("stroke-width", 2)
      .attr("stroke-linejoin", "round");
    for (const each of own.curve) {
      const place = [x(each.x), y(each.mean)];
      if (!Report.inPanel(inner, ...place)) continue;
      if (each.half) {
        const end = y(Math.max(low(each), y.domain()[0]));
        Report.whisker(group, place[0], end, y(high(each)), own.color, 3.5, y.range()[1]);
      }
      group
        .append("path")
        .attr("class", "mark")
        .attr("data-state", each.state)
        .attr("transform", `translate(${place})`)
        .attr("d", Report.shape(own.shape, 52))
        .call(Report.fillByState, each.state, own.color, theme);
      Report.ring(group, each.point, place[0], place[1], theme);
      view.marks.push({ x: place[0], y: place[1], point: each.point, tip: () => tipOf(each, own, figure, title) });
    }
  }

  /** Curves of one panel, and those of them that are switched on. */
  function seriesOf(view, axes, fixed, figure) {
    return Report.combinations(axes)
      .map((steps, index) => {
        const points = data.points
          .map((_, point) => point)
          .filter((point) => axes.every((axis, i) => Report.step(point, axis) === steps[i]) && fixed(point));
        const label = points.length ? Report.labels(points[0], axes) : "";
        return { key: label || "all", label, color: Report.color(index), shape: index, curve: curve(points, figure) };
      })
      .filter((own) => own.curve.length > 0 && !view.isHidden(own.key));
  }

  function draw(view) {
    const { split, axes, fixed } = layout(view.state);
    const held = (point) => Report.fixed.holds(view.state, fixed, point);
    const panels = split
      ? split.steps.map((label, step) => ({
          title: (split.numeric ? Report.axisName(split) + " " : "") + label,
          fixed: (point) => held(point) && Report.step(point, split) === step,
        }))
      : [{ title: "", fixed: held }];
    const wide = view.width >= 620;
    const width = wide ? (view.width - 28) / 2 : view.width,
      rows = panels.length * (wide ? 1 : 2),
      usual = Math.max(270, Math.min(360, width * 0.68));
    const height = view.room ? Math.max(130, Math.min(usual, (view.room + 8) / rows - 22)) : usual;
    const figures = [
      [nameOf(view.state.figure), view.state.log, false],
      ["load.accepted", false, true],
    ].filter(([name]) => data.figures[name]);
    view.table = new Report.Table("offered", Report.withUnitWords(load.title, "phits per node and cycle"));
    const every = (each, name) => seriesOf({ isHidden: () => false }, axes, each.fixed, name);
    const valuesOf = (series) => d3.merge(series.map((own) => own.curve));
    const furthest = d3.max(panels, (each) => d3.max(valuesOf(every(each, figures[0][0])), (point) => point.x)) || 1;
    let y = 0;
    for (const each of panels) {
      let row = 0;
      for (const [name, log, diagonal] of figures) {
        const series = seriesOf(view, axes, each.fixed, name);
        const area = { x: wide ? row * (width + 28) : 0, y, width, height };
        for (const own of series) {
          const of = [each.title, own.label].filter((text) => text).join(", ");
          const meaning = Report.axisTitle(name) + (of ? " of " + of : "");
          view.table.series([name, of].filter((text) => text).join(" "), meaning, own.curve);
        }
        const shared = Report.choice.sameY ? d3.merge(panels.map((other) => valuesOf(seriesOf(view, axes, other.fixed, name)))) : valuesOf(series);
        const lastX = Report.choice.sameY ? furthest : d3.max(valuesOf(every(each, name)), (point) => point.x) || 1;
        if (series.length)
          panel(view, area, series, name, { title: each.title, reach: shared, log, diagonal, lastX });
        if (!wide) y += height + 18;
        ++row;
      }
      if (wide) y += height + 22;
    }
    view.height(y - 8);
    const all = every(panels[0], figures[0][0]);
    const shown = d3.merge(panels.map((each) => valuesOf(seriesOf(view, axes, each.fixed, figures[0][0]))));
    view.legend(
      axes.length ? all.map(({ key, label, color, shape }) => ({ key, label, color, shape })) : [],
      Report.stateItems(shown.map((each) => each.point)),
    );
  }

  const spread = d3.extent(
    data.points
      .map((_, point) => (latencies.length ? Report.value(nameOf(latencies[0]), point) || {} : {}).mean)
      .filter((value) => value),
  );
  const start =
    others.length > 1 && curvesBy(others) > 4
      ? others.find((axis) => axis !== Report.designAxis && axis.steps.length <= 4)
      : null;
  const saturated = data.points.filter((point) => point.outcome === "saturated");
  const drifting = data.points.some((_, point) => Report.state(point) === 1);

  /** What the latency of a saturated network means depends on what its sources do without room. */
  function saturatedWords() {
    if (saturated.length === 0) return "";
    const stalls = saturated.some((point) => point.source === "stall");
    const queues = saturated.some((point) => point.source !== "stall");
    return (
      "Hollow marks: the network was saturated." +
      (queues ? " With unbounded source queues, latency there grows with the length of the run and says little." : "") +
      (stalls
        ? " Where sources stall, it is that of full queues, whatever the length of the run; load that was never made is in no latency."
        : "")
    );
  }
  const intervals = Report.intervalWords();
  Report.add({
    id: "curves",
    short: "Latency and throughput",
    title: "Latency and throughput",
    expect: 420,
    caption: [
      "Left: latency of packets against the load that the nodes offer. Right: load that the network delivers; on " +
        "the dotted line it delivers all that is offered." +
        (intervals
          ? " Vertical bars are " + intervals + " of the mean. " + Report.cutWords
          : " One run a point, so there are no intervals."),
      saturatedWords(),
      drifting
        ? "Pale marks: not settled. Warm-up or window were too short for the queues at this load (see settled and needed_cycles); " +
          "means may be off by more than the intervals say."
        : "",
    ],
    hint: "Drag over a part of the figure to see it larger. " + Report.chosenWords,
    state: {
      figure: latencies[0],
      log: spread[1] / spread[0] > 12,
      zoom: null,
      split: start ? String(start.index) : "none",
    },
    controls: (state, frame) =>
      [
        latencies.length > 1
          ? { kind: "select", label: "latency", key: "figure", options: latencies.map((part) => [part, Report.titleOf(nameOf(part))]) }
          : null,
        others.length > 1
          ? {
              kind: "select",
              label: "a panel for each",
              key: "split",
              options: [["none", "(one panel)"]].concat(
                others.map((axis) => [String(axis.index), Report.axisName(axis)]),
              ),
            }
          : null,
        ...Report.fixed.controls(state, layout(state).fixed),
        latencies.length ? { kind: "switch", label: "logarithmic latency", key: "log" } : null,
        ...Report.zoomControls(state, frame),
      ].filter((item) => item),
    draw,
  });
})();

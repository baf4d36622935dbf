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
  const latencies = [
    "latency.mean",
    "latency.p50",
    "latency.p99",
    "latency_from_generation.mean",
    "injection_delay.mean",
  ].filter((name) => data.figures[name]);
  // Sources that queue what finds no room: waiting there is waiting too, and is shown first.
  if (latencies.includes(data.main)) latencies.sort((a, b) => (b === data.main) - (a === data.main));
  const accepted = data.figures["load.accepted"];
  if (latencies.length === 0 && !accepted) return;

  // Where cycles are of different length, as by link speed, only times compare.
  const [shortest, longest] = d3.extent(data.points, (point) => point.seconds_per_cycle || undefined);
  const inTime = (state, figure) => state.time && data.figures[figure].unit === "cycles";
  const unitOf = (state, figure) => (inTime(state, figure) ? "ns" : data.figures[figure].unit);

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

  /** Means of points that have them: [{point, x, mean, half, n}] by offered load. */
  function curve(points, figure, state) {
    const scale = (point) => (inTime(state, figure) ? data.points[point].seconds_per_cycle * 1e9 : 1);
    return points
      .map((point) => Object.assign({ point, x: offered(point) }, Report.value(figure, point)))
      .filter((each) => each.mean !== undefined)
      .map((each) =>
        Object.assign(each, { mean: each.mean * scale(each.point), half: each.half && each.half * scale(each.point) }),
      )
      .sort((a, b) => a.x - b.x);
  }

  /** Whether all runs of a point say that they came to rest; yes where they say nothing. */
  const settled = (point) => (Report.value("settled", point) || { mean: 1 }).mean === 1;

  const low = (each) => (each.half ? each.mean - each.half : each.mean);
  const high = (each) => (each.half ? each.mean + each.half : each.mean);

  function tipOf(each, series, figure, unit) {
    const point = data.points[each.point];
    const lines = [
      series.label || point.headline,
      ["offered", Report.number(each.x) + " phits/node/cycle"],
      [figure, Report.withUnit(Report.interval(each.mean, each.half), unit)],
    ];
    if (each.n > 1) lines.push(["runs", String(each.n)]);
    if (point.outcome !== "finished") lines.push(["outcome", point.outcome.replace("_", " ")]);
    if (!settled(each.point)) lines.push(["settled", "no"]);
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
    const { theme, svg } = view;
    const all = d3.merge(series.map((each) => each.curve));
    const inner = {
      left: area.x + 48,
      right: area.x + area.width - 10,
      top: area.y + 44,
      bottom: area.y + area.height - 46,
    };
    const x = d3.scaleLinear([0, options.lastX * 1.02], [inner.left, inner.right]);
    const y = scaleOf(all, options.log, inner.bottom, inner.top);
    view.text(area.x, area.y + 14, options.title, { fill: theme.ink, weight: 600, size: 13 });
    view.text(area.x, area.y + 32, options.unit, { size: 11.5 });
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
      label: "offered load, phits/node/cycle",
      ticks: Math.min(8, (inner.right - inner.left) / 52),
    });
    if (options.diagonal) {
      const end = Math.min(x.domain()[1], y.domain()[1]);
      svg
        .append("line")
        .attr("x1", x(0))
        .attr("y1", y(0))
        .attr("x2", x(end))
        .attr("y2", y(end))
        .attr("stroke", theme.axis)
        .attr("stroke-dasharray", "2 4");
    }
    for (const own of series) drawCurve(view, own, figure, x, y);
  }

  function drawCurve(view, own, figure, x, y) {
    const { theme, svg } = view,
      unit = unitOf(view.state, figure);
    const group = svg.append("g").attr("data-series", own.key);
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
      if (each.half) {
        const end = y(Math.max(low(each), y.domain()[0]));
        Report.whisker(group, place[0], end, y(high(each)), own.color, 3.5, y.range()[1]);
      }
      const normal = data.points[each.point].outcome === "finished";
      group
        .append("path")
        .attr("class", "mark")
        .attr("transform", `translate(${place})`)
        .attr("d", Report.shape(own.shape, 52))
        .attr("fill", normal ? own.color : theme.surface)
        .attr("fill-opacity", normal && !settled(each.point) ? 0.35 : 1)
        .attr("stroke", normal && settled(each.point) ? theme.surface : own.color)
        .attr("stroke-width", normal ? 1 : 1.8);
      view.marks.push({ x: place[0], y: place[1], tip: () => tipOf(each, own, figure, unit) });
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
        return { key: label || "all", label, color: Report.color(index), shape: index, curve: curve(points, figure, view.state) };
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
      height = Math.max(270, Math.min(360, width * 0.68));
    const figures = [
      [view.state.figure, "Latency", view.state.log, false],
      ["load.accepted", "Accepted load", false, true],
    ].filter(([name]) => data.figures[name]);
    view.table = new Report.Table("offered", "offered load, phits/node/cycle");
    let y = 0;
    for (const each of panels) {
      let row = 0;
      for (const [name, title, log, diagonal] of figures) {
        const series = seriesOf(view, axes, each.fixed, name);
        const area = { x: wide ? row * (width + 28) : 0, y, width, height };
        const words = each.title ? each.title + ": " + title.toLowerCase() : title;
        for (const own of series) {
          const of = [each.title, own.label].filter((text) => text).join(", ");
          const meaning = `${name}${of ? " of " + of : ""}, ${data.figures[name].unit || "ratio"}`;
          view.table.series([name, of].filter((text) => text).join(" "), meaning, own.curve);
        }
        const all = seriesOf({ isHidden: () => false, state: view.state }, axes, each.fixed, name);
        const lastX = d3.max(d3.merge(all.map((own) => own.curve)), (point) => point.x) || 1;
        if (series.length)
          panel(view, area, series, name, {
            title: words,
            unit: name + ", " + (unitOf(view.state, name) || "ratio"),
            log,
            diagonal,
            lastX,
          });
        if (!wide) y += height + 18;
        ++row;
      }
      if (wide) y += height + 22;
    }
    view.height(y - 8);
    const all = seriesOf({ isHidden: () => false, state: view.state }, axes, panels[0].fixed, figures[0][0]);
    view.legend(axes.length ? all.map(({ key, label, color, shape }) => ({ key, label, color, shape })) : []);
  }

  const spread = d3.extent(
    data.points.map((_, point) => (Report.value(latencies[0], point) || {}).mean).filter((value) => value),
  );
  const start =
    others.length > 1 && curvesBy(others) > 4
      ? others.find((axis) => axis !== Report.designAxis && axis.steps.length <= 4)
      : null;
  const saturated = data.points.filter((point) => point.outcome === "saturated");
  const drifting = data.points.some((point, index) => point.outcome === "finished" && !settled(index));

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
    state: {
      figure: latencies[0],
      log: spread[1] / spread[0] > 12,
      time: longest > 1.001 * shortest,
      split: start ? String(start.index) : "none",
    },
    controls: (state) =>
      [
        latencies.length > 1
          ? { kind: "select", label: "latency", key: "figure", options: latencies.map((name) => [name, name]) }
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
        latencies.length && shortest ? { kind: "switch", label: "in nanoseconds", key: "time" } : null,
      ].filter((item) => item),
    draw,
  });
})();

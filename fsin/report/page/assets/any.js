// SPDX-License-Identifier: Apache-2.0
// Any figure of the points over any other, or over an axis of numbers.
"use strict";

(function () {
  const { data } = Report;
  const most = 12; // lines
  const names = Object.keys(data.figures).filter((name) => new Set(data.figures[name].mean.filter((each) => each !== null)).size > 1);
  if (data.points.length < 3 || names.length === 0) return;
  const numbers = Report.axes.filter((axis) => axis.steps.every((step) => isFinite(Number(step))));

  const shown = () => Report.figureOptions(names).map(([name]) => name);
  const axisOf = (key) => numbers.find((axis) => "axis" + axis.index === key) || null;
  const nameOf = (key) => {
    const name = Report.pageName(key);
    return shown().includes(name) ? name : shown()[0];
  };
  const titleOf = (key) => {
    const axis = axisOf(key);
    if (!axis) return Report.axisTitle(nameOf(key));
    return Report.withUnitWords(axis.title, axis.load ? "phits per node and cycle" : "");
  };
  const valueOf = (key, point) => {
    const axis = axisOf(key);
    return axis ? { mean: Number(Report.label(point, axis)), half: null } : Report.value(nameOf(key), point);
  };

  /** Points of one line have all steps in common but those of the axis along which it goes. */
  function series(view) {
    const along = axisOf(view.state.x) || Report.loadAxis;
    const others = Report.axes.filter((axis) => axis !== along);
    const lines = others.reduce((product, axis) => product * axis.steps.length, 1) <= most && along;
    const by = lines ? others : [Report.designAxis].filter((axis) => axis);
    const groups = d3.groups(
      data.points.map((_, point) => point),
      (point) => Report.labels(point, by),
    );
    return groups.map(([label, points], index) => {
      const all = points
        .map((point) => ({ point, state: Report.state(point), x: valueOf(view.state.x, point), y: valueOf(view.state.y, point) }))
        .filter((each) => each.x && each.y);
      if (lines) all.sort((a, b) => Report.step(a.point, along) - Report.step(b.point, along));
      return { key: label || "all", label, color: Report.color(index), shape: index, lines: Boolean(lines), points: all };
    });
  }

  function scaleOf(values, from, to) {
    const low = d3.min(values, (each) => each.mean),
      high = d3.max(values, (each) => each.mean);
    const reach = Math.min(Report.reach(values), high + (high - low || Math.abs(high)));
    const bottom = low >= 0 && low < high / 2 ? 0 : low - (high - low || Math.abs(low) || 1) * 0.06;
    return d3.scaleLinear([bottom, Math.max(reach, high) + (high - bottom) * 0.03 || 1], [from, to]).nice(5);
  }

  function tipOf(each, state) {
    const point = data.points[each.point];
    const line = (key, value) => [titleOf(key), Report.interval(value.mean, value.half)];
    const lines = [Report.pointName(each.point) || point.headline, line(state.x, each.x), line(state.y, each.y)];
    if (point.outcome !== "finished") lines.push(["outcome", point.outcome.replace("_", " ")]);
    if (each.state === 1) lines.push(["settled", "no"]);
    return lines;
  }

  function draw(view) {
    const { state, theme } = view;
    const all = series(view);
    const on = all.filter((own) => own.points.length && !view.isHidden(own.key));
    const points = d3.merge(on.map((own) => own.points));
    const height = Report.printing ? 300 : Math.max(280, Math.min(460, view.width * 0.6));
    const inner = { left: 52, right: view.width - 12, top: 28, bottom: height - 46 };
    view.height(height);
    view.legend(
      all.length > 1 ? all.map(({ key, label, color, shape, lines }) => ({ key, label, color, shape: lines ? shape : undefined })) : [],
      Report.stateItems(points.map((each) => each.point)),
    );
    view.table = Report.list(
      [["x", titleOf(state.x)], ["y", titleOf(state.y)], ["y_half", "half width of the interval of y"],
       ["state", "0 settled, 1 not settled, 2 saturated, 3 another outcome"], ["point", "the point"]],
      points.map((each) => [each.x.mean, each.y.mean, each.y.half, each.state, Report.pointName(each.point)]),
    );
    if (points.length === 0) return;
    const x = Report.zoomed(scaleOf(points.map((each) => each.x), inner.left, inner.right), state.zoom && state.zoom.x);
    const y = Report.zoomed(scaleOf(points.map((each) => each.y), inner.bottom, inner.top), state.zoom && state.zoom.y);
    view.text(0, 14, titleOf(state.y), { size: 11.5, fit: view.width });
    Report.axis(view, { scale: y, side: "left", x: inner.left, grid: inner.right - inner.left, format: Report.tick });
    Report.axis(view, { scale: x, side: "bottom", y: inner.bottom, label: titleOf(state.x), format: Report.tick, ticks: Math.min(8, view.width / 70) });
    const clipped = Report.zoomPanel(view, inner);
    for (const own of on) {
      const group = clipped.append("g").attr("data-series", own.key);
      const line = d3
        .line()
        .x((each) => x(each.x.mean))
        .y((each) => y(each.y.mean));
      if (own.lines)
        group.append("path").attr("d", line(own.points)).attr("fill", "none").attr("stroke", own.color).attr("stroke-width", 2);
      for (const each of own.points) {
        const place = [x(each.x.mean), y(each.y.mean)];
        if (!Report.inPanel(inner, ...place)) continue;
        const [low, high] = y.domain();
        if (each.y.half)
          Report.whisker(group, place[0], y(Math.max(low, each.y.mean - each.y.half)), y(each.y.mean + each.y.half), own.color, 3.5, y(high));
        if (each.x.half)
          Report.whiskerAcross(group, place[1], x(Math.max(x.domain()[0], each.x.mean - each.x.half)), x(each.x.mean + each.x.half), own.color, 3, inner.right);
        group
          .append("path")
          .attr("class", "mark")
          .attr("data-state", each.state)
          .attr("transform", `translate(${place})`)
          .attr("d", Report.shape(own.shape, 52))
          .call(Report.fillByState, each.state, own.color, theme);
        Report.ring(group, each.point, place[0], place[1], theme);
        view.marks.push({ x: place[0], y: place[1], point: each.point, tip: () => tipOf(each, state) });
      }
    }
  }

  const wanted = (list) => list.map((name) => Report.pageName(name)).find((name) => names.includes(name));
  const state = {
    y: wanted([data.main, "latency.mean"]) || names[0],
    x: data.figures["load.accepted"] && names.includes("load.accepted") ? "load.accepted" : numbers.length ? "axis" + numbers[0].index : names[names.length - 1],
    zoom: null,
  };
  if (state.x === state.y && numbers.length) state.x = "axis" + numbers[0].index;
  if (state.x === state.y) state.x = names.find((name) => name !== state.y) || state.x;
  Report.add({
    id: "any",
    short: "Any figure",
    title: "Any figure over another",
    expect: 460,
    caption: [
      "Each mark is a point of the sweep" +
        (Report.intervalWords() ? "; thin lines are " + Report.intervalWords() + " of its means. " + Report.cutWords : ".") +
        " Lines join points that differ in one axis alone.",
    ],
    hint: "Drag over a part of the figure to see it larger. " + Report.chosenWords,
    state,
    controls: (own, frame) => {
      const figures = Report.figureOptions(names);
      own.y = nameOf(own.y);
      if (!axisOf(own.x)) own.x = nameOf(own.x);
      const change = () => {
        own.zoom = null;
      };
      return [
        { kind: "select", label: "figure", key: "y", options: figures, change },
        { kind: "select", label: "over", key: "x", options: numbers.map((axis) => ["axis" + axis.index, axis.title]).concat(figures), change },
        ...Report.zoomControls(own, frame),
      ];
    },
    draw,
  });
})();

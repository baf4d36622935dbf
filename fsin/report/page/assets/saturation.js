// SPDX-License-Identifier: Apache-2.0
// Where the network saturates: one dot a point, with its interval.
"use strict";

(function () {
  const { data } = Report;
  const figure = data.figures["saturation.load"];
  if (!figure) return;
  const knee = data.figures["saturation.latency_load"];
  const title = Report.axisTitle("saturation.load");
  const points = d3.range(data.points.length).filter((point) => figure.mean[point] !== null);
  if (points.length === 0) return;
  const design = Report.designAxis;
  const rest = Report.axes.filter((axis) => axis !== design);

  function rows(view) {
    const by = new Map();
    for (const point of points) {
      const label = Report.labels(point, rest);
      if (!by.has(label)) by.set(label, []);
      if (!design || !view.isHidden(design.steps[Report.step(point, design)])) by.get(label).push(point);
    }
    return [...by].filter(([, own]) => own.length > 0);
  }

  function draw(view) {
    const { theme, svg } = view;
    const made = rows(view),
      step = 22,
      head = made.some(([label]) => label) ? 24 : 8;
    const top = d3.max(points, (point) => figure.mean[point] + (figure.half[point] || 0)) || 1;
    const x = d3.scaleLinear([0, top * 1.05], [8, view.width - 64]).nice(5);
    const bottom = made.reduce((sum, [, own]) => sum + head + own.length * step, 8);
    Report.axis(view, {
      scale: x,
      side: "bottom",
      y: bottom,
      grid: bottom,
      label: title,
      ticks: Math.min(10, view.width / 60),
    });
    view.table = new Report.Table("row", "number of the row, from 0");
    d3.merge(made.map(([, own]) => own)).forEach((point, x) =>
      view.table.label(x, Report.pointName(point) || data.points[point].headline),
    );
    view.table.series(
      "saturation.load",
      title,
      d3.merge(made.map(([, own]) => own)).map((point, x) => ({ x, mean: figure.mean[point], half: figure.half[point] })),
    );
    let y = 4;
    for (const [label, own] of made) {
      if (label) view.text(0, y + 16, label, { fill: theme.ink, weight: 600 });
      y += head;
      for (const point of own) {
        const slow = knee && knee.mean[point] !== null ? knee.mean[point] : null;
        const index = design ? Report.step(point, design) : 0,
          color = Report.color(index),
          middle = y + step / 2;
        const mean = figure.mean[point],
          half = figure.half[point] || 0;
        svg
          .append("line")
          .attr("x1", x(0))
          .attr("x2", x(mean))
          .attr("y1", middle)
          .attr("y2", middle)
          .attr("stroke", color)
          .attr("stroke-opacity", 0.35)
          .attr("stroke-width", 3);
        if (half) Report.whiskerAcross(svg, middle, x(mean - half), x(mean + half), color, 4);
        svg
          .append("path")
          .attr("class", "mark")
          .attr("d", Report.shape(index, 70))
          .attr("transform", `translate(${x(mean)},${middle})`)
          .attr("fill", color)
          .attr("stroke", theme.surface);
        if (slow !== null)
          svg
            .append("circle")
            .attr("cx", x(slow))
            .attr("cy", middle)
            .attr("r", 3.5)
            .attr("fill", theme.surface)
            .attr("stroke", color)
            .attr("stroke-width", 1.6);
        view.text(x(mean + half) + 9, middle + 4, Report.number(mean, 3), { fill: theme.ink, size: 11.5 });
        view.marks.push({
          x: x(mean),
          y: middle,
          tip: () => [
            Report.pointName(point) || data.points[point].headline,
            ["highest load carried", Report.withUnit(Report.interval(mean, figure.half[point]), figure.unit_words)],
            ...(slow === null
              ? []
              : [["latency tripled above", Report.withUnit(Report.interval(slow, knee.half[point]), knee.unit_words)]]),
            ["runs", String(figure.n[point])],
          ],
        });
        y += step;
      }
    }
    view.height(bottom + 44);
    view.legend(
      design
        ? design.steps.map((label, index) => ({ key: label, label, color: Report.color(index), shape: index }))
        : [],
    );
  }

  Report.add({
    id: "saturation",
    short: "Saturation",
    title: "Saturation load",
    draw,
    caption: [
      "The highest offered load that the network carries, found by bisection over runs." +
        (knee ? " The small circle is the load above which the mean latency is three times that of a packet alone." : "") +
        (Report.intervalWords() ? " Horizontal bars are " + Report.intervalWords() + "." : ""),
    ],
  });
})();

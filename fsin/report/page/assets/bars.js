// SPDX-License-Identifier: Apache-2.0
// Designs side by side: a figure of each, relative to the first (ratios and their intervals come ready, paired by
// seed) or as it is. Upright bars where they fit, lying ones where they do not.
"use strict";

(function () {
  const { data } = Report;
  const mostBars = 120;
  const choices = (data.ratios || []).filter((each) => data.axes[each.axis] !== Report.loadAxis);
  if (choices.length === 0) return;

  const startAxis = choices.find((each) => data.axes[each.axis] === Report.designAxis) || choices[choices.length - 1];
  /** The figures of a comparison as the page shows them: times in one unit, latencies from where they count. */
  const names = (choice) =>
    Report.figureOptions(Object.keys(choice.figures))
      .map(([name]) => name)
      .filter((name) => choice.figures[name]);
  const start = names(startAxis);
  if (start.length === 0) return;
  const main = Report.pageName(data.main);
  const state = {
    axis: String(startAxis.axis),
    figure: start.includes(main) ? main : start[0],
    mode: "relative",
  };
  /** The choices of the page may show the same figure under another name. */
  function figureOf(from, choice) {
    const name = Report.pageName(from.figure);
    from.figure = names(choice).includes(name) ? name : names(choice)[0];
    return from.figure;
  }

  const chosen = (from) => choices.find((each) => String(each.axis) === from.axis) || startAxis;

  /** Axes whose combinations are the groups, and those that stand at one step because there would be too many bars. */
  function layout(column) {
    const groups = Report.axes.filter((axis) => axis !== column),
      fixed = [];
    const count = () => groups.reduce((product, axis) => product * axis.steps.length, column.steps.length);
    const drop = (axis) => fixed.push(...groups.splice(groups.indexOf(axis), 1));
    if (groups.includes(Report.loadAxis)) drop(Report.loadAxis);
    while (count() > mostBars && groups.length) drop(groups.slice().sort((a, b) => b.steps.length - a.steps.length)[0]);
    return { groups, fixed };
  }

  function barOf(view, point, column, choice) {
    const relative = view.state.mode === "relative";
    const ratio = choice.figures[view.state.figure];
    const mean = relative ? ratio.mean[point] : (Report.value(view.state.figure, point) || {}).mean;
    if (mean === null || mean === undefined) return null;
    const half = relative ? ratio.half[point] : Report.value(view.state.figure, point).half;
    return {
      point,
      state: Report.state(point),
      step: Report.step(point, column),
      mean,
      half,
      ratio: ratio.mean[point],
      ratioHalf: ratio.half[point],
      n: ratio.n[point],
    };
  }

  function tipOf(view, bar, column) {
    const name = view.state.figure,
      value = Report.value(name, bar.point),
      point = data.points[bar.point];
    const lines = [Report.pointName(bar.point)];
    if (value) lines.push([Report.titleOf(name), Report.withUnit(Report.interval(value.mean, value.half), value.unit)]);
    if (bar.ratio !== null) lines.push(["relative to " + column.steps[0], Report.interval(bar.ratio, bar.ratioHalf)]);
    if (bar.n) lines.push(["pairs of runs", String(bar.n)]);
    if (point.outcome !== "finished") lines.push(["outcome", point.outcome.replace("_", " ")]);
    if (bar.state === 1) lines.push(["settled", "no"]);
    return lines;
  }

  const reach = (bar) => bar.mean + (bar.half || 0);

  function upright(view, groups, column, unit, top) {
    const left = 46,
      head = 26,
      height = Report.printing ? 205 : 300; // two figures on a sheet of paper
    const steps = d3.max(groups, (group) => group.bars.length);
    const band = d3.scaleBand(d3.range(groups.length), [left, view.width]).paddingInner(0.22).paddingOuter(0.12);
    const size = Math.min(58, band.bandwidth() / steps);
    const y = d3.scaleLinear([0, top], [height, head]).nice(5);
    Report.axis(view, {
      scale: y,
      side: "left",
      x: left,
      grid: view.width - left,
      label: unit,
      labelY: 12,
      format: Report.tick,
    });
    groups.forEach((group, index) => {
      const middle = band(index) + band.bandwidth() / 2;
      group.bars.forEach((bar, place) => {
        const x = middle + (place - group.bars.length / 2) * size;
        drawBar(view, bar, column, [x + 1.5, y(bar.mean), x + size - 1.5, y(0)], () => {
          if (bar.half)
            Report.whisker(
              view.svg,
              x + size / 2,
              y(Math.max(0, bar.mean - bar.half)),
              y(reach(bar)),
              view.theme.ink,
              Math.min(5, size / 5),
              head,
            );
          if (size > 30)
            view.text(x + size / 2, Math.max(head, y(reach(bar))) - 6, valueText(view, bar, size), {
              anchor: "middle",
              fill: view.theme.ink,
              size: 11.5,
              over: true,
            });
        });
      });
      wrapped(view, middle, height + 18, group.label, band.step());
    });
    baseline(view, { x1: left, x2: view.width, y1: y(0), y2: y(0) });
    reference(view, y, { x1: left, x2: view.width }, "y");
    view.height(height + 34 + 14 * Math.max(0, ...groups.map((group) => lines(group.label, band.step()).length - 1)));
  }

  function lying(view, groups, column, unit, top) {
    const size = 17,
      gap = groups[0].label ? 30 : 12;
    const x = d3.scaleLinear([0, top], [2, view.width - 52]).nice(4);
    const bottom = 26 + groups.reduce((sum, group) => sum + gap + group.bars.length * size, 0);
    view.text(0, 12, unit, { fit: view.width });
    Report.axis(view, { scale: x, side: "bottom", y: bottom, grid: bottom - 22, format: Report.tick, ticks: 4 });
    let y = 26;
    for (const group of groups) {
      view.text(2, y + gap - 9, group.label, { fill: view.theme.ink, weight: 600 });
      y += gap;
      for (const bar of group.bars) {
        const middle = y + size / 2;
        drawBar(view, bar, column, [x(0), y + 1.5, x(bar.mean), y + size - 1.5], () => {
          if (bar.half) {
            const low = x(Math.max(0, bar.mean - bar.half));
            Report.whiskerAcross(view.svg, middle, low, x(reach(bar)), view.theme.ink, 3, view.width - 50);
          }
          view.text(Math.min(view.width - 50, x(reach(bar))) + 5, middle + 4, valueText(view, bar), {
            fill: view.theme.ink,
            size: 11.5,
          });
        });
        y += size;
      }
    }
    reference(view, x, { y1: 22, y2: bottom }, "x");
    view.height(bottom + 24);
  }

  /** With as many digits as there is room for, or none. */
  function valueText(view, bar, room = Infinity) {
    if (view.state.mode === "relative") return bar.mean.toFixed(2);
    const texts = [4, 3, 2].map((digits) => Report.shortNumber(bar.mean, digits));
    return texts.find((text) => text.length * 6.6 + 5 <= room) || "";
  }

  function drawBar(view, bar, column, box, more) {
    const mark = view.svg
      .append("rect")
      .attr("class", "mark")
      .attr("data-state", bar.state)
      .attr("x", box[0])
      .attr("y", box[1])
      .attr("width", Math.max(0.5, box[2] - box[0]))
      .attr("height", Math.max(0.5, box[3] - box[1]))
      .attr("rx", 1.5)
      .call(Report.fillByState, bar.state, Report.color(bar.step), view.theme);
    if (!bar.state) mark.attr("stroke", "none").attr("stroke-width", 0);
    more();
    view.marks.push({ x: (box[0] + box[2]) / 2, y: box[1], box, point: bar.point, tip: () => tipOf(view, bar, column) });
  }

  function baseline(view, ends) {
    const line = view.svg.append("line").attr("stroke", view.theme.axis);
    for (const [key, value] of Object.entries(ends)) line.attr(key, value);
  }

  /** The line at 1: the base case. */
  function reference(view, scale, ends, direction) {
    if (view.state.mode !== "relative") return;
    const line = view.svg
      .append("line")
      .attr("stroke", view.theme.ink)
      .attr("stroke-dasharray", "3 3")
      .attr("stroke-width", 1)
      .attr("opacity", 0.55);
    for (const [key, value] of Object.entries(ends)) line.attr(key, value);
    line.attr(direction + "1", scale(1)).attr(direction + "2", scale(1));
  }

  function lines(text, width) {
    const result = [""];
    for (const word of text.split(" ")) {
      const longer = (result[result.length - 1] + " " + word).trim();
      if (longer.length * 6.6 > width && result[result.length - 1]) result.push(word);
      else result[result.length - 1] = longer;
    }
    return result;
  }
  function wrapped(view, x, y, text, width) {
    lines(text, width).forEach((line, index) =>
      view.text(x, y + index * 14, line, { anchor: "middle", fill: view.theme.ink }),
    );
  }

  function draw(view) {
    const choice = chosen(view.state),
      column = data.axes[choice.axis];
    figureOf(view.state, choice);
    const { groups, fixed } = layout(column);
    const kept = data.points.map((_, point) => point).filter((point) => Report.fixed.holds(view.state, fixed, point));
    const made = Report.combinations(groups)
      .map((steps) => {
        const own = kept.filter((point) => groups.every((axis, i) => Report.step(point, axis) === steps[i]));
        const bars = own
          .map((point) => barOf(view, point, column, choice))
          .filter((bar) => bar && !view.isHidden(column.steps[bar.step]));
        return { label: own.length ? Report.labels(own[0], groups) : "", bars: bars.sort((a, b) => a.step - b.step) };
      })
      .filter((group) => group.bars.length > 0);
    const all = d3.merge(made.map((group) => group.bars));
    const unit =
      view.state.mode === "relative"
        ? `${Report.titleOf(view.state.figure)}, relative to ${column.steps[0]}`
        : Report.axisTitle(view.state.figure);
    view.legend(
      column.steps.map((label, step) => ({ key: label, label, color: Report.color(step) })),
      Report.stateItems(all.map((bar) => bar.point)),
    );
    if (all.length === 0) return view.text(0, 20, "Nothing is switched on.");
    view.table = new Report.Table("group", "number of the group of bars, from 0");
    made.forEach((group, index) => view.table.label(index, group.label || Report.titleOf(view.state.figure)));
    column.steps.forEach((step, number) => {
      const own = made.map((group, x) => Object.assign({ x }, group.bars.find((bar) => bar.step === number)));
      view.table.series(step, `${unit}: ${step}`, own.filter((bar) => bar.mean !== undefined));
    });
    const top = Math.max(Report.reach(all) * 1.02, view.state.mode === "relative" ? 1.02 : 0);
    const words = d3.merge(made.map((group) => group.label.split(" ")));
    const widest = 7 * d3.max(words, (word) => word.length);
    const room = (view.width - 46) / made.length;
    if (room / d3.max(made, (group) => group.bars.length) >= 26 && widest <= room)
      upright(view, made, column, unit, top);
    else lying(view, made, column, unit, top);
  }

  function controls(from) {
    const choice = chosen(from),
      column = data.axes[choice.axis];
    figureOf(from, choice);
    const options = names(choice).map((name) => [name, Report.titleOf(name)]);
    const items = [{ kind: "select", label: "figure", key: "figure", options }];
    if (choices.length > 1) {
      items.push({
        kind: "select",
        label: "compare",
        key: "axis",
        options: choices.map((each) => [String(each.axis), Report.axisName(data.axes[each.axis])]),
      });
    }
    items.push({
      kind: "select",
      label: "show",
      key: "mode",
      options: [
        ["relative", "relative to " + column.steps[0]],
        ["absolute", "values"],
      ],
    });
    return items.concat(Report.fixed.controls(from, layout(column).fixed));
  }

  const intervals = Report.intervalWords();
  Report.add({
    id: "bars",
    short: "Comparison",
    title: "Comparison",
    expect: 330,
    state,
    controls,
    draw,
    caption: [
      "Each bar is a mean over the runs of a point" +
        (intervals ? "; the thin lines are " + intervals + "." : "; with one run per point there are no intervals.") +
        " Ratios are taken seed by seed before they are averaged, so that variation common to equal seeds does not" +
        " widen the interval.",
      (intervals ? Report.cutWords + " " : "") +
        "Bars begin at zero. Lower ratios are better for cycles, seconds and latencies, higher ones for accepted load.",
    ],
  });
})();

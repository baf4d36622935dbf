// SPDX-License-Identifier: Apache-2.0
// What each rank did when. Rows are lists of length * 4 + state; the canvas shows the part of the time that is zoomed
// to.
"use strict";

(function () {
  const { data } = Report;
  if (!data.gantt) return;
  const held = new Map(data.gantt.points.map((each) => [each.point, each]));
  const state = { rows: "all" };
  const picker = new Report.Picker([...held.keys()], 1, state);
  const words = ["computes", "waits", "sends"];
  const left = 46,
    top = 8,
    mostRows = 560;
  const block = 128; // ranks that can be looked at alone

  const colors = (theme) => [theme.states.compute, theme.states.wait_message, theme.states.send];

  /** Start, end and state of the spans of a row, in cycles, unpacked once. */
  function spans(own, row) {
    own.unpacked = own.unpacked || [];
    if (own.unpacked[row]) return own.unpacked[row];
    const runs = own.rows[row],
      starts = new Float64Array(runs.length + 1),
      states = new Uint8Array(runs.length);
    let at = 0;
    runs.forEach((run, index) => {
      starts[index] = at * own.cell;
      at += Math.floor(run / 4);
      states[index] = run % 4;
    });
    starts[runs.length] = Math.min(own.end, at * own.cell);
    return (own.unpacked[row] = { starts, states });
  }

  function shownRows(own, from) {
    const all = d3.range(own.rows.length);
    const first = from.rows === "all" ? 0 : Number(from.rows);
    return from.rows === "all" ? all : all.slice(first, first + block);
  }

  /** Draws the spans that the domain of x touches; returns how many. */
  function paint(view, plot, x) {
    const { own, rows, context, band } = plot;
    const [begin, end] = x.domain(),
      palette = colors(view.theme);
    context.clearRect(left, 0, view.width, plot.height);
    let drawn = 0;
    rows.forEach((row, place) => {
      const { starts, states } = spans(own, row);
      const y = Math.floor(top + place * band); // whole pixels: rows that share one would mix their colours
      const high = Math.max(1, Math.floor(top + (place + 1) * band) - y - (band > 5 ? 1 : 0));
      for (let i = Math.max(0, d3.bisectRight(starts, begin) - 1); i < states.length && starts[i] < end; ++i) {
        if (states[i] === 3 || view.isHidden(words[states[i]])) continue;
        const x1 = Math.max(left, x(starts[i])),
          x2 = Math.min(view.width - 6, x(starts[i + 1]));
        context.fillStyle = palette[states[i]];
        context.fillRect(x1, y, Math.max(0.35, x2 - x1), high);
        ++drawn;
      }
    });
    return drawn;
  }

  function drawTime(view, plot, x, scale) {
    plot.axis.selectAll("*").remove();
    const [begin, end] = x.domain(),
      unit = scale ? Report.timeUnit(end * scale) : { scale: 1, name: "cycles" };
    const factor = scale ? scale / unit.scale : 1;
    const shown = d3.scaleLinear([begin * factor, end * factor], x.range());
    const digits = Math.max(4, Math.ceil(Math.log10(Math.max(1, end / (end - begin)))) + 3);
    const holder = { svg: plot.axis, theme: view.theme, text: view.text };
    Report.axis(holder, {
      scale: shown,
      side: "bottom",
      y: plot.height,
      ticks: Math.min(9, view.width / 90),
      format: (value) => Report.number(value, digits),
      label: "time, " + unit.name,
    });
  }

  function locate(view, plot, x) {
    return (px, py) => {
      const place = Math.floor((py - top) / plot.band),
        row = plot.rows[place],
        cycle = x().invert(px);
      if (row === undefined || px < left || cycle < 0 || cycle > plot.own.end) return null;
      const { starts, states } = spans(plot.own, row),
        index = d3.bisectRight(starts, cycle) - 1;
      if (index < 0 || index >= states.length) return null;
      return markOf(view, plot, row, place, index, x());
    };
  }

  function markOf(view, plot, row, place, index, x) {
    const { starts, states } = spans(plot.own, row),
      scale = plot.scale;
    const x1 = Math.max(left, x(starts[index])),
      x2 = Math.min(view.width - 6, x(starts[index + 1])),
      y = top + place * plot.band;
    const time = (cycle) => (scale ? Report.seconds(cycle * scale) : Report.number(cycle) + " cycles");
    const tip = () => [
      "rank " + plot.own.rank[row] + " " + (words[states[index]] || "does nothing"),
      ["from", time(starts[index])],
      ["to", time(starts[index + 1])],
      ["for", time(starts[index + 1] - starts[index])],
      ["cycles", Report.number(starts[index]) + " – " + Report.number(starts[index + 1] - 1)],
    ];
    return {
      x: (x1 + x2) / 2,
      y: y + plot.band / 2,
      box: [x1, y, Math.max(x1 + 1, x2), y + Math.max(1, plot.band - 1)],
      tip,
    };
  }

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      scale = data.points[point].seconds_per_cycle || null;
    let rows = shownRows(own, view.state);
    const every = Math.ceil(rows.length / mostRows);
    rows = rows.filter((_, index) => index % every === 0);
    const band = Math.max(1, Math.min(16, 520 / rows.length)),
      height = top + rows.length * band;
    const plot = {
      own,
      rows,
      band,
      height,
      scale,
      context: view.canvas(0, 0, view.width, height),
      axis: view.svg.append("g"),
    };
    const whole = d3.scaleLinear([0, own.end], [left, view.width - 6]);
    let x = whole;
    const label = Math.max(1, Math.ceil(16 / band));
    rows.forEach((row, place) => {
      if (place % label === 0)
        view.text(left - 8, top + (place + 0.5) * band + 4, own.rank[row], { anchor: "end", size: 11 });
    });
    if (every > 1)
      view.text(view.width - 6, height + 54, `one in ${every} of these rows is drawn`, { anchor: "end", size: 11 });
    const show = () => {
      view.count = paint(view, plot, x);
      view.frame.node.dataset.marks = view.count;
      drawTime(view, plot, x, scale);
    };
    const zoom = d3
      .zoom()
      .scaleExtent([1, Math.max(2, own.end / 50)])
      .extent([
        [left, 0],
        [view.width - 6, height],
      ])
      .translateExtent([
        [left, 0],
        [view.width - 6, height],
      ])
      .filter(() => (d3.event.type === "wheel" ? d3.event.ctrlKey || d3.event.metaKey : !d3.event.button))
      .on("zoom", () => {
        x = d3.event.transform.rescaleX(whole);
        view.state.transform = [point, d3.event.transform];
        Report.hideTip();
        view.svg.selectAll(".pointed").remove();
        show();
      });
    view.svg
      .append("rect")
      .attr("x", left)
      .attr("width", view.width - left - 6)
      .attr("height", height)
      .attr("fill", "transparent");
    view.height(height + (every > 1 ? 60 : 46));
    view.svg.call(zoom).on("dblclick.zoom", null).style("touch-action", "pan-y");
    view.frame.plot.classList.add("drag");
    view.zoomBy = (factor) => view.svg.call(zoom.scaleBy, factor);
    view.zoomOut = () => view.svg.call(zoom.transform, d3.zoomIdentity);
    view.locate = locate(view, plot, () => x);
    view.marks = d3.merge(
      rows
        .slice(0, 64)
        .map((row, place) =>
          d3.range(Math.min(200, own.rows[row].length)).map((index) => markOf(view, plot, row, place, index, x)),
        ),
    );
    view.legend(words.map((key, index) => ({ key, label: key, color: colors(view.theme)[index] })));
    const kept = view.state.transform;
    if (kept && kept[0] === point && kept[1].k > 1) view.svg.call(zoom.transform, kept[1]);
    else show();
  }

  function controls(from, frame) {
    const [point] = picker.points(),
      count = held.get(point).rows.length;
    if (from.rows !== "all" && Number(from.rows) >= count) from.rows = "all";
    const items = picker.controls();
    if (count > block) {
      items.push({
        kind: "select",
        label: "ranks",
        key: "rows",
        options: [["all", "all"]].concat(
          d3
            .range(0, count, block)
            .map((first) => [String(first), first + " – " + (Math.min(count, first + block) - 1)]),
        ),
      });
    }
    const by = (factor) => () => frame.view && frame.view.zoomBy(factor);
    return items.concat([
      { kind: "button", label: "+", title: "zoom in", press: by(2) },
      { kind: "button", label: "−", title: "zoom out", press: by(0.5) },
      {
        kind: "button",
        label: "whole run",
        title: "zoom out to the whole run",
        press: () => frame.view && frame.view.zoomOut(),
      },
    ]);
  }

  const merged = data.gantt.points.filter((each) => each.cell > 1);
  const coarsest = d3.max(merged, (each) => each.cell);
  const sparsest = d3.max(data.gantt.points, (each) => each.every);
  Report.add({
    id: "gantt",
    short: "Ranks over time",
    title: "What the ranks did when",
    expect: 480,
    state,
    controls,
    draw,
    note: data.gantt.note,
    caption: [
      "One row a rank, first seed of the point. Zoom with +, with two fingers, or with Ctrl and the wheel; " +
        "drag to move in time.",
      merged.length
        ? `gantt.csv has more spans than a screen can show (${Report.number(d3.max(merged, (each) => each.spans))}): ` +
          `time is in cells of up to ${Report.number(coarsest)} cycles, each with the state that fills most of it.`
        : "",
      sparsest > 1 ? `Of so many ranks one in ${sparsest} is in this page; gantt.csv has them all.` : "",
    ],
  });
})();

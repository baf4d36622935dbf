// SPDX-License-Identifier: Apache-2.0
// What each rank did when. Rows are lists of length * 8 + state; the canvas shows the part of the time that is zoomed
// to.
"use strict";

(function () {
  const { data } = Report;
  if (!data.gantt) return;
  const held = new Map(data.gantt.points.map((each) => [each.point, each]));
  const state = { rows: "all", colors: "states" };
  const named = data.gantt.points.some((each) => each.calls);
  const picker = new Report.Picker([...held.keys()], 1, state);
  const words = {
    compute: "computes",
    wait_message: "waits for a message",
    wait_room: "waits for room",
    send: "sends",
    wait: "waits",
  };
  const { states, nothing, left, top, block, occurring, spans, shownRows } = Report.ganttRows;
  const { callColor, callKey, callsOf, callAt, paintCalls } = Report.ganttRows;
  const mostRows = 560;

  const colors = (theme) => states.map((name) => theme.states[name === "wait" ? "wait_message" : name]);

  /** Draws the spans that the domain of x touches; returns how many. */
  function paint(view, plot, x) {
    const { own, rows, context, band } = plot;
    const [begin, end] = x.domain(),
      palette = colors(view.theme);
    context.clearRect(left, 0, view.width, plot.height);
    let drawn = 0;
    rows.forEach((row, place) => {
      const { starts, numbers } = spans(own, row);
      const y = Math.floor(top + place * band); // whole pixels: rows that share one would mix their colours
      const high = Math.max(1, Math.floor(top + (place + 1) * band) - y - (band > 5 ? 1 : 0));
      for (let i = Math.max(0, d3.bisectRight(starts, begin) - 1); i < numbers.length && starts[i] < end; ++i) {
        if (numbers[i] === nothing || view.isHidden(states[numbers[i]])) continue;
        const x1 = Math.max(left, x(starts[i])),
          x2 = Math.min(view.width - 6, x(starts[i + 1]));
        context.fillStyle = palette[numbers[i]];
        context.fillRect(x1, y, Math.max(0.35, x2 - x1), high);
        ++drawn;
      }
    });
    return drawn;
  }

  /** The spans that are drawn. */
  function listOf(view, plot, x) {
    const [begin, end] = x.domain(),
      list = [];
    for (const row of plot.rows) {
      const { starts, numbers } = spans(plot.own, row);
      for (let i = 0; i < numbers.length; ++i) {
        if (numbers[i] === nothing || starts[i] >= end || starts[i + 1] <= begin) continue;
        if (view.isHidden(states[numbers[i]])) continue;
        list.push([plot.own.rank[row], numbers[i], states[numbers[i]], starts[i], starts[i + 1]]);
      }
    }
    const ends = [["from", "first cycle"], ["to", "first cycle after it"]];
    return Report.list([["rank", "rank of the workload"], ["state", "its number"], ["name", "of the state"], ...ends], list);
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
      label: "Time (" + unit.name + ")",
    });
  }

  function locate(view, plot, x) {
    return (px, py) => {
      const place = Math.floor((py - top) / plot.band),
        row = plot.rows[place],
        cycle = x().invert(px);
      if (row === undefined || px < left || cycle < 0 || cycle > plot.own.end) return null;
      const { starts, numbers } = spans(plot.own, row),
        index = d3.bisectRight(starts, cycle) - 1;
      if (index < 0 || index >= numbers.length) return null;
      return markOf(view, plot, row, place, index, x(), cycle);
    };
  }

  function markOf(view, plot, row, place, index, x, cycle) {
    const { starts, numbers } = spans(plot.own, row),
      scale = plot.scale;
    const x1 = Math.max(left, x(starts[index])),
      x2 = Math.min(view.width - 6, x(starts[index + 1])),
      y = top + place * plot.band;
    const time = (cycle) => (scale ? Report.seconds(cycle * scale) : Report.number(cycle) + " cycles");
    const call = callAt(plot.own, row, cycle === undefined ? (starts[index] + starts[index + 1]) / 2 : cycle);
    const inside = call ? [["in", plot.own.calls.names[call[0]] + ", " + time(call[2] - call[1])]] : [];
    const tip = () => [
      "rank " + plot.own.rank[row] + " " + (words[states[numbers[index]]] || "does nothing"),
      ...inside,
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
      scale = Report.secondsPerCycle(point);
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
    const byCall = view.state.colors === "calls" && own.calls;
    let x = whole;
    const label = Math.max(1, Math.ceil(16 / band));
    rows.forEach((row, place) => {
      if (place % label === 0)
        view.text(left - 8, top + (place + 0.5) * band + 4, own.rank[row], { anchor: "end", size: 11 });
    });
    if (every > 1)
      view.text(view.width - 6, height + 54, `one in ${every} of these rows is drawn`, { anchor: "end", size: 11 });
    const show = () => {
      const [from, to] = x.domain().map(Math.round);
      view.notes = from <= 0 && to >= own.end ? [] : [`cycles ${Report.number(from)} to ${Report.number(to)}`];
      view.table = { text: (...words) => listOf(view, plot, x).text(...words) };
      view.frame.chosen.textContent = Report.selection(view.frame).join(" · ");
      view.count = byCall ? paintCalls(view, plot, x) : paint(view, plot, x);
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
    const palette = colors(view.theme);
    if (byCall) {
      view.legend(own.calls.names.map((label, call) => ({ key: callKey(call), label, color: callColor(call) })));
    } else {
      view.legend(occurring(own).map((n) => ({ key: states[n], label: words[states[n]], color: palette[n] })));
    }
    const kept = view.state.transform;
    if (kept && kept[0] === point && kept[1].k > 1) view.svg.call(zoom.transform, kept[1]);
    else show();
  }

  function controls(from, frame) {
    const [point] = picker.points(),
      count = held.get(point).rows.length;
    if (from.rows !== "all" && Number(from.rows) >= count) from.rows = "all";
    const items = picker.controls();
    if (named) {
      items.push({
        kind: "select",
        label: "colours",
        key: "colors",
        options: [
          ["states", "what ranks do"],
          ["calls", "MPI calls"],
        ],
      });
    }
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
  /** "256 of 1024 ranks, one in 4": of the point with most ranks; "" when all are there. */
  const chosen = () => {
    const own = data.gantt.points.reduce((most, each) => (each.ranks > most.ranks ? each : most));
    const ranks = own.rank.filter(Number.isInteger), // not the streams of ranks
      shown = ranks.length;
    if (own.ranks <= shown || shown < 2) return "";
    return (
      `Shown are ${Report.number(shown)} of ${Report.number(own.ranks)} ranks, one in ${ranks[1] - ranks[0]} ` +
      "from rank 0 on: more rows than that no picture tells apart. ranks.csv has the totals of all, fsin run " +
      "--timeline every activity."
    );
  };
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
      "One row for each rank, and for each further stream of it (3.1 is stream 1 of rank 3); first seed of the point. Zoom with +, with two fingers, or with Ctrl and the wheel; " +
        "drag to move in time.",
      "A rank computes; sends, putting one packet per cycle into the injection queue of its node; waits for room in " +
        "that queue; or waits for a message at a receive. Where several states share the width of a bin, bins are " +
        "divided among them, so that the area of a colour is the time of its state.",
      named
        ? "MPI calls are the outermost ones, collectives with their algorithm; of too many, the longer ones are drawn."
        : "",
      merged.length
        ? `gantt.csv has more spans than a screen can show (${Report.number(d3.max(merged, (each) => each.spans))}): ` +
          `time is in cells of up to ${Report.number(coarsest)} cycles.`
        : "",
      chosen(),
    ],
  });
})();

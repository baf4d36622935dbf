// SPDX-License-Identifier: Apache-2.0
// The critical path: what it is spent on, and its way through the ranks over the time of the run.
"use strict";

(function () {
  const { data } = Report;
  if (!data.path) return;
  const held = new Map(data.path.points.map((each) => [each.point, each]));
  const state = {};
  const picker = new Report.Picker([...held.keys()], 1, state);
  const parts = data.path.parts;
  const words = ["computing", "sending", "waiting for room", "under way", "behind other packets", "waiting", "end of the run"];
  const left = 46,
    most = 420;

  function colors(theme) {
    return [
      theme.states.compute,
      theme.states.send,
      theme.states.wait_room,
      "#8a76b8", // under way: in no state of a rank
      theme.states.wait_message,
      theme.states.wait_message,
      theme.states.idle,
    ];
  }

  /** A bar with the parts of the whole path. */
  function drawParts(view, own, y) {
    const x = d3.scaleLinear([0, own.cycles], [left, view.width - 6]);
    const palette = colors(view.theme);
    let at = 0;
    own.parts.forEach((cycles, part) => {
      if (!cycles) return;
      const x1 = x(at),
        x2 = x(at + cycles);
      view.svg
        .append("rect")
        .attr("x", x1)
        .attr("y", y)
        .attr("width", Math.max(0.5, x2 - x1))
        .attr("height", 18)
        .attr("fill", palette[part]);
      const label = Report.percent(cycles / own.cycles);
      if (x2 - x1 > 8 * label.length) view.text((x1 + x2) / 2, y + 33, label, { anchor: "middle", size: 11 });
      at += cycles;
    });
  }

  function tipOf(own, step, time) {
    const [rank, to, first, last, part, call] = step;
    const lines = [
      to < 0 ? "rank " + rank + ", " + words[part] : "message of rank " + rank + " to rank " + to + ", " + words[part],
      ["call", call < 0 ? "none" : own.calls[call]],
      ["for", time(last + 1 - first)],
      ["cycles", Report.number(first) + " – " + Report.number(last)],
    ];
    return lines;
  }

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      scale = Report.secondsPerCycle(point);
    const time = (cycles) => (scale ? Report.seconds(cycles * scale) : Report.number(cycles) + " cycles");
    const palette = colors(view.theme);
    view.legend(
      parts
        .map((key, part) => ({ key, label: words[part], color: palette[part], part }))
        .filter(({ part }) => own.parts[part] > 0 && part < 6),
    );
    const top = 56;
    drawParts(view, own, 4);
    const last = d3.max(own.steps, (step) => Math.max(step[0], step[1])) || 0;
    const band = Math.max(1, Math.min(16, most / (last + 1))),
      height = top + (last + 1) * band;
    const x = d3.scaleLinear([0, own.cycles], [left, view.width - 6]);
    const y = (rank) => top + (rank + 0.5) * band;
    const label = Math.max(1, Math.ceil(16 / band));
    d3.range(0, last + 1, label).forEach((rank) =>
      view.text(left - 8, y(rank) + 4, rank, { anchor: "end", size: 11 }),
    );
    const context = view.canvas(0, 0, view.width, height);
    const thick = Math.max(1.5, Math.min(8, band * 0.7));
    own.steps.forEach((step) => {
      const [rank, to, first, end, part] = step;
      if (view.isHidden(parts[part])) return;
      context.strokeStyle = palette[part];
      context.lineWidth = to < 0 ? thick : 1.2;
      context.beginPath();
      context.moveTo(x(first - 1), y(rank));
      context.lineTo(Math.max(x(end), x(first - 1) + (to < 0 ? 0.5 : 0)), y(to < 0 ? rank : to));
      context.stroke();
      ++view.count;
    });
    const unit = scale ? Report.timeUnit(own.cycles * scale) : { scale: 1, name: "cycles" };
    const factor = scale ? scale / unit.scale : 1;
    Report.axis(view, {
      scale: d3.scaleLinear([0, own.cycles * factor], x.range()),
      side: "bottom",
      y: height,
      ticks: Math.min(9, view.width / 90),
      format: (value) => Report.number(value, 4),
      label: "Time (" + unit.name + ")",
    });
    const list = (title, rows) => title + ": " + rows.slice(0, 4).map(([name, cycles]) => name + " " + Report.percent(cycles / own.cycles)).join(", ");
    const sorted = (rows) => rows.slice().sort((a, b) => b[1] - a[1]);
    const lines = [
      list("Ranks", sorted(own.ranks).map(([rank, cycles]) => ["rank " + rank, cycles])),
      list("Calls", sorted(own.by_call)),
    ];
    if (own.links_known) {
      const links = own.links.filter((link) => link[4] > 0).map(([from, , to, , delay]) => ["link " + from + " → " + to, delay]);
      lines.push(list("Delayed", [["in injection queues", own.queue]].concat(links)));
    }
    view.notes = own.left_out ? [`${Report.number(own.left_out)} shorter steps are not drawn`] : [];
    lines.forEach((line, place) => view.text(left, height + 58 + place * 18, line, { size: 12 }));
    const firsts = own.steps.map((step) => step[2]);
    view.marks = own.steps.slice(0, 2000).map((step) => ({
      x: x((step[2] + step[3]) / 2),
      y: y(step[0]),
      box: [x(step[2] - 1), y(Math.min(step[0], step[1] < 0 ? step[0] : step[1])) - band / 2, x(step[3]) + 1, y(Math.max(step[0], step[1])) + band / 2],
      tip: () => tipOf(own, step, time),
    }));
    view.locate = (px, py) => {
      if (py < top || py > height) return null;
      const index = d3.bisectRight(firsts, x.invert(px)) - 1,
        step = own.steps[index];
      if (!step) return null;
      const [rank, to, first, end] = step;
      const low = Math.min(rank, to < 0 ? rank : to),
        up = Math.max(rank, to);
      return {
        x: x((first + end) / 2),
        y: (y(low) + y(up)) / 2,
        box: [x(first - 1), y(low) - band / 2, Math.max(x(first - 1) + 1, x(end)), y(up) + band / 2],
        tip: () => tipOf(own, step, time),
      };
    };
    view.table = Report.list(
      [
        ["rank", "or source of a message"],
        ["to", "destination of a message; -1: none"],
        ["from", "first cycle"],
        ["last", "last cycle"],
        ["part", "what most of it is spent on"],
        ["call", "number of the MPI call; -1: none"],
      ],
      own.steps.map(([rank, to, first, end, part, call]) => [rank, to, first, end, parts[part], call]),
    );
    view.height(height + 62 + lines.length * 18);
  }

  Report.add({
    id: "path",
    short: "Critical path",
    title: "The critical path",
    expect: 520,
    state,
    draw,
    note: data.path.note,
    controls: () => picker.controls(),
    caption: [
      "The chain of bursts, sends and messages that takes as long as the run, one after the other without a gap: thick" +
        " where it is in a rank, thin where a message is under way from one rank to another. What shortens it shortens" +
        " the run; what lies beside it does not. First seed of the point.",
    ],
  });
})();

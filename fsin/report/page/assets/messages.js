// SPDX-License-Identifier: Apache-2.0
// Slowdown of messages by size: for each range of sizes a bar from the median to the largest, with marks at the 95th
// and 99th percentile; the table has the times, too.
"use strict";

(function () {
  const { data } = Report;
  if (!data.messages) return;
  const held = new Map(data.messages.points.map((each) => [each.point, each]));
  const state = {};
  const picker = new Report.Picker([...held.keys()], 1, state);
  const high = 26;
  const marks = ["p50", "p95", "p99", "max"];

  function bytes(value) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      ++unit;
    }
    return Report.number(value) + " " + units[unit];
  }
  const nameOf = (row) => (row.to_bytes ? bytes(row.from_bytes) + " and more" : "0 B");

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      scale = Report.secondsPerCycle(point);
    const time = (cycles) => (scale ? Report.seconds(cycles * scale) : Report.number(cycles) + " cycles");
    const rows = own.sizes.filter((row) => row.slowdown);
    const left = 130,
      right = view.width - 70,
      top = 8;
    const most = d3.max(rows, (row) => row.slowdown.max) || 1;
    const x = d3.scaleLinear([0, most], [left, right]);
    const bottom = top + rows.length * high;
    Report.axis(view, {
      scale: x,
      side: "bottom",
      y: bottom,
      ticks: Math.min(8, (right - left) / 60),
      format: (value) => Report.tick(value),
      label: "Slowdown: time over that without any other message",
    });
    rows.forEach((row, place) => {
      const y = top + place * high,
        of = row.slowdown;
      view.text(left - 8, y + high / 2 + 4, nameOf(row), { anchor: "end", size: 12 });
      const box = (from, to, opacity) =>
        view.svg
          .append("rect")
          .attr("class", "mark")
          .attr("x", x(from))
          .attr("y", y + 5)
          .attr("width", Math.max(1, x(to) - x(from)))
          .attr("height", high - 10)
          .attr("fill", view.theme.states.wait_message)
          .attr("opacity", opacity);
      box(0, of.p50, 1);
      box(of.p50, of.p95, 0.65);
      box(of.p95, of.p99, 0.4);
      box(of.p99, of.max, 0.2);
      ++view.count;
      view.text(x(of.max) + 6, y + high / 2 + 4, Report.number(of.max), { size: 11 });
      view.marks.push({
        x: x(of.p50),
        y: y + high / 2,
        box: [0, y, right, y + high],
        tip: () =>
          [nameOf(row), ["messages", Report.number(row.messages)]].concat(
            marks.map((mark) => ["time, " + mark, time(row.time[mark])]),
            marks.map((mark) => ["slowdown, " + mark, Report.number(of[mark])]),
          ),
      });
    });
    view.locate = (px, py) => view.marks[Math.floor((py - top) / high)] || null;
    view.table = Report.list(
      [
        ["from", "bytes"],
        ["to", "bytes"],
        ["messages", "delivered"],
      ].concat(
        marks.map((mark) => ["time_" + mark, "cycles"]),
        marks.map((mark) => ["slowdown_" + mark, "time over that without any other message"]),
      ),
      own.sizes.map((row) =>
        [row.from_bytes, row.to_bytes, row.messages].concat(
          marks.map((mark) => row.time[mark]),
          marks.map((mark) => (row.slowdown ? row.slowdown[mark] : "")),
        ),
      ),
    );
    view.height(bottom + 44);
  }

  Report.add({
    id: "messages",
    short: "Messages by size",
    title: "How much longer messages took than alone, by size",
    expect: 300,
    state,
    draw,
    note: data.messages.note,
    controls: () => picker.controls(),
    caption: [
      "A bar for each range of sizes, up to twice the bytes: the median, then the 95th and the 99th percentile and the" +
        " largest slowdown. A message that meets no other has 1. First seed of the point.",
    ],
  });
})();

// SPDX-License-Identifier: Apache-2.0
// What the ranks spent their time on, by MPI call: one stacked bar a call.
"use strict";

(function () {
  const { data } = Report;
  if (!data.phases) return;
  const held = new Map(data.phases.points.map((each) => [each.point, each]));
  const state = {};
  const picker = new Report.Picker([...held.keys()], 1, state);
  const parts = [
    ["compute", "compute"],
    ["send", "send"],
    ["wait_message", "wait for a message"],
    ["wait_room", "wait for room"],
  ];
  const high = 26;

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      scale = Report.secondsPerCycle(point);
    const time = (cycles) => (scale ? Report.seconds(cycles * scale) : Report.number(cycles) + " cycles");
    const shown = parts.filter(([part]) => !view.isHidden(part));
    view.legend(parts.map(([key, label]) => ({ key, label, color: view.theme.states[key] })));
    const longest = d3.max(own.calls, (call) => call.name.length);
    const left = Math.min(view.width * 0.45, 16 + 7.2 * longest),
      right = view.width - 56,
      top = 8;
    const letters = Math.max(8, Math.floor((left - 16) / 7.2));
    const most = d3.max(own.calls, (call) => d3.sum(shown, ([part]) => call[part])) || 1;
    const x = d3.scaleLinear([0, most], [left, right]);
    const bottom = top + own.calls.length * high;
    Report.axis(view, {
      scale: d3.scaleLinear([0, (100 * most) / own.cycles], [left, right]),
      side: "bottom",
      y: bottom,
      ticks: Math.min(8, (right - left) / 60),
      format: (value) => Report.tick(value) + "%",
      label: "Share of the run, mean of the ranks (%)",
    });
    own.calls.forEach((call, place) => {
      const y = top + place * high;
      const name = call.name.length > letters ? call.name.slice(0, letters - 1) + "…" : call.name;
      view.text(left - 8, y + high / 2 + 4, name, { anchor: "end", size: 12 });
      let at = 0;
      for (const [part] of shown) {
        if (!call[part]) continue;
        view.svg
          .append("rect")
          .attr("class", "mark")
          .attr("shape-rendering", "crispEdges")
          .attr("x", x(at))
          .attr("y", y + 4)
          .attr("width", Math.max(0.5, x(at + call[part]) - x(at)))
          .attr("height", high - 8)
          .attr("fill", view.theme.states[part]);
        at += call[part];
        ++view.count;
      }
      view.text(x(at) + 6, y + high / 2 + 4, Report.percent(at / own.cycles), { size: 11 });
      view.marks.push({
        x: (left + x(at)) / 2,
        y: y + high / 2,
        box: [0, y, right, y + high],
        tip: () =>
          [call.name]
            .concat(parts.map(([part, words]) => [words, time(call[part]) + ", " + Report.percent(call[part] / own.cycles)]))
            .concat([
              ["longest in rank " + call.most_rank, time(call.most)],
              ["calls of all ranks", Report.number(call.calls)],
              ["messages", Report.number(call.messages)],
              ["bytes", Report.number(call.bytes)],
            ]),
      });
    });
    view.locate = (px, py) => view.marks[Math.floor((py - top) / high)] || null;
    view.table = Report.list(
      [
        ["call", "MPI function and algorithm"],
        ["calls", "of all ranks"],
        ["messages", "that ranks started in it"],
        ["bytes", "of these messages"],
      ].concat(parts.map(([part, words]) => [part, words + ", mean cycles of a rank"])),
      own.calls.map((call) =>
        ['"' + call.name + '"', call.calls, call.messages, call.bytes].concat(parts.map(([part]) => call[part])),
      ),
    );
    view.height(bottom + 44);
  }

  Report.add({
    id: "phases",
    short: "Time by MPI call",
    title: "What the ranks spent their time on, by MPI call",
    expect: 300,
    state,
    draw,
    note: data.phases.note,
    controls: () => picker.controls(),
    caption: [
      "One bar for each MPI function, and each algorithm of a collective: the mean over the ranks of the time in it." +
        " Of calls inside one another the outermost counts. First seed of the point.",
    ],
  });
})();

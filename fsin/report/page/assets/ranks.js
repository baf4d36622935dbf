// SPDX-License-Identifier: Apache-2.0
// Where the time of each rank of a trace went: one stacked bar a rank.
"use strict";

(function () {
  const { data } = Report;
  if (!data.ranks) return;
  const held = new Map(data.ranks.points.map((each) => [each.point, each]));
  const state = { order: "rank" };
  const picker = new Report.Picker([...held.keys()], 1, state);
  const parts = [
    ["compute", "computes"],
    ["send", "sends"],
    ["wait_message", "waits for a message"],
    ["wait_room", "waits for room"],
    ["idle", "has ended"],
  ];
  Report.rankParts = parts;
  const mostSvg = 1500;

  /** Cycles of a part; "idle" is what is left of the run when the rank has ended. */
  const cycles = (own, part, bar) => (part === "idle" ? Math.max(0, own.cycles - own.finished[bar]) : own[part][bar]);

  function tipOf(own, bar, scale) {
    const last = Math.min(own.rank[bar] + own.ranks_per_bar, own.rank[bar] + 1e9) - 1;
    const name =
      own.ranks_per_bar > 1
        ? "ranks " + own.rank[bar] + " – " + last + ", mean"
        : "rank " + own.rank[bar] + " on node " + own.node[bar];
    return [name].concat(
      parts.map(([part, words]) => {
        const value = cycles(own, part, bar);
        return [
          words,
          (scale ? Report.seconds(value * scale) : Report.number(value) + " cycles") +
            ", " +
            Report.percent(value / own.cycles),
        ];
      }),
    );
  }

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      scale = Report.secondsPerCycle(point);
    const shown = parts.filter(([part]) => !view.isHidden(part));
    view.legend(parts.map(([key, label]) => ({ key, label, color: view.theme.states[key] })));
    const order = d3.range(own.rank.length);
    if (view.state.order !== "rank")
      order.sort((a, b) => cycles(own, view.state.order, b) - cycles(own, view.state.order, a));
    const unit = scale ? Report.timeUnit(own.cycles * scale) : { scale: 1, name: "cycles" };
    const value = (part, bar) => cycles(own, part, bar) * (scale ? scale / unit.scale : 1);
    view.table = new Report.Table("rank", own.ranks_per_bar > 1 ? "first rank of a block" : "rank of the workload");
    for (const [part, words] of shown) {
      const points = order.map((bar) => ({ x: own.rank[bar], mean: value(part, bar) }));
      view.table.series(part, `${words}, ${unit.name}`, points);
    }
    const left = 46,
      top = 26,
      height = 300;
    const y = d3.scaleLinear(
      [0, d3.max(order, (bar) => d3.sum(shown, ([part]) => value(part, bar))) * 1.02 || 1],
      [height, top],
    );
    const right = Math.min(view.width - 4, left + order.length * 56);
    const x = d3.scaleLinear([0, order.length], [left, right]);
    Report.axis(view, {
      scale: y,
      side: "left",
      x: left,
      grid: right - left,
      label: "Time (" + unit.name + ")",
      format: Report.tick,
    });
    const canvas = order.length * shown.length > mostSvg;
    const context = canvas ? view.canvas(0, 0, view.width, height) : null;
    const step = x(1) - x(0),
      gap = step > 5 ? 1 : 0;
    let drawn = 0;
    order.forEach((bar, place) => {
      const edge = Math.floor(x(place)); // whole pixels: bars that share one would mix their colours
      const wide = Math.max(1, Math.floor(x(place + 1)) - edge - gap);
      let base = 0;
      for (const [part] of shown) {
        const next = base + value(part, bar),
          high = y(base) - y(next);
        if (context) {
          context.fillStyle = view.theme.states[part];
          context.fillRect(edge, y(next), wide, high);
        } else {
          view.svg
            .append("rect")
            .attr("class", "mark")
            .attr("shape-rendering", "crispEdges")
            .attr("x", edge)
            .attr("y", y(next))
            .attr("width", wide)
            .attr("height", Math.max(0, high))
            .attr("fill", view.theme.states[part]);
        }
        ++drawn;
        base = next;
      }
      view.marks.push({
        x: x(place) + step / 2,
        y: y(base),
        box: [x(place), y(base), x(place) + step - gap, height],
        tip: () => tipOf(own, bar, scale),
      });
    });
    view.count = drawn;
    view.locate = (px, py) =>
      px >= left && py >= top - 10 && py <= height + 10 ? view.marks[Math.floor(x.invert(px))] || null : null;
    const digits = String(own.rank[own.rank.length - 1]).length;
    const every = Math.max(1, Math.ceil((16 + 8 * digits) / step));
    order.forEach((bar, place) => {
      if (place % every === 0 && view.state.order === "rank")
        view.text(x(place) + step / 2, height + 18, own.rank[bar], { anchor: "middle" });
    });
    view.text(right, height + 38, view.state.order === "rank" ? "Rank" : "Ranks, longest first", {
      anchor: "end",
    });
    view.height(height + 44);
  }

  const blocks = data.ranks.points.some((each) => each.ranks_per_bar > 1);
  Report.add({
    id: "ranks",
    short: "Time of the ranks",
    title: "Where the time of the ranks went",
    expect: 360,
    state,
    draw,
    note: data.ranks.note,
    controls: () =>
      picker.controls().concat([
        {
          kind: "select",
          label: "order",
          key: "order",
          options: [["rank", "by rank"]].concat(parts.map(([part, words]) => [part, "longest first: " + words])),
        },
      ]),
    caption: [
      "One bar for each rank, and for each further stream of it (3.1 is stream 1 of rank 3)" +
        (blocks ? " (for each block of ranks, where there are many: their mean)" : "") +
        ", from the start of the run to its end; first seed of the point. A rank waits for a message that has not" +
        " arrived, or for room in the injection buffer of its node.",
    ],
  });
})();

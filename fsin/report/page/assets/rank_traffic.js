// SPDX-License-Identifier: Apache-2.0
// Which rank sends how much to which.
"use strict";

(function () {
  const { data } = Report;
  if (!data.rank_traffic) return;
  const held = new Map(data.rank_traffic.points.map((each) => [each.point, each]));
  const state = { log: false, of: "bytes" };
  const units = { bytes: "bytes", messages: "messages" };
  const picker = new Report.Picker([...held.keys()], 1, state);

  const ranks = (own, block) => {
    const first = block * own.ranks_per_block;
    return own.ranks_per_block > 1 ? "ranks " + first + " – " + (first + own.ranks_per_block - 1) : "rank " + first;
  };

  function drawScale(view, value, left, width, y, top) {
    const id = "scale-" + view.spec.id;
    const stops = view.svg.append("defs").append("linearGradient").attr("id", id);
    d3.range(0, 1.01, 0.1).forEach((t) =>
      stops
        .append("stop")
        .attr("offset", t * 100 + "%")
        .attr("stop-color", view.theme.scale(t)),
    );
    view.text(left, y, units[view.state.of] + " from rank to rank");
    view.svg
      .append("rect")
      .attr("x", left)
      .attr("y", y + 9)
      .attr("width", width)
      .attr("height", 10)
      .attr("rx", 2)
      .attr("fill", `url(#${id})`);
    const x = value.copy().range([left, left + width]);
    let last = -Infinity;
    for (const tick of view.state.log && top > 1 ? Report.logTicks(x, 30) : x.ticks(5)) {
      if (x(tick) - last < 30) continue;
      last = x(tick);
      view.text(last, y + 34, Report.tick(tick), { anchor: last === left ? "start" : "middle", size: 11 });
    }
  }

  function draw(view) {
    const [point] = picker.points();
    const own = held.get(point),
      amounts = own[view.state.of],
      side = own.blocks,
      left = 46,
      top = 24;
    const size = Math.min(view.width - left - 4, 560, side * 56),
      cell = size / side;
    const most = d3.max(amounts) || 1;
    const value = view.state.log && most > 1 ? d3.scaleLog([1, most], [0.04, 1]) : d3.scaleLinear([0, most], [0, 1]);
    const context = view.canvas(0, 0, view.width, top + size);
    context.fillStyle = view.theme.none;
    context.fillRect(left, top, size, size);
    let drawn = 0;
    const gap = cell > 8 ? 1 : 0;
    amounts.forEach((amount, index) => {
      if (amount === 0) return;
      context.fillStyle = view.theme.scale(value(amount));
      context.fillRect(
        left + (index % side) * cell,
        top + Math.floor(index / side) * cell,
        Math.max(0.5, cell - gap),
        Math.max(0.5, cell - gap),
      );
      ++drawn;
    });
    view.count = drawn;
    view.table = Report.list(
      [
        ["source", "first rank of the block that sent"],
        ["destination", "first rank of the block to which it sent"],
        ["messages", "in the whole run"],
        ["bytes", "of these messages"],
      ],
      own.messages.map((messages, index) => [
        Math.floor(index / side) * own.ranks_per_block,
        (index % side) * own.ranks_per_block,
        messages,
        own.bytes[index],
      ]),
    );
    const every = Math.max(1, Math.ceil(30 / cell));
    for (let block = 0; block < side; block += every) {
      view.text(left + (block + 0.5) * cell, top - 7, block * own.ranks_per_block, { anchor: "middle", size: 11 });
      view.text(left - 7, top + (block + 0.5) * cell + 4, block * own.ranks_per_block, { anchor: "end", size: 11 });
    }
    const total = d3.sum(amounts);
    const markOf = (index) => {
      const x = left + (index % side) * cell,
        y = top + Math.floor(index / side) * cell;
      return {
        x: x + cell / 2,
        y: y + cell / 2,
        box: [x, y, x + cell, y + cell],
        tip: () => [
          ranks(own, Math.floor(index / side)) + " → " + ranks(own, index % side),
          ["messages", Report.number(own.messages[index])],
          ["bytes", Report.number(own.bytes[index])],
          ["share of all " + units[view.state.of], Report.percent(total ? amounts[index] / total : 0)],
        ],
      };
    };
    view.marks = d3.range(Math.min(4096, amounts.length)).map(markOf);
    view.locate = (px, py) => {
      const column = Math.floor((px - left) / cell),
        row = Math.floor((py - top) / cell);
      return column >= 0 && row >= 0 && column < side && row < side ? markOf(row * side + column) : null;
    };
    drawScale(view, value, left, Math.min(300, size), top + size + 24, most);
    view.height(top + size + 64);
  }

  Report.add({
    id: "rank-traffic",
    short: "Traffic of ranks",
    title: "Which rank sends to which",
    expect: 560,
    state,
    draw,
    note: data.rank_traffic.note,
    controls: () =>
      picker.controls().concat([
        {
          kind: "select",
          label: "amount",
          key: "of",
          options: [
            ["bytes", "bytes"],
            ["messages", "messages"],
          ],
        },
        { kind: "switch", label: "logarithmic colours", key: "log" },
      ]),
    caption: [
      "Rows are sources, columns are destinations, in the order of ranks" +
        (data.rank_traffic.points.some((each) => each.ranks_per_block > 1) ? " (blocks of neighbouring ranks)" : "") +
        ". What the program sends, also from rank to rank of one node; requests and answers of long messages are not counted." +
        " First seed of the point.",
    ],
  });
})();

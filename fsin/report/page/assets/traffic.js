// SPDX-License-Identifier: Apache-2.0
// Who sends how much to whom: the traffic matrix.
"use strict";

(function () {
  const { data } = Report;
  if (!data.traffic) return;
  const held = new Map(data.traffic.points.map((each) => [each.point, each]));
  const state = { log: false };
  const picker = new Report.Picker([...held.keys()], 1, state);

  function draw(view) {
    const own = held.get(picker.points()[0]),
      side = own.blocks;
    view.table = Report.list(
      [
        ["source", "first node of the block that the packets came from"],
        ["destination", "first node of the block that they went to"],
        ["packets", "delivered in the whole run"],
      ],
      own.packets.map((packets, index) => [
        Math.floor(index / side) * own.nodes_per_block,
        (index % side) * own.nodes_per_block,
        packets,
      ]),
    );
    const total = d3.sum(own.packets);
    Report.drawMatrix(view, {
      one: "node",
      side,
      perBlock: own.nodes_per_block,
      amounts: own.packets,
      words: "Packets from node to node",
      tip: (index) => [
        ["packets", Report.number(own.packets[index])],
        ["share of all", Report.percent(total ? own.packets[index] / total : 0)],
      ],
    });
  }

  Report.add({
    id: "traffic",
    short: "Traffic",
    title: "Traffic matrix",
    expect: 560,
    state,
    draw,
    note: data.traffic.note,
    controls: () => picker.controls().concat([{ kind: "switch", label: "logarithmic colours", key: "log" }]),
    caption: [
      "Rows are sources, columns are destinations, in the order of node numbers" +
        (data.traffic.points.some((each) => each.nodes_per_block > 1) ? " (blocks of neighbouring nodes)" : "") +
        ". First seed of the point; cells without packets are empty.",
    ],
  });
})();

// SPDX-License-Identifier: Apache-2.0
// Which rank sends how much to which.
"use strict";

(function () {
  const { data } = Report;
  if (!data.rank_traffic) return;
  const held = new Map(data.rank_traffic.points.map((each) => [each.point, each]));
  const state = { log: false, of: "bytes" };
  const picker = new Report.Picker([...held.keys()], 1, state);

  function draw(view) {
    const own = held.get(picker.points()[0]),
      side = own.blocks,
      amounts = own[view.state.of];
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
    const total = d3.sum(amounts);
    Report.drawMatrix(view, {
      one: "rank",
      side,
      perBlock: own.ranks_per_block,
      amounts,
      words: (view.state.of === "bytes" ? "Bytes" : "Messages") + " from rank to rank",
      tip: (index) => [
        ["messages", Report.number(own.messages[index])],
        ["bytes", Report.number(own.bytes[index])],
        ["share of all " + view.state.of, Report.percent(total ? amounts[index] / total : 0)],
      ],
    });
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

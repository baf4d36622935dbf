// SPDX-License-Identifier: Apache-2.0
// A square matrix of amounts as coloured cells: from whom (rows) to whom (columns), with a scale below it.
"use strict";

(function () {
  function drawScale(view, value, words, left, width, y, top) {
    const id = "scale-" + view.spec.id;
    const stops = view.svg.append("defs").append("linearGradient").attr("id", id);
    d3.range(0, 1.01, 0.1).forEach((t) =>
      stops
        .append("stop")
        .attr("offset", t * 100 + "%")
        .attr("stop-color", view.theme.scale(t)),
    );
    view.text(left, y, words);
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

  function drawCells(view, amounts, value, side, left, top, size) {
    const cell = size / side;
    const context = view.canvas(0, 0, view.width, top + size);
    context.fillStyle = view.theme.none;
    context.fillRect(left, top, size, size);
    const gap = cell > 8 ? 1 : 0;
    let drawn = 0;
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
  }

  // one: what a row or column is, "node"; side: rows; perBlock: how many a row stands for; amounts: row after row;
  // words: what the colours show; tip(index): lines below "node 1 → node 2".
  Report.drawMatrix = function (view, { one, side, perBlock, amounts, words, tip }) {
    const left = 62,
      top = 40;
    const size = Math.min(view.width - left - 4, 560, side * 56),
      cell = size / side;
    const most = d3.max(amounts) || 1;
    const value = view.state.log && most > 1 ? d3.scaleLog([1, most], [0.04, 1]) : d3.scaleLinear([0, most], [0, 1]);
    drawCells(view, amounts, value, side, left, top, size);
    const every = Math.max(1, Math.ceil(30 / cell));
    for (let block = 0; block < side; block += every) {
      view.text(left + (block + 0.5) * cell, top - 7, block * perBlock, { anchor: "middle", size: 11 });
      view.text(left - 7, top + (block + 0.5) * cell + 4, block * perBlock, { anchor: "end", size: 11 });
    }
    // Titles of the axes: who sends on the left, who receives on top.
    view.text(left, 12, "To " + one, { fill: view.theme.ink });
    view
      .text(0, 0, "From " + one, { fill: view.theme.ink, anchor: "end" })
      .attr("transform", `translate(12,${top}) rotate(-90)`);
    const name = (block) => {
      const first = block * perBlock;
      return perBlock > 1 ? one + "s " + first + " – " + (first + perBlock - 1) : one + " " + first;
    };
    const markOf = (index) => {
      const row = Math.floor(index / side),
        column = index % side;
      const x = left + column * cell,
        y = top + row * cell;
      return {
        x: x + cell / 2,
        y: y + cell / 2,
        box: [x, y, x + cell, y + cell],
        tip: () => [name(row) + " → " + name(column), ...tip(index)],
      };
    };
    view.marks = d3.range(Math.min(4096, amounts.length)).map(markOf);
    view.locate = (px, py) => {
      const column = Math.floor((px - left) / cell),
        row = Math.floor((py - top) / cell);
      return column >= 0 && row >= 0 && column < side && row < side ? markOf(row * side + column) : null;
    };
    drawScale(view, value, words, left, Math.min(300, size), top + size + 24, most);
    view.height(top + size + 64);
  };
})();

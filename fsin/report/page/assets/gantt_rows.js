// SPDX-License-Identifier: Apache-2.0
// The rows of the picture of the ranks (gantt.js): what each rank did, unpacked once, and the MPI calls that it was in.
"use strict";

(function () {
  const { data } = Report;
  if (!data.gantt) return;
  const states = data.gantt.states; // by number; the one after the last is: does nothing
  const nothing = states.length;
  const left = 46,
    top = 8;
  const block = 128; // ranks that can be looked at alone

  /** The states that occur at all, by number. */
  function occurring(own) {
    if (own.occurring) return own.occurring;
    const seen = new Set();
    for (const runs of own.rows) for (const run of runs) seen.add(run % 8);
    return (own.occurring = d3.range(nothing).filter((number) => seen.has(number)));
  }

  /** Start, end and state of the spans of a row, in cycles, unpacked once. */
  function spans(own, row) {
    own.unpacked = own.unpacked || [];
    if (own.unpacked[row]) return own.unpacked[row];
    const runs = own.rows[row],
      starts = new Float64Array(runs.length + 1),
      numbers = new Uint8Array(runs.length);
    let at = 0;
    runs.forEach((run, index) => {
      starts[index] = at * own.cell;
      at += Math.floor(run / 8);
      numbers[index] = run % 8;
    });
    starts[runs.length] = Math.min(own.end, at * own.cell);
    return (own.unpacked[row] = { starts, numbers });
  }

  function shownRows(own, from) {
    const all = d3.range(own.rows.length);
    const first = from.rows === "all" ? 0 : Number(from.rows);
    return from.rows === "all" ? all : all.slice(first, first + block);
  }

  const callColor = (call) => d3.schemeTableau10[call % 10];
  const callKey = (call) => "call " + call;

  /** MPI calls of a row, unpacked once: number, first cycle, the one after the last. */
  function callsOf(own, row) {
    if (!own.calls) return [];
    own.ofRow = own.ofRow || [];
    if (own.ofRow[row]) return own.ofRow[row];
    const flat = own.calls.rows[row],
      list = [];
    for (let i = 0; i + 2 < flat.length; i += 3) list.push([flat[i], flat[i + 1] - 1, flat[i + 2] - 1]);
    return (own.ofRow[row] = list);
  }

  /** The call that the rank of a row is in, or null. */
  function callAt(own, row, cycle) {
    const list = callsOf(own, row);
    const index = d3.bisector((each) => each[1]).right(list, cycle) - 1;
    return index >= 0 && cycle < list[index][2] ? list[index] : null;
  }

  function paintCalls(view, plot, x) {
    const { own, rows, context, band } = plot;
    const [begin, end] = x.domain();
    let drawn = 0;
    context.clearRect(left, 0, view.width, plot.height);
    rows.forEach((row, place) => {
      const y = Math.floor(top + place * band);
      const high = Math.max(1, Math.floor(top + (place + 1) * band) - y - (band > 5 ? 1 : 0));
      for (const [call, first, after] of callsOf(own, row)) {
        if (after <= begin || first >= end || view.isHidden(callKey(call))) continue;
        const x1 = Math.max(left, x(first)),
          x2 = Math.min(view.width - 6, x(after));
        context.fillStyle = callColor(call);
        context.fillRect(x1, y, Math.max(0.35, x2 - x1), high);
        ++drawn;
      }
    });
    return drawn;
  }

  Report.ganttRows = {
    states,
    nothing,
    left,
    top,
    block,
    occurring,
    spans,
    shownRows,
    callColor,
    callKey,
    callsOf,
    callAt,
    paintCalls,
  };
})();

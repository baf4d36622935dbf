// SPDX-License-Identifier: Apache-2.0
// Accepted load and latency over the time of the run, as two curves with an axis each.
"use strict";

(function () {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.getElementById("course-plot");
  const shape = (name, attributes, text) => {
    const node = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  Lab.number = (value) => {
    if (value === null || value === undefined) return "–";
    if (Number.isInteger(value)) return value.toLocaleString("en");
    return Number(value.toPrecision(4)).toLocaleString("en", { maximumFractionDigits: 6 });
  };

  /** A round number that is at least as large. */
  function roof(value) {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((each) => each * power).find((each) => each >= value * 0.9999);
  }

  /** series: {bin, accepted, latency}; length: of the whole run in cycles; offered: the load that is asked for. */
  Lab.drawCourse = (series, length, warmup, offered) => {
    const theme = Lab.theme();
    const width = svg.clientWidth || 600,
      height = 260;
    const [left, right, top, bottom] = [52, 52, 26, 34];
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const last = series.accepted.length - 1; // the bin that is not over
    const most = [roof(Math.max(offered || 0, ...series.accepted.slice(0, Math.max(1, last)))), roof(Math.max(1, ...series.latency.filter((each) => each !== null)))];
    const x = (cycle) => left + ((width - left - right) * cycle) / length;
    const y = (part) => height - bottom - (height - top - bottom) * Math.min(1.02, part);
    const nodes = [];
    if (warmup > 0)
      nodes.push(shape("rect", { x: x(0), y: top, width: x(Math.min(warmup, length)) - x(0), height: height - top - bottom, fill: theme.disc }));
    for (const part of [0, 0.5, 1]) {
      nodes.push(shape("line", { x1: left, x2: width - right, y1: y(part), y2: y(part), stroke: theme.none }));
      nodes.push(shape("text", { x: left - 7, y: y(part) + 4, "text-anchor": "end" }, Lab.number(part * most[0])));
      nodes.push(shape("text", { x: width - right + 7, y: y(part) + 4 }, Lab.number(part * most[1])));
      nodes.push(shape("text", { x: x(part * length), y: height - bottom + 18, "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle" }, Lab.number(Math.round(part * length))));
    }
    nodes.push(shape("text", { x: width / 2, y: height - 2, "text-anchor": "middle" }, "cycles"));
    const label = (at, anchor, colour, text) => {
      const node = shape("text", { x: at, y: 14, "text-anchor": anchor }, text);
      node.style.fill = colour;
      node.style.fontWeight = 600;
      nodes.push(node);
    };
    label(4, "start", theme.queue, "accepted load, phits/node/cycle");
    label(width - 4, "end", theme.own, "latency, cycles");
    if (offered)
      nodes.push(shape("line", { x1: left, x2: width - right, y1: y(offered / most[0]), y2: y(offered / most[0]), stroke: theme.queue, "stroke-dasharray": "3 4" }));
    const curve = (values, roofed, colour) => {
      let path = "";
      values.slice(0, Math.max(0, last)).forEach((value, bin) => {
        if (value === null) return;
        path += (path ? "L" : "M") + x((bin + 0.5) * series.bin).toFixed(1) + " " + y(value / roofed).toFixed(1);
      });
      if (path) nodes.push(shape("path", { d: path, fill: "none", stroke: colour, "stroke-width": 1.8, "stroke-linejoin": "round" }));
    };
    curve(series.accepted, most[0], theme.queue);
    curve(series.latency, most[1], theme.own);
    svg.replaceChildren(...nodes);
    const done = Math.max(0, last - 1);
    svg.setAttribute(
      "aria-label",
      last < 1 ? "No bin of time is over yet" : `Accepted load ${Lab.number(series.accepted[done])} phits/node/cycle and latency ` +
        `${Lab.number(series.latency[done])} cycles, in the last bin of ${series.bin} cycles`,
    );
  };
})();

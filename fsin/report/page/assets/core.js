// SPDX-License-Identifier: Apache-2.0
// What all figures share: the data, how numbers are written, colours of both themes, what the points of a sweep are.
// What is chosen for the whole page, and with it the words and numbers of figures, is in choices.js.
"use strict";

const Report = { data: JSON.parse(document.getElementById("data").textContent), figures: [] };

(function () {
  const data = Report.data;

  // --- numbers ------------------------------------------------------------------------------------------------------
  const thin = "\u202f";
  const grouped = (text) => {
    const [whole, rest] = text.split(".");
    const digits = whole.replace(/^-/, "");
    const spaced = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, thin) : digits;
    return (whole.startsWith("-") ? "\u2212" : "") + spaced + (rest === undefined ? "" : "." + rest);
  };

  /** At most `digits` significant digits, no exponent for ordinary sizes. */
  Report.number = (value, digits = 4) => {
    if (value === null || value === undefined || !isFinite(value)) return "–";
    if (value === 0) return "0";
    const size = Math.floor(Math.log10(Math.abs(value)));
    if (size < -5 || size > 12)
      return value
        .toExponential(digits - 1)
        .replace("e", "·10^")
        .replace("+", "");
    if (Number.isInteger(value) && size < 9) return grouped(String(value));
    const text = value.toFixed(Math.max(0, digits - 1 - size));
    return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  };

  /** "977 342 ± 120": as many digits as the half width of the interval allows. Without one: 5 digits. */
  Report.interval = (mean, half) => {
    if (mean === null || mean === undefined) return "–";
    if (half === null || half === undefined) return Report.number(mean, 5);
    if (half === 0) return Report.number(mean, 6) + " ± 0";
    const decimals = Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(half))));
    return grouped(mean.toFixed(decimals)) + " ± " + grouped(half.toFixed(decimals));
  };

  const prefixes = [
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "µs"],
    [1e-9, "ns"],
  ];
  /** A unit of time that suits values up to `largest` seconds: {scale, name}. */
  Report.timeUnit = (largest) => {
    const [scale, name] = prefixes.find(([size]) => largest >= size) || prefixes[prefixes.length - 1];
    return { scale, name };
  };
  Report.seconds = (value) => {
    const unit = Report.timeUnit(Math.abs(value));
    return Report.number(value / unit.scale) + " " + unit.name;
  };
  Report.percent = (value) => (value * 100).toFixed(value < 0.0995 ? 2 : 1) + " %";
  Report.withUnit = (text, unit) => (unit ? text + " " + unit : text);

  /** Labels of an axis: short, without exponents. */
  Report.tick = (value) => Report.shortNumber(value, 4);
  Report.shortNumber = (value, digits) => {
    const size = Math.abs(value);
    if (size >= 1e9) return Report.number(value / 1e9, digits) + " G";
    if (size >= 1e6) return Report.number(value / 1e6, digits) + " M";
    if (size >= 1e4) return Report.number(value / 1e3, digits) + " k";
    return Report.number(value, digits);
  };

  // --- colours ------------------------------------------------------------------------------------------------------
  // Categories: the palette of Okabe and Ito (told apart by colour-blind readers), darker on white, lighter on black.
  const light = {
    dark: false,
    surface: "#ffffff",
    ink: "#1c2228",
    soft: "#59646f",
    line: "#e3e7ea",
    axis: "#9aa4ae",
    accent: "#0b63a5",
    series: ["#0072b2", "#d55e00", "#009e73", "#b4568f", "#b87800", "#3b93c9", "#5f6b76", "#7d5fc4"],
    states: { compute: "#3f7cac", send: "#2fa583", wait_message: "#e3a63a", wait_room: "#c9502f", idle: "#dfe3e7" },
    scale: (t) => d3.interpolateMagma(0.94 - 0.8 * t),
    none: "#eef1f4",
  };
  const dark = {
    dark: true,
    surface: "#1a1e22",
    ink: "#e7eaed",
    soft: "#9ba6b1",
    line: "#2b3239",
    axis: "#5d6872",
    accent: "#6db6ee",
    series: ["#58aee6", "#ff8a4c", "#36c498", "#e29ac8", "#f0b94d", "#9fd6f7", "#a7b2bd", "#b39df0"],
    states: { compute: "#4f93c8", send: "#36b48f", wait_message: "#e8b04b", wait_room: "#e2683f", idle: "#363e46" },
    scale: (t) => d3.interpolateMagma(0.2 + 0.78 * t),
    none: "#23292f",
  };
  Report.isDark = () => {
    if (Report.printing) return false;
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  Report.theme = () => (Report.isDark() ? dark : light);
  Report.color = (index) => Report.theme().series[index % light.series.length];
  const shapes = [
    d3.symbolCircle,
    d3.symbolSquare,
    d3.symbolTriangle,
    d3.symbolDiamond,
    d3.symbolCross,
    d3.symbolStar,
    d3.symbolWye,
  ];
  Report.shape = (index, size = 44) =>
    d3
      .symbol()
      .type(shapes[index % shapes.length])
      .size(size)();

  // --- points -------------------------------------------------------------------------------------------------------
  data.axes.forEach((axis, index) => {
    axis.index = index;
  });
  /** Axes on which points differ at all. */
  Report.axes = data.axes.filter((axis) => axis.steps.length > 1);
  Report.loadAxis = Report.axes.find((axis) => axis.load) || null;
  /** The axis that designs are compared along: the last one that is not the load. */
  Report.designAxis = Report.axes.filter((axis) => axis !== Report.loadAxis).pop() || null;
  /** The title of an axis in running text: "router queue" of "Router queue". */
  Report.axisName = (axis) =>
    /^[A-Z][a-z]/.test(axis.title) ? axis.title[0].toLowerCase() + axis.title.slice(1) : axis.title;
  Report.step = (point, axis) => data.points[point].steps[axis.index];
  Report.label = (point, axis) => axis.steps[Report.step(point, axis)];
  Report.labels = (point, axes) =>
    axes
      .map((axis) =>
        axis.numeric ? Report.axisName(axis) + " " + Report.label(point, axis) : Report.label(point, axis),
      )
      .join(", ");
  /** The name of a point in a figure; "" when there is only one. */
  Report.pointName = (point) => Report.labels(point, Report.axes);
  /** All combinations of steps of some axes, as lists of steps. */
  Report.combinations = (axes) =>
    axes.reduce((lists, axis) => d3.merge(lists.map((list) => axis.steps.map((_, step) => list.concat([step])))), [[]]);
  /** What the half widths are, in words; "" when no point has more than one run. */
  Report.intervalWords = () => {
    const many = data.points.some((point) => point.runs > 1);
    return many ? (data.provenance.confidence * 100).toFixed(4).replace(/\.?0+$/, "") + " % confidence intervals" : "";
  };

  // --- elements -----------------------------------------------------------------------------------------------------
  /** element("p", {class: "x", onclick: f}, "text", child, ...): text is never markup. */
  Report.element = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value !== null && value !== undefined && value !== false)
        node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };
})();

// SPDX-License-Identifier: Apache-2.0
// What is chosen once for the whole page: from where latencies count, whether times are cycles or seconds, whether
// panels share their axes, and how copies of figures look. All figures take their words and numbers from here.
"use strict";

(function () {
  const { data, element } = Report;

  const has = (name) => Boolean(data.figures[name]) && data.figures[name].mean.some((mean) => mean !== null);
  const ran = data.points.filter((point) => point.runs > 0);
  const timed = ran.length > 0 && ran.every((point) => point.seconds_per_cycle);
  const [shortest, longest] = d3.extent(ran, (point) => point.seconds_per_cycle || undefined);
  /** Cycles of different length, as by link speed: numbers of them do not compare, so only times are shown. */
  Report.clocksDiffer = timed && longest > 1.001 * shortest;
  const twoLatencies = has("latency.mean") && has("latency_from_generation.mean");

  const choice = {
    from: data.main === "latency_from_generation.mean" || !has("latency.mean") ? "generation" : "entry",
    time: timed && (Report.clocksDiffer || data.main === "cycles") ? "seconds" : "cycles",
    sameY: true,
    size: "screen",
    title: true,
    provenance: true,
  };
  Report.choice = choice;

  // --- names of figures ---------------------------------------------------------------------------------------------
  /** The figure that says the same in seconds, where the results have it. */
  const inSeconds = (name) => (name === "cycles" ? "simulated_seconds" : name + "_seconds");
  const cyclesOf = new Map(
    Object.keys(data.figures)
      .filter((name) => data.figures[name].unit === "cycles" && data.figures[inSeconds(name)])
      .map((name) => [inSeconds(name), name]),
  );
  /** Of a figure and its twin in the other unit, the one that is shown. */
  Report.shownName = (name) => {
    if (choice.time === "cycles") return cyclesOf.get(name) || name;
    return data.figures[name] && data.figures[name].unit === "cycles" && data.figures[inSeconds(name)]
      ? inSeconds(name)
      : name;
  };
  /** "mean", "p99": that of the latency that is chosen; the other where only that is there. */
  Report.latencyName = (part) => {
    const names = ["latency_from_generation." + part, "latency." + part];
    if (choice.from === "entry") names.reverse();
    return names.find(has) || names[0];
  };
  const isLatency = /^latency(_from_generation)?\.(\w+?)(_seconds)?$/;
  /** Any figure as the page shows it: latencies from where they count, times in the unit that is chosen. */
  Report.pageName = (name) => {
    const found = isLatency.exec(name);
    return Report.shownName(found ? Report.latencyName(found[2]) : name);
  };
  /** [[name, title], ...] of figures for a menu, those that the page shows, each once. */
  Report.figureOptions = (names) =>
    [...new Set(names.map(Report.pageName))]
      .filter((name) => data.figures[name])
      .map((name) => [name, Report.titleOf(name)]);

  // --- words and numbers --------------------------------------------------------------------------------------------
  Report.titleOf = (name) => (data.figures[name] ? data.figures[name].title : name);
  const withUnit = (words, unit) => (unit ? words + " (" + unit + ")" : words);
  Report.withUnitWords = withUnit;

  let measures = new Map();
  /** {unit: in words, factor(point)}: how the numbers of a figure are shown. One unit for all points. */
  function measure(name) {
    if (measures.has(name)) return measures.get(name);
    const { unit, unit_words: words, mean } = data.figures[name];
    let made = { unit: words, factor: () => 1 };
    if (unit === "s" || (unit === "cycles" && choice.time === "seconds")) {
      const seconds = (point) => (unit === "s" ? 1 : data.points[point].seconds_per_cycle || 0);
      const times = Report.timeUnit(d3.max(mean, (each, point) => Math.abs(each || 0) * seconds(point)) || 0);
      made = { unit: times.name, factor: (point) => seconds(point) / times.scale };
    }
    measures.set(name, made);
    return made;
  }
  Report.unitOf = (name) => measure(name).unit;
  /** The title of an axis: "Mean latency from entry (cycles)". */
  Report.axisTitle = (name) => withUnit(Report.titleOf(name), measure(name).unit);
  Report.value = (figure, point) => {
    const own = data.figures[figure];
    if (!own || own.mean[point] === null) return null;
    const { unit, factor } = measure(figure);
    const scale = factor(point);
    return {
      mean: own.mean[point] * scale,
      half: own.half[point] === null ? null : own.half[point] * scale,
      n: own.n[point],
      unit,
    };
  };
  /** That of a point where times are shown in seconds; null where they are in cycles. */
  Report.secondsPerCycle = (point) => (choice.time === "seconds" && data.points[point].seconds_per_cycle) || null;
  /** Cycles of some points in the unit of time that is chosen: {name, of(point)}, `largest(point)` in cycles. */
  Report.clock = (points, largest) => {
    if (choice.time === "cycles") return { name: "cycles", of: () => 1 };
    const seconds = (point) => data.points[point].seconds_per_cycle || 0;
    const unit = Report.timeUnit(d3.max(points, (point) => largest(point) * seconds(point)) || 0);
    return { name: unit.name, of: (point) => seconds(point) / unit.scale };
  };

  // --- states of points ---------------------------------------------------------------------------------------------
  const states = ["settled", "not settled", "saturated", "another outcome"];
  /** 0 settled, 1 not settled, 2 saturated, 3 another outcome: as in the tables of --figures. */
  Report.state = (point) => {
    const outcome = data.points[point].outcome;
    if (outcome === "saturated") return 2;
    if (outcome !== "finished") return 3;
    const settled = data.figures.settled ? data.figures.settled.mean[point] : null;
    return settled !== null && settled < 1 ? 1 : 0;
  };
  /** How a mark, or a bar, shows the state of its point: filled, pale or hollow. */
  Report.fillByState = (mark, state, color, theme) =>
    mark
      .attr("fill", state >= 2 ? theme.surface : color)
      .attr("fill-opacity", state === 1 ? 0.35 : 1)
      .attr("stroke", state === 0 ? theme.surface : color)
      .attr("stroke-width", state >= 2 ? 1.8 : 1);
  /** Entries of a legend for the states that occur beside "settled". */
  Report.stateItems = (points) =>
    [1, 2, 3]
      .filter((state) => points.some((point) => Report.state(point) === state))
      .map((state) => ({ state, label: states[state] }));

  // --- controls -----------------------------------------------------------------------------------------------------
  function select(label, key, options) {
    const list = element("select", { "data-choice": key, onchange: () => change(key, list.value) });
    for (const [value, text] of options) list.append(element("option", { value }, text));
    list.value = choice[key];
    return element("label", {}, element("span", {}, label), list);
  }
  function toggle(label, key) {
    const box = element("input", { type: "checkbox", "data-choice": key, onchange: () => change(key, box.checked) });
    box.checked = choice[key];
    return element("label", {}, box, element("span", {}, label));
  }
  function change(key, value) {
    choice[key] = value;
    measures = new Map();
    Report.choiceChanged();
  }

  const panels = Report.loadAxis && Report.axes.length > 2;
  Report.choicesBar = () => {
    const page = [
      twoLatencies
        ? select("latency", "from", [
            ["generation", "from generation"],
            ["entry", "from entry into the network"],
          ])
        : null,
      timed && !Report.clocksDiffer
        ? select("times in", "time", [
            ["cycles", "cycles"],
            ["seconds", "seconds"],
          ])
        : null,
      panels ? toggle("same axes in all panels", "sameY") : null,
    ].filter((each) => each);
    const copies = element(
      "details",
      { class: "copies" },
      element("summary", {}, "Copies of figures: size, title, provenance"),
      element(
        "div",
        { class: "controls" },
        select("size", "size", [
          ["screen", "as on the screen"],
          ["column", "a column, 84 mm"],
          ["page", "a page, 174 mm"],
        ]),
        toggle("with title", "title"),
        toggle("with provenance", "provenance"),
      ),
    );
    return element(
      "div",
      { class: "choices" },
      page.length ? element("div", { class: "controls" }, element("b", {}, "For the whole page"), ...page) : null,
      copies,
    );
  };
})();

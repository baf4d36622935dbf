// SPDX-License-Identifier: Apache-2.0
// All points with their figures: mean and half width of the interval, sorted by any column.
"use strict";

(function () {
  const { data, element } = Report;
  const wanted =
    data.main === "cycles"
      ? [
          "cycles",
          "simulated_seconds",
          "latency.mean",
          "latency.mean_seconds",
          "latency.p99",
          "hops.mean",
          "ranks.compute_seconds",
          "ranks.wait_seconds",
        ]
      : [
          "load.offered",
          "load.accepted",
          "latency.mean",
          "latency.mean_seconds",
          "latency.p99",
          "hops.mean",
          "saturation.load",
          "saturation.latency_load",
        ];
  const all = Object.keys(data.figures);
  const main = wanted.filter((name) => data.figures[name] && data.figures[name].mean.some((mean) => mean));
  const few = 60; // rows that are shown at once
  const state = { every: false, whole: false, sort: null, down: false };

  const time = (name, point) => {
    const { mean, half } = Report.value(name, point),
      unit = Report.timeUnit(Math.abs(mean));
    return [Report.interval(mean / unit.scale, half === null ? null : half / unit.scale), " " + unit.name];
  };

  function cell(name, point) {
    const value = Report.value(name, point);
    if (!value) return element("td", { class: "number" }, "–");
    const [text, unit] = value.unit === "s" ? time(name, point) : [Report.interval(value.mean, value.half), ""];
    const [mean, half] = text.split(" ± ");
    return element(
      "td",
      { class: "number", title: value.n + (value.n === 1 ? " run" : " runs") },
      mean,
      half === undefined ? null : element("span", { class: "half" }, " ± " + half),
      unit,
    );
  }

  function columns() {
    const first = Report.axes.map((axis) => ({
      name: Report.axisName(axis),
      title: axis.name,
      of: (point) => Report.step(point, axis),
      show: (point) => element("td", {}, Report.label(point, axis)),
    }));
    if (first.length === 0)
      first.push({
        name: "point",
        of: (point) => point,
        show: (point) => element("td", {}, data.points[point].headline),
      });
    const runs = {
      name: "runs",
      number: true,
      of: (point) => data.points[point].runs,
      show: (point) => element("td", { class: "number" }, String(data.points[point].runs)),
    };
    const outcome = {
      name: "outcome",
      of: (point) => data.points[point].outcome,
      show: (point) => element("td", {}, (data.points[point].outcome || "no run yet").replace("_", " ")),
    };
    const share = (point) => (Report.value("settled", point) || { mean: null }).mean;
    const settled = {
      name: "settled",
      title: "settled" in data.figures ? data.figures.settled.meaning : "",
      of: share,
      show: (point) =>
        element("td", {}, share(point) === null ? "–" : share(point) === 1 ? "yes" : share(point) > 0 ? "not all" : "no"),
    };
    const figures = (state.every ? all : main).map((name) => ({
      name,
      unit: data.figures[name].unit,
      title: data.figures[name].meaning,
      number: true,
      of: (point) => (Report.value(name, point) || { mean: null }).mean,
      show: (point) => cell(name, point),
    }));
    return first.concat([runs], figures, "settled" in data.figures ? [settled, outcome] : [outcome]);
  }

  function sorted(column) {
    const points = d3.range(data.points.length);
    if (!column) return points;
    return points.sort((a, b) => {
      const x = column.of(a),
        y = column.of(b);
      if (x === null || y === null) return (x === null) - (y === null);
      return (state.down ? -1 : 1) * d3.ascending(x, y);
    });
  }

  function fill(holder) {
    const made = columns(),
      by = made.find((column) => column.name === state.sort);
    /** "latency.mean" may be broken after a dot, for paper. */
    const breakable = (name) =>
      d3.merge((name.match(/[^._]*[._]?/g) || []).filter((part) => part).map((part) => [part, element("wbr")]));
    const heads = made.map((column) => {
      const on = column === by;
      const press = () => {
        state.down = on ? !state.down : false;
        state.sort = column.name;
        fill(holder);
      };
      return element(
        "th",
        {
          class: column.number ? "number" : null,
          scope: "col",
          "aria-sort": on ? (state.down ? "descending" : "ascending") : null,
        },
        element(
          "button",
          { type: "button", title: column.title || "sort", onclick: press },
          ...breakable(column.name),
          on ? (state.down ? " ↓" : " ↑") : "",
        ),
        column.unit && column.unit !== "s" ? element("small", {}, column.unit) : null,
      );
    });
    const points = sorted(by),
      shown = state.whole ? points : points.slice(0, few);
    const body = element(
      "tbody",
      {},
      ...shown.map((point) => element("tr", {}, ...made.map((column) => column.show(point)))),
    );
    holder.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
    holder.closest("section").dataset.marks = shown.length;
    return points.length - shown.length;
  }

  function csv() {
    const heads = ["point"].concat(
      data.axes.map((axis) => axis.name),
      ["runs", "outcome"],
      d3.merge(all.map((name) => [name, name + " half width"])),
    );
    const rows = data.points.map((point, index) =>
      [index].concat(
        data.axes.map((axis) => axis.steps[point.steps[axis.index]]),
        [point.runs, point.outcome],
        d3.merge(
          all.map((name) =>
            [data.figures[name].mean[index], data.figures[name].half[index]].map((value) =>
              value === null ? "" : value,
            ),
          ),
        ),
      ),
    );
    Report.saveCsv(data.name + "-points.csv", [heads].concat(rows));
  }

  /** The section, filled at once: the numbers are what the page is for. */
  Report.tableSection = () => {
    const holder = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "table of points" });
    const more = element("button", {
      type: "button",
      onclick: () => {
        state.whole = !state.whole;
        update();
      },
    });
    const every = element("input", {
      type: "checkbox",
      onchange: () => {
        state.every = every.checked;
        update();
      },
    });
    const section = element(
      "section",
      { class: "card", id: "points", "data-figure": "points" },
      element(
        "div",
        { class: "top" },
        element("h2", {}, "Points"),
        element(
          "div",
          { class: "tools" },
          element("button", { type: "button", onclick: csv, title: "save all figures of all points as CSV" }, "CSV"),
        ),
      ),
      element(
        "div",
        { class: "controls" },
        all.length > main.length ? element("label", {}, every, element("span", {}, `all ${all.length} figures`)) : null,
      ),
      holder,
      more,
      element(
        "p",
        { class: "lead", style: "font-size:0.88rem;margin-top:8px" },
        "Mean over the runs of a point" +
          (Report.intervalWords()
            ? " ± half width of its interval (" +
              Report.intervalWords().replace("intervals", "interval") +
              ", Student's t)."
            : ".") +
          " Click a column heading to sort.",
      ),
    );
    function update() {
      const left = fill(holder);
      more.hidden = data.points.length <= few;
      more.textContent = left > 0 ? `show all ${data.points.length} points` : "show fewer";
    }
    update();
    return section;
  };
})();

// SPDX-License-Identifier: Apache-2.0
// All points with their figures: mean and half width of the interval, sorted by any column.
"use strict";

(function () {
  const { data, element } = Report;
  const wanted =
    data.main === "cycles"
      ? ["cycles", "latency.mean", "latency.p99", "hops.mean", "ranks.compute_seconds", "ranks.wait_seconds"]
      : [
          "load.offered",
          "load.accepted",
          "latency.mean",
          "latency.p99",
          "hops.mean",
          "saturation.load",
          "saturation.latency_load",
        ];
  const all = Object.keys(data.figures);
  /** The figures of a list as the page shows them, each once. */
  const shown = (names) => Report.figureOptions(names).map(([name]) => name);
  const isThere = (name) => data.figures[name].mean.some((mean) => mean);
  const loadIsAxis = Boolean(Report.loadAxis && Report.loadAxis.numeric);
  const main = () =>
    shown(wanted).filter((name) => isThere(name) && !(loadIsAxis && name === "load.offered"));
  const few = innerWidth <= 640 ? 20 : 60; // rows that are shown at once
  const state = { every: false, whole: false, sort: null, down: false };

  function cell(name, point) {
    const value = Report.value(name, point);
    if (!value) return element("td", { class: "number" }, "–");
    const [mean, half] = Report.interval(value.mean, value.half).split(" ± ");
    return element(
      "td",
      { class: "number", title: value.n + (value.n === 1 ? " run" : " runs") },
      element("span", {}, mean, half === undefined ? null : element("span", { class: "half" }, " ± " + half)),
    );
  }

  function columns() {
    const first = Report.axes.map((axis) => ({
      name: axis.title,
      title: axis.name,
      unit: axis.load ? "phits per node and cycle" : "",
      of: (point) => Report.step(point, axis),
      show: (point) => element("td", {}, Report.label(point, axis)),
    }));
    if (first.length === 0)
      first.push({
        name: "Point",
        of: (point) => point,
        show: (point) => element("td", {}, data.points[point].headline),
      });
    const runs = {
      name: "Runs",
      number: true,
      of: (point) => data.points[point].runs,
      show: (point) => element("td", { class: "number" }, String(data.points[point].runs)),
    };
    const outcome = {
      name: "Outcome",
      of: (point) => data.points[point].outcome,
      show: (point) => element("td", {}, (data.points[point].outcome || "no run yet").replace("_", " ")),
    };
    const share = (point) => (Report.value("settled", point) || { mean: null }).mean;
    const settled = {
      name: "Settled",
      title: "settled" in data.figures ? data.figures.settled.meaning : "",
      of: share,
      show: (point) =>
        element("td", {}, share(point) === null ? "–" : share(point) === 1 ? "yes" : share(point) > 0 ? "not all" : "no"),
    };
    const figures = (state.every ? shown(all) : main()).map((name) => ({
      name: Report.titleOf(name),
      unit: Report.unitOf(name),
      title: name + ": " + data.figures[name].meaning,
      number: true,
      of: (point) => (Report.value(name, point) || { mean: null }).mean,
      show: (point) => cell(name, point),
    }));
    return first.concat([runs], figures, "settled" in data.figures ? [settled, outcome] : [outcome], Report.againColumn());
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
          column.name,
          on ? (state.down ? " ↓" : " ↑") : "",
        ),
        column.unit ? element("small", {}, column.unit) : null,
      );
    });
    const points = sorted(by),
      rows = state.whole ? points : points.slice(0, few);
    // On a phone a row is a card, in which each value stands beside the title of its column.
    const labelled = (column, made) => {
      made.dataset.label = column.name + (column.unit ? " (" + column.unit + ")" : "");
      return made;
    };
    const body = element(
      "tbody",
      {},
      ...rows.map((point) => element("tr", { class: point === Report.chosen ? "chosen" : null, "aria-current": point === Report.chosen ? "true" : null }, ...made.map((column) => labelled(column, column.show(point))))),
    );
    holder.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
    holder.closest("section").dataset.marks = rows.length;
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
        shown(all).length > main().length ? element("label", {}, every, element("span", {}, `all ${shown(all).length} figures`)) : null,
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
    Report.updateTable = update;
    return section;
  };
})();

// SPDX-License-Identifier: Apache-2.0
// The head of the page, and its end: what was asked, who ran it, with what, when.
"use strict";

(function () {
  const { data, element } = Report;
  const made = data.provenance;
  const plural = (count, word) => Report.number(count) + " " + word + (count === 1 ? "" : "s");
  const date = (text) => {
    const time = new Date(text);
    return text && !isNaN(time) ? time.toISOString().slice(0, 16).replace("T", " ") + " UTC" : text || "–";
  };
  const facts = (rows) =>
    element(
      "dl",
      { class: "facts" },
      ...d3.merge(
        rows.filter(([, value]) => value).map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
      ),
    );

  function outcomes() {
    const counts = new Map();
    for (const point of data.points) if (point.outcome) counts.set(point.outcome, (counts.get(point.outcome) || 0) + 1);
    const finished = counts.get("finished") || 0;
    counts.delete("finished");
    const others = [...counts].map(([outcome, count]) => count + " " + outcome.replace("_", " ")).join(", ");
    return [finished + " of " + data.points.length, "finished" + (others ? "; " + others : "")];
  }

  function seedsText() {
    if (made.until)
      return (
        `up to ${made.until.max_runs}, until the interval of ${made.until.figure} is within ` +
        Report.percent(made.until.relative_error)
      );
    return made.seeds === 1
      ? "seed " + made.first_seed
      : `seeds ${made.first_seed} – ${made.first_seed + made.seeds - 1}`;
  }

  const tile = (value, words) => element("div", { class: "tile" }, element("b", {}, value), element("span", {}, words));

  /** What all points share of the things one asks first. */
  function fixedFacts() {
    const differing = new Set(
      d3.merge(data.configurations.points.map((own) => own.map(([path]) => data.configurations.paths[path]))),
    );
    const base = new Map(data.configurations.base.map(([path, value]) => [data.configurations.paths[path], value]));
    const asked = [
      ["network.topology.type", "topology"],
      ["network.topology.dims", "dims"],
      ["network.topology.k", "k"],
      ["network.topology.n", "n"],
      ["network.router.virtual_channels", "virtual channels"],
      ["network.routing.type", "routing"],
      ["network.packet", "packet"],
      ["network.phit", "phit"],
      ["network.router.queue", "queue"],
      ["network.link.bandwidth", "links of"],
      ["workload.type", "workload"],
      ["workload.pattern.type", "pattern"],
      ["workload.load", "load"],
      ["workload.order", "order"],
    ];
    return asked
      .filter(([path]) => base.has(path) && !differing.has(path) && base.get(path) !== "null")
      .map(([path, words]) => words + " " + base.get(path).replace(/,/g, ", "))
      .join("; ");
  }

  Report.drawHead = () => {
    const head = document.getElementById("head");
    const runs = d3.sum(data.points, (point) => point.runs);
    head.append(
      element("h1", {}, data.title),
      data.description ? element("p", { class: "lead" }, data.description) : "",
    );
    if (data.partial) {
      head.append(
        element(
          "p",
          { class: "banner", id: "partial" },
          `partial: ${data.partial.runs} of ${data.partial.at_most ? "at most " : ""}${data.partial.planned} runs. ` +
            (data.partial.of_run
              ? "The run was interrupted: its figures cover a part of it only."
              : "The sweep had not finished when this page was made; fsin sweep --resume goes on."),
        ),
      );
    }
    for (const note of data.notes) head.append(element("p", { class: "banner" }, note));
    head.append(
      element(
        "div",
        { class: "tiles" },
        tile(Report.number(data.points.length), data.points.length === 1 ? "point" : "points"),
        tile(Report.number(runs), (runs === 1 ? "run, " : "runs, ") + seedsText()),
        tile(...outcomes()),
        tile(Report.seconds(made.cpu_s), "CPU time of all runs"),
      ),
    );
    const steps = (axis) =>
      axis.steps.length > 14
        ? axis.steps.slice(0, 12).join(", ") + ", … (" + axis.steps.length + ")"
        : axis.steps.join(", ");
    const rows = Report.axes.map((axis) => [Report.axisName(axis), steps(axis)]);
    if (data.points.length === 1) rows.push(["point", data.points[0].headline]);
    else rows.push(["the same in all points", fixedFacts()]);
    head.append(facts(rows));
  };

  function configuration(point) {
    const own = new Map(data.configurations.points[point].map(([path, value]) => [path, value]));
    const values = new Map(data.configurations.base);
    for (const [path, value] of own) values.set(path, value);
    const text = element("pre");
    [...values]
      .filter(([, value]) => value !== null)
      .sort(([a], [b]) => a - b)
      .forEach(([path, value]) => {
        const line = data.configurations.paths[path] + ": " + value + "\n";
        text.append(own.has(path) ? element("span", { class: "differs" }, line) : line);
      });
    return text;
  }

  /** Filled when opened: a sweep of a thousand points has a thousand configurations. */
  function configurations() {
    return data.configurations.points.map((_, point) => {
      const details = element(
        "details",
        {},
        element(
          "summary",
          {},
          Report.pointName(point) || data.points[point].name,
          " ",
          element("small", {}, data.points[point].headline),
        ),
      );
      details.addEventListener("toggle", () => {
        if (details.open && details.children.length === 1) details.append(configuration(point), Report.runsOf(point));
      });
      return details;
    });
  }

  // Every file that was read: the key that led to it, its name, size and digest.
  function inputs() {
    const head = ["key", "file", "bytes", "digest"].map((name) => element("th", {}, name));
    const rows = made.inputs.map((each) =>
      element(
        "tr",
        {},
        element("td", {}, each.kind),
        element("td", {}, each.path),
        element("td", { class: "number" }, Report.number(each.bytes)),
        element("td", {}, element("code", {}, each.digest || "–")),
      ),
    );
    return element(
      "details",
      { id: "inputs" },
      element("summary", {}, plural(made.inputs.length, "file") + " read"),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "files that were read" },
        element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
      ),
    );
  }

  Report.aboutSection = () => {
    const rows = [
      ["program", made.version],
      ["compiler", made.compiler],
      ["host", made.host],
      ["engine", made.engine],
      ["started", date(made.started)],
      ["finished", made.finished ? date(made.finished) : ""],
      ["experiment", made.source],
      ["seeds", seedsText()],
      [
        "confidence",
        (made.confidence * 100).toFixed(4).replace(/\.?0+$/, "") + " %, Student's t over the runs of a point",
      ],
      ["part", made.shard],
      ["digest of the plan", made.digest],
      ["page made by", data.program],
    ];
    const list = element(
      "details",
      {},
      element("summary", {}, plural(data.configurations.points.length, "resolved configuration")),
      element(
        "p",
        { class: "lead" },
        "Every key of every point; what differs from the first point is marked. " + data.configurations.note,
      ),
    );
    list.addEventListener("toggle", () => {
      if (list.open && list.children.length === 2) list.append(...configurations());
    });
    return element(
      "section",
      { class: "card", id: "about", "data-figure": "about" },
      element("h2", {}, "How it was made"),
      facts(rows),
      inputs(),
      list,
    );
  };

  Report.drawFoot = () => {
    const licence = document.getElementById("licence").content.textContent;
    document
      .getElementById("foot")
      .append(
        element("p", {}, "Made by fsin report. The data of this page are inside it, as JSON."),
        element("details", {}, element("summary", {}, "Licence of D3"), element("pre", {}, licence)),
      );
  };
})();

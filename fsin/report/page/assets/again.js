// SPDX-License-Identifier: Apache-2.0
// Runs once more, in the page that simulates: a link to it has the experiment of exactly this run, made when it is used
// from the configurations that this page has, and the fingerprint that has to come out.
"use strict";

(function () {
  const { data, element } = Report;
  const again = data.again;
  const few = 3; // links of a point in its row

  /** Why the page cannot run a point; "" where it can. */
  Report.notAgain = (point) => {
    if (again.points[point].refused) return again.points[point].refused;
    return point < data.configurations.points.length ? "" : "this page has no configuration of the point";
  };

  /** What stands behind # in the address of the page that simulates. */
  Report.addressOf = (point, run) => {
    const [seed, fingerprint] = again.points[point].runs[run];
    const of = [Report.pointName(point) || data.points[point].name, `seed ${seed}`, data.title].join(", ");
    return Experiments.address(Experiments.ofReport(data, point, seed), fingerprint, again.version, of);
  };

  /** The address is long, and there may be thousands: it is there once somebody comes near. */
  function link(point, run, text) {
    const [seed, fingerprint, outcome] = again.points[point].runs[run];
    const complete = (event) => event.currentTarget.setAttribute("href", again.simulator + Report.addressOf(point, run));
    return element("a",
      { href: again.simulator, target: "_blank", rel: "noopener", class: "again", "data-run": point + "." + run,
        "aria-label": `run again in the browser: ${Report.pointName(point) || data.points[point].name}, seed ${seed}`,
        title: `seed ${seed}, ${outcome || "finished"}, fingerprint ${fingerprint || "unknown"}: run again in the browser`,
        onpointerenter: complete, onpointerdown: complete, onfocus: complete, onclick: complete, oncontextmenu: complete },
      text);
  }

  /** In the table of points: a column of links, where the page that simulates is known. */
  Report.againColumn = () => {
    if (!again.simulator || !again.points.some((each) => each.runs.length > 0)) return [];
    const show = (point) => {
      const runs = again.points[point].runs;
      const why = Report.notAgain(point);
      if (why) return element("td", { class: "again-cell", title: why }, element("small", {}, "no: " + why));
      const links = runs.slice(0, few).map(([seed], run) => link(point, run, seed));
      const more = runs.length > few ? element("span", { title: "all seeds: in How it was made, beside the configuration of the point" }, " …") : "";
      return element("td", { class: "again-cell" }, element("span", {}, ...links.flatMap((each, at) => (at ? [" ", each] : [each])), more));
    };
    return [{ name: "Run again", unit: "seed", title: "run again in the browser, and compare the fingerprint", of: () => 0, show }];
  };

  /** Beside the configuration of a point: all of its runs. */
  Report.runsOf = (point) => {
    const runs = again.points[point].runs;
    const why = Report.notAgain(point);
    const said = element("span", { role: "status" });
    const copy = (run) => async () => {
      try {
        await navigator.clipboard.writeText(Report.addressOf(point, run));
        said.textContent = "Copied.";
      } catch {
        said.textContent = Report.addressOf(point, run);
      }
    };
    const way = (run) => {
      if (why) return null;
      if (again.simulator) return link(point, run, "run again in the browser");
      return element("button", { type: "button", onclick: copy(run) }, "copy for the browser");
    };
    const rows = runs.map(([seed, fingerprint, outcome], run) =>
      element("tr", {}, element("td", {}, "seed " + seed), element("td", {}, (outcome || "finished").replace("_", " ")),
        element("td", {}, element("code", {}, fingerprint || "–")), element("td", {}, way(run))));
    const hint = why
      ? "Not to be run again in the browser: " + why + "."
      : again.simulator
        ? ""
        : "What is copied goes behind the address of the page that simulates (scripts/browser makes it). With fsin report --simulator ADDRESS, links stand here.";
    return element("div", { class: "runs-of" },
      element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "runs of the point" },
        element("table", {}, element("tbody", {}, ...rows))),
      hint ? element("p", { class: "lead" }, hint) : null, said);
  };
})();

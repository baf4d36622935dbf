// SPDX-License-Identifier: Apache-2.0
// Files that are opened or dropped: an experiment, a report.html, or the files of a folder of results, sweep.json or
// run.json with runs.jsonl or results.jsonl. The runs of results are listed, and one is chosen.
"use strict";

(function () {
  const by = (id) => document.getElementById(id);
  const { element } = Lab;
  const few = 100; // rows that are shown at once

  /** JSON, or undefined. Seeds may be larger than the numbers of JavaScript. */
  function json(text) {
    try {
      return JSON.parse(text.replace(/"(seed|first_seed)":\s*(\d{16,})/g, '"$1":"$2"'));
    } catch {
      return undefined;
    }
  }

  /** What a file holds: {report}, {plan, version}, {lines}, {experiment} or {problem}. */
  function kindOf(text) {
    if (/^\s*</.test(text)) {
      const held = new DOMParser().parseFromString(text, "text/html").getElementById("data");
      const report = held && json(held.textContent);
      if (!report || !report.configurations) return { problem: "a page that is no report of fsin" };
      return report.again ? { report } : { problem: "a report of an earlier version; make it again with fsin report" };
    }
    const whole = json(text);
    if (whole && whole.plan && whole.plan.points) return { plan: whole.plan, version: whole.version };
    const lines = text.trim().split("\n").map(json);
    const isRun = (line) => line && line.seed !== undefined && (line.fingerprint || line.result);
    if (lines.length > 0 && lines.every(isRun)) return { lines };
    if (whole && whole.outcome && !whole.network) return { problem: "the result of a run without its experiment; open the folder of fsin run --out, or its report.html" };
    return { experiment: text };
  }

  function runsOfReport(data) {
    const axes = data.axes.filter((axis) => axis.steps.length > 1);
    const runs = [];
    data.again.points.forEach((point, index) => {
      const labels = axes.map((axis) => axis.steps[data.points[index].steps[data.axes.indexOf(axis)]]);
      const known = index < data.configurations.points.length;
      for (const [seed, fingerprint, outcome] of point.runs)
        runs.push({ labels, name: data.points[index].name, seed, fingerprint, outcome: outcome || "finished", version: data.again.version,
          refused: point.refused || (known ? "" : "the report has no configuration of this point"),
          experiment: () => Experiments.ofReport(data, index, seed) });
    });
    return { title: data.title, axes: axes.map((axis) => axis.title), runs };
  }

  function runsOfPlan(plan, version, lines) {
    const found = lines || plan.points.flatMap((_, point) =>
      Array.from({ length: plan.seeds }, (_, k) => ({ point, seed: String(BigInt(plan.first_seed) + BigInt(k)) })));
    const pointOf = (line) => plan.points[line.point || 0]; // a single run names none
    const runs = found.filter(pointOf).map((line) => {
      const point = pointOf(line);
      const result = line.result || line;
      return { labels: point.labels, name: point.name, seed: String(line.seed), fingerprint: (!result.partial && result.fingerprint) || "",
        outcome: result.outcome || "not known here", version: result.version || version, refused: result.rng === "original" ? "random numbers of the original simulator" : "",
        experiment: () => Experiments.ofConfiguration(point.config, line.seed) };
    });
    return { title: plan.name, axes: plan.axes, runs };
  }

  function choose(list, run) {
    const of = [...(run.labels.length ? run.labels : [run.name]), "seed " + run.seed, list.title].join(", ");
    const expected = run.fingerprint ? { fingerprint: run.fingerprint, version: run.version } : null;
    Lab.take({ text: JSON.stringify(run.experiment()), expected, of });
    by("network").scrollIntoView({ block: "start" });
  }

  function table(list, shown) {
    const heads = [...(list.axes.length ? list.axes : ["Point"]), "Seed", "Outcome", "Fingerprint", "Run again"];
    const row = (run) => element("tr", {},
      ...(list.axes.length ? run.labels : [run.name]).map((label) => element("td", {}, label)),
      element("td", { class: "number" }, run.seed), element("td", {}, run.outcome.replace("_", " ")),
      element("td", { class: "print" }, run.fingerprint || "–"),
      element("td", {}, run.refused
        ? "no: " + run.refused
        : element("button", { type: "button", "aria-label": `open ${run.labels.join(", ")} seed ${run.seed}`, onclick: () => choose(list, run) }, "Open")));
    return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Runs of the file" },
      element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)))),
        element("tbody", {}, ...list.runs.slice(0, shown).map(row))));
  }

  function showList(list, shown = few) {
    const rest = list.runs.length - shown;
    by("files").replaceChildren(
      element("h3", {}, `Runs of ${list.title}`),
      table(list, shown),
      ...(rest > 0 ? [element("button", { type: "button", onclick: () => showList(list, list.runs.length) }, `show all ${list.runs.length} runs`)] : []));
  }
  const showProblem = (text) => by("files").replaceChildren(element("p", { class: "banner", role: "alert" }, text));

  /** Files together: a plan and the lines of its runs belong to each other. */
  Lab.openFiles = async (files) => {
    const read = await Promise.all([...files].map(async (file) => ({ name: file.name, ...kindOf(await file.text()) })));
    const first = (key) => read.find((each) => each[key] !== undefined);
    const bad = first("problem");
    if (bad) return showProblem(`${bad.name}: ${bad.problem}.`);
    if (first("report")) return showList(runsOfReport(first("report").report));
    const lines = first("lines");
    if (first("plan")) return showList(runsOfPlan(first("plan").plan, first("plan").version, lines && lines.lines));
    if (lines)
      return showProblem(`${lines.name} has the results of runs and not their experiments: open sweep.json (of a single run: run.json) ` +
        "of the same folder together with it, or the report.html of the folder, which has both.");
    by("files").replaceChildren();
    if (first("experiment")) Lab.take({ text: first("experiment").experiment, expected: null, of: "" });
  };

  Lab.makeFiles = () => {
    by("open").addEventListener("click", () => by("file").click());
    by("file").addEventListener("change", () => {
      Lab.openFiles(by("file").files);
      by("file").value = "";
    });
    const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
    addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      document.body.classList.add("drop");
    });
    addEventListener("dragleave", () => document.body.classList.remove("drop"));
    addEventListener("drop", (event) => {
      document.body.classList.remove("drop");
      if (!hasFiles(event)) return;
      event.preventDefault();
      Lab.openFiles(event.dataTransfer.files);
    });
  };
})();

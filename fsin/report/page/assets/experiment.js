// SPDX-License-Identifier: Apache-2.0
// The experiment of one run, of the resolved configurations that reports and folders of results have. Reports make links
// of it, and the page that simulates (fsin/browser/page) lists the runs of such files with it.
"use strict";

const Experiments = {};

(function () {
  // Of several runs: how many there are, and their intervals.
  const ofSeveral = /^(description|network\.preset|measure\.(seed|seeds|confidence|resolution|until\..*))$/;
  const isNothing = (value) => value === null || value === undefined || value === "null" || (Array.isArray(value) && value.length === 0);

  /** Builds it of [path, value] pairs. What is left out has its default in any experiment file; nothing else is. */
  function built(pairs, seed) {
    const experiment = {};
    const put = (path, value) => {
      const keys = path.split(".");
      const last = keys.pop();
      let group = experiment;
      for (const key of keys) group = group[key] = group[key] || {};
      group[last] = value;
    };
    for (const [path, value] of pairs) if (!isNothing(value) && !ofSeveral.test(path)) put(path, value);
    put("measure.seed", Number.isSafeInteger(Number(seed)) ? Number(seed) : String(seed));
    const { network, measure } = experiment;
    const faults = (network && network.faults) || {};
    if (network && !faults.links && !faults.routers && !faults.random_links && !faults.random_routers) delete network.faults;
    if (network && network.model && network.model.type === "routers") delete network.model;
    if (measure.find === "nothing") delete measure.find;
    if (measure.sample && measure.sample.precision === undefined) delete measure.sample;
    return experiment;
  }

  /** A value that reports have as text. A name that looks like a number stays a name. */
  function valueOf(path, text) {
    if (text === null || path === "name" || path === "description") return text;
    if (/^[[{]/.test(text)) return JSON.parse(text);
    if (text === "true" || text === "false") return text === "true";
    return text !== "" && String(Number(text)) === text ? Number(text) : text;
  }

  /** Of the data of a report; `seed` as text. */
  Experiments.ofReport = (data, point, seed) => {
    const { paths, base, points } = data.configurations;
    const values = new Map(base);
    for (const [path, value] of points[point]) values.set(path, value);
    const pairs = [...values].sort(([a], [b]) => a - b).map(([path, text]) => [paths[path], valueOf(paths[path], text)]);
    return built(pairs, seed);
  };

  /** Of a resolved configuration, as sweep.json and run.json have it of every point. */
  Experiments.ofConfiguration = (configuration, seed) => {
    const pairs = [];
    const collect = (value, path) => {
      if (value === null || typeof value !== "object" || Array.isArray(value)) pairs.push([path, value]);
      else for (const [key, inner] of Object.entries(value)) collect(inner, path ? path + "." + key : key);
    };
    collect(configuration, "");
    return built(pairs, seed);
  };

  /** What stands behind # in the address of the page that simulates. `fingerprint`: what has to come out, by `version`;
      `of`: where the run is from, in words. */
  Experiments.address = (experiment, fingerprint, version, of) => {
    const parts = [["experiment", typeof experiment === "string" ? experiment : JSON.stringify(experiment)]];
    if (fingerprint) parts.push(["fingerprint", fingerprint]);
    if (fingerprint && version) parts.push(["version", version]);
    if (of) parts.push(["of", of]);
    return "#" + parts.map(([key, text]) => key + "=" + encodeURIComponent(text)).join("&");
  };
})();

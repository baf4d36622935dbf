// SPDX-License-Identifier: Apache-2.0
// What a run has given: its outcome, its figures, its fingerprint; a line of each run; what the queues of a router hold.
"use strict";

(function () {
  const element = Lab.element;
  const tile = (text, label) => element("div", { class: "tile" }, element("b", {}, text), element("span", {}, label));

  /** The figures of this moment. */
  Lab.showTiles = (state, length) => {
    const { bin, accepted, latency } = state.series;
    const whole = Math.max(0, accepted.length - 2);
    const known = accepted.length > 1;
    document
      .getElementById("tiles")
      .replaceChildren(
        tile(Lab.number(state.cycle), length ? `cycle, of ${Lab.number(length)}` : "cycle"),
        tile(known ? Lab.number(accepted[whole]) : "–", `accepted load, phits/node/cycle, in ${Lab.number(bin)} cycles`),
        tile(known ? Lab.number(latency[whole]) : "–", "latency, cycles, of the same packets"),
        tile(Lab.number(state.in_network), "packets in the network"),
        tile(Lab.number(state.at_sources), "packets that wait at their sources"),
      );
  };

  const outcomes = {
    finished: "The run has finished.",
    saturated: "The network cannot carry this load: queues grow without end, and latencies say how long the run was.",
    deadlock: "Deadlock: packets wait for each other in a circle, and nothing can move any more.",
    cycle_limit: "The run was cut off.",
    interrupted: "The run was interrupted.",
    unreachable: "Some packets can never arrive.",
  };
  const shown = ["load.offered", "load.accepted", "load.accepted_worst_node", "latency.mean", "latency.p99", "latency.max"]
    .concat(["latency_from_generation.mean", "hops.mean", "links.utilisation_mean", "links.utilisation_max", "packets.delivered"]);
  const title = (name) => name.replace(/_/g, " ").replace(".", ", ");

  const madeBy = () => document.querySelector("meta[name=generator]").content;
  /** Whether the run is that of the report it was opened from. */
  function comparison(result, expected) {
    if (!expected) return null;
    if (expected.fingerprint === result.fingerprint)
      return element("p", { id: "same", class: "good", "data-same": "yes" }, "The same fingerprint as in the report: each packet arrived in the same cycle.");
    return element("p", { id: "same", class: "banner", role: "alert", "data-same": "no" },
      `Not the fingerprint of the report, which has ${expected.fingerprint}, made by ${expected.version || "a program that the address does not name"}. ` +
        `This page is ${madeBy()}. Versions may differ in what they simulate: CHANGELOG.md names such changes. ` +
        "With equal versions, this is a mistake of the program; please report it.");
  }

  Lab.showResult = (result, expected) => {
    const rows = shown
      .filter((name) => result.figures[name])
      .map((name) => {
        const { value, unit, meaning } = result.figures[name];
        return element("tr", { "data-figure": name }, element("th", { scope: "row", title: meaning }, title(name)),
          element("td", { class: "number" }, Lab.number(value)), element("td", {}, unit));
      });
    const parts = [
      comparison(result, expected),
      element("p", {}, outcomes[result.outcome] || result.outcome, result.load === "not judged" ? ` Load: not judged; ${result.load_reason}.` : ""),
      element("dl", { class: "facts" },
        element("dt", {}, "outcome"), element("dd", { id: "outcome" }, result.outcome),
        element("dt", {}, "fingerprint"), element("dd", {}, element("b", { class: "print", id: "fingerprint" }, result.fingerprint))),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures of the run" },
        element("table", {}, element("tbody", {}, ...rows))),
    ];
    if (result.diagnosis.length > 0)
      parts.push(element("details", { open: true }, element("summary", {}, "Who waits for what"), element("pre", { tabindex: "0" }, result.diagnosis.join("\n"))));
    document.getElementById("result").replaceChildren(...parts.filter((each) => each !== null));
  };
  Lab.clearResult = () =>
    document.getElementById("result").replaceChildren(element("p", {}, "It is here once the run has come to its end."));

  const runs = [];
  /** Adds a run that has ended to the table. */
  Lab.addRun = (words, label, result) => {
    const figure = (name) => (result.figures[name] ? Lab.number(result.figures[name].value) : "–");
    runs.push([label, words.routing, words.channels, words.pattern,
      words.load === null ? "–" : words.load, figure("load.accepted"), figure("latency.mean"), result.outcome, result.fingerprint]);
    const heads = ["Topology", "Routing", "Virtual channels", "Pattern", "Offered load", "Accepted load", "Latency, cycles", "Outcome", "Fingerprint"];
    const number = (column) => (column === 2 || (column >= 4 && column <= 6) ? "number" : column === 8 ? "print" : null);
    document.getElementById("runs").replaceChildren(
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Runs of this page" },
        element("table", {},
          element("thead", {}, element("tr", {}, ...heads.map((each, column) => element("th", { scope: "col", class: number(column) === "number" ? "number" : null }, each)))),
          element("tbody", {}, ...runs.map((row) => element("tr", {}, ...row.map((each, column) => element("td", { class: number(column) }, String(each)))))))));
  };

  /** The queues of a router that hold packets. */
  Lab.showRouter = (router, held) => {
    const box = document.getElementById("router");
    if (router === null) return box.replaceChildren();
    const rows = held.queues.map((queue) => {
      const first = queue.packets[0];
      const from = queue.neighbour === undefined ? "its own node" : Lab.routerName(queue.neighbour);
      const channel = queue.channel === undefined ? "–" : String(queue.channel);
      const what = first.to === router ? "is for this node" : "to " + first.to;
      const state = queue.moves ? (first.to === router ? "is being consumed" : "is leaving") : "waits";
      return [from, channel, `${queue.used} of ${queue.slots}`, `${first.from} → ${first.to}, ${what}`, `${state} (${first.here} of ${first.of} phits here)`];
    });
    const heads = ["From", "Channel", "Slots in use", "First packet", "State"];
    const body = rows.map((row) => element("tr", {}, ...row.map((each) => element("td", {}, each))));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)))), element("tbody", {}, ...body));
    const listed = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Queues of the router" }, table);
    box.replaceChildren(
      element("h3", {}, "Queues of " + Lab.routerName(router)),
      ...(rows.length > 0 ? [listed] : []),
      element("p", { class: "explained" }, rows.length > 0 ? `${held.empty} further queues are empty.` : `All ${held.empty} queues are empty.`),
    );
  };
})();

// SPDX-License-Identifier: Apache-2.0
// What can be chosen: a form whose values are keys of an experiment. The address of the page keeps them, so that a link
// opens the page with an experiment.
"use strict";

const Lab = {};

(function () {
  const topology = (label, value, channels) => ({ label, value, channels });
  /** Small networks of the catalogue; the number of virtual channels with which one begins, where one is too few. */
  Lab.topologies = [
    topology("ring of 16", { type: "torus", dims: [16] }),
    topology("torus 8x8", { type: "torus", dims: [8, 8] }),
    topology("torus 4x4x4", { type: "torus", dims: [4, 4, 4] }),
    topology("mesh 4x4", { type: "mesh", dims: [4, 4] }),
    topology("mesh 8x8", { type: "mesh", dims: [8, 8] }),
    topology("hypercube of 64", { type: "hypercube", dimensions: 6 }),
    topology("hexagonal torus 6x6", { type: "hexagonal-torus", dims: [6, 6] }),
    topology("fat tree, 64 nodes", { type: "fat-tree", k: 4, n: 3 }),
    topology("leaf-spine 8 and 4, 64 nodes", { type: "leaf-spine", leaves: 8, spines: 4, terminals: 8 }),
    topology("full mesh of 8, 32 nodes", { type: "full-mesh", switches: 8, terminals: 4 }),
    topology("dragonfly, 72 nodes", { type: "dragonfly", p: 2, a: 4, h: 2 }),
    topology("HyperX 4x4, 64 nodes", { type: "hyperx", dims: [4, 4], terminals: 4, width: [1] }),
    topology("Slim Fly, 64 nodes", { type: "slim-fly", q: 4, terminals: 2 }),
    topology("Jellyfish of 32, 64 nodes", { type: "jellyfish", switches: 32, degree: 4, terminals: 2 }),
  ];
  const patterns = ["uniform", "transpose", "bit-reversal", "complement", "shuffle", "tornado", "neighbour", "shift", "butterfly"]
    .concat(["hotspot", "hotregion", "adversarial", "group-shift", "random-permutation"]);
  const numbers = (...list) => list.map((each) => [String(each), String(each)]);
  const named = (names) => names.map((name) => [name, name]);
  const fields = [
    { key: "topology", label: "Topology", options: Lab.topologies.map((each) => [each.label, each.label]), start: "torus 8x8" },
    { key: "routing", label: "Routing", options: [], start: "dor" },
    { key: "channels", label: "Virtual channels of a link", options: numbers(1, 2, 3, 4, 5, 6, 8), start: "1" },
    { key: "flow", label: "Flow control", options: [], start: "" },
    { key: "queue", label: "Queue, packets", number: [1, 120, 1], start: "4" },
    { key: "arbiter", label: "Arbiter", options: [], start: "round-robin" },
    { key: "pattern", label: "Traffic pattern", options: named(patterns), start: "uniform" },
    { key: "load", label: "Offered load, phits/node/cycle", number: [0.01, 2, 0.01], start: "0.3" },
    { key: "source", label: "A packet that finds no room", start: "infinite",
      options: [["infinite", "waits in a queue without end"], ["stall", "stops its source"]] },
    { key: "packet", label: "Packet, phits", number: [1, 64, 1], start: "16" },
    { key: "warmup", label: "Warm-up, cycles", number: [0, 1000000, 100], start: "1000" },
    { key: "cycles", label: "Measured window, cycles", number: [1, 10000000, 100], start: "4000" },
    { key: "seed", label: "Seed", number: [0, 1000000000, 1], start: "1" },
  ];
  const controls = {};
  let lists = null;
  const value = (key) => controls[key].value;

  Lab.element = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, text] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), text);
      else if (text !== null && text !== false) node.setAttribute(key, text === true ? "" : text);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };

  function setOptions(select, options, wanted) {
    const same = [...select.options].map((each) => each.value).join() === options.map(([own]) => own).join();
    if (!same) select.replaceChildren(...options.map(([own, text]) => Lab.element("option", { value: own }, text)));
    if (options.some(([own]) => own === wanted)) select.value = wanted;
  }

  /** Makes the form; calls `changed` after every change of it. */
  Lab.makeChoices = (known, changed) => {
    lists = known;
    const kept = new URLSearchParams(location.hash.slice(1));
    for (const field of fields) {
      const id = "choose-" + field.key;
      const control = field.number
        ? Lab.element("input", { type: "number", min: field.number[0], max: field.number[1], step: "any", inputmode: "decimal" })
        : Lab.element("select");
      control.id = id;
      controls[field.key] = control;
      if (field.key === "flow") field.options = [["", "as the routing has it"]].concat(named(lists.flow_controls.map((each) => each.name)));
      if (field.key === "arbiter") field.options = named(lists.arbiters.map((each) => each.name));
      if (field.key === "routing") field.options = named(lists.routings.map((each) => each.name));
      const wanted = kept.has(field.key) ? kept.get(field.key) : field.start;
      if (field.number) control.value = wanted;
      else setOptions(control, field.options, wanted);
      control.addEventListener("change", () => {
        if (field.key === "topology") controls.routing.dataset.fresh = "yes";
        changed(field.key);
      });
      document.getElementById("choices").append(Lab.element("label", { for: id }, field.label, control));
    }
    document.getElementById("choices").addEventListener("submit", (event) => event.preventDefault());
  };

  /** Keeps to the routings that work on the topology, and to channels that they need. */
  Lab.fitRouting = (routings) => {
    const fresh = controls.routing.dataset.fresh === "yes";
    delete controls.routing.dataset.fresh;
    const known = routings.some((each) => each.name === value("routing"));
    const wanted = known && !fresh ? value("routing") : routings[0].name;
    setOptions(controls.routing, named(routings.map((each) => each.name)), wanted);
    const least = routings.find((each) => each.name === value("routing")).channels;
    if (Number(value("channels")) < least)
      controls.channels.value = [...controls.channels.options].map((each) => each.value).find((each) => Number(each) >= least);
  };

  const whole = (key) => (/^\d+$/.test(value(key)) ? Number(value(key)) : value(key));
  /** The experiment as its keys have it. */
  Lab.settings = () => {
    const chosen = Lab.topologies.find((each) => each.label === value("topology"));
    const router = { virtual_channels: whole("channels"), queue: value("queue") + " packets" };
    if (value("flow")) router.flow_control = value("flow");
    if (value("arbiter") !== "round-robin") router.arbiter = value("arbiter");
    const shape = chosen.value.dims ? chosen.value.type + "-" + chosen.value.dims.join("x") : chosen.value.type;
    return {
      fsin: 1,
      name: shape + "-" + value("pattern"),
      network: {
        topology: chosen.value,
        router,
        routing: value("routing"),
        packet: 4 * Number(value("packet")) + " B",
        phit: "4 B",
      },
      workload: {
        type: "synthetic",
        pattern: value("pattern"),
        load: value("load") === "" ? "none" : Number(value("load")),
        source: value("source"),
      },
      measure: { seed: whole("seed"), warmup: whole("warmup"), cycles: whole("cycles") },
    };
  };

  Lab.keepInAddress = () => {
    if (Lab.own) return history.replaceState(null, "", Lab.ownAddress());
    const changed = fields.filter((field) => value(field.key) !== field.start).map((field) => [field.key, value(field.key)]);
    history.replaceState(null, "", "#" + new URLSearchParams(changed));
  };
  Lab.chosenTopology = () => value("topology");

  /** What the chosen entries are, in the words of the catalogues. */
  Lab.explained = () => {
    const of = (list, name) => (list.find((each) => each.name === name) || { doc: "" }).doc;
    const chosen = Lab.topologies.find((each) => each.label === value("topology"));
    const flow = value("flow") ? `${value("flow")}: ${of(lists.flow_controls, value("flow"))}. ` : "";
    return (
      `${chosen.value.type}: ${of(lists.topologies, chosen.value.type)}. ${value("routing")}: ${of(lists.routings, value("routing"))}. ` +
      `${flow}${value("pattern")}: ${of(lists.patterns, value("pattern"))}.`
    );
  };
})();

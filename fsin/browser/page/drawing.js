// SPDX-License-Identifier: Apache-2.0
// The network on a canvas: each directed link as the half of its line that is nearer to its router, in the colour of its
// load; each router as a box that its queues fill. Coordinates come from the engine, as those of reports do.
"use strict";

(function () {
  // The scale of reports (magma): colours at equal steps, from dark to light.
  const magma = ["#000004", "#180f3d", "#440f76", "#721f81", "#9e2f7f", "#cd4071", "#f1605d", "#fd9668", "#feca8d", "#fcfdbf"];
  const themes = {
    light: { surface: "#ffffff", ink: "#1c2228", soft: "#59646f", none: "#e3e7ea", disc: "#eef1f4", queue: "#0072b2", own: "#d55e00", at: (t) => 0.94 - 0.8 * t },
    dark: { surface: "#1a1e22", ink: "#e7eaed", soft: "#9ba6b1", none: "#343c44", disc: "#242a30", queue: "#58aee6", own: "#ff8a4c", at: (t) => 0.2 + 0.78 * t },
  };
  Lab.isDark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  Lab.theme = () => (Lab.isDark() ? themes.dark : themes.light);
  const bytes = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  Lab.colour = (part) => {
    const place = Math.max(0, Math.min(1, Lab.theme().at(part))) * (magma.length - 1);
    const below = Math.min(magma.length - 2, Math.floor(place));
    const [one, other] = [bytes(magma[below]), bytes(magma[below + 1])];
    return "rgb(" + one.map((each, i) => Math.round(each + (other[i] - each) * (place - below))).join(",") + ")";
  };

  const canvas = document.getElementById("canvas");
  const context = canvas.getContext("2d");
  let network = null,
    place = null,
    lines = [];

  function segments() {
    const { from, to, port, stubs } = network.links;
    const stub = new Set(stubs);
    return from.map((router, link) => {
      const [x, y] = [network.x[router], network.y[router]];
      if (!stub.has(link)) return [x, y, x + 0.475 * (network.x[to[link]] - x), y + 0.475 * (network.y[to[link]] - y)];
      const [dx, dy] = network.directions[port[link]];
      return [x, y, x + 0.46 * dx, y + 0.46 * dy];
    });
  }

  /** "router 5 (X 1, Y 0)", "switch 3 of stage 1". */
  Lab.routerName = (router) => {
    if (router >= network.nodes) return network.names[router - network.nodes];
    if (network.kind !== "grid") return "node " + router;
    let rest = router;
    const at = network.dims.map((size, index) => {
      const own = rest % size;
      rest = Math.floor(rest / size);
      return "XYZWVUTS"[index] + " " + own;
    });
    return "router " + router + " (" + at.join(", ") + ")";
  };

  /** Takes the network of a run; the canvas is as wide as the page leaves room for. */
  Lab.setNetwork = (drawing) => {
    network = drawing;
    lines = segments();
    Lab.fitCanvas();
    const words = ["Each directed link is the half of its line that is nearer to the router that drives it."];
    if (network.links.stubs.length > 0) words.push("Short stubs wrap around, or lead to the next plane.");
    if (network.names.length > 0) words.push("Round boxes are nodes, square ones are switches.");
    words.push("Click a router, or use the arrow keys, to see what its queues hold.");
    document.getElementById("drawing-caption").textContent = words.join(" ");
  };

  Lab.fitCanvas = () => {
    if (!network) return;
    const width = document.getElementById("plot").clientWidth;
    const border = 0.75;
    const unit = Math.min(64, (width - 2) / (network.width + 2 * border), Math.max(9, 560 / (network.height + 2 * border)));
    const size = [(network.width + 2 * border) * unit, (network.height + 2 * border) * unit];
    const dense = window.devicePixelRatio || 1;
    canvas.width = Math.round(size[0] * dense);
    canvas.height = Math.round(size[1] * dense);
    canvas.style.width = size[0] + "px";
    canvas.style.height = size[1] + "px";
    place = { unit, border, dense };
  };
  const x = (value) => (value + place.border) * place.unit;
  const y = (value) => (value + place.border) * place.unit;
  const half = () => Math.max(2, Math.min(11, place.unit * 0.2));

  function drawLinks(view) {
    const wide = Math.max(1, Math.min(8, place.unit * (place.unit < 14 ? 0.3 : 0.13)));
    const order = lines.map((_, link) => link).sort((a, b) => view.loads[a] - view.loads[b]);
    for (const link of order) {
      const [x1, y1, x2, y2] = lines[link];
      const held = view.single && view.held[link];
      context.strokeStyle = view.loads[link] === 0 ? Lab.theme().none : Lab.colour(view.loads[link]);
      context.lineWidth = held ? wide * 1.7 : wide;
      context.beginPath();
      context.moveTo(x(x1), y(y1));
      context.lineTo(x(x2), y(y2));
      context.stroke();
    }
  }

  /** A box that is filled from below: blue by the queues that links lead to, orange by those of the node. */
  function drawRouter(view, router) {
    const theme = Lab.theme();
    const [left, top, size] = [x(network.x[router]) - half(), y(network.y[router]) - half(), 2 * half()];
    const isSwitch = router >= network.nodes && network.names.length > 0;
    context.save();
    context.beginPath();
    if (isSwitch || network.names.length === 0) context.rect(left, top, size, size);
    else context.arc(left + size / 2, top + size / 2, size / 2, 0, 2 * Math.PI);
    context.fillStyle = theme.surface;
    context.fill();
    context.save();
    context.clip();
    const split = isSwitch ? 1 : 0.62;
    context.fillStyle = theme.queue;
    context.fillRect(left, top + size * (1 - view.queues[router]), size * split, size * view.queues[router]);
    context.fillStyle = theme.own;
    context.fillRect(left + size * split, top + size * (1 - view.own[router]), size * (1 - split), size * view.own[router]);
    context.restore();
    context.strokeStyle = router === view.chosen ? theme.ink : theme.soft;
    context.lineWidth = router === view.chosen ? 3 : 1;
    context.stroke();
    context.restore();
  }

  /** view: {loads, held, queues, own, single, chosen}. */
  Lab.draw = (view) => {
    context.setTransform(place.dense, 0, 0, place.dense, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const [middle, height, radius] of network.groups) {
      context.fillStyle = Lab.theme().disc;
      context.beginPath();
      context.arc(x(middle), y(height), radius * place.unit, 0, 2 * Math.PI);
      context.fill();
    }
    drawLinks(view);
    for (let router = 0; router < network.x.length; ++router) drawRouter(view, router);
  };

  /** The router at a place of the canvas, or null. */
  Lab.routerAt = (left, top) => {
    const reach = Math.max(12, half() + 4);
    const apart = network.x.map((own, router) => Math.hypot(x(own) - left, y(network.y[router]) - top));
    const nearest = apart.indexOf(Math.min(...apart));
    return apart[nearest] <= reach ? nearest : null;
  };
  /** The link whose half line passes nearest to a place of the canvas, or null. */
  Lab.linkAt = (left, top) => {
    let best = null,
      least = 7;
    lines.forEach(([x1, y1, x2, y2], link) => {
      const [ax, ay, bx, by] = [x(x1), y(y1), x(x2), y(y2)];
      const along = ((left - ax) * (bx - ax) + (top - ay) * (by - ay)) / Math.max(1e-9, (bx - ax) ** 2 + (by - ay) ** 2);
      const t = Math.max(0, Math.min(1, along));
      const apart = Math.hypot(left - ax - t * (bx - ax), top - ay - t * (by - ay));
      if (apart < least) [best, least] = [link, apart];
    });
    return best;
  };
  Lab.linkName = (link) => Lab.routerName(network.links.from[link]) + " → " + Lab.routerName(network.links.to[link]);

  /** The legend under the drawing. */
  Lab.drawScale = () => {
    const stops = [0, 0.25, 0.5, 0.75, 1].map((t) => Lab.colour(t)).join(", ");
    const bar = Lab.element("i", { style: `background: linear-gradient(to right, ${stops})` });
    const box = (colour) => Lab.element("i", { class: "box", style: `background: ${colour}` });
    document
      .getElementById("scale")
      .replaceChildren(
        Lab.element("span", {}, "link: 0 ", bar, " 100 % of the last 256 cycles"),
        Lab.element("span", {}, box(Lab.theme().queue), "queues of a router"),
        Lab.element("span", {}, box(Lab.theme().own), "packets of its node that wait to leave"),
      );
  };
})();

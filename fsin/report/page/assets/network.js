// SPDX-License-Identifier: Apache-2.0
// The load of every link, drawn on the network. The coordinates come with the data; here they become pixels. Small
// networks are SVG, large ones a canvas.
"use strict";

(function () {
  const { data } = Report;
  if (!data.links) return;
  const held = new Map(data.links.points.map((each) => [each.point, each]));
  const state = { scale: "own" };
  const picker = new Report.Picker([...held.keys()], 6, state);
  const mostSvg = 2500; // links, all panels together
  const gap = 30;

  const utilisation = (own, link) => (own.window > 0 ? own.phits[link] / own.window : 0);
  const largest = (own) => (own.window > 0 ? d3.max(own.phits) / own.window : 0);
  const least = (own) => (own.window > 0 ? d3.min(own.phits) / own.window : 0);

  /** Utilisations of the first and the last colour. */
  function domainOf(scale, shown) {
    const all = scale === "common" ? data.links.points : shown;
    return [scale === "narrow" ? d3.min(all, least) : 0, d3.max(all, largest) || 1];
  }

  /** "router 5 (X 1, Y 0)", "switch 3 of stage 1". */
  function routerName(network, router) {
    if (router >= network.nodes) return network.names[router - network.nodes];
    if (network.kind !== "grid") return "node " + router;
    let rest = router;
    const place = network.dims.map((size, index) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return "XYZWVUTS"[index] + " " + at;
    });
    return "router " + router + " (" + place.join(", ") + ")";
  }

  /** Both ends of every link in units of the drawing: [x1, y1, x2, y2]. */
  function segments(network) {
    if (network.segments) return network.segments;
    const { from, to, port, stubs } = network.links;
    const stub = new Set(stubs);
    network.segments = from.map((router, link) => {
      const [x, y] = [network.x[router], network.y[router]];
      const half = 0.475; // a gap in the middle tells the two directions apart
      if (!stub.has(link)) return [x, y, x + half * (network.x[to[link]] - x), y + half * (network.y[to[link]] - y)];
      const [dx, dy] = network.directions[port[link]];
      return [x, y, x + 0.46 * dx, y + 0.46 * dy];
    });
    return network.segments;
  }

  function tipOf(own, network, link) {
    const { from, to, port } = network.links;
    return [
      routerName(network, from[link]) + " → " + routerName(network, to[link]),
      ["port", network.ports[port[link]] + " (" + port[link] + ")"],
      ["carried", Report.number(own.phits[link]) + " phits"],
      ["utilisation", Report.percent(utilisation(own, link))],
      ["window", Report.number(own.window) + " cycles"],
    ];
  }

  /** Draws the links from the least loaded on, so that hot ones lie on top; returns how many it drew. */
  function drawLinks(view, own, network, place, domain, context) {
    const lines = segments(network),
      order = d3.range(lines.length).sort((a, b) => own.phits[a] - own.phits[b]);
    const wide = Math.max(1, Math.min(7, place.unit * (place.unit < 12 ? 0.34 : 0.17)));
    const shade = d3.scaleLinear(domain, domain[0] < domain[1] ? [0, 1] : [1, 1]).clamp(true);
    const color = (link) => (own.phits[link] === 0 ? view.theme.none : view.theme.scale(shade(utilisation(own, link))));
    const x = (value) => place.x + value * place.unit,
      y = (value) => place.y + value * place.unit;
    for (const link of order) {
      const [x1, y1, x2, y2] = lines[link];
      if (context) {
        context.strokeStyle = color(link);
        context.lineWidth = wide;
        context.beginPath();
        context.moveTo(x(x1), y(y1));
        context.lineTo(x(x2), y(y2));
        context.stroke();
      } else {
        view.svg
          .append("line")
          .attr("class", "mark")
          .attr("x1", x(x1))
          .attr("y1", y(y1))
          .attr("x2", x(x2))
          .attr("y2", y(y2))
          .attr("stroke", color(link))
          .attr("stroke-width", wide)
          .attr("stroke-linecap", "butt");
      }
    }
    lines.forEach(([x1, y1, x2, y2], link) =>
      view.marks.push({
        x: x(x1 * 0.35 + x2 * 0.65),
        y: y(y1 * 0.35 + y2 * 0.65),
        tip: () => tipOf(own, network, link),
      }),
    );
    return lines.length;
  }

  /** A circle or a square of this radius. */
  function drawMark(view, context, [x, y], radius, square, fill, stroke, wide) {
    if (context) {
      context.fillStyle = fill;
      context.strokeStyle = stroke;
      context.lineWidth = wide;
      context.beginPath();
      if (square) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      if (wide > 0) context.stroke();
      return;
    }
    const size = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: square ? 0 : radius };
    const mark = view.svg.append("rect").attr("fill", fill).attr("stroke", stroke).attr("stroke-width", wide);
    d3.entries(size).forEach(({ key, value }) => mark.attr(key, value));
  }

  /** Groups of routers as discs, below everything else. */
  function drawGroups(view, network, place, context) {
    for (const [x, y, radius] of network.groups) {
      const at = [place.x + x * place.unit, place.y + y * place.unit];
      drawMark(view, context, at, radius * place.unit, false, view.theme.line, "none", 0);
    }
  }

  /** Nodes are circles; switches, and groups drawn as one, are squares. */
  function drawRouters(view, network, place, context) {
    if (place.unit < 12) return;
    const radius = Math.min(4.5, place.unit * 0.12);
    network.x.forEach((x, router) => {
      const at = [place.x + x * place.unit, place.y + network.y[router] * place.unit];
      drawMark(view, context, at, radius, router >= network.nodes, view.theme.surface, view.theme.soft, 1.2);
    });
  }

  function drawLabels(view, network, place) {
    for (const [x, y, wide, , label] of network.planes) {
      if (label)
        view.text(
          place.x + (x + wide / 2) * place.unit,
          place.y + y * place.unit - Math.max(9, place.unit * 0.55),
          label,
          { anchor: "middle", size: 11 },
        );
    }
    for (const [x, y, radius, label] of network.groups) {
      if (radius * place.unit < 8 * label.length) continue;
      view.text(place.x + x * place.unit, place.y + y * place.unit + 4, label, { anchor: "middle", size: 11 });
    }
  }

  /** The colours with their values. */
  function drawScale(view, domain, y) {
    const width = Math.min(300, view.width - 24),
      id = "scale-" + view.spec.id + Math.round(y);
    const stops = view.svg.append("defs").append("linearGradient").attr("id", id);
    d3.range(0, 1.01, 0.1).forEach((t) =>
      stops
        .append("stop")
        .attr("offset", t * 100 + "%")
        .attr("stop-color", view.theme.scale(t)),
    );
    view.text(8, y, "utilisation of a link: phits per cycle of the window");
    view.svg
      .append("rect")
      .attr("x", 8)
      .attr("y", y + 9)
      .attr("width", width)
      .attr("height", 10)
      .attr("rx", 2)
      .attr("fill", `url(#${id})`);
    const x = d3.scaleLinear(domain, [8, 8 + width]);
    for (const tick of x.ticks(5))
      view.text(x(tick), y + 34, Report.number(tick), { anchor: x(tick) < 16 ? "start" : "middle", size: 11 });
  }

  function draw(view) {
    const points = picker.points();
    if (points.length === 0) return view.text(0, 20, "No link loads of this point.");
    const columns = points.length === 1 ? 1 : Math.max(1, Math.min(points.length, Math.floor(view.width / 290)));
    const width = (view.width - gap * (columns - 1)) / columns;
    const links = d3.sum(points, (point) => data.links.networks[held.get(point).network].links.from.length);
    const panels = [],
      shared = domainOf(
        view.state.scale,
        points.map((point) => held.get(point)),
      );
    let y = 0,
      row = 0;
    points.forEach((point, index) => {
      const own = held.get(point),
        network = data.links.networks[own.network];
      if (index % columns === 0) {
        y += row;
        row = 0;
      }
      const border = network.planes[0][4] ? 1.2 : 0.7;
      const unit = Math.min(
        46,
        (width - 2) / (network.width + 2 * border),
        Math.max(5, 620 / (network.height + 2 * border)),
      );
      const left = (index % columns) * (width + gap),
        head = 46 + (network.planes[0][4] ? 12 : 0);
      panels.push({
        point,
        own,
        network,
        place: { unit, x: left + (width - network.width * unit) / 2, y: y + head + border * unit },
        left,
        top: y,
      });
      row = Math.max(row, head + (network.height + 2 * border) * unit + 18);
    });
    const total = y + row;
    const context = links > mostSvg ? view.canvas(0, 0, view.width, total) : null;
    let drawn = 0;
    for (const { point, own, network, place, left, top } of panels) {
      drawGroups(view, network, place, context);
      drawn += drawLinks(view, own, network, place, shared, context);
      drawRouters(view, network, place, context);
      drawLabels(view, network, place);
      view.text(left, top + 14, picker.name(point), { fill: view.theme.ink, weight: 600, size: 13, width });
      const mean = own.window > 0 ? d3.mean(own.phits) / own.window : 0;
      view.text(
        left,
        top + 32,
        `mean ${Report.percent(mean)}, busiest ${Report.percent(largest(own))} of ${own.phits.length} links`,
        { size: 11.5 },
      );
    }
    view.count = context ? drawn : null;
    view.table = listOf(panels);
    drawScale(view, shared, total + 14);
    view.height(total + 54);
  }

  /** Every link drawn. */
  function listOf(panels) {
    const rows = panels.map(({ point, own, network }) =>
      own.phits.map((phits, link) => [
        point,
        picker.name(point),
        network.links.from[link],
        network.links.port[link],
        network.links.to[link],
        phits,
        utilisation(own, link),
      ]),
    );
    const columns = [
      ["point", "number of the point"],
      ["name", "name of the point"],
      ["from", "router that drives the link"],
      ["port", "its output port"],
      ["to", "router at the other end"],
      ["phits", "carried in the measured window; where links differ in speed, cycles for which packets held the link"],
      ["utilisation", "fraction of the cycles of the window for which a packet holds the link"],
    ];
    return Report.list(columns, d3.merge(rows));
  }

  const tree = data.links.networks.some((network) => network.kind === "tree");
  const groups = data.links.networks.some((network) => network.groups.length > 0);
  const switches = data.links.networks.some((network) => network.nodes > 0 && network.names.length > 0);
  const stubs = data.links.networks.some((network) => network.links.stubs.length > 0);
  const scales = [
    ["own", "from 0 to the busiest link"],
    ["narrow", "from the idlest to the busiest link"],
  ];
  if (held.size > 1) scales.push(["common", "from 0 to the busiest link of all points"]);
  const planes = data.links.networks.some((network) => network.planes.length > 1);
  Report.add({
    id: "network",
    short: "Load of the links",
    title: "Load of the links",
    expect: 420,
    state,
    draw,
    note: data.links.note,
    controls: () => picker.controls().concat([{ kind: "select", label: "colours", key: "scale", options: scales }]),
    caption: [
      "Every directed link is the half of its line that is nearer to the router that drives it; X runs to the " +
        "right, Y downward." +
        (tree ? " Trees: nodes at the bottom, stages of switches above." : "") +
        (groups ? " Discs are groups of switches." : "") +
        (switches ? " Circles are nodes, squares are switches." : "") +
        (stubs
          ? " Short stubs are links that leave the drawing on that side: they wrap around" +
            (planes ? ", or lead to the next plane (slanted)." : ".")
          : ""),
      "First seed of each point, measured window.",
    ],
  });
})();

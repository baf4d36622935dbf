// SPDX-License-Identifier: Apache-2.0
// Places of a live program: for each a bar with the time that all ranks spent there, computed and not; the table has
// memory that is shared, too, which takes no time.
"use strict";

(function () {
  const { data } = Report;
  if (!data.sites) return;
  const held = new Map(data.sites.points.map((each) => [each.point, each.sites]));
  const state = {};
  const picker = new Report.Picker([...held.keys()], 1, state);
  const high = 30;
  const parts = [
    ["computed", "computed", "compute"],
    ["replaced", "not computed: the mean of those that were, or the time that was given", "send"],
    ["inside", "in a region, in calls of MPI", "wait_message"],
  ];
  const kinds = {
    local: "sampled by each rank",
    global: "sampled by all ranks",
    delay: "delay",
    bursts: "bursts between calls of MPI",
    region: "region",
    memory: "shared memory",
  };

  /** Seconds of all ranks, by part. */
  function times(site) {
    const all = site.done * site.mean_seconds;
    if (site.kind === "region") return { computed: site.computed_seconds, replaced: 0, inside: Math.max(0, all - site.computed_seconds) };
    return { computed: site.kind === "memory" ? 0 : all, replaced: site.replaced_seconds, inside: 0 };
  }
  const short = (name) => (name.length > 34 ? "…" + name.slice(-33) : name);

  function tipOf(site) {
    const own = times(site);
    return [site.name, ["kind", kinds[site.kind]]].concat(
      [
        [site.kind === "region" ? "entered" : "executions computed", Report.number(site.done)],
        ["executions left out", Report.number(site.left_out)],
        ["mean of one", Report.seconds(site.mean_seconds)],
      ],
      parts.filter(([part]) => own[part] > 0).map(([part, words]) => [words, Report.seconds(own[part])]),
      site.kind === "region" ? [["in the rank that is longest in it", Report.seconds(site.most_seconds)]] : [],
    );
  }

  function draw(view) {
    const [point] = picker.points();
    const sites = held.get(point);
    const rows = sites.filter((site) => site.kind !== "memory");
    const shown = parts.filter(([part]) => !view.isHidden(part));
    const there = parts.filter(([part]) => rows.some((site) => times(site)[part] > 0));
    view.legend(there.map(([key, label, color]) => ({ key, label, color: view.theme.states[color] })));
    const sum = (site) => d3.sum(shown, ([part]) => times(site)[part]);
    const most = d3.max(rows, sum) || 0;
    const unit = Report.timeUnit(most || 1);
    const left = Math.min(250, view.width * 0.4),
      right = view.width - 20,
      top = 8,
      bottom = top + Math.max(1, rows.length) * high;
    const x = d3.scaleLinear([0, most / unit.scale || 1], [left, right]);
    Report.axis(view, {
      scale: x,
      side: "bottom",
      y: bottom,
      ticks: Math.max(2, Math.min(8, (right - left) / 60)),
      format: (value) => Report.tick(value),
      label: "Time of all ranks (" + unit.name + ")",
    });
    rows.forEach((site, place) => {
      const y = top + place * high;
      view.text(left - 8, y + high / 2 + 4, short(site.name), { anchor: "end", size: 12 });
      let base = 0;
      for (const [part, , color] of shown) {
        const next = base + times(site)[part] / unit.scale;
        if (next > base)
          view.svg
            .append("rect")
            .attr("class", "mark")
            .attr("x", x(base))
            .attr("y", y + 5)
            .attr("width", Math.max(1, x(next) - x(base)))
            .attr("height", high - 10)
            .attr("fill", view.theme.states[color]);
        base = next;
        ++view.count;
      }
      view.marks.push({ x: x(base), y: y + high / 2, box: [0, y, right, y + high], tip: () => tipOf(site) });
    });
    view.locate = (px, py) => view.marks[Math.floor((py - top) / high)] || null;
    view.table = Report.list(
      [
        ["kind", "of the place"],
        ["name", "file and line, or what the program calls it"],
        ["done", "executions computed, entries of a region, allocations"],
        ["left_out", "executions that were not computed"],
        ["mean", "s"],
        ["deviation", "s"],
        ["replaced", "s, of all ranks, of executions left out"],
        ["computed", "s, of all ranks, of a region"],
        ["longest", "s, of the rank that is longest in a region"],
        ["bytes", "of shared memory"],
      ],
      sites.map((site) => [
        site.kind,
        site.name,
        site.done,
        site.left_out,
        site.mean_seconds,
        site.deviation_seconds,
        site.replaced_seconds,
        site.computed_seconds,
        site.most_seconds,
        site.bytes,
      ]),
    );
    view.height(bottom + 44);
  }

  Report.add({
    id: "sites",
    short: "Places of the program",
    title: "Time at places of the program",
    expect: 240,
    state,
    draw,
    note: data.sites.note,
    controls: () => picker.controls(),
    caption: [
      "Blocks that are sampled, delays, bursts and regions of a live program, first seed of the point. Memory that ranks" +
        " share takes no time, and is in the table.",
    ],
  });
})();

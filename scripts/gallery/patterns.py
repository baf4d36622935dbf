# SPDX-License-Identifier: Apache-2.0
"""Synthetic patterns and placements, on 64 nodes."""
import re
from statistics import median

import draw
from tools import Failure, at_once, source_of

NODES, SIDE = 64, 8
DRAGONFLY = "{type: dragonfly, p: 2, a: 4, h: 2, groups: 8}"
# Keys of patterns whose default needs a file or would show little.
PATTERN_KEYS = {
    "hotspot": "nodes: [0, 27], fraction: 0.2",
    "population": "file: population.txt",
    "permutation": "file: permutation.txt",
    "matrix": "file: matrix.csv",
}
PATTERN_NOTES = {
    "population": "Distances 1, 2 and 4, with weights 4, 2 and 1.",
    "permutation": "Here node s sends to 5 s + 7, modulo 64.",
    "matrix": "Here three blocks, and the rate falls with the distance of the numbers.",
    "adversarial": "Here on a dragonfly of 8 groups of 8 nodes.",
}
PLACEMENT_KEYS = {"file": "file: placement.txt", "shuffle": "parts: 8", "shift": "by: 12"}
PLACEMENT_NOTES = {"file": "Here rows in turn from left to right and from right to left."}


def prepare(tools):
    tools.write("population.txt", "1 4\n2 2\n4 1\n")
    tools.write("permutation.txt", "".join(f"{node} {(5 * node + 7) % NODES}\n" for node in range(NODES)))
    rows = [[str(64 // (1 + abs(row - column))) if row != column and row // 22 == column // 22 else "0"
             for column in range(NODES)] for row in range(NODES)]
    tools.write("matrix.csv", "".join(",".join(row) + "\n" for row in rows))
    snake = [row * SIDE + (column if row % 2 == 0 else SIDE - 1 - column) for row in range(SIDE) for column in range(SIDE)]
    tools.write("placement.txt", "".join(f"{node}\n" for node in snake))


def spec(name, keys):
    return f"{{type: {name}, {keys}}}" if keys else name


def variants(tools, name):
    """(end of the picture's name, keys): the pattern, and a further one for each rule that a key switches to."""
    keys = PATTERN_KEYS.get(name, "")
    yield "", keys
    for key in re.findall(r"^  (\w+)\n(?:      .*\n)*?      truth value", tools.help("pattern." + name), flags=re.M):
        yield "-" + key, ", ".join(filter(None, [keys, key + ": true"]))


def pattern_drawing(tools, name, keys, label):
    topology = ["topology=" + DRAGONFLY, "network.routing=dragonfly-minimal"] if name == "adversarial" else []
    tools.run(label, f"{{type: synthetic, load: 0.5, sizes: {{type: fixed, bytes: 4 B}}, pattern: {spec(name, keys)}}}\n"
              "measure: {warmup: 0, cycles: 25000}", more=["packet=4 B", *topology])
    counts = {(int(row["source"]), int(row["destination"])): int(row["packets"])
              for row in tools.table(label, "traffic.csv") if int(row["packets"])}
    middle = median(counts.values())

    def shade(count, _):  # coarse, so that what is random in a count hardly shows
        return min(max(2 + round(draw.log2(count / middle) / 2), 0), 4) if max(counts.values()) > 2 * middle else 3
    return draw.picture(f"{label}: who sends to whom among {NODES} nodes", 196, 196,
                        draw.matrix(2, 2, NODES, 3, counts, shade))


def patterns(tools, entries):
    prepare(tools)
    pictures, lines = {}, []
    for name, doc, (source, shown) in at_once(lambda name, doc: (name, doc, pattern_entry(tools, name)), entries):
        lines += [f"### `{name}`", doc[0].upper() + doc[1:] + "." + (f" Source: {source}." if source else "")]
        lines += [PATTERN_NOTES[name]] if name in PATTERN_NOTES else []
        lines += [""] + [f"![{label}](img/workloads/{label}.svg)" for label, _, _ in shown]
        lines += ["", ", ".join(f"`pattern: {spec(name, keys)}`" for _, keys, _ in shown), ""]
        pictures.update({label + ".svg": svg for label, _, svg in shown})
    return pictures, lines


def pattern_entry(tools, name):
    """(source, [(name of the picture, keys, SVG)]) of a pattern."""
    try:
        return source_of(tools.help("pattern." + name)), [
            (f"pattern-{name}{end}", keys, pattern_drawing(tools, name, keys, f"pattern-{name}{end}"))
            for end, keys in variants(tools, name)]
    except Failure as failure:
        raise Failure(f"pattern {name}: no recipe in scripts/gallery/patterns.py draws it: {failure}") from failure


def placements(tools, entries):
    prepare(tools)
    pictures, lines = {}, []
    for name, doc, svg in at_once(lambda name, doc: (name, doc, placement_drawing(tools, name)), entries):
        label = "placement-" + name
        pictures[label + ".svg"] = svg
        lines += [f"### Placement `{name}`", doc[0].upper() + doc[1:] + ".", PLACEMENT_NOTES.get(name, ""), "",
                  f"![{label}](img/workloads/{label}.svg)", "",
                  f"`placement: {spec(name, PLACEMENT_KEYS.get(name, ''))}`", ""]
    return pictures, lines


def placement_drawing(tools, name):
    label, placement = "placement-" + name, spec(name, PLACEMENT_KEYS.get(name, ""))
    try:
        tools.run(label, f"{{type: program, placement: {placement}, kernel: {{type: stencil, ranks: {NODES}}}}}",
                  more=["model=routers", "preset=oblivious-1vc"])
    except Failure as failure:
        raise Failure(f"placement {name}: no recipe in scripts/gallery/patterns.py draws it: {failure}") from failure
    ranks = {int(row["node"]): int(row["rank"]) for row in tools.table(label, "ranks.csv")}
    return draw.picture(f"{label}: the rank on each node of an 8x8 grid", 164, 164,
                        draw.numbered_grid(2, 2, SIDE, 20, ranks))

# SPDX-License-Identifier: Apache-2.0
"""Small SVG drawings: matrices, space-time diagrams and numbered grids. Readable on light and on dark pages."""
from collections import defaultdict
from html import escape
from math import log2

STYLE = ("<style>text{font:10px sans-serif;fill:#57606a}.b{fill:#8881}path{fill:none;stroke:#2f6fb0}.l{stroke:#8886}"
         ".h{stroke-linecap:round;stroke-width:3.5;stroke:#c2410c}.n{font-size:9px;text-anchor:middle;fill:#1f2328}"
         "@media(prefers-color-scheme:dark){text{fill:#9da7b1}path{stroke:#6cb6ff}.l{stroke:#9996}"
         ".h{stroke:#ffa657}.n{fill:#e6edf3}}</style>")
SHADES = (0.2, 0.4, 0.6, 0.8, 1)


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def picture(title, width, height, content):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
            f'width="{number(width)}" height="{number(height)}" role="img">\n<title>{escape(title)}</title>\n{STYLE}\n'
            + content + "</svg>\n")


def text(x, y, what, more=""):
    return f'<text x="{number(x)}" y="{number(y)}"{more}>{escape(what)}</text>\n'


def shade_of(value, values):
    """The shade of a cell: equal steps of the logarithm, at least a doubling each, up to the largest value."""
    low, high = log2(min(values)), log2(max(values))
    step = max((high - low) / (len(SHADES) - 1), 1)
    return len(SHADES) - 1 - round((high - log2(value)) / step)


def matrix(x, y, nodes, cell, counts, shade=shade_of):
    """A square: a row for each sender, a column for each receiver, darker for more. counts: {(from, to): value > 0}."""
    runs = defaultdict(list)
    for source in range(nodes):
        start = 0
        shades = [shade(counts[source, to], counts.values()) if counts.get((source, to)) else None
                  for to in range(nodes)] if counts else [None] * nodes
        for to in range(1, nodes + 1):
            if to == nodes or shades[to] != shades[start]:
                if shades[start] is not None:
                    runs[shades[start]].append(f"M{start} {source}h{to - start}")
                start = to
    size = nodes * cell
    out = f'<rect class="b" x="{number(x)}" y="{number(y)}" width="{size}" height="{size}"/>\n'
    out += f'<g transform="translate({number(x)} {number(y + cell / 2)})scale({cell})" shape-rendering="crispEdges">\n'
    for level in sorted(runs):
        out += f'<path stroke-opacity="{SHADES[level]}" d="{"".join(runs[level])}"/>\n'
    return out + "</g>\n"


def space_time(x, y, ranks, gap, width, messages):
    """Ranks as lines, rank 0 above; messages (from, sent, to, arrived) as strokes that end in a dot."""
    end = max((arrived for *_, arrived in messages), default=1) or 1
    lines = "".join(f"M{number(x)} {number(y + rank * gap)}h{width}" for rank in range(ranks))
    strokes = heads = ""
    for source, sent, to, arrived in sorted(set(messages)):
        x1, x2 = (number(x + width * moment / end) for moment in (sent, arrived))
        y1, y2 = (number(y + rank * gap) for rank in (source, to))
        strokes += f"M{x1} {y1}L{x2} {y2}"
        heads += f"M{x2} {y2}h0"
    return f'<path class="l" d="{lines}"/>\n<path d="{strokes}"/>\n<path class="h" d="{heads}"/>\n'


def numbered_grid(x, y, side, cell, rank_of):
    """A grid of nodes with the number of the rank in each, X first, and a line from each rank to the next."""
    where = {rank: (x + (node % side + .5) * cell, y + (node // side + .5) * cell) for node, rank in rank_of.items()}
    size = side * cell
    out = f'<rect class="b" x="{x}" y="{y}" width="{size}" height="{size}"/>\n<path class="l" d="'
    out += "".join(("L" if rank else "M") + f"{number(where[rank][0])} {number(where[rank][1])}"
                   for rank in sorted(where)) + '"/>\n'
    return out + "".join(text(*(where[rank][0], where[rank][1] + 3), str(rank), ' class="n"') for rank in sorted(where))

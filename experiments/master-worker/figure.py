#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws when the master got which result, from what it has printed on each network. Called by run.

Usage: figure.py FOLDER LINK=FILE ...
"""
import csv
import math
import os
import re
import sys
from xml.sax.saxutils import escape

LEFT, WIDTH, ROW, RADIUS = 90, 640, 30, 9
STYLE = ("text{font:13px sans-serif;fill:#1f2933} .task{fill:white;text-anchor:middle;font-size:11px} .end{text-anchor:end}"
         " .line{stroke:#c5ccd3} circle{stroke:white}")
COLOURS = ("#3f7cac", "#c9502f", "#2fa583", "#e3a63a", "#7a5ea8", "#5d6b78")


def results(path):
    """Task, worker and time in us of each result, in the order of receipt."""
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"^result (\d+) of worker (\d+) with \d+ bytes at ([\d.]+) us$", file.read(), re.MULTILINE)
    if not found:
        sys.exit(f"figure.py: {path}: no results in what the program printed")
    return [(int(task), int(worker), float(time)) for task, worker, time in found]


def step_of(longest):
    """Between the marks of the axis: 1, 2 or 5 times a power of ten, five of them at least."""
    power = 10.0 ** math.floor(math.log10(longest / 5))
    return max(step * power for step in (1, 2, 5) if step * power <= longest / 5)


def panel(link, received, top, workers):
    """One network: a row for each worker, a disc for each of its results, when the master has it."""
    longest = received[-1][2]
    bottom = top + 24 + ROW * len(workers)

    def x(time):
        return LEFT + WIDTH * time / longest

    order = ", ".join(str(task) for task, _, _ in received)
    title = f"results in the order {order}" if len(order) < 60 else f"{len(received)} results, by task"
    lines = [f'<text x="{LEFT}" y="{top + 6}">links of {escape(link)}: {title}</text>']
    for place, worker in enumerate(workers):
        y = top + 24 + ROW * place + ROW / 2
        lines.append(f'<text class="end" x="{LEFT - 12}" y="{y + 4}">worker {worker}</text>')
        lines.append(f'<line class="line" x1="{LEFT}" y1="{y}" x2="{LEFT + WIDTH}" y2="{y}"/>')
    for task, worker, time in received:
        place = workers.index(worker)
        y = top + 24 + ROW * place + ROW / 2
        lines.append(f'<circle cx="{x(time):.1f}" cy="{y}" r="{RADIUS}" fill="{COLOURS[place % len(COLOURS)]}"><title>task {task} '
                     f'of worker {worker}: {time} us</title></circle><text class="task" x="{x(time):.1f}" y="{y + 4}">{task}</text>')
    step, time = step_of(longest), 0.0
    while time <= longest:
        lines.append(f'<line class="line" x1="{x(time):.1f}" y1="{bottom}" x2="{x(time):.1f}" y2="{bottom + 5}"/>'
                     f'<text text-anchor="middle" x="{x(time):.1f}" y="{bottom + 19}">{time:g}</text>')
        time += step
    lines.append(f'<text class="end" x="{LEFT + WIDTH}" y="{bottom + 36}">simulated time at the master (us)</text>')
    return lines, bottom + 62


def main():
    folder, networks = sys.argv[1], [each.split("=", 1) for each in sys.argv[2:]]
    received = {link: results(path) for link, path in networks}
    with open(os.path.join(folder, "order.csv"), "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["link", "place", "task", "worker", "us"])
        for link, own in received.items():
            table.writerows([link, place + 1, *each] for place, each in enumerate(own))
    workers = sorted({worker for own in received.values() for _, worker, _ in own})
    lines, top = [], 24
    for link, own in received.items():
        drawn, top = panel(link, own, top, workers)
        lines += drawn
        print(f"{link:>10}: results in the order {', '.join(str(task) for task, _, _ in own)}; the last after {own[-1][2]:g} us")
    with open(os.path.join(folder, "figure.svg"), "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 24} {top - 10}" width="{LEFT + WIDTH + 24}">'
                   f'<title>When the master got which result</title><style>{STYLE}</style>'
                   f'<rect width="100%" height="100%" fill="white"/>{"".join(lines)}</svg>\n')


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens reports of small sweeps in a headless Chromium, on a desk and on a phone, light and dark.

Usage: browser_test.py ROOT FSIN
Checks that the console is silent, nothing but the file is fetched, every figure has the marks that its data ask for,
nothing is wider than the screen, and that legends, keys, pointer, theme, export and tables do what they say.
Exit status: 0 all is well, 1 something is not, 77 there is no Chromium.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import webdriver
from choices import check_again, check_any, check_choices, check_clocks, check_links, check_same_axes, check_still, check_zoom
from copies import check_copies, check_dat, check_print, check_single_page, check_ticks, frame_of

SYNTHETIC = """fsin: 1
name: synthetic
description: Three routers <on> a small torus & under load
network: {topology: {type: torus, dims: [4, 4]}}
workload: {type: synthetic, pattern: uniform, load: 0.1}
measure: {warmup: 200, cycles: 1000}
sweep:
  grid:
    router:
      Oblivious 1 VC: {network.preset: oblivious-1vc}
      Oblivious 3 VC: {network.preset: oblivious-3vc}
      Adaptive 3 VC: {network.preset: adaptive-3vc}
    workload.load: [0.1, 0.3, 0.6, 0.9]
  seeds: 3
"""
TRACES = """fsin: 1
name: traces
network: {topology: {type: mesh, dims: [2, 2]}, preset: adaptive-3vc, packet: 64 B, phit: 4 B}
workload: {type: trace, file: ROOT/traces/npb/is.S.4.txt.zst, order: causal, cpu: {scale: 1}}
sweep:
  grid:
    program:
      IS: {workload.file: ROOT/traces/npb/is.S.4.txt.zst}
      CG: {workload.file: ROOT/traces/npb/cg.S.4.txt.zst}
  seeds: 1
"""
LINKS = """fsin: 1
name: links
network: {topology: {type: mesh, dims: [2, 2]}, preset: adaptive-3vc}
workload: {type: trace, file: ROOT/traces/npb/is.S.4.txt.zst, order: causal, cpu: {scale: 1}}
sweep: {grid: {network.link.bandwidth: [1 Gb/s, 10 Gb/s]}, seeds: 1}
"""
SATURATION = """fsin: 1
name: saturation
network: {topology: {type: fat-tree, k: 2, n: 2}, routing: {type: up-down}, router: {flow_control: none}}
workload: {type: synthetic, pattern: uniform}
measure: {warmup: 100, cycles: 500, find: saturation, resolution: 0.1}
sweep: {grid: {network.router.queue: [2 packets, 4 packets]}, seeds: 2}
"""
PANELS = """fsin: 1
name: panels
network: {topology: {type: torus, dims: [4, 4]}}
workload: {type: synthetic, pattern: uniform, load: 0.1}
measure: {warmup: 100, cycles: 500}
sweep:
  grid: {network.packet: [64 B, 256 B], network.preset: [oblivious-1vc, adaptive-3vc], workload.load: [0.1, 0.3]}
  seeds: 1
"""
LARGE = """fsin: 1
name: large
network: {topology: {type: torus, dims: [64, 64]}}
workload: {type: synthetic, pattern: uniform, load: 0.1}
measure: {warmup: 0, cycles: 3900}
sweep: {seeds: 1}
"""
SCREENS = [(1280, 900, "light"), (1280, 900, "dark"), (360, 740, "light"), (360, 740, "dark")]
ARROW_RIGHT = "\ue014"


class Checks:
    def __init__(self):
        self.failures = 0
        self.where = ""

    def that(self, condition, what):
        if not condition:
            self.failures += 1
            print(f"{self.where}: {what}")

    def same(self, found, expected, what):
        self.that(found == expected, f"{what}: {found!r}, expected {expected!r}")


def rows(folder, table):
    with open(os.path.join(folder, table), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def make(fsin, root, scratch, text):
    name = text.split("name: ")[1].split("\n")[0]
    experiment, folder = os.path.join(scratch, name + ".yaml"), os.path.join(scratch, name)
    with open(experiment, "w", encoding="utf-8") as file:
        file.write(text.replace("ROOT", root))
    for words in (["sweep", experiment, "-q", "--no-cache", "--out", folder], ["report", folder]):
        done = subprocess.run([fsin, *words], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"fsin {' '.join(words)}: {done.stderr}")
    return folder


def show(browser, folder, width, height, theme):
    browser.look(width, height, theme)
    browser.open(os.path.join(folder, "report.html"))
    browser.run("Report.drawAll()")


def marks(browser):
    return browser.run("return Object.fromEntries([...document.querySelectorAll('[data-figure]')]"
                       ".map((each) => [each.dataset.figure, Number(each.dataset.marks)]))")


def expected_marks(folder):
    """Marks by figure, from the tables: what the figures show of them by default."""
    points = {row["point"] for row in rows(folder, "runs.csv")}
    first = [row for row in rows(folder, "links.csv") if row["point"] == "0"]
    return {"points": len(points), "links": len(first),
            "ranks": len({row["rank"] for row in rows(folder, "ranks.csv")}),
            "traffic": len([row for row in rows(folder, "traffic.csv") if row["point"] == "0"])}


def check_page(browser, checks, width):
    checks.same(browser.messages(), [], "messages in the console")
    outside = [address for address in browser.requests() if not address.startswith(("file:", "data:"))]
    checks.same(outside, [], "addresses fetched")
    wide = browser.run("return document.documentElement.scrollWidth")
    checks.that(wide <= width, f"the page is {wide} px wide on a screen of {width}")
    beyond = browser.run("""const found = [];
      for (const svg of document.querySelectorAll('.plot svg')) {
        const right = document.documentElement.clientWidth;
        for (const text of svg.querySelectorAll('text')) {
          const box = text.getBoundingClientRect();
          if (box.right > right + 1 || box.left < -1) found.push(text.textContent);
        }
      }
      return found;""")
    checks.same(beyond, [], "texts beyond the edge of the screen")


def check_synthetic(browser, checks, folder):
    counted, expected = marks(browser), expected_marks(folder)
    checks.same(counted["curves"], 2 * expected["points"], "marks of the curves, latency and accepted load")
    checks.same(counted["bars"], 3, "bars: routers at one load")
    checks.same(counted["any"], expected["points"], "marks of any figure over another")
    checks.same(counted["network"], 3 * expected["links"], "links drawn, three routers side by side")
    checks.same(counted["latency"], 3 * 2, "distributions: histogram and cumulative share of three routers")
    checks.same(counted["series"], 3 * 4, "lines over time")
    checks.same(counted["points"], expected["points"], "rows of the table")
    for absent in ("ranks", "gantt", "saturation"):
        checks.that(absent not in counted, f"there is a figure {absent} without data")


def check_interaction(browser, checks):
    check_choices(browser, checks)
    press = "document.querySelector('#curves .legend button').click(); return document.getElementById('curves').dataset.marks"
    checks.same([browser.run(press), browser.run(press)], ["16", "24"], "marks with a series switched off, and on again")
    browser.run("document.querySelector('#bars .plot').focus({preventScroll: true})")
    browser.press(ARROW_RIGHT)
    tip = browser.run("const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.textContent")
    checks.that("Oblivious 1 VC" in tip and "cycles" in tip, f"an arrow key shows {tip!r} of the first bar")
    place = browser.run_async("""const done = arguments[0];
      document.getElementById('network').scrollIntoView({behavior: 'instant'});
      const box = document.querySelector('#network line.mark').getBoundingClientRect();
      const place = [box.left + box.width / 2, box.top + box.height / 2];
      requestAnimationFrame(() => requestAnimationFrame(() => done(place)));""")  # the scroll hides what is shown
    browser.point(*place)
    tip = browser.run("const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.textContent")
    checks.that("utilisation" in tip and "router" in tip, f"the pointer on a link shows {tip!r}")
    before = browser.run("return getComputedStyle(document.body).backgroundColor")
    after = browser.run("document.getElementById('theme').click(); return getComputedStyle(document.body).backgroundColor")
    browser.run("document.getElementById('theme').click()")
    checks.that(before != after, "the theme button changes nothing")
    order = "return [...document.querySelectorAll('#points tbody tr')].map((row) => row.children[1].textContent)"
    browser.run("[...document.querySelectorAll('#points th button')].find((each) => each.textContent === 'Offered load').click()")
    checks.same(browser.run(order)[:4], ["0.1", "0.1", "0.1", "0.3"], "the table sorted by load")
    size = browser.run_async("Report.png(Report.frames[0]).then((blob) => arguments[0](blob.size), () => arguments[0](0))")
    checks.that(size > 5000, f"a PNG of {size} bytes")
    svg = browser.run("return Report.picture(Report.frames[0]).text")
    checks.that(svg.startswith("<svg") and svg.count("class=\"mark\"") == 24, "the SVG has not all marks")
    shown = browser.run("return document.querySelector('header').textContent")
    checks.that("Three routers <on> a small torus & under load" in shown, "the description is not shown as written")


def check_traces(browser, checks, folder):
    counted, expected = marks(browser), expected_marks(folder)
    listed = browser.run("return [...document.querySelectorAll('#inputs tbody tr')].map((row) => row.textContent)")
    checks.same(len(listed), 3, "files read: the experiment and two traces")
    checks.that(all("xxh128:" in row for row in listed), "digests of the files that were read")
    checks.same(counted["bars"], 2, "bars: programs")
    checks.same(counted["ranks"], 5 * expected["ranks"], "parts of the bars of the ranks")
    checks.same(counted["traffic"], expected["traffic"], "cells of the traffic matrix")
    checks.same(counted["network"], 2 * expected["links"], "links drawn, two programs side by side")
    spans = len([row for row in rows(folder, "gantt.csv") if row["point"] == "0"])
    checks.same(counted["gantt"], spans, "spans of the ranks")
    zoomed = browser.run("const frame = Report.frames.find((each) => each.spec.id === 'gantt');"
                         "frame.view.zoomBy(4); return frame.view.state.transform[1].k")
    checks.same(zoomed, 4, "zoom of the ranks over time")
    states = {row["state"] for row in rows(folder, "gantt.csv") if row["point"] == "0"}
    legend = browser.run("return [...document.querySelectorAll('#gantt .legend button')].map((each) => each.dataset.series)")
    checks.same(set(legend), states, "states in the legend of the ranks over time")
    checks.that({"compute", "send", "wait_message", "wait_room"} <= states, f"states of the ranks are {states}")
    size = browser.run_async("const frame = Report.frames.find((each) => each.spec.id === 'traffic');"
                             "Report.png(frame).then((blob) => arguments[0](blob.size), () => arguments[0](0))")
    checks.that(size > 5000, f"a PNG of a canvas of {size} bytes")


def check_large(browser, checks, folder):
    counted = marks(browser)
    checks.same(counted["network"], len(rows(folder, "links.csv")), "links drawn of a 64x64 torus")
    first = browser.run("return performance.getEntriesByName('first-figure')[0].startTime")
    checks.that(first < 2000, f"the first figure took {first:.0f} ms")
    size = os.path.getsize(os.path.join(folder, "report.html"))
    checks.that(size < 10_000_000, f"the report is {size} bytes")
    print(f"64x64 torus: first figure after {first:.0f} ms, {size} bytes", file=sys.stderr)


def check_partial(browser, checks, fsin, folder):
    path = os.path.join(folder, "sweep.json")
    with open(path, encoding="utf-8") as file:
        sweep = json.load(file)
    sweep["complete"] = False
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sweep, file)
    subprocess.run([fsin, "report", folder], check=True, capture_output=True)
    show(browser, folder, 1280, 900, "light")
    text = browser.run("return document.getElementById('partial').textContent")
    checks.that(text.startswith("partial: 36 of 36 runs."), f"a sweep that is not complete is announced by {text!r}")


def main():
    if len(sys.argv) != 3:
        print("usage: browser_test.py ROOT FSIN", file=sys.stderr)
        return 2
    if webdriver.missing():
        print(f"skipped: {webdriver.missing()}", file=sys.stderr)
        return 77
    root, fsin = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="fsin-page-") as scratch, webdriver.Browser() as browser:
        folders = {text.split("name: ")[1].split("\n")[0]: make(fsin, root, scratch, text)
                   for text in (SYNTHETIC, TRACES, LINKS, SATURATION, LARGE)}
        for width, height, theme in SCREENS:
            for name, folder in folders.items():
                checks.where = f"{name} at {width} px, {theme}"
                show(browser, folder, width, height, theme)
                check_page(browser, checks, width)
                if name == "synthetic":
                    check_synthetic(browser, checks, folder)
                elif name == "traces":
                    check_traces(browser, checks, folder)
                elif name == "links":
                    figure = browser.run("return document.querySelector('#bars [data-key=figure]').value")
                    checks.same(figure, "simulated_seconds", "figure compared where cycles differ in length")
                    check_clocks(browser, checks)
                elif name == "saturation":
                    checks.same(marks(browser)["saturation"], 2, "dots of the saturation load")
                else:
                    check_large(browser, checks, folder)
        checks.where = "synthetic, used"
        show(browser, folders["synthetic"], 1280, 900, "light")
        check_interaction(browser, checks)
        check_zoom(browser, checks, "curves")
        check_any(browser, checks)
        checks.where = "panels"
        show(browser, make(fsin, root, scratch, PANELS), 1280, 900, "light")
        check_same_axes(browser, checks)
        show(browser, folders["synthetic"], 1280, 900, "light")
        checks.where = "copies"
        check_copies(browser, checks)
        check_ticks(browser, checks)
        checks.same(browser.messages(), [], "messages in the console")
        show(browser, folders["traces"], 1280, 900, "light")
        for figure in ("gantt", "ranks", "traffic", "network"):
            check_dat(checks, browser.run(f"return Report.dat({frame_of(figure)})"), figure)
        checks.where = "paper"
        for name in ("synthetic", "traces", "saturation"):
            check_print(browser, checks, folders[name], name)
        check_single_page(browser, checks, folders["synthetic"])
        checks.where = "links into the page"
        check_links(browser, checks, folders["synthetic"])
        check_still(browser, checks, folders["synthetic"])
        checks.where = "run again"
        check_again(browser, checks, fsin, folders["synthetic"])
        checks.where = "partial"
        check_partial(browser, checks, fsin, folders["synthetic"])
    print(f"{checks.failures} failures", file=sys.stderr)
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())

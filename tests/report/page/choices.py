# SPDX-License-Identifier: Apache-2.0
"""What is chosen for a whole report, where its addresses lead, and what is left of it without JavaScript. Checks for
browser_test.py."""
import json
import os
import subprocess
import urllib.parse

KEY_RIGHT, KEY_ENTER = "\ue014", "\ue007"


def check_clocks(browser, checks):
    """Cycles of different length: times are in seconds everywhere, and nothing offers cycles."""
    checks.same(browser.run("return document.querySelectorAll('[data-choice=time]').length"), 0, "choices of the unit of time")
    texts = browser.run("return [...document.querySelectorAll('.plot svg text, #points th')].map((text) => text.textContent)")
    checks.same([text for text in texts if "cycles" in text], [], "texts in cycles where cycles differ in length")
    checks.that(any("Latency from entry (" in text for text in texts), "no axis of latencies")


def check_choices(browser, checks):
    """Which latency, in which unit, on which axes: one choice for the whole page. Titles are words."""
    titles = "return [...document.querySelectorAll('.plot svg text')].map((text) => text.textContent).join('|')"
    before = browser.run(titles)
    for words in ("Mean latency from entry (cycles)", "Accepted load (phits per node and cycle)",
                  "Offered load (phits per node and cycle)", "Latency from entry (cycles)", "Time (cycles)", "From node"):
        checks.that(words in before, f"no axis is called {words!r}")
    checks.that("latency.mean" not in before and "load.accepted" not in before, "an axis has the name of a figure for its title")
    choose = ("const list = document.querySelector('[data-choice=' + arguments[0] + ']'); list.value = arguments[1];"
              "list.dispatchEvent(new Event('change'));")
    browser.run(choose, "time", "seconds")
    after = browser.run(titles)
    checks.that("cycles)" not in after and "Mean latency from entry (" in after, "times stay in cycles after the choice")
    heads = browser.run("return [...document.querySelectorAll('#points th small')].map((each) => each.textContent)")
    checks.that("cycles" not in heads and any(unit in heads for unit in ("ns", "µs")), f"units of the table are {heads}")
    browser.run(choose, "time", "cycles")
    checks.same(browser.run(titles), before, "titles after the choice is taken back")
    states = browser.run("return [...document.querySelectorAll('#curves .mark')].map((mark) => mark.dataset.state)")
    pale = browser.run("return [...document.querySelectorAll('#curves .mark')].filter((mark) =>"
                       " mark.getAttribute('fill-opacity') === '0.35').length")
    checks.that("1" in states and pale == states.count("1"), f"{pale} pale marks of points in states {states}")
    legend = browser.run("return document.querySelector('#curves .legend').textContent")
    checks.that("not settled" in legend, f"the legend {legend!r} does not say what pale marks are")


def check_same_axes(browser, checks):
    """Panels have the same axes, those of the tallest, or at a switch each its own."""
    ticks = r"""const svg = document.querySelector('#curves .plot svg'), left = svg.getBoundingClientRect().left;
      const place = (text) => text.getBoundingClientRect();
      const numbers = [...svg.querySelectorAll('text')].filter((text) => place(text).right < left + 60 && /^[\d.,k ]+$/.test(text.textContent));
      const panels = [[]];
      for (const text of numbers.sort((a, b) => place(a).top - place(b).top)) {
        if (text.textContent === '0') panels.push([]);
        else if (!text.textContent.startsWith('0.')) panels.at(-1).push(text.textContent);
      }
      return panels.slice(0, -1);"""
    switch = "document.querySelector('[data-choice=sameY]').click()"
    browser.run("const list = document.querySelector('#curves [data-key=split]'); list.value = '0'; list.dispatchEvent(new Event('change'))")
    same = browser.run(ticks)
    browser.run(switch)
    own = browser.run(ticks)
    checks.that(len(own) == 2 and own[0] != own[1] and all(own), f"panels of very different latencies have the axes {own}")
    tallest = max(own, key=lambda each: float(each[0]), default=None)
    checks.same(same, [tallest, tallest], "axes of panels that are the same")
    browser.run(switch)
    checks.same(browser.run(ticks), same, "axes of panels after the switch is taken back")


def check_zoom(browser, checks, figure):
    """A part that is dragged over is shown alone, buttons do the same, and all of it comes back."""
    frame = f"Report.frames.find((each) => each.spec.id === {figure!r})"
    left = f"const frame = {frame}; return [frame.marks.length, frame.spec.state.zoom]"
    browser.run(f"document.getElementById({figure!r}).scrollIntoView({{block: 'center', behavior: 'instant'}})")
    box = browser.run(f"const box = {frame}.plot.querySelector('svg').getBoundingClientRect();"
                      "return [box.left, box.top, box.width, box.height]")
    whole = browser.run(left)[0]
    browser.drag((box[0] + 60, box[1] + 40), (box[0] + box[2] * 0.3, box[1] + box[3] - 70))
    some, zoom = browser.run(left)
    checks.that(zoom and 0 < some < whole, f"{some} of {whole} marks of {figure} after dragging: {zoom}")
    outside = browser.run(f"const box = {frame}.plot.querySelector('svg').getBoundingClientRect();"
                          f"return {frame}.marks.filter((mark) => mark.x < 0 || mark.x > box.width || mark.y < 0 || mark.y > box.height).length")
    checks.same(outside, 0, f"marks of {figure} outside its frame")
    checks.that("zoomed in" in browser.run(f"return {frame}.chosen.textContent"), f"the selection of {figure} does not say that it is zoomed")
    press = f"[...{frame}.controls.querySelectorAll('button')].find((each) => each.textContent === arguments[0]).click()"
    browser.run(press, "whole figure")
    checks.same(browser.run(left), [whole, None], f"marks of {figure} after zooming out")
    browser.run(press, "+")
    checks.same(browser.run(left)[1], {"x": [0.25, 0.75], "y": [0.25, 0.75]}, f"zoom of {figure} by a button")
    browser.run(press, "\u2212")
    checks.same(browser.run(left), [whole, None], f"marks of {figure} after zooming out by a button")


def check_any(browser, checks):
    """Any figure over any other or over an axis, and points that are chosen in one figure and shown by all."""
    frame = "Report.frames.find((each) => each.spec.id === 'any')"
    choose = (f"const list = {frame}.controls.querySelector('[data-key=' + arguments[0] + ']'); list.value = arguments[1];"
              "list.dispatchEvent(new Event('change'));"
              f"return [{frame}.marks.length, [...{frame}.plot.querySelectorAll('text')].map((text) => text.textContent).join('|')]")
    marks, texts = browser.run(choose, "x", "hops.mean")
    checks.that(marks == 12 and "Mean length of a path (links)" in texts, f"{marks} marks over hops: {texts}")
    marks, texts = browser.run(choose, "x", "axis1")
    checks.that(marks == 12 and "(phits per node and cycle)" in texts, f"{marks} marks over the load: {texts}")
    marks, texts = browser.run(choose, "y", "load.accepted")
    checks.that(marks == 12 and "Accepted load (phits per node and cycle)" in texts, f"{marks} marks of the accepted load: {texts}")
    check_zoom(browser, checks, "any")
    shown = ("return [Report.chosen, document.querySelectorAll('.chosen-ring').length,"
             " [...document.querySelectorAll('tr.chosen')].map((row) => row.textContent).join()]")
    place = (f"document.getElementById('any').scrollIntoView({{block: 'center', behavior: 'instant'}}); const frame = {frame},"
             " box = frame.plot.getBoundingClientRect(), mark = frame.marks.find((each) => each.point === 3);"
             "return [box.left + mark.x, box.top + mark.y]")
    spot = browser.run(place)
    browser.drag(spot, spot)
    chosen, rings, row = browser.run(shown)
    checks.that(chosen == 3 and rings == 3 and "Oblivious 1 VC0.9" in row, f"point {chosen} chosen, {rings} rings, row {row!r}")
    matrix = "return Report.frames.find((each) => each.spec.id === 'traffic').spec.state"
    checks.same(browser.run(matrix)["axis1"], "3", "the step of the load in the traffic matrix after a point is chosen")
    spot = browser.run(place)
    browser.drag(spot, spot)
    checks.same(browser.run(shown), [None, 0, ""], "what is chosen after a second click")
    browser.run(f"{frame}.plot.focus()")
    browser.press(KEY_RIGHT)
    browser.press(KEY_ENTER)
    checks.same(browser.run("return Report.chosen"), 0, "the point chosen by keys")
    browser.run("Report.choose(Report.chosen)")


def check_links(browser, checks, folder):
    """An address with the name of a section opens there, also below figures that were not drawn yet."""
    for width, height in ((1400, 900), (390, 844)):
        browser.look(width, height, "light")
        for section in ("bars", "network", "points"):
            browser.open("/dev/null")
            browser.open(os.path.join(folder, "report.html") + "#" + section)
            place = "const box = document.getElementById(arguments[0]).getBoundingClientRect(); return box.top"
            top = browser.run(place, section)
            bar = browser.run("const bar = document.getElementById('contents');"
                              "return getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect().bottom : 0")
            checks.that(bar - 1 <= top <= bar + 40, f"#{section} at {width} px opens {top:.0f} px from the top")
        browser.run("document.querySelector('#contents a').click()")
        checks.that(abs(browser.run(place, "curves") - bar) < 45, f"a click on the contents leads {browser.run(place, 'curves')}")
        outside = browser.run("return [...document.querySelectorAll('#contents a, #points td, #points th')].filter((each) =>"
                              " each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.textContent)")
        checks.same(outside, [], f"entries of the contents and the table outside at {width} px")


def check_still(browser, checks, folder):
    """Without JavaScript: a picture with hollow marks, and the table of points."""
    browser.devtools("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.open(os.path.join(folder, "report.html"))
    browser.devtools("Emulation.setScriptExecutionDisabled", {"value": False})
    with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
        still = file.read().split("<noscript>")[1].split("</noscript>")[0]
    checks.same(still.count("<tr>"), 13, "rows of the still table, with its head")
    checks.that('fill-opacity="0.3"' in still and "Mean latency from entry (cycles)" in still, "the still picture lacks marks or title")


def check_again(browser, checks, fsin, folder):
    """Each run has a link to the page that simulates, whose address has the experiment that gives the fingerprint of the run."""
    with open(os.path.join(folder, "runs.jsonl"), encoding="utf-8") as file:
        runs = [json.loads(line) for line in file]
    browser.look(1280, 900, "light")
    browser.open(os.path.join(folder, "report.html"))
    checks.same(browser.run("return document.querySelectorAll('a.again').length"), 0, "links to a page that nobody named")
    report = os.path.join(folder, "linked.html")
    subprocess.run([fsin, "report", folder, "-o", report, "--simulator", "https://example.org/fsin.html"], check=True, capture_output=True)
    browser.open(report)
    checks.same(browser.run("return document.querySelectorAll('#points a.again').length"), len(runs), "links to run again")
    point = """const link = document.querySelector(`#points a[data-run="${arguments[0]}"]`);
      link.dispatchEvent(new PointerEvent('pointerdown')); return link.href;"""
    for run in (runs[1], runs[-1]):
        seeds = [each["seed"] for each in runs if each["point"] == run["point"]]
        page, kept = browser.run(point, f"{run['point']}.{seeds.index(run['seed'])}").split("#", 1)
        checks.same(page, "https://example.org/fsin.html", "the page that a link opens")
        kept = dict(urllib.parse.parse_qsl(kept))
        checks.same(kept["fingerprint"], run["fingerprint"], "the fingerprint in a link")
        done = subprocess.run([fsin, "run", "-", "-q", "--json", "-"], input=kept["experiment"], capture_output=True, text=True, check=False)
        found = json.loads(done.stdout)["fingerprint"] if done.stdout else done.stderr
        checks.same(found, run["fingerprint"], "the fingerprint of the experiment in a link, by fsin run")
    done = subprocess.run([fsin, "report", folder, "-o", report, "--simulator", "no/such.html"], capture_output=True, text=True, check=False)
    checks.that(done.returncode == 2 and "scripts/browser makes the page" in done.stderr, f"a page that is not there: {done.stderr}")

# SPDX-License-Identifier: Apache-2.0
"""What leaves a report: saved pictures, tables for pgfplots, paper. Checks for browser_test.py."""
import os
import re


def frame_of(figure):
    return f"Report.frames.find((each) => each.spec.id === '{figure}')"


def check_dat(checks, text, what):
    """A table as pgfplots reads it: a head, as many words in each row, numbers or nan, texts in braces."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    head, *body = [line for line in lines if not line.startswith("#")]
    names = head.split()
    checks.that(len(names) > 1 and len(set(names)) == len(names) and all(re.fullmatch(r"\w+", name) for name in names),
                f"{what}: the head is {head!r}")
    for name in names:
        checks.that(any(line.startswith(f"# column {name}: ") for line in comments), f"{what}: nothing explains {name}")
    for line in body:
        words = re.findall(r"\{[^{}#%&$_\\]*\}|[^ {}]+", line)
        sound = all(re.fullmatch(r"\{.*\}|nan|-?[\d.]+(e[-+]?\d+)?", word) for word in words)
        checks.that(sound and len(words) == len(names), f"{what}: the row {line!r} under {head!r}")
    checks.that(len(body) > 0, f"{what}: no rows")
    return comments, body


def check_copies(browser, checks):
    """What leaves the page says what it is."""
    browser.run("document.querySelector('#curves .legend button').click()")
    svg = browser.run(f"return Report.picture({frame_of('curves')}).text")
    browser.run("document.querySelector('#curves .legend button').click()")
    for words in ("Latency and throughput", "latency: Mean latency from entry", "not shown: Oblivious 1 VC", "logarithmic latency: ",
                  "synthetic", "&lt;on&gt; a small torus &amp; under load", "99 % confidence intervals", "3 runs a point, from seed 1",
                  "event engine", "fsin 0", "synthetic.yaml", "Mean latency from entry (cycles)", "not settled"):
        checks.that(words in svg, f"the SVG of the curves does not say {words!r}")
    low = browser.run(f"const svg = Report.picture({frame_of('curves')}).text;"
                      "const place = document.createElement('div'); place.innerHTML = svg; document.body.append(place);"
                      "const all = place.querySelector('svg').getBoundingClientRect();"
                      "const beyond = [...place.querySelectorAll('text')].filter((text) => {"
                      "  const box = text.getBoundingClientRect(); return box.bottom > all.bottom || box.right > all.right + 1; });"
                      "place.remove(); return beyond.map((text) => text.textContent)")
    checks.same(low, [], "texts beyond the edge of a saved picture")
    for figure in browser.run("return Report.frames.map((each) => each.spec.id)"):
        check_dat(checks, browser.run(f"return Report.dat({frame_of(figure)})"), figure)
    comments, body = check_dat(checks, browser.run(f"return Report.dat({frame_of('curves')})"), "curves")
    checks.same(len(body), 4, "rows of the curves: offered loads")
    checks.that(any("_state" in line for line in comments) and any(re.search(r" 1 ", line + " ") for line in body),
                "no column says which points of the curves are not settled")
    check_sizes(browser, checks)
    checks.that(any("\\addplot+ [error bars" in line for line in comments), "no comment says how to plot the table")


def check_sizes(browser, checks):
    """Copies for a paper are as wide as a column or a page, light, with hollow marks, and may go without their words."""
    make = ("Object.assign(Report.choice, {size: arguments[0], title: arguments[1], provenance: arguments[1]});"
            f"const made = Report.picture({frame_of('curves')}).text;"
            "Object.assign(Report.choice, {size: 'screen', title: true, provenance: true}); return made")
    for size, width in (("column", "84.00mm"), ("page", "174.00mm")):
        plain, whole = browser.run(make, size, False), browser.run(make, size, True)
        checks.that(f'width="{width}"' in plain[:600], f"a copy for a {size} is not {width} wide: {plain[:300]}")
        checks.that("event engine" in whole.split("</desc>")[1] and "event engine" not in plain.split("</desc>")[1],
                    f"the provenance of a copy for a {size} cannot be switched")
        checks.same(len(re.findall(r'data-state="1"[^>]*fill-opacity="0.35"', plain)), len(re.findall(r'data-state="1"', plain)),
                    f"pale marks of a copy for a {size}")
    width = browser.run(f"return {frame_of('curves')}.plot.querySelector('svg').getAttribute('width')")
    checks.that(int(width) > 700, f"after a copy the figure is {width} px wide")


def check_ticks(browser, checks):
    """Logarithmic axes: 1, 2 and 5 of every decade in view where there are fewer than two, and never one tick alone."""
    axis = "return Report.logTicks(d3.scaleLog([arguments[0], arguments[1]], [0, arguments[2]]), arguments[3])"
    for low, high, pixels, gap in ((1, 90, 120, 34), (15, 600, 210, 15), (20, 190, 200, 15), (0.3, 2, 100, 34)):
        ticks = browser.run(axis, low, high, pixels, gap)
        wanted = [step * 10**power for power in range(-2, 4) for step in (1, 2, 5) if low <= step * 10**power <= high]
        checks.that(all(any(abs(tick / want - 1) < 1e-6 for tick in ticks) for want in wanted),
                    f"ticks from {low} to {high}: {ticks}")
    for low, high, pixels, gap in ((20, 28, 200, 15), (16, 8000, 275, 34), (1, 1e9, 250, 34), (100, 101, 200, 15)):
        ticks = browser.run(axis, low, high, pixels, gap)
        checks.that(3 <= len(ticks) <= pixels / gap + 1, f"ticks from {low} to {high}: {ticks}")


def check_print(browser, checks, folder, name):
    """On paper nothing is cut, nothing is dark, and the selection stands where the controls were."""
    browser.look(1280, 900, "dark")
    browser.open(os.path.join(folder, "report.html"))
    for paper, width, height in (("A4", 8.27, 11.69), ("letter", 8.5, 11)):
        pdf = browser.print({"paperWidth": width, "paperHeight": height})
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        figures = browser.run("return Report.frames.length")
        checks.that(2 <= pages <= figures + 5, f"{name} on {paper}: {pages} pages for {figures} figures")
    browser.devtools("Emulation.setEmulatedMedia", {"media": "print"})
    browser.devtools("Emulation.setDeviceMetricsOverride",
                     {"width": 703, "height": 1016, "deviceScaleFactor": 1, "mobile": False})
    browser.run("dispatchEvent(new Event('beforeprint'))")
    sizes = browser.run("""return Report.frames.map((frame) => {
      const box = frame.node.getBoundingClientRect(), plot = frame.plot.querySelector('svg').getBoundingClientRect();
      const tail = frame.chosen.textContent ? frame.chosen.getBoundingClientRect().height : 1;
      return [frame.spec.id, box.height, plot.right, tail, frame.plot.querySelectorAll('canvas').length];
    })""")
    for figure, high, right, chosen, canvases in sizes:
        checks.that(high <= 1016, f"{name}: the figure {figure} is {high:.0f} px high on paper of 1016")
        checks.that(right <= 704, f"{name}: the figure {figure} ends at {right:.0f} px on paper of 703")
        checks.that(chosen > 0 and canvases == 0, f"{name}: the figure {figure} on paper: {chosen} px of selection, {canvases} canvases")
    wide = browser.run("return document.documentElement.scrollWidth")
    checks.that(wide <= 703, f"{name}: {wide} px on paper of 703")
    dark = browser.run("return getComputedStyle(document.querySelector('figure')).backgroundColor")
    checks.same(dark, "rgb(255, 255, 255)", f"{name}: background on paper")
    browser.run("dispatchEvent(new Event('afterprint'))")
    browser.devtools("Emulation.setEmulatedMedia", {"media": ""})
    checks.same(browser.messages(), [], "messages in the console")


def check_single_page(browser, checks, folder):
    """report.html#print=curves is that figure, on a page of its size."""
    browser.look(1280, 900, "light")
    browser.open(os.path.join(folder, "report.html") + "#print=curves")
    pdf = browser.print({"preferCSSPageSize": True})
    checks.same(len(re.findall(rb"/Type\s*/Page\b", pdf)), 1, "pages of a figure alone")
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    size = [float(box.group(1)) / 0.75, float(box.group(2)) / 0.75] if box else None
    wanted = browser.run(f"return Report.picture({frame_of('curves')}).size")
    near = size and all(abs(found - want) < 3 for found, want in zip(size, wanted))
    checks.that(near, f"the page of a figure alone is {size}, the figure {wanted}")

# SPDX-License-Identifier: Apache-2.0
"""What is chosen for a whole report, where its addresses lead, and what is left of it without JavaScript. Checks for
browser_test.py."""
import os


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

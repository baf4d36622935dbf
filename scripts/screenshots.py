#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of reports: screenshots.py FOLDER OUT, for scripts/screenshots.sh.

FOLDER has the sweeps `load` and `programs` and those of experiments/questions with their reports; OUT gets report-*.png and
questions/*.png. Fails when a picture is larger than what belongs into a repository.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "report", "page"))
import webdriver  # noqa: E402

MOST_BYTES = 120_000
TALLEST = 1400
WIDTH = 1000
NARROW = 860
# picture: sweep, width, theme, first and last figure (None: from the top), what to set before (key of a control: value)
PICTURES = {
    "report-curves.png": ("load", WIDTH, "light", "curves", "curves", {"curves": {"split": "0"}}),
    "report-links.png": ("load", WIDTH, "dark", "network", "network", {"network": {"axis0": "1", "axis2": "5"}}),
    "report-bars.png": ("programs", WIDTH, "light", None, "bars", {}),
    "report-ranks.png": ("programs", WIDTH, "light", "ranks", "gantt", {}),
    "report-phone.png": ("load", 360, "dark", None, "curves", {}),
}
# the comparison of a question's report, with what is set in it: which figure, of which axis, at which step of another
QUESTIONS = {
    "01-virtual-channels": {"mode": "absolute"},
    "01-virtual-channels-is": {},
    "02-adaptivity": {},
    "03-link-speed": {},
    "04-placement": {},
    "05-bound": {"figure": "load.accepted", "mode": "absolute", "fixed1": "1"},
    "06-queue": {"axis": "1", "mode": "absolute"},
    "07-topology": {},
    "08-packet-size": {"axis": "0"},
    "09-arbiter": {"figure": "load.accepted_worst_node", "mode": "absolute"},
    "10-processor": {"axis": "1"},
}
for question, controls in QUESTIONS.items():
    PICTURES[f"questions/{question}.png"] = (question, NARROW, "light", "bars", "bars", {"bars": controls})

SET = """for (const [key, value] of Object.entries(arguments[1])) {
  const control = document.querySelector(`#${arguments[0]} [data-key="${key}"]`);
  control.value = value;
  control.dispatchEvent(new Event("change"));
}"""
PLACE = """const [first, last] = arguments, end = document.getElementById(last).getBoundingClientRect();
  const top = first ? document.getElementById(first).getBoundingClientRect().top - 12 : -scrollY;
  return {x: 0, y: top + scrollY, width: document.documentElement.clientWidth, height: end.bottom + 12 - top};"""


def main():
    if len(sys.argv) != 3:
        print("usage: screenshots.py FOLDER OUT", file=sys.stderr)
        return 2
    if webdriver.missing():
        print(f"screenshots: {webdriver.missing()}", file=sys.stderr)
        return 3
    too_large = 0
    with webdriver.Browser() as browser:
        for name, (sweep, width, theme, first, last, settings) in PICTURES.items():
            browser.look(width, 800, theme)
            browser.open(os.path.abspath(os.path.join(sys.argv[1], sweep, "report.html")))
            browser.run("Report.drawAll(); document.getElementById('contents').style.position = 'static'")
            for figure, values in settings.items():
                browser.run(SET, figure, values)
            path = os.path.join(sys.argv[2], name)
            place = browser.run(PLACE, first, last)
            browser.screenshot(path, dict(place, height=min(TALLEST, place["height"])))
            size = os.path.getsize(path)
            too_large += size > MOST_BYTES
            print(f"{path}: {size} bytes{' - too large' if size > MOST_BYTES else ''}")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())

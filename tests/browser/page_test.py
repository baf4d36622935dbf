#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page that simulates (scripts/browser), built and used in Chromium: its runs have the fingerprints, outcomes and figures
that `fsin run` gives of the YAML that the page shows; runs can be paused, stepped and begun again; mistakes are told; the page
fits a phone and needs nothing from elsewhere; runs of reports and files are run again in it (again.py).

Usage: page_test.py ROOT FSIN FOLDER [PICTURES]
FOLDER keeps the build. PICTURES: a folder for screenshots. Exit status: 0 all is well, 1 something is not, 77 emscripten or
Chromium is not installed.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT, FSIN, FOLDER = sys.argv[1:4]
PICTURES = sys.argv[4] if len(sys.argv) > 4 else None
sys.path.insert(0, os.path.join(ROOT, "tests", "report", "page"))
import webdriver  # noqa: E402
from access_test import CONTRAST, STRUCTURE, nameless  # noqa: E402
from again import check_again  # noqa: E402

# What is chosen in the form; the rest is as the page begins.
RUNS = {
    "torus": {"cycles": "2000"},
    "adaptive torus of three dimensions": {"topology": "torus 4x4x4", "routing": "adaptive", "channels": "3", "pattern": "complement", "load": "0.25",
                                           "cycles": "2000"},
    "dateline": {"topology": "ring of 16", "channels": "2", "flow": "dateline", "pattern": "tornado", "load": "0.2", "seed": "7"},
    "saturated mesh": {"topology": "mesh 8x8", "pattern": "transpose", "load": "0.6", "source": "infinite"},
    "sources that stall": {"topology": "mesh 4x4", "load": "0.9", "source": "stall", "queue": "2", "packet": "8"},
    "fat tree": {"topology": "fat tree, 64 nodes", "load": "0.4", "channels": "2", "cycles": "1500"},
    "deadlock": {"topology": "ring of 16", "flow": "none", "load": "1", "warmup": "0", "cycles": "50000", "queue": "1", "source": "stall"},
    "dragonfly": {"topology": "dragonfly, 72 nodes", "routing": "dragonfly-ugal", "pattern": "adversarial", "load": "0.15", "cycles": "1500"},
    "HyperX": {"topology": "HyperX 4x4, 64 nodes", "routing": "hyperx-adaptive", "channels": "4", "load": "0.3", "cycles": "1500"},
    "tables": {"topology": "Slim Fly, 64 nodes", "routing": "shortest", "channels": "4", "load": "0.2", "cycles": "1500"},
    "random graph": {"topology": "Jellyfish of 32, 64 nodes", "routing": "ugal", "channels": "8", "pattern": "random-permutation", "load": "0.2",
                     "cycles": "1500"},
}
CHOOSE = """const control = document.getElementById('choose-' + arguments[0]);
control.value = arguments[1]; control.dispatchEvent(new Event('change')); return control.value;"""
CLICK = "document.getElementById(arguments[0]).click()"
TEXT = "return document.getElementById(arguments[0]).textContent"
STATE = "return document.body.dataset.state || ''"
FIGURE = """for (const row of document.querySelectorAll('#result tr')) {
  if (row.dataset.figure === arguments[0]) return Number(row.querySelector('td').textContent.replace(/,/g, ''));
} return null;"""
FIGURES = ["load.accepted", "latency.mean"]
failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print(f"FAILED: {what}")


def wait(browser, wanted, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if browser.run(STATE) in wanted:
            return True
        time.sleep(0.05)
    return False


def opened(browser, path, choices, address="", counter=iter(range(1000000))):
    browser.open(f"{path}?{next(counter)}{address}")  # an address that differs behind # alone loads nothing
    if not wait(browser, {"ready", "refused"}, 60):
        raise SystemExit(f"the page does not start: {browser.messages()}")
    for key, value in choices.items():
        check(browser.run(CHOOSE, key, value) == value, f"{value} can be chosen for {key}")


def native(yaml, folder):
    """The result of fsin run, also of what can deadlock."""
    path = os.path.join(folder, "experiment.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(yaml)
    done = subprocess.run([FSIN, "run", path, "-q", "--allow-deadlock", "--json", "-"], capture_output=True, text=True)
    if not done.stdout.strip():
        return {"error": done.stderr}
    return json.loads(done.stdout)


def value_at(result, name):
    for key in name.split("."):
        result = result.get(key) if isinstance(result, dict) else None
    return result


def check_runs(browser, path, folder):
    outcomes = set()
    for name, choices in RUNS.items():
        opened(browser, path, choices)
        check(browser.run(STATE) == "ready", f"{name}: {browser.run(TEXT, 'mistakes')}")
        browser.run(CLICK, "end")
        check(wait(browser, {"ended"}, 120), f"{name} ends")
        result = native(browser.run(TEXT, "yaml"), folder)
        run = result.get("runs", [result])[0] if "error" not in result else {}
        check("error" not in result, f"{name}: fsin run takes the YAML of the page: {result.get('error')}")
        found = browser.run(TEXT, "fingerprint")
        check(found == run.get("fingerprint"), f"{name}: fingerprint {found} in the browser, {run.get('fingerprint')} by fsin run")
        outcome = browser.run(TEXT, "outcome")
        outcomes.add(outcome)
        check(outcome == run.get("outcome"), f"{name}: {outcome} in the browser, {run.get('outcome')} by fsin run")
        print(f"{name}: {found}, {outcome}")
        for figure in FIGURES:
            shown, value = browser.run(FIGURE, figure), value_at(run, figure)
            check(value is None or (shown is not None and abs(shown - value) <= 1e-3 * abs(value)), f"{name}: {figure} {shown}, {value} by fsin run")
    check(len(outcomes) >= 3, f"several outcomes are compared, {outcomes} are")


def check_stepping(browser, path):
    cycle = "return Number(document.querySelector('#tiles b').textContent.replace(/,/g, ''))"
    opened(browser, path, {"cycles": "1000"})
    for _ in range(3):
        browser.run(CLICK, "step")
    check(browser.run(cycle) == 3, "three steps are three cycles")
    browser.run(CLICK, "leap")
    check(browser.run(cycle) == 103, "100 cycles more")
    browser.run(CLICK, "run")
    time.sleep(0.6)
    check(browser.run(TEXT, "run") == "Pause", "the button of a run pauses it")
    browser.run(CLICK, "run")
    paused = browser.run(cycle)
    check(paused > 103, "a run goes on")
    time.sleep(0.3)
    check(browser.run(cycle) == paused, "a run that pauses stands still")
    browser.run(CLICK, "end")
    wait(browser, {"ended"}, 60)
    whole = browser.run(TEXT, "fingerprint")
    browser.run(CLICK, "again")
    check(browser.run(cycle) == 0, "a run begins again")
    browser.run(CLICK, "end")
    wait(browser, {"ended"}, 60)
    check(browser.run(TEXT, "fingerprint") == whole, "how a run is stepped changes no result")
    check(browser.run("return document.querySelectorAll('#runs tbody tr').length") == 2, "both runs are in the table")
    browser.run("document.getElementById('canvas').focus()")
    browser.press("\ue014")
    check("Queues of router 0" in browser.run(TEXT, "router"), "arrow keys choose a router")


def check_mistakes(browser, path):
    opened(browser, path, {"load": "0"})
    check(browser.run(STATE) == "refused" and "load" in browser.run(TEXT, "mistakes"), "a load out of range is told")
    browser.run(CHOOSE, "load", "0.2")
    check(browser.run(STATE) == "ready", "an experiment whose load was out of range may be corrected")
    browser.run(CHOOSE, "topology", "fat tree, 64 nodes")
    check(browser.run(STATE) == "ready", "another topology brings a routing of its own")
    address = browser.run("return location.hash")
    opened(browser, path, {}, address)
    check(browser.run("return document.getElementById('choose-topology').value") == "fat tree, 64 nodes", "the address keeps the experiment")


def check_looks(browser, path, address=""):
    for width, theme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
        browser.look(width, 900, theme)
        if address:
            opened(browser, path, {}, "#" + address.split("#", 1)[1])
        else:
            opened(browser, path, {"load": "0.45"})
        browser.run(CLICK, "end")
        wait(browser, {"ended"}, 60)
        browser.run("document.getElementById('canvas').focus()")
        browser.press("\ue014")
        overflow = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(overflow <= 0, f"{width} px, {theme}: the page is {overflow} px too wide")
        for found in browser.run(STRUCTURE) + browser.run(CONTRAST)[1] + nameless(browser)[1]:
            check(False, f"{width} px, {theme}: {found}")
        if PICTURES:
            os.makedirs(PICTURES, exist_ok=True)
            size = browser.run("return [document.documentElement.clientWidth, document.documentElement.scrollHeight]")
            browser.screenshot(os.path.join(PICTURES, f"{width}-{theme}{'-own' if address else ''}.png"), {"x": 0, "y": 0, "width": size[0], "height": size[1]})
    browser.look(1280, 900, "light")


def check_silence(browser):
    """Of what was opened since the last time: a log of all of it would be too long for Chromium."""
    for message in browser.messages():
        check(False, f"the console says {message}")
    away = [each for each in browser.requests() if not each.startswith(("file:", "data:", "blob:"))]
    check(not away, f"the page asks for {away}")


def main():
    if webdriver.missing():
        print(f"skipped: {webdriver.missing()}")
        return 77
    made = subprocess.run([os.path.join(ROOT, "scripts", "browser"), FOLDER])
    if made.returncode == 77:
        print("skipped: emscripten is not installed")
        return 77
    if made.returncode != 0:
        return 1
    path = os.path.join(os.path.abspath(FOLDER), "fsin.html")
    with tempfile.TemporaryDirectory() as folder, webdriver.Browser() as browser:
        browser.look(1280, 900, "light")
        check_runs(browser, path, folder)
        check_silence(browser)
        check_stepping(browser, path)
        check_mistakes(browser, path)
        check_silence(browser)
        address = check_again(browser, check, os.path.abspath(ROOT), FSIN, path, folder, check_silence)
        check_silence(browser)
        check_looks(browser, path)
        check_looks(browser, path, address)
        check_silence(browser)
    print("all is well" if failures == 0 else f"{failures} checks failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

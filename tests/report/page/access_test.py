#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether pages can be used without eyes, mouse or good light: a report of a sweep, one of traces, comparisons of models
and of folders, and a calibration, on a desk and on a phone, light and dark.

Usage: access_test.py ROOT FSIN
Every control has a name, ids are unique and what refers to them finds them, there is one main part and headings skip no level,
what scrolls can be reached with the keyboard, and letters stand out from what is behind them as WCAG 2.1 AA asks. With
FSIN_AXE=FILE, axe.min.js of axe-core is run over the pages, too. Exit status: 0 all is well, 1 something is not, 77 there is no
Chromium.
"""
import os
import subprocess
import sys
import tempfile

import webdriver
from browser_test import SYNTHETIC, TRACES, Checks, make, show

CONTROLS = {"button", "link", "checkbox", "radio", "combobox", "listbox", "slider", "spinbutton", "textbox", "switch", "image", "img",
            "tab", "menuitem", "DisclosureTriangle"}
STRUCTURE = r"""
const found = [], all = [...document.querySelectorAll('*')];
const shown = (each) => each.getClientRects().length > 0;
if (!document.documentElement.lang) found.push('the language of the page is not said');
if (!document.title) found.push('the page has no title');
for (const one of ['main', 'h1']) {
  const count = [...document.querySelectorAll(one)].filter(shown).length;
  if (count !== 1) found.push(`${count} elements ${one}`);
}
let level = 0;
for (const each of [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(shown)) {
  const own = Number(each.tagName[1]);
  if (own > level + 1) found.push(`a heading of level ${own} after one of ${level}: ${each.textContent}`);
  level = own;
}
for (const each of document.querySelectorAll('th')) {
  if (!each.textContent.trim() && !each.querySelector('[aria-label]')) found.push('a column or row without a name in its head');
}
const ids = new Set();
for (const each of all.filter((one) => one.id)) {
  if (ids.has(each.id)) found.push(`two elements with the id ${each.id}`);
  ids.add(each.id);
}
for (const each of all) {
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const id of (each.getAttribute(name) || '').split(/\s+/).filter(Boolean)) {
      if (!ids.has(id)) found.push(`${each.tagName} ${name} names ${id}, which is not there`);
    }
  }
  if (each.tabIndex > 0) found.push(`${each.tagName} has a place of its own in the order of Tab`);
}
for (const each of all.filter((one) => shown(one) && one !== document.documentElement && one !== document.body)) {
  const how = getComputedStyle(each);
  const scrolls = (/auto|scroll/.test(how.overflowX) && each.scrollWidth > each.clientWidth + 1) ||
                  (/auto|scroll/.test(how.overflowY) && each.scrollHeight > each.clientHeight + 1);
  const reached = [each, ...each.querySelectorAll('*')].some((one) => one.tabIndex >= 0);
  if (scrolls && !reached) found.push(`${each.tagName}.${each.getAttribute('class')} scrolls and cannot be reached with the keyboard`);
}
const outside = [...document.body.children].filter((each) => shown(each) && each.textContent.trim() &&
  !each.matches('main, nav, header, footer, aside, script, style, noscript, [role], .sr, .tip'));
for (const each of outside) found.push(`${each.tagName}.${each.getAttribute('class')} stands outside the parts of the page`);
return found;
"""
CONTRAST = r"""
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (text) => {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
};
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const behind = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    const colour = rgba(getComputedStyle(each).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
const light = (colour) => {
  const [r, g, b] = colour.map((each) => { const c = each / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const found = new Set(), words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let counted = 0;
while (words.nextNode()) {
  const text = words.currentNode.textContent.trim(), element = words.currentNode.parentElement;
  if (!text || element.closest('script, style, noscript, svg, option, [disabled]') || !element.getClientRects().length) continue;
  const how = getComputedStyle(element), ground = behind(element);
  if (how.visibility === 'hidden' || Number(how.opacity) === 0) continue;
  const ink = over(rgba(how.color), ground), [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05), size = parseFloat(how.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(how.fontWeight) >= 700);
  ++counted;
  if (ratio < (large ? 3 : 4.5)) found.add(`${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
}
return [counted, [...found]];
"""
AXE = """const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then(
  (result) => done(result.violations.map((each) => `${each.id}: ${each.help}: ${each.nodes[0].html.slice(0, 200)}`)),
  (error) => done([String(error)]));"""


def nameless(browser):
    """Controls and pictures without a name, as a screen reader is told of them, and how many there are."""
    nodes = [node for node in browser.devtools("Accessibility.getFullAXTree", {})["nodes"] if not node.get("ignored")]
    controls = [node for node in nodes if node["role"]["value"] in CONTROLS]
    return len(controls), [node["role"]["value"] for node in controls if not node.get("name", {}).get("value", "").strip()]


def check(browser, checks, axe):
    controls, without = nameless(browser)
    checks.same(without, [], f"controls without a name, of {controls}")
    checks.same(browser.run(STRUCTURE), [], "structure")
    counted, faint = browser.run(CONTRAST)
    checks.same(faint, [], f"faint letters, of {counted} texts")
    checks.that(counted > 1, "there is no text")
    if axe:
        browser.run(axe + "; window.axe = axe;")
        checks.same(browser.run_async(AXE), [], "axe")
    return controls


def check_the_checks(browser, checks, folder):
    """Faults that are put into a page are found."""
    show(browser, folder, 1280, 900, "light")
    browser.run("""const bad = document.createElement('div');
      bad.innerHTML = '<table><tr><th></th></tr></table><button></button><h5>deep</h5><p id="points" style="color:#bbb">faint</p>' +
        '<div style="overflow:auto;width:40px;white-space:nowrap">as wide as it can be</div>';
      document.body.append(bad);""")
    checks.that("button" in nameless(browser)[1], "a button without a name is not found")
    found = " ".join(browser.run(STRUCTURE))
    for words in ("without a name in its head", "heading of level 5", "two elements with the id points", "cannot be reached", "outside the parts"):
        checks.that(words in found, f"{words!r} is not found in a page with that fault: {found}")
    checks.that(any("faint" in each for each in browser.run(CONTRAST)[1]), "faint letters are not found")


def main():
    if webdriver.missing():
        print(f"skipped: {webdriver.missing()}")
        return 77
    root, fsin = sys.argv[1:3]
    axe = ""
    if os.environ.get("FSIN_AXE"):
        with open(os.environ["FSIN_AXE"], encoding="utf-8") as file:
            axe = file.read()
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="fsin-access-") as scratch, webdriver.Browser() as browser:
        folders = {name: make(fsin, root, scratch, text) for name, text in (("synthetic", SYNTHETIC), ("traces", TRACES))}
        models = os.path.join(scratch, "models")
        subprocess.run([fsin, "compare-models", os.path.join(root, "experiments/first.yaml"), "cycles=1000", "--out", models, "-q"],
                       capture_output=True, check=True)
        calibrated, compared = os.path.join(scratch, "calibrated"), os.path.join(scratch, "compared.html")
        subprocess.run([fsin, "calibrate", os.path.join(root, "experiments/calibration/data/mpich-tcp.csv"), "--out", calibrated],
                       capture_output=True, check=True)
        subprocess.run([fsin, "compare", folders["synthetic"], folders["synthetic"], "--page", compared], capture_output=True, check=True)
        plain = {"models": os.path.join(models, "models.html"), "calibration": os.path.join(calibrated, "calibration.html"),
                 "folders": compared}
        for width, height, theme in ((1280, 900, "light"), (1280, 900, "dark"), (390, 844, "light"), (390, 844, "dark")):
            for name, folder in folders.items():
                checks.where = f"{name} {width} {theme}"
                show(browser, folder, width, height, theme)
                checks.that(check(browser, checks, axe) > 10, "hardly any controls")
            for name, page in plain.items():
                checks.where = f"{name} {width} {theme}"
                browser.open(page)
                check(browser, checks, axe)
                wide = browser.run("return document.documentElement.scrollWidth")
                checks.that(wide <= width, f"the page is {wide} px wide on a screen of {width}")
        checks.where = "faults"
        check_the_checks(browser, checks, folders["synthetic"])
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())

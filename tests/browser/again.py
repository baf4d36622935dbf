# SPDX-License-Identifier: Apache-2.0
"""Runs of reports, run again in the page that simulates: part of page_test.py, which builds the page."""
import json
import os
import subprocess
import sys
import time
import urllib.parse

SWEEP = """fsin: 1
name: small-networks
description: Runs to be run again
workload: {type: synthetic, pattern: uniform, load: 0.2, source: infinite}
measure: {warmup: 200, cycles: 800}
sweep:
  grid:
    network:
      torus: {network.topology: {type: torus, dims: [4, 4]}, network.preset: adaptive-3vc}
      slow mesh: {network.topology: {type: mesh, dims: [4, 3]}, network.routing: dor, network.router.delay: 3,
        network.link.delay: 100 ns, network.link.bandwidth: 10 Gb/s, network.packet: 40 B}
      mixed tree: {network.topology: {type: fat-tree, k: 2, n: 3}, network.routing: up-down, network.router.virtual_channels: 2,
        workload.parts: [{weight: 3}, {weight: 1, pattern: {type: hotspot, nodes: [1]}, sizes: {type: fixed, bytes: 200 B}}]}
      dragonfly: {network.topology: {type: dragonfly, p: 2, a: 4, h: 2}, network.routing: dragonfly-ugal,
        network.router.virtual_channels: 5, workload.pattern: adversarial}
      failing: {network.topology: {type: mesh, dims: [4, 4]}, network.routing: shortest, network.router.virtual_channels: 4,
        network.faults.random_links: 1}
    workload.load: [0.1, 0.6]
  seeds: 4
"""
TRACE = """fsin: 1
name: trace
network: {topology: {type: mesh, dims: [2, 2]}, preset: adaptive-3vc}
workload: {type: trace, file: ROOT/traces/npb/is.S.4.txt.zst, order: causal}
"""
STATE = "return document.body.dataset.state || ''"
TEXT = "return document.getElementById(arguments[0]).textContent"
END = "document.getElementById('end').click()"
SAME = "const said = document.getElementById('same'); return said ? [said.dataset.same, said.textContent] : ['', '']"
# The address that a click would open.
LINK = """const link = document.querySelector(`#points a[data-run="${arguments[0]}"]`);
if (!link) return null;
link.dispatchEvent(new PointerEvent('pointerdown')); return link.href;"""
GIVE = """const files = new DataTransfer();
for (const [name, text] of arguments[0]) files.items.add(new File([text], name));
const input = document.getElementById('file'); input.files = files.files; input.dispatchEvent(new Event('change'));"""
ROWS = "return [...document.querySelectorAll('#files tbody tr')].map((row) => [...row.children].map((each) => each.textContent))"


def wait(browser, holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def make(fsin, root, folder):
    """A sweep, a run of a trace, and their reports with links to the page."""
    page = os.path.join(folder, "fsin.html")
    made = {}
    for name, text, command in (("sweep", SWEEP, "sweep"), ("trace", TRACE, "run")):
        experiment, out = os.path.join(folder, name + ".yaml"), os.path.join(folder, "results", name)
        with open(experiment, "w", encoding="utf-8") as file:
            file.write(text.replace("ROOT", root))
        words = [command, experiment, "-q", "--out", out] + (["--no-cache"] if command == "sweep" else [])
        for each in (words, ["report", out, "--simulator", page]):
            done = subprocess.run([fsin, *each], capture_output=True, text=True)
            if done.returncode not in (0, 1):
                raise SystemExit(f"fsin {' '.join(each)}: {done.stderr}")
        made[name] = out
    return made


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def opened(browser, address):
    browser.open("/empty")  # another document, so that an address that differs behind # alone loads the page
    browser.open(address.removeprefix("file://"))
    return wait(browser, lambda: browser.run(STATE) in ("ready", "refused", "ended"))


def native(fsin, experiment):
    """The fingerprint that fsin run gives of an experiment on its standard input."""
    done = subprocess.run([fsin, "run", "-", "-q", "--allow-deadlock", "--json", "-"], input=experiment, capture_output=True, text=True)
    return json.loads(done.stdout)["fingerprint"] if done.stdout.strip() else done.stderr


def check_links(browser, check, fsin, folder):
    """Of every point a run, of the first one all seeds: link, page, run to the end, fingerprints of report and program."""
    runs = {}
    for line in text_of(os.path.join(folder, "runs.jsonl")).splitlines():
        run = json.loads(line)
        runs.setdefault(run["point"], []).append(run)
    browser.open(os.path.join(folder, "report.html"))
    addresses = {}
    for point, of_point in runs.items():
        for seed in (range(3) if point == 0 else [point % 3]):
            addresses[point, seed] = browser.run(LINK, f"{point}.{seed}")
    refused = browser.run("return [...document.querySelectorAll('#points td.again-cell')].map((each) => each.textContent)")
    check(sum(each.startswith("no: network.faults.random_links") for each in refused) == 2, f"points with faults say why not: {refused}")
    followed = 0
    for (point, seed), address in addresses.items():
        run = runs[point][seed]
        where = f"{run['axes']}, seed {run['seed']}"
        if run["axes"]["network"] == "failing":
            check(address is None, f"{where}: a point with faults has no link")
            continue
        check(address is not None and "/fsin.html#experiment=" in address, f"{where}: the link is {address}")
        kept = dict(urllib.parse.parse_qsl(address.split("#", 1)[1]))
        check(kept["fingerprint"] == run["fingerprint"], f"{where}: the link has the fingerprint of the report")
        found = native(fsin, kept["experiment"])
        check(found == run["fingerprint"], f"{where}: fsin run of the experiment in the link: {found}, {run['fingerprint']} in the report")
        opened(browser, address)
        check(browser.run(STATE) == "ready", f"{where}: {browser.run(TEXT, 'mistakes')}")
        browser.run(END)
        check(wait(browser, lambda: browser.run(STATE) == "ended"), f"{where}: the run ends")
        here = browser.run(TEXT, "fingerprint")
        check(here == run["fingerprint"], f"{where}: {here} in the browser, {run['fingerprint']} in the report")
        check(browser.run(SAME)[0] == "yes", f"{where}: the page says {browser.run(SAME)}")
        shown = native(fsin, browser.run(TEXT, "yaml"))
        check(shown == here, f"{where}: {shown} by fsin run of the YAML that the page shows")
        followed += 1
    check(followed >= 10, f"{followed} links were followed")
    print(f"{followed} runs of a report run again")
    return addresses[0, 0]


def check_click(browser, check, folder):
    """A real click, which opens a window of its own."""
    browser.open(os.path.join(folder, "report.html"))
    before = browser.windows()
    browser.run("document.querySelector('#points a.again').click()")
    check(wait(browser, lambda: len(browser.windows()) > len(before), 10), "a click on a link opens the page")
    for window in browser.windows():
        if window in before:
            continue
        browser.change_window(window)
        check(wait(browser, lambda: browser.run(STATE) == "ready"), "the page that a click opens has an experiment")
        check("torus" in browser.run(TEXT, "of") and "small-networks" in browser.run(TEXT, "of"), "it says which run it is")
        browser.close_window()
    browser.change_window(before[0])


def check_other_fingerprint(browser, check, address):
    start, kept = address.split("#", 1)
    words = dict(urllib.parse.parse_qsl(kept), fingerprint="0123456789abcdef")
    opened(browser, start + "#" + urllib.parse.urlencode(words, quote_via=urllib.parse.quote))
    browser.run(END)
    wait(browser, lambda: browser.run(STATE) == "ended")
    said = browser.run(SAME)
    check(said[0] == "no" and "0123456789abcdef" in said[1] and "fsin 0." in said[1], f"another fingerprint is told loudly: {said}")


def check_refusals(browser, check, page, folders):
    for text, wanted in (
            ("{\"fsin\": 1, \"network\": {\"topology\"", "not valid YAML"), ("%ZZ%", "not valid YAML"), ("3", "no keys"), ("", "empty"),
            ("network: {topology: torus}", "version of the format"),
            ("{fsin: 1, network: {topolgy: torus}}", "did you mean \"topology\""),
            ("{fsin: 1, workload: {type: trace, file: t.txt}}", "workload.type"),
            ("{fsin: 1, network: {faults: {random_links: 1}}}", "network.faults"),
            ("{fsin: 1, network: {model: flow}}", "network.model"),
            ("{fsin: 1, network: {topology: {type: torus, dims: [33, 32]}}}", "1056 routers"),
            ("{fsin: 1, network: {file: a.yaml}}", "network.file"),
            ("{fsin: 1, workload: {type: synthetic, pattern: {type: matrix, file: m.csv}}}", "m.csv"),
            ("{fsin: 1, measure: {seeds: 2}}", "measure.seeds"), ("{fsin: 1, measure: {warmup: auto}}", "measure.warmup"),
            ("{fsin: 1, measure: {find: saturation}}", "measure.find"), ("{fsin: 1, sweep: {seeds: 2}}", "sweep")):
        opened(browser, f"{page}#experiment={urllib.parse.quote(text)}")
        said = browser.run(TEXT, "mistakes")
        check(browser.run(STATE) == "refused" and wanted in said, f"{text!r} is refused: {said!r}, not with {wanted!r}")
    browser.open(os.path.join(folders["trace"], "report.html"))
    cells = browser.run("return [...document.querySelectorAll('#points td.again-cell')].map((each) => each.textContent)")
    check(cells == ["no: workload.type is trace; the page has synthetic load only"], f"the point of a trace says why it is not run again: {cells}")


YAML = ["a:\n- 1\n- b: 2\n  c: 3\n- - 4\n  - 5\n", "a:\n  - 1\n  -\n    b: 2\nc:\n", "a: {b: 1, c: [1, 2, {d: e}], }\n",
        "a: [\n  1,  # one\n  2\n]\nb: x\n", "{\"a\": 1, \"b\":[true,null,\"x\\u00e4\\n\\\"\"], \"c\":{}}", "a: http://x:80/y#z\nb: 2:3\nc: a#b\n",
        "\"a b\": 1\n'c': ~\nd: null\ne: \"null\"\n", "[[a]]", "[{a: b}]", "a: |\n  b\n  c\nd: >\n  e\n  f\n", "a: b\n  c\n", "x", "---\na: 1\n",
        "a: 0x10\nb: 1_0\nc: 1.50\nd: yes\ne: 2026-01-01\n"]


def check_yaml(browser, check, page, root):
    """The page reads YAML as PyYAML does, every scalar as it is written, with its place."""
    try:
        import yaml
    except ImportError:
        print("not compared: how the page reads YAML, for python3-yaml is not installed")
        return

    def tree_of(node):
        at = [node.start_mark.line + 1, node.start_mark.column + 1]
        if isinstance(node, yaml.SequenceNode):
            return {"at": at, "list": [tree_of(each) for each in node.value]}
        if isinstance(node, yaml.MappingNode):
            return {"at": at, "map": [tree_of(each) for pair in node.value for each in pair]}
        if node.style is None and node.value in ("", "~", "null", "Null", "NULL"):
            return {}  # where it is nobody asks
        return {"at": at, "text": node.value, **({"quoted": True} if node.style in ("'", '"') else {})}

    def known(tree):
        inner = {kind: [known(each) for each in tree[kind]] for kind in ("list", "map") if kind in tree}
        return {**tree, **inner} if inner or "text" in tree else {}

    files = [os.path.join(path, name) for folder in ("experiments", "topologies") for path, _, names in os.walk(os.path.join(root, folder))
             for name in names if name.endswith(".yaml")]
    check(len(files) > 20, "the files that come with fsin are compared")
    opened(browser, page)
    for text in [*YAML, *map(text_of, files)]:
        read = browser.run("return Lab.readYaml(arguments[0])", text)
        wanted = tree_of(yaml.compose(text, Loader=yaml.BaseLoader))
        check("tree" in read and known(read["tree"]) == wanted, f"{text[:60]!r} is read as PyYAML reads it: {str(read)[:200]}")
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi"))
    for text in (bomb, "a: &a [*a]\n", "a: !t x\n", "[" * 20000):
        check("mistake" in browser.run("return Lab.readYaml(arguments[0])", text), f"{text[:40]!r} is refused")


def check_files(browser, check, page, folders):
    runs = [json.loads(line) for line in text_of(os.path.join(folders["sweep"], "runs.jsonl")).splitlines()]

    def give(folder, *names):
        opened(browser, page)
        browser.run(GIVE, [[name, text_of(os.path.join(folders[folder], name))] for name in names])
        wait(browser, lambda: browser.run(TEXT, "files") != "", 20)
        return browser.run(ROWS)

    for names in (["report.html"], ["sweep.json", "runs.jsonl"], ["results.jsonl", "sweep.json"]):
        rows = give("sweep", *names)
        check(len(rows) == len(runs), f"{names}: {len(rows)} runs are listed, {len(runs)} are there")
        check([row[4] for row in rows] == [run["fingerprint"] for run in runs], f"{names}: fingerprints of the list")
        for at in (5, len(runs) - 9):  # of the torus at the higher load, and of the dragonfly
            rows = give("sweep", *names)
            browser.run(f"document.querySelectorAll('#files tbody tr')[{at}].querySelector('button').click()")
            check(browser.run(STATE) == "ready", f"{names}, run {at}: {browser.run(TEXT, 'mistakes')}")
            browser.run(END)
            wait(browser, lambda: browser.run(STATE) == "ended")
            check(browser.run(SAME)[0] == "yes", f"{names}, run {at}: {browser.run(SAME)}")
    give("sweep", "runs.jsonl")
    check("sweep.json" in browser.run(TEXT, "files"), "runs.jsonl alone: the page says what else it needs")
    rows = give("trace", "report.html")
    check(len(rows) == 1 and "no: workload.type is trace" in rows[0][-1], f"a trace in a report: {rows}")
    # Of run.json the page knows no reasons: the engine tells them.
    give("trace", "run.json", "runs.jsonl")
    browser.run("document.querySelector('#files tbody button').click()")
    check(browser.run(STATE) == "refused" and "workload.type" in browser.run(TEXT, "mistakes"), "a trace of run.json is refused by its key")


def check_text(browser, check, page, fsin):
    """A text of one's own, edited; and back to the form."""
    opened(browser, page)
    browser.run("document.getElementById('edit').click()")
    text = browser.run("return document.getElementById('own-text').value")
    check(text.startswith("fsin: 1\n"), "the text begins with the experiment of the form")
    change = "const box = document.getElementById('own-text'); box.value = box.value.replace('load: 0.3', arguments[0]); document.getElementById('own-take').click()"
    browser.run(change, "load: 0.3x")
    check("line 16, column 9: workload.load" in browser.run(TEXT, "mistakes"), f"a mistake has its line: {browser.run(TEXT, 'mistakes')}")
    browser.run("const box = document.getElementById('own-text'); box.value = box.value.replace('load: 0.3x', 'load: 0.25 # a load'); "
                "document.getElementById('own-take').click()")
    check(browser.run(STATE) == "ready", f"a corrected text runs: {browser.run(TEXT, 'mistakes')}")
    kept = browser.run("return location.href")
    browser.run(END)
    wait(browser, lambda: browser.run(STATE) == "ended")
    here = browser.run(TEXT, "fingerprint")
    check(here == native(fsin, browser.run("return document.getElementById('own-text').value")), "a text of one's own has the fingerprint of fsin run")
    opened(browser, kept)
    check("# a load" in browser.run("return document.getElementById('own-text').value"), "the address keeps the text")
    browser.run("document.getElementById('own-leave').click()")
    check(not browser.run("return document.getElementById('choices').hidden") and browser.run(STATE) == "ready", "back to the form")


def check_again(browser, check, root, fsin, page, folder, check_silence):
    sys.stdout.flush()
    os.symlink(page, os.path.join(folder, "fsin.html"))
    folders = make(fsin, root, folder)
    address = check_links(browser, check, fsin, folders["sweep"])
    check_click(browser, check, folders["sweep"])
    check_other_fingerprint(browser, check, address)
    check_silence(browser)
    check_yaml(browser, check, page, root)
    check_refusals(browser, check, page, folders)
    check_silence(browser)
    check_files(browser, check, page, folders)
    check_text(browser, check, page, fsin)
    return address

# SPDX-License-Identifier: Apache-2.0
"""The door (fsin/core/input_path.hpp) from outside, over every kind of file that decides a result (inputs_cases.py):
results list what was read, a sweep takes nothing from the cache or from a folder that was made of another content, a
checkpoint is not continued over one, and nothing that is read is overwritten.

    inputs_test.py FSIN TRGEN [CASE ...]"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import inputs_cases as cases

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from share_of_cases import share_of

FSIN, TRGEN = (os.path.abspath(each) for each in sys.argv[1:3])
faults = []
checks = 0


def check(what, condition, seen=""):
    global checks
    checks += 1
    if not condition:
        faults.append(what)
        print(f"FAULT {what}: {seen}")


def fsin(folder, *words):
    return subprocess.run([FSIN, *words], cwd=folder, capture_output=True, text=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def digest(path):
    """As another program computes it; empty where there is none."""
    try:
        done = subprocess.run(["xxhsum", "-H128", path], capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return ""
    return "xxh128:" + re.search(r"\b[0-9a-f]{32}\b", done.stdout).group()


def listed(name, folder):
    """The result lists every file of the folder, each with its digest and length, and nothing else."""
    done = fsin(folder, "run", "exp.yaml", "--json", "-", "-q")
    if not done.stdout.startswith("{"):
        return check(f"{name}: a result", False, done.stderr)
    inputs = json.loads(done.stdout).get("inputs", [])
    paths = sorted({os.path.realpath(os.path.join(folder, each["path"])) for each in inputs})
    check(f"{name}: lists its inputs", paths == cases.files_of(folder), inputs)
    for each in inputs:
        path = os.path.join(folder, each["path"])
        check(f"{name}: {each['path']} has its digest", each["digest"] == (digest(path) or each["digest"]), each)
        check(f"{name}: {each['path']} has its length", each["bytes"] == os.path.getsize(path), each)
        check(f"{name}: {each['path']} has a kind", re.fullmatch(r"experiment|(network|workload)[a-z_.\[\]0-9]*", each["kind"]), each)


def taken(done):
    """(runs that were simulated, runs from the cache); (-1, -1) where the sweep refused, which it says."""
    found = re.search(r"(\d+) simulated, (\d+) from the cache", done.stderr)
    if found:
        return int(found.group(1)), int(found.group(2))
    return (-1, -1) if done.returncode in (1, 2, 3) and done.stderr else (0, -2)


def cached(name, folder, results):
    """A cache knows the result by the content of every file, and not by its time."""
    sweep = ["sweep", "exp.yaml", "-q", "-j", "1", "--cache", os.path.join(results, "cache")]
    first = taken(fsin(folder, *sweep, "--out", os.path.join(results, "first")))
    check(f"{name}: a sweep", first[0] == 1, first)
    for number, path in enumerate(cases.files_of(folder)):
        if path.endswith("exp.yaml"):
            continue
        what = f"{name}: {os.path.relpath(path, folder)}"
        before = read(path)
        write(path, cases.changed(before))
        again = taken(fsin(folder, *sweep, "--out", os.path.join(results, f"changed{number}")))
        check(f"{what} changed: nothing is taken from the cache", again[1] in (0, -1), again)
        write(path, before)
        back = taken(fsin(folder, *sweep, "--out", os.path.join(results, f"back{number}")))
        check(f"{what} as it was: the result is taken from the cache", back == (0, 1), back)


def whole_folder(name, folder, results):
    """--resume of a complete sweep says that there is nothing to do only while its files are the same."""
    sweep = ["sweep", "exp.yaml", "-q", "-j", "1", "--no-cache", "--out", os.path.join(results, "whole")]
    fsin(folder, *sweep)
    same = fsin(folder, *sweep, "--resume")
    check(f"{name}: a complete sweep is complete", "nothing to do" in same.stderr, same.stderr)
    for path in cases.files_of(folder):
        if path.endswith("exp.yaml"):
            continue
        before = read(path)
        write(path, cases.changed(before))
        done = fsin(folder, *sweep, "--resume")
        check(f"{name}: --resume with {os.path.relpath(path, folder)} changed", "nothing to do" not in done.stderr, done.stderr)
        write(path, before)
        fsin(folder, *sweep, "--resume")


def interrupted_run(folder, states, words):
    """Starts a run of many seeds and interrupts it when there is a state."""
    run = subprocess.Popen([FSIN, "run", "exp.yaml", "-q", "--checkpoint", states, *words], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for _ in range(1000):
        if run.poll() is not None or (os.path.isdir(states) and any(n.endswith(".done") for n in os.listdir(states))):
            break
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    return run.wait(), run.stderr.read().decode()


def continued(name, folder, results):
    """A checkpoint is continued while all files are the same, and refused, with the name of the file, when one is not."""
    words = ["--seeds", "100000", "--checkpoint-every", "0"]
    states = os.path.join(results, "states")
    code, said = interrupted_run(folder, states, words)
    if not check_state(name, code, states, said):
        return
    for path in cases.files_of(folder):
        if path.endswith("exp.yaml"):
            continue
        before = read(path)
        write(path, cases.changed(before))
        done = fsin(folder, "run", "exp.yaml", "-q", "--checkpoint", states, "--seeds", "1")
        what = os.path.relpath(path, folder)
        refused = done.returncode in (2, 3) and os.path.basename(path).split(".")[0] in done.stderr
        check(f"{name}: a checkpoint over {what} changed is refused", refused, (done.returncode, done.stderr))
        write(path, before)
    done = fsin(folder, "run", "exp.yaml", "-q", "--checkpoint", states, "--seeds", "1")
    check(f"{name}: a checkpoint over the same files is continued", done.returncode in (0, 1), done.stderr)
    os.makedirs(states)
    orphan = os.path.join(states, "seed-1-0.done")
    write(orphan, b"of nobody")
    done = fsin(folder, "run", "exp.yaml", "-q", "--checkpoint", states, "--seeds", "1")
    check(f"{name}: states of nobody, left by a kill, are not continued", done.returncode in (0, 1), done.stderr)


def check_state(name, code, states, said):
    kept = code == 130 and os.path.isdir(states)
    check(f"{name}: an interrupted run keeps its state", kept, (code, said))
    return kept


def spared(name, folder, results):
    """No output replaces what is read, by whatever name it comes."""
    for path in cases.files_of(folder):
        before = read(path)
        link = os.path.join(results, "link")
        os.symlink(path, link)
        commands = [["run", "exp.yaml", "-q", "--json", os.path.relpath(path, folder)],
                    ["run", "exp.yaml", "-q", "--json", link],
                    ["run", "exp.yaml", "-q", "--packet-log", path],
                    ["run", "exp.yaml", "-q", "--message-log", path],
                    ["check", "exp.yaml", "--json", path],
                    ["compare-models", "exp.yaml", "-q", "--models", "ideal", "--json", path]]
        for words in commands:
            done = fsin(folder, *words)
            refused = done.returncode in (2, 3) and ("would overwrite" in done.stderr or "-log" in done.stderr)
            what = f"{name}: {' '.join(words[:1] + words[-2:])}"
            check(f"{what} is refused", refused, (done.returncode, done.stderr[-300:]))
            check(f"{what} leaves the file", read(path) == before)
        os.remove(link)


def folders_spared(name, folder):
    """A file that is read and has the name of a result is not replaced by --out of its folder."""
    for command, result in (("run", "runs.csv"), ("sweep", "sweep.json")):
        for path in cases.files_of(folder):
            if path.endswith("exp.yaml"):
                continue
            home = os.path.dirname(path)
            alias = os.path.join(home, result)
            os.link(path, alias)
            before = read(path)
            done = fsin(folder, command, "exp.yaml", "-q", "--out", home)
            check(f"{name}: {command} --out over {os.path.relpath(path, folder)}",
                  done.returncode != 0 and read(path) == before, done.stderr[-300:])
            os.remove(alias)


def every_key_has_a_case():
    """The keys that name files are those of type path on the reference page, which the program makes of its keys."""
    page = fsin(".", "help", "--markdown").stdout
    rows, section = set(), "network"
    for line in page.splitlines():
        head = re.match(r"### (\w[\w-]*) `([\w-]+)`", line)
        if head:
            section = f"{head.group(1)} {head.group(2)}"
        row = re.match(r"\| `([\w.]+)` \|.*\| (optional )?path \| `", line)
        if row:
            rows.add((section if "." not in row.group(1) else "network", row.group(1)))
    # A live program takes no checkpoint and no sweep, and its runs are not kept: tests/live replays its CPU times.
    rows.discard(("network", "cpu.replay"))
    covered = {row for name in cases.CASES for row in covers[name]}
    check("every key that names a file has a case", rows == covered and len(rows) >= 20, rows ^ covered)


covers = {}
cases.add_formats(FSIN)
wanted = sys.argv[3:] or share_of(cases.CASES)
for case_name in wanted:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as results:
        folder, results = os.path.realpath(folder), os.path.realpath(results)
        case = cases.make(case_name, folder, TRGEN)
        covers[case_name] = case.covers
        listed(case_name, folder)
        cached(case_name, folder, results)
        whole_folder(case_name, folder, results)
        if case.routers:
            continued(case_name, folder, results)
        spared(case_name, folder, results)
        folders_spared(case_name, folder)
if len(covers) == len(cases.CASES):
    every_key_has_a_case()
print(f"{checks} checks of {len(wanted)} kinds of inputs, {len(faults)} faults")
sys.exit(1 if faults else 0)

# SPDX-License-Identifier: Apache-2.0
"""Signals at random moments: each command gets SIGINT or SIGTERM while it reads, builds, checks, estimates, runs, searches
or writes, and ends within a second of computing, with a status and with files as docs/results.md says.

    signals_test.py FSIN TRGEN COUNT [SEED]

COUNT is the number of signals for each command."""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from share_of_cases import share_of

FSIN, TRGEN = (os.path.abspath(each) for each in sys.argv[1:3])
# Seconds of CPU time after the signal: on a busy machine, real time says nothing. A sanitizer computes ten times as long.
MOST = float(os.environ.get("FSIN_TEST_SECONDS", "1"))
TICK = os.sysconf("SC_CLK_TCK")

TORUS = "fsin: 1\nnetwork: {topology: {type: torus, dims: [16, 16]}, router: {virtual_channels: 3}%s}\n"
LOADED = TORUS % "" + "workload: {type: synthetic, load: %s}\nmeasure: {%s}\n"
KERNEL = "workload: {type: program, kernel: {type: %s}}\n"
SWEEP = LOADED % ("0.3", "warmup: 500, cycles: 2000, seeds: 3") + "sweep: {grid: {workload.load: [0.1, 0.3, 0.5, 0.7]}}\n"
GRAPH = ("fsin: 1\nnetwork: {topology: {type: jellyfish, switches: 400, degree: 12, terminals: 4}, routing: %s, "
         "router: {virtual_channels: %d}}\nworkload: {type: synthetic, load: 0.05}\nmeasure: {warmup: 10, cycles: 50}\n")

RUN = ["run", "exp.yaml", "-q", "--json", "r.json", "--out", "o"]
CASES = {
    "run": (FSIN, LOADED % ("0.3", "warmup: 1000, cycles: 40000"), RUN),
    "run, reference": (FSIN, LOADED % ("0.3", "warmup: 100, cycles: 300"), [*RUN, "--engine", "reference"]),
    "pilot": (FSIN, LOADED % ("0.5", "warmup: auto, cycles: 5000"), RUN),
    "find": (FSIN, LOADED % ("0.5", "warmup: 1000, cycles: 4000, find: saturation"), RUN),
    "seeds, packet log": (FSIN, LOADED % ("0.3", "warmup: 100, cycles: 3000, seeds: 5"),
                          [*RUN, "--seeds", "1", "--packet-log", "log.txt"]),
    "timeline": (FSIN, TORUS % "" + KERNEL % "all-to-all, ranks: 256, bytes: 1 KiB", [*RUN, "--timeline", "t.json"]),
    "large graph": (FSIN, GRAPH % ("{type: shortest}", 4), RUN),
    "checkpoint": (FSIN, LOADED % ("0.3", "warmup: 1000, cycles: 20000"), [*RUN, "--checkpoint", "states"]),
    "sweep": (FSIN, SWEEP, ["sweep", "exp.yaml", "-q", "-j", "2", "--no-cache", "--out", "o"]),
    "dry sweep": (FSIN, SWEEP, ["sweep", "exp.yaml", "-q", "--dry-run"]),
    "check": (FSIN, GRAPH % ("{type: valiant}", 6), ["check", "exp.yaml", "--json", "c.json"]),
    "topology": (FSIN, GRAPH % ("{type: shortest}", 4), ["topology", "exp.yaml", "--properties"]),
    "compare-models": (FSIN, TORUS % "" + KERNEL % "stencil, bytes: 20 KiB, iterations: 4",
                       ["compare-models", "exp.yaml", "-q", "--json", "m.json"]),
    "report": (FSIN, SWEEP, ["report", "made"]),
    "generate": (TRGEN, "", ["generate", "stencil", "--ranks", "256", "--iterations", "150", "-o", "g.txt.zst"]),
    "convert": (TRGEN, "", ["convert", "t.txt", "c.trgen"]),
    "expand": (TRGEN, "", ["convert", "--collectives", "mpich", "t.ti", "e.txt.zst"]),
}
for model in ("ideal", "loggp", "loggps", "flow"):
    CASES["run, " + model] = (FSIN, TORUS % (", model: " + model) + KERNEL % "all-to-all, ranks: 256, iterations: 3", RUN)


def prepare(name, folder):
    program, experiment, words = CASES[name]
    with open(os.path.join(folder, "exp.yaml"), "w", encoding="utf-8") as file:
        file.write(experiment)
    if name in ("convert", "expand"):
        subprocess.run([TRGEN, "generate", "stencil", "--ranks", "256", "--iterations", "60", "-o", "t.txt"], cwd=folder,
                       check=True, capture_output=True)
        subprocess.run([TRGEN, "convert", "t.txt", "t.ti"], cwd=folder, check=True, capture_output=True)
    if name == "report":
        subprocess.run([FSIN, "sweep", "exp.yaml", "-q", "--out", "made", "measure.seeds=1"], cwd=folder, check=True,
                       capture_output=True)
    return [program, *words]


def computed(pid):
    """CPU seconds of a process so far, all threads together."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return (int(fields[11]) + int(fields[12])) / TICK


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def whole(words, folder):
    """CPU seconds of the command when nothing stops it."""
    before = children()
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{words} gives {done.returncode}: {done.stderr}")
    return children() - before


def stopped(words, folder, number, after):
    """Starts the command and sends the signal after so many CPU seconds. Its status, what it printed, and the CPU seconds
    that it took to end."""
    before = children()
    with open(os.path.join(folder, "printed"), "wb") as printed:
        run = subprocess.Popen(words, cwd=folder, stdout=printed, stderr=subprocess.STDOUT)
        while run.poll() is None and (computed(run.pid) or 0) < after:
            time.sleep(0.002)
        ended = run.poll() is not None  # before the signal: nothing is to be said of its end
        at_signal = computed(run.pid) or 0
        run.send_signal(number)
        try:
            status = run.wait(timeout=120)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            return "still running after two minutes", "", 120
    with open(os.path.join(folder, "printed"), encoding="utf-8", errors="replace") as printed:
        return status, printed.read(), 0 if ended else children() - before - at_signal


def faults_of(words, status, number, took, folder, text):
    """What is not as docs/results.md says."""
    if status not in (0, 1, 130, -number):
        yield f"status {status}"
    if took > MOST + 1 / TICK:
        yield f"took {took:.2f} s of computing to end"
    for name in ("r.json", "c.json", "m.json"):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            if status == 130 and name in words and "o" in os.listdir(folder):
                yield f"130 without {name}"
            continue
        with open(path, encoding="utf-8") as file:
            try:
                result = json.load(file)
            except json.JSONDecodeError as error:
                yield f"{name} is half written: {error}"
                continue
        if name == "r.json" and status == 130 and not result.get("partial"):
            yield "130, and the result is not marked as partial"
        if name == "r.json" and status in (0, 1) and result.get("partial"):
            yield f"{status}, and the result is marked as partial"
    if status == 130 and "interrupted" not in text and "stopping" not in text:
        yield "130 without a word"


def main():
    count = int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    dice = random.Random(seed)
    bad = seen = 0
    for name in share_of(CASES):
        statuses = {}
        with tempfile.TemporaryDirectory() as folder:
            total = whole(prepare(name, folder), folder)
        for _ in range(count):
            with tempfile.TemporaryDirectory() as folder:
                words = prepare(name, folder)
                number = dice.choice([signal.SIGINT, signal.SIGTERM])
                after = dice.uniform(0, total)
                status, text, took = stopped(words, folder, number, after)
                seen += 1
                statuses[status] = statuses.get(status, 0) + 1
                for fault in faults_of(words, status, number, took, folder, text):
                    bad += 1
                    print(f"{name}, {number.name} after {after:.2f} of {total:.2f} s: {fault}\n{text[-500:]}")
        print(f"{name}: {total:.2f} s, statuses {statuses}")
    print(f"{seen} signals, {bad} faults, seed {seed}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

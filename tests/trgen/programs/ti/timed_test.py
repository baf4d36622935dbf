#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time-independent traces of LU, CG and BT end within 10 % of the replay, cycle by cycle, of the timed traces that they
were made of. CG and BT are the bundled captures; LU is the program of trgen, also with its collectives as calls.

Usage: timed_test.py BIN_DIRECTORY TRACES_DIRECTORY
"""
import json
import os
import subprocess
import sys
import tempfile

BIN, TRACES = (os.path.abspath(each) for each in sys.argv[1:3])
RATE = "2 Gips"  # of the machine of the capture, and of the one that is simulated
TORUS = "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\nworkload: "
LU = ["npb", "--kernel", "lu", "--class", "W", "--ranks", "64", "--iterations", "3"]


def run(program, *words):
    done = subprocess.run([os.path.join(BIN, program), *words], capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        sys.exit(f"{program} {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def cycles(workload):
    with open("run.yaml", "w", encoding="utf-8") as file:
        file.write(TORUS + workload + "\n")
    run("fsin", "run", "run.yaml", "--json", "run.json")
    with open("run.json", encoding="utf-8") as file:
        result = json.load(file)
    return result["cycles"] if "cycles" in result else result["result"]["cycles"]


def compare(what, trace, independent):
    timed = cycles(f"{{type: trace, file: {trace}, cpu: {{scale: 1}}}}")
    predicted = cycles(f"{{type: program, kernel: {{type: time-independent, file: {independent}}}}}")
    error = 100 * (predicted / timed - 1)
    print(f"{what}: {timed} cycles from the timed trace, {predicted} from the time-independent one, {error:+.2f} %")
    if abs(error) > 10:
        sys.exit(f"{what}: the time-independent trace is off by {error:+.2f} %")


def converted(trace):
    run("trgen", "convert", "--time-independent", "--rate", RATE, trace, "made.ti")
    return "made.ti"


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    for name in ("cg.W.64", "bt.W.64.it30"):
        bundled = os.path.join(TRACES, f"{name}.txt.zst")
        compare(name, bundled, converted(bundled))
    run("trgen", "generate", *LU, "-o", "lu.txt.zst")
    compare("lu.W.64", "lu.txt.zst", converted("lu.txt.zst"))
    run("trgen", "generate", *LU, "--operations", "-o", "lu.ti")
    compare("lu.W.64, collectives as calls", "lu.txt.zst", "lu.ti")

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How well three captures of one program agree in what it computes, by each clock.

Usage: burst_totals.py BIN STENCIL [RANKS]
Captures a balanced stencil three times by CPU time and three times by wall time, in turn, on more ranks than there are
cores. By CPU time the totals of the bursts are to differ by no more than 15% (the largest by the smallest); by wall time
they hold the turns of other ranks and are printed only. What else the machine does heats its caches and shares its
cores, so the best of four attempts counts. Exit status 1: not even that one is within the limit.
"""
import json
import subprocess
import sys
import tempfile

LIMIT = 1.15
ATTEMPTS = 4


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def total(bin_, stencil, ranks, clock, folder):
    trace = f"{folder}/t.txt"
    run([f"{bin_}/trgen", "capture", "-n", ranks, "--clock", clock, "-o", trace, "--", stencil, "512", "40"])
    return json.loads(run([f"{bin_}/trgen", "info", "--json", trace]))["bursts"]["total_ns"]


def main():
    bin_, stencil, *ranks = sys.argv[1:]
    ranks = ranks[0] if ranks else "16"
    for attempt in range(ATTEMPTS):
        totals = {"cpu": [], "wall": []}
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(3):
                for clock, values in totals.items():
                    values.append(total(bin_, stencil, ranks, clock, folder))
        for clock, values in totals.items():
            figures = ", ".join(f"{1e-6 * value:.1f}" for value in values)
            print(f"bursts of 3 captures by {clock} time: {figures} ms, {100 * (max(values) / min(values) - 1):.1f}% apart")
        if max(totals["cpu"]) <= LIMIT * min(totals["cpu"]):
            return 0
        print(f"attempt {attempt + 1} of {ATTEMPTS} was more than {100 * (LIMIT - 1):.0f}% apart by CPU time")
    return 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What stragglers of folded ranks cost a prediction, and what repeated captures take away.

Usage: stragglers.py BIN STENCIL [RANKS]
Captures a balanced stencil once, three times over, and once with --repeat 5, on many ranks for the cores there are, and
predicts its time at 1 Gb/s on an 8x8 torus. Ideal is the slowest rank's computing plus the time of the network alone.
Exit status 1 when the prediction from --repeat 5 is more than 10% above that.
"""
import json
import subprocess
import sys
import tempfile

EXPERIMENT = """fsin: 1
network:
  topology: {{type: torus, dims: [8, 8]}}
  preset: adaptive-3vc
  packet: 64 B
  phit: 4 B
  link: {{bandwidth: 1 Gb/s}}
workload: {{type: trace, file: {trace}, order: causal{cpu}}}
"""


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def replay(folder, bin_, trace, cpu):
    with open(f"{folder}/e.yaml", "w", encoding="utf-8") as file:
        file.write(EXPERIMENT.format(trace=trace, cpu=cpu))
    run([f"{bin_}/fsin", "run", f"{folder}/e.yaml", "--json", f"{folder}/r.json"])
    with open(f"{folder}/r.json", encoding="utf-8") as file:
        return json.load(file)


def main():
    bin_, stencil, *ranks = sys.argv[1:]
    ranks = ranks[0] if ranks else "64"
    worst = 0
    for repeat in ("1", "1", "1", "5"):
        with tempfile.TemporaryDirectory() as folder:
            trace = f"{folder}/t.txt"
            run([f"{bin_}/trgen", "capture", "-n", ranks, "--repeat", repeat, "-o", trace, "--", stencil, "64", "400"])
            full = replay(folder, bin_, trace, ", cpu: {scale: 1.0}")
            network = replay(folder, bin_, trace, "")
        compute = full["ranks"]["compute_seconds_max"]
        ratio = full["simulated_seconds"] / (compute + network["simulated_seconds"])
        print(f"--repeat {repeat}: predicted {1e3 * full['simulated_seconds']:.2f} ms, slowest rank {1e3 * compute:.2f} ms, "
              f"network {1e3 * network['simulated_seconds']:.2f} ms: {100 * (ratio - 1):+.1f}% of their sum")
        worst = max(worst, ratio) if repeat == "5" else worst
    return 1 if worst > 1.1 else 0


if __name__ == "__main__":
    sys.exit(main())

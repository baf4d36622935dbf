#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What tracing costs: CPU time a record on a program that does nothing but messages, and the time to make a trace.

Usage: overhead.py BIN PINGPONG MPI
Runs the ping-pong on 16 ranks without and with tracing, five times in turn, and takes the median of the pairs; then
captures 10 million records and times their merging and compression. Exit status 1: over 0.7 us a record, over 20% CPU
time, or over 60 s for the 10 million.
"""
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

RANKS = "16"
RECORDS_A_MESSAGE = 6  # SS, MS, SE and SS, MR, SE
SETTINGS = ("-genv", "MPIR_CVAR_NOLOCAL", "1", "-genv", "MPICH_INTERFACE_HOSTNAME", "127.0.0.1")


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def figures(output):
    """Messages a second, and CPU time a message in us."""
    found = re.search(r"([0-9.]+) messages/s, .* ([0-9.]+) us of CPU a message", output)
    return float(found.group(1)), float(found.group(2))


def cost_of_records(bin_, pingpong, mpi, folder):
    ratios, costs = [], []
    for _ in range(5):
        rate, plain = figures(run([f"{mpi}/bin/mpiexec", "-n", RANKS, *SETTINGS, pingpong, "12500"]))
        words = [f"{bin_}/trgen", "capture", "--mpi", mpi, "-n", RANKS, "-o", f"{folder}/t.txt.zst", "--", pingpong, "12500"]
        _, traced = figures(run(words))
        ratios.append(traced / plain)
        costs.append((traced - plain) / RECORDS_A_MESSAGE)
        print(f"{rate:.0f} messages/s, {plain:.2f} us of CPU a message; traced {traced:.2f} us")
    ratio, cost = statistics.median(ratios), statistics.median(costs)
    print(f"tracing: {cost:.2f} us of CPU a record, {100 * (ratio - 1):+.1f}% CPU (medians of 5)")
    return cost <= 0.7 and ratio <= 1.2


def cost_of_a_trace(bin_, pingpong, mpi, folder):
    raw = f"{folder}/raw"
    run([f"{bin_}/trgen", "capture", "--mpi", mpi, "-n", RANKS, "--keep-raw", raw, "-o", f"{folder}/t.txt", "--", pingpong,
         "105000"])
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), os.times().elapsed
    said = run([f"{bin_}/trgen", "convert", raw, f"{folder}/merged.txt.zst"]).strip()
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), os.times().elapsed - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    size = os.path.getsize(f"{folder}/merged.txt.zst")
    print(f"merged and compressed in {wall:.1f} s ({cpu:.1f} s of CPU) to {1e-6 * size:.1f} MB: {said.split(': ', 1)[-1]}")
    return wall < 60


def main():
    with tempfile.TemporaryDirectory() as folder:
        cheap = cost_of_records(*sys.argv[1:], folder)
        fast = cost_of_a_trace(*sys.argv[1:], folder)
    return 0 if cheap and fast else 1


if __name__ == "__main__":
    sys.exit(main())

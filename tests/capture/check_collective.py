#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Captures collective.c for every collective and compares its messages with those of collectives.py.

Usage: check_collective.py TRGEN PROGRAM [RANKS...]
Prints each difference; exit status 1 when there is one.
"""
import subprocess
import sys
import tempfile

import collectives


def captured(trgen, program, ranks, words):
    """The hidden sends of each rank between the two rings of the program, in order."""
    with tempfile.TemporaryDirectory() as folder:
        trace = f"{folder}/t.txt"
        run = subprocess.run([trgen, "capture", "-n", str(ranks), "-o", trace, "--", program, *words],
                             capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"trgen capture -n {ranks} -- {program} {' '.join(words)}: exit code {run.returncode}\n"
                     f"{run.stdout}{run.stderr}")
        sends = [[] for _ in range(ranks)]
        ring = [0] * ranks
        with open(trace, encoding="utf-8") as lines:
            for line in lines:
                fields = line.split()
                if line.startswith("#") or fields[2] != "MS":
                    continue
                rank, to, tag, communicator, size = int(fields[0]), *(int(field) for field in fields[3:7])
                if communicator == 0:
                    ring[rank] = tag
                elif ring[rank] == 1:
                    sends[rank].append((to, size))
        return sends


def compare(name, ranks, size, root, got, ordered):
    model, _, _ = collectives.COLLECTIVES[name.replace("I", "", 1).capitalize() if name[0] == "I" else name]
    expected = model(ranks, size, root, ordered)
    differences = 0
    for rank in range(ranks):
        a, b = (got[rank], expected[rank]) if ordered else (sorted(got[rank]), sorted(expected[rank]))
        if a != b:
            print(f"MPI_{name}, {ranks} ranks, {size} bytes, root {root}: rank {rank} sends {a}, the model says {b}")
            differences += 1
    return differences


def main():
    trgen, program, *ranks = sys.argv[1:]
    differences = runs = messages = 0
    for count in [int(each) for each in ranks] or [2, 3, 8, 13, 16]:
        for name, (_, sizes, rooted) in collectives.COLLECTIVES.items():
            for form in (name, "I" + name[0].lower() + name[1:]):
                for size in sizes:
                    for root in (0, count - 2) if rooted and size == sizes[-1] else (0,):
                        got = captured(trgen, program, count, [form, str(size), str(root)])
                        differences += compare(form, count, size, root, got, ordered=form == name)
                        runs += 1
                        messages += sum(len(each) for each in got)
    print(f"{runs} collectives captured, {messages} messages, {differences} ranks with other messages than the model")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

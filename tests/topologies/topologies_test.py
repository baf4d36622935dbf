#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every named network of topologies/ can be taken into an experiment, and its header says what it is.

Usage: topologies_test.py ROOT FSIN
For each topologies/*.yaml an experiment that consists of this network passes `fsin check` without a warning, and the
comment at the top of the file names its source and the number of nodes that the network has. Exit status 0 when all do.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile


def header_of(text):
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return " ".join(lines)


def problems(fsin, file, scratch):
    """What is wrong with one file."""
    with open(file, encoding="utf-8") as opened:
        header = header_of(opened.read())
    if "Source: " not in header:
        yield "the comment at its top names no source (\"Source: ...\")"
    experiment = os.path.join(scratch, "exp.yaml")
    with open(experiment, "w", encoding="utf-8") as out:
        out.write(f"fsin: 1\nnetwork: {{file: {os.path.abspath(file)}}}\nworkload: {{type: synthetic, load: 0.01}}\n")
    ran = subprocess.run([fsin, "check", experiment], capture_output=True, text=True, check=False)
    if ran.returncode != 0 or ran.stderr:
        yield f"fsin check ends with {ran.returncode}: {ran.stderr.strip()}"
        return
    nodes = int(re.search(r"^sizes +(\d+) nodes", ran.stdout, re.MULTILINE).group(1))
    if not re.search(rf"(?<![\d,]){nodes:,} nodes", header):
        yield f"it has {nodes:,} nodes, and the comment at its top does not say so"


def main():
    root, fsin = sys.argv[1], sys.argv[2]
    files = sorted(glob.glob(os.path.join(root, "topologies", "*.yaml")))
    failures = [] if files else ["no files in topologies/"]
    with tempfile.TemporaryDirectory(prefix="fsin-topologies-") as scratch:
        for file in files:
            failures += [f"{os.path.relpath(file, root)}: {problem}" for problem in problems(fsin, file, scratch)]
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(files)} networks, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

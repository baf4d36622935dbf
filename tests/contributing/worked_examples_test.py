#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the worked examples of docs/contributing.md.

Usage: worked_examples_test.py ROOT BUILD CMAKE PROGRAM
Writes the examples to BUILD/tests/contributing/examples (worked_examples.py says how), builds the target worked_examples
and runs it: PROGRAM. Exit status 1 when an example is stale, does not compile, or does not do what the page says; 77 when
BUILD is no folder that can be built in.
"""
import os
import subprocess
import sys

import worked_examples

LAST_LINES = 60  # of a compiler's messages


def step(command):
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if ran.returncode != 0:
        print("\n".join(ran.stdout.split("\n")[-LAST_LINES:]))
        sys.exit(f"{worked_examples.PAGE}: a worked example fails: {' '.join(command)}")
    return ran.stdout


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: worked_examples_test.py ROOT BUILD CMAKE PROGRAM")
    root, build, cmake, program = sys.argv[1:]
    try:
        files = worked_examples.apply(root)
    except worked_examples.Stale as stale:
        sys.exit(str(stale))
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        print(f"skipped: the worked examples are compiled in {build}, and nothing was configured there")
        sys.exit(77)
    worked_examples.write(files, os.path.join(build, "tests", "contributing", "examples"))
    step([cmake, "--build", build, "--target", "worked_examples", "--parallel", "2"])
    print(step([program]))


if __name__ == "__main__":
    main()

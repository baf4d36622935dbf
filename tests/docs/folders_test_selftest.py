#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives folders_test.py tables with one fault each and expects it to be named."""
import sys

from folders_test import compare

ARROWS = {"fsin/core": [], "fsin/page": ["fsin/config"], "trgen/commands": ["trgen/", "fsin/config"], "tests": ["fsin/"]}
PAGE = """| folder | what | may include |
|---|---|---|
| `fsin/core` | ids | |
| `fsin/page` | a page | config |
| `trgen/commands` | commands | all of trgen, fsin/config |
| `head` | another table | 64 |
"""
FAULTS = [("| `fsin/core` | ids | |\n", "", "lacks fsin/core"),
          ("| config |", "| config, stats |", 'fsin/page may include "config"'),
          ("| `head`", "| `fsin/head`", "knows no folder fsin/head")]


def main():
    failures = [f"a true table: {line}" for line in compare(PAGE, ARROWS)]
    for old, new, message in FAULTS:
        found = compare(PAGE.replace(old, new), ARROWS)
        if len(found) != 1 or message not in found[0]:
            failures.append(f"expected one line with {message!r}, got {found}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

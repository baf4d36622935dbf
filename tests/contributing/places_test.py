#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/contributing.md says under "Where things are" is there.

Usage: places_test.py ROOT
Every file or folder that the table names exists (NAME stands for any); of `NAME` in `FILE`, the file, or one in the
folder, has that name as a word. Prints every row that leads nowhere; exit status 0 when there is none and the test finds
those that it plants.
"""
import glob
import os
import re
import sys

PAGE = "docs/contributing.md"
HEADING = "## Where things are"
PLANTED = f"""{HEADING}
| Where is what? | `right()` in `{PAGE}` |
| Where is it not? | `nobody_calls_it_so()` in `fsin/core/ids.hpp` |
| And where is nothing? | `fsin/core/nowhere.hpp`, `fsin/nowhere/` |
"""


def rows(page):
    for line in page.partition(HEADING)[2].partition("\n## ")[0].split("\n"):
        if line.startswith("| ") and "`" in line:
            yield line


def files(root, place):
    pattern = os.path.join(root, place.replace("NAME", "*"))
    found = [name for name in glob.glob(pattern) if os.path.isfile(name)]
    return found or glob.glob(os.path.join(pattern, "*.[hc]pp"))


def has_word(names, word):
    for name in names:
        with open(name, encoding="utf-8") as file:
            if re.search(r"\b" + re.escape(word) + r"\b", file.read()):
                return True
    return False


def lost(root, page):
    found = []
    for row in rows(page):
        places = [span for span in re.findall(r"`([^`]+)`", row) if re.match(r"(fsin|trgen|docs)/", span)]
        found += [f"{place}: there is no such place" for place in places
                  if not files(root, place) and not os.path.isdir(os.path.join(root, place.replace("NAME", "")))]
        for name, place in re.findall(r"`([\w:]+)(?:\(\))?` in `([^`]+)`", row):
            if not has_word(files(root, place), name.split("::")[-1]):
                found.append(f"{place}: has no {name}")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: places_test.py ROOT")
    root = sys.argv[1]
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        page = file.read()
    found = [f"{PAGE}: {text}" for text in lost(root, page)]
    planted = lost(root, PLANTED.replace("right()", "Contributing()"))
    if len(planted) != 3:
        found.append(f"{PAGE}: of three rows planted here, these lead nowhere: {planted}")
    if len(list(rows(page))) < 20:
        found.append(f"{PAGE}: the table of places has only {len(list(rows(page)))} rows")
    print("\n".join(found) or f"{len(list(rows(page)))} rows lead to a place")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

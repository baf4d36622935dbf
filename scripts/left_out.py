#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the tests of a run left out, and why: one line per test.

Usage: left_out.py JUNIT...   files that ctest --output-junit wrote
A test that skips, whole or in part, prints a line with the word "skipped" that says why and what to do about it.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

# doctest prints where a message stands, and a summary whose "0 skipped" counts test cases.
PLACE = re.compile(r"^\S+:\d+: MESSAGE: ")
WORD = re.compile(r"\bskipped\b")


def reasons(output):
    """The lines that say so, each once, without the word itself where it only introduces or ends them."""
    found = {}
    for line in output.splitlines():
        text = PLACE.sub("", line.strip())
        if not WORD.search(text) or text.startswith("[doctest]"):
            continue
        text = re.sub(r"^skipped: |[,:] skipped$", "", text)
        found.setdefault(text, None)
    return list(found)


def left_out(path):
    """(test, reason) of one file."""
    for case in ElementTree.parse(path).iter("testcase"):
        name, output = case.get("name"), case.findtext("system-out") or ""
        why = reasons(output)
        if case.get("status") in ("notrun", "disabled") and not why:
            why = [f"it does not say why; see: ctest --preset release -R '^{name}$' -V"]
        if len(why) > 3:
            why = why[:2] + [f"and {len(why) - 2} more of this kind"]
        for reason in why:
            yield name, reason


def main():
    lines = {}
    for path in sys.argv[1:]:
        for line in left_out(path):
            lines.setdefault(line, None)
    for name, reason in lines:
        print(f"  test {name}: {reason}")


if __name__ == "__main__":
    main()

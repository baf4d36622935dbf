#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the table of folders in docs/architecture.md with the arrows that tests/arch checks in every #include.

Usage: folders_test.py ROOT
Prints each row that is missing, too many or different, as it ought to be. Exit status 0 when there is none.
"""
import os
import re
import sys

PAGE = "docs/architecture.md"


def cell(folder, allowed):
    """What the third column says of a folder that may include these."""
    program = folder.split("/")[0] + "/"
    whole = [target[:-1] for target in allowed if target.endswith("/")]
    single = [target.removeprefix(program) for target in allowed if not target.endswith("/")]
    return ", ".join((["all of " + " and ".join(whole)] if whole else []) + single)


def compare(text, arrows):
    """Lines that say what is wrong with the table of the page."""
    rows = dict(re.findall(r"^\| ?`((?:fsin|trgen)/[\w/*]+)` ?\|.*\| ?([^|]*?) ?\|$", text, flags=re.M))
    wanted = {folder: cell(folder, allowed) for folder, allowed in arrows.items() if re.match("(fsin|trgen)/", folder)}
    wrong = [f"{PAGE}: the table of folders lacks {folder}: | `{folder}` | ... | {targets} |"
             for folder, targets in wanted.items() if folder not in rows]
    wrong += [f"{PAGE}: {folder} may include \"{wanted[folder]}\" by tests/arch, not \"{targets}\""
              for folder, targets in rows.items() if folder in wanted and targets != wanted[folder]]
    return wrong + [f"{PAGE}: tests/arch knows no folder {folder}" for folder in rows if folder not in wanted]


def main():
    if len(sys.argv) != 2:
        print("usage: folders_test.py ROOT", file=sys.stderr)
        return 2
    root = os.path.abspath(sys.argv[1])
    sys.path.insert(0, os.path.join(root, "tests/arch"))
    import arch_test  # pylint: disable=import-outside-toplevel
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        wrong = compare(file.read(), arch_test.ARROWS)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No circle between rooms: arrows between subfolders, and between a subfolder and the files beside it.

Usage: circles_test.py ROOT

ARROWS in arch_test.py says which folder may include which. Within a folder, this test takes each subfolder as one room and
each header with its source as another, and refuses a circle that has a subfolder in it: neither of its rooms could be
read, compiled or moved without the others. A catalogue beside a subfolder, which lists the kinds there, and the contract
that those kinds fulfil are two files, and no circle. Files in a circle without a subfolder are one unit in several files.

Prints each circle with the includes that close it. Exit status 0 when there is none.
"""
import os
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


def folders(root):
    for half in ("fsin", "trgen"):
        for folder, _, _ in os.walk(os.path.join(root, half)):
            yield os.path.relpath(folder, root)


def room_of(folder, path):
    """The room within the folder, "x/" for a subfolder, else the name of the file without its ending."""
    within = path[len(folder) + 1:].split("/")
    return within[0] + "/" if len(within) > 1 else within[0].rsplit(".", 1)[0]


def arrows_in(root, folder):
    """(from, to) -> one include that makes the arrow."""
    arrows = {}
    for place, _, names in os.walk(os.path.join(root, folder)):
        for name in sorted(names):
            if not name.endswith((".hpp", ".cpp")):
                continue
            path = os.path.relpath(os.path.join(place, name), root)
            with open(os.path.join(root, path), encoding="utf-8") as file:
                included = INCLUDE.findall(file.read())
            for header in included:
                if header.startswith(folder + "/"):
                    ends = room_of(folder, path), room_of(folder, header)
                    if ends[0] != ends[1]:
                        arrows.setdefault(ends, f"{path} includes {header}")
    return arrows


def reached(arrows, start):
    """All rooms to which arrows lead from this one."""
    after = {}
    for one, other in arrows:
        after.setdefault(one, []).append(other)
    seen, todo = set(), [start]
    while todo:
        for room in after.get(todo.pop(), []):
            if room not in seen:
                seen.add(room)
                todo.append(room)
    return seen


def circles_in(arrows):
    """The sets of rooms that reach each other and have a subfolder among them."""
    reach = {room: reached(arrows, room) for room in {one for one, _ in arrows}}
    found = []
    for room in sorted(reach):
        circle = {other for other in reach[room] if room in reach.get(other, ())}
        if any(each.endswith("/") for each in circle) and circle not in found:
            found.append(circle)
    return found


def breaches(root):
    lines = []
    for folder in sorted(folders(root)):
        arrows = arrows_in(root, folder)
        for circle in circles_in(arrows):
            lines.append(f"{folder}: {', '.join(sorted(circle))} are a circle; move what both ends need below them")
            lines += [f"    {text}" for ends, text in sorted(arrows.items()) if set(ends) <= circle]
    return lines


def selftest():
    tree = {
        # a catalogue and a contract beside a subfolder: no circle
        "fsin/a/catalogue.hpp": "fsin/a/kinds/one.hpp", "fsin/a/contract.hpp": "", "fsin/a/kinds/one.hpp": "fsin/a/contract.hpp",
        # through a source file
        "fsin/b/top.hpp": "", "fsin/b/top.cpp": "fsin/b/low/x.hpp", "fsin/b/low/x.hpp": "fsin/b/top.hpp",
        # between two subfolders
        "trgen/c/p/x.hpp": "trgen/c/q/x.hpp", "trgen/c/q/x.hpp": "", "trgen/c/q/y.hpp": "trgen/c/p/x.hpp",
        # files alone
        "fsin/d/x.cpp": "fsin/d/y.hpp", "fsin/d/x.hpp": "", "fsin/d/y.hpp": "fsin/d/x.hpp",
    }
    with tempfile.TemporaryDirectory() as root:
        for path, header in tree.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(f'#include "{header}"\n' if header else "")
        found = [line.split(":")[0] for line in breaches(root) if not line.startswith(" ")]
    if found != ["fsin/b", "trgen/c"]:
        return [f"circles_test.py finds {found} in its own tree"]
    return []


def main():
    if len(sys.argv) != 2:
        print("usage: circles_test.py ROOT", file=sys.stderr)
        return 2
    found = selftest() + breaches(sys.argv[1])
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

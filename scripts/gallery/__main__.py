#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws every entry of the catalogues of workloads: docs/workloads.md and docs/img/workloads/*.svg.

Usage: python3 scripts/gallery [--bin FOLDER] [--check | --quick]
--bin    where fsin and trgen are (default: build/release/bin)
--check  writes nothing, and names the files that differ from what is there
--quick  as --check, but draws the placements alone, and looks whether every other entry is on the page with a picture
The entries are those of `fsin list`. One that none of the recipes here can draw ends the script with its name.
Exit status: 0 done, 1 files differ, 2 usage, 3 an entry cannot be drawn.
"""
import argparse
import os
import re
import sys
import tempfile
import textwrap

import collectives
import patterns
import programs
from tools import Failure, Tools

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE, IMAGES = "docs/workloads.md", "docs/img/workloads"
VARIES = {"placement-scotch.svg"}  # with the version of SCOTCH

INTRODUCTION = """# Workloads in pictures

<!-- Written by `python3 scripts/gallery` from what fsin and trgen list and send; changes here are lost. -->
Every kind of program, algorithm of a collective, synthetic pattern and placement, drawn from what the simulator sends.
`fsin help kernel.NAME`, `pattern.NAME` and `placement.NAME` explain their keys; the exact rules are in
[model](model.md).

- **Square**: who sends how much. A row for each sender, the first one above, a column for each receiver, the first one
  at the left; the darker, the more bytes, in equal steps of the logarithm.
- **Lines**: when. A line for each rank, rank 0 above, time to the right; a stroke is a message, from where it is sent
  to the dot where it arrives, on the ideal network: a private link of 10 Gb/s between every two nodes.

Contents: [programs](#programs), [collectives](#collectives), [patterns](#patterns), [placements](#placements).
"""
COLLECTIVES = f"""
`workload.collectives` chooses an algorithm for an operation ([programs](programs.md#collectives)). Drawn on
{collectives.RANKS} ranks, with {collectives.BYTES // 1024} KiB for the part of a rank and {collectives.BYTES * 8 // 1024} KiB for a
buffer that is not divided, `segment: 2 KiB` and `torus: [4, 2]`. Each panel has a scale of time of its own.
"""
PATTERNS = """
`workload.pattern`: the destinations of 64 nodes, in an 8x8 torus. Counted over 25 000 cycles; each shade stands for
four times as many packets as the one before, so that chance hardly shows. Two pictures: the same pattern by two
definitions.
"""
PLACEMENTS = """
`workload.placement`: which of 64 ranks runs on which node of an 8x8 grid. The line goes from each rank to the next.
What SCOTCH finds differs between its versions.
"""


def wrapped(line):
    if len(line) <= 120 or line.startswith("!"):
        return [line]
    indent = "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, 119, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def make(tools, catalogue):
    """{path: content} of the page and its pictures."""
    parts = [("Programs", "", programs.section(tools, ROOT, catalogue)),
             ("Collectives", COLLECTIVES, collectives.section(tools, catalogue)),
             ("Patterns", PATTERNS, patterns.patterns(tools, catalogue["pattern"])),
             ("Placements", PLACEMENTS, patterns.placements(tools, catalogue["placement"]))]
    page, files = INTRODUCTION, {}
    for title, text, (pictures, lines) in parts:
        page += f"\n## {title}\n{text.lstrip()}\n" + "\n".join(part for line in lines for part in wrapped(line)) + "\n"
        files.update({f"{IMAGES}/{name}": content for name, content in pictures.items()})
    files[PAGE] = re.sub(r"\n{3,}", "\n\n", page).rstrip() + "\n"
    return files


def differing(files):
    """Paths whose content on disk is not what was made, and pictures of entries that are no longer there."""
    wrong = []
    for path, content in sorted(files.items()):
        full = os.path.join(ROOT, path)
        if not os.path.exists(full):
            wrong.append(path + " is not there")
        elif os.path.basename(path) not in VARIES:
            with open(full, encoding="utf-8") as file:
                wrong += [path + " differs"] if file.read() != content else []
    there = os.listdir(os.path.join(ROOT, IMAGES)) if os.path.isdir(os.path.join(ROOT, IMAGES)) else []
    return wrong + [f"{IMAGES}/{name} shows nothing that fsin lists" for name in sorted(there)
                    if f"{IMAGES}/{name}" not in files]


def quick(tools, catalogue):
    """What is wrong with the placements, and entries that are not on the page or have no picture."""
    page = os.path.join(ROOT, PAGE)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    pictures, lines = patterns.placements(tools, catalogue["placement"])
    wrong = [f"{PAGE} lacks: {part}" for line in lines for part in wrapped(line) if part and part + "\n" not in text]
    for kind, entries in catalogue.items():
        if kind in ("kernel", "pattern") or kind.endswith("-algorithm"):
            wrong += [f"{PAGE} lacks {kind} {name}: {doc}" for name, doc in entries if not is_on(text, kind, name, doc)]
    for name in re.findall(rf"\(({'img/workloads'}/[^)]*)\)", text):
        wrong += [] if os.path.exists(os.path.join(ROOT, "docs", name)) else [f"docs/{name} is not there"]
    for name, content in pictures.items():
        with open(os.path.join(ROOT, IMAGES, name), encoding="utf-8") as file:
            wrong += [f"{IMAGES}/{name} differs"] if name not in VARIES and file.read() != content else []
    return wrong


def is_on(page, kind, name, doc):
    """Whether the page has the entry of a catalogue, in the section of its kind, with its line."""
    if kind.endswith("-algorithm"):
        part = page.partition(f"\n### {kind.removesuffix('-algorithm')}\n")[2].partition("\n### ")[0]
        return f"- `{name}`: {' '.join(doc.split())}" in " ".join(part.split())
    title = {"kernel": "Programs", "pattern": "Patterns"}[kind]
    part = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0].partition(f"\n### `{name}`\n")[2]
    part = " ".join(part.partition("\n### ")[0].split())
    return part.startswith(doc[0].upper() + doc[1:]) and "](img/workloads/" in part


def write(files):
    os.makedirs(os.path.join(ROOT, IMAGES), exist_ok=True)
    for name in os.listdir(os.path.join(ROOT, IMAGES)):
        os.remove(os.path.join(ROOT, IMAGES, name))
    for path, content in files.items():
        with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
            file.write(content)


def main():
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="where fsin and trgen are")
    parser.add_argument("--check", action="store_true", help="write nothing, name the files that differ")
    parser.add_argument("--quick", action="store_true", help="as --check, but draw the placements alone")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="fsin-gallery-") as scratch:
            tools = Tools(arguments.bin, scratch)
            catalogue = tools.catalogue()
            if arguments.quick:
                wrong = quick(tools, catalogue)
            elif arguments.check:
                wrong = differing(make(tools, catalogue))
            else:
                write(make(tools, catalogue))
                wrong = []
    except (Failure, OSError) as failure:
        print(f"gallery: {failure}", file=sys.stderr)
        return 3
    for line in wrong:
        print("gallery: " + line, file=sys.stderr)
    if wrong:
        print("run: python3 scripts/gallery", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the worked examples of docs/contributing.md and writes what they make of the sources.

Usage: worked_examples.py ROOT FOLDER
A block ```cpp FILE is a new file. A block ```diff FILE changes a file that there is: a line "-TEXT" followed by "+NEW"
replaces TEXT, which must stand in the file once, at the beginning of a line; a "+#include" by itself joins the includes
of the file. FOLDER then holds the new and the changed files, to be found by the compiler before those of ROOT, and
worked_examples.hpp, which differs whenever one of them does. Files that stay the same are not written again.

Of the list of routings, what stands behind the example is left out: engines are compiled for each of them.

What does not apply any more is printed as FILE:LINE: what; exit status 1. A kind of thing without an example counts, too.
"""
import hashlib
import os
import re
import sys

PAGE = "docs/contributing.md"
# Where the example of each kind of thing has its file; a kind that ROOT does not have yet needs none.
KINDS = ["fsin/topology", "fsin/routing", "fsin/router/flow_controls", "fsin/router/arbiters", "trgen/synth",
         "trgen/kernels", "fsin/engine/message"]
ROUTINGS = "fsin/routing/catalogue.hpp"


class Stale(Exception):
    """An example that does not fit the sources: line of the page, and what is wrong."""


def blocks(text):
    """Yields (line of the fence, language, file, lines) of the blocks that name a file."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"^```(cpp|diff) (\S+)$", line)
        if fence is None and match:
            fence, lines = (number, match.group(1), match.group(2)), []
        elif fence is not None and line == "```":
            yield (*fence, lines)
            fence = None
        elif fence is not None:
            lines.append(line)


def with_include(text, include):
    """Before the first include of the project that comes after it in the alphabet."""
    lines = text.split("\n")
    ours = [i for i, line in enumerate(lines) if re.match(r'#include "(fsin|trgen)/', line)]
    if not ours or include in lines:
        raise Stale(f"{include}: " + ("is there already" if ours else "the file has no includes to join"))
    later = [i for i in ours if lines[i] > include]
    lines.insert(later[0] if later else ours[-1] + 1, include)
    return "\n".join(lines)


def changed(text, diff):
    """The text after the changes of a ```diff block."""
    left = list(diff)
    while left:
        line = left.pop(0)
        if line.startswith("+#include "):
            text = with_include(text, line[1:])
        elif line.startswith("-") and left and left[0].startswith("+"):
            old, new = line[1:], left.pop(0)[1:]
            found = len(re.findall("^" + re.escape(old), text, re.MULTILINE))
            if found != 1:
                raise Stale(f"'{old}' begins {found} lines, not one")
            text = re.sub("^" + re.escape(old), lambda _, new=new: new, text, flags=re.MULTILINE)
        else:
            raise Stale(f"'{line}' is neither an include to add nor a text with its replacement")
    return text


def shortened(text, entry):
    """A list of types without those behind `entry`."""
    return re.sub(r"\b(" + re.escape(entry) + r")\b,[^>]*>", r"\1>", text)


def read(root, file):
    with open(os.path.join(root, file), encoding="utf-8") as source:
        return source.read()


def apply(root):
    """Files by name, with their new content."""
    files = {}
    for number, language, file, lines in blocks(read(root, PAGE)):
        there = os.path.exists(os.path.join(root, file))
        try:
            if language == "cpp":
                if there or file in files:
                    raise Stale("there is such a file already")
                files[file] = "\n".join(lines) + "\n"
            else:
                if not there:
                    raise Stale("there is no such file to change")
                files[file] = changed(files.get(file) or read(root, file), lines)
                if file == ROUTINGS:
                    files[file] = shortened(files[file], lines[-1].rstrip(",").split()[-1])
        except Stale as stale:
            raise Stale(f"{PAGE}:{number}: the example does not fit {file}: {stale}") from None
    for kind in KINDS:
        if os.path.isdir(os.path.join(root, kind)) and not any(
                os.path.dirname(file) == kind and not os.path.exists(os.path.join(root, file)) for file in files):
            raise Stale(f"{PAGE}:1: no worked example adds a file to {kind}")
    return files


def write(files, folder):
    digest = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()
    wanted = {**files, "worked_examples.hpp": f"// {digest}\n"}
    for name in (os.path.relpath(os.path.join(base, name), folder) for base, _, names in os.walk(folder)
                 for name in names):
        if name not in wanted:
            os.remove(os.path.join(folder, name))
    for name, content in wanted.items():
        path = os.path.join(folder, name)
        if os.path.exists(path) and read(folder, name) == content:
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(content)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: worked_examples.py ROOT FOLDER")
    try:
        write(apply(sys.argv[1]), sys.argv[2])
    except Stale as stale:
        sys.exit(str(stale))


if __name__ == "__main__":
    main()

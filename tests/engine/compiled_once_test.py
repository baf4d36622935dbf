# SPDX-License-Identifier: Apache-2.0
"""Both engines are compiled once with each routing algorithm: nowhere else does an object define a part of an engine
with it. Arguments: the library of the engines, or its objects."""
import collections
import re
import subprocess
import sys

ENGINE_WITH = re.compile(r"fsin::engine::(?:event|reference)::\w+<fsin::routing::")


def argument_at(text, start):
    """The template argument that begins at `start`."""
    depth = 0
    for place in range(start, len(text)):
        if depth == 0 and text[place] in ",>":
            return text[start:place].strip()
        depth += {"<": 1, ">": -1}.get(text[place], 0)
    return text[start:]


def objects_of(files):
    """Algorithm -> objects that define a part of an engine with it, whatever else they define."""
    listing = subprocess.run(["nm", "-A", "-C", "--defined-only", *files], check=True, capture_output=True,
                             text=True).stdout
    found = collections.defaultdict(set)
    for line in listing.splitlines():
        member = line.split(".o:", 1)[0]
        for match in ENGINE_WITH.finditer(line):
            found[argument_at(line, match.end() - len("fsin::routing::"))].add(member)
    return found


def main():
    found = objects_of(sys.argv[1:])
    if "fsin::routing::TableRoute" not in found or len(found) < 20:
        sys.exit(f"{sys.argv[1]} has engines with {len(found)} algorithms; this test no longer sees them")
    twice = {algorithm: objects for algorithm, objects in found.items() if len(objects) > 1}
    for algorithm, objects in sorted(twice.items()):
        print(f"{algorithm} is compiled {len(objects)} times: {', '.join(sorted(objects))}; "
              "an algorithm that families share says is_shared and has a unit of its own (fsin/engine/shared_unit.hpp)")
    sys.exit(1 if twice else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every file that decides a result is opened through one door, fsin/core/input_file.hpp: no other code of fsin/ and trgen/
opens a file for reading.

Usage: inputs_test.py ROOT
PLACES are the exceptions, each with its reason; one that is not needed any more is a breach too. The search itself is
tested on lines that it has to find, before it is trusted with the tree.
"""
import os
import re
import sys

WAYS = re.compile(
    r"\b(?:std::)?(?:basic_)?(?:ifstream|fstream|filebuf)\b"        # streams of the standard library
    r"|\b(?:fopen|fopen64|freopen|fdopen|gzopen|openat|openat2|mmap|copy_file)\s*\("
    r"|(?<![\w.>])::open(?:64)?\s*\("                                # open(2), not a method
    r"|\bOTF2_Reader_Open\s*\(|\bYAML::LoadFile\s*\(|[.>]load_file\s*\(|\bParseFrom(?:FileDescriptor|Istream)\s*\(")
# A path that has lost the record of its experiment: the text of a name in place of the InputPath itself.
LOST = re.compile(r"\b(?:io::Input(?:\s+\w+)?|make_unique<(?:trgen::)?(?:io::)?Input>|open_trace|open_input)\s*"
                  r"[({][^;]*\.(?:string|native|c_str)\(\)")

PLACES = {
    "fsin/core/input_file.cpp": "the door",
    "fsin/core/output_place.cpp": "opens for writing",
    "fsin/core/folder_lock.cpp": "a folder, to lock it",
    "fsin/core/host.cpp": "memory of the process, told by the operating system",
    "fsin/core/memory_limit.cpp": "memory of the machine, told by the operating system",
    "fsin/network/arena.cpp": "memory, not a file",
    "fsin/live/": "memory shared with the ranks of a program",
    "fsin/run/checkpoint_directory.cpp": "states that a run itself has written, with a digest",
    "fsin/mpi/main.cpp": "/dev/null, for writing",
    "fsin/sweep/": "results that a sweep itself has written, with a digest",
    "fsin/core/spill_file.cpp": "a temporary file of its own",
    "fsin/report/file_comparison.cpp": "fsin compare reads results, not an experiment",
    "trgen/io/output.cpp": "a folder, to wait until it is on the disk",
    "trgen/formats/otf2/read.cpp": "the library of OTF2 opens the files of an archive, each of which the door has read before",
    "trgen/replay/placements/scotch_programs.cpp": "what SCOTCH wrote into a temporary folder",
    "trgen/commands/": "commands that read no experiment",
}

FOUND = ["std::ifstream in(file);", "std::ifstream(file) >> bytes", "FILE* f = fopen(name, \"r\");",
         "const int fd = ::open(path.c_str(), O_RDONLY);", "void* p = ::mmap(nullptr, n, PROT_READ, MAP_SHARED, fd, 0);",
         "document.load_file(name.c_str())", "io::Input in(file.string());", "formats::open_trace(path.string())",
         "auto in = std::make_unique<io::Input>(file_.string());", "std::filebuf buffer;"]
PASSED = ["InputStream in(file);", "io::Input in(file);", "pool.open(file);", "journal->open(path);",
          "io::Input in(name, bytes);", "formats::open_trace(path)", "config::load_file(file, diagnostics)"]


def code_of(line):
    return line.split("//")[0]


def is_breach(line):
    return WAYS.search(code_of(line)) or LOST.search(code_of(line))


def sources(root):
    for top in ("fsin", "trgen"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if name.endswith((".hpp", ".cpp", ".h", ".c")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def main():
    if len(sys.argv) != 2:
        print("usage: inputs_test.py ROOT", file=sys.stderr)
        return 2
    breaches = [f"the search does not find: {line}" for line in FOUND if not is_breach(line)]
    breaches += [f"the search finds what is no breach: {line}" for line in PASSED if is_breach(line)]
    needed = set()
    for path in sources(sys.argv[1]):
        place = next((each for each in PLACES if path == each or (each.endswith("/") and path.startswith(each))), None)
        with open(os.path.join(sys.argv[1], path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not is_breach(line):
                    continue
                if place is None:
                    breaches.append(f"{path}:{number}: a file is opened beside the door: {line.strip()}; "
                                    "open an InputPath by InputFile or InputStream (fsin/core/input_file.hpp)")
                needed.add(place)
    breaches += [f"{place}: opens nothing; take it out of PLACES" for place in PLACES if place not in needed]
    print("\n".join(breaches))
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())

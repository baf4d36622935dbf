#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The CMake targets follow the arrows between folders that arch_test.py checks in every #include.

Usage: targets_test.py ROOT
Prints every target that is linked with one of a folder above it. Exit status 0 when there is none and the test finds
the breaches that it plants in a small tree of its own.
"""
import os
import re
import sys
import tempfile

import arch_test


def cmake_files(root):
    for program in ("fsin", "trgen"):
        for folder, _, names in os.walk(os.path.join(root, program)):
            if "CMakeLists.txt" in names:
                with open(os.path.join(folder, "CMakeLists.txt"), encoding="utf-8") as file:
                    yield os.path.relpath(folder, root), re.sub(r"#.*", "", file.read())


def links(text):
    """(target, what it is linked with), from fsin_library(... DEPENDS ...) and target_link_libraries(...)."""
    for name, rest in re.findall(r"\bfsin_library\(\s*(\w+)([^)]*)\)", text):
        yield name, rest.partition("DEPENDS")[2].split()
    for name, rest in re.findall(r"\btarget_link_libraries\(\s*([\w-]+)([^)]*)\)", text):
        yield name, [word for word in rest.split() if word not in ("PUBLIC", "PRIVATE", "INTERFACE")]


def breaches(root):
    files = list(cmake_files(root))
    home = {name: folder for folder, text in files for name in re.findall(r"\bfsin_library\(\s*(\w+)", text)}
    found = []
    for folder, text in files:
        for name, depends in links(text):
            for each in depends:
                target = home.get(each)
                if target and not arch_test.may_include(folder, target):
                    found.append(f"{folder}/CMakeLists.txt: {name} is linked with {each} of {target}, which {folder} "
                                 "may not include (ARROWS in tests/arch/arch_test.py)")
    return found


def selftest():
    tree = {"fsin/core": "fsin_library(fsin_core SOURCES a.cpp DEPENDS fmt::fmt)",
            "fsin/config": "fsin_library(fsin_config SOURCES a.cpp\n  DEPENDS fsin_core fsin_stats)",
            "fsin/stats": "fsin_library(fsin_stats SOURCES a.cpp DEPENDS fsin_config)",
            "trgen/io": "fsin_library(trgen_io DEPENDS fsin_core)\ntarget_link_libraries(trgen_io PUBLIC trgen_goal)",
            "trgen/formats/goal": "fsin_library(trgen_goal DEPENDS trgen_io)"}
    with tempfile.TemporaryDirectory() as root:
        for folder, text in tree.items():
            os.makedirs(os.path.join(root, folder))
            with open(os.path.join(root, folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
                file.write(text)
        found = [line.split(": ")[0] for line in breaches(root)]
    expected = ["fsin/config/CMakeLists.txt", "trgen/io/CMakeLists.txt"]
    return [] if found == expected else [f"targets_test.py finds {found} in its own tree, not {expected}"]


def main():
    if len(sys.argv) != 2:
        print("usage: targets_test.py ROOT", file=sys.stderr)
        return 2
    found = selftest() + breaches(sys.argv[1])
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

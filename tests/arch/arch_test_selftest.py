#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one breach of every rule of arch_test.py in a small tree and expects exactly those to be reported."""
import os
import subprocess
import sys
import tempfile

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"

CLEAN = {
    "mpich-patches/trace/state.c": SPDX + "static int rank;\n",
    "fsin/core/ids.hpp": SPDX + "#pragma once\n#include <cstdint>\nnamespace fsin {\nconstexpr int limit = 3;\n"
                                "using Cycle = unsigned long;\nint next(int now);\n}\n",
    "fsin/topology/ring.hpp": SPDX + "class Ring final : public Geometry {};\nstruct RingParams {\n};\n"
                                    "struct LoopParams : Sizes {\n};\n",
    "fsin/routing/ring_minimal.hpp": SPDX + "using Geometry = topology::Ring;\n",
    "fsin/config/read.cpp": SPDX + '#include <yaml-cpp/yaml.h>\n#include "fsin/core/ids.hpp"\n',
    "fsin/commands/main.cpp": SPDX + '#include "fsin/engine/run.hpp"\n#include "trgen/replay/replay.hpp"\n',
    "trgen/formats/goal/read.cpp": SPDX + '#include "trgen/formats/goal/graph.hpp"\n'
                                          '#include "trgen/formats/common/steps.hpp"\n#include "trgen/io/lines.hpp"\n',
    "trgen/formats/container/read.cpp": SPDX + '#include "trgen/formats/text/format.hpp"\n',
    "trgen/formats/open.cpp": SPDX + '#include "trgen/formats/goal/format.hpp"\n',
    "tests/core/ids_test.cpp": SPDX + '#include <doctest/doctest.h>\n#include "fsin/core/ids.hpp"\n',
    "docs/use.md": "Any text.\n",
}
# path -> (content, line of the breach, rule)
BREACHES = {
    "fsin/core/up.hpp": (SPDX + '#include "fsin/config/read.hpp"\n', 2, "arrow"),
    "fsin/report/peek.cpp": (SPDX + '#include "fsin/engine/run.hpp"\n', 2, "arrow"),
    "fsin/engine/load.cpp": (SPDX + '#include "trgen/replay/replay.hpp"\n', 2, "arrow"),
    "trgen/formats/net.cpp": (SPDX + '#include "fsin/network/state.hpp"\n', 2, "arrow"),
    "trgen/io/up.cpp": (SPDX + '#include "trgen/formats/common/contract.hpp"\n', 2, "arrow"),
    "trgen/formats/common/up.cpp": (SPDX + '#include "trgen/formats/text/line.hpp"\n', 2, "arrow"),
    "trgen/formats/goal/top.cpp": (SPDX + '#include "trgen/formats/catalogue.hpp"\n', 2, "arrow"),
    "trgen/formats/goal/aside.cpp": (SPDX + '#include "trgen/formats/dumpi/call.hpp"\n', 2, "arrow"),
    "fsin/router/near.cpp": (SPDX + '#include "near.hpp"\n', 2, "include path"),
    "fsin/router/yaml.cpp": (SPDX + "#include <yaml-cpp/yaml.h>\n", 2, "library"),
    "fsin/config/second.cpp": (SPDX + "\n#include <yaml-cpp/node.h>\n", 3, "library"),
    "fsin/stats/probe.hpp": (SPDX + "#include <doctest/doctest.h>\n", 2, "library"),
    "fsin/network/long.cpp": (SPDX + "int f();\n" * 300, 301, "file size"),
    "fsin/topology/bare.hpp": ("#pragma once\n", 1, "licence"),
    "scripts/bare": ("#!/bin/sh\n\ntrue\n", 1, "licence"),
    "fsin/topology/later.hpp": (SPDX + "// TODO: more\n", 2, "unfinished"),
    "fsin/topology/global.cpp": (SPDX + "int counter = 0;\n", 2, "mutable global"),
    "fsin/topology/vector.cpp": (SPDX + "static std::vector<int> cache;\n", 2, "mutable global"),
    "fsin/topology/local.cpp": (SPDX + "int f() {\n  static int calls = 0;\n  return ++calls;\n}\n", 3, "mutable global"),
    "tests/capture/global.cpp": (SPDX + "static int rank;\n", 2, "mutable global"),
    "mpich-patches/trace/up.c": (SPDX + '#include "trgen/replay/replay.hpp"\n', 2, "arrow"),
    "trgen/commands/words.cpp": (SPDX + 'void f() {\n  fmt::print(stderr, "x");\n}\n', 3, "message"),
    "fsin/commands/shape.cpp": (SPDX + "bool f() { return is<topology::Ring>(); }\n", 2, "topology by name"),
    "fsin/engine/shape.cpp": (SPDX + "void f(topology::RingParams);\n", 2, "topology by name"),
    "fsin/engine/sizes.cpp": (SPDX + "void f(topology::LoopParams);\n", 2, "topology by name"),
    "docs/mine.md": ("See /home/me/notes.\n", 1, "machine path"),
    "docs/tab.md": ("a\tb\n", 1, "tab"),
}


def write(root, path, content):
    os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(content)


def run(root):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "arch_test.py")
    return subprocess.run([sys.executable, script, root], capture_output=True, text=True, check=False)


def main():
    failures = []
    with tempfile.TemporaryDirectory() as root:
        for path, content in CLEAN.items():
            write(root, path, content)
        clean = run(root)
        if clean.returncode != 0 or clean.stdout:
            failures.append("a clean tree is reported:\n" + clean.stdout + clean.stderr)
        for path, (content, _, _) in BREACHES.items():
            write(root, path, content)
        found = run(root)
        if found.returncode != 1:
            failures.append(f"breaches give exit status {found.returncode}, expected 1")
        got = {":".join(line.split(":")[:3]) for line in found.stdout.splitlines()}
        expected = {f"{path}:{line}: {rule}" for path, (_, line, rule) in BREACHES.items()}
        failures += [f"missed: {text}" for text in sorted(expected - got)]
        failures += [f"reported without cause: {text}" for text in sorted(got - expected)]
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

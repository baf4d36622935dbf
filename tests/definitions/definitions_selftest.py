#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants two definitions of one name, of every sort, and expects definitions_test.py to name them and nothing else."""
import os
import sys
import tempfile

from definitions_test import faults_of, has_ctags

SOUND = {
    "fsin/core/kept.hpp": """#pragma once
namespace fsin {
struct Kept;
template <class T>
struct Of {};
template <>
struct Of<int> {};
inline int twice(int value) { return 2 * value; }
inline double twice(double value) { return 2 * value; }
template <class T>
concept Counted = requires { T::count; };
}  // namespace fsin
""",
    "fsin/core/kept.cpp": """#include "fsin/core/kept.hpp"
namespace fsin {
struct Kept { int field = 0; };
template <>
struct Of<double> {};
namespace {
struct Row { int a; };
int helper(int value) { return value; }
}  // namespace
int use(int value) { struct Local { int a; }; return helper(value) + Local{1}.a + Row{1}.a; }
}  // namespace fsin
int main() { return 0; }
""",
    "trgen/io/other.cpp": """namespace fsin::io {
struct Kept { long field = 0; };
}  // namespace fsin::io
namespace fsin {
struct Of;
namespace {
struct Row { long b; };
long helper(int value) { return value; }
}  // namespace
static int twice(int value) { return 3 * value; }
long use(long value) { struct Local { int b; }; return helper(1) + twice(1) + value; }
}  // namespace fsin
int main() { return 1; }
""",
}

# A text that is planted in trgen/io/planted.cpp or .hpp, and what must be said of it.
FAULTS = [
    (".cpp", "namespace fsin {\nstruct Kept { long other = 0; };\n}\n", "type fsin::Kept is also defined"),
    (".cpp", "namespace fsin {\nclass Kept {\n public:\n  virtual ~Kept();\n};\n}\n", "type fsin::Kept is also defined"),
    (".cpp", "namespace fsin {\nenum class Kept { one, two };\n}\n", "type fsin::Kept is also defined"),
    (".cpp", "namespace fsin {\ntemplate <>\nstruct Of<int> { int more; };\n}\n", "type fsin::Of<int> is also defined"),
    (".hpp", "namespace fsin {\ntemplate <class T>\nstruct Of { T more; };\n}\n", "type fsin::Of is also defined"),
    (".cpp", "namespace fsin {\ninline int twice(int number) { return number + number; }\n}\n",
     "function fsin::twice(int) is also defined"),
    (".hpp", "namespace fsin {\ntemplate <class T>\nconcept Counted = sizeof(T) > 1;\n}\n",
     "concept fsin::Counted is also defined"),
    (".hpp", "namespace fsin {\nnamespace {\nint hidden = 0;\n}\n}\n", "an unnamed namespace in a header"),
    (".hpp", "namespace fsin {\nstatic int alone() { return 1; }\n}\n", "alone is static in a header"),
    (".hpp", "namespace fsin {\n#ifdef FSIN_WIDE\nstruct Wide {};\n#endif\n}\n", "depends on FSIN_WIDE"),
]


def found_in(files):
    with tempfile.TemporaryDirectory(prefix="fsin-definitions-") as root:
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return faults_of(root, ["fsin", "trgen"])


def main():
    if not has_ctags():
        print("skipped: there is no Universal Ctags (universal-ctags); run scripts/install-packages.sh --tests")
        return 77
    failures = [f"sound sources: {fault}" for fault in found_in(SOUND)]
    for ending, text, message in FAULTS:
        found = found_in({**SOUND, "trgen/io/planted" + ending: text})
        if len(found) != 1 or message not in found[0] or "planted" not in found[0] + message:
            failures.append(f"expected one fault with {message!r}, got {found}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives worked_examples.py pages that fit a small tree of sources and pages that do not, and expects it to tell."""
import os
import sys
import tempfile

import worked_examples

CATALOGUE = """#pragma once
#include <array>

#include "fsin/router/arbiters/age.hpp"
#include "fsin/router/policy_list.hpp"

using Arbiters = ArbiterList<Age>;
"""
EXAMPLE = """```cpp fsin/router/arbiters/lottery.hpp
struct Lottery {};
```
```diff fsin/router/arbiter_catalogue.hpp
+#include "fsin/router/arbiters/lottery.hpp"
-using Arbiters = ArbiterList<
+using Arbiters = ArbiterList<Lottery, 
```
"""
AFTER = """#pragma once
#include <array>

#include "fsin/router/arbiters/age.hpp"
#include "fsin/router/arbiters/lottery.hpp"
#include "fsin/router/policy_list.hpp"

using Arbiters = ArbiterList<Lottery, Age>;
"""
# What is done to the example, and a part of what is said then.
STALE = [
    (lambda page: page.replace("arbiters/lottery.hpp\nstruct", "arbiters/age.hpp\nstruct"), "such a file already"),
    (lambda page: page.replace("diff fsin/router/arbiter_", "diff fsin/router/arbiters_"), "no such file to change"),
    (lambda page: page.replace("-using Arbiters", "-using Arbiter "), "begins 0 lines"),
    (lambda page: page.replace("-using Arbiters = ArbiterList<", "-#include "), "begins 4 lines"),
    (lambda page: page.replace("+#include", " #include"), "neither an include"),
    (lambda page: page.replace('+#include "fsin/router/arbiters/lottery', '+#include "fsin/router/arbiters/age'),
     "is there already"),
    (lambda page: page.replace("```cpp", "```cpp notest"), "no worked example adds a file to fsin/router/arbiters"),
    (lambda page: "", "no worked example adds a file to fsin/router/arbiters"),
]


def tree(root, page):
    for name, content in {"docs/contributing.md": page, "fsin/router/arbiter_catalogue.hpp": CATALOGUE,
                          "fsin/router/arbiters/age.hpp": "struct Age {};\n"}.items():
        os.makedirs(os.path.join(root, os.path.dirname(name)), exist_ok=True)
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(content)


def said_of(page):
    with tempfile.TemporaryDirectory() as root:
        tree(root, page)
        try:
            return worked_examples.apply(root)
        except worked_examples.Stale as stale:
            return str(stale)


def faults():
    fits = said_of(EXAMPLE)
    if fits != {"fsin/router/arbiters/lottery.hpp": "struct Lottery {};\n",
                "fsin/router/arbiter_catalogue.hpp": AFTER}:
        yield f"an example that fits gave {fits}"
    for spoil, expected in STALE:
        said = said_of(spoil(EXAMPLE))
        if expected not in said:
            yield f"expected '{expected}', got {said}"
    short = worked_examples.shortened("using A = List<Dor, Direct, Tree, Other>;\n", "Direct")
    if short != "using A = List<Dor, Direct>;\n":
        yield f"a list was shortened to {short}"
    short = worked_examples.shortened("struct A : List<Dor,\n    Direct,\n    Other> {};\n", "Direct")
    if short != "struct A : List<Dor,\n    Direct> {};\n":
        yield f"a list that is a struct was shortened to {short}"
    with tempfile.TemporaryDirectory() as folder:
        for files in ({"a/b.hpp": "1\n", "c.hpp": "2\n"}, {"c.hpp": "3\n"}):
            worked_examples.write(files, folder)
        left = sorted(name for _, _, names in os.walk(folder) for name in names)
        if left != ["c.hpp", "worked_examples.hpp"]:
            yield f"a folder that was written twice holds {left}"


def main():
    found = list(faults())
    print("\n".join(found) or f"{len(STALE)} stale examples are told")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

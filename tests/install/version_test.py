#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One version everywhere, and the rule of tags (CONTRIBUTING.md): a tagged commit is a release, with a date.

Usage: version_test.py ROOT
"""
import ast
import os
import re
import subprocess
import sys

ROOT = sys.argv[1]
failures = []


def text_of(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def first(pattern, name):
    found = re.search(pattern, text_of(name), flags=re.M)
    if not found:
        failures.append(f"{name}: nothing like {pattern}")
        return ""
    return found.group(1)


def check_versions():
    version = first(r"^project\(fsin VERSION (\d+\.\d+\.\d+) ", "CMakeLists.txt")
    for name, pattern in (("CITATION.cff", r"^version: (\S+)$"), ("CHANGELOG.md", r"^## (\d+\.\d+\.\d+) "),
                          ("packaging/debian/changelog", r"^fsin \((\S+)\) "), ("packaging/conda/meta.yaml", r"^  version: (\S+)$")):
        found = first(pattern, name)
        if found != version:
            failures.append(f"{name}: version {found}, and CMakeLists.txt has {version}")
    return version


def check_tag(version):
    if not os.path.exists(os.path.join(ROOT, ".git")):
        return
    done = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "tag", "--points-at", "HEAD", "v*"], capture_output=True,
                          text=True, check=False)
    for tag in done.stdout.split():
        if tag != f"v{version}":
            failures.append(f"tag {tag} on a commit of version {version}")
        if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d{{2}}-\d{{2}}\)$", text_of("CHANGELOG.md"), flags=re.M):
            failures.append(f"tag {tag}, and CHANGELOG.md has no line '## {version} (DATE)'")


def check_recipes():
    """Recipes name every library that cmake asks for; that they work is tried by hand, with the tools that read them."""
    ast.parse(text_of("packaging/spack/package.py"))
    spack, conda = text_of("packaging/spack/package.py"), text_of("packaging/conda/meta.yaml")
    cmake = text_of("CMakeLists.txt")
    required = {name.lower().replace("nlohmann_json", "nlohmann.json") for name in
                re.findall(r"^find_package\((\S+) REQUIRED", cmake, flags=re.M)}
    required |= set(re.findall(r"^find_library\(\w+ (\w+) REQUIRED", cmake, flags=re.M))
    for name in sorted(required - {"threads", "pkgconfig"}):
        for recipe, text in (("spack/package.py", spack), ("conda/meta.yaml", conda)):
            if not re.search(name, text):
                failures.append(f"packaging/{recipe}: nothing about {name}, which CMakeLists.txt requires")


def check_ci():
    """The hosted file calls what everyone calls."""
    if ".ci/run" not in text_of(".github/workflows/tests.yml") or "./run-tests" not in text_of(".ci/run"):
        failures.append(".github/workflows/tests.yml does not end in ./run-tests")


check_tag(check_versions())
check_recipes()
check_ci()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)

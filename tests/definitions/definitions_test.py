#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One definition of every name: names that several translation units see, found in the sources with ctags.

Usage: definitions_test.py ROOT
Two sources that define one class, enumeration, concept, template, inline function or inline variable differently are
undefined behaviour, which neither the compiler nor the linker sees: the linker keeps one of the two. A program whose
names all differ cannot do that, so every name outside unnamed namespaces may be defined in one file only. Function
overloads and specialisations of templates count as names of their own. A header, which is compiled many times, must
also mean the same each time: it has no unnamed namespace, no static function, and no #if but for what MACROS names.

Not seen: definitions in generated sources, and what macros make. `./run-tests --nightly` links the programs with
link-time optimisation, where the linker compares all types.

Faults are printed as FILE:LINE. Exit status 0 when there is none, 77 when ctags is not Universal Ctags.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys

FOLDERS = ("fsin", "trgen", "tests", "bench")
TYPES = {"class", "struct", "union", "enum"}
# Each program has its own, and no two of them are linked together.
CASE = "doctest_case"  # doctest gives each its own name
ENTRIES = {"main", "LLVMFuzzerTestOneInput", "__lsan_default_suppressions", CASE}
MACROS = {"__x86_64__", "__cpp_lib_bit_cast"}  # the same for every source of a build
UNNAMED = "__anon"
# Stand in for another source in a build without its library (cmake/parts.cmake, fsin/browser): no program has both.
INSTEAD = {"fsin/analysis/bisection_left_out.cpp", "fsin/browser/yaml.cpp", "trgen/formats/otf2/left_out.cpp"}


def tags_of(root, folders):
    """What ctags finds, one dictionary a tag, with the text of its line."""
    command = ["ctags", "-R", "--languages=C++", "--langmap=C++:.cpp.hpp", "--kinds-C++=cfgnsuv", "--fields=+neSsKZ",
               "--sort=no", "-D", f"TEST_CASE(name)=void {CASE}()", "--output-format=json", "-f", "-", *folders]
    ran = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    tags = [json.loads(line) for line in ran.stdout.split("\n") if line]
    tags = [tag for tag in tags if tag["path"] not in INSTEAD]
    lines = {}
    for tag in tags:
        path = tag["path"]
        if path not in lines:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                lines[path] = file.read().split("\n")
        tag["text"] = lines[path][tag["line"] - 1]
        tag["above"] = lines[path][tag["line"] - 2] if tag["line"] > 1 else ""
    return tags


def parameters(signature):
    """The types of "(int a, std::vector<T>& b = {}) const", without the names and the defaults."""
    inside, depth, types, current = re.sub(r"^\(|\)[^)]*$", "", signature or ""), 0, [], ""
    for letter in inside + ",":
        depth += (letter in "<({[") - (letter in ">)}]")
        if letter == "," and depth == 0:
            types.append(re.sub(r"(?<=[\w>&*\]\s])\b\w+$", "", current.split("=")[0].strip()).replace(" ", ""))
            current = ""
        else:
            current += letter
    return ",".join(types)


def definition(tag):
    """What the tag defines for the whole program, as (sort, name); none for what its file keeps to itself."""
    scope, kind = tag.get("scope", ""), tag["kind"]
    if UNNAMED in scope or UNNAMED in tag["name"] or tag.get("scopeKind") not in (None, "namespace"):
        return None
    name = f"{scope}::{tag['name']}" if scope else tag["name"]
    arguments = re.search(re.escape(tag["name"]) + r"\s*(<.*>)\s*[:{]", tag["text"])
    if kind in TYPES:
        return "type", name + (arguments.group(1) if arguments else "")
    if kind == "function" and tag["name"] not in ENTRIES and not re.match(r"\s*static\b", tag["text"]):
        constraint = re.search(r"\brequires\b.*", tag["above"])
        return "function", f"{name}({parameters(tag.get('signature'))}){constraint.group(0) if constraint else ''}"
    if kind == "variable" and re.match(r"\s*inline\b", tag["text"]):
        return "variable", name
    return None


def concepts(root, tags):
    """ctags knows no concepts: they are looked for in the text, and their namespace among its tags."""
    spaces = collections.defaultdict(list)
    for tag in tags:
        if tag["kind"] == "namespace":
            spaces[tag["path"]].append((tag["line"], tag.get("end", 1 << 30), tag))
    for path in sorted({tag["path"] for tag in tags}):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                found = re.match(r"\s*(?:template <.*>\s*)?concept (\w+)\b", line)
                around = [each for each in spaces[path] if each[0] <= number <= each[1]]
                if found and not any(UNNAMED in each[2]["name"] for each in around):
                    inner = max(around, key=lambda each: each[0])[2] if around else {"name": ""}
                    scope = f"{inner['scope']}::{inner['name']}" if inner.get("scope") else inner["name"]
                    yield f"{scope}::{found.group(1)}", path, number


def faults_of(root, folders):
    tags = [tag for tag in tags_of(root, folders) if tag.get("_type") == "tag"]
    places = collections.defaultdict(dict)  # sort and name -> file -> line
    for tag in tags:
        defined = definition(tag)
        if defined:
            places[defined].setdefault(tag["path"], tag["line"])
    for name, path, line in concepts(root, tags):
        places[("concept", name)].setdefault(path, line)
    faults = []
    for (sort, name), files in sorted(places.items()):
        (first, line), *others = sorted(files.items())
        for path, again in others:
            faults.append(f"{path}:{again}: {sort} {name} is also defined in {first}:{line}: give one of them another name, "
                          "or put what one file alone needs into an unnamed namespace")
    return faults + [fault for tag in tags for fault in header_faults(tag)] + conditions(root, {t["path"] for t in tags})


def header_faults(tag):
    if not tag["path"].endswith(".hpp") or tag.get("scopeKind") not in (None, "namespace"):
        return
    if tag["kind"] == "namespace" and UNNAMED in tag["name"]:
        yield f"{tag['path']}:{tag['line']}: an unnamed namespace in a header is another one in each source that includes it"
    if tag["kind"] == "function" and re.match(r"\s*static\b", tag["text"]):
        yield f"{tag['path']}:{tag['line']}: {tag['name']} is static in a header: another function in each source; say inline"


def conditions(root, paths):
    faults = []
    for path in sorted(path for path in paths if path.endswith(".hpp")):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                found = re.match(r"\s*#\s*(if|ifdef|ifndef|elif)\b(.*)", line)
                words = set(re.findall(r"\b[A-Za-z_]\w*", found.group(2))) - {"defined"} - MACROS if found else set()
                if words:
                    faults.append(f"{path}:{number}: what the header defines depends on {', '.join(sorted(words))}, which "
                                  "may differ from source to source")
    return faults


def has_ctags():
    if not shutil.which("ctags"):
        return False
    ran = subprocess.run(["ctags", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return "Universal Ctags" in ran.stdout


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: definitions_test.py ROOT")
    if not has_ctags():
        print("skipped: there is no Universal Ctags (universal-ctags); run scripts/install-packages.sh --tests")
        return 77
    root = sys.argv[1]
    faults = faults_of(root, [folder for folder in FOLDERS if os.path.isdir(os.path.join(root, folder))])
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

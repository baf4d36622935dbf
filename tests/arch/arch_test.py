#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of the source tree, checked line by line: who may include whom, and the house style a compiler cannot see.

Usage: arch_test.py ROOT
Prints every breach as FILE:LINE: rule: what was found; what to do. Exit status 0 when there is none.
The rules themselves are tested by arch_test_selftest.py, which plants one breach of each.
"""
import os
import re
import sys

from arrows import ARROWS

# A library that one folder hides from the others: header prefix -> (where it may be included, what to use instead).
FENCED = {
    "yaml-cpp/": (r"^fsin/config/[a-z_]+\.cpp$", "read configuration through fsin/config"),
    "metis.h": (r"^fsin/analysis/[a-z_]+\.cpp$", "divide networks through fsin/analysis"),
    "et.pb.h": (r"^trgen/formats/chakra/messages\.cpp$", "read Chakra traces through trgen/formats/chakra"),
    "pybind11/": (r"^fsin/python/module\.cpp$", "bind in fsin/python/module.cpp"),
    "doctest/": (r"^tests/", "tests live in tests/<folder>"),
    "benchmark/": (r"^bench/", "benchmarks live in bench/"),
    "Random123/": (r"^(fsin/core/|fsin/browser/missing\.hpp$|tests/)", "draw through fsin/core"),
}
MAX_LINES = 300
CODE = (".hpp", ".cpp", ".h", ".c")
SCRIPTS = (".sh", ".py", ".cmake", ".js", ".css")
TEXT = CODE + SCRIPTS + (".md", ".yaml", ".yml", ".txt", ".json", ".cff")
SKIPPED_DIRS = {".git", "build", "results", "__pycache__", ".cache"}
DATA = ("tests/oracles/", "tests/fuzz/corpus/", "tests/trgen/data/", "traces/")  # not written by hand
SELF = ("tests/arch/arch_test.py", "tests/arch/arch_test_selftest.py")  # they spell what they forbid

# Code that hangs on a process and not on an object: libraries behind the calls of MPI, and the programs that they serve.
PROCESS_WIDE = re.compile(r"^((mpich-patches/trace|tests/(capture|eztrace|live/programs))/\w+\.[ch]|fsin/live/(provider|shim)/\w+\.[ch]pp)$")

MUTABLE_AT_FILE_SCOPE = re.compile(
    r"^(?!.*\b(const|constexpr|consteval|constinit|using|typedef|namespace|return|friend|enum|struct|class|template|"
    r"operator|public|private|case|goto|extern)\b)"
    r"(static |inline |thread_local )*[A-Za-z_][\w:<>,*& ]*[ &*>]([A-Za-z_]\w*)(\[\w*\])?\s*(=[^=].*|\{.*\})?;")
MUTABLE_STATIC = re.compile(
    r"^\s+(static|thread_local|inline static)\s+(?!.*\b(const|constexpr|consteval)\b)[\w:<>,*& ]+?\s*[&*]?\s*\w+\s*"
    r"(=[^=].*|\{.*\}|);")
PERSONAL_PATH = re.compile(r"(?<![\w.$}/])/(home|root|Users|work|mnt|srv|scratch)/\w")
# What a message quotes may hold control characters; fsin/core/say.hpp escapes them.
RAW_MESSAGE = re.compile(r"\bfmt::print\(\s*(stderr|std::cerr)\b|\bfprintf\(\s*stderr\b|\bstd::cerr\b")
TOPOLOGY = re.compile(r"^(?:class (\w+) final : public Geometry|struct (\w+Params) (?:: \w+ )?\{)", re.MULTILINE)
KNOWS_TOPOLOGIES = ("fsin/topology/", "fsin/routing/")  # a routing may be written for one kind of network
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def arrows_of(folder):
    return ARROWS[folder] if folder in ARROWS else ARROWS.get(os.path.dirname(folder) + "/*", [])


def may_include(folder, path):
    """Whether a file of `folder` may include `path`, a header or a folder of headers."""
    allowed = [folder, "fsin/core", *arrows_of(folder)]
    return any((path + "/").startswith(each.rstrip("/") + "/") for each in allowed)


class Checker:
    def __init__(self, root):
        self.root = root
        self.breaches = []

    def report(self, path, line, rule, found, remedy):
        self.breaches.append((path, line, f"{path}:{line}: {rule}: {found}; {remedy}"))

    def run(self):
        topologies = self.topologies()
        for path in self.files():
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")
            self.check_text(path, lines)
            if path.endswith(CODE):
                self.check_includes(path, lines)
                self.check_globals(path, lines)
                self.check_messages(path, lines)
                self.check_topologies(path, lines, topologies)
        return [text for _, _, text in sorted(self.breaches)]

    def topologies(self):
        """A pattern of the topologies by name: their parameters and the kinds of geometry in fsin/topology."""
        names = []
        folder = os.path.join(self.root, "fsin/topology")
        for room, _, files in sorted(os.walk(folder)):
            for name in sorted(each for each in files if each.endswith(".hpp")):
                with open(os.path.join(room, name), encoding="utf-8") as file:
                    names += ["".join(pair) for pair in TOPOLOGY.findall(file.read())]
        return re.compile(r"\btopology::(" + "|".join(names) + r")\b") if names else None

    def check_topologies(self, path, lines, topologies):
        if topologies is None or not path.startswith(("fsin/", "trgen/")) or path.startswith(KNOWS_TOPOLOGIES):
            return
        for number, line in enumerate(lines, 1):
            found = topologies.search(line)
            if found:
                self.report(path, number, "topology by name", found.group(0), "ask the topology::Geometry")

    def files(self):
        for folder, dirs, names in os.walk(self.root):
            dirs[:] = sorted(d for d in dirs if d not in SKIPPED_DIRS)
            for name in sorted(names):
                full = os.path.join(folder, name)
                path = os.path.relpath(full, self.root)
                if os.path.islink(full) or path.startswith(DATA):
                    continue
                if name.endswith(TEXT) or self.is_script(full):
                    yield path

    @staticmethod
    def is_script(full):
        if "." in os.path.basename(full):
            return False
        with open(full, "rb") as file:
            return file.read(2) == b"#!"

    def check_text(self, path, lines):
        is_code = path.endswith(CODE)
        is_program = is_code or path.endswith(SCRIPTS) or path.endswith("CMakeLists.txt") or lines[0].startswith("#!")
        if is_program:
            if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:2]):
                self.report(path, 1, "licence", "no SPDX line",
                            "begin the file with 'SPDX-License-Identifier: Apache-2.0' in a comment")
            if len(lines) - 1 > MAX_LINES:
                self.report(path, MAX_LINES + 1, "file size", f"{len(lines) - 1} lines, at most {MAX_LINES}",
                            "split it by what its parts are about")
        if path in SELF:
            return
        for number, line in enumerate(lines, 1):
            if "\t" in line:
                self.report(path, number, "tab", "a tab character", "use spaces")
            if UNFINISHED.search(line):
                self.report(path, number, "unfinished", UNFINISHED.search(line).group(0),
                            "finish it, or file an issue and take the note out")
            if PERSONAL_PATH.search(line):
                self.report(path, number, "machine path", PERSONAL_PATH.search(line).group(0) + "...",
                            "use a path relative to the repository or a temporary directory")

    def check_includes(self, path, lines):
        owner = self.owner(path)
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            quote, header = match.groups()
            self.check_fences(path, number, header)
            if header.startswith(("fsin/", "trgen/", "tests/", "bench/", "mpich-patches/")):
                self.check_arrow(path, number, owner, header)
            elif quote == '"':
                self.report(path, number, "include path", f'"{header}"',
                            "write includes from the repository root, libraries in <>")

    def check_arrow(self, path, number, owner, header):
        if owner is None:
            self.report(path, number, "arrow", f"a file outside the known folders includes {header}",
                        "move it to a folder of the architecture, or add the folder to ARROWS in tests/arch")
            return
        if may_include(owner, header):
            return
        targets = ", ".join(arrows_of(owner)) or "nothing else"
        self.report(path, number, "arrow", f"{owner} includes {header}",
                    f"{owner} may include itself, fsin/core and {targets}: move the code, or pass the data in")

    def check_fences(self, path, number, header):
        for prefix, (allowed, remedy) in FENCED.items():
            if header.startswith(prefix) and not re.match(allowed, path):
                self.report(path, number, "library", f"{header} included here", remedy)

    def check_messages(self, path, lines):
        if not path.startswith(("fsin/", "trgen/")) or not path.endswith(CODE):
            return
        for number, line in enumerate(lines, 1):
            if RAW_MESSAGE.search(line):
                self.report(path, number, "message", RAW_MESSAGE.search(line).group(0),
                            "write fsin::say(...), which lets no control character reach a terminal")

    def check_globals(self, path, lines):
        if PROCESS_WIDE.match(path):
            return
        for number, line in enumerate(lines, 1):
            code = line.split("//")[0].rstrip()
            if MUTABLE_AT_FILE_SCOPE.match(code) or MUTABLE_STATIC.match(code):
                self.report(path, number, "mutable global", code.strip(),
                            "make it constexpr, or a member of an object that is passed in")

    @staticmethod
    def owner(path):
        candidates = [folder for folder in ARROWS if path.startswith(folder + "/")]
        folder = max(candidates, key=len) if candidates else None
        within = path[len(folder) + 1:].split("/") if folder else []
        return f"{folder}/{within[0]}" if len(within) > 1 and f"{folder}/*" in ARROWS else folder


def one_yaml_reader(root):
    """yaml-cpp is seen by one .cpp only, so that it can be replaced."""
    folder = os.path.join(root, "fsin/config")
    users = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if name.endswith(CODE):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if re.match(r"\s*#\s*include\s*<yaml-cpp/", line):
                        users.append((f"fsin/config/{name}", number))
                        break
    return [f"{path}:{number}: library: a second file includes yaml-cpp, the first is {users[0][0]}; "
            "keep all of yaml-cpp in one .cpp" for path, number in users[1:]]


def main():
    if len(sys.argv) != 2 or not os.path.isdir(os.path.join(sys.argv[1], "fsin")):
        print("usage: arch_test.py ROOT (the folder that holds fsin/ and trgen/)", file=sys.stderr)
        return 2
    breaches = Checker(sys.argv[1]).run() + one_yaml_reader(sys.argv[1])
    for text in breaches:
        print(text)
    print(f"{len(breaches)} breaches of the architecture rules", file=sys.stderr)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())

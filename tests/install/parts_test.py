#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parts that can be left out (cmake/parts.cmake): cmake says of each what is missing without it, and OFF and ON are obeyed.

Usage: parts_test.py ROOT CMAKE
The finding runs in a project of its own, which sees no library at all, or all of this system.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT, CMAKE = sys.argv[1], sys.argv[2]
PROJECT = f"""cmake_minimum_required(VERSION 3.24)
project(probe LANGUAGES CXX)
find_package(PkgConfig REQUIRED)
include({ROOT}/cmake/mpich.cmake)
include({ROOT}/cmake/parts.cmake)
file(WRITE ${{CMAKE_BINARY_DIR}}/parts "${{FSIN_PARTS}}\\n${{FSIN_PARTS_LEFT_OUT}}\\n")
"""
HIDDEN = ["-DFSIN_D3_FILE=FSIN_D3_FILE-NOTFOUND", "-DCMAKE_FIND_ROOT_PATH=/nowhere", "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY",
          "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY"]
failures = []


def configure(folder, *words, hidden):
    environment = dict(os.environ)
    if hidden:
        environment.update(PKG_CONFIG_LIBDIR=folder, PKG_CONFIG_PATH="")
    done = subprocess.run([CMAKE, "-S", folder, "-B", f"{folder}/build", *words], capture_output=True, text=True, check=False,
                          env=environment)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def expect(holds, what, text):
    if not holds:
        failures.append(f"{what}\n{text}")


def documented():
    """The options in the table of docs/install.md."""
    with open(os.path.join(ROOT, "docs/install.md"), encoding="utf-8") as file:
        return set(re.findall(r"^\| `FSIN_(\w+)` \|", file.read(), flags=re.M))


def main():
    with open(os.path.join(ROOT, "cmake/parts.cmake"), encoding="utf-8") as file:
        names = re.findall(r"^fsin_part\((\w+) (\w+) \S+ \"?([^\"]+?)\"? \"([^\"]+)\"\)", file.read(), flags=re.M)
    expect({name for name, *_ in names} | {"MPI"} == documented(), "docs/install.md has other parts than cmake/parts.cmake", "")
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
            file.write(PROJECT)
        code, text = configure(folder, "-DFSIN_TESTS=OFF", *HIDDEN[1:], hidden=True)
        expect(code == 0, "cmake fails where no library is found", text)
        for name, label, package, without in names:
            if name != "D3":  # whose place is fixed
                expect(f"{label}: not found, so {without}; install {package}" in text, f"{label} is missing in silence", text)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
            file.write(PROJECT)
        off = [f"-DFSIN_{name}=OFF" for name, *_ in names] + ["-DFSIN_MPI=OFF"]
        code, text = configure(folder, "-DFSIN_TESTS=OFF", *off, hidden=False)
        expect(code == 0, "cmake fails with all parts off", text)
        with open(f"{folder}/build/parts", encoding="utf-8") as file:
            used, left_out = file.read().split("\n")[:2]
        expect(used == "", "a part that is off is used", used)
        for _, label, _, without in names:
            expect(f"{label} ({without})" in left_out, f"--version would not say that {label} is left out", left_out)
        code, text = configure(folder, "-DFSIN_TESTS=ON", hidden=False)
        expect(code != 0 and "the tests need METIS" in text, "tests are configured without what they need", text)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
            file.write(PROJECT)
        code, text = configure(folder, "-DFSIN_TESTS=OFF", "-DFSIN_OTF2=ON", hidden=True)
        expect(code != 0 and "OTF2 is not found: install libopen-trace-format2-dev" in text, "ON without the library is no error", text)
    for failure in failures:
        print(failure)
    print(f"{len(names)} parts, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

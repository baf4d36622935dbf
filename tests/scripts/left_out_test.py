#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run-tests names what it left out: tests that were skipped, and parts of tests that passed.

Usage: left_out_test.py SOURCE CMAKE CTEST
A project of its own has tests of each kind; its real results go through scripts/left_out.py.
"""
import subprocess
import sys
import tempfile

SOURCE, CMAKE, CTEST = sys.argv[1:4]
PROJECT = """cmake_minimum_required(VERSION 3.24)
project(probe LANGUAGES NONE)
enable_testing()
add_test(NAME whole COMMAND sh -c "echo fine; echo '[doctest] test cases: 7 | 7 passed | 0 failed | 0 skipped'")
add_test(NAME none COMMAND sh -c "echo 'skipped: no oracle (apt-get install oracle)'; exit 77")
add_test(NAME silent COMMAND sh -c "exit 77")
add_test(NAME partly COMMAND sh -c "echo 'x_test.cpp:12: MESSAGE: skipped: no sample <a&b>'; echo 'stock: no stock, skipped'")
add_test(NAME many COMMAND sh -c "for i in 1 2 3 4 5; do echo skipped: no sample $i; done; echo skipped: no sample 1")
add_test(NAME long COMMAND sh -c "head -c 200000 /dev/zero | tr '\\\\0' x; echo; echo 'skipped: at the end'")
set_tests_properties(none silent PROPERTIES SKIP_RETURN_CODE 77)
"""
EXPECTED = """  test none: no oracle (apt-get install oracle)
  test silent: it does not say why; see: ctest --preset release -R '^silent$' -V
  test partly: no sample <a&b>
  test partly: stock: no stock
  test many: no sample 1
  test many: no sample 2
  test many: and 3 more of this kind
  test long: at the end
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
            file.write(PROJECT)
        subprocess.run([CMAKE, "-S", folder, "-B", folder], check=True, capture_output=True)
        subprocess.run([CTEST, "--test-dir", folder, "--output-junit", f"{folder}/results.xml", "--test-output-size-passed",
                        "1000000"], check=True, capture_output=True)
        words = [sys.executable, "-B", f"{SOURCE}/scripts/left_out.py"]
        once = subprocess.run(words + [f"{folder}/results.xml"], capture_output=True, text=True, check=True).stdout
        twice = subprocess.run(words + [f"{folder}/results.xml"] * 2, capture_output=True, text=True, check=True).stdout
    if sorted(once.splitlines()) != sorted(EXPECTED.splitlines()):
        sys.exit(f"says\n{once}\nnot\n{EXPECTED}")
    if twice != once:
        sys.exit("the same results of two presets are told twice")
    with open(f"{SOURCE}/run-tests", encoding="utf-8") as file:
        script = file.read()
    if "--test-output-size-passed" not in script or "scripts/left_out.py" not in script:
        sys.exit("run-tests does not ask for the reasons")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives docs_test.py pages with faults in known lines and expects exactly those to be reported."""
import os
import re
import subprocess
import sys
import tempfile

PAGE = """# Title
```sh
test -f docs/other.md
echo kept > kept
```
```sh
false
true
```
```sh notest
false
```
```sh needs a-command-nobody-has
false
```
```sh needs python3:a_module_nobody_has
false
```
```sh needs python3:os
false
```
```sh short seeds=1
fsin report folder
test "$(cat arguments)" = "report folder"
fsin sweep exp.yaml --quiet
test "$(cat arguments)" = "sweep exp.yaml --quiet seeds=1"
```
```sh short seeds=1
fsin sweep exp.yaml
test "$(cat arguments)" = "sweep exp.yaml"
```
```yaml
# made.yaml
fsin: 1
```
```sh
test -f made.yaml -a -f kept
hello
```
[good](docs/other.md#some-heading) [self](#title) [web](https://example.org/none)
[gone](docs/none.md)
[no heading](docs/other.md#nothing)
""" + "é" * 120 + "\n" + "x" * 121 + """
```bash
false
```
"""
OTHER = "## Some `heading`\n" + "x" * 120 + "\n| " + "x" * 239 + "\n| " + "x" * 238 + "\n"
WRITTEN_BY_A_PROGRAM = "x" * 121 + "\n"
NOTHING_RUNS = "```sh needs a-command-nobody-has\nfalse\n```\n"
COMMANDS = "## Commands\n\n    fsin run exp.yaml\n\n```\ntrgen info trace\n```\n```\nfsin + trgen\n```\n\n    no command\n"
EXPECTED = ["README.md:6", "README.md:19", "README.md:28", "README.md:45"]
EXPECTED_STATIC = ["README.md:41", "README.md:42", "README.md:44", "docs/commands.md:3", "docs/commands.md:5", "docs/other.md:3",
                   "docs/skipped.md:1"]


def main():
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "docs"))
        os.makedirs(os.path.join(root, "out", "bin"))
        hello, fsin = (os.path.join(root, "out", "bin", name) for name in ("hello", "fsin"))
        for path, content in ((hello, "#!/bin/sh\n"), (fsin, '#!/bin/sh\necho "$@" > arguments\n'),
                              (os.path.join(root, "README.md"), PAGE), (os.path.join(root, "docs/other.md"), OTHER),
                              (os.path.join(root, "docs/skipped.md"), NOTHING_RUNS),
                              (os.path.join(root, "docs/commands.md"), COMMANDS),
                              (os.path.join(root, "docs/reference.md"), WRITTEN_BY_A_PROGRAM)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        for command in (hello, fsin):
            os.chmod(command, 0o755)
        runs = [(["out", "README.md"], 1, EXPECTED), (["--static", "README.md"], 1, EXPECTED_STATIC),
                (["out", "docs/skipped.md"], 77, []), (["out", "docs/other.md"], 1, ["docs/other.md:1"])]
        failures = [failure for arguments, status, lines in runs for failure in faults_of(root, arguments, status, lines)]
    for failure in failures:
        print(failure)
    return 1 if failures else 0


def faults_of(root, arguments, status, expected):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "docs_test.py")
    done = subprocess.run([sys.executable, script, root, *arguments], cwd=root, capture_output=True, text=True, check=False)
    got = sorted(re.findall(r"^[\w/]+\.md:\d+", done.stdout, flags=re.M))
    if got != sorted(expected) or done.returncode != status:
        yield (f"{arguments}: expected {expected} and exit status {status}, got {got} and {done.returncode}:\n"
               f"{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives docs_test.py a page with faults in known lines and expects exactly those to be reported."""
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
""" + "é" * 120 + "\n" + "x" * 121 + "\n"
OTHER = "## Some `heading`\n" + "x" * 120 + "\n| " + "x" * 119 + "\n"
WRITTEN_BY_A_PROGRAM = "x" * 121 + "\n"
EXPECTED = ["README.md:6", "README.md:19", "README.md:28", "README.md:41", "README.md:42", "README.md:44",
            "docs/other.md:3"]


def main():
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "docs"))
        os.makedirs(os.path.join(root, "out", "bin"))
        hello, fsin = (os.path.join(root, "out", "bin", name) for name in ("hello", "fsin"))
        for path, content in ((hello, "#!/bin/sh\n"), (fsin, '#!/bin/sh\necho "$@" > arguments\n'),
                              (os.path.join(root, "README.md"), PAGE), (os.path.join(root, "docs/other.md"), OTHER),
                              (os.path.join(root, "docs/reference.md"), WRITTEN_BY_A_PROGRAM)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        for command in (hello, fsin):
            os.chmod(command, 0o755)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "docs_test.py")
        done = subprocess.run([sys.executable, script, root, os.path.join(root, "out")], capture_output=True, text=True,
                              check=False)
    got = sorted(re.findall(r"^[\w/]+\.md:\d+", done.stdout, flags=re.M))
    if got != sorted(EXPECTED) or done.returncode != 1:
        print(f"expected {sorted(EXPECTED)} and exit status 1, got {got} and {done.returncode}:\n{done.stdout}{done.stderr}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what the documentation tells a reader to run, and follows its links.

Usage: docs_test.py ROOT BUILD
Each ```sh block of README.md, docs/**/*.md and experiments/*/README.md runs under `bash -e`, the blocks of one page in
order and in one scratch copy of the tree, with BUILD/bin first in PATH. A block marked ```sh notest is not run; one
marked ```sh needs NAME is run where the command NAME is (python3:NAME: where Python has the module NAME). In a block
marked ```sh short ARGUMENTS every `fsin sweep` gets these arguments besides its own: what a reader runs for a minute, the
test runs for a second. A
```yaml block whose first line is `# FILE.yaml` is written to that file in the scratch copy before the next block runs,
so that a tutorial can build up an experiment. Links to files of the repository must lead to a file, and a #fragment to
a heading of it. No line of README.md and docs/**/*.md is longer than 120 columns, except in the page that fsin
writes.
Failures are printed as FILE:LINE. Exit status 0 when there is none.
"""
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TIME_LIMIT_S = 120
MAX_COLUMNS = 120
GENERATED = {"docs/reference.md"}  # by `fsin help --markdown`, a row for each key
LEFT_OUT = shutil.ignore_patterns(".git", "build", "results", "__pycache__")


def blocks(text):
    """Yields (line of the fence, info string, content) of the fenced blocks of a page."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"^(```+)(.*)$", line)
        if fence is None and match:
            fence, info, start, content = match.group(1), match.group(2).strip(), number, []
        elif fence is not None and line.rstrip() == fence:
            yield start, info, "\n".join(content) + "\n"
            fence = None
        elif fence is not None:
            content.append(line)


def pages(root):
    found = [os.path.join(root, "README.md")]
    for pattern in ("docs/**/*.md", "experiments/*/README.md"):
        found += sorted(glob.glob(os.path.join(root, pattern), recursive=True))
    return [os.path.relpath(page, root) for page in found if os.path.exists(page)]


def run_page(root, build, page, failures):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        todo = [block for block in blocks(file.read()) if is_run(block) or named_file(block)]
    if not any(is_run(block) for block in todo):
        return 0
    count = 0
    with tempfile.TemporaryDirectory(prefix="fsin-docs-") as scratch:
        copy = os.path.join(scratch, "tree")
        shutil.copytree(root, copy, ignore=LEFT_OUT)
        os.makedirs(os.path.join(copy, "build"))
        os.symlink(build, os.path.join(copy, "build", "release"))
        for line, info, content in todo:
            if named_file((line, info, content)):
                with open(os.path.join(copy, named_file((line, info, content))), "w", encoding="utf-8") as file:
                    file.write(content)
                continue
            count += 1
            error = run_block(copy, build, shortened(info) + content)
            if error:
                failures.append(f"{page}:{line}: {error}")
    return count


def is_run(block):
    needs = block[1].startswith("sh needs ")
    return block[1] == "sh" or block[1].startswith("sh short ") or (needs and is_there(block[1].split()[2]))


def shortened(info):
    """A shell function that adds the arguments of a block marked short to its sweeps."""
    if not info.startswith("sh short "):
        return ""
    more = shlex.join(shlex.split(info)[2:])
    return f'fsin() {{ if [ "$1" = sweep ]; then command fsin "$@" {more}; else command fsin "$@"; fi; }}\n'


def is_there(name):
    if not name.startswith("python3:"):
        return shutil.which(name) is not None
    return subprocess.run(["python3", "-c", "import " + name.partition(":")[2]], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def named_file(block):
    match = re.match(r"#\s*([\w.-]+\.ya?ml)\s*\n", block[2])
    return match.group(1) if block[1] == "yaml" and match else None


def run_block(folder, build, content):
    environment = dict(os.environ, PATH=os.path.join(build, "bin") + os.pathsep + os.environ["PATH"], NO_COLOR="1",
                       FSIN_CACHE=os.path.join(folder, ".cache"))
    try:
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", content], cwd=folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=TIME_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"still running after {TIME_LIMIT_S} s; shorten the example or mark it 'sh notest'"
    if done.returncode == 0:
        return None
    tail = "".join("    " + line + "\n" for line in done.stdout.splitlines()[-12:])
    return f"the block ends with exit status {done.returncode}:\n{tail}"


def slug(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S)
    return {slug(match.group(1)) for match in re.finditer(r"^#+ (.+)$", text, flags=re.M)}


def check_links(root, page, failures):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        for target in re.findall(r"\]\(([^)\s]+)\)|<img[^>]*src=\"([^\"]+)\"", line):
            link = target[0] or target[1]
            if re.match(r"[a-z]+:", link):
                continue
            path, _, fragment = link.partition("#")
            full = os.path.normpath(os.path.join(root, os.path.dirname(page), path)) if path else os.path.join(root, page)
            if not os.path.exists(full):
                failures.append(f"{page}:{number}: link to {link}: there is no such file")
            elif fragment and full.endswith(".md") and fragment not in anchors(full):
                failures.append(f"{page}:{number}: link to {link}: the page has no heading of that name")


def check_width(root, page, failures):
    if page in GENERATED or page.startswith("experiments/"):
        return
    with open(os.path.join(root, page), encoding="utf-8") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            if len(line) > MAX_COLUMNS:
                failures.append(f"{page}:{number}: {len(line)} columns, at most {MAX_COLUMNS}: wrap or divide it")


def main():
    if len(sys.argv) != 3:
        print("usage: docs_test.py ROOT BUILD", file=sys.stderr)
        return 2
    root, build = (os.path.abspath(argument) for argument in sys.argv[1:])
    failures, count = [], 0
    for page in pages(root):
        check_links(root, page, failures)
        check_width(root, page, failures)
        count += run_page(root, build, page, failures)
    for failure in failures:
        print(failure)
    print(f"{count} blocks run, {len(failures)} failures", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

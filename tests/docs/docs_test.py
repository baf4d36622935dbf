#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what the documentation tells a reader to run, and follows its links.

Usage: docs_test.py ROOT BUILD PAGE         runs the blocks of one page
       docs_test.py ROOT --static PAGE...   checks what needs no program, and that the PAGEs are all that have blocks to run
       docs_test.py ROOT --list             prints the pages that have blocks to run

Each ```sh or ```bash block of README.md, docs/**/*.md and experiments/**/README.md runs under `bash -e`, the blocks of
one page in order and in one scratch copy of the tree, with BUILD/bin first in PATH; what stands in SOURCES is not copied
but a link, for no block writes there. A block marked ```sh notest is not run; one marked ```sh needs NAME is run where
the command NAME is (python3:NAME: where Python has the module NAME). In a block marked ```sh short ARGUMENTS every
`fsin sweep` gets these arguments besides its own: what a reader runs for a minute, the test runs for a second. A ```yaml
block whose first line is `# FILE.yaml` is written to that file in the scratch copy before the next block runs, so that a
tutorial can build up an experiment. Links to files of the repository must lead to a file, and a #fragment to a heading
of it. Commands stand in shell blocks, not in indented ones or in blocks without a language. No line of README.md and docs/**/*.md is longer than 120 columns, and no row of a table longer than 240, except in
the page that fsin writes.
Failures are printed as FILE:LINE. Exit status 0 when there is none, 77 when nothing of a page can run here.
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
MAX_COLUMNS_OF_ROW = 240  # a row of a table cannot be wrapped
GENERATED = {"docs/reference.md"}  # by `fsin help --markdown`, a row for each key
LEFT_OUT = shutil.ignore_patterns(".git", "build", "results", "__pycache__")
SOURCES = ("bench", "cmake", "fsin", "mpich-patches", "tests", "trgen")  # most files, which no block writes
SHELLS = ("sh", "bash")
COMMAND = re.compile(r"\s*(\$ |(build/release/bin/)?(fsin|trgen) [a-z]|\./(quickstart|run-tests))")


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
    for pattern in ("docs/**/*.md", "experiments/**/README.md"):
        found += sorted(glob.glob(os.path.join(root, pattern), recursive=True))
    return [os.path.relpath(page, root) for page in found if os.path.exists(page)]


def todo_of(root, page):
    """The blocks of a page that do something here, in order."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        return [block for block in blocks(file.read()) if is_run(block) or named_file(block)]


def has_blocks(root, page):
    """Whether a block of the page runs where all that it needs is installed."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        return any(shell_of(info) and "notest" not in info.split() for _, info, _ in blocks(file.read()))


def scratch_tree(root, build, copy):
    os.makedirs(os.path.join(copy, "build"))
    os.symlink(build, os.path.join(copy, "build", "release"))
    for name in sorted(os.listdir(root)):
        source, target = os.path.join(root, name), os.path.join(copy, name)
        if name in SOURCES:
            os.symlink(source, target)
        elif name in LEFT_OUT(root, [name]):
            continue
        elif os.path.isdir(source):
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, target)


def run_page(root, build, page, failures):
    todo = todo_of(root, page)
    count = 0
    if not any(is_run(block) for block in todo):
        return count
    with tempfile.TemporaryDirectory(prefix="fsin-docs-") as scratch:
        copy = os.path.join(scratch, "tree")
        scratch_tree(root, build, copy)
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


def shell_of(info):
    """The words behind ```sh or ```bash; none for a block of something else."""
    words = info.split(maxsplit=1)
    return (words[1:] or [""]) if words and words[0] in SHELLS else None


def is_run(block):
    words = shell_of(block[1])
    if not words:
        return False
    what, _, more = words[0].partition(" ")
    return what in ("", "short") or (what == "needs" and is_there(more.split()[0]))


def shortened(info):
    """A shell function that adds the arguments of a block marked short to its sweeps."""
    what, _, more = shell_of(info)[0].partition(" ")
    if what != "short":
        return ""
    more = shlex.join(shlex.split(more))
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
            most = MAX_COLUMNS_OF_ROW if line.startswith("|") else MAX_COLUMNS
            if len(line) > most:
                failures.append(f"{page}:{number}: {len(line)} columns, at most {most}: wrap or divide it")


def check_commands(root, page, failures):
    """A command that no shell block holds is never run: it must stand in one, perhaps as `sh notest`."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    inside = set()
    for start, info, content in blocks(text):
        lines = content.split("\n")[:-1]
        inside.update(range(start, start + len(lines) + 2))
        if not info and lines and COMMAND.match(lines[0]):
            failures.append(f"{page}:{start}: a block with a command has no language: write ```sh or ```sh notest")
    for number, line in enumerate(text.split("\n"), 1):
        if number not in inside and line.startswith("    ") and COMMAND.match(line):
            failures.append(f"{page}:{number}: a command in an indented block is not run: put it into a block ```sh")


def check_pages(root, listed, failures):
    """Each page with blocks has a test of its own, or nothing would say that its blocks do not run."""
    runs = {page for page in pages(root) if has_blocks(root, page)}
    for page in sorted(runs - set(listed)):
        failures.append(f"{page}:1: no test runs its blocks: run cmake again")
    for page in pages(root):
        check_links(root, page, failures)
        check_width(root, page, failures)
        check_commands(root, page, failures)


def main():
    root = os.path.abspath(sys.argv[1]) if len(sys.argv) > 2 else None
    failures, what = [], ""
    if root and sys.argv[2] == "--list" and len(sys.argv) == 3:
        print("\n".join(page for page in pages(root) if has_blocks(root, page)))
        return 0
    if root and sys.argv[2] == "--static":
        check_pages(root, sys.argv[3:], failures)
        what = f"{len(pages(root))} pages"
    elif root and len(sys.argv) == 4 and sys.argv[3] in pages(root):
        count = run_page(root, os.path.abspath(sys.argv[2]), sys.argv[3], failures)
        what = f"{count} blocks run"
        if not count and has_blocks(root, sys.argv[3]):
            print(f"skipped: what the blocks of {sys.argv[3]} need is not installed")
            return 77
        if not count:
            failures.append(f"{sys.argv[3]}:1: no block to run")
    else:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    for failure in failures:
        print(failure)
    print(f"{what}, {len(failures)} failures", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

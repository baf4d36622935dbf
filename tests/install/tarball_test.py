#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The source tarball (git archive) configures and builds where there is no git, and says which commit it was made of.

Usage: tarball_test.py ROOT CMAKE
Builds the library that has the version, and configures the whole; exit status 77 where this tree is no git checkout.
"""
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT, CMAKE = sys.argv[1], sys.argv[2]


def without_git(folder):
    """A PATH in which git is not found."""
    bin_folder = os.path.join(folder, "bin")
    os.mkdir(bin_folder)
    for place in os.environ["PATH"].split(os.pathsep):
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
            if not name.startswith("git") and not os.path.lexists(os.path.join(bin_folder, name)):
                os.symlink(os.path.join(place, name), os.path.join(bin_folder, name))
    return bin_folder


def run(*words, **how):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **how)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


def main():
    if not os.path.exists(os.path.join(ROOT, ".git")) or not shutil.which("git"):
        print("skipped: this tree is no git checkout, of which a tarball could be made")
        return 77
    git = ["git", "-C", ROOT, "-c", f"safe.directory={ROOT}"]
    commit = run(*git, "rev-parse", "HEAD").strip()
    with tempfile.TemporaryDirectory(prefix="fsin-tarball-") as folder:
        archive = subprocess.run([*git, "archive", "--prefix=fsin/", "HEAD"], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder)
        environment = {**os.environ, "PATH": without_git(folder)}
        environment.pop("GIT_DIR", None)
        build = os.path.join(folder, "build")
        output = run(CMAKE, "-S", f"{folder}/fsin", "-B", build, "-DFSIN_TESTS=OFF", "-DFSIN_PRECOMPILED=OFF", env=environment)
        if "CMake Warning" in output:
            sys.exit(f"cmake warns:\n{output}")
        run(CMAKE, "--build", build, "--target", "fsin_identity", env=environment)
        with open(f"{build}/generated/fsin/core/build_identity.cpp", encoding="utf-8") as file:
            revision = re.search(r'revision\(\) \{ return "([^"]*)"; \}', file.read()).group(1)
        if revision != commit[:10]:
            sys.exit(f"the program of the tarball would say that it is '{revision}', not {commit[:10]}")
    print("the tarball configures without git")
    return 0


if __name__ == "__main__":
    sys.exit(main())

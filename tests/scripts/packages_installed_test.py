#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""install-packages.sh installs what is missing on a fresh system, and ends with a reason where that fails.

Usage: packages_installed_test.py SOURCE
The package programs are stand-ins in a folder of their own, before all others on PATH: nothing is installed.
"""
import os
import stat
import subprocess
import sys
import tempfile

SCRIPT = f"{sys.argv[1]}/scripts/install-packages.sh"

# What a fresh Debian answers: no package, and no name that several packages share.
PROGRAMS = {
    "dpkg-query": 'test -e "$WORLD/installed" && echo installed || exit 1',
    "update-alternatives": 'echo "update-alternatives: error: no alternatives for $2" >&2; exit 2',
    "dpkg-architecture": "echo x86_64-linux-gnu",
    "sudo": 'exec "$@"',
    "apt-get": """echo "$*" >>"$WORLD/asked"
case "$* " in *" install "*) if [ -e "$WORLD/offline" ]; then echo "Temporary failure resolving 'deb.debian.org'"; exit 100; fi
touch "$WORLD/installed" ;; esac""",
}


def run(world):
    env = {**os.environ, "WORLD": world, "PATH": f"{world}/bin:{os.environ['PATH']}"}
    env.pop("FSIN_SKIP_PACKAGES", None)
    done = subprocess.run([SCRIPT], capture_output=True, text=True, check=False, env=env, cwd=world)
    asked = ""
    if os.path.exists(f"{world}/asked"):
        with open(f"{world}/asked", encoding="utf-8") as file:
            asked = file.read()
    return done.returncode, asked, done.stderr


def world_of(folder):
    os.mkdir(f"{folder}/bin")
    for name, text in PROGRAMS.items():
        with open(f"{folder}/bin/{name}", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(file.name, os.stat(file.name).st_mode | stat.S_IXUSR)
    return folder


def expect(holds, what, *seen):
    if not holds:
        sys.exit(f"{what}: {seen}")


with tempfile.TemporaryDirectory() as folder:
    world = world_of(folder)
    code, asked, said = run(world)
    expect(code == 0 and " install " in asked and "libfmt-dev" in asked, "a fresh system gets the packages", code, asked, said)
    os.unlink(f"{world}/asked")
    code, asked, said = run(world)
    expect(code == 0 and asked == "", "where all is there, apt-get isn't asked", code, asked, said)

with tempfile.TemporaryDirectory() as folder:
    world = world_of(folder)
    with open(f"{world}/offline", "w", encoding="utf-8"):
        pass
    code, asked, said = run(world)
    expect(code != 0 and "offline" in said and "libfmt-dev" in said, "without a network the reason is named", code, said)
print("ok")

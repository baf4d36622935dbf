#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of MPICH's own test suite under fsin live: they run as they do without it. Their sources are not part of fsin:
FSIN_MPICH_TESTS names the folder (test/mpi of MPICH 4.0, as in Debian's source package). Skipped without. FSIN_TEST_SHARE
3/10 takes every tenth program, from the third on.

Usage: live_mpich_suite_test.py FSIN MPICC FOLDER suite
"""
import os
import re
import subprocess
import sys

from live_run import MPICC, OF_MPICH, PART, check_nothing_left, fail, live, only, run_part

FOLDERS = ("pt2pt", "coll", "comm", "topo", "rma", "group", "attr", "errhan", "datatype")
# What the configure script of the suite finds on every system of today.
SETTINGS = "".join(f"#define {name} 1\n" for name in (
    "HAVE_STDARG_H", "HAVE_STDLIB_H", "HAVE_STDINT_H", "HAVE_INTTYPES_H", "HAVE_STRING_H", "HAVE_STRINGS_H", "HAVE_UNISTD_H",
    "HAVE_ERRNO_H", "HAVE_SYS_TIME_H", "HAVE_SYS_RESOURCE_H", "HAVE_SYS_TYPES_H", "HAVE_SYS_STAT_H", "HAVE_GETRUSAGE",
    "HAVE_STRDUP", "HAVE_USLEEP", "HAVE_LONG_LONG", "HAVE_LONG_DOUBLE", "HAVE_MPI_WIN_CREATE", "HAVE_MPI_INIT_THREAD",
    "HAVE__BOOL", "HAVE_FLOAT__COMPLEX", "HAVE_DOUBLE__COMPLEX", "HAVE_LONG_DOUBLE__COMPLEX", "HAVE_INT8_T", "HAVE_INT16_T",
    "HAVE_INT32_T", "HAVE_INT64_T", "HAVE_UINT8_T", "HAVE_UINT16_T", "HAVE_UINT32_T", "HAVE_UINT64_T", "STDC_HEADERS"))
SETTINGS += "#define THREAD_PACKAGE_NAME THREAD_PACKAGE_POSIX\n"
# Windows by messages, as under fsin live.
LAUNCH = ["mpiexec.hydra"] if OF_MPICH else ["mpirun.openmpi", "--oversubscribe", "--allow-run-as-root", "--mca", "osc", "pt2pt"]


def programs_of(sources):
    """Folder, name and number of ranks of those that need no arguments and no generator of datatypes."""
    found = []
    for folder in FOLDERS:
        for name in ("testlist.in", "testlist"):
            path = os.path.join(sources, folder, name)
            if os.path.isfile(path):
                with open(path, encoding="utf-8") as file:
                    lines = file.read().splitlines()
                break
        else:
            fail(f"there is no list of programs in {sources}/{folder}")
        for line in lines:
            words = line.split()
            source = os.path.join(sources, folder, f"{words[0]}.c") if len(words) == 2 else ""
            if not os.path.isfile(source) or not words[1].isdigit() or int(words[1]) > 16:
                continue
            with open(source, encoding="utf-8", errors="replace") as file:
                if not re.search(r"mtest_dtp|DTP_|MPIX_", file.read()):
                    found.append((folder, words[0], int(words[1])))
    return sorted(set(found))


def compile_program(sources, folder, name, helpers):
    """Its file; nothing where it uses what this MPI library does not have."""
    program = os.path.abspath(f"programs/{folder}-{name}")
    done = subprocess.run([MPICC, "-O1", "-w", "-Iinclude", f"-I{sources}/include", f"-I{sources}/{folder}", "-o", program,
                           os.path.join(sources, folder, f"{name}.c"), *helpers, "-lm", "-lpthread"],
                          capture_output=True, text=True, check=False)
    return program if done.returncode == 0 else None


def natively(program, ranks):
    # mpirun removes its shared memory when it is asked to end.
    done = subprocess.run(["timeout", "--kill-after=10", "30", *LAUNCH, "-n", str(ranks), program], capture_output=True,
                          text=True, check=False, stdin=subprocess.DEVNULL)
    return done.returncode == 0 and "No Errors" in done.stdout


def suite():
    """Whatever tells "No Errors" by itself tells it under fsin live, or is refused by name for what is not simulated."""
    sources = os.environ.get("FSIN_MPICH_TESTS", "")
    if not os.path.isfile(os.path.join(sources, "util/mtest.c")):
        print("skipped: FSIN_MPICH_TESTS names no folder of MPICH's tests (test/mpi of its source)")
        sys.exit(77)
    os.makedirs("include")
    os.makedirs("programs")
    with open("include/mpitestconf.h", "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    helpers = []
    for name in ("mtest", "mtest_common", "mtest_single"):
        subprocess.run([MPICC, "-O1", "-w", "-Iinclude", f"-I{sources}/include", "-c", "-o", f"{name}.o",
                        os.path.join(sources, "util", f"{name}.c")], check=True)
        helpers.append(f"{name}.o")
    share, shares = map(int, os.environ.get("FSIN_TEST_SHARE", "0/1").split("/"))
    counts = {"as without": 0, "refused by name": 0, "fail without too": 0, "do not compile": 0}
    different = []
    for folder, name, ranks in programs_of(sources)[share::shares]:
        program = compile_program(sources, folder, name, helpers)
        if program is None:
            counts["do not compile"] += 1
            continue
        done = live(ranks, [program], "network.model=loggp", "workload.time_limit=20 s", code=None)
        check_nothing_left(program)
        if done.returncode == 0 and "No Errors" in done.stderr and only(done)["ranks"]["finished"] == ranks:
            counts["as without"] += 1
        elif re.search(r"calls MPI_\w+, which a live run does not simulate", done.stderr):
            counts["refused by name"] += 1
        elif not natively(program, ranks):
            counts["fail without too"] += 1
        else:
            different.append(f"{folder}/{name}")
            print(f"live {PART} {folder}/{name}, {ranks} ranks: exit code {done.returncode}\n{done.stderr[-1500:]}", flush=True)
    print(f"live {PART}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    if different:
        fail(f"these run otherwise: {' '.join(different)}")
    if counts["as without"] < 30 // shares:
        fail("too few programs run")


run_part({"suite": suite})

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The NAS Parallel Benchmarks under fsin live: every benchmark verifies its result. Their sources are not part of fsin:
FSIN_NPB names the folder (NPB3.3-MPI). Skipped without.

Usage: live_npb_test.py FSIN MPICC FOLDER PART
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from live_run import MPIRUN, PART, check_nothing_left, fail, live, only, run_part

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/live"))
import programs  # pylint: disable=wrong-import-position

# Ranks of each kind of benchmark.
POWERS = (4, 8, 16, 32, 64)
SQUARES = (4, 9, 16, 25, 36, 49, 64)
KERNELS = {"bt": SQUARES, "cg": POWERS, "ep": POWERS, "ft": POWERS, "is": POWERS, "lu": POWERS, "mg": POWERS, "sp": SQUARES}
GRAPHS = {"S": {"BH": 5, "WH": 5, "SH": 12}, "W": {"BH": 11, "WH": 11, "SH": 32}}  # of DT
# Those whose problem is too small for so many ranks to be compiled.
TOO_SMALL = {(name, "S", ranks) for name in ("bt", "sp") for ranks in (25, 36, 49, 64)}


def sources_of_npb():
    """A copy of the sources, with settings for these compilers."""
    sources = os.environ.get("FSIN_NPB", "")
    if not os.path.isfile(os.path.join(sources, "config/make.def.template")):
        print("skipped: FSIN_NPB names no folder of the NAS Parallel Benchmarks (NPB3.3-MPI)")
        sys.exit(77)
    if shutil.which("mpif77.openmpi") is None:
        print("skipped: there is no mpif77.openmpi (apt-get install gfortran libopenmpi-dev)")
        sys.exit(77)
    programs.copy_of_npb(pathlib.Path(sources), pathlib.Path("npb"), "mpif77.openmpi", "mpicc.openmpi")


def cases():
    """Name, class, graph and number of ranks of each; of some of them where FSIN_TEST_SHARE says so (3/10: every tenth,
    from the third on)."""
    found = [(name, size, "", ranks) for size in "SW" for name, counts in KERNELS.items() for ranks in counts]
    found += [("dt", size, graph, ranks) for size, graphs in GRAPHS.items() for graph, ranks in graphs.items()]
    share, shares = map(int, os.environ.get("FSIN_TEST_SHARE", "0/1").split("/"))
    return found[share::shares]


def verified(text):
    return sum(bool(re.search(r"Verification\s*=\s*SUCCESSFUL", line)) for line in text.splitlines()) == 1


def natively(words, ranks, code):
    """Whether a program verifies its result without fsin."""
    done = subprocess.run(["timeout", "--kill-after=10", "600", *MPIRUN, "-n", str(ranks), *words], capture_output=True,
                          text=True, check=False)
    if done.returncode in (124, 137):
        fail(f"{words} came to no end without fsin")
    return done.returncode in (0, code) and verified(done.stdout)


def npb():
    """Each benchmark in classes S and W on 4 to 64 ranks, squares where it wants them, verifies its result."""
    sources_of_npb()
    for name, size, graph, ranks in cases():
        numbers = [] if name == "dt" else [f"NPROCS={ranks}"]
        what = f"{name}.{size}{graph and '.' + graph} on {ranks} ranks"
        built = subprocess.run(["make", "-s", "-C", "npb", name, f"CLASS={size}", *numbers], check=False, capture_output=True,
                               text=True, timeout=600)
        ends = [".x", ""] if name == "dt" else [f".{ranks}"]  # DT's has none in version 3.3
        programs_built = [each for end in ends if os.path.isfile(each := os.path.abspath(f"npb/bin/{name}.{size}{end}"))]
        if not programs_built:
            print(f"live {PART} {what}: not built: {' '.join((built.stdout + built.stderr).split())[-300:]}", flush=True)
            if (name, size, ranks) not in TOO_SMALL:
                fail(f"{what}: not built")
            continue
        program = programs_built[0]
        words = [program, *([graph] if graph else [])]
        code = 1 if name == "dt" else 0
        done = live(ranks, words, "network.model=loggp", "network.topology.dims=[8, 8]", "workload.cpu.model=measured",
                    code=None, limit=1800)  # LU.W on 64 ranks, beside other programs
        check_nothing_left(program)
        run = only(done)
        # DT returns 1 whatever it finds, and the result says so.
        ended = run["ranks"]["finished"] == ranks and run["workload"].get("exit_code", 0) == code
        if ended and done.returncode == code and verified(done.stderr):
            print(f"live {PART} {what}: {run['simulated_seconds']} s simulated, {run['messages']['sent']} messages, "
                  f"{run['host']['wall_s']:.1f} s", flush=True)
        elif natively(words, ranks, code):
            fail(f"{what}: exit code {done.returncode}, {run['ranks']}\n{done.stderr[-3000:]}")
        else:
            print(f"live {PART} {what}: refused without fsin too: {' '.join(done.stderr.split())[-200:]}", flush=True)


run_part({"npb": npb})

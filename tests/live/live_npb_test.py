#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The NAS Parallel Benchmarks under fsin live: every benchmark verifies its result. Their sources are not part of fsin:
FSIN_NPB names the folder (NPB3.3-MPI). Skipped without.

Usage: live_npb_test.py FSIN MPICC FOLDER PART
"""
import os
import shutil
import subprocess
import sys

from live_run import PART, check_nothing_left, fail, live, only, run_part

# Compilers of Open MPI; newer ones take the calls of these sources only when told to.
SETTINGS = """MPIF77 = mpif77.openmpi
FLINK = mpif77.openmpi
FFLAGS = -O2 -w -fallow-argument-mismatch -fallow-invalid-boz
FLINKFLAGS = -O2
MPICC = mpicc.openmpi
CLINK = mpicc.openmpi
CFLAGS = -O2 -w
CLINKFLAGS = -O2
CC = cc -w
BINDIR = ../bin
RAND = randi8
"""


def npb():
    """Each benchmark on several numbers of ranks, squares where it wants them; the quick ones in class W too."""
    sources = os.environ.get("FSIN_NPB", "")
    if not os.path.isfile(os.path.join(sources, "config/make.def.template")):
        print("skipped: FSIN_NPB names no folder of the NAS Parallel Benchmarks (NPB3.3-MPI)")
        sys.exit(77)
    if shutil.which("mpif77.openmpi") is None:
        print("skipped: there is no mpif77.openmpi (apt-get install gfortran libopenmpi-dev)")
        sys.exit(77)
    shutil.copytree(sources, "npb", ignore=shutil.ignore_patterns("*.o", "bin"))
    with open("npb/config/make.def", "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    os.makedirs("npb/bin")
    cases = [(name, "S", ranks) for name in ("cg", "ep", "ft", "is", "lu", "mg") for ranks in (4, 16)]
    cases += [(name, "S", ranks) for name in ("bt", "sp") for ranks in (4, 9, 16)]
    cases += [(name, "W", 16) for name in ("cg", "ft", "is", "mg")]
    for name, size, ranks in cases:
        subprocess.run(["make", "-s", "-C", "npb", name, f"CLASS={size}", f"NPROCS={ranks}"], check=True,
                       capture_output=True, timeout=300)
        program = os.path.abspath(f"npb/bin/{name}.{size}.{ranks}")
        done = live(ranks, [program], "network.model=loggp", "workload.cpu.model=measured")
        verified = [line for line in done.stderr.splitlines() if "Verification" in line and "SUCCESSFUL" in line]
        if len(verified) != 1 or only(done)["ranks"]["finished"] != ranks:
            fail(f"{name}.{size} on {ranks} ranks:\n{done.stderr[-3000:]}")
        check_nothing_left(program)
        run = only(done)
        print(f"live {PART} {name}.{size}.{ranks}: {run['simulated_seconds']} s simulated, {run['messages']['sent']} "
              f"messages, {run['host']['wall_s']:.1f} s", flush=True)


run_part({"npb": npb})

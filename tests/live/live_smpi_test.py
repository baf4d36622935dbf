#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/live/beside-smpi: ping-pongs take the same simulated time under fsin live and under SMPI, on the same platform.
Skipped without SimGrid.

Usage: live_smpi_test.py FSIN MPICC FOLDER PART
"""
import os
import re
import shutil
import subprocess
import sys

from live_run import FSIN, PART, fail, run_part

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/live/beside-smpi")


def beside_smpi():
    for program in ("smpirun", "smpicc", "smpiff", "mpif77.openmpi"):
        if shutil.which(program) is None:
            print(f"skipped: there is no {program} (apt-get install libsimgrid-dev gfortran)")
            sys.exit(77)
    done = subprocess.run([sys.executable, "-B", SCRIPT, FSIN], capture_output=True, text=True, check=False, timeout=600)
    times = re.findall(r"^\| ping-pong.*\| (fsin live|SMPI) \|.*\| ([\d.e+-]+) ms \|$", done.stdout, re.MULTILINE)
    if done.returncode != 0 or [side for side, _ in times] != ["fsin live", "SMPI"]:
        fail(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    ours, theirs = (float(time) for _, time in times)
    if not 1 - 1e-4 < ours / theirs < 1 + 1e-4:
        fail(f"simulated are {ours} ms, and {theirs} ms by SMPI")


run_part({"beside_smpi": beside_smpi})

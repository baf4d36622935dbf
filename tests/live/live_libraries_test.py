#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""experiments/mpi-libraries, with the libraries that are there.

Usage: live_libraries_test.py FSIN MPICC FOLDER libraries
"""
import csv
import os
import shutil
import subprocess

from live_run import FSIN, fail, folder_of_mpich, run_part

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def libraries():
    """Each collective has a time at each size, which grows with it; the figure is drawn."""
    there = ["openmpi"]
    if shutil.which("mpicc.mpich") and os.path.isdir(folder_of_mpich()):
        there.append("mpich")
    out = os.path.abspath("libraries")
    done = subprocess.run([os.path.join(ROOT, "experiments/mpi-libraries/run"), "--ranks", "5", "--largest", "4096",
                           "--libraries", " ".join(there), "--out", out], capture_output=True, text=True, check=False,
                          timeout=600, env={**os.environ, "FSIN": FSIN})
    if done.returncode != 0:
        fail(f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    with open(os.path.join(out, "times.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != 1 + 6 * 4:
        fail(f"{len(rows)} rows, and not 25:\n{done.stdout}")
    for library in there:
        times = {(row["collective"], int(row["bytes"])): float(row[f"{library}_us"]) for row in rows}
        for (collective, size), time in times.items():
            if time < 1 or (size == 4096 and time <= times[collective, 8]):
                fail(f"{collective} of {size} bytes takes {time} us over {library}")
    if "<svg" not in open(os.path.join(out, "figure.svg"), encoding="utf-8").read():
        fail("no figure")


run_part({"libraries": libraries})

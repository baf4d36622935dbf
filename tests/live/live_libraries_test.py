#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Experiments with live programs: experiments/mpi-libraries, with the libraries that are there, and
experiments/master-worker.

Usage: live_libraries_test.py FSIN MPICC FOLDER PART
"""
import csv
import os
import shutil
import subprocess

from live_run import FSIN, ROOT, fail, folder_of_mpich, run_part


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


def master_and_workers():
    """The results come in another order on slow links; each is in the table and has its disc in the figure, as in the
    one of docs/live.md."""
    out = os.path.abspath("master-worker")
    done = subprocess.run([os.path.join(ROOT, "experiments/master-worker/run"), "--out", out], capture_output=True, text=True,
                          check=False, timeout=600, env={**os.environ, "FSIN": FSIN})
    if done.returncode != 0:
        fail(f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    with open(os.path.join(out, "order.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    orders = {link: [int(row["task"]) for row in rows if row["link"] == link] for link in ("10 Gb/s", "1 Gb/s")}
    if any(sorted(order) != list(range(12)) for order in orders.values()) or orders["10 Gb/s"] == orders["1 Gb/s"]:
        fail(f"orders {orders}")
    with open(os.path.join(out, "figure.svg"), encoding="utf-8") as file:
        figure = file.read()
    if figure.count("<circle") != 24:
        fail(f"{figure.count('<circle')} results are drawn")
    with open(os.path.join(ROOT, "docs/img/master-worker.svg"), encoding="utf-8") as file:
        if file.read() != figure:
            fail("docs/img/master-worker.svg is another figure")


run_part({"libraries": libraries, "master_and_workers": master_and_workers})

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`fsin help WORD`: words that users type lead to what they look for, and an experiment comes from standard input.

Usage: help_search_test.py FSIN EXPERIMENT
"""
import os
import subprocess
import sys
import tempfile

FSIN, EXPERIMENT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

# A word, and what must be among the first lines that it finds.
WORDS = {
    "saturation": "saturation.load", "latency": "latency.mean", "latency_from_generation": "latency_from_generation.mean",
    "throughput": "load.accepted", "outcome": "docs/", "settled": "settled", "vc": "network.router.virtual_channels",
    "virtual channel": "network.router.virtual_channels", "buffer": "network.router.queue", "buffers": "router.queue",
    "flit": "network.phit", "bandwidth": "network.link.bandwidth", "link speed": "docs/", "delay": "network.link.delay",
    "seed": "measure.seed", "seeds": "measure.seeds", "confidence": "measure.confidence", "interval": "measure.confidence",
    "warm-up": "measure.warmup", "warmup": "measure.warmup", "deadlock": "--allow-deadlock", "checkpoint": "--checkpoint",
    "resume": "fsin sweep --resume", "threads": "--threads", "parallel": "--threads", "cluster": "experiments/cluster",
    "slurm": "experiments/cluster", "sweep": "fsin sweep", "plot": "fsin report", "figure": "fsin report --figures",
    "latex": "fsin report --figures", "csv": "docs/", "json": "--json", "timeline": "fsin run --timeline",
    "trace": "workload.trace", "mpi": "docs/", "allreduce": "allreduce-algorithm.", "alltoall": "alltoall",
    "gpu": "kernel.", "training": "kernel.transformer", "dragonfly": "topology.dragonfly", "fat tree": "topology.fat-tree",
    "torus": "topology.torus", "hypercube": "topology.", "adaptive": "routing.adaptive", "valiant": "routing.valiant",
    "hotspot": "pattern.hotspot", "uniform": "pattern.uniform", "placement": "placement.random", "mapping": "placement.",
    "fault": "network.faults", "failure": "network.faults", "memory": "docs/", "cost": "fsin", "install": "docs/install.md",
    "completion": "docs/install.md", "simgrid": "network.platform", "calibration": "fsin calibrate", "hops": "hops.mean",
    "fairness": "load.jain", "jobs": "workload.jobs", "background": "background", "packet size": "network.packet",
    "percentile": "latency.p99", "library": "docs/library.md", "resilience": "network.faults", "link failure": "network.faults",
    "packet loss": "network.faults", "incast": "pattern.hotspot", "ecn": "congestion_control", "rdma": "congestion_control",
    "roce": "congestion_control", "infiniband": "fsin calibrate", "pause": "flow_control", "wormhole": "flow_control",
    "cut-through": "flow_control", "qos": "congestion_control", "jitter": "latency.stddev", "nccl": "kernel.collective",
    "pdf": "fsin report", "jupyter": "docs/teaching.md", "pandas": "docs/python.md", "matplotlib": "docs/python.md",
    "excel": "--csv", "vscode": "fsin help --json-schema", "bash": "docs/install.md", "gui": "fsin report", "animation": "fsin report",
}


def fsin(*words, given=None):
    return subprocess.run([FSIN, *words], input=given, capture_output=True, text=True, check=False)


def check_words():
    failures = []
    for word, wanted in WORDS.items():
        done = fsin("help", word)
        if done.returncode != 0 or wanted not in done.stdout or done.stderr:
            failures.append(f"fsin help {word!r}: {wanted!r} is not in\n{done.stdout}{done.stderr}")
        longest = max((len(line) for line in done.stdout.splitlines() if line.startswith("  ") and line.endswith(" ...")), default=0)
        if longest > 130:
            failures.append(f"fsin help {word!r}: a line of {longest} columns")
    for word in ("qwertyuiop", "", "  ", "-"):
        done = fsin("help", word)
        if done.returncode != 2 or done.stdout or f'"{word}"' not in done.stderr:
            failures.append(f"fsin help {word!r} ends with {done.returncode}: {done.stdout}{done.stderr}")
    return failures


def check_standard_input():
    failures = []
    with open(EXPERIMENT, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory(prefix="fsin-stdin-") as folder:
        short = ("cycles=500", "warmup=100", "-q", "--json", "-")
        one, other = fsin("run", "-", *short, given=text), fsin("run", EXPERIMENT, *short)
        if one.returncode != 0 or one.stdout.split('"fingerprint"')[1][:40] != other.stdout.split('"fingerprint"')[1][:40]:
            failures.append(f"fsin run - gives another result than the file: {one.stderr}")
        for words in (("check", "-"), ("topology", "-", "--properties"), ("sweep", "-", "--dry-run")):
            done = fsin(*words, given=text)
            if done.returncode != 0:
                failures.append(f"fsin {' '.join(words)} ends with {done.returncode}: {done.stderr}")
        done = fsin("sweep", "-", "-q", "cycles=300", "warmup=50", "--no-cache", "--out", folder + "/r", given=text)
        if done.returncode != 0 or not os.path.exists(folder + "/r/points.csv"):
            failures.append(f"fsin sweep - ends with {done.returncode}: {done.stderr}")
    wrong = fsin("run", "-", given="fsin: 1\nworkload: {laod: 0.3}\n")
    if wrong.returncode != 2 or not wrong.stderr.startswith("stdin:2:12: unknown key \"laod\""):
        failures.append(f"a mistake in standard input is told as {wrong.stderr!r}")
    empty = fsin("run", "-", given="")
    if empty.returncode != 2 or not empty.stderr.startswith("stdin:1:1: the file is empty"):
        failures.append(f"no standard input is told as {empty.stderr!r}")
    return failures


if __name__ == "__main__":
    found = check_words() + check_standard_input()
    print("\n".join(found))
    sys.exit(1 if found else 0)

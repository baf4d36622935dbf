#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs under the model `flow` with SimGrid's factors, over platform files of SimGrid, take the time that SimGrid 3.32
simulates for the same time-independent trace on the same file. The times of SimGrid are in simgrid_times.txt; where
smpirun is installed (Debian: libsimgrid-dev) they are measured anew as well.

SimGrid runs with network/optim:Full. With its default, Lazy, 3.32 looks at the links of one message only where the
latencies of several end at once, and others may then carry more than they can ("Incorrect value", says its debug log).

Usage: simgrid_times_test.py BIN_DIRECTORY [--write]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
TIMES = os.path.join(HERE, "simgrid_times.txt")
SMPIRUN = shutil.which("smpirun")
WRITE = "--write" in sys.argv
TOLERANCE = 0.002  # of the time; what rounding to cycles and the words of a matched start cost

HEAD = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
"""
CLUSTER = '<cluster id="c" prefix="n" suffix="" radical="0-15" speed="2Gf" bw="1.25GBps" lat="1us" {}/>'
HALF = '<cluster id="{0}" prefix="{0}-" suffix="" radical="0-7" speed="2Gf" bw="1.25GBps" lat="{1}"/>'
PLATFORMS = {
    "torus": CLUSTER.format('topology="TORUS" topo_parameters="2,2,4"'),
    "shared-torus": CLUSTER.format('topology="TORUS" topo_parameters="4,4" sharing_policy="SHARED"'),
    "fat-tree": CLUSTER.format('topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,2"'),
    "dragonfly": CLUSTER.format('topology="DRAGONFLY" topo_parameters="2,2;2,1;2,1;2"'),
    "backbone": CLUSTER.format('bb_bw="2GBps" bb_lat="500ns"'),
    "two-clusters": '<zone id="all" routing="Full">' + HALF.format("a", "1us") + HALF.format("b", "5us") +
                    '<link id="wide" bandwidth="3GBps" latency="20us"/><zoneRoute src="a" dst="b" '
                    'gw_src="a-a_router" gw_dst="b-b_router"><link_ctn id="wide"/></zoneRoute></zone>',
    "ring": '<zone id="ring" routing="Floyd">' +
            "".join(f'<host id="h{i}" speed="2Gf"/><link id="l{i}" bandwidth="{800 + 25 * i}MBps" latency="2us" '
                    'sharing_policy="SPLITDUPLEX"/>' for i in range(15)) +
            '<host id="h15" speed="2Gf"/>' +
            "".join(f'<route src="h{i}" dst="h{i + 1}"><link_ctn id="l{i}" direction="UP"/></route>'
                    for i in range(15)) + "</zone>",
}
# Programs that trgen writes as calls, with the algorithms that both have.
PROGRAMS = {
    "stencil": ["stencil", "--ranks", "16", "--iterations", "3", "--bytes", "20000"],
    "stencil-long": ["stencil", "--ranks", "16", "--iterations", "2", "--bytes", "60000"],
    "butterfly": ["butterfly", "--ranks", "16", "--bytes", "3000"],
    "all-to-all": ["all-to-all", "--ranks", "16", "--bytes", "5000"],
    "waterfall": ["waterfall", "--ranks", "16", "--iterations", "3", "--bytes", "70000"],
}


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout



def run_both(*words):
    """What it prints to both streams."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
                          check=True).stdout


def by_simgrid(platform, trace):
    text = run_both(SMPIRUN, "-np", "16", "-platform", platform, "-hostfile", "hosts", "-replay", trace,
               "--cfg=smpi/host-speed:2Gf", "--cfg=smpi/display-timing:yes", "--cfg=network/optim:Full")
    return float(re.search(r"Simulated time: (\S+) seconds", text).group(1))


def by_fsin(platform, trace):
    experiment = run(os.path.join(BIN, "fsin"), "platform", platform, "--trace", trace)
    with open("e.yaml", "w", encoding="utf-8") as file:
        file.write(experiment)
    return json.loads(run(os.path.join(BIN, "fsin"), "run", "e.yaml", "--json", "-", "--quiet"))["simulated_seconds"]


known = {}
if not WRITE:
    with open(TIMES, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                platform, program, seconds = line.split()
                known[platform, program] = float(seconds)
faults = []
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for program, words in PROGRAMS.items():
        run(os.path.join(BIN, "trgen"), "generate", *words, "--operations", "-o", f"{program}.ti")
    for platform, body in PLATFORMS.items():
        with open(f"{platform}.xml", "w", encoding="utf-8") as file:
            file.write(HEAD + body + "\n</platform>\n")
        names = ([f"{z}-{i}" for z in "ab" for i in range(8)] if platform == "two-clusters" else
                 [f"{'h' if platform == 'ring' else 'n'}{i}" for i in range(16)])
        with open("hosts", "w", encoding="utf-8") as file:
            file.writelines(name + "\n" for name in names)
        for program in PROGRAMS:
            if WRITE or SMPIRUN:
                now = by_simgrid(f"{platform}.xml", f"{program}.ti")
                if not WRITE and abs(now / known[platform, program] - 1) > 1e-5:
                    faults.append(f"{platform} {program}: SimGrid takes {now} s, and simgrid_times.txt has "
                                  f"{known[platform, program]} s")
                known.setdefault((platform, program), now)
            ours, theirs = by_fsin(f"{platform}.xml", f"{program}.ti"), known[platform, program]
            print(f"{platform:13} {program:13} SimGrid {theirs:.9f} s  here {ours:.9f} s  {100 * (ours / theirs - 1):+.3f} %")
            if abs(ours / theirs - 1) > TOLERANCE:
                faults.append(f"{platform} {program}: {ours} s, and SimGrid {theirs} s")
if WRITE:
    with open(TIMES, "w", encoding="utf-8") as file:
        file.write("# Seconds that SimGrid 3.32 (Debian libsimgrid-dev 3.32-2) simulates: platform, program, seconds.\n"
                   "# Made by: simgrid_times_test.py BIN_DIRECTORY --write\n")
        for (platform, program), seconds in known.items():
            file.write(f"{platform} {program} {seconds!r}\n")
if not SMPIRUN:
    print("SimGrid's times were not measured anew: no smpirun here (Debian: libsimgrid-dev)")
if faults:
    sys.exit("\n".join(faults))

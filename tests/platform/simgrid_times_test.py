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
TOLERANCE = 0.0005  # of the time; what rounding to cycles and the words of a matched start cost

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
    "parallel-fat-tree": CLUSTER.format('topology="FAT_TREE" topo_parameters="2;4,4;1,2;2,2"'),
    "limited-torus": CLUSTER.format('topology="TORUS" topo_parameters="2,2,4" limiter_link="2GBps"'),
    "limited-fat-tree": CLUSTER.format('topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,2" limiter_link="2GBps"'),
    "limited-dragonfly": CLUSTER.format('topology="DRAGONFLY" topo_parameters="2,2;2,1;2,1;2" limiter_link="2GBps"'),
    "fatpipe-dragonfly": CLUSTER.format('topology="DRAGONFLY" topo_parameters="2,2;2,1;2,1;2" '
                                        'sharing_policy="FATPIPE"'),
    "fatpipe-backbone": CLUSTER.format('bb_bw="1GBps" bb_sharing_policy="FATPIPE" limiter_link="1GBps"'),
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
# Platforms of four hosts of two cores, with ranks that share them.
FOUR = '<cluster id="c" prefix="n" suffix="" radical="0-3" speed="2Gf" core="2" bw="1.25GBps" lat="1us" {}/>'
SHARED = {
    "no-loopback": FOUR.format(""),
    "loopback": FOUR.format('loopback_bw="5GBps" loopback_lat="100ns"'),
    "fat-tree-up": FOUR.format('topology="FAT_TREE" topo_parameters="1;4;1;1" limiter_link="3GBps"'),
    "common": '<zone id="z" routing="Full">' + "".join(f'<host id="n{i}" speed="2Gf" core="2"/>' for i in range(4)) +
              '<link id="l" bandwidth="1GBps" latency="3us"/>' +
              "".join(f'<route src="n{i}" dst="n{j}"><link_ctn id="l"/></route>'
                      for i in range(4) for j in range(i + 1, 4)) + "</zone>",
}
SHARED_HOSTS = ["n0", "n0", "n0", "n1", "n1", "n2", "n3", "n3"]


def ring_with_bursts():
    """Eight ranks, of which each sends to the next while all compute for different times."""
    lines = []
    for step in range(3):
        for rank in range(8):
            lines += [f"{rank} irecv {(rank - 1) % 8} {step} 70000 6", f"{rank} isend {(rank + 1) % 8} {step} 70000 6",
                      f"{rank} compute {(1 + rank) * 10000}", f"{rank} waitall"]
    return lines + of_all(8, "alltoall 3000 3000 6 6") + of_all(8, "allreduce 20000 0 6")


def of_all(ranks, action):
    return [f"{rank} {action}" for rank in range(ranks)]


def blocks(ranks, usual, last):
    return " ".join([str(usual)] * (ranks - 1) + [str(last)])


OS = "0:8.93e-6:7.65e-10;1420:1.4e-5:2.1e-10"
OIS = "0:5e-6:1e-10;20000:7e-6:2e-10"
OR = "0:3e-6:5e-10;1000:6e-6:1e-10"
MESSAGES = [f"{rank} {action}" for size in (100, 5000, 60000, 200000) for rank, action in
            ((0, f"send 1 0 {size} 6"), (1, f"recv 0 0 {size} 6"), (0, f"isend 1 1 {size} 6"), (1, f"irecv 0 1 {size} 6"),
             (0, "waitall"), (1, "waitall"))]
MPICH = (["--cfg=smpi/coll-selector:mpich"], ["workload.collectives.library=smpi-mpich"])
OMPI = (["--cfg=smpi/coll-selector:ompi"], ["workload.collectives.library=smpi-ompi"])


def ompi_calls():
    """Collectives of the selector ompi, with the sizes at which each of its algorithms has its turn and smpi_replay
    ends in no error; platform, ranks and roots differ."""
    for ranks, size, root in ((2, 20, 1), (3, 100, 2), (4, 1024, 3), (7, 4000, 0), (2, 20000, 1), (15, 400000, 7),
                              (8, 4194304, 0), (5, 1048576, 2), (12, 10000 + 6784, 11), (16, 6000, 8),
                              (24, 1048576, 5), (33, 500, 32)):
        yield f"bcast-{ranks}-{size}-{root}", f"bcast {size} {root} 6", ranks
    for ranks, size, root in ((2, 4, 1), (3, 10, 2), (3, 20, 0), (2, 1000, 1), (3, 300000, 1), (3, 600000, 2),
                              (3, 4194304, 0), (5, 1000, 4), (6, 50000, 3), (7, 100000, 0), (4, 300000, 1),
                              (7, 600000, 5), (12, 100, 11), (16, 10000, 8), (24, 50000, 0), (32, 50000, 31),
                              (33, 1, 32), (33, 1000000, 16)):
        yield f"reduce-{ranks}-{size}-{root}", f"reduce {size} 0 {root} 6", ranks
    for ranks, size in ((3, 8), (3, 100), (7, 255), (8, 8), (33, 100), (6, 2000), (2, 3000), (12, 5000)):
        yield f"allgatherv-{ranks}-{size}", f"allgatherv {size} {blocks(ranks, size, size)} 6 6", ranks
    for ranks, size in ((3, 20000), (6, 8), (7, 1), (33, 100), (33, 10000), (24, 100000)):
        yield f"allreduce-{ranks}-{size}", f"allreduce {size} 0 6", ranks
    for ranks, size, root in ((2, 1, 1), (3, 200000, 2), (7, 400000, 3), (16, 1000, 5)):
        yield f"gather-{ranks}-{size}-{root}", f"gather {size} {size} {root} 6 6", ranks
    yield "reducescatter-33-1", f"reducescatter {blocks(33, 1, 1)} 0 6", 33
    yield "barrier-33", "barrier", 33


# Calls: name, platform, lines, settings of SimGrid and ours.
CASES = [
    *[(f"unequal-{ranks}-{usual}", "backbone", of_all(ranks, f"reducescatter {blocks(ranks, usual, last)} 0 {kind}"), [], [])
      for ranks in (4, 7) for usual, last, kind in ((1000, 999, 6), (50000, 30000, 0), (100000, 500000, 6))],
    *[(f"mpich-reducescatter-{ranks}-{usual}", "backbone", of_all(ranks, f"reducescatter {blocks(ranks, usual, usual)} 0 6"),
       *MPICH) for ranks in (4, 8, 11) for usual in (1000, 200000)],
    *[(f"mpich-alltoall-{ranks}-{size}", "backbone", of_all(ranks, f"alltoall {size} {size} 6 6"), *MPICH)
      for ranks in (4, 8, 12) for size in (100, 4000, 50000)],
    *[(f"mpich-alltoallv-{ranks}-{size}", "backbone",
       of_all(ranks, f"alltoallv {ranks * size} {blocks(ranks, size, size)} {ranks * size} {blocks(ranks, size, size)} 6 6"),
       *MPICH) for ranks in (4, 9) for size in (100, 4000)],
    *[(f"{name}-scatter-{ranks}-{size}", "backbone", of_all(ranks, f"scatter {size} {size} 1 6 6"), *settings)
      for name, settings in (("mpich", MPICH), ("ompi", OMPI)) for ranks in (5, 16) for size in (1000, 100000)],
    *[(f"ompi-{name}", "backbone-of-33", of_all(ranks, line), *OMPI) for name, line, ranks in ompi_calls()],
    ("costs-of-calls", "backbone", MESSAGES, [f"--cfg=smpi/os:{OS}", f"--cfg=smpi/ois:{OIS}", f"--cfg=smpi/or:{OR}"],
     [f"workload.mpi.buffered_send_costs={OS}", f"workload.mpi.started_send_costs={OIS}",
      f"workload.mpi.receive_costs={OR}"]),
    ("test-of-a-request", "backbone", ["0 irecv 1 0 100 6", "0 test 1 0 0", "0 wait 1 0 0", "1 send 0 0 100 6"], [], []),
    ("tests-of-a-request", "backbone",
     ["0 irecv 1 0 100 6", *["0 test 1 0 0"] * 3, "0 wait 1 0 0", "1 compute 400000", "1 send 0 0 100 6"],
     ["--cfg=smpi/grow-injected-times:no"], []),
    ("sleeping-on-a-core", "common", [f"{rank} {each}" for rank in range(8) for each in
                                      ("sleep 0.001", f"compute {1000000 * (rank + 1)}", "sleep 0.002")], [], []),
    *[(f"ring-on-{platform}", platform, ring_with_bursts(), [], []) for platform in SHARED],
]


WIDE = {"backbone-of-33": CLUSTER.format('bb_bw="2GBps" bb_lat="500ns"').replace("0-15", "0-32")}


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout



def run_both(*words):
    """What it prints to both streams."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
                          check=True).stdout


def by_simgrid(platform, trace, ranks=16, settings=()):
    text = run_both(SMPIRUN, "-np", str(ranks), "-platform", platform, "-hostfile", "hosts", "-replay", trace,
               "--cfg=smpi/host-speed:2Gf", "--cfg=smpi/display-timing:yes", "--cfg=network/optim:Full", *settings)
    return float(re.search(r"Simulated time: (\S+) seconds", text).group(1))


def by_fsin(platform, trace, settings=()):
    experiment = run(os.path.join(BIN, "fsin"), "platform", platform, "--trace", trace, "--hosts", "hosts")
    with open("e.yaml", "w", encoding="utf-8") as file:
        file.write(experiment)
    return json.loads(run(os.path.join(BIN, "fsin"), "run", "e.yaml", "--json", "-", "--quiet",
                          *settings))["simulated_seconds"]


def expect_told(trace, settings, wanted):
    """Whether a run says `wanted`, and without `settings` does not."""
    experiment = run(os.path.join(BIN, "fsin"), "platform", "backbone-of-33.xml", "--trace", trace, "--hosts", "hosts")
    with open("e.yaml", "w", encoding="utf-8") as file:
        file.write(experiment)
    for more, told in (([], False), (settings, True)):
        text = run_both(os.path.join(BIN, "fsin"), "run", "e.yaml", *more)
        if (wanted in text) != told:
            faults.append(f"{trace} with {more}: '{wanted}' is {'not ' if told else ''}in\n{text}")


def compare(platform, program, simgrid, fsin):
    """`simgrid` and `fsin` give the seconds."""
    if WRITE or SMPIRUN:
        now = simgrid()
        if not WRITE and abs(now / known[platform, program] - 1) > 1e-5:
            faults.append(f"{platform} {program}: SimGrid takes {now} s, and simgrid_times.txt has "
                          f"{known[platform, program]} s")
        known.setdefault((platform, program), now)
    ours, theirs = fsin(), known[platform, program]
    print(f"{platform:17} {program:25} SimGrid {theirs:.9f} s  here {ours:.9f} s  {100 * (ours / theirs - 1):+.3f} %")
    if abs(ours / theirs - 1) > TOLERANCE:
        faults.append(f"{platform} {program}: {ours} s, and SimGrid {theirs} s")


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
            compare(platform, program, lambda: by_simgrid(f"{platform}.xml", f"{program}.ti"),
                    lambda: by_fsin(f"{platform}.xml", f"{program}.ti"))
    for platform, body in {**SHARED, **WIDE}.items():
        with open(f"{platform}.xml", "w", encoding="utf-8") as file:
            file.write(HEAD + body + "\n</platform>\n")
    for name, platform, lines, simgrid, fsin in CASES:
        ranks = 1 + max(int(line.split()[0]) for line in lines)
        with open("hosts", "w", encoding="utf-8") as file:
            file.writelines(f"{host}\n" for host in (SHARED_HOSTS if platform in SHARED else
                                                     [f"n{i}" for i in range(ranks)]))
        with open("calls.txt", "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in of_all(ranks, "init") + lines + of_all(ranks, "finalize"))
        with open("calls.ti", "w", encoding="utf-8") as file:
            file.write("calls.txt\n")
        compare(platform, name, lambda: by_simgrid(f"{platform}.xml", "calls.ti", ranks, simgrid),
                lambda: by_fsin(f"{platform}.xml", "calls.txt", fsin))
    with open("hosts", "w", encoding="utf-8") as file:
        file.write("n0\nn1\n")
    with open("short.txt", "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in of_all(2, "init") + of_all(2, "bcast 1000 0 6") + of_all(2, "finalize"))
    expect_told("short.txt", OMPI[1], "1 of 1 calls have no time: SimGrid 3.32 ends in an error on MPI_Bcast of 1000 B")
    expect_told("short.txt", MPICH[1], "1 of 1 calls have no time: SimGrid 3.32 ends in an error on MPI_Bcast of 1000 B")
    # Calls that SimGrid makes at one moment are made one a cycle here.
    expect_told("short.txt", OMPI[1] + ["network.link.bandwidth=10 Gb/s"], "leave network.link.bandwidth and network.phit out")
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

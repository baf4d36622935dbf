#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Archives that EZTrace makes of an MPI program are read as otf2-print reads them, message for message, and what EZTrace
leaves out is counted. Skips (exit code 77), and says so, where EZTrace, MPICH or otf2-print is not installed.

Usage: eztrace_test.py BIN_DIRECTORY
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
RANKS, ROUNDS, INTS = 4, 3, 5
EXPERIMENT = """fsin: 1
network: {topology: {type: torus, dims: [2, 2]}, preset: adaptive-3vc}
workload: {type: trace, file: TRACE}
"""


def tool(*names):
    for name in names:
        if path := shutil.which(name):
            return path
    print(f"skipped: no {names[-1]} here (Debian: eztrace, mpich, libmpich-dev, otf2-tools)")
    sys.exit(77)


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found}, not {wanted}")


def record(folder, how):
    run(MPIRUN, "-n", str(RANKS), EZTRACE, "-t", "mpich", "-o", folder, "./program", how, cwd=folder)
    made = os.path.join(folder, "program_trace")
    os.rename(made, os.path.join(folder, how))
    return os.path.join(folder, how)


def by_otf2_print(archive):
    """(rank, "MS" or "MR", peer, tag, bytes) of all messages, and how often each kind of event was printed."""
    text = run(OTF2_PRINT, os.path.join(archive, "eztrace_log.otf2"))
    kinds = {"MPI_SEND": "MS", "MPI_ISEND": "MS", "MPI_RECV": "MR", "MPI_IRECV": "MR"}
    locations = sorted({int(line.split()[1]) for line in text.splitlines() if line.startswith("ENTER")})
    rank = {location: number for number, location in enumerate(locations)}
    messages, counts = collections.Counter(), collections.Counter()
    for line in text.splitlines():
        words = line.split()
        counts[words[0] if words else ""] += 1
        if words and words[0] in kinds:
            found = re.search(r'(?:Receiver|Sender): \d+ \("[^"]*" <(\d+)>\).*Tag: (\d+), Length: (\d+)', line)
            peer, tag, size = found.groups()
            messages[rank[int(words[1])], kinds[words[0]], rank[int(peer)], int(tag), int(size)] += 1
    return messages, counts


def by_trgen(archive):
    messages = collections.Counter()
    for line in run(f"{BIN}/trgen", "convert", archive, "-").splitlines():
        words = line.split()
        if len(words) > 6 and words[2] in ("MS", "MR"):
            messages[int(words[0]), words[2], int(words[3]), int(words[4]), int(words[6])] += 1
    return messages, json.loads(run(f"{BIN}/trgen", "info", "--json", archive))


def facts_of_collectives(archive):
    """By function and rank, as they stand in the text."""
    found = {}
    for line in run(f"{BIN}/trgen", "convert", archive, "-").splitlines():
        words = line.split()
        if len(words) > 4 and words[2] == "SS" and words[4].startswith("communicator=0"):
            found.setdefault(words[3][4:], {})[int(words[0])] = " ".join(words[5:])
    return found


def check_blocking(folder):
    archive = record(folder, "blocking")
    expected, events = by_otf2_print(archive)
    messages, info = by_trgen(archive)
    expect("messages, blocking", messages, expected)
    expect("sends", sum(n for key, n in messages.items() if key[1] == "MS"), RANKS * (4 + ROUNDS) + RANKS - 1)
    expect("receives", sum(n for key, n in messages.items() if key[1] == "MR"), RANKS * (4 + ROUNDS) + RANKS - 1)
    expect("incomplete", info["incomplete"], [])
    expect("ranks", info["ranks"], RANKS)
    expect("recorded by", "#recorded by EZTrace 2" in info["comments"], True)
    said = [line for line in info["comments"] if line.startswith("#group 0 is both")]
    expect("what is assumed of group 0", len(said), 1)
    expect("collective ends", events["MPI_COLLECTIVE_END"],
           sum(each["collective_calls"] for each in info["communicators"]))
    expect("check", "every one received" in run(f"{BIN}/trgen", "check", archive), True)
    check_facts(archive)
    path = os.path.join(folder, "replay.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(EXPERIMENT.replace("TRACE", json.dumps(archive)))
    result = json.loads(run(f"{BIN}/fsin", "run", path, "-q", "--json", "-"))
    expect("outcome", result["outcome"], "finished")


def check_facts(archive):
    """What each rank contributes and receives, from what the program calls."""
    facts = facts_of_collectives(archive)
    own, block = [4 * (rank + 1) for rank in range(RANKS)], 4 * INTS

    def at(function, root, sent, received):
        for rank in range(RANKS):
            start = "" if root is None else f"root={root} "
            expect(f"{function} of rank {rank}", facts[function][rank],
                   f"{start}sent={sent(rank)} received={received(rank)}")

    at("Barrier", None, lambda r: 0, lambda r: 0)
    at("Bcast", 1, lambda r: block if r == 1 else 0, lambda r: 0 if r == 1 else block)
    at("Gather", 2, lambda r: block, lambda r: RANKS * block if r == 2 else 0)
    at("Gatherv", 2, lambda r: own[r], lambda r: sum(own) if r == 2 else 0)
    at("Scatter", 2, lambda r: RANKS * block if r == 2 else 0, lambda r: block)
    at("Scatterv", 2, lambda r: sum(own) if r == 2 else 0, lambda r: own[r])
    at("Allgather", None, lambda r: block, lambda r: RANKS * block)
    at("Allgatherv", None, lambda r: own[r], lambda r: sum(own))
    at("Alltoall", None, lambda r: RANKS * block, lambda r: RANKS * block)
    at("Alltoallv", None, lambda r: sum(own), lambda r: RANKS * own[r])
    at("Reduce", 3, lambda r: block, lambda r: block if r == 3 else 0)
    at("Allreduce", None, lambda r: block, lambda r: block)


def check_stencil(folder):
    archive = record(folder, "stencil")
    expected, events = by_otf2_print(archive)
    messages, info = by_trgen(archive)
    expect("messages, stencil", messages, expected)
    expect("sends", sum(messages.values()), events["MPI_ISEND"])
    lost = {each["what"]: each["count"] for each in info["losses"]}
    expect("receives without message", lost["receives that were posted and whose message was not recorded"],
           events["MPI_IRECV_REQUEST"] - events["MPI_IRECV"])
    expect("exchanges without messages", lost["calls of MPI_Sendrecv whose messages were not recorded"], RANKS * ROUNDS)
    expect("collectives without end", lost["collectives whose end is missing or far away"],
           events["MPI_COLLECTIVE_BEGIN"] - events["MPI_COLLECTIVE_END"])
    expect("incomplete", [each["rank"] for each in info["incomplete"]], list(range(RANKS)))


EZTRACE, MPICC, MPIRUN = tool("eztrace"), tool("mpicc.mpich", "mpicc"), tool("mpirun.mpich", "mpirun")
OTF2_PRINT = tool("otf2-print")
with tempfile.TemporaryDirectory(prefix="fsin-eztrace-") as scratch:
    run(MPICC, "-O1", "-w", os.path.join(HERE, "program.c"), "-o", os.path.join(scratch, "program"))
    check_blocking(scratch)
    check_stencil(scratch)
print("EZTrace's archives are read as otf2-print reads them")

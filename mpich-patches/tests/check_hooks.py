#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the hooks of the patched MPICH report every message that it sends by itself, and no other.

Usage: check_hooks.py [PREFIX]        (default build/mpich)
Runs collectives.c under hook_recorder.c at several numbers of ranks and with other algorithms than MPICH's choice. On each
communicator context the k-th send to a rank must have the size of the k-th receive posted for it, everything announced
must have caused messages, the program's own messages must not appear. Then profiled_f08.f90: a profiling library in C sees
each of its calls once. Exit status: 0 all is well, 1 it is not, 2 there is no patched MPICH.
"""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COMM_WORLD = 0x44000000
# One line a run: ranks, further environment. The second part makes the schedules and the generic transport work.
RUNS = [(ranks, {}) for ranks in (1, 2, 3, 8, 13, 16)] + [(8, {"MPIR_CVAR_" + name: value}) for name, value in (
    ("IBCAST_INTRA_ALGORITHM", "tsp_tree"),
    ("IBCAST_INTRA_ALGORITHM", "sched_binomial"),
    ("IALLREDUCE_INTRA_ALGORITHM", "tsp_recexch_single_buffer"),
    ("IALLGATHER_INTRA_ALGORITHM", "tsp_brucks"),
    ("IALLTOALLV_INTRA_ALGORITHM", "tsp_scattered"),
    ("INEIGHBOR_ALLTOALL_INTRA_ALGORITHM", "tsp_linear"),
    ("INEIGHBOR_ALLTOALL_INTRA_ALGORITHM", "sched_linear"),
    ("ALLREDUCE_INTRA_ALGORITHM", "nb"),
    ("ENABLE_SMP_COLLECTIVES", "1"),
)] + [(4, {"MPIR_CVAR_NOLOCAL": "0", "MPIR_CVAR_ENABLE_SMP_COLLECTIVES": "1", "MPIR_CVAR_NUM_CLIQUES": "2"})]
MESSAGES_EVERYWHERE = 8  # ranks from which on every state has messages
SILENT = {"own", "free"}


def command(arguments, folder, environment=None):
    done = subprocess.run(arguments, cwd=folder, env={**os.environ, **(environment or {})}, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"check_hooks: exit status {done.returncode} of {' '.join(arguments)}\n{done.stdout[-2000:]}")


def build(prefix, folder):
    command([f"{prefix}/bin/mpicc", "-O1", "-o", "collectives", f"{HERE}/collectives.c"], folder)
    command([f"{prefix}/bin/mpifort", "-o", "profiled_f08", f"{HERE}/profiled_f08.f90"], folder)
    command(["gcc", "-shared", "-fPIC", f"-I{prefix}/include", f"-I{HERE}/../trace", "-o", "recorder.so",
             f"{HERE}/hook_recorder.c"], folder)


def record(prefix, folder, program, ranks, extra):
    """The lines of all ranks, each split into words."""
    for old in glob.glob(f"{folder}/out.*"):
        os.remove(old)
    settings = {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_ENABLE_SMP_COLLECTIVES": "0",
                "MPICH_INTERFACE_HOSTNAME": "127.0.0.1", "HOOK_OUTPUT": f"{folder}/out", **extra}
    command([f"{prefix}/bin/mpiexec", "-genv", "LD_PRELOAD", f"{folder}/recorder.so", "-n", str(ranks),
             f"{folder}/{program}"], folder, settings)
    lines = []
    for rank in range(ranks):
        with open(f"{folder}/out.{rank}", encoding="ascii") as file:
            lines.append([line.split() for line in file])
    return lines


def pairing(lines):
    """Mistakes in the pairing of sends and receives."""
    sends, receives = collections.defaultdict(list), collections.defaultdict(list)
    for rank, of_rank in enumerate(lines):
        posts = set()
        for words in of_rank:
            if words[0] == "S":
                sends[tuple(words[2:6])].append(int(words[6]))
            elif words[0] == "R":
                post = int(words[7])
                if post == 0 or post in posts:
                    yield f"rank {rank}: the number {post} of a receive is none or not its own: {' '.join(words)}"
                posts.add(post)
                receives[tuple(words[2:6])].append((post, int(words[6])))
    for key in sorted(set(sends) | set(receives)):
        posted = [size for _, size in sorted(receives[key])]
        if sends[key] != posted:
            yield f"source, destination, context, tag {key}: sent {sends[key][:8]}, received {posted[:8]}"


def states(lines, ranks):
    """Mistakes in what has messages and what has not."""
    with open(f"{HERE}/collectives.c", encoding="ascii") as file:
        announced = set(re.findall(r'state\(job, "([^"]+)"\)', file.read()))
    seen = {re.sub(r"\.\d+$", "", words[1]) for of_rank in lines for words in of_rank if words[0] in "SR"}
    for name in sorted(seen - announced - {"Finalize"} | seen & SILENT):
        yield f"hidden messages in the state {name}"
    if ranks >= MESSAGES_EVERYWHERE:
        for name in sorted(announced - SILENT - seen):
            yield f"no hidden message in the state {name}"
    for rank, of_rank in enumerate(lines):
        if not any(words[0] == "F" and words[1] == "Finalize" and int(words[2]) == COMM_WORLD for words in of_rank):
            yield f"rank {rank}: MPI_COMM_WORLD did not go away in MPI_Finalize"


def main():
    prefix = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{HERE}/../../build/mpich")
    if not os.path.exists(f"{prefix}/bin/mpicc"):
        print(f"check_hooks: there is no {prefix}/bin/mpicc; run mpich-patches/build.sh", file=sys.stderr)
        return 2
    failed = False
    with tempfile.TemporaryDirectory(prefix="hooks-") as folder:
        build(prefix, folder)
        for ranks, extra in RUNS:
            lines = record(prefix, folder, "collectives", ranks, extra)
            mistakes = [*pairing(lines), *states(lines, ranks)]
            count = sum(words[0] == "S" for of_rank in lines for words in of_rank)
            what = " ".join(f"{name}={value}" for name, value in extra.items())
            print(f"{ranks:3} ranks {what}: {count} messages{', MISTAKES:' if mistakes else ', each received once'}")
            print("".join(f"  {mistake}\n" for mistake in mistakes[:10]), end="")
            failed = failed or bool(mistakes)
        for rank, of_rank in enumerate(record(prefix, folder, "profiled_f08", 2, {})):
            calls = {words[1]: words[2] for words in of_rank if words[0] == "C"}
            if len(calls) != 6 or set(calls.values()) != {"1"}:
                print(f"mpi_f08, rank {rank}: calls seen: {calls}, each should be seen once")
                failed = True
    print("the hooks miss something" if failed else "the hooks report every hidden message")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

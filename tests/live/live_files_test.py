#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that a live run writes and reads: CPU times and traces.

Usage: live_files_test.py FSIN MPICC FOLDER PART
"""
import json
import math
import os
import subprocess

from live_run import FSIN, PART, build, check_nothing_left, fail, live, only, run_part


def cpu_times():
    """CPU times of one run, taken by others: equal to it to the cycle, on any number of cores."""
    program = build("stencil")
    words, cores = [program, "8", "40000"], sorted(os.sched_getaffinity(0))
    for file, overrides in (("cpu.txt", ["network.model=loggp"]), ("cpu.zst", [])):
        recorded = live(4, words, *overrides, "workload.cpu={model: measured, record: %s}" % file)
        computed = only(recorded)["ranks"]["compute_seconds"]
        if computed <= 0:
            fail(f"{overrides}: nothing was computed: {only(recorded)['ranks']}")
        for used in (cores[:1], cores[:2]):
            again = live(4, words, *overrides, "workload.cpu={replay: %s}" % file,
                         before=["taskset", "-c", ",".join(map(str, used))])
            for key in ("cycles", "fingerprint", "ranks", "messages"):
                if only(again)[key] != only(recorded)[key]:
                    fail(f"{overrides} on cores {used}: {key} is {only(again)[key]} in the replay and "
                         f"{only(recorded)[key]} in the run that was recorded")
            if again.stderr != recorded.stderr:
                fail(f"{overrides}: the program prints\n{again.stderr} in the replay and\n{recorded.stderr} before")
        alone = only(live(4, words, *overrides, "workload.cpu={replay: %s, side_by_side: false}" % file))
        if any(alone[key] != only(recorded)[key] for key in ("cycles", "fingerprint", "ranks", "messages")):
            fail(f"{overrides}: the replay differs where ranks do not compute side by side")
    slow = only(live(4, words, "workload.cpu={replay: cpu.txt, scale: 3}", "network.model=loggp"))
    ratio = slow["ranks"]["compute_seconds"] / only(live(4, words, "workload.cpu={replay: cpu.txt}", "network.model=loggp"))[
        "ranks"]["compute_seconds"]
    if abs(ratio - 3) > 0.01:
        fail(f"CPU times with scale 3 are {ratio} times as long")
    # Another program, another number of ranks, files that are none.
    done = live(4, [build("collectives")], "workload.cpu={replay: cpu.txt}", code=3)
    if "ended at MPI_Irecv in the file of workload.cpu.replay" not in done.stderr:
        fail(f"a replay of another program is told so:\n{done.stderr}")
    done = live(4, [program, "9", "40000"], "workload.cpu={replay: cpu.txt}", code=3)
    if "comes to MPI_Irecv with its CPU time" not in done.stderr:
        fail(f"a replay with other arguments is told so:\n{done.stderr}")
    check_nothing_left(program)
    with open("cpu.txt", encoding="utf-8") as file:
        lines = file.readlines()
    for name, text, expected in (("none.txt", "#ranks 4\n", "no file of CPU times"),
                                 ("short.txt", "".join(lines)[:-1], "cut short"),
                                 ("number.txt", "".join(lines[:4]) + "MPI_Send 1x\n", "number.txt:5: not a CPU time"),
                                 ("rank.txt", "".join(lines[:3]) + "rank 4\n", "there is no rank 4 among 4")):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        if expected not in live(4, words, "workload.cpu={replay: %s}" % name, code=2).stderr:
            fail(f"{name} is told so")
    for overrides, expected in (("workload.cpu={model: none, replay: cpu.txt}", "take the place of cpu.model"),
                                ("workload.cpu={record: cpu.txt, replay: cpu.txt}", "cpu.record")):
        if expected not in live(4, words, overrides, code=2).stderr:
            fail(f"{overrides} is told so")
    done = live(2, words, "workload.cpu={replay: cpu.txt}", code=2)
    if "the file is of 4 ranks, and the program has 2" not in done.stderr:
        fail(f"a replay with 2 of 4 ranks is told so:\n{done.stderr}")


def traces():
    """A trace of a live run, replayed, takes as long as that; the messages of collectives are in it."""
    for ranks, words, cpu in ((8, [build("collectives")], "{model: fixed, burst: 3 us}"),
                              (4, [build("stencil"), "8", "40000"], "{model: measured}")):
        for network, file in ((["network.model=loggp"], "trace.txt"), ([], "trace.trgen")):
            run = only(live(ranks, words, *network, f"workload.cpu={cpu}", options=["--trace", file]))
            workload = "workload={type: trace, file: %s, cpu: {scale: 1}, mpi: {buffered: 128 TiB}}" % file
            replay = json.loads(subprocess.run([FSIN, "run", "network.yaml", *network, workload, "-q", "--json", "-"],
                                               check=True, capture_output=True, text=True).stdout)["runs"][0]
            longer = replay["cycles"] / run["cycles"] - 1
            print(f"live {PART} {os.path.basename(words[0])} {network}: {run['cycles']} cycles, {longer:+.2%} in the replay")
            if abs(longer) > 0.01:
                fail(f"{words[0]} {network}: {run['cycles']} cycles live, {replay['cycles']} in the replay of its trace")
            for key in ("sent", "delivered"):
                if replay["messages"][key] != run["messages"][key]:
                    fail(f"{words[0]} {network}: {run['messages']} live, {replay['messages']} in the replay")
            if not math.isclose(replay["ranks"]["compute_seconds"], run["ranks"]["compute_seconds"], rel_tol=0.01):
                fail(f"{words[0]} {network}: {run['ranks']} live, {replay['ranks']} in the replay")
    with open("trace.txt", encoding="utf-8") as file:
        records = [line.split() for line in file if not line.startswith("#")]
    if not any(each[2] == "MR" and "any=source" in each for each in records):
        fail("receives from any source are not marked")
    done = live(2, [build("collectives")], code=2, options=["--trace", "trace.raw"])
    if "can be read but not written" not in done.stderr:
        fail(f"a format that cannot be written is told so:\n{done.stderr}")
    done = live(2, [build("collectives")], "measure.seeds=2", code=2, options=["--trace", "trace.txt"])
    if "set measure.seeds: 1" not in done.stderr:
        fail(f"a trace of two runs is refused:\n{done.stderr}")


run_part({"cpu_times": cpu_times, "traces": traces})

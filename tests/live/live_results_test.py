#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What results of live runs tell: the critical path.

Usage: live_results_test.py FSIN MPICC FOLDER PART
"""
import json
import subprocess

from live_run import FSIN, build, fail, live, only, run_part


def path_of(run, how):
    """The critical path, whose steps follow each other from the first cycle to the last."""
    path, next_cycle = run["profile"]["critical_path"], 1
    for _kind, _rank, _call, first, last, *_parts in path["steps"]:
        if first != next_cycle:
            fail(f"{how}: a step of the path begins in cycle {first}, after one that ended in {next_cycle - 1}")
        next_cycle = last + 1
    if next_cycle != run["cycles"] + 1 or sum(path["parts"].values()) != run["cycles"]:
        fail(f"{how}: the path ends in cycle {next_cycle - 1} of {run['cycles']} and has {path['parts']}")
    return path


def close(a, b, whole, how):
    """The parts or calls of two paths differ by no more than a hundredth of the run."""
    for key in a.keys() | b.keys():
        if abs(a.get(key, 0) - b.get(key, 0)) > 0.01 * whole:
            fail(f"{how}: {key} has {a.get(key, 0)} cycles of the path live, and {b.get(key, 0)} in the replay of its trace")


def cycles_by_call(run):
    names = [each["function"] for each in run["profile"]["calls"]]
    return {names[each["call"]] if each["call"] >= 0 else "outside": sum(each["parts"].values())
            for each in run["profile"]["critical_path"]["by_call"]}


def critical_path():
    """The critical path of a live run is that of its trace: as long, the same parts, the same calls."""
    replayed = "workload={type: trace, file: trace.txt, cpu: {scale: 1}, mpi: {buffered: 128 TiB%s}%s}"
    for words in ([build("collectives")], [build("stencil"), "8", "400"]):
        for network in (["network.model=loggp"], []):
            how = f"{words[1:]} {network}"
            run = only(live(8, words, *network, "workload.cpu={model: fixed, burst: 3 us}",
                            options=["--trace", "trace.txt", "--critical-path"]))
            replay = json.loads(subprocess.run([FSIN, "run", "network.yaml", *network, replayed % ("", ""), "-q",
                                                "--critical-path", "--json", "-"],
                                               check=True, capture_output=True, text=True).stdout)["runs"][0]
            own, other = path_of(run, how), path_of(replay, how)
            close(own["parts"], other["parts"], run["cycles"], how)
            close(cycles_by_call(run), cycles_by_call(replay), run["cycles"], how)
            if own["messages"] == 0 or own["parts"]["wait"] > 0 or own["links_known"]:
                fail(f"{how}: the path has {own['messages']} messages and {own['parts']}")
    # Ranks of one node, whose copies are sends of the path; and a path of recorded CPU times.
    program = build("stencil")
    node = ["network.model=loggp", "workload.placement={type: consecutive, per_node: 2}",
            "workload.mpi.node_bandwidth=100 Mb/s"]
    recorded = live(4, [program, "8", "400"], *node, "workload.cpu.model=measured", "workload.cpu.record=cpu.txt",
                    options=["--critical-path"])
    again = live(4, [program, "8", "400"], *node, "workload.cpu={replay: cpu.txt}", options=["--critical-path"])
    own, other = path_of(only(recorded), "recorded"), path_of(only(again), "replayed")
    if own["steps"] != other["steps"] or own["parts"]["send"] < 0.5 * only(recorded)["cycles"]:
        fail(f"copies within nodes take most of the time, and the path has {own['parts']} and {other['parts']}")
    # Text, tables, and the page.
    done = subprocess.run([FSIN, "live", "-n", "4", "torus.yaml", "--critical-path", "-q", "--out", "folder", "--", program,
                           "8", "400"], capture_output=True, text=True, check=True)
    if "\npath " not in done.stdout or "by call: " not in done.stdout:
        fail(f"the text has no path:\n{done.stdout}")
    subprocess.run([FSIN, "report", "folder", "--output", "page.html"], check=True, capture_output=True)
    with open("folder/path.csv", encoding="utf-8") as table, open("page.html", encoding="utf-8") as page:
        if len(table.readlines()) < 5 or "critical path" not in page.read().lower():
            fail("tables and page have no critical path")
    # Threads that call MPI at the same time have none.
    done = live(2, [build("multiple", "-fopenmp"), "1", "1"], code=3, options=["--critical-path"])
    if "followed by a critical path" not in done.stderr:
        fail(f"the path of several threads is refused by\n{done.stderr}")


run_part({"critical_path": critical_path})

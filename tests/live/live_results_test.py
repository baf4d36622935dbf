#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What results of live runs tell: the critical path, how far runs differ, sweeps, copies that share a node, mistakes.

Usage: live_results_test.py FSIN MPICC FOLDER PART
"""
import csv
import json
import os
import signal
import subprocess
import time

from live_run import FSIN, TORUS, build, check_nothing_left, fail, live, only, run_part


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


def noise():
    """Runs of one seed: equal where nothing is measured; otherwise the mean, its interval and how far they lie apart."""
    program, command = build("stencil"), [FSIN, "live", "-n", "4", "torus.yaml", "network.model=loggp", "-q", "--repeat", "3"]
    placed = "workload.placement=random"
    for cpu, equal in (("none", True), ("fixed", True), ("measured", False)):
        how = [*command, f"workload.cpu.model={cpu}", placed]
        text = subprocess.run([*how, "--json", "result.json", "--", program, "8", "40000"], capture_output=True, text=True,
                              check=True).stdout
        with open("result.json", encoding="utf-8") as file:
            result = json.load(file)
        cycles, summary = [run["cycles"] for run in result["runs"]], result["summary"]["cycles"]
        if len(cycles) != 3 or (len(set(cycles)) == 1) != equal or result["noise"] != {
                "equal": equal, "cycles": [min(cycles), max(cycles)]}:
            fail(f"{cpu}: the runs take {cycles}, and the result says {result['noise']}")
        if abs(summary["mean"] - sum(cycles) / 3) > 1e-6 * summary["mean"] or (summary["half_width"] == 0) != equal:
            fail(f"{cpu}: {cycles} have {summary}")
        line = next(line for line in text.splitlines() if line.startswith("noise"))
        if ("none: all 3 runs of seed 1 are equal" in line) != equal or ("standard deviation" in line) == equal:
            fail(f"{cpu}: {cycles} are told as\n{text}")
    text = subprocess.run([*command, "--seeds", "2", "--", program, "8", "40"], capture_output=True, text=True, check=False)
    if text.returncode != 2 or "--repeat is of one seed" not in text.stderr:
        fail(f"--repeat and --seeds:\n{text.stderr}")
    seeds = json.loads(subprocess.run([FSIN, "live", "-n", "4", "torus.yaml", placed, "-q", "--seeds", "3", "--json", "-",
                                       "--", program, "8", "400"], capture_output=True, text=True, check=True).stdout)
    if "noise" in seeds or len({run["cycles"] for run in seeds["runs"]}) == 1:
        fail("runs of several seeds are placed differently, and are no noise")


def sweep():
    """Points of a sweep are the runs of fsin live; it can be interrupted and continued; nothing comes from elsewhere."""
    program = build("stencil")
    live(4, [program, "8", "4000"], "workload.cpu={model: measured, record: cpu.txt}")
    with open("sweep.yaml", "w", encoding="utf-8") as file:
        file.write(TORUS.replace("cpu: {model: none}", "ranks: 4, cpu: {replay: cpu.txt}, command: [%s, '8', '4000']" % program)
                   + "sweep:\n  grid:\n    network.link.bandwidth: [1 Gb/s, 10 Gb/s]\n    network.preset: [adaptive-3vc, "
                     "oblivious-1vc]\n")

    def swept(*words, code=0, file="sweep.yaml"):
        done = subprocess.run([FSIN, "sweep", file, "--cache", "cache", "-q", *words], capture_output=True, text=True,
                              check=False)
        if done.returncode != code:
            fail(f"sweep {words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def points(folder):
        with open(f"{folder}/runs.csv", encoding="utf-8") as table:
            return {int(row["point"]): int(row["cycles"]) for row in csv.DictReader(table)}

    swept("--out", "first")
    found = points("first")
    single = [only(live(4, [program, "8", "4000"], "workload.cpu={replay: cpu.txt}", f"network.link.bandwidth={rate}",
                        f"network.preset={preset}"))["cycles"]
              for rate in ("1 Gb/s", "10 Gb/s") for preset in ("adaptive-3vc", "oblivious-1vc")]
    if [found[i] for i in range(4)] != single:
        fail(f"the points of the sweep take {found} cycles, and single runs {single}")
    if os.path.exists("cache") and any(files for _, _, files in os.walk("cache")):
        fail("results of live programs are in the cache")
    # An interruption between the points, and the rest.
    process = subprocess.Popen([FSIN, "sweep", "sweep.yaml", "-q", "--out", "second"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    while not os.path.exists("second/journal.jsonl") and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    if process.returncode not in (0, 130):
        fail(f"an interrupted sweep: {process.returncode}\n{told}")
    check_nothing_left(program)
    if process.returncode == 130:
        swept("--out", "second", "--resume")
    if points("second") != found:
        fail(f"the continued sweep has {points('second')}, and the whole one {found}")
    # A program that fails ends the sweep, by name; files that every run would write are refused.
    failing = swept("--out", "third", "workload.command=[false]", code=3)
    if "ended with exit code 1" not in failing.stderr:
        fail(f"a program that fails is told as\n{failing.stderr}")
    refused = swept("workload.cpu={record: other.txt}", code=2)
    if "every run would write the file of workload.cpu.record anew" not in refused.stderr:
        fail(f"a file that all runs write is told as\n{refused.stderr}")


def node_copies():
    """Seven ranks of a node that send to the eighth take as long as in a program, whether they share the bandwidth or not."""
    program, mpi = build("into_one"), "{node_bandwidth: 1 Gb/s, node_bandwidth_per: %s, node_latency: %s}"
    placement = "workload.placement={type: consecutive, per_node: 8}"
    with open("into_one.yaml", "w", encoding="utf-8") as file:
        file.write("program: 1\nranks: 8\ndo:\n  - if: rank > 0\n    do: [{send: {to: 0, bytes: 64 KiB, tag: rank}}]\n"
                   "  - if: rank == 0\n    do:\n      - repeat: 7\n        as: i\n"
                   "        do: [{recv: {from: i + 1, bytes: 64 KiB, tag: i + 1}}]\n")
    for per, latency in (("node", "0 ns"), ("node", "700 ns"), ("message", "700 ns")):
        own = only(live(8, [program, "65536"], "network.model=loggp", placement, f"workload.mpi={mpi % (per, latency)}"))
        other = json.loads(subprocess.run(
            [FSIN, "run", "network.yaml", "network.model=loggp", "workload={type: program, kernel: {type: script, file: "
             "into_one.yaml}, mpi: %s}" % (mpi % (per, latency)), placement, "-q", "--json", "-"],
            capture_output=True, text=True, check=True).stdout)["runs"][0]
        if abs(own["cycles"] - other["cycles"]) > 2 or own["cycles"] < (100000 if per == "node" else 16000):
            fail(f"{per} {latency}: {own['cycles']} cycles live, and {other['cycles']} in the program")
    refused = live(8, [program, "1"], "workload.mpi.node_bandwidth_per=node", code=2)
    if "there is no bandwidth to share" not in refused.stderr:
        fail(f"a bandwidth that is not there is told as\n{refused.stderr}")


def words():
    """Mistakes in the command are told before anything is started."""
    program = build("collectives")
    for arguments, text in ((["-n", "4"], "no experiment given"),
                            (["-n", "4", "torus.yaml"], "workload.command"),
                            (["torus.yaml", "--", program], "workload.ranks"),
                            (["-n", "17", "torus.yaml", "--", program], "every rank needs a node of its own"),
                            (["-n", "4", "torus.yaml", "--", "--mca", "a", "b"], "is an option of mpirun"),
                            (["-n", "4", "torus.yaml", "workload.cpu.burst=-1 us", "--", program], "workload.cpu.burst")):
        done = subprocess.run([FSIN, "live", *arguments], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 2 or text not in done.stderr:
            fail(f"{arguments}: exit code {done.returncode}, {done.stderr}")
    done = subprocess.run([FSIN, "live", "-n", "2", "torus.yaml", "network.model=loggp", "--", "--mca", "mpi_show_mca_params",
                           "enviro", "--", program], capture_output=True, text=True, timeout=100, check=False)
    if done.returncode != 0 or "finished" not in done.stdout:
        fail(f"options of mpirun: {done.stdout}{done.stderr}")
    done = subprocess.run([FSIN, "live", "-n", "2", "torus.yaml", "--", "/bin/true"], capture_output=True, text=True,
                          timeout=100, check=False)
    if done.returncode != 3 or "before all its ranks had called MPI_Finalize" not in done.stderr:
        fail(f"a program without MPI: exit code {done.returncode}, {done.stderr}")


run_part({"critical_path": critical_path, "noise": noise, "sweep": sweep, "node_copies": node_copies,
          "words": words})

# SPDX-License-Identifier: Apache-2.0
"""Synthetic load through the program: every entry of its catalogues on two topologies under both engines, laws of queues
and closed loops, the original's shots, the worst permutation, and a log of packets that is run again.

    synthetic_test.py FSIN"""
import json
import os
import subprocess
import sys
import tempfile

FSIN = os.path.abspath(sys.argv[1])
TORUS = "topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3, flow_control: bubble}, routing: adaptive"
TREE = "topology: {type: fat-tree, k: 4, n: 2}, routing: up-down"
EIGHT = "topology: {type: torus, dims: [8, 8]}"
faults = []


def check(what, condition, seen=""):
    if not condition:
        faults.append(what)
        print(f"FAULT {what}: {seen}")


def run(network, workload, *options, measure="{warmup: 100, cycles: 700}", code=0):
    with open("exp.yaml", "w", encoding="utf-8") as out:
        out.write(f"fsin: 1\nnetwork: {{{network}}}\nworkload: {{{workload}}}\nmeasure: {measure}\n")
    done = subprocess.run([FSIN, "run", "exp.yaml", "--json", "-", "-q", *options], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{workload} {options}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout) if done.stdout.startswith("{") else done.stderr


def entries(kind):
    listed = subprocess.run([FSIN, "list", kind], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and not line.startswith("   ")]


def write(name, text):
    with open(name, "w", encoding="utf-8") as out:
        out.write(text)


def all_entries():
    write("matrix.csv", "".join(",".join("0" if s == d or s == 5 else str(1 + (s * d) % 3) for d in range(16)) + "\n" for s in range(16)))
    write("permutation.txt", "".join(f"{s} {(s * 5 + 1) % 16}\n" for s in range(16) if (s * 5 + 1) % 16 != s))
    write("population.txt", "1 4\n2 2\n3 1\n4 1\n")
    write("table.txt", "64 3\n500 1\n")
    write("curve.txt", "64 0.5\n640 1\n")
    write("trace.txt", "#ranks 2\n0 0 SS MPI_Send\n0 1 MS 1 0 0 100\n0 2 SE MPI_Send\n1 0 SS MPI_Recv\n1 1 MR 0 0 0 100\n1 2 SE MPI_Recv\n")
    files = {"matrix": "matrix.csv", "permutation": "permutation.txt", "population": "population.txt",
             "table": "table.txt", "curve": "curve.txt", "trace": "trace.txt"}
    loads = []
    for kind, key in (("pattern", "pattern"), ("arrivals", "arrivals"), ("sizes", "sizes"), ("loop", "loop")):
        names = entries(kind)
        check(f"fsin list {kind}", len(names) >= 5, names)
        for name in names:
            if name == "adversarial":
                continue
            value = f"{{type: {name}, file: {files[name]}}}" if name in files and kind != "arrivals" else name
            closed = name in ("window", "request-reply", "shots")
            loads.append((kind, name, f"type: synthetic, {key}: {value}" + ("" if closed else ", load: 0.4, source: infinite")))
    loads.append(("mix", "parts and phases", "type: synthetic, load: 0.3, parts: [{weight: 2}, {pattern: {type: shift, offset: 3}, "
                  "sizes: {type: fixed, bytes: 200 B}}], phases: [{cycles: 100}, {cycles: 50, load: 0.6, pattern: uniform}]"))
    write("packets.txt", "".join(f"{1 + i // 4} {i * 7 % 16} {(i * 7 + 1 + i % 15) % 16} {1 + i % 300}\n" for i in range(800)))
    loads.append(("packets", "file", "type: packets, file: packets.txt"))
    write("flows.csv", "start,source,destination,bytes\n" + "".join(
        f"{i * 37 % 5000}.5,{i * 7 % 16},{(i * 7 + 1 + i % 15) % 16},{i * i % 3000}\n" for i in range(300)))
    loads.append(("flows", "file", "type: flows, file: flows.csv"))
    for network, where in ((TORUS, "torus"), (TREE, "fat-tree")):
        for kind, name, workload in loads:
            if where == "fat-tree" and name in ("tornado", "neighbour", "local", "semi", "dimension-complement"):
                continue  # they need coordinates
            measure = "{max_cycles: 100000}" if name == "shots" or kind in ("packets", "flows") else "{warmup: 100, cycles: 700}"
            results = [run(network, workload, *options, measure=measure)
                       for options in ((), ("--engine", "reference"), ("--threads", "2", "--force-threads"))]
            marks = {(r["fingerprint"], r["cycles"], r["packets"]["generated"]) for r in results}
            check(f"{kind} {name} on {where}: engines and threads agree", len(marks) == 1, marks)
            expected = {"web-search", "data-mining"}
            check(f"{kind} {name} on {where}: packets arrive", results[0]["packets"]["delivered"] > 0 or name in expected)
    dragonfly = "topology: {type: dragonfly, p: 2, a: 4, h: 2}, router: {virtual_channels: 3}, routing: dragonfly-minimal"
    adversarial = run(dragonfly, "type: synthetic, pattern: adversarial, load: 0.05")
    shift = run(dragonfly, "type: synthetic, pattern: {type: group-shift, group: 8, offset: 1}, load: 0.05")
    check("adversarial is group-shift by a group", adversarial["fingerprint"] == shift["fingerprint"])


def flows():
    # alone, a flow of one packet takes D + L - 1 cycles from its entry
    for distance in (1, 3):
        ends = []
        for start in (0, 320):  # a cycle takes 32 ns
            write("one.csv", f"{start} 0 {distance} 64\n")
            alone = run("topology: {type: torus, dims: [8]}, routing: dor", "type: flows, file: one.csv", measure="{}")
            ends.append(alone["cycles"])
        check("a flow alone has the latency of the closed form", alone["latency"]["mean"] == distance + 15, alone["latency"])
        check("a flow begins at its time", ends[1] - ends[0] == 10, ends)
    for text, words in (("5 0 0 64\n", "to itself"), ("5 0 99 64\n", "destination"), ("x 0 1 64\n", "start"), ("5 0 1\n", "3 fields"),
                        ("# none\n", "no flow")):
        write("bad.csv", text)
        refused = run(TORUS, "type: flows, file: bad.csv", measure="{}", code=3)
        check(f"a list of flows with {words} is refused", words in refused and "bad.csv" in refused, refused)


def laws():
    ring = "topology: {type: torus, dims: [8]}, router: {injection_queue: 64 packets}, routing: dor"
    for load, wait in ((0.25, 16 * 0.25 / 1.5), (0.5, 8), (0.8, 32)):
        result = run(ring, f"type: synthetic, pattern: shift, arrivals: poisson, source: infinite, load: {load}",
                     measure="{warmup: 5000, cycles: 200000}")
        mean = result["latency_from_generation"]["mean"]
        check(f"M/D/1 at load {load}", abs(mean - 16 - wait) < 0.03 * (16 + wait), (mean, 16 + wait))
    for window, think in ((1, 0), (4, 100)):
        result = run(EIGHT, f"type: synthetic, loop: {{type: request-reply, window: {window}, think: {think}, service: 20}}",
                     measure="{warmup: 0, cycles: 30000}")
        rate = result["round_trips"]["count"] / 64 / 30000
        law = window / (result["round_trips"]["mean"] + 1 + think)
        check(f"X = W / (R + Z) of {window}", abs(rate - law) < 0.02 * law, (rate, law))


def shots():
    # domain of the original: 10 packets of each of 64 nodes, mean of 5 shots and their deviation
    routers = {"dor, router: {virtual_channels: 1, flow_control: bubble}": (399, 40),
               "dor, router: {virtual_channels: 3, flow_control: bubble}": (330, 9),
               "{type: adaptive, select: smart}, router: {virtual_channels: 3, flow_control: bubble}": (309, 12)}
    for router, (mean, deviation) in routers.items():
        shot = run(f"{EIGHT}, routing: {router}", "type: synthetic, loop: {type: shots, shots: 40}", measure="{max_cycles: 1000000}")
        seen = shot["cycles"] / 40
        check(f"makespan of the original, {router}", abs(seen - mean) <= 2 * deviation, (seen, mean))


def worst_permutation():
    write("torus.yaml", f"fsin: 1\nnetwork: {{{EIGHT}, routing: dor}}\nworkload: {{type: synthetic, load: 1}}\n")
    done = subprocess.run([FSIN, "topology", "torus.yaml", "--worst-permutation", "worst.txt"], capture_output=True, text=True)
    check("the worst permutation of 8x8 under dor has load 3.5", "load 3.5000" in done.stdout, done.stdout + done.stderr)
    checked = subprocess.run([FSIN, "check", "torus.yaml", "workload.pattern={type: permutation, file: worst.txt}"], capture_output=True, text=True)
    check("fsin check finds the same load", "3.5000 phits/cycle" in checked.stdout, checked.stdout[:2000])


def log_of_packets():
    shot = "type: synthetic, loop: {type: shots, messages: 8}, sizes: {type: bimodal, large: 500 B}"
    for network, variable in ((TORUS, "false"), (TREE, "true")):
        network += f", variable_last_packet: {variable}"
        for workload, measure in ((shot, "{max_cycles: 100000}"), ("type: synthetic, load: 0.6", "{warmup: 100, cycles: 900}"),
                                  ("type: synthetic, loop: window", "{warmup: 100, cycles: 900}")):
            first = run(network, workload, "--packet-log", "log.csv.zst", measure=measure)
            ended = first["outcome"] == "finished" and "shots" in workload
            again = run(network, "type: packets, file: log.csv.zst", measure="{}" if ended else "{max_cycles: 1000}",
                        code=0 if ended else 1)
            check(f"a log of {workload} gives the same run", first["fingerprint"] == again["fingerprint"],
                  (first["fingerprint"], again["fingerprint"]))
            check("and the same length", first["cycles"] == again["cycles"], (first["cycles"], again["cycles"]))
    refused = run(TORUS, "type: synthetic", "--packet-log", "log.csv", "--seeds", "2", code=2)
    check("a log of several runs is refused", "it is of one run" in refused, refused)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for part in (all_entries, flows, laws, shots, worst_permutation, log_of_packets):
        part()
        print(f"{part.__name__}: done", flush=True)
sys.exit(1 if faults else 0)

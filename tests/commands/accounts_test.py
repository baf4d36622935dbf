#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every figure of a result, computed anew by its formula: from the packet log, the timeline, the plan or the result.

The table of figures (docs/reference.md, made of fsin/stats/metrics.cpp and formulas.cpp) says of each from which of these it follows.
Every kind of workload is run, under routers and under every model, and
 - each figure that a run has and that says where it comes from must have a function here, and its value: whole numbers
   exactly, others to rounding;
 - each figure that says where it comes from must have been computed in some run;
 - each number of a result that is no figure must stand in MEMBERS, with a function or why it has none.

Usage: accounts_test.py ROOT FSIN
"""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, FSIN = sys.argv[1], os.path.abspath(sys.argv[2])

TORUS = "{topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc, link: {delay: 25 ns}, router: {delay: 1}}"
RING = "{topology: {type: torus, dims: [8]}, router: {virtual_channels: 2}, routing: dor}"
WINDOW = "measure: {warmup: 200, cycles: 2000}\n"
MODELS = {"routers": "routers", "ideal": "ideal", "loggp": "{type: loggp, latency: 300 ns}",
          "loggps": "{type: loggps, latency: 300 ns}", "piecewise": "{type: piecewise, latency: [300 ns], byte_time: [8 ns]}", "flow": "flow"}

# A trace of two ranks, in which rank 1 leaves a message of rank 0 untaken.
UNTAKEN = """#insee-trace 1
#ranks 2
0 10 SS MPI_Send
0 11 MS 1 5 0 300
0 12 SE MPI_Send
0 500 SS MPI_Send
0 501 MS 1 6 0 100
0 502 SE MPI_Send
1 0 SS MPI_Recv
1 900 MR 0 5 0 300
1 901 SE MPI_Recv
1 2000 SS MPI_Finalize
1 2001 SE MPI_Finalize
"""
# Non-blocking collectives run in streams of their ranks; rank 0 also calls what is not modelled.
NONBLOCKING = "".join(f"{rank} init\n{rank} compute {3000 + 500 * rank}\n{rank} iallreduce 4000 0\n{rank} compute 2000\n"
                      f"{rank} waitall 1\n{rank} isend {(rank + 1) % 4} 3 900\n{rank} recv {(rank + 3) % 4} 3 900\n"
                      + ("0 alltoallw 8 8 8 8 0 8 8 8 8\n" * 3 if rank == 0 else "") + f"{rank} finalize\n"
                      for rank in range(4))
SCRIPT = """program: 1
ranks: 4
do:
  - repeat: 7
    as: i
    do:
      - send: {to: (rank + 1) % ranks, bytes: 700, tag: i}
      - compute: 3 us
  - repeat: 5
    as: i
    do: [{recv: {from: (rank + ranks - 1) % ranks, bytes: 700, tag: i}}]
"""
FLOWS = "start,source,destination,bytes\n0,0,3,2000\n0,1,3,100\n1500,4,2,640\n900,3,0,1\n"
PACKETS = "cycle,source,destination,bytes\n1,0,5,64\n3,2,1,64\n3,5,0,16\n40,1,2,64\n"
JOBS = """{type: jobs, slowdown: true, jobs: [
  {name: ring, workload: {type: program, kernel: {type: ring, bytes: 3 KiB, iterations: 5}, }},
  {name: late, start: 20 us, workload: {type: trace, file: untaken.txt, cpu: {scale: 1}}}]%s}"""
JOBS = JOBS.replace("iterations: 5}, }", "iterations: 5, ranks: 4}}")

# What runs under routers, and under every model where MODELS says so: network, workload, measure, options.
CASES = {
    "synthetic": (TORUS, "{type: synthetic, pattern: uniform, load: 0.3}", WINDOW, True),
    "synthetic, queues without end": (TORUS, "{type: synthetic, pattern: tornado, load: 0.4, source: infinite}", WINDOW, False),
    "synthetic, messages": (TORUS, "{type: synthetic, pattern: hotspot, load: 0.1, arrivals: {type: on-off}, sizes: "
                                   "{type: bimodal, large: 300 B}}", WINDOW, False),
    "synthetic, a window of one": (RING, "{type: synthetic, pattern: {type: shift, offset: 3}, loop: {type: window, "
                                         "window: 1}}", WINDOW, False),
    "synthetic, shots": (RING, "{type: synthetic, pattern: uniform, loop: {type: shots, messages: 5, shots: 3}}", "", False),
    "synthetic, a search": (RING, "{type: synthetic, pattern: uniform}",
                            "measure: {find: saturation, resolution: 0.1, warmup: 500, cycles: 3000}\n", False),
    "packets": (RING, "{type: packets, file: packets.csv}", "", False),
    "flows": (RING, "{type: flows, file: flows.csv}", "", True),
    "trace": (RING, "{type: trace, file: untaken.txt, cpu: {scale: 1}}", "", True),
    "trace of a benchmark": (TORUS, "{type: trace, file: '%s/traces/npb/is.S.4.txt.zst', cpu: {scale: 0.05}}" % ROOT, "", False),
    "trace, sends alone": (RING, "{type: trace, file: untaken.txt, order: asap}", "", False),
    "trace, time-independent": (RING, "{type: trace, file: nonblocking.ti, cpu: {rate: 1 Gf/s}}", "", True),
    "program, script": (RING, "{type: program, kernel: {type: script, file: lost.yaml}}", "", True),
    "program, streams": (RING, "{type: program, kernel: {type: transformer, layers: 2, hidden: 64, heads: 2, sequence: 8, "
                               "micro_batches: 1, data: 8}}", "", True),
    "program, long messages ask": (RING, "{type: program, mpi: {eager: 1 KiB}, kernel: {type: halo, ranks: 8}}", "", False),
    "jobs": (TORUS, JOBS % "", "", True),
    "jobs, background": (TORUS, JOBS % ", background: {load: 0.2, nodes: idle, pattern: uniform}", "", False),
    "cut short": (RING, "{type: trace, file: untaken.txt, cpu: {scale: 1}}", "measure: {max_cycles: 20}\n", False),
}
FILES = {"untaken.txt": UNTAKEN, "nonblocking.ti": NONBLOCKING, "lost.yaml": SCRIPT, "flows.csv": FLOWS,
         "packets.csv": PACKETS}

# Messages that the ranks of a case send to other ranks, and its ranks, by hand: streams of a rank are among them, with
# their signals.
MESSAGES = {"flows": 4, "trace": 2, "trace of a benchmark": 449, "trace, sends alone": 2,
            "program, script": 28, "program, streams": 2 * 7 * 8 + 8,
            "trace, time-independent": 4 + 2 * 4 + 4 * 4, "jobs": 4 * 5 + 2}
RANKS = {"flows": 8, "trace": 2, "trace of a benchmark": 4, "trace, sends alone": 2, "trace, time-independent": 8,
         "program, script": 4, "program, streams": 16, "program, long messages ask": 8, "jobs": 6, "jobs, background": 6,
         "cut short": 2}


def run(*words, codes=(0,)):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in codes:
        raise AssertionError(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def members(value, path=""):
    """(path, value) of every leaf; the members of a list have one path."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from members(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for each in value:
            yield from members(each, path + "[]")
    else:
        yield path, value


def declared():
    """Every figure: its log and its formula, as the schema of the installed program says."""
    schema = json.loads(run(FSIN, "help", "--json-schema", "run"))["$defs"]["run"]
    figures = {}

    def look(node, path):
        if "formula" in node:
            figures[path] = node["from"]
        for key, each in node.get("properties", {}).items():
            look(each, f"{path}.{key}" if path else key)

    look(schema, "")
    return figures


class Run:
    """A run with its logs; the formulas are its methods."""

    def __init__(self, case, result, packets, longer, timeline):
        self.case, self.result = case, result
        self.packets, self.longer = packets, longer
        config = result["config"]
        self.network, self.measure = config["network"], config["measure"]
        self.cycle = result["cycle_seconds"]
        self.end = result["cycles"]
        self.window = result["warmup_cycles"] is not None
        self.first = (result["warmup_cycles"] or 0) + 1
        self.last = self.first - 1 + result["measured_cycles"]
        self.nodes = 16 if len(self.network["topology"]["dims"]) == 2 else 8
        self.whole = result["outcome"] == "finished"
        self.spans, self.lives = {}, []
        self.read_timeline(timeline)

    def figure(self, name):
        value = self.result
        for part in name.split("."):
            value = value[part]
        return value

    def read_timeline(self, events):
        begun = {}
        cycles = lambda time: round(float(time) * 1e-6 / self.cycle)
        for event in events or []:
            if event["ph"] == "X":
                span = self.spans.setdefault(event["tid"], {}).setdefault(event["name"], [])
                first = cycles(event["ts"]) + 1
                span.append((first, first + cycles(event["dur"]) - 1))
            elif event["ph"] == "b":
                begun[event["id"]] = event
            elif event["ph"] == "e":
                begin = begun[event["id"]]
                self.lives.append((cycles(begin["ts"]) + 1, cycles(event["ts"]), begin["args"]["bytes"]))

    # Packets.
    def entered(self):
        return [p for p in self.packets if self.first <= p["cycle"] <= self.last]

    def generated(self):
        return [p for p in self.longer if self.first <= p["generated"] <= self.last]

    def delivered(self):
        return [p for p in self.packets if p["delivered"] and self.first <= p["delivered"] <= self.last]

    def load(self, packets):
        return sum(p["phits"] for p in packets) / self.nodes / (self.last - self.first + 1)

    def at_nodes(self):
        sums = [0] * self.nodes
        for p in self.delivered():
            sums[p["destination"]] += p["phits"]
        return sums

    def times(self, since):
        return sorted(p["delivered"] - p[since] for p in self.delivered())

    @staticmethod
    def deviation(values):
        mean = sum(values) / len(values)
        return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))

    @staticmethod
    def percentile(values, p):
        """Exact below 256; a range that the histogram may give from there on."""
        exact = values[math.ceil(p / 100 * len(values)) - 1]
        return exact if exact < 256 else (exact, exact * (1 + 1 / 128))

    def trips(self):
        """Of a window of one: the replies, of one phit, come back to whom sent the request before them."""
        pending, trips = {}, []
        for p in sorted((p for p in self.packets if p["delivered"]), key=lambda p: p["cycle"]):
            if p["phits"] > 1:
                pending.setdefault((p["source"], p["destination"]), []).append(p["generated"])
            elif pending.get((p["destination"], p["source"])):
                trips.append(p["delivered"] - pending[(p["destination"], p["source"])].pop(0))
        return trips

    def of_background(self):
        ranks = {p["node"] for p in self.result.get("ranks_at", [])} or set(range(RANKS[self.case]))
        return [p for p in self.packets if p["source"] not in ranks]

    # Ranks.
    def spent(self, activity):
        """Seconds of each rank."""
        cycles = lambda rank: sum(min(last, self.end) - first + 1
                                  for first, last in self.spans.get(rank, {}).get(activity, []) if first <= self.end)
        return [cycles(rank) * self.cycle for rank in range(RANKS[self.case])]

    def last_activity(self):
        """The last cycle in which a rank did something; where none receives, in which a delivery was told."""
        if self.receives():
            return max(last for spans in self.spans.values() for each in spans.values() for _, last in each)
        ends = [delivered for _, delivered, _ in self.lives]
        return max(ends + [p["delivered"] for p in self.packets or [] if p["delivered"]]) + 1

    def receives(self):
        return self.case in RANKS and "sends alone" not in self.case


def of_plan(key):
    def cycles(r):
        place = r.network
        for part in key.split("."):
            place = place[part]
        text = str(place)
        if text.endswith(" ns"):
            return math.ceil(round(float(text[:-3]) * 1e-9 / r.cycle, 6))
        return int(text.split()[0])
    return cycles


def seconds_of(name):
    return lambda r: None if r.figure(name) is None else r.figure(name) * r.cycle


def probes_up_to(r, good):
    best = 0
    for probe in sorted(r.result["probes"], key=lambda p: p["load"]):
        if not good(probe):
            break
        best = probe["load"]
    return best


def unit(text):
    number, name = re.fullmatch(r"([\d.]+) ?(\S+)", text).groups()
    return float(number) * {"B": 1, "KiB": 1024, "b/s": 1, "Mb/s": 1e6, "Gb/s": 1e9}[name]


def cycles_in(text):
    return int(str(text).split()[0])


SKIP = object()  # the run does not have what the formula needs


def whole(function):
    return lambda r: function(r) if r.whole else SKIP


def packets(function):
    return lambda r: function(r) if r.packets is not None else SKIP


def arrivals(function):
    """Of the packets delivered in the window, where there are any."""
    return lambda r: SKIP if r.packets is None else function(r) if r.delivered() else None


def timeline(function):
    """A wait that is not over at the end of the run is not in the timeline."""
    return lambda r: function(r) if r.spans and r.case in RANKS and r.whole else SKIP


def generated(function):
    return lambda r: function(r) if r.longer is not None else SKIP


def mean(values):
    return sum(values) / len(values)


def slowdowns(r):
    return [job["cycles"] / job["alone_cycles"] for job in r.result.get("jobs", []) if job["alone_cycles"]]


FORMULAS = {
    "cycles": lambda r: (SKIP if "search" in r.case else r.first - 1 + cycles_in(r.measure["cycles"])) if r.window
    else (r.last_activity() + 1 if r.whole and (r.spans or r.packets) else SKIP),
    "warmup_cycles": lambda r: cycles_in(r.measure["warmup"]),
    "measured_cycles": lambda r: r.end - (r.first - 1),
    "simulated_seconds": seconds_of("cycles"),
    "cycle_seconds": lambda r: 8 * unit(r.network["phit"]) / unit(r.network["link"]["bandwidth"]),
    "delays.link": of_plan("link.delay"),
    "delays.router": of_plan("router.delay"),
    "delays.credit": of_plan("router.credit_delay"),
    "saturation.load": lambda r: probes_up_to(r, lambda p: not p["saturated"]),
    "saturation.latency_load": lambda r: probes_up_to(r, lambda p: not p["saturated"] and not p["slow"]),
    "load.offered": lambda r: SKIP if "search" in r.case else r.result["config"]["workload"]["load"],
    "load.generated": generated(lambda r: r.load(r.generated())),
    "load.injected": packets(lambda r: r.load(r.entered())),
    "load.accepted": packets(lambda r: r.load(r.delivered())),
    "load.queued": lambda r: r.figure("load.generated") - r.figure("load.accepted"),
    "load.accepted_worst_node": packets(lambda r: min(r.at_nodes()) / (r.last - r.first + 1)),
    "load.jain": packets(lambda r: sum(r.at_nodes()) ** 2 / (r.nodes * sum(x * x for x in r.at_nodes())) if any(r.at_nodes()) else 1),
    "round_trips.count": packets(lambda r: len(r.trips())),
    "round_trips.mean": packets(lambda r: mean(r.trips())),
    "round_trips.max": packets(lambda r: max(r.trips())),
    "slowdown.mean": lambda r: mean(slowdowns(r)) if slowdowns(r) else None,
    "slowdown.max": lambda r: max(slowdowns(r)) if slowdowns(r) else None,
    "background.entered": packets(lambda r: len(r.of_background())),
    "background.delivered": packets(lambda r: sum(1 for p in r.of_background() if p["delivered"])),
    "hops.mean": arrivals(lambda r: mean([p["hops"] for p in r.delivered()])),
    "packets.generated": generated(lambda r: len(r.generated())),
    "packets.injected": packets(lambda r: len(r.entered())),
    "packets.delivered": packets(lambda r: len(r.delivered())),
    "packets.in_network": packets(lambda r: sum(1 for p in r.packets if not p["delivered"])),
    "links.utilisation_mean": packets(lambda r: SKIP if r.window or not r.whole or r.figure("packets.in_network") else sum(
        p["phits"] * p["hops"] for p in r.packets) / ((64 if r.nodes == 16 else 16) * r.end)),
    "messages.sent": whole(lambda r: MESSAGES.get(r.case, SKIP)),
    "messages.delivered": timeline(lambda r: SKIP if "ask" in r.case else len(r.lives)),
    "ranks.total": lambda r: RANKS[r.case],
    "ranks.finished": whole(lambda r: RANKS[r.case]),
    "ranks.compute_seconds": timeline(lambda r: mean(r.spent("compute"))),
    "ranks.compute_seconds_max": timeline(lambda r: max(r.spent("compute"))),
    "ranks.wait_message_seconds": timeline(lambda r: mean(r.spent("wait_message"))),
    "ranks.wait_room_seconds": timeline(lambda r: mean(r.spent("wait_room"))),
    "ranks.send_seconds": timeline(lambda r: mean(r.spent("send"))),
    "ranks.wait_seconds": lambda r: r.figure("ranks.wait_message_seconds") + r.figure("ranks.wait_room_seconds"),
}
for which, since in (("latency", "cycle"), ("latency_from_generation", "generated")):
    def add(name, function, since=since):
        FORMULAS[name] = arrivals(lambda r: function(r.times(since)))
    add(f"{which}.mean", mean)
    add(f"{which}.stddev", Run.deviation)
    add(f"{which}.max", max)
    add(f"{which}.p50", lambda v: Run.percentile(v, 50))
    add(f"{which}.p99", lambda v: Run.percentile(v, 99))
    for part in ("mean", "stddev", "p50", "p99", "max"):
        FORMULAS[f"{which}.{part}_seconds"] = seconds_of(f"{which}.{part}")
FORMULAS["injection_delay.mean_seconds"] = seconds_of("injection_delay.mean")


# Numbers of a result that are no figures: how they follow from their row, or why they have no formula.
MEMBERS = {
    "jobs[].cycles": lambda r, job: job["end_cycle"] - job["start_cycle"],
    "jobs[].seconds": lambda r, job: job["cycles"] * r.cycle,
    "jobs[].slowdown": lambda r, job: job["cycles"] / job["alone_cycles"] if job["alone_cycles"] else None,
    "jobs[].ranks": lambda r, job: {"ring": 4, "late": 2}[job["name"]],
    "jobs[].nodes": lambda r, job: {"ring": 4, "late": 2}[job["name"]],
    "jobs[].messages": lambda r, job: {"ring": 20, "late": 2}[job["name"]],
    "jobs[].bytes": lambda r, job: {"ring": 20 * 3072, "late": 400}[job["name"]],
    "jobs[].start_cycle": lambda r, job: {"ring": 0, "late": math.ceil(round(20e-6 / r.cycle, 6))}[job["name"]],
    "jobs[].end_cycle": "checked by cycles, and by the cycles of the run",
    "jobs[].alone_cycles": "of another simulation; a test of its own compares it with a run of the job by itself",
    "jobs[].compute_cycles": "the part of a job in ranks.compute_seconds",
    "jobs[].wait_cycles": "the part of a job in ranks.wait_seconds",
    "host": "real time, CPU time and memory of the simulator are measured, not simulated",
    "probes[]": "each is a run of its own, judged as docs/statistics.md says",
    "model_checks[]": "indicators of a model, defined in docs/model/message-models.md and tested with it",
    "sampling": "extrapolated as docs/model/measures.md says, and tested with it",
    "workload.left_out": "counted by kind, with tests of its own",
    "workload.region": "of a part of a trace; trgen slice has its tests",
    "workload.any_source": "of receives from any source; they have a test of their own",
    "inputs[]": "sizes of the files that were read, with tests of their own",
    "seed": "as asked for",
    "profile": "by call, with tests of its own",
    "config": "the experiment itself",
}


def agrees(told, computed):
    if told is None or computed is None:
        return told is None and computed is None
    if isinstance(computed, tuple):
        return computed[0] <= told <= computed[1]
    if isinstance(told, int) and isinstance(computed, int):
        return told == computed
    return math.isclose(told, computed, rel_tol=1e-9, abs_tol=1e-15)


def read_packets(name):
    with open(name, encoding="utf-8", newline="") as file:
        return [{key: int(value) if value else 0 for key, value in row.items()} for row in csv.DictReader(file)]


def write_experiment(network, workload, measure, model="routers"):
    with open("exp.yaml", "w", encoding="utf-8") as file:
        file.write(f"fsin: 1\nname: accounts\nnetwork: {network}\nworkload: {workload}\n{measure}")
    return ("exp.yaml", f"network.model={MODELS[model]}", "-q")


def made(case, model):
    network, workload, measure, _ = CASES[case]
    words = [FSIN, "run", *write_experiment(network, workload, measure, model)]
    search = "search" in case
    ranked = case in RANKS
    logs, log, longer, events = [], None, None, None
    if not search and (model == "routers" or not ranked):
        logs += ["--packet-log", "packets.log.csv"]
    if not search:
        logs += ["--timeline", "timeline.json"]
    result = json.loads(run(*words, "--json", "-", *logs, codes=(0, 1)))["runs"][0]
    if "--packet-log" in logs:
        log = longer = read_packets("packets.log.csv")
        if "queues without end" in case:  # the same packets, of which more have entered
            run(*words, "measure.cycles=6000", "--packet-log", "longer.csv", codes=(0, 1))
            longer = read_packets("longer.csv")
        elif measure:
            longer = None if ranked or "loop" not in workload else log
    if "--timeline" in logs and ranked:
        with open("timeline.json", encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
    return Run(case, result, log, longer, events)


class Accounts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        for name, text in FILES.items():
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)

    def tearDown(self):
        os.chdir("/")
        self.folder.cleanup()

    def check(self, r, figures, computed):
        for name, log in figures.items():
            told = r.figure(name)
            if log == "none" or told is None:
                continue
            self.assertIn(name, FORMULAS, f"{name} follows from its {log}, and nothing here computes it")
            value = FORMULAS[name](r)
            if value is SKIP:
                continue
            computed.add(name)
            self.assertTrue(agrees(told, value), f"{name}: the result says {told}, its formula {value}")
        for path, value in members({key: each for key, each in r.result.items() if key != "summary"}):
            if path in figures or isinstance(value, (bool, str)) or value is None:
                continue
            known = [name for name in MEMBERS if path == name or path.startswith((name + ".", name + "["))]
            self.assertTrue(known, f"{path}: a number of the result that no row declares")
        for job in r.result.get("jobs", []):
            for name, function in MEMBERS.items():
                if not callable(function):
                    continue
                key = name.split("[].")[1]
                self.assertTrue(agrees(job[key], function(r, job)),
                                f"{name} of {job['name']}: {job[key]}, its formula {function(r, job)}")

    def test_every_figure_of_every_kind_of_workload_follows_from_its_formula(self):
        figures, computed = declared(), set()
        self.assertTrue(figures)
        for case, (_, _, _, everywhere) in CASES.items():
            for model in MODELS if everywhere else ("routers",):
                with self.subTest(case=case, model=model):
                    self.check(made(case, model), figures, computed)
        for name, log in figures.items():
            if log != "none":
                self.assertIn(name, computed, f"{name} follows from its {log}, but no case has it")

    def test_every_kind_of_workload_and_every_model_is_among_the_cases(self):
        used = {re.match(r"\{type: ([\w-]+)", workload).group(1) for _, workload, _, _ in CASES.values()}
        kinds = {line.split()[0] for line in run(FSIN, "list", "workload").splitlines()[1:]}
        self.assertEqual(used, kinds)
        self.assertEqual(set(MODELS), {line.split()[0] for line in run(FSIN, "list", "model").splitlines()[1:]})

    def test_a_job_alone_takes_as_many_cycles_as_its_workload_by_itself(self):
        workload = "{type: program, kernel: {type: ring, bytes: 3 KiB, iterations: 5, ranks: 4}}"
        by_itself = json.loads(run(FSIN, "run", *write_experiment(TORUS, workload, ""), "--json", "-"))
        job = "{type: jobs, jobs: [{name: ring, workload: %s}]}" % workload
        as_job = json.loads(run(FSIN, "run", *write_experiment(TORUS, job, ""), "--json", "-"))
        self.assertEqual(as_job["runs"][0]["jobs"][0]["cycles"], by_itself["cycles"])
        self.assertEqual(as_job["cycles"], by_itself["cycles"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

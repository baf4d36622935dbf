# SPDX-License-Identifier: Apache-2.0
"""How each figure of a result follows from the packet log, the timeline or the plan of its run (accounts_test.py): one
function for each, or the reason why a number has none."""
import math
import re

from accounts_cases import MESSAGES, RANKS


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
        self.spans, self.lives, self.signals, self.tracks = {}, [], 0, {}
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
            if event["ph"] == "M" and event["name"] == "thread_name":
                rank, stream = re.fullmatch(r"rank (\d+)(?:, stream (\d+))?", event["args"]["name"]).groups()
                self.tracks[event["tid"]] = (int(rank), int(stream or 0))
            elif event["ph"] == "X":
                span = self.spans.setdefault(event["tid"], {}).setdefault(event["name"], [])
                first = cycles(event["ts"]) + 1
                span.append((first, first + cycles(event["dur"]) - 1))
            elif event["ph"] == "b":
                begun[event["id"]] = event
            elif event["ph"] == "e":
                begin = begun[event["id"]]
                if event["cat"] == "signal":
                    self.signals += 1
                else:
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
        """Seconds of each rank: of a rank of several streams, those of the stream that computes most."""
        sums = {}
        for track in sorted(self.spans, key=self.tracks.get):  # the first of several that compute as much
            spans, (rank, _) = self.spans[track], self.tracks[track]
            of = lambda name: sum(min(last, self.end) - first + 1 for first, last in spans.get(name, []) if first <= self.end)
            if rank not in sums or of("compute") > sums[rank][0]:
                sums[rank] = (of("compute"), of(activity))
        assert max(sums, default=0) < RANKS[self.case], f"ranks {sorted(sums)}"
        return [sums.get(rank, (0, 0))[1] * self.cycle for rank in range(RANKS[self.case])]

    def of_job(self, job, *activities):
        """Cycles of the ranks of a job, their mean."""
        if not (self.spans and self.whole):
            return SKIP
        first = {"ring": 0, "late": 4}[job["name"]]
        return sum(sum(self.spent(each)[first:first + job["ranks"]]) for each in activities) / self.cycle / job["ranks"]

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
    "messages.sent": whole(lambda r: MESSAGES[r.case][0] if r.case in MESSAGES else SKIP),
    "messages.delivered": timeline(lambda r: SKIP if "ask" in r.case else len(r.lives)),
    "messages.unreceived": whole(lambda r: SKIP if r.case not in MESSAGES else None if MESSAGES[r.case][1] is None
                                 else MESSAGES[r.case][0] - MESSAGES[r.case][1]),
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
    "jobs[].compute_cycles": lambda r, job: r.of_job(job, "compute"),
    "jobs[].wait_cycles": lambda r, job: r.of_job(job, "wait_message", "wait_room"),
    "host": "real time, CPU time and memory of the simulator are measured, not simulated",
    "probes[]": "each is a run of its own, judged as docs/statistics.md says",
    "model_checks[]": "indicators of a model, defined in docs/model/message-models.md and tested with it",
    "sampling": "extrapolated as docs/model/measures.md says, and tested with it",
    "workload.left_out": "counted by kind; a test of accounts_test.py counts what is left out",
    "workload.region": "of a part of a trace; trgen slice has its tests",
    "workload.any_source": "of receives from any source; they have a test of their own",
    "inputs[]": "sizes of the files that were read, with tests of their own",
    "seed": "as asked for",
    "profile": "by call, with tests of its own",
    "config": "the experiment itself",
}

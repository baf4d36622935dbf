#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of a sweep add up: each row of runs.csv and points.csv is computed anew from the results of single runs, and
the tables of a run from its packet log and its timeline. A rank of several streams is one rank in all of them.

Usage: accounts_tables_test.py ROOT FSIN TRGEN
"""
import csv
import json
import math
import sys
import unittest
from bisect import bisect_left, bisect_right
from itertools import accumulate

from accounts_cases import CASES, FILES, MESSAGES, RANKS
from accounts_runs import FSIN, agrees, declared, made, run, write_experiment
from in_folder import InFolder

SEEDS = 3
RANKED = ("program, streams", "trace, time-independent", "jobs", "program, script")
ACTIVITIES = ("compute", "wait_message", "wait_room", "send")


def table(case, name):
    with open(f"{case}/{name}", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def estimate(values, confidence):
    """Mean, deviation and half width of the interval, by Student's t of two degrees of freedom, in closed form."""
    mean = sum(values) / SEEDS
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (SEEDS - 1))
    return mean, deviation, confidence * math.sqrt(2 / (1 - confidence ** 2)) * deviation / math.sqrt(SEEDS)


class Tables(InFolder):
    FILES = FILES

    def sweep(self, case, seeds=SEEDS):
        network, workload, measure, _ = CASES[case]
        run(FSIN, "sweep", *write_experiment(network, workload, measure), f"measure.seeds={seeds}", "--no-cache", "--out",
            case, codes=(0, 1))

    def test_runs_and_points_follow_from_single_runs(self):
        figures = declared()
        for case in ("synthetic", "synthetic, a window of one", "program, streams", "jobs", "jobs, background"):
            with self.subTest(case=case):
                network, workload, measure, _ = CASES[case]
                self.sweep(case)
                singles = [json.loads(run(FSIN, "run", *write_experiment(network, workload, measure), "--seed", str(seed),
                                          "--json", "-", codes=(0, 1)))["runs"][0] for seed in range(1, SEEDS + 1)]
                rows = table(case, "runs.csv")
                self.assertEqual([row["seed"] for row in rows], ["1", "2", "3"])
                for row, single in zip(rows, singles):
                    self.assertEqual(row["fingerprint"], single["fingerprint"])
                    for name in figures:
                        told, value = row[name], self.figure(single, name)
                        self.assertTrue(told == "" if value is None else math.isclose(float(told), value, rel_tol=1e-12),
                                        f"{name}: {told} in runs.csv, {value} in the result")
                told = {row["figure"]: row for row in table(case, "points.csv")}
                confidence = singles[0]["config"]["measure"]["confidence"]
                for name in figures:
                    values = [self.figure(single, name) for single in singles]
                    if None in values:
                        continue
                    row = told.pop(name)
                    self.assertEqual(row["n"], str(SEEDS), name)
                    for column, value in zip(("mean", "stddev", "half_width"), estimate(values, confidence)):
                        self.assertTrue(math.isclose(float(row[column]), value, rel_tol=1e-9, abs_tol=1e-12 * abs(values[0])),
                                        f"{column} of {name}: {row[column]}, its formula {value}")
                self.assertEqual([name for name in told if name in figures], [])

    @staticmethod
    def figure(single, name):
        for part in name.split("."):
            single = single[part]
        return single

    def test_tables_of_ranks_follow_from_the_timeline_and_have_streams_under_their_ranks(self):
        for case in RANKED:
            with self.subTest(case=case):
                r = made(case, "routers")
                self.sweep(case)
                of = lambda place, name: sum(last - first + 1 for track, spans in r.spans.items() if r.tracks[track] == place
                                             for first, last in spans.get(name, []))
                rows = {(int(row["rank"]), int(row["stream"])): row for row in table(case, "ranks.csv")}
                self.assertEqual({rank for rank, stream in rows if stream == 0}, set(range(RANKS[case])))
                self.assertEqual(list(rows), sorted(rows))
                self.assertLessEqual(set(r.tracks.values()), set(rows))
                for place, row in rows.items():
                    for name in ("compute", "wait_message", "wait_room"):
                        self.assertEqual(int(row[name]), of(place, name), f"{name} of {place}")
                    self.assertEqual(row["node"], rows[(place[0], 0)]["node"])
                shown = {(int(row["rank"]), int(row["stream"])) for row in table(case, "gantt.csv")}
                self.assertLessEqual(shown, set(rows))
                self.assertEqual({place for place in rows if any(of(place, name) > r.end / 8 for name in ACTIVITIES)} - shown, set())
                phases = table(case, "phases.csv")
                for name in ACTIVITIES:
                    whole = sum(of(place, name) for place in rows)
                    self.assertTrue(math.isclose(sum(float(row[name]) for row in phases) * RANKS[case], whole, abs_tol=1e-6),
                                    f"{name}: {whole} in the timeline")
                self.assertTrue(all(int(row["max_rank"]) < RANKS[case] for row in phases))
                self.assertEqual(sum(int(row["messages"]) for row in phases), MESSAGES[case][0])
                traffic = table(case, "rank_traffic.csv")
                self.assertEqual(sum(int(row["messages"]) for row in traffic), MESSAGES[case][0])
                self.assertEqual(sum(int(row["bytes"]) for row in traffic), sum(int(row["bytes"]) for row in phases))
                self.assertTrue(all(row["source"] != row["destination"] and max(int(row["source"]), int(row["destination"])) <
                                    RANKS[case] for row in traffic), traffic)

    def test_tables_of_packets_follow_from_the_packet_log(self):
        for case in ("synthetic", "packets", "program, streams"):
            with self.subTest(case=case):
                r = made(case, "routers")
                self.sweep(case, seeds=1)
                times = sorted(r.times("cycle"))
                counted = 0
                for row in (row for row in table(case, "latency.csv") if row.get("measure", "latency") == "latency"):
                    low, high = int(row["low"]), int(row["high"])
                    self.assertEqual(int(row["packets"]), bisect_right(times, high) - bisect_left(times, low), row)
                    counted += int(row["packets"])
                self.assertEqual(counted, len(r.delivered()))
                series = table(case, "series.csv")
                for name, cycle in (("injected", "cycle"), ("delivered", "delivered")):
                    packets = sorted((p[cycle], p["phits"]) for p in r.packets)
                    cycles, phits = [each[0] for each in packets], [0, *accumulate(each[1] for each in packets)]
                    for row in series:
                        value = phits[bisect_right(cycles, int(row["to"]))] - phits[bisect_left(cycles, int(row["from"]))]
                        self.assertEqual(int(row[name]), value, f"{name} in {row}")
                traffic = {(int(row["source"]), int(row["destination"])): int(row["packets"]) for row in table(case, "traffic.csv")}
                pairs = {}
                for p in r.packets:
                    if p["delivered"]:
                        pairs[p["source"], p["destination"]] = pairs.get((p["source"], p["destination"]), 0) + 1
                self.assertEqual(traffic, pairs)
                if not r.window and not r.figure("packets.in_network"):
                    self.assertEqual(sum(int(row["phits"]) for row in table(case, "links.csv")),
                                     sum(p["phits"] * p["hops"] for p in r.packets))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every figure of a result, computed anew by its formula: from the packet log, the timeline, the plan or the result.

The table of figures (docs/reference.md, made of fsin/stats/metrics.cpp) says of each from which of these it follows.
Every kind of workload is run, under routers and under every model, and
 - each figure that a run has and that says where it comes from must have a function here, and its value: whole numbers
   exactly, others to rounding;
 - each figure that says where it comes from must have been computed in some run;
 - each number of a result that is no figure must stand in MEMBERS, with a function or why it has none.

Usage: accounts_test.py ROOT FSIN TRGEN
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

from accounts_cases import CASES, FILES, MODELS, RANKS, TORUS
from accounts_formulas import FORMULAS, MEMBERS, SKIP, Run

ROOT, FSIN, TRGEN = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])


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
    workload = workload.replace("ROOT", ROOT)
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

    def test_what_is_left_out_is_counted(self):
        left_out = made("trace, time-independent", "routers").result["workload"]["left_out"]
        self.assertEqual(left_out["collectives"], 3)
        self.assertIn("MPI_Alltoallw", left_out["text"])

    def test_a_job_alone_takes_as_many_cycles_as_its_workload_by_itself(self):
        workload = "{type: program, kernel: {type: ring, bytes: 3 KiB, iterations: 5, ranks: 4}}"
        by_itself = json.loads(run(FSIN, "run", *write_experiment(TORUS, workload, ""), "--json", "-"))
        job = "{type: jobs, jobs: [{name: ring, workload: %s}]}" % workload
        as_job = json.loads(run(FSIN, "run", *write_experiment(TORUS, job, ""), "--json", "-"))
        self.assertEqual(as_job["runs"][0]["jobs"][0]["cycles"], by_itself["cycles"])
        self.assertEqual(as_job["cycles"], by_itself["cycles"])

    def test_a_program_written_as_operations_has_the_accounts_of_the_program(self):
        network, workload, measure, _ = CASES["program, streams"]
        program = made("program, streams", "routers").result
        run(TRGEN, "generate", "transformer", "--layers", "2", "--hidden", "64", "--heads", "2", "--sequence", "8",
            "--micro_batches", "1", "--data", "8", "--operations", "-o", "streams.ti")
        written = json.loads(run(FSIN, "run", *write_experiment(
            network, "{type: program, kernel: {type: time-independent, file: streams.ti}}", measure), "--json", "-"))
        for name in ("cycles", "messages", "ranks", "packets"):
            self.assertEqual(program[name], written[name], name)

    def test_messages_that_nobody_receives_are_told_at_the_end_of_a_program(self):
        network, workload, measure, _ = CASES["program, script"]
        text = run(FSIN, "run", *write_experiment(network, workload, measure))
        self.assertRegex(text, r"unreceived +8 of these messages were taken by no receive")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

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
import json
import re
import sys
import unittest

from accounts_cases import CASES, FILES, MODELS, TORUS
from accounts_formulas import FORMULAS, MEMBERS, SKIP
from accounts_runs import FSIN, TRGEN, agrees, declared, made, run, write_experiment
from in_folder import InFolder


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


class Accounts(InFolder):
    FILES = FILES

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
                key, value = name.split("[].")[1], function(r, job)
                self.assertTrue(value is SKIP or agrees(job[key], value),
                                f"{name} of {job['name']}: {job[key]}, its formula {value}")

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
        self.assertEqual(used, kinds - {"live"})  # which runs programs, not the simulator's own: tests/live
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
        run(TRGEN, "generate", "transformer", "--layers", "2", "--hidden", "64", "--heads", "2", "--sequence", "8", "--vocabulary", "64",
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

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ranks that wait for messages that nobody sends are a deadlock, whatever else moves: under every model that the program
lists and under both engines, a job ends with the same outcome, exit code and explanation whether background goes on
beside it or not.

Usage: standstill_test.py FSIN
"""
import json
import os
import subprocess
import sys
import unittest

from accounts_cases import MODELS
from in_folder import InFolder

FSIN = os.path.abspath(sys.argv[1])

NETWORK = "{topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 2}, routing: dor, model: %s}"

# Two ranks that both receive first, behind messages that match and a burst.
HEAD_ON = """program: 1
ranks: 2
do:
  - send: {to: 1 - rank, bytes: 700, tag: 1}
  - recv: {from: 1 - rank, bytes: 700, tag: 1}
  - compute: 30 us
  - recv: {from: 1 - rank, bytes: 100, tag: 2}
  - send: {to: 1 - rank, bytes: 100, tag: 2}
"""
# Long messages ask first, and both ask before either receives.
BOTH_ASK = """program: 1
ranks: 2
do:
  - send: {to: 1 - rank, bytes: 9000, tag: 1}
  - recv: {from: 1 - rank, bytes: 9000, tag: 1}
"""
# Three of four ranks start a collective, each in a stream of its own, and wait for it. The fourth receives first what
# one of them sends only after the collective.
WITHOUT_ONE = "".join(f"{rank} init\n" + ("" if rank else "0 recv 1 0 100\n")
                      + f"{rank} iallreduce 4000 0\n{rank} compute 2000\n{rank} waitall 1\n"
                      + ("1 send 0 0 100\n" if rank == 1 else "") + f"{rank} finalize\n" for rank in range(4))
FILES = {"head_on.yaml": HEAD_ON, "both_ask.yaml": BOTH_ASK, "without_one.ti": WITHOUT_ONE}

JOBS = {
    "both receive first": "{type: program, kernel: {type: script, file: head_on.yaml}}",
    "both ask first": "{type: program, mpi: {eager: 1 KiB}, kernel: {type: script, file: both_ask.yaml}}",
    "a collective without one rank": "{type: trace, file: without_one.ti, cpu: {rate: 1 Gf/s}}",
}
FINISHES = "{type: program, kernel: {type: ring, ranks: 3, iterations: 40, bytes: 2 KiB}}"
BACKGROUNDS = {"idle nodes": "{load: 0.2, pattern: uniform}", "all nodes": "{load: 0.3, nodes: all, pattern: uniform}",
               "by flow": "{load: 0.2, pattern: uniform, model: flow}"}


class Standstill(InFolder):
    FILES = FILES

    @staticmethod
    def run_jobs(model, jobs, background, words):
        jobs = ", ".join(f"{{name: job {i}, workload: {job}}}" for i, job in enumerate(jobs))
        beside = f", background: {background}" if background else ""
        with open("exp.yaml", "w", encoding="utf-8") as file:
            file.write(f"fsin: 1\nname: still\nnetwork: {NETWORK % MODELS[model]}\n"
                       f"workload: {{type: jobs, jobs: [{jobs}]{beside}}}\n")
        done = subprocess.run([FSIN, "run", "exp.yaml", "-q", "--json", "-", *words], capture_output=True, text=True,
                              timeout=120, check=False)
        return done.returncode, json.loads(done.stdout)["runs"][0] if done.stdout else {}, done.stderr

    @staticmethod
    def ways(model):
        yield "event", []
        yield "reference", ["--engine", "reference"]
        if model == "routers":
            yield "two threads", ["--threads", "2", "--force-threads"]

    def test_a_standstill_of_ranks_is_a_deadlock_with_and_without_background_under_every_model(self):
        with_background = set()
        for model in MODELS:
            for job, workload in JOBS.items():
                ends = {}
                for way, words in self.ways(model):
                    code, alone, err = self.run_jobs(model, [workload], None, words)
                    self.assertEqual((code, alone["outcome"]), (1, "deadlock"), f"{model}, {job}, {way}: {err}")
                    self.assertTrue(alone["diagnosis"])
                    for name, background in BACKGROUNDS.items():
                        with self.subTest(model=model, job=job, way=way, background=name):
                            code, beside, err = self.run_jobs(model, [workload], background, words)
                            if "carries whole messages" in err or "network.model: routers" in err:
                                self.assertEqual(code, 2)
                                continue
                            with_background.add(model)
                            self.assertEqual((code, beside["outcome"]), (1, "deadlock"), err)
                            self.assertEqual(beside["diagnosis"], alone["diagnosis"])
                            self.assertEqual(beside["messages"], alone["messages"])
                            end = (beside["cycles"], beside["fingerprint"])
                            self.assertEqual(end, ends.setdefault(name, end), "another engine ended otherwise")
        self.assertEqual(with_background, {"routers", "ideal", "loggp"})
        listed = subprocess.run([FSIN, "list", "model"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(set(MODELS), {line.split()[0] for line in listed.splitlines()[1:]})

    def test_the_lines_name_rank_and_peer_and_the_outcome_says_what_to_correct(self):
        _, result, _ = self.run_jobs("routers", [JOBS["both receive first"]], BACKGROUNDS["all nodes"], [])
        for rank in (0, 1):
            self.assertTrue(any(f"rank {rank} (node {rank}) waits for 100 B from rank {1 - rank}, tag 2" in line
                                for line in result["diagnosis"]), result["diagnosis"])
        text = subprocess.run([FSIN, "run", "exp.yaml", "-q"], capture_output=True, text=True, check=False).stdout
        self.assertIn("nothing is under way to the ranks", text)
        _, result, _ = self.run_jobs("routers", [JOBS["a collective without one rank"]], BACKGROUNDS["all nodes"], [])
        self.assertTrue(any("rank 1, stream 1 (node 1)" in line for line in result["diagnosis"]), result["diagnosis"])

    def test_a_job_that_goes_on_keeps_the_run_going_until_its_end(self):
        for way, words in self.ways("routers"):
            _, alone, _ = self.run_jobs("routers", [FINISHES], BACKGROUNDS["idle nodes"], words)
            self.assertEqual(alone["outcome"], "finished")
            code, both, _ = self.run_jobs("routers", [JOBS["both receive first"], FINISHES], BACKGROUNDS["idle nodes"], words)
            with self.subTest(way=way):
                self.assertEqual((code, both["outcome"]), (1, "deadlock"))
                self.assertGreater(both["cycles"], alone["cycles"] / 2)
                self.assertEqual(both["ranks"]["finished"], 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whichever command simulates an experiment, it goes through one door (fsin/forecast/admission.hpp): what fsin run
refuses, every other command refuses with the same words and the same exit code, and what run warns of, they warn of.

The commands are those whose usage names an experiment, as the program itself says: a new one is tried here, or has its
reason in OTHERS. `fsin check` simulates nothing; where it reports a finding that run refuses, it says the same of it.

Usage: door_test.py FSIN
"""
import os
import re
import subprocess
import sys
import unittest

from in_folder import InFolder

FSIN = os.path.abspath(sys.argv[1])

TORUS = "topology: {type: torus, dims: [4, 4]}"
LOAD = "{type: synthetic, pattern: uniform, load: 0.1}"
RING = "{type: program, kernel: {type: ring, ranks: 4, iterations: 2}}"
WINDOW = "{warmup: 100, cycles: 400}"
# Of three switches in a row, the last of which cannot be reached by this table from the first.
EDGES = "0 1\n1 2\n"
TABLE = "0 1 0\n1 0 0\n1 2 1\n2 1 0\n2 0 0\n"

# Network, workload, measure; a word of what run says; and whether that is an error.
CASES = {
    "a routing table without a way": ("topology: {type: graph, file: row.edges}, routing: {type: table, file: row.routes}",
                                      LOAD, WINDOW, "row.routes:5:1: router 2 is no switch", True),
    "a graph in two parts": ("topology: {type: graph, file: parts.edges}, routing: shortest", LOAD, WINDOW, "cannot be reached", True),
    "a network that can deadlock": ("topology: {type: torus, dims: [5]}, routing: dor, router: {flow_control: none}", LOAD,
                                    WINDOW, "this network can deadlock", True),
    "a node that faults cut off": (TORUS + ", router: {virtual_channels: 2}, faults: {routers: [5]}", LOAD, WINDOW,
                                   "pairs of nodes", True),
    "a failed link that is none": (TORUS + ", router: {virtual_channels: 2}, faults: {links: [0-10]}", LOAD, WINDOW,
                                   "faults.links", True),
    "a network for which there is no memory": ("topology: {type: torus, dims: [1000, 1000, 1000]}, router: {virtual_channels: 2}",
                                               LOAD, WINDOW, "need about", True),
    "a run for which there is no memory": ("topology: {type: torus, dims: [128, 128, 64]}, router: {virtual_channels: 2}, model: ideal",
                                           "{type: program, kernel: {type: all-to-all, ranks: 1048576, bytes: 1 GiB}}",
                                           "{max_cycles: 9}", "needs about .* run fewer ranks", True),
    "a trace that is not there": (TORUS + ", router: {virtual_channels: 2}", "{type: trace, file: none.txt}", "{max_cycles: 9}",
                                  "none.txt", True),
    "more ranks than nodes": (TORUS + ", router: {virtual_channels: 2}",
                              "{type: program, kernel: {type: ring, ranks: 17}}", "{max_cycles: 9}", "17", True),
    "an unknown key": (TORUS + ", rooter: {}", LOAD, WINDOW, "rooter", True),
    "a load above what can be carried": ("topology: {type: torus, dims: [16]}, router: {virtual_channels: 2}, routing: dor",
                                         "{type: synthetic, pattern: uniform, load: 0.9}", WINDOW, "above the capacity", False),
    "a key without effect": (TORUS + ", router: {virtual_channels: 2}",
                             "{type: program, kernel: {type: ring, ranks: 4, iterations: 2}, mpi: {node_latency: 3 ns}}",
                             "{max_cycles: 100000}", "node_latency", False),
}
FILES = {"row.edges": EDGES, "row.routes": TABLE, "parts.edges": "0 1\n2 3\n",
         "pair.txt": "0 0 SS MPI_Send\n0 0 MS 1 0 0 8\n0 0 SE MPI_Send\n1 0 SS MPI_Recv\n1 0 MR 0 0 0 8\n1 0 SE MPI_Recv\n"}

# Commands that take an experiment, as they are called; the experiment is exp.yaml.
COMMANDS = {
    "run": ["run", "exp.yaml", "-q"],
    "run, replications": ["run", "exp.yaml", "-q", "--seeds", "2"],
    "run, reference": ["run", "exp.yaml", "-q", "--engine", "reference"],
    "sweep": ["sweep", "exp.yaml", "-q", "--no-cache", "--out", "swept"],
    "sweep, estimate": ["sweep", "exp.yaml", "--no-cache", "--dry-run"],
    "compare-models": ["compare-models", "exp.yaml", "-q", "--models", "ideal"],
    "check": ["check", "exp.yaml"],
}
SEARCHES = {"run, search": ["run", "exp.yaml", "-q", "measure.find=saturation", "measure.resolution=0.3"],
            "sweep, search": ["sweep", "exp.yaml", "-q", "--no-cache", "--out", "swept", "measure.find=saturation",
                              "measure.resolution=0.3"]}
OTHERS = {"topology": "builds the network to describe it, and simulates nothing",
          "calibrate": "simulates ping-pongs in place of the workload: of networks alone, test_ping_pongs",
          "compare-traces": "replays two traces in place of the workload: of networks alone, test_compared_traces",
          "live": "runs a program in place of the workload: of networks alone, test_live_programs"}
# What run refuses and check finds out: it says it among its findings, and goes on.
FINDINGS = {"a network that can deadlock": "not free: ", "a node that faults cut off": "pairs of nodes"}


def run(*words):
    done = subprocess.run([FSIN, *words], capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def told(text, warnings):
    """What is told of an experiment, without its place in the file: its warnings, or its errors."""
    lines = [re.sub(r"^(exp.yaml(:\d+)*( \(default\))?|override '[^']*'): ", "", line) for line in text.splitlines()]
    return [line for line in lines if line.startswith("warning: ") == warnings]


class Door(InFolder):
    FILES = FILES

    @staticmethod
    def write(case):
        network, workload, measure, _, _ = CASES[case]
        with open("exp.yaml", "w", encoding="utf-8") as file:
            file.write(f"fsin: 1\nname: bad\nnetwork: {{{network}}}\nworkload: {workload}\nmeasure: {measure}\n")

    def test_every_command_says_of_a_bad_experiment_what_run_says(self):
        for case, (_, workload, _, word, refused) in CASES.items():
            self.write(case)
            code, _, err = run("run", "exp.yaml", "-q")
            wanted = told(err, warnings=not refused)
            self.assertRegex("\n".join(wanted), word, case)
            if refused:
                self.assertIn(code, (2, 3), case)
            commands = dict(COMMANDS)
            if "synthetic" in workload and refused:
                commands.update(SEARCHES)
            for name, words in commands.items():
                with self.subTest(case=case, command=name):
                    if name == "compare-models" and "model: ideal" in CASES[case][0]:
                        continue  # it begins with routers, which have the memory
                    got, out, err = run(*[word.replace("swept", f"swept {case}") for word in words])
                    self.assertNotIn("internal error", err)
                    if name == "check" and case in FINDINGS:
                        self.assertEqual(got, 0)
                        self.assertIn(FINDINGS[case], out)
                        continue
                    if refused:
                        self.assertEqual(got, code, err)
                    for message in wanted:
                        if name == "check" or case != "a load above what can be carried":
                            self.assertTrue(self.says(err, message), f"{message}\nis not in\n{err}")
                        else:
                            self.assertRegex(err, "can be carried|above the capacity")

    @staticmethod
    def says(text, message):
        """The same words, but for numbers: a command may make more runs, or have other points."""
        plain = lambda each: re.sub(r"[\d.,]+( [KMGT]iB)?", "#", each)
        return plain(message)[:60] in plain(text)

    def test_the_commands_are_all_that_take_an_experiment(self):
        names = re.findall(r"^  ([a-z-]+) ", run("--help")[1], re.M)
        taking = {name for name in names if "EXP.yaml" in run(name, "--help")[1]}
        self.assertEqual(taking, {name.split(",")[0] for name in COMMANDS} | set(OTHERS))

    def test_a_sweep_names_the_point_that_is_refused(self):
        self.write("a network that can deadlock")
        code, _, err = run("sweep", "exp.yaml", "-q", "--no-cache", "--out", "swept",
                           "sweep.grid.load=[0.1, 0.2]")
        self.assertEqual(code, 2, err)
        self.assertIn("this network can deadlock", err)
        self.assertIn("that is point 0", err)

    def refuses_networks(self, *words, extra=()):
        for case in ("a routing table without a way", "a graph in two parts", "a node that faults cut off",
                     "a failed link that is none", *extra):
            self.write(case)
            code, _, err = run("run", "exp.yaml", "-q")
            got, _, said = run(*words)
            if "there is no mpirun" in said or "are not beside the program" in said:
                self.skipTest(said)
            with self.subTest(case=case):
                self.assertEqual(got, code, said)
                for message in told(err, warnings=False):
                    self.assertTrue(self.says(said, message), f"{message}\nis not in\n{said}")

    def test_ping_pongs_refuse_a_network_that_cannot_be_run(self):
        self.refuses_networks("calibrate", "--from", "exp.yaml", "--model", "loggps")

    def test_compared_traces_are_refused_a_network_that_cannot_be_run(self):
        self.refuses_networks("compare-traces", "pair.txt", "pair.txt", "-q", "--experiment", "exp.yaml",
                              extra=("a network that can deadlock", "a network for which there is no memory"))

    def test_live_programs_are_refused_a_network_that_cannot_be_run(self):
        self.refuses_networks("live", "-n", "2", "exp.yaml", "workload={type: live}", "measure={max_cycles: 9000}", "--", "/bin/true",
                              extra=("a network that can deadlock", "a network for which there is no memory"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python module gives what the commands give, to the last digit, and refuses and warns of what they refuse and warn of.

Usage: equal_test.py ROOT BUILD
"""
import importlib.util
import json
import os
import sys
import unittest
import warnings

import numpy

from common import BUILD, FSIN, ROOT, TORUS, InFolder, command, fsin, pandas, result_of_command, without_host

FIRST = os.path.join(ROOT, "experiments/first.yaml")
SHORT = ["warmup=200", "cycles=1000"]
TRACE = os.path.join(ROOT, "traces/npb/cg.S.4.txt.zst")
RING = "{type: program, kernel: {type: ring, ranks: 4, iterations: 2}}"

# Words of the command line, and options of both.
CASES = {
    "synthetic load": (SHORT, {}),
    "several seeds, two at a time": ([*SHORT, "seeds=3"], {"jobs": 2}),
    "the reference engine": (["dims=[4,4]", *SHORT], {"engine": "reference"}),
    "two threads": (SHORT, {"threads": 2}),
    "a trace": ([f"workload={{type: trace, file: {TRACE}}}", "measure={max_cycles: 10000000}"], {}),
    "a program": ([f"workload={RING}", "measure={max_cycles: 100000}"], {}),
    "jobs": (["workload={type: jobs, jobs: [{workload: {type: program, kernel: {type: ring, ranks: 4, iterations: 2}}},"
              " {workload: {type: program, kernel: {type: all-to-all, ranks: 8}}}]}", "measure={max_cycles: 100000}"], {}),
    "a search for saturation": (["dims=[4,4]", *SHORT, "find=saturation", "resolution=0.2"], {}),
    "a saturated network": (["dims=[16]", "load=0.9", "routing=dor", *SHORT], {}),
    **{f"model {model}": ([f"workload={RING}", "measure={max_cycles: 100000}", f"model={model}"], {})
       for model in ("ideal", "loggp", "loggps", "flow")},
}


def keywords(words):
    return {key.replace(".", "__"): value for key, _, value in (word.partition("=") for word in words)}


def door():
    """The experiments that tests/commands/door_test.py tries on the commands: a table, so none is left out here."""
    spec = importlib.util.spec_from_file_location("door_test", os.path.join(ROOT, "tests/commands/door_test.py"))
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.join(ROOT, "tests/commands"))
    before, sys.argv = sys.argv, ["door_test.py", FSIN]
    try:
        spec.loader.exec_module(module)
    finally:
        sys.argv = before
    return module


class Equal(InFolder):
    def test_a_run_has_the_json_of_the_command(self):
        for name, (words, options) in CASES.items():
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore", fsin.ExperimentWarning)
                flags = [each for key, value in options.items() for each in (f"--{key}", str(value))]
                ranks = any(word.startswith("workload=") for word in words)
                if ranks:
                    flags.append("--profile")  # the module always has it; the command refuses it without ranks
                expected = result_of_command(FIRST, *words, *flags, expect=1 if "saturated" in name else 0)
                result = fsin.run(FIRST, **options, **keywords(words))
                self.assertEqual(without_host(result.to_dict()), without_host(expected))
                self.assertEqual(result.fingerprint, expected["fingerprint"])
                self.assertEqual(list(result.to_dict()), list(expected), "the order of members")
                self.assertEqual(["profile" in each for each in expected["runs"]], [ranks] * len(expected["runs"]))
                again = fsin.run(result.config_yaml + "\n", **options)
                self.assertEqual(again.fingerprint, result.fingerprint)

    def test_a_point_of_a_sweep_has_the_json_of_a_run(self):
        for words in ([*SHORT, "seeds=3"], [*SHORT, "seeds=1"]):
            swept = fsin.sweep(FIRST, cache=False, set=dict(word.split("=", 1) for word in words))
            ran = fsin.run(FIRST, set=dict(word.split("=", 1) for word in words))
            self.assertEqual(without_host(swept[0].to_dict()), without_host(ran.to_dict()))
            self.assertTrue(swept[0].finished)

    def test_a_sweep_has_the_tables_of_the_command(self):
        axes = ["sweep.grid.load=[0.1, 0.3]", "sweep.grid.routing=[dor, adaptive]", "seeds=3", *SHORT]
        command("sweep", FIRST, *axes, "-q", "--no-cache", "--out", "there")
        sweep = fsin.sweep(FIRST, grid={"load": [0.1, 0.3], "routing": ["dor", "adaptive"]}, seeds=3, warmup=200, cycles=1000,
                           cache=False, out="here")
        self.assertEqual(len(sweep), 4)
        for name in ("points.csv", "links.csv", "series.csv", "latency.csv"):
            with open(f"here/{name}", "rb") as here, open(f"there/{name}", "rb") as there:
                self.assertEqual(here.read(), there.read(), name)
        points = pandas.read_csv("there/points.csv")
        frame = sweep.to_frame()
        for figure in ("latency.mean", "load.accepted", "cycles", "packets.delivered"):
            wanted = points[points["figure"] == figure]
            numpy.testing.assert_allclose(frame[figure], wanted["mean"], rtol=1e-12)
            numpy.testing.assert_allclose(frame[figure + ".half_width"], wanted["half_width"], rtol=1e-9)
        runs = pandas.read_csv("there/runs.csv", dtype={"fingerprint": str})
        mine = sweep.runs_frame()
        for column in ("load", "routing", "seed", "outcome", "fingerprint"):
            self.assertEqual(mine[column].tolist(), runs[column].tolist())
        numpy.testing.assert_allclose(mine["latency.mean"], runs["latency.mean"], rtol=1e-12)
        for folder in ("here", "there"):
            read = fsin.read(folder)
            pandas.testing.assert_frame_equal(read.to_frame(), frame)
            self.assertEqual(without_host(read[2].to_dict())["summary"], without_host(sweep[2].to_dict())["summary"])

    def test_a_folder_of_a_run_is_read_as_the_run_that_wrote_it(self):
        command("run", FIRST, *SHORT, "--seeds", "2", "-q", "--out", "there")
        result = fsin.run(FIRST, warmup=200, cycles=1000, seeds=2, out="here")
        for folder in ("here", "there"):
            read = fsin.read(folder)
            self.assertEqual(without_host(read.to_dict()), without_host(result.to_dict()))
            self.assertEqual(read.config_yaml, result.config_yaml)
            for table in ("links", "nodes", "latency", "series", "traffic"):
                pandas.testing.assert_frame_equal(read.table(table), result.table(table), check_dtype=False)

    def test_a_check_has_the_json_of_the_command(self):
        expected = json.loads(command("check", FIRST, "load=0.2", "--json", "-")[0])
        checked = fsin.check(FIRST, load=0.2)
        told = checked.to_dict()
        for each in (told, expected):
            each.pop("memory")  # of this process, which has numpy and pandas too
        self.assertEqual(told, expected)
        self.assertEqual(checked.deadlock.answer, expected["deadlock"]["answer"])

    def test_whatever_run_refuses_or_warns_of_is_refused_or_warned_of_here(self):
        table = door()
        for name, text in table.FILES.items():
            self.file(name, text)
        for case, (_, _, _, word, refused) in table.CASES.items():
            table.Door.write(case)
            code, _, err = table.run("run", "exp.yaml", "-q")
            wanted = table.told(err, warnings=not refused)
            for call in (fsin.run, lambda name: fsin.sweep(name, cache=False)):
                with self.subTest(case=case, call=call), warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    if not refused:
                        call("exp.yaml")
                        self.assertRegex("\n".join(str(each.message) for each in caught), word.replace("above the capacity", "above the capacity|can be carried"))
                        self.assertTrue(all(each.filename == __file__ for each in caught), "the caller's line")
                        continue
                    with self.assertRaises(fsin.ExperimentError) as raised:
                        call("exp.yaml")
                    self.assertEqual(raised.exception.exit_code, code)
                    lines = table.told(str(raised.exception), warnings=False)
                    self.assertEqual([line for line in lines if "mistakes above" not in line], wanted)

    def test_an_unsafe_network_runs_where_it_is_allowed_and_its_deadlock_is_explained(self):
        unsafe = {"network": {"topology": {"type": "torus", "dims": [8]}, "routing": "dor", "router": {"flow_control": "none"}},
                  "workload": {"load": 0.9}, "measure": {"warmup": 200, "cycles": 20000}}
        for call in (fsin.run, lambda *arguments, **options: fsin.sweep(*arguments, cache=False, **options)[0]):
            self.assertRaisesRegex(fsin.ExperimentError, "can deadlock", call, unsafe)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                result = call(unsafe, allow_deadlock=True)
            self.assertRegex("\n".join(str(each.message) for each in caught), "can deadlock")
            self.assertEqual(result.outcome, "deadlock")
            self.assertFalse(result.finished)
            self.assertLess(result.cycles, 20200, "ends as soon as nothing moves")
            diagnosis = result.to_dict()["diagnosis"]
            self.assertEqual(diagnosis[1], "a cycle of 8 queues, each waiting for the next and the last for the first:")
            self.assertEqual(len(diagnosis), 10)
        expected = result_of_command(self.file("unsafe.yaml", json.dumps({"fsin": 1, **unsafe})), "--allow-deadlock", expect=1)
        self.assertEqual(diagnosis, expected["diagnosis"])
        self.assertEqual(result.fingerprint, expected["fingerprint"])


if __name__ == "__main__":
    assert fsin.__file__.startswith(BUILD), fsin.__file__
    unittest.main(argv=sys.argv[:1])

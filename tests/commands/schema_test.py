#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every kind of result against the JSON Schema in docs/schema, which is what fsin prints of it.

Usage: schema_test.py ROOT FSIN
Skipped (77) without the Python package jsonschema (Debian: python3-jsonschema).
"""
import copy
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import jsonschema
except ImportError:
    print("schema_test: skipped, the Python package jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(77)

ROOT, FSIN = sys.argv[1], os.path.abspath(sys.argv[2])
NAMES = ("run", "sweep-run", "comparison", "check")

SYNTHETIC = """fsin: 1
network: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}
workload: {type: synthetic, pattern: uniform, load: 0.2}
measure: {warmup: 100, cycles: 2000}
"""
TRACE = f"""fsin: 1
network: {{topology: {{type: torus, dims: [2, 2]}}}}
workload: {{type: trace, file: '{ROOT}/traces/npb/is.S.4.txt.zst'}}
"""
SWEEP = SYNTHETIC + "sweep:\n  grid:\n    workload.load: [0.1, 0.2]\n  seeds: 2\n"
SEEDS = ("--seeds", "3", "-j", "2")

# Words of fsin run, and its exit code.
CASES = {
    "synthetic": (("synthetic.yaml",), 0),
    "several seeds": (("synthetic.yaml", *SEEDS), 0),
    "nothing delivered": (("synthetic.yaml", "warmup=0", "cycles=1"), 0),
    "warm-up found": (("synthetic.yaml", "warmup=auto"), 0),
    "reference engine": (("synthetic.yaml", "--engine", "reference", "--rng", "original"), 0),
    "without routers": (("synthetic.yaml", "network.model=ideal"), 0),
    "without routers, several seeds": (("synthetic.yaml", "network.model=loggp", *SEEDS), 0),
    "saturated": (("synthetic.yaml", "load=2"), 1),
    "search": (("synthetic.yaml", "find=saturation", "resolution=0.1"), 0),
    "search, several seeds": (("synthetic.yaml", "find=saturation", "resolution=0.1", *SEEDS), 0),
    "deadlock": (("deadlock.yaml", "--allow-deadlock"), 1),
    "deadlock, several seeds": (("deadlock.yaml", "--allow-deadlock", *SEEDS), 1),
    "trace": (("trace.yaml",), 0),
    "trace, several seeds": (("trace.yaml", *SEEDS), 0),
    "part of a trace": (("trace.yaml", "region.from=marker MPI_Alltoall 2", "region.to=19 ms"), 0),
    "part of a trace, several seeds": (("trace.yaml", "region.from=marker MPI_Alltoall 2", "region.to=19 ms", *SEEDS), 0),
    "cycle limit": (("trace.yaml", "max_cycles=1000"), 1),
}


def read_schema(name):
    with open(os.path.join(ROOT, "docs/schema", name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def faults(schema, value):
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator.iter_errors(value)]


def kinds_of(value, path=""):
    """Path of every member -> kind; null fits every kind, and what is in lists does not count."""
    if isinstance(value, dict):
        found = {path: "object"}
        for key, each in value.items():
            found |= kinds_of(each, f"{path}.{key}")
        return found
    kind = {list: "list", str: "text", bool: "truth", type(None): "null"}.get(type(value), "number")
    return {path: kind}


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        deadlock = SYNTHETIC.replace("dims: [4, 4]", "dims: [8]").replace(
            "preset: adaptive-3vc", "router: {virtual_channels: 1, flow_control: none}").replace(
            "pattern: uniform, load: 0.2", "pattern: {type: shift, offset: 3}, load: 2").replace("2000", "1000000")
        texts = {"synthetic": SYNTHETIC, "trace": TRACE, "sweep": SWEEP, "deadlock": deadlock}
        for name, text in texts.items():
            with open(os.path.join(cls.folder, name + ".yaml"), "w", encoding="utf-8") as file:
                file.write(text)
        cls.results = {name: cls.run_json(*words, code=code) for name, (words, code) in CASES.items()}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def fsin(cls, *words, code=0):
        ran = subprocess.run([FSIN, *words], cwd=cls.folder, capture_output=True, text=True, check=False)
        assert ran.returncode == code, (words, ran.returncode, ran.stderr)
        return ran.stdout

    @classmethod
    def run_json(cls, *words, code=0):
        return json.loads(cls.fsin("run", *words, "-q", "--json", "-", code=code))

    def test_the_schemas_in_docs_are_what_fsin_prints(self):
        for name in NAMES:
            with open(os.path.join(ROOT, "docs/schema", name + ".json"), encoding="utf-8") as file:
                self.assertEqual(file.read(), self.fsin("help", "--json-schema", name),
                                 f"run: fsin help --json-schema {name} > docs/schema/{name}.json")
            schema = read_schema(name)
            jsonschema.validators.validator_for(schema).check_schema(schema)

    def test_every_kind_of_result_is_as_the_schema_says(self):
        schema = read_schema("run")
        for name, result in self.results.items():
            with self.subTest(name):
                self.assertEqual(faults(schema, result), [])

    def test_an_interrupted_run_is_as_the_schema_says(self):
        for seeds in ("1", "100"):
            path = os.path.join(self.folder, "interrupted.json")
            process = subprocess.Popen([FSIN, "run", "synthetic.yaml", "-q", "cycles=10000000000", "--seeds", seeds,
                                        "--json", path], cwd=self.folder, stdout=subprocess.DEVNULL)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), 130)
            with open(path, encoding="utf-8") as file:
                result = json.load(file)
            self.assertEqual(result["outcome"], "interrupted")
            self.assertEqual(faults(read_schema("run"), result), [])

    def test_the_shape_does_not_depend_on_the_number_of_seeds(self):
        for one, several in (("synthetic", "several seeds"), ("trace", "trace, several seeds"),
                             ("search", "search, several seeds"), ("deadlock", "deadlock, several seeds"),
                             ("part of a trace", "part of a trace, several seeds")):
            with self.subTest(one):
                first, second = kinds_of(self.results[one]), kinds_of(self.results[several])
                self.assertEqual(first.keys(), second.keys())
                for path, kind in first.items():
                    self.assertIn("null", (kind, second[path]) if kind != second[path] else ("null",), path)
                self.assertEqual(len(self.results[one]["runs"]), 1)
                self.assertEqual(len(self.results[several]["runs"]), 3)

    def test_the_figures_at_the_top_are_the_means_of_the_runs(self):
        for name in ("several seeds", "trace, several seeds"):
            result = self.results[name]
            for path in (("cycles",), ("latency", "mean"), ("load", "accepted"), ("packets", "delivered")):
                def at(value, where=path):
                    for key in where:
                        value = value[key]
                    return value
                mean = sum(at(run) for run in result["runs"]) / len(result["runs"])
                self.assertAlmostEqual(at(result), mean, delta=1e-9 * abs(mean))
                self.assertAlmostEqual(at(result["summary"])["mean"], mean, delta=1e-9 * abs(mean))

    def test_the_one_run_of_a_result_is_what_stands_at_its_top(self):
        for name, result in self.results.items():
            if len(result["runs"]) == 1:
                for key, value in result["runs"][0].items():
                    self.assertEqual(result[key], value, f"{name}: {key}")

    def test_lines_of_folders_and_comparisons_are_as_their_schemas_say(self):
        self.fsin("run", "synthetic.yaml", "-q", *SEEDS, "--out", "lines")
        for folder, seed in (("a", "1"), ("b", "7")):
            self.fsin("sweep", "sweep.yaml", "-q", "--no-cache", "--out", folder, "measure.seed=" + seed)
        run = read_schema("run")
        lines = {"lines": {"$ref": "#/$defs/run", "$defs": run["$defs"]}, "a": read_schema("sweep-run")}
        for folder, schema in lines.items():
            with open(os.path.join(self.folder, folder, "runs.jsonl"), encoding="utf-8") as file:
                rows = [json.loads(line) for line in file]
            self.assertGreater(len(rows), 2)
            for row in rows:
                self.assertEqual(faults(schema, row), [])
        for other in ("a", "b"):
            compared = json.loads(self.fsin("compare", "a", other, "--json", "-"))
            self.assertEqual(faults(read_schema("comparison"), compared), [])

    def test_what_check_says_is_as_its_schema_says(self):
        schema = read_schema("check")
        for words in (("synthetic.yaml",), ("trace.yaml",), ("deadlock.yaml",), ("synthetic.yaml", "network.model=ideal"),
                      ("synthetic.yaml", "routing=dor", "link.delay=3 m"), ("synthetic.yaml", "topology=slim-fly",
                                                                           "routing=shortest", "virtual_channels=4")):
            with self.subTest(words):
                found = json.loads(self.fsin("check", *words, "--json", "-"))
                self.assertEqual(faults(schema, found), [])
                found["extra"] = 1
                self.assertTrue(faults(schema, found))

    def test_the_schema_refuses_what_it_does_not_describe(self):
        schema = read_schema("run")
        result = self.results["several seeds"]
        def broken(change):
            value = copy.deepcopy(result)
            change(value)
            return faults(schema, value)
        self.assertTrue(broken(lambda r: r.update(extra=1)))
        self.assertTrue(broken(lambda r: r["latency"].update(p42=1)))
        self.assertTrue(broken(lambda r: r["runs"][1].update(extra=1)))
        self.assertTrue(broken(lambda r: r["summary"]["latency"]["mean"].update(extra=1)))
        self.assertTrue(broken(lambda r: r.pop("cycles")))
        self.assertTrue(broken(lambda r: r.update(outcome="fine")))
        self.assertTrue(broken(lambda r: r.update(cycles="4500")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

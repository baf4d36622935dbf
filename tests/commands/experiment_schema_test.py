#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of experiment files (`fsin help --json-schema experiment`) beside fsin itself.

Usage: experiment_schema_test.py ROOT FSIN [FILES]
Random experiments, FILES of them (240): what fsin reads, the schema must take; what is wrong in a way that a schema can
say (keys, types, names, units, ranges of plain numbers, lengths of lists, keys that must be written), both must refuse.
Skipped (77) without the Python package jsonschema (Debian: python3-jsonschema).
"""
import copy
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    print("experiment_schema_test: skipped, the Python package jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(77)
try:
    import yaml
except ImportError:
    yaml = None

ROOT, FSIN = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
FILES = int(sys.argv[3]) if len(sys.argv) > 3 else 240
TRACE = os.path.join(ROOT, "traces/npb/is.S.4.txt.zst")

TORUS = {"fsin": 1, "network": {"topology": {"type": "torus", "dims": [4, 4]}, "router": {"virtual_channels": 2}},
         "workload": {"type": "synthetic", "load": 0.1}, "measure": {"warmup": 100, "cycles": 200}}
BASES = [
    TORUS,
    {"fsin": 1, "network": {"preset": "adaptive-3vc", "routing": {"select": "random"}}, "workload": {"load": 0.2}},
    {"fsin": 1, "network": {"topology": {"type": "mesh", "dims": "2x2"}},
     "workload": {"type": "trace", "file": TRACE, "order": "causal", "cpu": {"scale": 1}}},
    {"fsin": 1, "network": {"topology": {"type": "dragonfly", "p": 2, "a": 4, "h": 2}, "routing": "dragonfly-minimal",
                            "router": {"virtual_channels": 2}}, "workload": {"type": "synthetic", "load": 0.1}},
    {"fsin": 1, "network": {"topology": {"type": "torus", "dims": [2, 2]}, "model": {"type": "loggp"}},
     "workload": {"type": "program", "kernel": {"type": "ring"}}},
    {"fsin": 1, "network": {"topology": {"type": "fat-tree", "k": 2, "n": 2}, "routing": "up-down",
                            "router": {"flow_control": "none"}}, "measure": {"find": "saturation", "cycles": 500}},
    {"fsin": "1", "name": 7, "description": "a file without a network", "workload": {"type": "synthetic"}},
]
SWEEP = dict(TORUS, sweep={"grid": {"workload.load": [0.1, 0.2], "router": {"one": {"network.preset": "oblivious-1vc"},
                                                                          "three": {"preset": "adaptive-3vc"}}},
                           "seeds": 2})

# Of each key, values that are read, and values that are not for a reason that a schema can say.
VALUES = {
    "network.topology.dims": ([[4, 4], "4x4", [2, 4, 2], ["4", 4]], ["4y4", [], [1, 4], 4, {"x": 4}, [4, "four"]]),
    "network.topology.type": ([], ["tours", "dragonfly2", 3, ["torus"]]),
    "network.router.virtual_channels": ([2, 3, "2"], [0, 1.5, "three", [1], None, {"a": 1}, 1000]),
    "network.router.queue": (["2 packets", "8packets", "1e1 packets"], [4, "4", "4 cycles", "four packets", "4 pakets"]),
    "network.router.arbiter": (["round-robin"], ["round-robbin", 1, ["round-robin"]]),
    "network.link.bandwidth": (["10 Gb/s", "10Gbps", "2.5 GB/s", "100 Mbit/s"], [10, "10", "10 Gs", "10 GB", ["1 Gb/s"]]),
    "network.link.delay": ([3, "20 m", "90 ns", "3 cycles", "3", "1 usec"], [-3, "3 kg", "-3 ns", 1.5, "near"]),
    "network.packet": (["64 B", "128 bytes", "1 KiB"], [64, "64 b", "64 b/s", "64 packets"]),
    "network.variable_last_packet": ([True, False, "yes", "off"], ["maybe", 1, []]),
    "network.payload": ([None, "32 B"], [32, "all"]),
    "network.preset": ([None, "adaptive-3vc", "oblivious-3vc"], ["adaptive-4vc", 3]),
    "network.roter": ([], [{}, 1]),
    "network.link.latency": ([], ["3 ns"]),
    "workload.load": ([0.2, "0.3", 1e-2, ".5"], [-0.1, "x", {"a": 1}, [0.1], "0.5 phits", 100]),
    "workload.pattern": (["uniform", {"type": "uniform"}, "complement", {"type": "tornado"}],
                         ["unifrom", {"type": "unifrom"}, {"type": "uniform", "foo": 1}, 5, [], None]),
    "workload.source": (["stall", "infinite"], ["stal", True]),
    "workload.sizes": ([{"type": "fixed", "bytes": "64 B"}, "fixed"], [{"type": "fixed", "bytes": 64}, "fxied"]),
    "measure.cycles": ([500, "500", "500 cycles", "1e3"], [0, "5 ns", "many", [500], -1]),
    "measure.warmup": (["auto", 100, "50 cycles"], ["automatic", -1, "3 packets"]),
    "measure.confidence": ([0.9, "0.95"], [2, 0.1, "high"]),
    "measure.seeds": ([1, 3, "2"], [0, 1.5, "few"]),
    "measure.max_cycles": ([None, 10000], [0, "never"]),
    "measure.until.min_runs": ([3], [1, "three"]),
    "measure.confidnce": ([], [0.9]),
    "name": (["a", 5, True], [["a"], {"a": 1}]),
    "netwrk": ([], [{}]),
    "network": ([], [None, "torus", []]),
    "measure": ([{}], [None, 5, []]),
    "fsin": ([1, "1"], [2, "one", None, [1]]),
    "sweep.seeds": ([1, "3"], [0, "many", -1]),
    "sweep.grid": ([{}, {"workload.load": {"from": 0.1, "to": 0.3, "step": 0.1}}, {"load": [0.1, 0.3]},
                    {"network.link.bandwidth": ["1 Gb/s", "2 Gb/s"]}, {"network.topology.dims": [[4, 4], "2x2"]}],
                   [{"workload.load": 0.3}, {"workload.load": []}, {"workload.load": {"from": 0.1, "to": 0.3}},
                    {"workload.load": [0.1, "x"]}, {"router": {"one": 3}}, {"network.router.queue": [4]}, []]),
    "sweep.zip": ([{"workload.load": [0.1, 0.2], "measure.seed": [1, 2]}], [{}, {"workload.load": 3}, {"workload.load": []}]),
    "sweep.gird": ([], [{}]),
}


def at(experiment, path):
    """The map that holds the last key of a path, made where it is not there; nothing where something else is in the way."""
    here = experiment
    for key in path.split(".")[:-1]:
        here = here.setdefault(key, {})
        if not isinstance(here, dict):
            return None
    return here


def change(rng, experiment, good):
    """Gives one key another value, and says which; nothing where there is no such value."""
    path = rng.choice([path for path in VALUES if path.startswith("sweep") == (rng.random() < 0.5 and "sweep" in experiment)])
    values = VALUES[path][0 if good else 1]
    holder = at(experiment, path)
    if not values or holder is None:
        return None
    holder[path.split(".")[-1]] = copy.deepcopy(rng.choice(values))
    return path


def fsin_reads(experiment, path):
    """Whether fsin takes the file, and what it says. JSON is YAML."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(experiment, file)
    words = ["sweep", path, "--dry-run"] if "sweep" in experiment else ["check", path]
    done = subprocess.run([FSIN, *words], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode != 2, done.stderr


def schema_called(name):
    text = subprocess.run([FSIN, "help", "--json-schema", name], capture_output=True, text=True, check=True).stdout
    return json.loads(text)


class ExperimentSchema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schema = schema_called("experiment")
        cls.validator = jsonschema.Draft7Validator(cls.schema)
        cls.folder = tempfile.TemporaryDirectory(prefix="fsin-schema-")
        cls.path = os.path.join(cls.folder.name, "exp.json")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def refused(self, experiment):
        error = jsonschema.exceptions.best_match(self.validator.iter_errors(experiment))
        return None if error is None else f"{'.'.join(map(str, error.absolute_path))}: {error.message[:160]}"

    def test_it_is_a_schema(self):
        for name in ("experiment", "network"):
            schema = schema_called(name)
            jsonschema.Draft7Validator.check_schema(schema)
            text = json.dumps(schema)
            named = {part.split('"')[0] for part in text.split('"#/definitions/')[1:]}
            self.assertEqual(named - set(schema["definitions"]), set())

    def test_what_fsin_reads_the_schema_takes(self):
        rng = random.Random(1)
        read = 0
        for _ in range(FILES // 2):
            experiment = copy.deepcopy(rng.choice(BASES + [SWEEP, SWEEP]))
            changed = [change(rng, experiment, True) for _ in range(rng.randint(0, 3))]
            reads, said = fsin_reads(experiment, self.path)
            if not reads:  # for what values mean together, of which a schema knows nothing
                continue
            read += 1
            self.assertIsNone(self.refused(experiment), f"changed {changed}: {json.dumps(experiment)}\n{said}")
        self.assertGreater(read, FILES // 4)

    def test_what_a_schema_can_say_is_wrong_both_refuse(self):
        rng = random.Random(2)
        for _ in range(FILES // 2):
            changed = None
            while changed is None or (changed == "network.preset" and "sweep" in experiment):  # each point has its own
                experiment = copy.deepcopy(rng.choice([TORUS, TORUS, BASES[1], SWEEP]))
                changed = change(rng, experiment, False)
            reads, said = fsin_reads(experiment, self.path)
            with self.subTest(changed=changed, experiment=json.dumps(experiment)):
                self.assertFalse(reads, f"fsin reads it: {said}")
                self.assertIsNotNone(self.refused(experiment), f"the schema takes what fsin refuses: {said}")

    def test_keys_that_must_be_written(self):
        trace = copy.deepcopy(BASES[2])
        del trace["workload"]["file"]
        graph = dict(TORUS, network={"topology": "graph"})
        for experiment in (trace, graph, {"network": {}}):
            self.assertFalse(fsin_reads(experiment, self.path)[0])
            self.assertIsNotNone(self.refused(experiment), experiment)
        # The axis of a sweep may give them.
        trace["sweep"] = {"grid": {"workload.file": [TRACE]}}
        self.assertTrue(fsin_reads(trace, self.path)[0])
        self.assertIsNone(self.refused(trace))

    @unittest.skipIf(yaml is None, "the Python package yaml is missing (Debian: python3-yaml)")
    def test_bundled_files_are_as_the_schemas_say(self):
        network = jsonschema.Draft7Validator(schema_called("network"))
        seen = 0
        for path in glob.glob(os.path.join(ROOT, "experiments/**/*.yaml"), recursive=True):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            experiment = yaml.safe_load(text)
            if not isinstance(experiment, dict) or "fsin" not in experiment:
                continue
            seen += 1
            self.assertIsNone(self.refused(experiment), path)
        for path in glob.glob(os.path.join(ROOT, "topologies/*.yaml")):
            with open(path, encoding="utf-8") as file:
                faults = [error.message[:200] for error in network.iter_errors(yaml.safe_load(file))]
            self.assertEqual(faults, [], path)
        self.assertGreater(seen, 15)

    def test_every_key_has_words_and_every_name_is_completed(self):
        keys = self.schema["properties"]["network"]["properties"]
        self.assertIn("virtual channels", keys["router"]["properties"]["virtual_channels"]["description"])
        names = self.schema["definitions"]["network.topology"]["then"]["properties"]["type"]["enum"]
        listed = subprocess.run([FSIN, "list", "topology"], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines()[1:]:
            self.assertIn(line.split()[0], names)
        self.assertIn("workload.load", self.schema["properties"]["sweep"]["properties"]["grid"]["properties"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

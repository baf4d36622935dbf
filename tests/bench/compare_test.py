#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/compare on small files: what it flags, what it names, what it says of a file that is damaged.

Usage: compare_test.py ROOT
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()


def record(**ratios):
    figures = {name.replace("_", "-"): {"ratio": ratio} for name, ratio in ratios.items()}
    return json.dumps({"version": "fsin 1", "date": "2026-01-01", "cpu": "a CPU", "compiler": "g++", "figures": figures})


class Compare(unittest.TestCase):
    def compare(self, old, new, *options):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("old.json", old), ("new.json", new)):
                if text is not None:
                    (Path(folder) / name).write_text(text)
            return subprocess.run([sys.executable, ROOT / "bench/compare", "old.json", "new.json", *options], cwd=folder,
                                  capture_output=True, text=True)

    def test_equal_figures_are_no_slowdown(self):
        ran = self.compare(record(torus=2.0), record(torus=2.0))
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertRegex(ran.stdout, r"torus +2\.0000 +2\.0000 +\+0\.0%\n")
        self.assertNotIn("SLOWER", ran.stdout)

    def test_a_figure_slower_by_more_than_a_tenth_is_flagged_and_fails(self):
        ran = self.compare(record(torus=2.0, tree=1.0), record(torus=2.3, tree=1.05))
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stdout, r"torus +2\.0000 +2\.3000 +\+15\.0%  SLOWER\n")
        self.assertRegex(ran.stdout, r"tree +1\.0000 +1\.0500 +\+5\.0%\n")
        self.assertTrue(ran.stdout.endswith("slower by more than 10%: torus\n"))

    def test_what_became_faster_is_no_fault(self):
        self.assertEqual(self.compare(record(torus=2.0), record(torus=1.0)).returncode, 0)

    def test_the_limit_can_be_chosen(self):
        self.assertEqual(self.compare(record(torus=2.0), record(torus=2.3), "--limit", "20").returncode, 0)

    def test_figures_missing_on_either_side_are_named(self):
        ran = self.compare(record(torus=2.0, gone=1.0), record(torus=2.0, fresh=3.0))
        self.assertEqual(ran.returncode, 0)
        self.assertRegex(ran.stdout, r"gone +1\.0000 +missing\n")
        self.assertRegex(ran.stdout, r"fresh +missing +3\.0000\n")

    def test_a_file_that_cannot_be_used_gets_one_line(self):
        sound = record(torus=2.0)
        for damaged in (sound[:40], "", "[]", '{"figures": {"torus": 2}}', record(torus=0.0), None):
            with self.subTest(damaged=damaged):
                ran = self.compare(sound, damaged)
                self.assertEqual((ran.returncode, ran.stdout), (2, ""))
                self.assertRegex(ran.stderr, r"\Abench/compare: new\.json: [^\n]+ bench/run --json\n\Z")


if __name__ == "__main__":
    unittest.main()

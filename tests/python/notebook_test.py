#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The notebooks of docs/notebook run from their first cell to their last and draw what they say; they are kept without outputs.
Their cells are Python, which is what is run: jupyter is not needed.

Usage: notebook_test.py ROOT BUILD
"""
import contextlib
import glob
import io
import json
import os
import re
import sys
import unittest

from common import ROOT, InFolder

try:
    import matplotlib
except ImportError as missing:
    print(f"skipped: the notebooks draw figures: {missing}")
    sys.exit(77)
matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: E402

NOTEBOOKS = sorted(glob.glob(os.path.join(ROOT, "docs", "notebook", "*.ipynb")))
PAPER = {"BT": (0.95, 1.05), "IS": (0.5, 0.95), "CG": (0.5, 0.99)}  # of the third router, relative to the first


def cells_of(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    return notebook, [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(path):
    """All cells, with one seed a point; the names that they leave, what they print, and how many figures they show."""
    names, printed, shown = {}, io.StringIO(), []
    plt.show = lambda: shown.append(plt.gcf())
    for number, cell in enumerate(cells_of(path)[1], 1):
        text = re.sub(r"^seeds = \d+$", "seeds = 1", "".join(cell["source"]), flags=re.M)
        with contextlib.redirect_stdout(printed):
            exec(compile(text, f"{os.path.basename(path)}, cell {number}", "exec"), names)  # pylint: disable=exec-used
    return names, printed.getvalue(), shown


class Notebooks(InFolder):
    def test_there_are_notebooks(self):
        self.assertTrue(NOTEBOOKS)

    def test_notebooks_are_kept_without_outputs(self):
        for path in NOTEBOOKS:
            notebook, cells = cells_of(path)
            self.assertEqual(notebook["nbformat"], 4)
            for cell in cells:
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), path)

    def test_first_curves_show_what_the_paper_says(self):
        names, printed, shown = run(os.path.join(ROOT, "docs/notebook/first-curves.ipynb"))
        self.assertIn("fsin ", printed)
        self.assertEqual(len(shown), 3)
        self.assertEqual(len(names["times"]), 9)
        relative = names["relative"]
        for program, (least, most) in PAPER.items():
            self.assertTrue(least <= relative.loc[program, "Adaptive 3 VC"] <= most, relative)
        self.assertLess(relative.loc["CG", "Adaptive 3 VC"], relative.loc["CG", "Oblivious 3 VC"])
        self.assertGreater(names["best"]["adaptive-3vc"], names["best"]["oblivious-1vc"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

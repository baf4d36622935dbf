#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ```python blocks of docs/python.md, docs/coupling.md and README.md do what they show: those of a page run in order, in one scratch folder
with the experiments of the tree.

Usage: docs_test.py ROOT BUILD
"""
import contextlib
import io
import os
import re
import sys
import unittest

from common import BUILD, ROOT, InFolder

try:
    import matplotlib
except ImportError as missing:
    print(f"skipped: the page draws figures: {missing}")
    sys.exit(77)
matplotlib.use("agg")


class Pages(InFolder):
    def run_page(self, page):
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            text = file.read()
        for name in ("experiments", "topologies", "traces"):
            os.symlink(os.path.join(ROOT, name), name)
        os.environ["FSIN_CACHE"] = os.path.abspath("cache")
        names, printed = {}, io.StringIO()
        for match in re.finditer(r"^```python\n(.*?)^```$", text, flags=re.M | re.S):
            line = text.count("\n", 0, match.start()) + 1
            code = compile("\n" * line + match.group(1), page, "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, names)  # pylint: disable=exec-used
        self.assertTrue(names, f"{page}: no block to run")
        self.assertTrue(printed.getvalue(), page)
        return text, names

    def test_the_page_of_python_runs(self):
        text, names = self.run_page("docs/python.md")
        self.assertEqual(names["fsin"].__file__, os.path.join(BUILD, "lib/python/fsin/__init__.py"))
        self.assertIn("PYTHONPATH=build/release/lib/python", text)
        for name in names["fsin"].__all__:
            if name.startswith(("run", "sweep", "check", "read", "write", "Experiment", "Folder", "Interrupted", "Progress")):
                self.assertIn(name, text)

    def test_the_page_of_coupling_runs(self):
        _, names = self.run_page("docs/coupling.md")
        first, last = names["serve"]("loggps", requests=3)
        self.assertGreater(first, 1.6)  # of prefilling alone
        self.assertGreater(last, first)

    def test_the_five_lines_of_the_readme_give_a_table_and_a_figure(self):
        text, names = self.run_page("README.md")
        block = re.search(r"^```python\n(.*?)^```$", text, flags=re.M | re.S).group(1)
        self.assertEqual(block.count("\n"), 5)
        self.assertEqual(len(names["frame"]), 3)
        self.assertGreater(os.path.getsize("latency.png"), 5000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

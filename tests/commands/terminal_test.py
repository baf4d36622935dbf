#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The line of progress on a terminal: a pseudo-terminal of some width, and what fsin writes on it.

Usage: terminal_test.py FSIN
"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
import unittest

FSIN = os.path.abspath(sys.argv[1])
LONG = "a label that is far too long for a line of a small terminal, with Umlaute äöü, "

EXPERIMENT = """fsin: 1
network: {topology: {type: torus, dims: [8, 8]}}
workload: {type: synthetic, pattern: uniform, load: 0.2}
measure: {warmup: 100, cycles: 40000}
"""
SWEEP = EXPERIMENT + f"""sweep:
  grid:
    workload.load: [0.1, 0.2]
    router:
      {LONG}one: {{network.preset: oblivious-1vc}}
      {LONG}three: {{network.preset: adaptive-3vc}}
  seeds: 40
"""


class Screen:
    """As much of a terminal as a line of progress needs: wraps, carriage returns, erasing to the end of the line."""

    def __init__(self, columns):
        self.columns, self.column, self.rows, self.widest = columns, 0, 0, 0

    def feed(self, text):
        for part in re.findall(r"\x1b\[K|\r\n|.|\n", text, flags=re.S):
            if part == "\x1b[K":
                continue
            if part == "\r":
                self.column = 0
            elif part in ("\n", "\r\n"):
                self.column, self.rows = 0, self.rows + 1
            else:
                if self.column == self.columns:
                    self.column, self.rows = 0, self.rows + 1
                self.column += 1
                self.widest = max(self.widest, self.column)


class Terminal(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in (("exp.yaml", EXPERIMENT), ("sweep.yaml", SWEEP)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def watch(self, columns, *words, environment=None, lines=4):
        """What fsin writes on a terminal of so many columns (0: it does not say) until so many lines have been drawn."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
            os.execve(FSIN, [FSIN, *words], {**os.environ, "TERM": "xterm", **(environment or {})})
        written, began = b"", time.monotonic()
        while written.count(b"fsin: ") < lines and time.monotonic() - began < 120:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # it has ended
                break
            if not piece:
                break
            written += piece
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
        return written.decode("utf-8", errors="replace")

    def check(self, columns, *words, **how):
        text = self.watch(columns, *words, **how)
        self.assertGreaterEqual(text.count("fsin: "), 2, text)
        screen = Screen(columns)
        screen.feed(text)
        self.assertLess(screen.widest, columns, text)
        self.assertEqual(screen.rows, 0, text)
        return text

    def test_one_run_is_one_line_on_a_terminal_of_any_width(self):
        for columns in (20, 40, 79, 132):
            text = self.check(columns, "run", "exp.yaml", "measure.cycles=100000000", lines=3)
            self.assertIn("%", text)
        self.assertIn("packets under way", text)

    def test_many_runs_side_by_side_are_one_line(self):
        for columns in (30, 80):
            text = self.check(columns, "run", "exp.yaml", "--seeds", "100000", "-j", "2")
            self.assertIn("ETA", text)
        self.assertIn("of 100000 runs", text)

    def test_a_sweep_over_long_labels_is_one_line(self):
        for columns in (30, 80):
            text = self.check(columns, "sweep", "sweep.yaml", "--no-cache", "-j", "2", "--out", f"o{columns}",
                              "measure.cycles=400000")
            self.assertIn("%", text)
        self.assertIn("of 160 runs", text)

    def test_without_a_width_columns_counts_and_else_eighty(self):
        run = ("run", "exp.yaml", "measure.cycles=100000000", "--seeds", "1000")
        screen = Screen(33)
        screen.feed(self.watch(0, *run, environment={"COLUMNS": "33"}))
        self.assertLess(screen.widest, 33)
        screen = Screen(80)
        screen.feed(self.watch(0, *run, environment={"COLUMNS": ""}))
        self.assertLess(screen.widest, 80)
        self.assertGreater(screen.widest, 33)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

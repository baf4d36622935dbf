# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python module share: the module, the command, and a folder of their own."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD = (os.path.abspath(each) for each in sys.argv[1:3])
FSIN = os.path.join(BUILD, "bin/fsin")
CACHE = tempfile.TemporaryDirectory(prefix="fsin-cache-")  # no test takes a result from another
os.environ["FSIN_CACHE"] = CACHE.name

try:
    import numpy
    import pandas
except ImportError as missing:
    print(f"skipped: the Python module is tested with numpy and pandas: {missing}")
    sys.exit(77)
import fsin  # noqa: E402


def command(*words, expect=0):
    """Standard output of fsin, and what it says."""
    done = subprocess.run([FSIN, *words], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != expect:
        raise AssertionError(f"fsin {' '.join(words)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout, done.stderr


def result_of_command(*words, expect=0):
    return json.loads(command("run", *words, "-q", "--json", "-", expect=expect)[0])


def without_host(result):
    """All of a result that does not depend on the machine."""
    same = {name: value for name, value in result.items() if name != "host"}
    if "runs" in same:
        same["runs"] = [without_host(run) for run in same["runs"]]
    return same


class InFolder(unittest.TestCase):
    """Each test in an empty folder."""
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fsin-python-")
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")
        os.chdir(folder.name)

    @staticmethod
    def file(name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        return name


TORUS = {"network": {"topology": {"type": "torus", "dims": [4, 4]}, "router": {"virtual_channels": 2}, "routing": "dor"},
         "workload": {"load": 0.2}, "measure": {"warmup": 200, "cycles": 1000}}
ENDLESS = {**TORUS, "measure": {"warmup": 200, "cycles": 100_000_000_000}}

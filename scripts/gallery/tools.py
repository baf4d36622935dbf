# SPDX-License-Identifier: Apache-2.0
"""Our own programs, and what they print."""
import concurrent.futures
import csv
import json
import os
import re
import subprocess

NETWORK = """fsin: 1
network:
  model: ideal
  topology: {type: torus, dims: [8, 8]}
  packet: 64 B
  phit: 4 B
  link: {bandwidth: 10 Gb/s}
"""


class Failure(Exception):
    pass


class Tools:
    """Runs fsin and trgen of one build, in a scratch folder."""

    def __init__(self, binaries, folder):
        self.binaries, self.folder = os.path.abspath(binaries), folder

    def call(self, program, *arguments):
        done = subprocess.run([os.path.join(self.binaries, program), *arguments], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise Failure(f"{program} {' '.join(arguments)}: {done.stderr.strip()[-600:]}")
        return done.stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content)

    def catalogue(self):
        """{kind: [(name, one line on it)]} of everything that fsin list shows."""
        found, kind = {}, None
        for line in self.call("fsin", "list").splitlines():
            if re.match(r"[\w-]+: ", line):
                kind = found.setdefault(line.split(":")[0], [])
            elif line.startswith("  "):
                name, _, doc = line.strip().partition(" ")
                kind.append((name, doc.strip()))
        return found

    def help(self, name):
        return self.call("fsin", "help", name)

    def run(self, name, workload, nodes="8, 8", more=()):
        """Runs an experiment on the ideal network; its tables are in the folder NAME.out."""
        self.write("run-" + name + ".yaml", NETWORK.replace("8, 8", nodes) + f"workload: {workload}\n")
        self.call("fsin", "run", "run-" + name + ".yaml", "-q", "--out", name + ".out", *more)

    def table(self, name, table):
        with open(self.path(os.path.join(name + ".out", table)), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def timeline(self, name):
        """Messages of a run as (from, sent, to, arrived, bytes, tag), from its timeline; times in us."""
        with open(self.path(name + ".json"), encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        sent = {event["id"]: event for event in events if event["ph"] == "s"}
        facts = {event["id"]: event["args"] for event in events
                 if event["ph"] == "b" and "bytes" in event.get("args", {})}
        return [(sent[event["id"]]["tid"], sent[event["id"]]["ts"], event["tid"], event["ts"],
                 facts[event["id"]]["bytes"], facts[event["id"]]["tag"])
                for event in events if event["ph"] == "f"]


def at_once(function, cases):
    """The results of function(*case), in the order of the cases; the programs run side by side."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        return [future.result() for future in [pool.submit(function, *case) for case in cases]]


def source_of(help_text):
    found = re.search(r"^source: (.*)$", help_text, flags=re.M)
    return found.group(1) if found else None


def bytes_text(count):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.4g} {unit}"
        count /= 1024
    return None

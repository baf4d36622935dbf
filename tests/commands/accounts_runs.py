# SPDX-License-Identifier: Apache-2.0
"""The runs of the tests of accounts: made by the installed program, whose paths are the arguments ROOT FSIN TRGEN, in the
folder that is the current one."""
import csv
import json
import math
import os
import subprocess
import sys

from accounts_cases import CASES, MODELS, RANKS
from accounts_formulas import Run

ROOT, FSIN, TRGEN = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])


def run(*words, codes=(0,)):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in codes:
        raise AssertionError(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def declared():
    """Every figure: its log and its formula, as the schema of the installed program says."""
    schema = json.loads(run(FSIN, "help", "--json-schema", "run"))["$defs"]["run"]
    figures = {}

    def look(node, path):
        if "formula" in node:
            figures[path] = node["from"]
        for key, each in node.get("properties", {}).items():
            look(each, f"{path}.{key}" if path else key)

    look(schema, "")
    return figures


def agrees(told, computed):
    if told is None or computed is None:
        return told is None and computed is None
    if isinstance(computed, tuple):
        return computed[0] <= told <= computed[1]
    if isinstance(told, int) and isinstance(computed, int):
        return told == computed
    return math.isclose(told, computed, rel_tol=1e-9, abs_tol=1e-15)


def read_packets(name):
    with open(name, encoding="utf-8", newline="") as file:
        return [{key: int(value) if value else 0 for key, value in row.items()} for row in csv.DictReader(file)]


def write_experiment(network, workload, measure, model="routers"):
    with open("exp.yaml", "w", encoding="utf-8") as file:
        file.write(f"fsin: 1\nname: accounts\nnetwork: {network}\nworkload: {workload}\n{measure}")
    return ("exp.yaml", f"network.model={MODELS[model]}", "-q")


def made(case, model):
    network, workload, measure, _ = CASES[case]
    workload = workload.replace("ROOT", ROOT)
    words = [FSIN, "run", *write_experiment(network, workload, measure, model)]
    search = "search" in case
    ranked = case in RANKS
    logs, log, longer, events = [], None, None, None
    if not search and (model == "routers" or not ranked):
        logs += ["--packet-log", "packets.log.csv"]
    if not search:
        logs += ["--timeline", "timeline.json", "--timeline-shortest", "1"]
    result = json.loads(run(*words, "--json", "-", *logs, codes=(0, 1)))["runs"][0]
    if "--packet-log" in logs:
        log = longer = read_packets("packets.log.csv")
        if "queues without end" in case:  # the same packets, of which more have entered
            run(*words, "measure.cycles=6000", "--packet-log", "longer.csv", codes=(0, 1))
            longer = read_packets("longer.csv")
        elif measure:
            longer = None if ranked or "loop" not in workload else log
    if "--timeline" in logs and ranked:
        with open("timeline.json", encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
    return Run(case, result, log, longer, events)

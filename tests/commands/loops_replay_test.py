# SPDX-License-Identifier: Apache-2.0
"""A trace of loops is replayed as the container of the same trace is: the same fingerprint, cycles and times of ranks, under
every network model, both orders, both engines and several threads, and continued after kills.

    loops_replay_test.py FSIN TRGEN"""
import json
import os
import subprocess
import sys
import tempfile

FSIN = os.path.abspath(sys.argv[1])
TRGEN = os.path.abspath(sys.argv[2])
NETWORK = "topology: {type: torus, dims: [4, 2]}, router: {virtual_channels: 3, flow_control: bubble}, routing: adaptive"
MODELS = ["routers", "ideal", "loggp", "loggps", "flow"]
faults = []


def write_experiment(trace, order, model):
    cpu = ", cpu: {scale: 1.0}" if order == "causal" else ""
    routed = f"{NETWORK}, link: {{bandwidth: 1 Gb/s}}"
    with open("exp.yaml", "w", encoding="utf-8") as out:
        out.write(f"fsin: 1\nnetwork: {{{routed}, model: {model}}}\nworkload: {{type: trace, file: {trace}, order: {order}{cpu}}}\n")


def run(trace, order, model, *options):
    write_experiment(trace, order, model)
    done = subprocess.run([FSIN, "run", "exp.yaml", "-q", "--json", "-", *options], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{trace} {order} {model} {options}: exit code {done.returncode}\n{done.stderr}")
    result = json.loads(done.stdout)
    return {key: result[key] for key in ("fingerprint", "cycles", "outcome", "messages", "ranks")}


def check(what, one, other):
    if one != other:
        faults.append(what)
        print(f"FAULT {what}:\n  {one}\n  {other}")


def continued(trace, after):
    """The run, killed once after some seconds and continued."""
    write_experiment(trace, "causal", "routers")
    command = [FSIN, "run", "exp.yaml", "-q", "--json", "-", "--checkpoint", "state", "--checkpoint-every", "0"]
    try:
        subprocess.run(command, capture_output=True, timeout=after)
    except subprocess.TimeoutExpired:
        pass
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"continued run of {trace}: exit code {done.returncode}\n{done.stderr}")
    result = json.loads(done.stdout)
    return {key: result[key] for key in ("fingerprint", "cycles", "outcome", "messages", "ranks")}


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([TRGEN, "generate", "npb", "--kernel", "mg", "--class", "S", "--ranks", "8", "--iterations", "2", "-o",
                    "a.txt"], check=True, capture_output=True)
    # bursts without structure, which are stored beside the loops
    with open("a.txt", encoding="utf-8") as lines, open("b.txt", "w", encoding="utf-8") as out:
        shift = {}
        for number, line in enumerate(lines):
            fields = line.split(" ", 2)
            if len(fields) == 3 and fields[0].isdigit():
                shift[fields[0]] = shift.get(fields[0], 0) + number * number % 97
                line = f"{fields[0]} {int(fields[1]) + shift[fields[0]]} {fields[2]}"
            out.write(line)
    for name in "a", "b":
        subprocess.run([TRGEN, "convert", f"{name}.txt", f"{name}.trgen"], check=True, capture_output=True)
        subprocess.run([TRGEN, "compress", f"{name}.txt", f"{name}.loops"], check=True, capture_output=True)
        for model in MODELS:
            for order in "asap", "causal":
                check(f"{name} {model} {order}", run(f"{name}.trgen", order, model), run(f"{name}.loops", order, model))
    expected = run("b.trgen", "causal", "routers")
    check("reference engine", expected, run("b.loops", "causal", "routers", "--engine", "reference"))
    check("three threads", expected, run("b.loops", "causal", "routers", "--threads", "3"))
    check("after a kill", expected, continued("b.loops", 0.2))
sys.exit(1 if faults else 0)

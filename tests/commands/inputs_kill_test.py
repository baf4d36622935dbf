# SPDX-License-Identifier: Apache-2.0
"""Kill and change: a sweep, or a run with checkpoints, of a random kind of input is killed at a random moment, one of its
files is changed, and the same command goes on. What comes out is a refusal that says why, or exactly what the changed
files give; never a mixture, and never what was there before.

    inputs_kill_test.py FSIN TRGEN COUNT [SEED]"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import inputs_cases as cases

FSIN, TRGEN = (os.path.abspath(each) for each in sys.argv[1:3])
SEEDS = 300


def fsin(folder, *words):
    return subprocess.run([FSIN, *words], cwd=folder, capture_output=True, text=True)


def results_of(folder):
    """What the runs of a folder gave, by point and seed, without what the machine adds."""
    found = {}
    with open(os.path.join(folder, "runs.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            run = json.loads(line)
            found[run["point"], run["seed"]] = (run["outcome"], run["cycles"], run["fingerprint"])
    return found


def kill_while(words, folder, dice):
    """Starts a command and kills it after 0 to 1 second. True where it had not ended before."""
    run = subprocess.Popen([FSIN, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(dice.uniform(0, 1))
    ended = run.poll() is not None
    run.send_signal(signal.SIGKILL)
    run.wait()
    return not ended


def told(done, path):
    """A refusal, with its reason: exit code 2 or 3, and words."""
    return done.returncode in (2, 3) and len(done.stderr) > 10


def sweep(folder, results, path, dice):
    words = ["sweep", "exp.yaml", "-q", "-j", "1", "--no-cache", f"sweep.seeds={SEEDS}"]
    killed = kill_while([*words, "--out", os.path.join(results, "a")], folder, dice)
    change(path)
    done = fsin(folder, *words, "--out", os.path.join(results, "a"), "--resume")
    fresh = fsin(folder, *words, "--out", os.path.join(results, "b"))
    if told(done, path):
        return killed, "told", True
    if told(fresh, path):
        return killed, f"went on, and a fresh sweep is refused: {fresh.stderr}", False
    went_on, anew = (results_of(os.path.join(results, each)) for each in ("a", "b"))
    if went_on == anew:
        return killed, "right", True
    differ = [(run, went_on.get(run), anew.get(run)) for run in sorted(went_on.keys() | anew.keys())
              if went_on.get(run) != anew.get(run)]
    return killed, (f"mixed: {len(differ)} runs differ, first {differ[0]}; went on: {done.returncode} {done.stderr}; "
                    f"anew: {fresh.returncode} {fresh.stderr}"), False


def checkpoint(folder, results, path, dice):
    words = ["run", "exp.yaml", "-q", "--seeds", str(SEEDS // 5)]  # each writes a state
    states = ["--checkpoint", os.path.join(results, "states"), "--checkpoint-every", "0"]
    killed = kill_while([*words, *states], folder, dice)
    change(path)
    done = fsin(folder, *words, *states, "--json", "-")
    fresh = fsin(folder, *words, "--json", "-")
    if told(done, path):
        return killed, "told", True
    if told(fresh, path):
        return killed, f"went on, and a fresh run is refused: {fresh.stderr}", False
    figures = [{key: json.loads(each.stdout).get(key) for key in ("outcome", "outcomes", "summary", "fingerprint")}
               for each in (done, fresh)]
    for each in figures:
        each["summary"] = {key: value for key, value in each["summary"].items() if key != "host"}
    return killed, "right" if figures[0] == figures[1] else "mixed", figures[0] == figures[1]


def change(path):
    with open(path, "rb") as file:
        content = file.read()
    with open(path, "wb") as file:
        file.write(cases.changed(content))


def main():
    count, seed = int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1
    cases.add_formats(FSIN)
    ended = {"told": 0, "right": 0}
    killed = faults = 0
    for number in range(count):
        dice = random.Random(f"{seed} {number}")
        name = dice.choice(sorted(cases.CASES))
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as results:
            case = cases.make(name, folder, TRGEN)
            path = dice.choice([each for each in cases.files_of(folder) if not each.endswith("exp.yaml")])
            experiment = dice.choice([sweep, checkpoint]) if case.routers else sweep
            was_killed, how, sound = experiment(folder, results, path, dice)
            killed += was_killed
            if sound:
                ended[how] += 1
            else:
                faults += 1
                print(f"FAULT {number}: {name}, {experiment.__name__}, {os.path.relpath(path, folder)}: {how}")
    print(f"{count} experiments, {killed} killed before they had ended: {ended['told']} told, {ended['right']} right, "
          f"{faults} mixed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares two results folders of fsin sweep byte by byte, but for what tells of the host and the hour.

Usage: same-results.py A B
Left out: host, started, finished and the digests of files in sweep.json; host in runs.jsonl and results.jsonl, and the
digests there, which are over it; the columns host.* of runs.csv; and journals.
Exit status 0 when all else is equal, 1 when not (each file that differs is named), 2 when a folder has no sweep.json.
`fsin compare` is for everything else: it compares figures, with intervals.
"""
import csv
import json
import pathlib
import sys


def sweep_json(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    for key in ("host", "started", "finished", "files"):
        del content[key]
    return content


def runs_jsonl(path):
    runs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for run in runs:
        del run["host"]
    return runs


def results_jsonl(path):
    runs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for run in runs:
        del run["digest"]
        del run["result"]["host"]
    return runs


def runs_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: value for key, value in row.items() if not key.startswith("host.")} for row in csv.DictReader(file)]


READERS = {"sweep.json": sweep_json, "runs.jsonl": runs_jsonl, "results.jsonl": results_jsonl, "runs.csv": runs_csv}


def names(folder):
    return {path.name for path in folder.iterdir() if path.name != "runs.partial.jsonl"}


def main():
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    first, second = (pathlib.Path(argument) for argument in sys.argv[1:])
    for folder in (first, second):
        if not (folder / "sweep.json").is_file():
            print(f"{folder}: has no sweep.json; is it the folder of a sweep?", file=sys.stderr)
            return 2
    differing = sorted(names(first) ^ names(second))
    common = sorted(names(first) & names(second))
    for name in common:
        read = READERS.get(name, pathlib.Path.read_bytes)
        if read(first / name) != read(second / name):
            differing.append(name)
    for name in differing:
        print(f"{name}: differs")
    if not differing:
        print(f"{first} and {second}: {len(common)} files, equal but for host times")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())

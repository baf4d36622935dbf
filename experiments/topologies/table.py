#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each network of the study is made of, and how long each exchange takes on it, relative to the first network.

Usage: table.py FSIN FOLDER
FOLDER is that of the sweep. Ratios are of means over the seeds; their intervals come from those of the two means, each
taken to be independent of the other.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile


def cost_of(fsin, config):
    """What fsin check says of a resolved configuration."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        json.dump(config, file)
        file.flush()
        said = subprocess.run([fsin, "check", file.name, "--json", "-"], capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def gigabits(text):
    number, unit = text.split()
    return float(number) * {"Gb/s": 1, "Mb/s": 1e-3}[unit]


def ratio(own, first):
    """A ratio of two means with its half width."""
    value = own[0] / first[0]
    return value, value * math.hypot(own[1] / own[0], first[1] / first[0])


def main():
    fsin, folder = sys.argv[1:]
    with open(os.path.join(folder, "sweep.json"), encoding="utf-8") as file:
        points = json.load(file)["plan"]["points"]
    with open(os.path.join(folder, "points.csv"), encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["figure"] == "simulated_seconds"]
    networks = list(dict.fromkeys(row["network"] for row in rows))
    exchanges = list(dict.fromkeys(row["exchange"] for row in rows))
    print(f"{'network':16} {'cables':>7} {'Gb/s':>7} {'cost':>7} {'ports':>6} {'bisection':>10} {'distance':>9}")
    for network in networks:
        config = next(points[int(row["point"])]["config"] for row in rows if row["network"] == network)
        config["workload"] = {"type": "synthetic"}
        said = cost_of(fsin, config)
        cables, speed = said["cost"]["cables"], gigabits(config["network"]["link"]["bandwidth"])
        ports = said["cost"]["switch_ports"] + said["cost"]["node_ports"]
        bisection = said["bisection"]
        print(f"{network:16} {cables:7} {speed:7.2f} {cables * speed:7.0f} {ports:6} "
              f"{bisection['links'] * speed:8.0f}{' e' if bisection['estimate'] else '  '} "
              f"{said['distance']['average']:9.2f}")
    print("\ncost: cables x Gb/s; bisection: Gb/s one way, e: estimate; distance: links, average\n")
    print("time until every message is delivered, ms; relative to the first network\n")
    print(f"{'exchange':16}" + "".join(f"{network:>26}" for network in networks))
    for exchange in exchanges:
        line, first = f"{exchange:16}", None
        for network in networks:
            row = next(r for r in rows if r["network"] == network and r["exchange"] == exchange)
            own = float(row["mean"]), float(row["half_width"] or 0)
            first = first or own
            value, half = ratio(own, first)
            line += f"{1e3 * own[0]:11.3f}  {value:5.2f} +- {half:4.2f}"
        print(line)


if __name__ == "__main__":
    main()

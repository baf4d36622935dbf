#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SimGrid's own examples, where they are at hand: every platform of examples/platforms is read or refused by name, and
the time-independent traces of examples/smpi/replay, and a program of messages, computing and collectives on up to eight
hosts of each platform, take the time that SimGrid 3.32 simulates.

FSIN_SIMGRID_SOURCE names the folder of SimGrid's source. Skips (exit code 77), and says so, without it or without
smpirun.

Usage: simgrid_examples_test.py BIN_DIRECTORY
"""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(os.environ.get("FSIN_SIMGRID_SOURCE", "."))
TOLERANCE = 0.005
MOST_HOSTS = 8

if not shutil.which("smpirun") or "FSIN_SIMGRID_SOURCE" not in os.environ:
    print("skipped: no smpirun here (Debian: libsimgrid-dev), or FSIN_SIMGRID_SOURCE names no source of SimGrid")
    sys.exit(77)


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)


def hosts_of(platform):
    with open(platform, encoding="utf-8") as file:
        text = re.sub(r"<!--.*?-->", "", file.read(), flags=re.S)
    hosts = re.findall(r'<host\s[^>]*?id="([^"]+)"', text)
    for element in re.finditer(r"<(?:cluster|cabinet)\s([^>]*)>", text):
        named = dict(re.findall(r'(\w+)="([^"]*)"', element.group(1)))
        for part in named["radical"].split(","):
            first, _, last = part.partition("-")
            hosts += [f"{named['prefix']}{i}{named['suffix']}" for i in range(int(first), int(last or first) + 1)]
    return hosts


def seconds_by_simgrid(platform, trace, ranks):
    with open("list.ti", "w", encoding="utf-8") as file:
        file.write(trace + "\n")
    text = run("smpirun", "-np", str(ranks), "-platform", platform, "-hostfile", "hosts", "-replay", "list.ti",
               "--cfg=smpi/host-speed:2Gf", "--cfg=smpi/display-timing:yes", "--cfg=network/optim:Full").stdout
    found = re.search(r"Simulated time: (\S+) seconds", text)
    return float(found.group(1)) if found else None


def seconds_by_fsin(platform, trace):
    with open("e.yaml", "w", encoding="utf-8") as file:
        file.write(f"fsin: 1\nnetwork: {{platform: '{platform}', hosts: hosts}}\n"
                   f"workload: {{type: trace, file: '{trace}'}}\n")
    done = subprocess.run([os.path.join(BIN, "fsin"), "run", "e.yaml", "--json", "-", "--quiet"], capture_output=True,
                          text=True, timeout=300, check=False)
    return json.loads(done.stdout)["simulated_seconds"] if done.returncode == 0 else done.stderr.strip()


faults, compared, refused = [], 0, 0


def compare(name, platform, trace, hosts):
    global compared
    with open("hosts", "w", encoding="utf-8") as file:
        file.writelines(host + "\n" for host in hosts)
    theirs = seconds_by_simgrid(platform, trace, len(hosts))
    if theirs is None:
        return print(f"{name:45} SimGrid itself ends in an error")
    ours = seconds_by_fsin(platform, trace)
    compared += 1
    if isinstance(ours, str) or abs(ours / theirs - 1) > TOLERANCE:
        faults.append(f"{name}: {ours}, and SimGrid {theirs} s")
    else:
        print(f"{name:45} SimGrid {theirs:.9f} s  here {ours:.9f} s  {100 * (ours / theirs - 1):+.3f} %")


def program(ranks):
    lines = [f"{rank} init" for rank in range(ranks)]
    for rank in range(ranks):
        lines += [f"{rank} irecv {(rank - 1) % ranks} 0 300000 6", f"{rank} isend {(rank + 1) % ranks} 0 300000 6",
                  f"{rank} compute 1e6", f"{rank} waitall"]
    for action in ("alltoall 20000 20000 6 6", "allreduce 10000 0 6", "finalize"):
        lines += [f"{rank} {action}" for rank in range(ranks)]
    return lines


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    small = os.path.join(SOURCE, "examples/platforms/small_platform.xml")
    traces = sorted(glob.glob(os.path.join(SOURCE, "examples/smpi/replay/actions_*.txt")))
    platforms = sorted(glob.glob(os.path.join(SOURCE, "examples/platforms/*.xml")))
    if not traces or not platforms:
        sys.exit(f"FSIN_SIMGRID_SOURCE={SOURCE}: no source of SimGrid, with examples/platforms and examples/smpi/replay")
    for trace in traces:
        with open(trace, encoding="utf-8") as file:
            ranks = 1 + max(int(line.split()[0]) for line in file if line[:1].isdigit())
        compare(os.path.basename(trace), small, trace, ["Tremblay", "Jupiter", "Fafard", "Ginette", "Bourassa"][:ranks])
    for platform in platforms:
        name = os.path.basename(platform)
        hosts = hosts_of(platform)
        hosts = random.Random(1).sample(hosts, min(MOST_HOSTS, len(hosts)))
        if len(hosts) == 1:
            hosts *= 3  # several ranks on the only host
        with open("hosts", "w", encoding="utf-8") as file:
            file.writelines(host + "\n" for host in hosts)
        read = run(os.path.join(BIN, "fsin"), "platform", platform, "--hosts", "hosts")
        if read.returncode != 0:
            refused += 1
            print(f"{name:45} refused: {read.stdout.splitlines()[0].rsplit('.xml', 1)[-1]}")
            if read.returncode < 0 or name not in read.stdout:
                faults.append(f"{name}: exit code {read.returncode}, {read.stdout}")
        elif "not all hosts are joined" in read.stdout:
            print(f"{name:45} read; not all of its hosts are joined")
        else:
            with open("program.txt", "w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in program(len(hosts)))
            compare(name, platform, os.path.join(folder, "program.txt"), hosts)
print(f"{compared} runs compared, {refused} platforms refused")
if faults:
    sys.exit("\n".join(faults))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often ranks of a live run sleep and where they run, neither of which may change what they see.

Usage: live_switches_test.py FSIN MPICC FOLDER PART
"""
import os
import re

from live_run import NETWORKS, build, fail, live, only, run_part


def numbers(run, program):
    found = re.search(r"^sleeps (\d+)\ntests (\d+) end ([\d.]+) sum (\d+)$", run.stderr, re.MULTILINE)
    if not found:
        fail(f"{program} printed\n{run.stderr}")
    return int(found[1]), found[2], found[3], found[4]


def same_result(run, other, how):
    for key in ("cycles", "fingerprint", "ranks", "messages"):
        if only(run)[key] != only(other)[key]:
            fail(f"{how}: {key} is {only(run)[key]}, and {only(other)[key]}")


def quiet_tests():
    """A rank that tests asks nobody as long as nothing can come, where the model says how long messages take. It sees
    what it would if it asked each time, as under the reference engine, which does not say."""
    program = build("waits")
    for model in ("loggps", "loggp", "ideal", "piecewise"):
        settings = NETWORKS[model]
        for cpu in ("{model: none}", "{model: fixed, burst: 70 ns}"):
            overrides = [*settings, f"workload.cpu={cpu}"]
            quick = live(4, [program, "tests", "100"], *overrides)
            slow = live(4, [program, "tests", "100"], *overrides, options=["--engine", "reference"])
            sleeps, *seen = numbers(quick, program)
            often, *seen_slowly = numbers(slow, program)
            if seen != seen_slowly:
                fail(f"{overrides}: {seen}, and {seen_slowly} when each test is asked")
            same_result(quick, slow, f"{overrides}, and when each test is asked")
            print(f"live quiet_tests {overrides}: {sleeps} sleeps in {seen[0]} tests, {often} when each is asked")
            # Models of packets say how long one takes, and messages have many.
            saves = model in ("loggps", "piecewise")
            if int(seen[0]) < 1000 or often < int(seen[0]) / 3 or (saves and sleeps > often / 5):
                fail(f"{overrides}: {sleeps} sleeps in {seen[0]} tests, {often} when each is asked")


def quiet_beside():
    """The same where ranks compute side by side: what a rank has sent before its burst counts, taken or not."""
    program = build("waits")
    overrides = ["network.model=loggp", "workload.mpi.send_overhead=150 ns", "workload.mpi.receive_overhead=210 ns"]
    runs = [live(7, [program, "tests", "60", "4"], *overrides, "workload.cpu={model: fixed, burst: 333 ns%s}" % beside)
            for beside in (", side_by_side: false", *[""] * 10)]
    for run in runs[1:]:
        if numbers(run, program)[1:] != numbers(runs[0], program)[1:]:
            fail(f"{run.stderr} beside others, and alone\n{runs[0].stderr}")
        same_result(run, runs[0], "beside others, and alone")


def unexpected():
    """A message that a waiting rank has no receive for does not wake it."""
    program = build("waits")
    sleeps, *seen = numbers(live(3, [program, "unexpected", "5000"], "network.model=loggps"), program)
    if seen[2] != str(5000 * 4999 // 2) or sleeps > 500:
        fail(f"{sleeps} sleeps while 5000 messages come that nobody waits for; sum {seen[2]}")


def waits_for_all():
    """A rank that waits for several messages wakes for the last of them, and for one whose sender waits for it. It sees
    what it would if it woke for each, as it does where a trace is written."""
    program = build("waits")
    for overrides in (["network.model=loggps"], ["network.model=loggp"], [], ["network.model=loggps", "workload.cpu={model: fixed, burst: 70 ns}"],
                      ["network.model=loggps", "workload.placement={type: consecutive, per_node: 2}"]):
        quick = live(6, [program, "all", "200"], *overrides)
        slow = live(6, [program, "all", "200"], *overrides, options=["--trace", "trace.txt"])
        sleeps, *seen = numbers(quick, program)
        often, *seen_slowly = numbers(slow, program)
        if seen != seen_slowly:
            fail(f"{overrides}: {seen}, and {seen_slowly} when it wakes for each")
        same_result(quick, slow, f"{overrides}, and when it wakes for each")
        print(f"live waits_for_all {overrides}: {sleeps} sleeps, {often} when it wakes for each")
        if sleeps > 0.6 * often:
            fail(f"{overrides}: {sleeps} sleeps, and {often} when it wakes for each")


def cores():
    """Ranks that compute little share one core, and have all of theirs when they compute for long."""
    if len(os.sched_getaffinity(0)) < 2:
        print("live cores: one core, nothing to share")
        return
    for cpu in ("{model: none}", "{model: measured}"):
        run = live(4, [build("cores")], "network.model=loggps", f"workload.cpu={cpu}")
        if "shared 4 of 4" not in run.stderr or "spread 4 of 4" not in run.stderr:
            fail(f"{cpu}:\n{run.stderr}")


run_part({"quiet_tests": quiet_tests, "quiet_beside": quiet_beside, "unexpected": unexpected, "waits_for_all": waits_for_all, "cores": cores})

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Captures on a small disk that runs full at a random moment: nothing that was written is lost, and each loss is said.

Usage: full_disk.py BIN PROGRAMS [--rounds N] [--seed S]
BIN has trgen, PROGRAMS has stencil; the MPICH is that of $TRGEN_MPI. A round mounts a file system of 16 KiB to 1 MiB,
holds the files of the ranks, the trace, or both on it, and fills it up while the program runs or the trace is written:
after a random time, or once a random part of the room is taken; in some rounds it is emptied again later.

What must hold is known from a capture on a roomy disk, whose records every other capture of this program repeats:
  * the program ends well and in time;
  * each rank's records are the first n of that rank, and n plus the losses that its mark counts is all of them: every
    record that found room is in the trace, and no record is neither there nor counted;
  * a rank that lacks records is marked, and there is a line on stderr; the exit status is 1;
  * where the trace cannot be written, the exit status is 3 and the command that the message names makes it, once there
    is room, with all of the above.
Exit status: 0 all well, 1 not, 77 no file system can be mounted here.
"""
import argparse
import glob
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

STEPS, RANKS = 120, (2, 4, 8)
PATIENCE_S = 120
MARK = re.compile(r"^#incomplete (\d+) (.*)$")
LOST = re.compile(r" \((\d+) records\)$")
COMMAND = re.compile(r"with: (trgen capture --merge .*)$", re.M)


def in_own_mounts():
    """Starts over in a mount namespace of its own, where an ordinary user may mount too, and all is gone in the end."""
    if os.environ.get("FULL_DISK_INSIDE"):
        return
    wanted = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    probe = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k none "$d" && umount "$d" && rmdir "$d"'
    if subprocess.run(wanted + ["sh", "-c", probe], capture_output=True, check=False).returncode != 0:
        print("full disk: this user may not mount a small file system here (unshare --mount), skipped")
        sys.exit(77)
    os.environ["FULL_DISK_INSIDE"] = "1"
    os.execvp(wanted[0], wanted + [sys.executable, "-B"] + sys.argv)


class SmallDisk:
    """A tmpfs, which is full when its size is used up."""

    def __init__(self, path, kib):
        os.makedirs(path, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kib}k", "none", path], check=True)
        self.path = path

    def taken(self):
        facts = os.statvfs(self.path)
        return 1 - facts.f_bavail / facts.f_blocks

    def fill(self):
        with open(f"{self.path}/filler", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def empty(self):
        if os.path.exists(f"{self.path}/filler"):
            os.unlink(f"{self.path}/filler")

    def remove(self):
        subprocess.run(["umount", self.path], check=True)


def fill_later(disk, plan, tmp, ended):
    """In a thread: at the moment of the plan, and maybe empty again."""
    while plan["once_started"] and not ended.is_set() and not glob.glob(f"{tmp}/trgen-capture-*/rank-*"):
        time.sleep(0.0005)
    begin = time.monotonic()
    while not ended.is_set() and time.monotonic() - begin < plan["after_s"] and disk.taken() < plan["taken"]:
        time.sleep(0.0002)
    disk.fill()
    if plan["emptied_after_s"] is not None and not ended.wait(plan["emptied_after_s"]):
        disk.empty()


def records_of(text, ranks):
    """By rank, without times; and the marks."""
    records, marks = [[] for _ in range(ranks)], {}
    for line in text.splitlines():
        if line.startswith("#"):
            found = MARK.match(line)
            if found:
                marks[int(found[1])] = found[2]
            continue
        rank, _, rest = line.split(" ", 2)
        records[int(rank)].append(rest)
    return records, marks


class Rounds:
    def __init__(self, bin_, programs, folder):
        self.trgen, self.stencil, self.folder = f"{bin_}/trgen", f"{programs}/stencil", folder
        self.whole = {}
        self.figures = {"whole": 0, "ranks stopped": 0, "trace rescued": 0, "refused": 0, "records kept": 0, "records lost": 0}

    def text_of(self, trace):
        done = subprocess.run([self.trgen, "convert", trace, "-"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"the trace cannot be read: {done.stderr}"
        return done.stdout

    def capture(self, ranks, trace, tmp):
        return subprocess.run(
            [self.trgen, "capture", "-n", str(ranks), "-o", trace, "--", self.stencil, "8", str(STEPS)],
            capture_output=True, text=True, timeout=PATIENCE_S, check=False, env={**os.environ, "TMPDIR": tmp})

    def learn(self):
        """What every rank records where there is room, and how long it takes."""
        for ranks in RANKS:
            trace, tmp = f"{self.folder}/whole.{ranks}.txt", f"{self.folder}/roomy"
            os.makedirs(tmp, exist_ok=True)
            begin = time.monotonic()
            done = self.capture(ranks, trace, tmp)
            assert done.returncode == 0, done.stderr
            self.whole[ranks] = (records_of(self.text_of(trace), ranks)[0], time.monotonic() - begin)

    def plan(self, dice):
        ranks = dice.choice(RANKS)
        needed_kib = sum(len(rank) for rank in self.whole[ranks][0]) * 40 // 1024
        return {"ranks": ranks, "place": dice.choice(["ranks", "ranks", "trace", "both", "both"]),
                "ending": dice.choice(["txt", "txt.zst", "otf2", "trgen"]),
                "kib": dice.randrange(16, max(32, 2 * needed_kib)) // 4 * 4,
                "taken": dice.choice([2, dice.random()]), "after_s": dice.random() * self.whole[ranks][1],
                "once_started": dice.random() < 0.8,
                "emptied_after_s": dice.choice([None, None, dice.random() * 0.3])}

    def run(self, plan):
        """One round; returns what it came to. Raises AssertionError where something is lost or not said."""
        disk = SmallDisk(f"{self.folder}/small", plan["kib"])
        roomy, ended = f"{self.folder}/roomy", threading.Event()
        tmp = disk.path if plan["place"] != "trace" else roomy
        trace = f"{disk.path if plan['place'] != 'ranks' else roomy}/out.{plan['ending']}"
        filler = threading.Thread(target=fill_later, args=(disk, plan, tmp, ended))
        filler.start()
        try:
            done = self.capture(plan["ranks"], trace, tmp)
        finally:
            ended.set()
            filler.join()
        try:
            return self.judge(plan, done, disk, trace, tmp)
        except AssertionError as error:
            raise AssertionError(f"{error}\nexit status {done.returncode}\n{done.stdout}{done.stderr}") from error
        finally:
            disk.remove()
            subprocess.run(f"rm -rf {roomy}/out* {roomy}/trgen-capture-* {roomy}/merged*", shell=True, check=True)

    def judge(self, plan, done, disk, trace, tmp):
        if "so the program was not started" in done.stderr or "cannot make a folder for the files" in done.stderr:
            assert done.returncode == 3, "refused with another exit status"
            return "refused"
        assert "stencil: " in done.stdout, "the program did not end well"
        left = [name for name in os.listdir(tmp) if name.startswith("trgen-capture-")]
        if done.returncode == 3:
            return self.judge_rescue(plan, done, disk, trace, left)
        assert done.returncode in (0, 1), "another exit status"
        assert not left, f"left {left}"
        return self.judge_trace(plan, trace, done)

    def judge_rescue(self, plan, done, disk, trace, left):
        assert not os.path.exists(trace), "a trace that was not written whole has its name"
        if "no rank had room for a record" in done.stderr:
            assert not left, f"left {left} without a record"
            return "refused"
        assert len(left) == 1, f"the files of the ranks are gone: {left}"
        command = COMMAND.search(done.stderr)
        assert command, "no line says how the trace is made"
        words = shlex.split(command[1])
        disk.empty()
        # The disk may be too small for both at any time: where there is room is for the user to say.
        words[words.index("-o") + 1] = merged = f"{self.folder}/roomy/merged.txt"
        again = subprocess.run([self.trgen] + words[1:], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        assert again.returncode in (0, 1), f"{command[1]}: exit status {again.returncode}\n{again.stderr}"
        self.judge_trace(plan, merged, again)
        return "trace rescued"

    def judge_trace(self, plan, trace, done):
        records, marks = records_of(self.text_of(trace), plan["ranks"])
        whole = self.whole[plan["ranks"]][0]
        for rank, kept in enumerate(records):
            assert kept == whole[rank][:len(kept)], f"rank {rank}: its records are not the first of those it makes"
            lost = len(whole[rank]) - len(kept)
            self.figures["records kept"] += len(kept)
            self.figures["records lost"] += lost
            if lost == 0:
                continue
            assert rank in marks, f"rank {rank} lacks {lost} records and is not marked"
            counted = LOST.search(marks[rank])
            if counted:
                assert int(counted[1]) == lost, f"rank {rank}: {lost} records are missing, marked: {marks[rank]}"
            else:
                assert not kept and "no room" in marks[rank] or "there is no file" in marks[rank], \
                    f"rank {rank} has {len(kept)} records, {lost} are missing, marked: {marks[rank]}"
        if not marks:
            assert done.returncode == 0, "nothing is missing, and the exit status is not 0"
            return "whole"
        assert done.returncode == 1, "records are missing, and the exit status is not 1"
        assert "stopped recording" in done.stderr and "the trace is marked incomplete" in done.stderr, "no line says so"
        return "ranks stopped"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("programs")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    in_own_mounts()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        rounds = Rounds(os.path.abspath(options.bin), os.path.abspath(options.programs), folder)
        rounds.learn()
        for number in range(options.rounds):
            plan = rounds.plan(random.Random(f"{options.seed} {number}"))
            try:
                rounds.figures[rounds.run(plan)] += 1
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"round {number}, {plan}: {error}")
    print(f"full disk: {options.rounds} rounds, {failed} failed; " +
          ", ".join(f"{count} {what}" for what, count in rounds.figures.items()))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

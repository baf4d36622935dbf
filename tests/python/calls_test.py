#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls from Python: errors with their places, progress, Ctrl-C, other threads meanwhile, memory, time to import.

Usage: calls_test.py ROOT BUILD
"""
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
import warnings

from common import ENDLESS, FSIN, ROOT, TORUS, InFolder, fsin

# The line of progress of one run: how much is done, cycles, cycles per second, packets under way, time left.
LINE = (r"^fsin: \d{1,3}\.\d%, \d{1,3}( \d{3})* cycles, [\d.]+( [kMG])? cycles/s, \d+ packets under way, "
        r"ETA (\d+ h \d+ min|\d+ min \d+ s|[\d.]+ (s|ms))$")


class Calls(InFolder):
    def refused(self, *arguments, call=None, **keywords):
        with self.assertRaises(fsin.ExperimentError) as raised:
            (call or fsin.run)(*arguments, **keywords)
        return raised.exception

    def test_mistakes_have_file_line_and_column(self):
        name = self.file("faulty.yaml", "fsin: 1\nworkload:\n  laod: 0.2\nmeasure: {cycles: 5 apples}\n")
        for call in (fsin.run, fsin.check, fsin.sweep):
            error = self.refused(name, call=call)
            mistakes = {each.line: each for each in error.mistakes}
            self.assertEqual({each.file for each in error.mistakes}, {"faulty.yaml"})
            self.assertEqual(sorted(mistakes), [3, 4])
            self.assertEqual(mistakes[4].column, 19)
            self.assertIn("laod", mistakes[3].message)
            self.assertRegex(str(error), r"faulty.yaml:3:\d+: .*laod")
            self.assertEqual(error.exit_code, 2)

    def test_mistakes_in_a_text_or_a_dict_show_the_line(self):
        self.assertRegex(str(self.refused("fsin: 1\nworkload:\n  laod: 0.2\n")), r"experiment:3:\d+: .*laod.*\n      laod: 0.2")
        error = self.refused({"workload": {"pattern": "uniform", "laod": 0.2}})
        self.assertRegex(str(error), r"experiment:4:\d+: .*laod.*\n      laod: 0.2")
        self.assertEqual(error.mistakes[0].line, 4)

    def test_other_mistakes_say_what_is_wrong(self):
        self.assertIn("override 'load=many'", str(self.refused(TORUS, load="many")))
        missing = self.refused("nowhere.yaml")
        self.assertIn("nowhere.yaml: no such file", str(missing))
        self.assertEqual(missing.exit_code, 3)
        self.assertIn('did you mean "event"', str(self.refused(TORUS, engine="evnt")))
        self.assertIn("one thread", str(self.refused(TORUS, engine="reference", threads=2)))
        self.assertIn("call fsin.sweep()", str(self.refused({**TORUS, "sweep": {"seeds": 3}})))
        self.assertRaises(TypeError, fsin.run, 3)
        self.assertRaises(ValueError, fsin.run, TORUS, threads=0)
        self.assertRaisesRegex(fsin.FolderError, "nowhere", fsin.read, "nowhere")
        with self.assertWarnsRegex(fsin.ExperimentWarning, "resolution"):
            fsin.run(TORUS, resolution=0.1)

    def test_folders_are_not_mixed_and_inputs_not_overwritten(self):
        fsin.sweep(TORUS, grid={"load": [0.1]}, out="folder", cache=False)
        self.assertRaisesRegex(fsin.FolderError, "another sweep", fsin.sweep, TORUS, grid={"load": [0.2]}, out="folder", cache=False)
        self.assertRaisesRegex(fsin.FolderError, "fsin sweep", fsin.run, TORUS, out="folder")
        self.file("plain", "")
        self.assertRaises(fsin.FolderError, fsin.run, TORUS, out="plain")
        os.mkdir("own")
        self.file("own/config.yaml", "fsin: 1\n")
        self.assertIn("would overwrite the experiment", str(self.refused("own/config.yaml", out="own")))

    def test_a_sweep_does_not_go_into_the_folder_of_a_run(self):
        fsin.run(TORUS, out="run")
        before = sorted(os.listdir("run"))
        with self.assertRaisesRegex(fsin.FolderError, "holds the results of fsin run"):
            fsin.sweep(TORUS, grid={"load": [0.1]}, out="run", cache=False)
        self.assertEqual(sorted(os.listdir("run")), before)

    def test_progress_is_told_and_what_its_function_raises_ends_the_run(self):
        told = []
        fsin.sweep(TORUS, grid={"load": [0.1, 0.2]}, seeds=2, cache=False, progress=told.append)
        self.assertEqual((told[-1].done, told[-1].runs), (4, 4))

        def stop(progress):
            told.append(progress)
            if progress.text:
                raise RuntimeError("enough")

        self.assertRaisesRegex(RuntimeError, "enough", fsin.run, ENDLESS, progress=stop)
        self.assertRegex(told[-1].text, r"^fsin: .*cycles/s")

    def test_the_line_of_progress_stands_on_standard_error_alone(self):
        done = self.python("import common, fsin; fsin.run(common.ENDLESS, cycles=3000000, progress=True); print('out')")
        self.assertEqual(done.stdout, "out\n")
        self.assert_line_that_went(done.stderr)

    def test_the_line_of_progress_is_removed_where_ctrl_c_ends_the_run(self):
        done = self.python("""
            import common, fsin, signal, sys
            class Interrupting:
                def write(self, text):
                    sys.__stderr__.write(text)
                    if "cycles/s" in text:
                        signal.raise_signal(signal.SIGINT)
                def flush(self):
                    sys.__stderr__.flush()
            sys.stderr = Interrupting()
            try:
                fsin.run(common.ENDLESS, progress=True)
            except KeyboardInterrupt:
                print("out")
            """)
        self.assertEqual(done.stdout, "out\n")
        self.assert_line_that_went(done.stderr)

    def assert_line_that_went(self, text):
        """Standard error holds one line, written anew again and again, and in the end removed."""
        self.assertEqual(text.count("\n"), 0, text)
        before, *writings, after = text.split("\r")
        self.assertEqual((before, after), ("", ""), "each writing begins where the line does, and so does what follows")
        shown = ""
        for writing in writings[:-1]:
            shown = writing + shown[len(writing):]
            self.assertRegex(shown.rstrip(" "), LINE)
        blank = writings[-1] + shown[len(writings[-1]):]
        self.assertEqual(blank.strip(" "), "", "nothing is left behind")

    def test_runs_at_the_same_time_give_the_same_while_the_caller_waits(self):
        began = time.thread_time()
        results = [None, None]

        def simulate(index):
            results[index] = fsin.run(TORUS, cycles=400_000, progress=False)

        others = [threading.Thread(target=simulate, args=(index,)) for index in (0, 1)]
        for each in others:
            each.start()
        for each in others:
            each.join()
        self.assertEqual(results[0].fingerprint, results[1].fingerprint)
        self.assertLess(time.thread_time() - began, 0.2, "the caller's thread waits")

    def test_other_threads_go_on_while_a_run_simulates(self):
        # The runs end when they have seen the other thread go on, and only then: however fast the machine is.
        done = self.python("""
            import common, fsin, threading, time
            over = threading.Event()
            ticks = 0
            def tick():
                global ticks
                while not over.is_set():
                    ticks += 1
                    time.sleep(0.001)
            class Seen(Exception):
                pass
            def simulate():
                first = None
                def watch(progress):
                    nonlocal first
                    if not progress.text:
                        return
                    if first is None:
                        first = (ticks, progress.text)
                    if ticks >= first[0] + 100 and progress.text != first[1]:
                        raise Seen
                try:
                    fsin.run(common.ENDLESS, progress=watch)
                except Seen:
                    print("ticks and cycles", flush=True)
            others = [threading.Thread(target=each) for each in (tick, simulate, simulate)]
            for each in others:
                each.start()
            for each in others[1:]:
                each.join()
            over.set()
            """)
        self.assertEqual(done.stdout, "ticks and cycles\n" * 2, done.stderr)

    def python(self, script, interrupt_after=None):
        """A process of its own, which gets SIGINT once it has printed a line."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], os.path.dirname(os.path.abspath(__file__))])}
        process = subprocess.Popen([sys.executable, "-B", "-c", "import sys; sys.argv = ['', %r, %r]\n" % (ROOT, os.path.dirname(os.path.dirname(FSIN)))
                                    + textwrap.dedent(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        if interrupt_after is not None:
            self.assertEqual(process.stdout.readline().decode(), interrupt_after + "\n")
            process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess([], process.returncode, out.decode(), err.decode())  # not as text: that makes \n of \r

    def test_ctrl_c_ends_a_run_and_leaves_what_there_is(self):
        done = self.python("""
            import common, fsin
            def tell(progress):
                if progress.text:
                    print("under way", flush=True)
            try:
                fsin.run(common.ENDLESS, seeds=3, out="out", progress=tell)
            except KeyboardInterrupt as interrupted:
                result = interrupted.result
                print("result:", result.outcome, result.partial, result.packets.delivered > 0, len(result.runs))
            print("goes on:", fsin.run(common.TORUS).outcome)
            """, "under way")
        self.assertIn("result: interrupted True True 1\n", done.stdout, done.stderr)
        self.assertIn("goes on: finished\n", done.stdout)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(fsin.read("out").outcome, "interrupted")

    def test_ctrl_c_in_a_sweep_keeps_the_runs_that_have_ended_and_resume_goes_on(self):
        script = """
            import common, fsin
            def tell(progress):
                if progress.done:
                    print("under way", flush=True)
            axes = {"measure.cycles": [1000, %s]}
            try:
                fsin.sweep(common.TORUS, grid=axes, out="out", resume=True, cache=False, jobs=1, progress=tell)
            except KeyboardInterrupt as interrupted:
                print("result:", interrupted.result.complete, interrupted.result.to_frame()["runs"].tolist())
            """
        done = self.python(script % 20_000_000_000, "under way")
        self.assertIn("result: False [1, 0]\n", done.stdout, done.stderr)
        partial = fsin.read("out")
        self.assertFalse(partial.complete)
        self.assertEqual(partial[0].fingerprint, fsin.run(TORUS).fingerprint)
        self.assertRaises(LookupError, lambda: partial[1])
        again = fsin.read("out")
        self.assertEqual(len(again.runs_frame()), 1)

    def test_an_uncaught_ctrl_c_ends_python_as_any_other(self):
        done = self.python("""
            import common, fsin
            fsin.run(common.ENDLESS, progress=lambda progress: print("under way", flush=True))
            """, "under way")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Interrupted", done.stderr)

    def test_hundreds_of_runs_and_refusals_leave_no_memory_behind(self):
        def some(count):
            for index in range(count):
                result = fsin.run(TORUS, cycles=300, set={"measure.seed": index})
                result.to_frame(), result.table("links"), result.to_dict()
                try:
                    fsin.run(TORUS, load="many")
                except fsin.ExperimentError:
                    pass
                if index % 10 == 0:
                    fsin.sweep(TORUS, cycles=300, grid={"load": [0.1, 0.2]}, cache=False)

        some(50)
        before = memory()
        some(200)
        self.assertLess(memory() - before, 2e6, "bytes of growth in 200 runs")

    def test_importing_takes_little_beyond_numpy(self):
        done = subprocess.run([sys.executable, "-B", "-X", "importtime", "-c", "import numpy, fsin"], capture_output=True, text=True,
                              check=True)
        self.assertNotIn("pandas", done.stderr)
        self.assertNotIn("matplotlib", done.stderr)
        self.assertEqual(resource.getrusage(resource.RUSAGE_SELF).ru_nswap, 0)


def memory():
    """Resident bytes of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    warnings.simplefilter("default")
    unittest.main(argv=sys.argv[:1])

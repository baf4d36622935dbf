#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cmake --install: what lands where, that it is found from wherever the programs stand, and that a program outside the tree
builds a design, runs it and reads the result with what was installed.

Usage: install_test.py ROOT BUILD CMAKE CXX
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD, CMAKE, CXX = sys.argv[1:5]
FIRST = "bundled:experiments/first.yaml"
SHORT = ["measure.warmup=100", "measure.cycles=400"]


def run(*words, cwd=None, expect=0, **environment):
    """Standard output of a command, run without the variables that would help it to find anything."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("FSIN", "TRGEN"))}
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False, env={**clean, **environment})
    if done.returncode != expect:
        raise AssertionError(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout if expect == 0 else done.stdout + done.stderr


def commands(program):
    return re.findall(r"^  ([a-z][a-z-]*) +\S", run(program, "--help"), flags=re.M)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="fsin-install-")
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        cls.prefix = os.path.join(cls.scratch, "prefix")
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        cls.fsin = os.path.join(cls.prefix, "bin/fsin")
        cls.trgen = os.path.join(cls.prefix, "bin/trgen")
        cls.empty = os.path.join(cls.scratch, "empty")
        os.mkdir(cls.empty)
        cls.expected = cls.fingerprint(os.path.join(BUILD, "bin/fsin"), os.path.join(ROOT, "experiments/first.yaml"))

    @classmethod
    def fingerprint(cls, program, experiment=FIRST, overrides=SHORT, **environment):
        text = run(program, "run", experiment, *overrides, "-q", "--json", "-", cwd=cls.empty, **environment)
        return json.loads(text)["fingerprint"]

    def data(self, program, **environment):
        return run(program, "--data", cwd=self.empty, **environment).strip()

    def test_bundled_files_are_found_from_the_build_tree(self):
        program = os.path.join(BUILD, "bin/fsin")
        self.assertEqual(os.path.realpath(self.data(program)), os.path.realpath(ROOT))
        self.assertEqual(self.fingerprint(program), self.expected)

    def test_bundled_files_are_found_where_they_were_installed(self):
        self.assertEqual(self.data(self.fsin), os.path.join(self.prefix, "share/fsin"))
        self.assertEqual(self.data(self.trgen), self.data(self.fsin))
        self.assertEqual(self.fingerprint(self.fsin), self.expected)

    def test_bundled_files_are_found_after_the_folder_was_moved_and_through_a_link_to_the_program(self):
        moved = os.path.join(self.scratch, "moved", "deeper")
        os.makedirs(moved)
        for name in ("bin", "share"):
            shutil.copytree(os.path.join(self.prefix, name), os.path.join(moved, name), symlinks=True)
        link = os.path.join(self.empty, "simulate")
        os.symlink(os.path.join(moved, "bin/fsin"), link)
        self.addCleanup(os.unlink, link)
        for program in (os.path.join(moved, "bin/fsin"), link):
            self.assertEqual(self.data(program), os.path.join(moved, "share/fsin"))
            self.assertEqual(self.fingerprint(program), self.expected)

    def test_the_environment_variable_names_another_folder_and_nothing_else_does(self):
        other = os.path.join(self.scratch, "other")
        os.mkdir(other)
        message = run(self.fsin, "run", FIRST, cwd=ROOT, expect=3, FSIN_DATA=other)
        self.assertIn(f"{other}/experiments/first.yaml: no such file", message)
        alone = os.path.join(self.scratch, "alone", "bin")
        os.makedirs(alone)
        shutil.copy2(self.fsin, alone)
        message = run(os.path.join(alone, "fsin"), "run", FIRST, cwd=ROOT, expect=3)
        self.assertIn(f"{self.scratch}/alone/share/fsin/experiments/first.yaml: no such file", message)
        share = os.path.join(self.prefix, "share/fsin")
        self.assertEqual(self.fingerprint(os.path.join(alone, "fsin"), FSIN_DATA=share), self.expected)

    def test_bundled_files_may_be_named_wherever_a_file_is_read(self):
        experiment = os.path.join(self.empty, "mine.yaml")
        with open(experiment, "w", encoding="utf-8") as file:
            file.write("fsin: 1\nnetwork: {file: bundled:topologies/mesh-8x8.yaml}\n"
                       "workload: {type: trace, file: bundled:traces/npb/cg.S.4.txt.zst}\n")
        self.addCleanup(os.unlink, experiment)
        trace = os.path.join(self.prefix, "share/fsin/traces/npb/cg.S.4.txt.zst")
        by_name = self.fingerprint(self.fsin, experiment, [])
        self.assertEqual(self.fingerprint(self.fsin, experiment, [f"workload.file={trace}"]), by_name)
        self.assertEqual(self.fingerprint(self.fsin, experiment, ["workload.file=bundled:traces/npb/cg.S.4.txt.zst"]), by_name)
        self.assertIn("ranks", run(self.trgen, "info", "bundled:traces/npb/cg.S.4.txt.zst", cwd=self.empty))

    def test_a_file_that_is_missing_is_not_replaced_by_a_bundled_one(self):
        self.assertIn("no such file", run(self.fsin, "run", "experiments/first.yaml", cwd=self.empty, expect=3))

    def test_scripts_of_experiments_use_the_installed_program_and_write_where_they_are_called(self):
        record = os.path.join(self.scratch, "called")
        stub = os.path.join(self.scratch, "stub")
        with open(stub, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "$PWD $*" >> {record}\ncase "$*" in *--json*) exit 0;; esac\n')
        os.chmod(stub, 0o755)
        script = os.path.join(self.prefix, "share/fsin/experiments/paper-fig7/run")
        run(script, "--seeds", "1", cwd=self.empty, FSIN=stub)
        self.addCleanup(shutil.rmtree, os.path.join(self.empty, "results"))
        self.assertTrue(os.path.isfile(os.path.join(self.empty, "results/paper-fig7/table.txt")))
        self.assertFalse(os.path.exists(os.path.join(self.prefix, "share/fsin/results")))
        with open(record, encoding="utf-8") as file:
            self.assertIn(f"{self.prefix}/share/fsin run experiments/paper-fig7/base.yaml", file.read())
        os.rename(self.fsin, self.fsin + ".away")
        self.addCleanup(os.rename, self.fsin + ".away", self.fsin)
        self.assertIn("is not there", run(script, "--seeds", "1", cwd=self.empty, expect=2))

    def test_the_python_module_is_installed_stripped_and_finds_the_bundled_files(self):
        found = glob.glob(f"{self.prefix}/lib/python*/site-packages/fsin/_fsin*.so")
        if not found:
            self.skipTest("fsin was built without the Python module")
        self.assertNotIn(".symtab", run("readelf", "-S", "--wide", found[0]))
        with_numpy = [each for each in (sys.executable, "/usr/bin/python3") if os.path.exists(each) and
                      subprocess.run([each, "-c", "import numpy"], capture_output=True, check=False).returncode == 0]
        if not with_numpy:
            self.skipTest("no Python here has numpy")
        folder = os.path.dirname(found[0])
        self.assertTrue(os.path.isfile(os.path.join(folder, "py.typed")))
        script = f"import fsin; print(fsin.run({FIRST!r}, warmup=100, cycles=400).fingerprint, fsin.data_folder())"
        text = run(with_numpy[0], "-B", "-c", script, cwd=self.empty, PYTHONPATH=os.path.dirname(folder))
        self.assertEqual(text.split(), [self.expected, os.path.join(self.prefix, "share/fsin")])

    def test_an_installed_program_runs_programs_of_mpi_live(self):
        if not os.path.isfile(os.path.join(BUILD, "lib/fsin/libfsin-fi.so")):
            self.skipTest("the libraries of fsin live are not built")
        self.assertNotIn(".symtab", run("readelf", "-S", "--wide", os.path.join(self.prefix, "lib/fsin/libfsin-fi.so")))
        self.assertTrue(os.path.isfile(os.path.join(self.prefix, "include/fsin_live/fsin_live.h")))
        if not shutil.which("mpicc.openmpi"):
            self.skipTest("there is no mpicc.openmpi")
        program = os.path.join(self.empty, "ping_pong")
        run("mpicc.openmpi", "-o", program, os.path.join(ROOT, "tests/live/programs/ping_pong.c"))
        self.addCleanup(os.unlink, program)
        experiment = os.path.join(self.empty, "live.yaml")
        with open(experiment, "w", encoding="utf-8") as file:
            file.write("fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\nworkload: {type: live, cpu: {model: none}}\n")
        self.addCleanup(os.unlink, experiment)
        words = ["live", "-n", "2", experiment, "-q", "--json", "-", "--", "./ping_pong", "3", "8", "65536"]
        runs = [json.loads(run(each, *words, cwd=self.empty)) for each in (self.fsin, os.path.join(BUILD, "bin/fsin"))]
        self.assertEqual(runs[0]["fingerprint"], runs[1]["fingerprint"])
        self.assertEqual(runs[0]["outcome"], "finished")

    def test_programs_are_stripped(self):
        for program in (self.fsin, self.trgen):
            self.assertNotIn(".symtab", run("readelf", "-S", "--wide", program))

    def test_every_command_has_a_manual_page_with_all_its_options(self):
        pages = {os.path.basename(path)[:-2] for path in glob.glob(f"{self.prefix}/share/man/man1/*.1")}
        pages.discard("fsin-mpi")
        expected = set()
        for program in ("fsin", "trgen"):
            expected.add(program)
            for command in commands(os.path.join(self.prefix, "bin", program)):
                page = f"{program}-{command}"
                expected.add(page)
                with open(f"{self.prefix}/share/man/man1/{page}.1", encoding="utf-8") as file:
                    text = file.read()
                self.assertTrue(text.startswith(f'.TH {page.upper().replace("-", chr(92) + "-")} 1 '), page)
                help_text = run(os.path.join(self.prefix, "bin", program), command, "--help")
                for option in re.findall(r"^ +(?:-\w, )?--([\w-]+)", help_text[help_text.index("\noptions:"):], flags=re.M):
                    self.assertIn("\\fB\\-\\-" + option.replace("-", "\\-") + "\\fR", text, f"{page}: --{option}")
        self.assertEqual(pages, expected)
        if shutil.which("man"):
            text = run("man", "-l", f"{self.prefix}/share/man/man1/fsin-run.1", MANWIDTH="100", MANPAGER="cat",
                       LC_ALL="C.UTF-8")
            self.assertIn("--checkpoint-every S", text)

    def test_completion_is_installed_for_three_shells_and_each_can_read_it(self):
        for shell, place in (("bash", "bash-completion/completions/fsin"), ("zsh", "zsh/site-functions/_fsin"),
                             ("fish", "fish/vendor_completions.d/fsin.fish")):
            path = os.path.join(self.prefix, "share", place)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), run(self.fsin, "--completion", shell))
            if shutil.which(shell):
                run(shell, "-n", path)
        self.assertIn('did you mean "fish"?', run(self.fsin, "--completion", "fisch", expect=2))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_keys_and_values_by_the_installed_program(self):
        def completed(line):
            said = run("fish", "--no-config", "-c", f"source {self.prefix}/share/fish/vendor_completions.d/fsin.fish; "
                       f"complete -C '{line}'", PATH=f"{self.prefix}/bin:{os.environ['PATH']}")
            return [each.split("\t")[0] for each in said.splitlines()]
        self.assertEqual(completed("fsin run exp.yaml network.router.vir"), ["network.router.virtual_channels="])
        self.assertEqual(completed("fsin run exp.yaml flow_control=bu"), ["flow_control=bubble"])
        self.assertEqual(completed("fsin help topology.tor"), ["topology.torus"])
        values = completed("fsin run exp.yaml flow_control=")
        self.assertEqual([each for each in values if os.path.exists(each.split("=")[1])], [], "files among the values of a key")

    def test_pages_lead_to_bundled_files_and_to_each_other(self):
        doc = os.path.join(self.prefix, "share/doc/fsin")
        for page in glob.glob(f"{doc}/docs/**/*.md", recursive=True) + [f"{doc}/README.md"]:
            with open(page, encoding="utf-8") as file:
                text = file.read()
            for link in re.findall(r"\]\(([^)#\s]+)", text):
                target = os.path.normpath(os.path.join(os.path.dirname(page), link))
                if re.match(r"[a-z]+:", link) or os.path.exists(target):
                    continue
                inside = os.path.relpath(target, doc)
                self.assertRegex(inside, r"^(fsin|trgen|tests|bench|cmake|scripts|mpich-patches|packaging)/",
                                 f"{page}: {link}")

    def blocks(self):
        """The program and the CMakeLists.txt of docs/library.md."""
        with open(os.path.join(ROOT, "docs/library.md"), encoding="utf-8") as file:
            return dict(re.findall(r"^```(?:cpp|cmake) (\S+)\n(.*?)^```$", file.read(), flags=re.M | re.S))

    def test_a_program_outside_the_tree_builds_a_design_runs_it_and_reads_the_result(self):
        self.assertEqual(sorted(os.listdir(os.path.join(self.prefix, "include/fsin"))), ["fsin.h", "fsin.hpp"])
        outside = os.path.join(self.scratch, "outside")
        os.mkdir(outside)
        for name, text in self.blocks().items():
            with open(os.path.join(outside, name), "w", encoding="utf-8") as file:
                file.write(text)
        words = [f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"]
        run(CMAKE, "-S", outside, "-B", f"{outside}/build", *words)
        run(CMAKE, "--build", f"{outside}/build")
        lines = run(f"{outside}/build/torus").splitlines()
        self.assertEqual(len(lines), 3)
        # The same by pkg-config, from a copy of the folder elsewhere.
        copy = os.path.join(self.scratch, "copy")
        shutil.copytree(self.prefix, copy, symlinks=True)
        folder = os.path.dirname(glob.glob(f"{copy}/lib*/**/fsin.pc", recursive=True)[0])
        flags = run("pkg-config", "--cflags", "--libs", "fsin", PKG_CONFIG_PATH=folder).split()
        self.assertIn(f"-L{os.path.dirname(folder)}", [os.path.normpath(each) for each in flags])
        run(CXX, "-std=c++17", "-o", f"{outside}/torus", f"{outside}/torus.cpp", *flags)
        self.assertEqual(run(f"{outside}/torus").splitlines(), lines)
        # What the header promises of errors and results.
        with open(f"{outside}/faulty.yaml", "w", encoding="utf-8") as file:
            file.write("fsin: 1\nworkload:\n  load: many\n")
        run(CXX, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", f"{outside}/checks",
            os.path.join(ROOT, "tests/install/api_checks.cpp"), *flags)
        run(f"{outside}/checks", f"{outside}/faulty.yaml", cwd=outside)
        # From C, which a C++ compiler links.
        run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "-o", f"{outside}/c_checks.o", f"-I{copy}/include",
            os.path.join(ROOT, "tests/install/c_checks.c"))
        run(CXX, "-o", f"{outside}/c_checks", f"{outside}/c_checks.o", *flags)
        self.assertGreater(int(run(f"{outside}/c_checks")), 1)
        # And as the command line says.
        words = ["topology={type: torus, dims: [8, 8]}", "preset=adaptive-3vc", "pattern=transpose",
                 "measure={seeds: 5, warmup: 1000, cycles: 5000}", "load=0.3"]
        experiment = os.path.join(outside, "default.yaml")
        with open(experiment, "w", encoding="utf-8") as file:
            file.write("fsin: 1\n")
        result = json.loads(run(self.fsin, "run", experiment, *words, "-q", "--json", "-"))
        self.assertIn(f"load 0.3: finished, latency {result['latency']['mean']:.2f} +- ", lines[1])

    @unittest.skipUnless("ASTRA_SIM" in os.environ, "the variable ASTRA_SIM names no folder of ASTRA-sim")
    def test_ranks_of_astra_sim_pass_a_message_round_a_ring(self):
        build = os.path.join(self.scratch, "astra-sim")
        run(CMAKE, "-S", os.path.join(ROOT, "examples/astra-sim"), "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={CXX}", f"-DASTRA_SIM={os.environ['ASTRA_SIM']}")
        run(CMAKE, "--build", build)
        self.assertRegex(run(f"{build}/check"), r"^round 1 ends at \d+ ns\nround 2 ends at \d+ ns\n$")

    def test_nothing_else_of_the_project_can_be_called_through_the_library(self):
        library = glob.glob(f"{self.prefix}/lib*/**/libfsin.a", recursive=True)[0]
        names = run("nm", "--defined-only", "--extern-only", "--demangle", library).splitlines()
        names = [line.split(None, 2)[2] for line in names if len(line.split(None, 2)) == 3]
        self.assertGreater(len(names), 10)
        for name in names:
            self.assertRegex(name, r"^(typeinfo (name )?for |vtable for )?(fsin::(Experiment|ExperimentError|Network|Result|version)\b|fsin_network_)")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])

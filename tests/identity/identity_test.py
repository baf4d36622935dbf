#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What cmake/identity.cmake says of a program: the digest of its simulating code, and the revision with -dirty.

Usage: identity_test.py ROOT CMAKE
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, CMAKE = sys.argv[1], sys.argv[2]


def run(*words, cwd):
    return subprocess.run(words, cwd=cwd, check=True, capture_output=True, text=True).stdout.strip()


def listed(name):
    """A list of cmake/simulating.cmake."""
    with open(os.path.join(ROOT, "cmake/simulating.cmake"), encoding="utf-8") as file:
        text = re.sub(r"#.*", "", file.read())
    return re.search(r"set\(" + name + r"\s([^)]*)\)", text).group(1).split()


class Tree(unittest.TestCase):
    """A small source tree with the folders of the real one."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "cmake"), os.path.join(self.folder, "cmake"))
        for folder in listed("fsin_simulating_folders") + listed("fsin_other_folders"):
            self.write(f"{folder}/part.cpp", "int part() { return 1; }\n")
            self.write(f"{folder}/deep/part.hpp", "int part();\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def made(self, build="GNU 12 -O3", git="git"):
        output = os.path.join(self.folder, "build/identity.cpp")
        run(CMAKE, f"-DSOURCE={self.folder}", f"-DOUTPUT={output}", f"-DBUILD={build}", f"-DGIT={git}", "-P",
            os.path.join(self.folder, "cmake/identity.cmake"), cwd=self.folder)
        with open(output, encoding="utf-8") as file:
            return file.read()

    def digest(self, **how):
        return re.search(r'program_digest\(\) \{ return "([0-9a-f]{32})"; \}', self.made(**how)).group(1)

    def revision(self, **how):
        return re.search(r'revision\(\) \{ return "([^"]*)"; \}', self.made(**how)).group(1)

    def test_an_edit_where_it_is_simulated_changes_the_digest(self):
        for folder in listed("fsin_simulating_folders"):
            for name in ("part.cpp", "deep/part.hpp"):
                before = self.digest()
                self.write(f"{folder}/{name}", f"int part() {{ return {len(folder)}; }}\n")
                self.assertNotEqual(self.digest(), before, f"{folder}/{name}")

    def test_a_file_that_comes_goes_or_is_renamed_changes_the_digest(self):
        before = self.digest()
        self.write("fsin/engine/new.cpp", "int more();\n")
        with_new = self.digest()
        self.assertNotEqual(with_new, before)
        os.rename(os.path.join(self.folder, "fsin/engine/new.cpp"), os.path.join(self.folder, "fsin/engine/old.cpp"))
        self.assertNotIn(self.digest(), (before, with_new))
        os.remove(os.path.join(self.folder, "fsin/engine/old.cpp"))
        self.assertEqual(self.digest(), before)

    def test_reports_pages_and_documents_leave_the_digest_alone(self):
        before = self.digest()
        for folder in listed("fsin_other_folders"):
            self.write(f"{folder}/part.cpp", "int part() { return 7; }\n")
        self.write("docs/model.md", "Another word.\n")
        self.write("fsin/commands/help_command.cpp", "int help();\n")
        self.assertEqual(self.digest(), before)

    def test_another_compiler_or_flag_is_another_program(self):
        self.assertNotEqual(self.digest(build="GNU 12 -O3"), self.digest(build="Clang 14 -O3"))
        self.assertNotEqual(self.digest(build="GNU 12 -O3"), self.digest(build="GNU 12 -O3 -ffast-math"))

    def test_the_place_of_the_tree_has_no_part_in_it(self):
        before = self.digest()
        moved = self.folder + "-moved"
        os.rename(self.folder, moved)
        self.addCleanup(shutil.rmtree, moved, ignore_errors=True)
        self.folder = moved
        self.assertEqual(self.digest(), before)

    def test_nothing_is_written_when_nothing_has_changed(self):
        self.made()
        output = os.path.join(self.folder, "build/identity.cpp")
        os.utime(output, (1, 1))
        self.made()
        self.assertEqual(os.stat(output).st_mtime, 1)

    def test_the_revision_says_dirty_as_soon_as_a_file_differs(self):
        self.assertEqual(self.revision(), "not built from a git checkout")
        if shutil.which("git") is None:
            self.skipTest("git is not installed")
        for words in (("init", "-q"), ("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
            run("git", *words, cwd=self.folder)
        self.assertRegex(self.revision(), r"^[0-9a-f]{10,}$")
        self.write("fsin/report/page/part.cpp", "int part() { return 8; }\n")
        self.assertRegex(self.revision(), r"^[0-9a-f]{10,}-dirty$")
        self.assertEqual(self.revision(git=""), "revision unknown: git could not tell")


class RealTree(unittest.TestCase):
    def test_every_folder_of_a_library_is_in_one_of_the_lists(self):
        simulating, other = listed("fsin_simulating_folders"), listed("fsin_other_folders")
        self.assertFalse(set(simulating) & set(other))
        found = []
        for half in ("fsin", "trgen"):
            for name in sorted(os.listdir(os.path.join(ROOT, half))):
                if os.path.exists(os.path.join(ROOT, half, name, "CMakeLists.txt")):
                    found.append(f"{half}/{name}")
        self.assertEqual(sorted(simulating + other), sorted(found),
                         "say in cmake/simulating.cmake whether the folder decides what a simulation gives")

    def test_whatever_a_run_is_made_of_is_simulating_or_known_to_decide_nothing(self):
        """Follows the includes from single_run.cpp, each header with the source beside it."""
        simulating = tuple(folder + "/" for folder in listed("fsin_simulating_folders"))
        decides_nothing = ("fsin/profile/", "fsin/result/")
        missing, seen, todo = set(), set(), ["fsin/run/single_run.cpp"]
        while todo:
            name = todo.pop()
            if name in seen or not os.path.exists(os.path.join(ROOT, name)):
                continue
            seen.add(name)
            stem = name.rsplit(".", 1)[0]
            if name.startswith(decides_nothing):
                continue
            if not name.startswith(simulating):
                missing.add(name)
            todo += [stem + ".hpp", stem + ".cpp"]
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                todo += re.findall(r'#include "((?:fsin|trgen)/[^"]+)"', file.read())
        self.assertGreater(len(seen), 100)
        self.assertFalse(missing, "they decide what a run gives, and cmake/simulating.cmake does not name them")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

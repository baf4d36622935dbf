# SPDX-License-Identifier: Apache-2.0
"""Tests that run programs in a folder of their own."""
import os
import tempfile
import unittest


class InFolder(unittest.TestCase):
    """Each test in a new folder, with the files of its class: text by name."""
    FILES = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")
        os.chdir(folder.name)
        for name, text in self.FILES.items():
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)

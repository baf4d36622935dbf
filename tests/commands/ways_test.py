# SPDX-License-Identifier: Apache-2.0
"""Ways of different speed and parallel links, through the program: weights of links, the warning where they are missing,
packets from slow links that hold fast ones, and the adaptive choice among parallel links with any number of virtual
channels.

    ways_test.py FSIN"""
import json
import os
import subprocess
import sys
import unittest

from in_folder import InFolder

FSIN = os.path.abspath(sys.argv[1])
WARNING = "paths of equally many links differ in speed"


def fsin(*words, code=0):
    done = subprocess.run([FSIN, *words], capture_output=True, text=True)
    if done.returncode != code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stderr}")
    return done


def seconds(*keys):
    return json.loads(fsin("run", "exp.yaml", "-q", "--json", "-", *keys).stdout)["simulated_seconds"]


class WaysOfDifferentSpeed(InFolder):
    FILES = {
        "two.edges": "switch g0 terminals=1\nswitch g1 terminals=1\nswitch nv terminals=0\nswitch leaf terminals=0\n"
                     "g0 nv bandwidth=3600Gb/s weight=1\ng1 nv bandwidth=3600Gb/s weight=1\n"
                     "g0 leaf bandwidth=400Gb/s weight=1.5\ng1 leaf bandwidth=400Gb/s weight=1.5\n",
        "exp.yaml": "fsin: 1\nnetwork:\n  topology: {type: graph, file: two.edges}\n"
                    "  routing: {type: shortest, choice: adaptive}\n  router: {virtual_channels: 4}\n"
                    "  packet: 32 KiB\n  phit: 1 KiB\n  link: {bandwidth: 3600 Gb/s}\n"
                    "workload: {type: program, kernel: {type: collective, operation: allreduce, bytes: 8 MiB}, "
                    "collectives: {allreduce: ring}}\n",
    }

    def test_weights_leave_the_slow_way_alone(self):
        # Each half of the 8 MiB goes each way twice: 2 * 4 MiB at 3,600 Gb/s.
        alone = 2 * 4 * 2**20 * 8 / 3600e9
        for weight in ("bandwidth", "file"):
            for routing in ("shortest", "spanning-tree", "paths", "layered", "escape-tree", "valiant"):
                keys = ["" if routing in ("layered", "paths", "escape-tree") else "network.routing.choice=flow",
                        "network.routing.k=1" if routing == "paths" else ""]
                with self.subTest(weight=weight, routing=routing):
                    text = self.FILES["exp.yaml"].replace("type: shortest, choice: adaptive", f"type: {routing}")
                    with open("exp.yaml", "w", encoding="utf-8") as out:
                        out.write(text)
                    took = seconds(f"network.routing.weight={weight}", *[key for key in keys if key])
                    self.assertLess(abs(took / alone - 1), 0.03)

    def test_hops_are_warned_of_wherever_an_experiment_is_looked_at(self):
        for words in (("run", "exp.yaml", "-q"), ("check", "exp.yaml"), ("sweep", "exp.yaml", "--dry-run")):
            with self.subTest(words=words):
                done = fsin(*words)
                self.assertIn(WARNING, done.stdout + done.stderr)
                done = fsin(*words, "network.routing.weight=bandwidth")
                self.assertNotIn(WARNING, done.stdout + done.stderr)

    def test_a_file_without_weights_is_refused_for_weight_file(self):
        with open("two.edges", "w", encoding="utf-8") as out:
            out.write(self.FILES["two.edges"].replace(" weight=1.5", ""))
        done = fsin("check", "exp.yaml", "network.routing.weight=file", code=2)
        self.assertIn("4 of 8 links between switches have no weight", done.stdout + done.stderr)


class SlowLinksBeforeFastOnes(InFolder):
    WARNING = "a packet that comes over a slow link holds a faster one at the slow pace"
    FILES = {
        "mix.edges": "switch g0 terminals=1\nswitch g1 terminals=1\nswitch g2 terminals=1\nswitch nv terminals=0\n"
                     "switch leaf terminals=0\ng0 nv bandwidth=3600Gb/s\ng1 nv bandwidth=3600Gb/s\n"
                     "g1 leaf bandwidth=400Gb/s\ng2 leaf bandwidth=400Gb/s\n",
        # What comes over 400 Gb/s takes as long as what comes over 3,600.
        "mix.script.yaml": "program: 1\nlet: {fast: 8 MiB, slow: 932067}\ndo:\n"
                           "  - if: rank == 0\n    do: [{send: {to: 1, bytes: fast}}]\n"
                           "  - if: rank == 2\n    do: [{send: {to: 1, bytes: slow}}]\n"
                           "  - if: rank == 1\n    do: [{irecv: {from: 0, bytes: fast}}, "
                           "{irecv: {from: 2, bytes: slow}}, waitall]\n",
        "exp.yaml": "fsin: 1\nnetwork:\n  topology: {type: graph, file: mix.edges}\n  routing: shortest\n"
                    "  router: {virtual_channels: 4, queue: 64 packets}\n  packet: 32 KiB\n  phit: 1 KiB\n"
                    "  variable_last_packet: true\n  link: {bandwidth: 3600 Gb/s}\n"
                    "workload: {type: program, kernel: {type: script, file: mix.script.yaml, ranks: 3}}\n",
    }

    def test_a_node_with_a_fast_and_a_slow_link_gets_both_streams_at_once_when_tails_are_due(self):
        bound = (8 * 2**20 + 932067) * 8 / 3600e9  # over the link of the node
        self.assertLess(abs(seconds("network.router.forward=tail-due") / bound - 1), 0.03)
        self.assertGreater(seconds(), 1.5 * bound)

    def test_both_engines_wait_for_the_same_tails(self):
        event, reference = (json.loads(fsin("run", "exp.yaml", "-q", "--json", "-", "--engine", engine,
                                            "network.router.forward=tail-due").stdout)
                            for engine in ("event", "reference"))
        self.assertEqual(event["fingerprint"], reference["fingerprint"])

    def test_the_default_is_warned_of_until_the_key_is_written(self):
        for words in (("run", "exp.yaml", "-q"), ("check", "exp.yaml"), ("sweep", "exp.yaml", "--dry-run")):
            with self.subTest(words=words):
                done = fsin(*words)
                self.assertIn(self.WARNING, done.stdout + done.stderr)
                for rule in ("tail-due", "header"):
                    done = fsin(*words, f"network.router.forward={rule}")
                    self.assertNotIn(self.WARNING, done.stdout + done.stderr)

    def test_links_of_one_speed_are_not_warned_of_and_the_key_is_said_to_do_nothing_there(self):
        with open("mix.edges", "w", encoding="utf-8") as out:
            out.write(self.FILES["mix.edges"].replace("400Gb/s", "3600Gb/s"))
        done = fsin("check", "exp.yaml", "network.router.forward=tail-due")
        self.assertNotIn(self.WARNING, done.stdout + done.stderr)
        self.assertIn("network.router.forward has no effect", done.stdout + done.stderr)


class ParallelLinks(InFolder):
    FILES = {
        "par.edges": "".join(f"leaf{leaf} spine bandwidth=100Gb/s delay=1us\n" * 4 for leaf in (0, 1)) +
                     "".join(f"h{host} leaf{host // 4} bandwidth=100Gb/s delay=1us\n" for host in range(8)),
        "four.yaml": "program: 1\nranks: 8\ndo:\n  - if: rank < 4\n    do: [{send: {to: rank + 4, bytes: 1 MB}}]\n"
                     "    else: [{recv: {from: rank - 4, bytes: 1 MB}}]\n",
        "exp.yaml": "fsin: 1\nnetwork:\n"
                    "  topology: {type: graph, file: par.edges, leaf_terminals: true, parallel_links: true}\n"
                    "  router: {virtual_channels: 2, queue: 64 packets, credit_delay: 1 us}\n"
                    "  routing: {type: shortest, choice: packet}\n  packet: 1000 B\n  phit: 50 B\n"
                    "  link: {bandwidth: 100 Gb/s}\nworkload:\n  type: program\n"
                    "  kernel: {type: script, file: four.yaml}\n",
    }

    def test_the_adaptive_choice_uses_all_links_with_any_number_of_channels(self):
        bound = 1e6 * 8 / 100e9 + 4e-6  # four messages over four links, and the delays of four links
        for channels in (1, 2, 4, 8):
            with self.subTest(channels=channels):
                vcs = f"network.router.virtual_channels={channels}"
                adaptive = seconds(vcs, "network.routing.choice=adaptive", "--allow-deadlock")
                drawn = seconds(vcs, "network.routing.choice=packet", "--allow-deadlock")
                self.assertLessEqual(adaptive, 1.1 * bound)
                self.assertLessEqual(adaptive, drawn)

    def test_both_engines_choose_the_same_links(self):
        event, reference = (json.loads(fsin("run", "exp.yaml", "-q", "--json", "-", "--engine", engine,
                                            "network.routing.choice=adaptive", "network.router.virtual_channels=8",
                                            "network.packet=10 kB", "network.phit=1 kB").stdout)
                            for engine in ("event", "reference"))
        self.assertEqual(event["fingerprint"], reference["fingerprint"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)

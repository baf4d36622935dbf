# SPDX-License-Identifier: Apache-2.0
"""Links of 30 ms, a hundred million cycles at 100 Gb/s, under every model of the network, through the program.

    long_links_test.py FSIN"""
import json
import math
import os
import subprocess
import sys
import unittest

from in_folder import InFolder

FSIN = os.path.abspath(sys.argv[1])
WAY = 93_750_000  # cycles of 0.32 ns in 30 ms


def fsin(*words):
    done = subprocess.run([FSIN, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stderr}")
    return done


def run(*words):
    return json.loads(fsin("run", "exp.yaml", "-q", "--json", "-", *words).stdout)


class LongLinks(InFolder):
    FILES = {
        "wan.edges": "switch here terminals=2\nswitch there terminals=2\nhere there delay=30ms\n",
        "back.yaml": "program: 1\nranks: 4\ndo:\n"
                     "  - if: rank == 0\n    do: [{send: {to: 2, bytes: size}}, {recv: {from: 2, bytes: size}}]\n"
                     "  - if: rank == 2\n    do: [{recv: {from: 0, bytes: size}}, {send: {to: 0, bytes: size}}]\n"
                     "let: {size: 1000}\n",
        "stream.yaml": "program: 1\nranks: 4\ndo:\n  - if: rank == 0\n    do: [{send: {to: 2, bytes: 2 MB}}]\n"
                       "  - if: rank == 2\n    do: [{recv: {from: 0, bytes: 2 MB}}]\n",
        "exp.yaml": "fsin: 1\nnetwork:\n  topology: {type: graph, file: wan.edges}\n  routing: shortest\n"
                    "  router: {queue: 64 packets}\n  packet: 1000 B\n  link: {bandwidth: 100 Gb/s}\n"
                    "workload: {type: program, kernel: {type: script, file: back.yaml}}\n",
    }
    NEAR = "network.link.delay_by_class=[0, 0]"

    def test_a_message_and_its_answer_take_two_ways_more_to_the_cycle_than_without_delay(self):
        for words in (["--engine", "event"], ["--engine", "reference"], ["network.model=flow"],
                      ["network.model=flow", "--engine", "reference"], ["network.router.flow_control=store-and-forward"]):
            with self.subTest(words=words):
                self.assertEqual(run(*words)["cycles"] - run(self.NEAR, *words)["cycles"], 2 * WAY)

    def test_a_model_with_a_latency_of_its_own_takes_it_each_way_to_the_cycle(self):
        for model in ("{type: loggp, latency: %s}", "{type: loggps, latency: %s}",
                      "{type: piecewise, latency: [%s], byte_time: [0.08 ns]}"):
            with self.subTest(model=model):
                far, near = (run("network.link.delay_by_class=[]", "network.model=" + model % latency)["cycles"]
                             for latency in ("30 ms", "0 ns"))
                self.assertEqual(far - near, 2 * WAY)

    def test_the_ideal_model_has_the_delay_of_every_link(self):
        delay = ["network.link.delay_by_class=[]", "network.model=ideal"]
        self.assertEqual(run(*delay, "network.link.delay=30 ms")["cycles"] - run(*delay)["cycles"], 2 * WAY)

    def test_a_stream_has_one_window_under_way_in_each_round_trip_and_memory_for_no_more(self):
        stream = "network.router.queue=64 packets", "workload.kernel.file=stream.yaml"
        far, near = run(*stream), run(self.NEAR, *stream)
        windows = 2000 / 64  # of the messages' packets; credits take no time
        self.assertLess(abs(far["cycles"] / (math.ceil(windows) * WAY) - 1), 0.001)
        self.assertLess(far["host"]["peak_rss_bytes"], near["host"]["peak_rss_bytes"] + 10_000_000)

    def test_a_queue_that_does_not_cover_the_round_trip_is_warned_of_with_a_packet_that_would(self):
        done = fsin("check", "exp.yaml", "network.router.credit_delay=30 ms")
        self.assertIn("do not cover the round trip of a slot, 187500", done.stdout + done.stderr)
        self.assertIn("in phits of at least", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)

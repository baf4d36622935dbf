#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fsin.Network: the network as a part of a simulator in Python.

Usage: network_test.py ROOT BUILD
"""
import unittest

from common import TORUS, InFolder, fsin

NETWORK = {"network": TORUS["network"]}
MODELS = ("routers", "ideal", "flow", "loggp", "loggps",
          {"type": "piecewise", "latency": ["1 us"], "byte_time": ["1 ns"]})


class Networks(InFolder):
    def test_a_ping_pong_takes_as_many_cycles_as_the_program(self):
        for model in MODELS:
            network = fsin.Network(NETWORK, model=model)
            for pair in range(8):
                network.send(2 * pair, 2 * pair + 1, 1000, 0, pair)
            legs, last = [0] * 8, 0
            while network.under_way:
                network.advance()
                for pair, cycle in network.deliveries():
                    legs[pair] += 1
                    last = cycle
                    if legs[pair] < 6:
                        answers = legs[pair] % 2
                        network.send(2 * pair + answers, 2 * pair + 1 - answers, 1000, token=pair)
            program = {**NETWORK, "workload": {"type": "program", "kernel": {"type": "pingpong", "bytes": "1000 B", "iterations": 3}}}
            self.assertEqual(fsin.run(program, model=model).cycles, last + 1, model)

    def test_the_clock_goes_as_far_as_it_is_told_or_to_the_next_delivery(self):
        network = fsin.Network(NETWORK, model="loggps")
        self.assertEqual((network.nodes, network.now(), network.advance()), (16, 0, 0))
        self.assertIsNone(network.next_delivery())
        self.assertEqual(network.advance(100), 100)
        network.send(0, 1, 8, token=2**64 - 1)
        reached = network.advance()
        self.assertEqual(network.next_delivery(), fsin.Delivery(2**64 - 1, reached))
        self.assertAlmostEqual(network.seconds(), reached * network.seconds_per_cycle)
        self.assertEqual(network.under_way, 0)

    def test_what_is_wrong_is_an_exception_of_python(self):
        with self.assertRaises(fsin.ExperimentError) as raised:
            fsin.Network("fsin: 1\nnetwork:\n  modle: flow\n")
        self.assertEqual((raised.exception.mistakes[0].file, raised.exception.mistakes[0].line), ("experiment", 3))
        with self.assertWarnsRegex(fsin.ExperimentWarning, "workload is left out"):
            network = fsin.Network({**NETWORK, "workload": {"load": 0.2}})
        self.assertRaisesRegex(ValueError, "destination 99 does not exist", network.send, 0, 99, 8)
        self.assertRaisesRegex(ValueError, "no engine", fsin.Network, NETWORK, engine="fast")
        self.assertRaises(TypeError, network.send, 0, -1, 8)
        limited = fsin.Network(NETWORK, max_cycles=100)
        self.assertRaisesRegex(RuntimeError, "cycle_limit in cycle 100", limited.advance, 200)


if __name__ == "__main__":
    unittest.main(argv=["network_test.py"])

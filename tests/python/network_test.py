#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fsin.Network: the network as a part of a simulator in Python.

Usage: network_test.py ROOT BUILD
"""
import copy
import pickle
import subprocess
import sys
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

    def test_a_network_goes_on_from_bytes_a_pickle_and_a_copy_as_if_nothing_had_been(self):
        def rest(network):
            came = []
            while network.under_way:
                network.advance()
                came += network.deliveries()
            return came

        for engine in ("event", "reference"):
            for model in MODELS:
                network = fsin.Network(NETWORK, model=model, engine=engine)
                for node in range(16):
                    network.send(node, (node + 5) % 16, 300 * node, at=10 * node, token=node)
                network.advance(60)
                state = network.save()
                others = [network.branch(), copy.copy(network), copy.deepcopy({"a": [network]})["a"][0],
                          pickle.loads(pickle.dumps(network)), fsin.Network(NETWORK, model=model, engine=engine)]
                others[-1].restore(state)
                came = rest(network)
                self.assertGreater(len(came), 3)
                for each in others:
                    self.assertEqual((rest(each), each.now(), each.seconds()), (came, network.now(), network.seconds()))
                network.restore(state)
                self.assertEqual(rest(network), came)

    def test_a_pickle_goes_on_in_another_process(self):
        path = self.file("machine.yaml", "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n"
                                         "workload: {load: 0.1}\n")
        with self.assertWarns(fsin.ExperimentWarning):
            network = fsin.Network(path, model="flow")
        network.send(0, 5, 10_000)
        network.advance(50)
        with open("state", "wb") as file:
            pickle.dump(network, file)
        code = "import pickle\nwith open('state', 'rb') as file:\n    n = pickle.load(file)\nprint(n.advance(), n.next_delivery())"
        there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual((there.stdout, there.stderr), (f"{network.advance()} {network.next_delivery()}\n", ""))

    def test_what_is_no_state_is_a_value_error_and_changes_nothing(self):
        network = fsin.Network(NETWORK)
        network.send(0, 5, 4096, token=3)
        network.advance(40)
        state = network.save()
        self.assertRaisesRegex(ValueError, "cut off after 100 of", network.restore, state[:100])
        self.assertRaisesRegex(ValueError, "damaged", network.restore, state[:-1] + bytes([state[-1] ^ 1]))
        self.assertRaisesRegex(ValueError, "another experiment", network.restore, fsin.Network(NETWORK, measure__seed=2).save())
        self.assertRaises(TypeError, network.restore, "text")
        self.assertEqual(network.now(), 40)
        network.advance()
        self.assertEqual(network.next_delivery().token, 3)

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

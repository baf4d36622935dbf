#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Patterns, routes and workloads that functions of Python give: against those of the catalogues, and what is wrong with them.

Usage: functions_test.py ROOT BUILD
"""
import traceback
import unittest

from common import TORUS, InFolder, fsin

MESH = {"network": {"topology": {"type": "mesh", "dims": [4, 4]}, "router": {"virtual_channels": 1, "flow_control": "none"}},
        "workload": {"load": 0.2}, "measure": {"warmup": 200, "cycles": 1000}}


def dimension_order(router, destination):
    """First along X, ports 0 and 1, then along Y, ports 2 and 3."""
    (x, y), (to_x, to_y) = (router % 4, router // 4), (destination % 4, destination // 4)
    if x != to_x:
        return 0 if to_x > x else 1
    return 2 if to_y > y else 3


class Patterns(InFolder):
    def test_a_permutation_sends_what_that_of_the_catalogue_sends(self):
        mine = fsin.write_pattern("mine.csv", lambda source: source % 4 * 4 + source // 4, nodes=16)
        result, same = (fsin.run(TORUS, pattern=pattern, cycles=3000) for pattern in (mine, "transpose"))
        self.assertAlmostEqual(result.load.offered, same.load.offered, 12)
        table = result.table("traffic")
        self.assertTrue((table.destination == table.source % 4 * 4 + table.source // 4).all())
        self.assertEqual(sorted(set(table.source)), sorted(set(same.table("traffic").source)))

    def test_several_destinations_are_equally_likely_or_weighted_and_a_draw_has_its_share(self):
        def shares(function, **how):
            pattern = fsin.write_pattern("mine.csv", function, nodes=16, **how)
            table = fsin.run(TORUS, pattern=pattern, load=0.4, cycles=20_000).table("traffic")
            of_three = table[table.source == 3].set_index("destination").packets
            return (of_three / of_three.sum()).to_dict()

        for function, how, expected in (
                (lambda source: [(source + 1) % 16, (source + 4) % 16], {}, {4: 0.5, 7: 0.5}),
                (lambda source: {(source + 1) % 16: 3, (source + 4) % 16: 1, (source + 5) % 16: 0}, {}, {4: 0.75, 7: 0.25}),
                (lambda source, draw: (source + 1 + int(3 * draw ** 2)) % 16, {"draws": 4096}, {4: 0.5774, 5: 0.2391, 6: 0.1835})):
            found = shares(function, **how)
            self.assertEqual(sorted(found), sorted(expected))
            for destination, share in expected.items():
                self.assertAlmostEqual(found[destination], share, delta=0.03)

    def test_what_is_no_message_makes_a_source_send_less(self):
        mine = fsin.write_pattern("mine.csv", lambda source, draw: None if source % 2 and draw < 0.5 else (source + 1) % 16, nodes=16)
        totals = fsin.run(TORUS, pattern=mine, cycles=20_000).table("traffic").groupby("source").packets.sum()
        self.assertAlmostEqual(totals[1::2].sum() / totals[::2].sum(), 0.5, delta=0.03)

    def test_what_is_wrong_with_a_pattern_is_told_and_no_file_is_left(self):
        for function, why in ((lambda source: 16, "from node 0 to node 16; whole numbers from 0 to 15"),
                              (lambda source: 1.5, "to node 1.5"), (lambda source: True, "to node True"),
                              (lambda source: source, "no node send"), (lambda source: None, "no node send"),
                              (lambda source, draw: [1, 2], r"to node \[1, 2\]"),
                              (lambda source: {1: -2}, "weight -2"), (lambda source: {1: float("nan")}, "weight nan")):
            self.assertRaisesRegex(ValueError, why, fsin.write_pattern, "mine.csv", function, 16)
            self.assertRaises(FileNotFoundError, open, "mine.csv")
        self.assertRaisesRegex(TypeError, "takes 3", fsin.write_pattern, "mine.csv", lambda a, b, c: 0, 16)

        def mistaken(source):
            return {}[source]

        try:
            fsin.write_pattern("mine.csv", mistaken, 16)
        except KeyError as error:
            told = traceback.extract_tb(error.__traceback__)
        self.assertEqual((told[-1].name, told[-1].line), ("mistaken", "return {}[source]"))


class Routes(InFolder):
    def test_routes_of_a_function_are_those_of_the_catalogue_to_the_last_phit(self):
        mine = fsin.write_routes("routes.txt", lambda router, node: (dimension_order(router, node), 0), routers=16)
        for engine in ("event", "reference"):
            self.assertEqual(fsin.run(MESH, routing=mine, engine=engine).fingerprint, fsin.run(MESH, routing="dor").fingerprint)
        self.assertEqual(fsin.check(MESH, routing=mine).deadlock.answer, "free")

    def test_routes_are_checked_as_those_of_the_catalogue_are(self):
        def ring(router, node):  # always on in X, round a torus, and then in Y
            return 0 if router % 4 != node % 4 else 2

        torus = {**MESH, "network": {**MESH["network"], "topology": {"type": "torus", "dims": [4, 4]}}}
        mine = fsin.write_routes("ring.txt", lambda *where: (ring(*where), 0), routers=16)
        self.assertNotEqual(fsin.check(torus, routing=mine).deadlock.answer, "free")
        with self.assertRaisesRegex(fsin.ExperimentError, "deadlock"):
            fsin.run(torus, routing=mine)
        for function, why in ((lambda router, node: None, "it ends at router 1, which has no line"),
                              (lambda router, node: 0 if router % 4 < 3 else 1, "it goes round"),
                              (lambda router, node: 0, "port 0 of router 3 leads nowhere"),
                              (lambda router, node: (dimension_order(router, node), 3), "no virtual channel 3")):
            with self.assertRaisesRegex(fsin.ExperimentError, why):
                fsin.check(MESH, routing=fsin.write_routes("routes.txt", function, routers=16))
        self.assertRaisesRegex(ValueError, "at router 0 for node 1 port -1", fsin.write_routes, "r", lambda *_: -1, 16)
        self.assertRaisesRegex(ValueError, "a port, or port and channel", fsin.write_routes, "r", lambda *_: (1, 2, 3), 16)
        self.assertRaises(ZeroDivisionError, fsin.write_routes, "r", lambda *_: 1 // 0, 16)


def profitable(router, destination):
    (x, y), (to_x, to_y) = (router % 4, router // 4), (destination % 4, destination // 4)
    return [port for port, further in ((0 if to_x > x else 1, x != to_x), (2 if to_y > y else 3, y != to_y)) if further]


def escaping(router, came, destination):
    """Channel 1 of any port that leads nearer; channel 0 in the order of the dimensions, for good."""
    ports = profitable(router, destination)
    escape = (ports[0], 0)
    return escape if came is not None and came[1] == 0 else [*((port, 1) for port in ports), escape]


class Channels(InFolder):
    TWO = {**MESH, "network": {**MESH["network"], "router": {"virtual_channels": 2, "flow_control": "none"}}}

    def test_a_function_without_choice_is_the_routing_of_the_catalogue(self):
        mine = fsin.write_channels("mine.txt", lambda router, came, node: (dimension_order(router, node), 0), MESH)
        for engine in ("event", "reference"):
            self.assertEqual(fsin.run(MESH, routing=mine, engine=engine).fingerprint, fsin.run(MESH, routing="dor").fingerprint)

    def test_what_a_packet_may_take_can_depend_on_where_it_came_from(self):
        mine = fsin.write_channels("mine.txt", escaping, self.TWO)
        self.assertEqual(fsin.check(self.TWO, routing=mine).deadlock.answer, "free")
        both = [fsin.run(self.TWO, routing=mine, engine=engine, load=1, pattern="transpose") for engine in ("event", "reference")]
        self.assertEqual(both[0].fingerprint, both[1].fingerprint)
        with self.assertWarnsRegex(fsin.ExperimentWarning, "above the capacity"):
            straight = fsin.run(self.TWO, routing="dor", load=1, pattern="transpose")
        self.assertGreater(both[0].load.accepted, 1.2 * straight.load.accepted)
        any_turn = fsin.write_channels("any.txt", lambda router, came, node: profitable(router, node), self.TWO, choice="random")
        self.assertEqual(fsin.check(self.TWO, routing=any_turn).deadlock.answer, "not free")

    def test_a_ladder_goes_up_from_the_channel_by_which_a_packet_came(self):
        ring = {**MESH, "network": {"topology": {"type": "torus", "dims": [5]}, "router": {"virtual_channels": 4, "flow_control": "none"},
                                    "routing": "shortest"}}

        def up(router, came, node):
            return 0, 0 if came is None else came[1] + 1

        self.assertEqual(fsin.check(ring, routing=fsin.write_channels("up.txt", up, ring)).deadlock.answer, "free")
        flat = fsin.write_channels("flat.txt", lambda router, came, node: (0, 0), ring)
        self.assertEqual(fsin.check(ring, routing=flat).deadlock.answer, "not free")

    def test_interfaces_are_not_asked_and_the_last_switch_need_not_answer(self):
        star = {"network": {"topology": {"type": "full-mesh", "switches": 4, "terminals": 2}, "router": {"virtual_channels": 1},
                            "routing": "shortest"}, "workload": {"load": 0.2}, "measure": {"warmup": 200, "cycles": 1000}}
        links = {(int(start), int(to)): int(port) for start, port, to, _ in fsin.topology(star).links.tolist()}
        asked = []

        def straight(router, came, node):
            asked.append(router)
            home = 8 + node // 2
            return None if router == home else (links[router, home], 0)

        mine = fsin.write_channels("mine.txt", straight, star)
        self.assertEqual({*asked}, {8, 9, 10, 11})
        self.assertEqual(fsin.run(star, routing=mine).fingerprint, fsin.run(star, routing="shortest").fingerprint)

    def test_the_topology_has_every_link(self):
        network = fsin.topology(MESH)
        self.assertEqual((network.nodes, network.routers, network.ports, network.virtual_channels, len(network.links)), (16, 16, 4, 1, 48))
        self.assertEqual(network.links[0].tolist(), (0, 0, 1, 0))
        self.assertRaises(fsin.ExperimentError, fsin.topology, MESH, dims=[0])

    def test_channels_that_lead_to_no_end_and_answers_that_are_none_are_told(self):
        for function, why in ((lambda *_: [], "no line at router"), (lambda *_: None, "no line at router"),
                              (lambda *_: 0, "port 0 of router 3 leads nowhere"),
                              (lambda router, came, node: [0, 1] if 0 < router % 4 < 3 else profitable(router, node), "go round for ever")):
            with self.assertRaisesRegex(fsin.ExperimentError, why):
                fsin.check(MESH, routing=fsin.write_channels("mine.txt", function, MESH))
        for function, why in ((lambda *_: 4, "port 4; whole numbers from 0 to 3"), (lambda *_: [(0, 1)], "virtual channel 1"),
                              (lambda *_: [(0, 0, 0)], "a port, or port and virtual channel"), (lambda *_: "0", "port '0'")):
            self.assertRaisesRegex(ValueError, why, fsin.write_channels, "r", function, MESH)
            self.assertRaises(FileNotFoundError, open, "r")
        self.assertRaises(ZeroDivisionError, fsin.write_channels, "r", lambda *_: 1 // 0, MESH)
        self.assertRaisesRegex(fsin.ExperimentError, "choice", fsin.check, MESH,
                               routing=fsin.write_channels("r", lambda *_: 0, MESH, choice="best"))


class Workloads(InFolder):
    def test_a_workload_in_python_takes_the_cycles_of_the_program(self):
        class PingPong(fsin.Workload):
            def __init__(self):
                self.legs = [0] * 8

            def offers(self):
                for pair in range(8):
                    yield fsin.Send(2 * pair, 2 * pair + 1, 1000, note=pair)

            def delivered(self, message, cycle):
                self.legs[message.note] += 1
                if self.legs[message.note] < 6:
                    yield fsin.Send(message.destination, message.source, 1000, note=message.note)

        network = {"network": TORUS["network"]}
        program = {**network, "workload": {"type": "program", "kernel": {"type": "pingpong", "bytes": "1000 B", "iterations": 3}}}
        for model in ("routers", "flow", "loggps"):
            for engine in ("event", "reference"):
                played = fsin.play(network, PingPong(), model=model, engine=engine)
                self.assertEqual((len(played.messages), played.under_way), (48, 0))
                self.assertEqual(fsin.run(program, model=model).cycles, int(played.messages["came"].max()) + 1, model)

    def test_packets_that_a_workload_offers_come_as_those_of_a_file(self):
        packets = [[1 + 2 * i, i * 7 % 16, (i * 7 + 1 + i % 15) % 16, 64] for i in range(60)]

        class Given(fsin.Workload):
            def offers(self):
                for at, source, destination, size in packets:
                    yield fsin.Send(source, destination, size, at)

        network = {"network": TORUS["network"]}
        of_file = fsin.run({**network, "workload": fsin.write_packets("packets.txt", packets)})
        played = fsin.play(network, Given())
        self.assertEqual(int(played.messages["came"].max()) + 1, of_file.cycles)
        self.assertEqual(len(played.to_frame()), of_file.packets.delivered)
        # a packet is in the network from its cycle to that before its receiver acts
        self.assertAlmostEqual(played.times.mean() - 1, of_file.latency.mean, delta=1)

    def test_endless_offers_end_with_until(self):
        class Endless(fsin.Workload):
            def offers(self):
                at = 0
                while True:
                    yield fsin.Send(at % 16, (at + 5) % 16, 64, at)
                    at += 1

        played = fsin.play({"network": TORUS["network"]}, Endless(), until=500)
        self.assertEqual((played.cycles, len(played.messages) + played.under_way), (500, 500))
        self.assertIn("under way", repr(played))

    def test_offers_without_an_end_and_without_cycles_are_refused(self):
        class Flood(fsin.Workload):
            def offers(self):
                while True:
                    yield fsin.Send(0, 1, 64)

        most = fsin._workload.MOST_AT_ONCE
        fsin._workload.MOST_AT_ONCE = 1000
        try:
            self.assertRaisesRegex(ValueError, "more than 1,000 messages for cycle 0", fsin.play, {"network": TORUS["network"]}, Flood())
        finally:
            fsin._workload.MOST_AT_ONCE = most

    def test_what_a_workload_does_wrong_is_an_exception(self):
        def playing(offers=(), answer=None):
            class Some(fsin.Workload):
                def offers(self):
                    return iter(offers)

                def delivered(self, message, cycle):
                    return answer(cycle) if answer else None
            return fsin.play({"network": TORUS["network"]}, Some())

        self.assertEqual(len(playing().messages), 0)
        first = fsin.Send(0, 1, 64, 0)
        self.assertRaisesRegex(ValueError, "destination 99 does not exist", playing, [fsin.Send(0, 99, 64)])
        self.assertRaisesRegex(ValueError, "cycle 3 is over", playing, [fsin.Send(0, 1, 64, 40), fsin.Send(0, 1, 64, 3)])
        self.assertRaisesRegex(TypeError, "a workload offers fsin.Send", playing, [(0, 1, 64)])
        self.assertRaisesRegex(TypeError, "a workload offers fsin.Send", playing, [first], lambda cycle: [7])
        self.assertRaisesRegex(ValueError, "cycle 2 is over", playing, [first], lambda cycle: [fsin.Send(1, 0, 64, 2)])
        self.assertRaises(ZeroDivisionError, playing, [first], lambda cycle: 1 // 0)


if __name__ == "__main__":
    unittest.main(argv=["functions_test.py"])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Results in Python: members, figures, tables that share memory, and figures drawn.

Usage: results_test.py ROOT BUILD
"""
import copy
import gc
import os
import sys
import unittest

from common import ROOT, TORUS, InFolder, fsin, numpy, pandas

TRACE = os.path.join(ROOT, "traces/npb/cg.S.4.txt.zst")


class Results(InFolder):
    def test_members_are_attributes_items_and_dotted_names(self):
        result = fsin.run(TORUS)
        self.assertEqual(result.latency.mean, result["latency"]["mean"])
        self.assertEqual(result.latency.mean, result["latency.mean"])
        self.assertEqual(result.config.network.topology.dims, [4, 4])
        self.assertIn("latency", dir(result))
        self.assertEqual(result.name, "experiment")
        self.assertRaises(AttributeError, lambda: result.latencies)
        self.assertRaises(KeyError, lambda: result["latency.maen"])
        self.assertRaises(AttributeError, lambda: result.__dict_of_nothing__)
        copied = result.to_dict()
        copied["latency"]["mean"] = 0
        self.assertNotEqual(result.latency.mean, 0)
        self.assertIn("finished", repr(result))
        self.assertIn("latency.mean", result._repr_html_())

    def test_a_figure_has_its_interval_and_an_unknown_one_the_nearest_name(self):
        one = fsin.run(TORUS)
        self.assertIsNone(one.figure("latency.mean").half_width)
        five = fsin.run(TORUS, seeds=5)
        figure = five.figure("latency.mean")
        self.assertEqual(figure.mean, five.latency.mean)
        self.assertEqual(figure.half_width, five.summary().loc["latency.mean", "half_width"])
        self.assertEqual(figure.half_width, five.to_dict()["summary"]["latency"]["mean"]["half_width"])
        self.assertEqual((figure.n, figure.unit), (5, "cycles"))
        self.assertRegex(str(figure), r"^\d+\.\d+ \+- 0?\.?\d+.* cycles$")
        with self.assertRaisesRegex(KeyError, "did you mean 'latency.mean'"):
            five.figure("latency.maen")
        with self.assertRaisesRegex(LookupError, "means nothing"):
            five.figure("ranks.finished")
        self.assertEqual({metric.name for metric in fsin.figures()}, {metric.name for metric in fsin.METRICS})

    def test_frames_have_a_row_for_each_run(self):
        frame = fsin.run(TORUS, seeds=4, jobs=2).to_frame()
        self.assertEqual(frame["seed"].tolist(), [1, 2, 3, 4])
        self.assertEqual(len(set(frame["fingerprint"])), 4)
        self.assertGreater(frame["latency.mean"].std(), 0)

    def test_tables_show_memory_without_a_copy_and_keep_it(self):
        result = fsin.run(TORUS)
        for name in ("links", "latency", "traffic", "nodes", "series"):
            array, table = result.array(name), result.table(name)
            self.assertGreater(len(array), 0, name)
            self.assertEqual(len(array), len(table), name)
            shared = numpy.shares_memory(table["phits" if name in ("links", "nodes") else "packets"].to_numpy(),
                                         result.array(name))
            self.assertEqual(shared, name != "series", name)  # series are computed at each call
            if name != "series":
                with self.assertRaises(ValueError):
                    array[0] = array[0]
        links = result.array("links")
        before = copy.deepcopy(numpy.array(links))
        del result
        gc.collect()
        for _ in range(5):
            fsin.run(TORUS, load=0.1)
        self.assertTrue((links == before).all(), "an array outlives its result")

    def test_tables_add_up_to_the_figures(self):
        result = fsin.run(TORUS)
        links, nodes, series = (result.table(name) for name in ("links", "nodes", "series"))
        self.assertAlmostEqual(links["utilisation"].max(), result.links.utilisation_max)
        self.assertAlmostEqual(nodes["accepted"].mean(), result.load.accepted)
        self.assertEqual(result.table("traffic")["packets"].sum(), series["packets"].sum())
        self.assertEqual(result.table("latency")["packets"].sum(), result.packets.delivered)
        self.assertEqual(len(result.table("ranks")), 0)
        with self.assertRaisesRegex(KeyError, "links, nodes"):
            result.table("link")

    def test_ranks_of_a_trace_have_tables(self):
        result = fsin.run(TORUS, workload={"type": "trace", "file": TRACE}, measure={"max_cycles": 10_000_000})
        ranks, gantt = result.table("ranks"), result.table("gantt")
        self.assertEqual(ranks["rank"].tolist(), [0, 1, 2, 3])
        self.assertLessEqual(result.cycles - ranks["finished"].max(), 1)  # the last message may be consumed a cycle later
        self.assertLessEqual(set(gantt["state"]), {"compute", "wait_message", "wait_room", "send"})
        self.assertTrue((gantt["from"] <= gantt["to"]).all())

    def test_points_are_found_by_their_place_on_the_axes(self):
        sweep = fsin.sweep(TORUS, grid={"workload.load": [0.1, 0.3], "measure.cycles": [500, 1000]}, cache=False)
        self.assertEqual(sweep.axes, ["workload.load", "measure.cycles"])
        self.assertEqual([point.labels["measure.cycles"] for point in sweep], ["500", "1000"] * 2)
        self.assertEqual(sweep.point(load=0.3, cycles=500).load.offered, 0.3)
        self.assertEqual(sweep[-1].fingerprint, sweep[1:][-1].fingerprint)
        frame = sweep.to_frame()
        self.assertEqual(frame["workload.load"].tolist(), [0.1, 0.1, 0.3, 0.3])
        self.assertEqual(frame["measure.cycles"].tolist(), [500, 1000] * 2)
        self.assertRaises(IndexError, lambda: sweep[4])
        self.assertRaisesRegex(LookupError, "2 points", sweep.point, load=0.3)
        self.assertRaisesRegex(KeyError, "no axis", sweep.point, laod=0.3)
        named = fsin.sweep({**TORUS, "sweep": {"grid": {"router": {"One VC": {"network.router.virtual_channels": 1},
                                                                   "two": {"network.router.virtual_channels": 2}}}}}, cache=False)
        self.assertEqual([point.labels["router"] for point in named], ["One VC", "two"])
        clash = fsin.sweep(TORUS, grid={"cycles": [500, 1000]}, cache=False).to_frame()
        self.assertEqual((clash["cycles"].tolist(), clash["figure.cycles"].tolist()), ([500, 1000], [700, 1200]))

    def test_numpy_and_python_values_are_taken_as_yaml(self):
        wanted = fsin.run(TORUS, load=0.25).fingerprint
        for value in (numpy.float64(0.25), numpy.float32(0.25), "0.25"):
            self.assertEqual(fsin.run(TORUS, load=value).fingerprint, wanted)
        self.assertEqual(fsin.run(TORUS, load=0.25, dims=numpy.array([4, 4])).fingerprint, wanted)
        self.assertEqual(fsin.run({**TORUS, "workload": {"load": numpy.float64(0.25)}}, dims=(4, 4)).fingerprint, wanted)
        with self.assertRaisesRegex(TypeError, "load: object"):
            fsin.run(TORUS, load=object())
        loads = fsin.sweep(TORUS, grid={"load": numpy.linspace(0.1, 0.3, 3)}, cache=False).to_frame()["load"]
        self.assertEqual(loads.tolist(), [0.1, 0.2, 0.3])

    def test_arrays_are_traffic(self):
        rates = numpy.zeros((16, 16))
        rates[3, 5] = 1
        result = fsin.run(TORUS, pattern=fsin.write_matrix("rates.csv", rates), load=0.05)
        self.assertEqual(result.table("traffic")[["source", "destination"]].drop_duplicates().values.tolist(), [[3, 5]])
        self.assertEqual([each["kind"] for each in result.to_dict()["inputs"]], ["workload.pattern.file"])
        packets = pandas.DataFrame({"cycle": [9, 1], "source": [1, 0], "destination": [2, 15], "bytes": [64, 64]})
        for some in (packets, packets.to_records(index=False), packets.to_numpy()):
            network = {"network": TORUS["network"], "workload": fsin.write_packets("packets.txt", some)}
            self.assertEqual(fsin.run(network).packets.delivered, 2)
        self.assertRaisesRegex(ValueError, "four columns", fsin.write_packets, "packets.txt", [[1, 2]])
        self.assertRaisesRegex(ValueError, "whole numbers", fsin.write_packets, "packets.txt", [[1, 2, 3, -1]])
        self.assertRaisesRegex(ValueError, "for each node", fsin.write_matrix, "rates.csv", [[1, 2]])

    def test_a_file_that_an_experiment_names_counts_in_the_cache(self):
        rates = numpy.ones((16, 16)) - numpy.eye(16)
        pattern = fsin.write_matrix("rates.csv", rates)
        first = fsin.sweep(TORUS, pattern=pattern, cache="cache")[0]
        rates[:, 8:] = 0
        fsin.write_matrix("rates.csv", rates)
        second = fsin.sweep(TORUS, pattern=pattern, cache="cache")[0]
        self.assertNotEqual(first.fingerprint, second.fingerprint)
        self.assertEqual(second.fingerprint, fsin.run(TORUS, pattern=pattern).fingerprint)
        self.assertEqual(len([name for _, _, names in os.walk("cache") for name in names]), 2)

    def test_figures_are_drawn_with_intervals_and_marks(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not installed")
        matplotlib.use("agg")
        sweep = fsin.sweep(TORUS, grid={"load": [0.1, 0.3, 2.0], "pattern": ["uniform", "tornado"]}, seeds=2, cache=False)
        axes = sweep.plot("load", "latency.mean")
        self.assertEqual(axes.get_ylabel(), "latency, mean (cycles)")
        self.assertEqual([text.get_text() for text in axes.get_legend().get_texts()], ["uniform", "tornado"])
        hollow = sum(len(marks.get_offsets()) for marks in axes.collections
                     if hasattr(marks, "get_sizes") and len(marks.get_facecolors()) and (marks.get_facecolors()[0] == 1).all())
        saturated = (sweep.to_frame()["outcome"] != "finished").sum()
        self.assertEqual(hollow, saturated)
        self.assertGreater(saturated, 0)
        sweep.plot("load.accepted", "latency.p99", by="pattern").figure.savefig("figure.svg")
        self.assertGreater(os.path.getsize("figure.svg"), 1000)
        self.assertRaises(KeyError, sweep.plot, "load", "latency.maen")
        trace = fsin.run(TORUS, workload={"type": "trace", "file": TRACE}, measure={"max_cycles": 10_000_000})
        for kind in ("series", "latency", "links", "gantt"):
            self.assertTrue(trace.plot(kind).get_xlabel(), kind)
        matplotlib.pyplot.close("all")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

# SPDX-License-Identifier: Apache-2.0
"""Simulate interconnection networks: fsin.run(), fsin.sweep(), fsin.check(), fsin.read(); fsin.Network couples one.

    import fsin
    result = fsin.run("experiments/first.yaml", load=0.3, seeds=5)
    print(result.latency.mean, result.figure("latency.mean"))

Experiments, keys, checks and figures are those of the command `fsin`: the same keys and seed give the same result, to the
last digit.
"""
from __future__ import annotations

from . import _fsin
from ._arrays import write_matrix, write_packets
from ._calls import Topology, check, read, run, sweep, topology
from ._errors import ExperimentError, ExperimentWarning, FolderError, Interrupted, Mistake
from ._figures import METRICS, Figure, Metric
from ._functions import write_channels, write_pattern, write_routes
from ._network import Delivery, Network
from ._progress import Progress
from ._result import Result, Section
from ._sweep import Sweep
from ._workload import Played, Send, Workload, play

__version__: str = _fsin.version()
__all__ = ["Delivery", "ExperimentError", "ExperimentWarning", "Figure", "FolderError", "Interrupted", "Metric", "Mistake",
           "Network", "Played", "Progress", "Result", "Section", "Send", "Sweep", "Topology", "Workload", "check", "data_folder",
           "figures", "play", "read", "run", "sweep", "topology", "write_channels", "write_matrix", "write_packets",
           "write_pattern", "write_routes"]


def figures() -> tuple[Metric, ...]:
    """Every figure of a result, with unit and meaning: those of `fsin list statistic`."""
    return METRICS


def data_folder() -> str:
    """The folder of the bundled experiments, topologies and traces, which `bundled:` stands for."""
    return str(_fsin.data_folder())

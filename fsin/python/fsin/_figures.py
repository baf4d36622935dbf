# SPDX-License-Identifier: Apache-2.0
"""The figures of results: their names, units and meanings, in the order of `fsin list statistic`."""
from __future__ import annotations

import difflib
from typing import NamedTuple, Optional

from . import _fsin


class Metric(NamedTuple):
    name: str
    unit: str
    meaning: str


METRICS = tuple(Metric(*each) for each in _fsin.metrics())
INDEX = {metric.name: index for index, metric in enumerate(METRICS)}
NAMES = tuple(metric.name for metric in METRICS)


def index_of(name: str) -> int:
    """Raises KeyError, with the nearest name, for a figure that does not exist."""
    if name in INDEX:
        return INDEX[name]
    near = difflib.get_close_matches(name, NAMES, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise KeyError(f"no figure is called {name!r}{hint} (fsin.figures() has all)")


class Figure(NamedTuple):
    """A figure over the runs that have it, one for each seed."""
    mean: float
    half_width: Optional[float]  # of the interval at the confidence of the experiment; None of a single run
    stddev: float
    n: int
    unit: str
    meaning: str

    def __str__(self) -> str:
        interval = "" if self.half_width is None else f" +- {self.half_width:.4g}"
        return f"{self.mean:.6g}{interval} {self.unit}".rstrip()

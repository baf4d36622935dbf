# SPDX-License-Identifier: Apache-2.0
"""The results of a sweep: its points, each a Result, as tables and as figures."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._figures import METRICS, NAMES, index_of
from ._result import Result, free_name, runs_frame

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas as pd


class Sweep(Sequence[Result]):
    """The points of a sweep, in the order of the file: sweep[0], sweep.point(load=0.3), to_frame(), plot()."""

    def __init__(self, results: Any) -> None:
        self._results = results
        self._points = [results.point(index) for index in range(results.point_count)]

    @property
    def name(self) -> str:
        return str(self._results.name)

    @property
    def axes(self) -> list[str]:
        """What varies."""
        return list(self._results.axes)

    @property
    def complete(self) -> bool:
        """Whether no run is missing; an interrupted sweep goes on with sweep(..., out=FOLDER, resume=True)."""
        return bool(self._results.complete)

    @property
    def confidence(self) -> float:
        """Of the intervals."""
        return float(self._results.confidence)

    def __len__(self) -> int:
        return len(self._points)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"the sweep has {len(self)} points")
        return Result(self._results, index)

    def point(self, **axes: Any) -> Result:
        """The point at these places: point(load=0.3). An axis by its whole name or the end of it, `__` for a dot."""
        wanted = {self._axis(name.replace("__", ".")): str(value) for name, value in axes.items()}
        found = [index for index, (_, labels, _) in enumerate(self._points)
                 if all(labels[axis] == label for axis, label in wanted.items())]
        if len(found) == 1:
            return self[found[0]]
        raise LookupError(f"{len(found)} points of the sweep are at {axes}; its axes are {', '.join(self.axes)}")

    def _axis(self, name: str) -> int:
        found = [index for index, axis in enumerate(self.axes) if axis == name or axis.endswith("." + name)]
        if len(found) != 1:
            raise KeyError(f"no axis is called {name!r}; the sweep has {', '.join(self.axes) or 'none'}")
        return found[0]

    def _front(self, points: Sequence[int]) -> dict[str, Any]:
        """The places on the axes, as numbers where all of an axis are."""
        columns: dict[str, Any] = {}
        for axis, name in enumerate(self.axes):
            labels = [self._points[point][1][axis] for point in points]
            columns[name] = _numbers(labels) if _are_numbers(each[1][axis] for each in self._points) else labels
        return columns

    def to_frame(self) -> "pd.DataFrame":
        """A row for each point: its place on each axis, number of runs, outcome, and for each figure the mean and, where
        there are several seeds, `<figure>.half_width`, that of its interval. A figure that is called as an axis is
        `figure.<name>`."""
        import pandas as pd
        n, mean, _, half_width = self._results.estimates(0, len(self))
        known = self._results.point_outcomes()
        columns: dict[str, Any] = {**self._front(range(len(self))), "runs": np.array([runs for runs, _ in known], dtype=int),
                                   "outcome": [outcome for _, outcome in known]}
        for column in np.flatnonzero(n.any(axis=0)):
            name = free_name(NAMES[column], columns)
            columns[name] = mean[:, column]
            if n[:, column].max() > 1:
                width = half_width[:, column]
                columns[name + ".half_width"] = np.where(np.isfinite(width), width, np.nan)
        return pd.DataFrame(columns)

    def runs_frame(self) -> "pd.DataFrame":
        """A row for each run: its place on each axis, seed, outcome, fingerprint and figures."""
        rows = range(self._results.run_count)
        return runs_frame(self._results, rows, self._front([point for point, *_ in self._results.runs(rows.start, rows.stop)]))

    def plot(self, x: Optional[str] = None, y: Optional[str] = None, by: Optional[str] = None,
             ax: "Optional[matplotlib.axes.Axes]" = None, intervals: bool = True) -> "matplotlib.axes.Axes":
        """A figure over an axis, with intervals: sweep.plot("load", "latency.mean").

        x    an axis, or a figure such as "load.accepted" (default: the first axis of numbers, or the first)
        y    a figure (default: that by which `fsin sweep` judges a point)
        by   the axis that tells the lines apart (default: the other axes together)

        Hollow marks are points that saturated or did not end in the normal way, pale ones have not settled. Needs matplotlib.
        """
        from . import _plots
        return _plots.of_sweep(self, x, y, by, ax, intervals)

    def main_figure(self) -> str:
        """The figure by which a point is judged: latency.mean of synthetic load, cycles of traces and programs."""
        return str(self._results.main_figure(0))

    def unit(self, figure: str) -> str:
        return METRICS[index_of(figure)].unit

    def __repr__(self) -> str:
        runs = self._results.run_count
        state = "" if self.complete else ", incomplete"
        return f"<fsin.Sweep {self.name!r}: {len(self)} points over {', '.join(self.axes) or 'no axis'}, {runs} runs{state}>"

    def _repr_html_(self) -> str:
        frame = self.to_frame()
        shown = [*self.axes, "runs", "outcome", *(name for name in ("load.accepted", "latency.mean", "cycles") if name in frame)]
        return str(frame[shown].to_html())


def _are_numbers(labels: Any) -> bool:
    try:
        return all(np.isfinite(float(label)) for label in labels)
    except ValueError:
        return False


def _numbers(labels: list[str]) -> list[float]:
    return [int(label) if label.lstrip("-").isdigit() else float(label) for label in labels]

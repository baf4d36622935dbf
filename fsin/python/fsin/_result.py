# SPDX-License-Identifier: Apache-2.0
"""The result of one experiment, of one seed or many: what fsin.run() gives, and each point of a sweep."""
from __future__ import annotations

import csv
import json
import math
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _fsin
from ._figures import METRICS, NAMES, Figure, index_of

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas as pd

TABLES = ("links", "nodes", "latency", "series", "ranks", "gantt", "traffic")


class Section(Mapping[str, Any]):
    """An object of JSON whose members are also attributes: result["latency"]["mean"], result.latency.mean, and
    result["latency.mean"]."""

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def _all(self) -> dict[str, Any]:
        return self._members

    def __getitem__(self, name: str) -> Any:
        place: Any = self._all()
        if name not in place and "." in name:
            for part in name.split("."):
                place = place[part] if isinstance(place, dict) and part in place else _no_such(name)
        else:
            place = place[name] if name in place else _no_such(name)
        return Section(place) if isinstance(place, dict) else place

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._all():
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self._all())}"
                                 if not name.startswith("_") else name)
        return self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._all()]

    def to_dict(self) -> dict[str, Any]:
        """The same as dict of Python, as the JSON is: a copy."""
        return json.loads(json.dumps(self._all()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({json.dumps(self._all(), indent=1)})"


def _no_such(name: str) -> Any:
    raise KeyError(name)


class Result(Section):
    """The runs of an experiment. Members are those of the JSON of `fsin run` (docs/results.md): result.latency.mean,
    result.outcome, result.runs[0]["seed"]; with several seeds, figures are means."""

    def __init__(self, results: Any, point: int = 0, folder: Optional[str] = None) -> None:
        super().__init__({})
        self._results = results
        self._point = point
        self._folder = folder
        self._rows = range(*results.rows(point))
        if not self._rows:
            raise LookupError(f"point {point} has no run that has come to its end")

    def _all(self) -> dict[str, Any]:
        if not self._members:
            self._members = json.loads(self._results.point_json(self._point))
        return self._members

    @property
    def finished(self) -> bool:
        """Whether all runs have come to their normal end, so that all figures are what they are meant to be."""
        return bool(self["outcome"] == "finished")

    @property
    def labels(self) -> dict[str, str]:
        """Of a point of a sweep: its place on each axis."""
        return dict(zip(self._results.axes, self._results.point(self._point)[1]))

    @property
    def headline(self) -> str:
        """Network and workload in one line."""
        return str(self._results.point(self._point)[2])

    @property
    def config_yaml(self) -> str:
        """Every key with its value: an experiment file that gives this result again."""
        if self._results.config:
            return str(self._results.config)
        if self._folder is not None:
            with open(os.path.join(self._folder, "config.yaml"), encoding="utf-8") as file:
                return file.read()
        return json.dumps({"fsin": 1, **self.to_dict()["config"]}, indent=1, ensure_ascii=False) + "\n"

    def figure(self, name: str) -> Figure:
        """A figure of `fsin list statistic` with its interval. Raises KeyError, with the nearest name, for one that does
        not exist, and LookupError where it means nothing for this load."""
        column = index_of(name)
        n, mean, stddev, half_width = (table[column] for table in self._estimates())
        if n == 0:
            raise LookupError(f"{name} means nothing for this load")
        return Figure(float(mean), float(half_width) if math.isfinite(half_width) else None, float(stddev), int(n),
                      METRICS[column].unit, METRICS[column].meaning)

    def _estimates(self) -> list[np.ndarray]:
        """By figure: number of runs that have it, mean, standard deviation, half width of the interval."""
        return [table[0] for table in self._results.estimates(self._point, self._point + 1)]

    def to_frame(self) -> "pd.DataFrame":
        """A row for each run: seed, outcome, fingerprint, and every figure that a run has."""
        return runs_frame(self._results, self._rows)

    def summary(self) -> "pd.DataFrame":
        """A row for each figure: mean, half width of its interval, standard deviation, number of runs, unit."""
        import pandas as pd
        n, mean, stddev, half_width = self._estimates()
        frame = pd.DataFrame({"mean": mean, "half_width": np.where(np.isfinite(half_width), half_width, np.nan),
                              "stddev": stddev, "n": n.astype(int), "unit": [metric.unit for metric in METRICS]},
                             index=pd.Index(NAMES, name="figure"))
        return frame[frame["n"] > 0]

    def array(self, name: str) -> np.ndarray:
        """A table of the first run as it stands in memory, without a copy: a structured array, which cannot be written to.
        links, nodes, latency (the histogram), series (over time), ranks, gantt, traffic."""
        if name not in TABLES:
            raise KeyError(f"no table is called {name!r}; there are {', '.join(TABLES)}")
        if name == "nodes":
            return self._nodes()
        return getattr(self._results, {"gantt": "spans"}.get(name, name))(self._rows[0])

    def table(self, name: str) -> "pd.DataFrame":
        """The same as a DataFrame with the columns of the CSV of that name; what stands in memory is not copied."""
        import pandas as pd
        array = self.array(name)
        if name == "nodes":
            columns = {"node": np.arange(len(array)), "phits": array, "accepted": array / self._window()}
        else:
            columns = {field: array[field] for field in array.dtype.names}
        if name == "links":
            columns["utilisation"] = columns["phits"] / self._window()
        elif name == "series":
            with np.errstate(invalid="ignore", divide="ignore"):
                latency = columns.pop("latency_sum") / columns["packets"]
            columns = {**columns, "latency": latency, "in_network": columns.pop("in_network")}
        elif name == "gantt":
            columns["state"] = pd.Categorical.from_codes(columns["state"].astype(np.int8), _fsin.span_states())
        elif name == "traffic":
            columns["nodes_per_block"] = self._results.nodes_per_block(self._rows[0])
        return pd.DataFrame(columns, copy=False)

    def _window(self) -> float:
        return float(self._results.figures(self._rows[0], self._rows[0] + 1)[0, index_of("measured_cycles")])

    def _nodes(self) -> np.ndarray:
        """Of a folder they are in its nodes.csv; a sweep does not keep them."""
        if self._folder is None:
            return self._results.node_phits()
        (_, seed, *_), = self._results.runs(self._rows[0], self._rows[0] + 1)
        with open(os.path.join(self._folder, "nodes.csv"), encoding="utf-8", newline="") as file:
            rows = [int(row["phits"]) for row in csv.DictReader(file) if int(row["seed"]) == seed]
        return np.array(rows, dtype=np.uint64)

    def plot(self, kind: str = "series", ax: "Optional[matplotlib.axes.Axes]" = None) -> "matplotlib.axes.Axes":
        """series: load and latency over time; latency: its distribution; links: how evenly they are loaded; gantt: what
        each rank did. Needs matplotlib."""
        from . import _plots
        return _plots.of_result(self, kind, ax)

    def __repr__(self) -> str:
        runs = f"{len(self._rows)} runs" if len(self._rows) > 1 else "1 run"
        figure = self._results.main_figure(self._point)
        try:
            shown = f", {figure} {self.figure(figure)}"
        except LookupError:
            shown = ""
        return f"<fsin.Result {self._results.point(self._point)[0]!r}: {self['outcome']}, {runs}{shown}>"

    def _repr_html_(self) -> str:
        return f"<p>{self.headline}: {self['outcome']}</p>" + str(self.summary().to_html())


def runs_frame(results: Any, rows: range, front: "Optional[dict[str, Any]]" = None) -> "pd.DataFrame":
    """A row a run: what stands in front, seed, outcome, fingerprint, and the figures that a run has."""
    import pandas as pd
    figures = results.figures(rows.start, rows.stop)
    known = results.runs(rows.start, rows.stop)
    columns: dict[str, Any] = dict(front or {})
    columns["seed"] = np.array([seed for _, seed, *_ in known], dtype=np.uint64)
    columns["outcome"] = [outcome for _, _, outcome, _ in known]
    columns["fingerprint"] = [fingerprint for *_, fingerprint in known]
    for column in np.flatnonzero(~np.isnan(figures).all(axis=0)):
        columns[free_name(NAMES[column], columns)] = figures[:, column]
    return pd.DataFrame(columns)


def free_name(figure: str, columns: dict[str, Any]) -> str:
    """An axis may be called as a figure is: cycles."""
    return f"figure.{figure}" if figure in columns else figure

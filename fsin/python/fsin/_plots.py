# SPDX-License-Identifier: Apache-2.0
"""Figures with matplotlib, in the colours and with the marks of report pages."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._figures import INDEX, METRICS

SERIES = ("#0072b2", "#d55e00", "#009e73", "#b4568f", "#b87800", "#3b93c9", "#5f6b76", "#7d5fc4")
STATES = {"compute": "#3f7cac", "send": "#2fa583", "wait_message": "#e3a63a", "wait_room": "#c9502f", "wait": "#e3a63a"}
MARKS = "os^Dv<>p"


def title_of(figure: str) -> str:
    """"latency from generation, mean (cycles)"."""
    words = figure.replace("_", " ").replace(".", ", ")
    unit = METRICS[INDEX[figure]].unit if figure in INDEX else ""
    return f"{words} ({unit})" if unit else words


def axes_or_new(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("figures need matplotlib: apt install python3-matplotlib, or pip install matplotlib") from error
    return pyplot.subplots(layout="constrained")[1]


def of_sweep(sweep: Any, x: Optional[str], y: Optional[str], by: Optional[str], ax: Any, intervals: bool) -> Any:
    frame = sweep.to_frame()
    numeric = [axis for axis in sweep.axes if np.issubdtype(frame[axis].dtype, np.number)]
    x = _axis_or_figure(sweep, frame, x) if x else (numeric or sweep.axes or ["runs"])[0]
    y = _axis_or_figure(sweep, frame, y or sweep.main_figure())
    others = [sweep.axes[sweep._axis(by)]] if by else [axis for axis in sweep.axes if axis != x]
    ax = axes_or_new(ax)
    for number, (label, line) in enumerate(_lines(frame, others)):
        colour, mark = SERIES[number % len(SERIES)], MARKS[number % len(MARKS)]
        line = line[line[y].notna()]
        if x in numeric:
            line = line.sort_values(x)
        width = line.get(y + ".half_width") if intervals else None
        ax.errorbar(line[x], line[y], yerr=width, color=colour, label=label, capsize=2, linewidth=1.4)
        normal = (line["outcome"] == "finished").to_numpy()
        settled = (line["settled"] != 0).to_numpy() if "settled" in line else np.ones(len(line), dtype=bool)
        for chosen, face, alpha in ((normal & settled, colour, 1), (normal & ~settled, colour, 0.35), (~normal, "white", 1)):
            ax.scatter(line[x][chosen], line[y][chosen], marker=mark, s=28, edgecolors=colour, facecolors=face, alpha=alpha, zorder=3)
    ax.set_xlabel(title_of(x))
    ax.set_ylabel(title_of(y))
    if others:
        ax.legend(title=", ".join(others), frameon=False)
    return ax


def _axis_or_figure(sweep: Any, frame: Any, name: str) -> str:
    """A column of to_frame()."""
    if name in frame:
        return name
    try:
        return str(sweep.axes[sweep._axis(name)])
    except KeyError:
        sweep.unit(name)  # says the nearest figure where there is none of that name
        raise LookupError(f"{name} means nothing for this load") from None


def _lines(frame: Any, others: list[str]) -> Any:
    if not others:
        return [(None, frame)]
    keys = frame[others].astype(str).agg(", ".join, axis=1)
    return [(label, frame[keys == label]) for label in dict.fromkeys(keys)]


def of_result(result: Any, kind: str, ax: Any) -> Any:
    kinds = {"series": _series, "latency": _latency, "links": _links, "gantt": _gantt}
    if kind not in kinds:
        raise KeyError(f"no figure is called {kind!r}; there are {', '.join(kinds)}")
    ax = axes_or_new(ax)
    kinds[kind](result, ax)
    return ax


def _series(result: Any, ax: Any) -> None:
    table = result.table("series")
    cycles = (table["to"] - table["from"] + 1).to_numpy()
    middle = (table["from"] + table["to"]).to_numpy() / 2
    ax.plot(middle, table["injected"] / cycles, color=SERIES[0], label="injected")
    ax.plot(middle, table["delivered"] / cycles, color=SERIES[2], label="delivered")
    ax.set_xlabel("time (cycles)")
    ax.set_ylabel("load of all nodes (phits/cycle)")
    second = ax.twinx()
    second.plot(middle, table["latency"], color=SERIES[1], label="latency")
    second.set_ylabel("latency, mean (cycles)")
    handles = [*ax.get_legend_handles_labels()[0], *second.get_legend_handles_labels()[0]]
    ax.legend(handles=handles, frameon=False)


def _latency(result: Any, ax: Any) -> None:
    table = result.table("latency")
    shares = table["packets"].cumsum() / max(table["packets"].sum(), 1)
    ax.step(table["high"], shares, where="post", color=SERIES[0])
    ax.set_xlabel("latency (cycles)")
    ax.set_ylabel("share of packets at most as late")


def _links(result: Any, ax: Any) -> None:
    used = np.sort(result.table("links")["utilisation"].to_numpy())[::-1]
    ax.plot(np.arange(1, len(used) + 1), used, color=SERIES[0])
    ax.set_xlabel("links, the most loaded first")
    ax.set_ylabel("utilisation")


def _gantt(result: Any, ax: Any) -> None:
    table = result.table("gantt")
    for state, spans in table.groupby("state", observed=True):
        for rank, of_rank in spans.groupby("rank"):
            bars = list(zip(of_rank["from"], of_rank["to"] - of_rank["from"] + 1))
            ax.broken_barh(bars, (rank - 0.4, 0.8), color=STATES[state])
        ax.plot([], [], color=STATES[state], linewidth=6, label=str(state).replace("_", " "))
    ax.set_xlabel("time (cycles)")
    ax.set_ylabel("rank")
    ax.legend(frameon=False)

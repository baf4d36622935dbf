# SPDX-License-Identifier: Apache-2.0
"""Traffic that Python makes, as files that an experiment names: so a result says what it came from, by path and digest."""
from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

Path = Union[str, "os.PathLike[str]"]


def write_matrix(path: Path, rates: Any) -> dict[str, str]:
    """Writes the rates at which nodes send to each other, a row for each source, and gives the pattern that names the file:
    fsin.run(experiment, pattern=fsin.write_matrix("rates.csv", rates)). Rates are of any unit: the load of the experiment
    says how much the nodes send on average."""
    table = np.asarray(rates, dtype=float)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ValueError(f"rates of shape {table.shape}: a row and a column for each node")
    return write_lines(path, "matrix", "", [",".join(repr(float(each)) for each in row) for row in table])


def write_packets(path: Path, packets: Any) -> dict[str, str]:
    """Writes packets one by one and gives the workload that names the file: fsin.run(experiment,
    workload=fsin.write_packets("mine.txt", packets)). A row for each packet: cycle, source, destination, bytes; an array
    of four columns, a structured array or a DataFrame with these names. They are put in the order of their cycles."""
    names = ("cycle", "source", "destination", "bytes")
    fields = getattr(getattr(packets, "dtype", None), "names", None) or getattr(packets, "columns", None)
    table = np.column_stack([np.asarray(packets[name]) for name in names]) if fields is not None else np.asarray(packets)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise ValueError(f"packets of shape {table.shape}: four columns, {', '.join(names)}")
    whole = table.astype(np.int64)
    if not np.array_equal(whole, table) or (whole < 0).any():
        raise ValueError("packets: whole numbers from 0 on")
    whole = whole[np.argsort(whole[:, 0], kind="stable")]
    return write_lines(path, "packets", " ".join(names), [" ".join(map(str, row)) for row in whole.tolist()])


def write_lines(path: Path, kind: str, head: str, lines: list[str]) -> dict[str, str]:
    """The file appears whole or not at all."""
    name = os.path.abspath(os.fspath(path))
    aside = name + ".incomplete"
    with open(aside, "w", encoding="utf-8") as file:
        file.write("\n".join([head] * bool(head) + lines) + "\n")
    os.replace(aside, name)
    return {"type": kind, "file": name}

# SPDX-License-Identifier: Apache-2.0
"""run(), sweep(), check(), topology() and read(). Simulations run in a thread of their own, without the interpreter's lock,
while the caller's thread shows progress and heeds Ctrl-C."""
from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _fsin
from ._errors import ExperimentError, ExperimentWarning, FolderError, Interrupted, Mistake
from ._experiment import NAME_OF_TEXT, Experiment, Written, overrides, written
from ._progress import PERIOD_S, Progress, Wanted, shower
from ._result import Result, Section
from ._sweep import Sweep

Path = Union[str, "os.PathLike[str]"]


def run(experiment: Experiment, *, set: Optional[Mapping[str, Any]] = None, threads: int = 1, jobs: int = 1,
        engine: str = "event", out: Optional[Path] = None, allow_deadlock: bool = False, progress: Wanted = None,
        **keys: Any) -> Result:
    """Simulates an experiment, once for each seed, as `fsin run` does.

    experiment  a path, a text in YAML (of several lines), or a dict
    keys        keys that take precedence: load=0.3, network__routing="dor"; a string is YAML, as on the command line
    set         the same by any name: {"network.routing": "dor"}
    threads     of a run, at most; the result is the same
    jobs        seeds at a time; the result is the same
    engine      "event" or "reference"
    out         a folder for tables and JSON, as `--out`
    progress    None: a line on a terminal and in a notebook; True, False; or a function that gets a Progress

    Raises ExperimentError for what `fsin run` refuses, FolderError where `out` cannot be written, Interrupted at Ctrl-C.
    """
    given = written(experiment)
    call = _call(given, overrides(set, keys), threads=threads, jobs=jobs, engine=engine, out=out,
                 allow_deadlock=allow_deadlock)
    return Result(_carry_out(call, call.run, progress, Result, given), 0)


def sweep(experiment: Experiment, *, grid: Optional[Mapping[str, Any]] = None, zip: Optional[Mapping[str, Any]] = None,
          set: Optional[Mapping[str, Any]] = None, jobs: Optional[int] = None, engine: str = "event",
          out: Optional[Path] = None, resume: bool = False, series: bool = True, cache: Union[bool, Path] = True,
          allow_deadlock: bool = False, progress: Wanted = None, **keys: Any) -> Sweep:
    """Simulates many experiments, all combinations of what varies, as `fsin sweep` does.

    grid    axes beside those of the experiment: {"load": [0.1, 0.2], "routing": ["dor", "adaptive"]}
    zip     lists of equal length, side by side
    jobs    runs at a time (None: all cores)
    out     a folder of results, as `--out`; resume=True goes on with what is there, series=False leaves series.csv out
    cache   True: that of `fsin sweep`; a folder; or False

    The rest is as in run(). Keys of `measure` and `sweep.seeds` set the number of seeds.
    """
    words = overrides(grid, {}, "sweep.grid.") + overrides(zip, {}, "sweep.zip.") + overrides(set, keys)
    where = None if cache is False else "" if cache is True else os.fspath(cache)
    given = written(experiment)
    with tempfile.TemporaryDirectory(prefix="fsin-") as scratch:
        call = _call(given, words, jobs=jobs or 0, engine=engine, out=out, resume=resume, series=series, cache=where,
                     allow_deadlock=allow_deadlock, scratch=scratch)
        return Sweep(_carry_out(call, call.sweep, progress, Sweep, given))


def check(experiment: Experiment, *, set: Optional[Mapping[str, Any]] = None, threads: int = 1, jobs: int = 1,
          engine: str = "event", **keys: Any) -> Section:
    """What is known of an experiment before a run, as `fsin check --json` has it: sizes, memory, latency without load,
    capacity, freedom from deadlock. Raises ExperimentError for mistakes; simulates nothing."""
    given = written(experiment)
    call = _call(given, overrides(set, keys), threads=threads, jobs=jobs, engine=engine)
    return Section(json.loads(_carry_out(call, call.check, False, None, given)))


class Topology(NamedTuple):
    """A network as it is wired. Node n is at router n; links that fail from the start are left out."""
    nodes: int
    routers: int
    ports: int  # port numbers of a router; some may lead nowhere
    virtual_channels: int  # of a link
    links: np.ndarray[Any, Any]  # from, port, to, in_port: output port `port` of `from` leads to input port `in_port` of `to`


def topology(experiment: Experiment, *, set: Optional[Mapping[str, Any]] = None, **keys: Any) -> Topology:
    """The network of an experiment: its sizes and all its directed links, as `fsin topology --csv` has them. The experiment,
    set and keys are those of run(), and so are the errors; nothing is simulated."""
    given = written(experiment)
    call = _call(given, overrides(set, keys), engine="event")
    return Topology(*_carry_out(call, call.wiring, False, None, given))


def read(folder: Path) -> Union[Result, Sweep]:
    """The results in a folder that `fsin run --out` (a Result), `fsin sweep` (a Sweep), run() or sweep() has written."""
    try:
        results = _fsin.read(os.fspath(folder))
    except _fsin.FolderError as error:
        raise FolderError(str(error)) from None
    if not results.of_run:
        return Sweep(results)
    if results.run_count == 0:
        raise FolderError(f"{os.fspath(folder)}: has no run that has come to its end")
    return Result(results, 0, os.fspath(folder))


def _call(experiment: Written, words: list[str], *, engine: str, threads: int = 1, jobs: int = 1,
          out: Optional[Path] = None, resume: bool = False, series: bool = True, cache: Optional[str] = None,
          allow_deadlock: bool = False, scratch: str = "") -> Any:
    for name, value, least in (("threads", threads, 1), ("jobs", jobs, 0)):
        if not least <= value <= 1024:
            raise ValueError(f"{name}={value}: a whole number from 1 to 1024")
    return _fsin.Call(file=experiment.file, name=NAME_OF_TEXT, text=experiment.text, overrides=words, engine=engine,
                      threads=threads, jobs=jobs, allow_deadlock=allow_deadlock,
                      out=None if out is None else os.fspath(out), resume=resume, series=series, cache=cache, scratch=scratch)


def _carry_out(call: Any, method: Any, progress: Wanted, kind: Any, given: Written) -> Any:
    """What the method of the call gives, after warnings; or the exception that its refusal is."""
    outcome: dict[str, Any] = {}
    ended = threading.Event()

    def body() -> None:
        try:
            outcome["results"] = method()
        except BaseException as error:  # memory: raised where it can be caught
            outcome["error"] = error
        finally:
            ended.set()

    worker = threading.Thread(target=body, name="fsin")
    line = shower(progress)
    try:
        worker.start()
        while not ended.wait(PERIOD_S):
            line.show(Progress(*call.progress()))
        line.show(Progress(*call.progress()))
    except BaseException as reason:
        call.stop()
        _wait(worker)
        line.clear()
        if isinstance(reason, KeyboardInterrupt):
            raise Interrupted(_partial(outcome.get("results"), kind)) from None
        raise
    line.clear()
    if "error" in outcome:
        raise outcome["error"]
    _tell(call, given)
    return outcome["results"]


def _wait(worker: threading.Thread) -> None:
    """Runs end within a second; what a run has before it, checks say, cannot be stopped."""
    while worker.is_alive():
        try:
            worker.join()
        except KeyboardInterrupt:
            pass


def _partial(results: Any, kind: Any) -> Any:
    if kind is None or results is None or (kind is Result and results.run_count == 0):
        return None
    return Result(results, 0) if kind is Result else Sweep(results)


def _tell(call: Any, given: Written) -> None:
    """Raises what the call refused; warns of the rest, in the name of the line that called this package."""
    errors = [each for each in call.told() if each[0]]
    level, frame = 1, sys._getframe()  # pylint: disable=protected-access
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    for is_error, place, _, _, _, message, _ in call.told():
        if not is_error:
            warnings.warn(f"{place}: {message}" if place else message, ExperimentWarning, stacklevel=level)
    if not call.refusal:
        return
    if call.refusal == "output":
        raise FolderError("\n".join(each[-1] for each in errors))
    mistakes = [Mistake(message, place, file, line or None, column or None)
                for _, place, file, line, column, message, _ in errors]
    lines = []
    for mistake, each in zip(mistakes, errors):
        lines.append(each[-1])
        lines.extend(_quoted(mistake, given))
    raise ExperimentError("\n".join(lines), mistakes, 3 if call.refusal == "input" else 2)


def _quoted(mistake: Mistake, given: Written) -> list[str]:
    """The line of a text that no file shows."""
    text = given.text.split("\n")
    if mistake.file != NAME_OF_TEXT or mistake.line is None or mistake.line > len(text):
        return []
    return ["    " + text[mistake.line - 1]]

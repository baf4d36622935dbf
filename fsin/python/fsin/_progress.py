# SPDX-License-Identifier: Apache-2.0
"""How far a call has come: a line of text on a terminal and in a notebook, or a function of the caller."""
from __future__ import annotations

import sys
from typing import Callable, NamedTuple, Optional, Union


class Progress(NamedTuple):
    """How far the runs of a call have come."""
    done: int  # runs that have come to their end
    runs: int  # all of them; 0 while the experiment is read and checked
    text: str  # one line for people, with the time that is left


Wanted = Union[None, bool, Callable[[Progress], object]]

PERIOD_S = 0.2


def shower(wanted: Wanted) -> "Shower":
    if callable(wanted):
        return Shower(wanted)
    if wanted or (wanted is None and is_watched()):
        return Line()
    return Shower(None)


def is_watched() -> bool:
    """Standard error is a terminal, or the output of a cell of a notebook."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


class Shower:
    """Tells a function, or nobody."""

    def __init__(self, tell: Optional[Callable[[Progress], object]]) -> None:
        self._tell = tell

    def show(self, progress: Progress) -> None:
        if self._tell is not None and progress.runs:
            self._tell(progress)

    def clear(self) -> None:
        pass


class Line(Shower):
    """One line that is written again and again; terminals and notebooks know \\r."""

    def __init__(self) -> None:
        super().__init__(None)
        self._width = 0

    def show(self, progress: Progress) -> None:
        if progress.text:
            self._write(progress.text)

    def _write(self, text: str) -> None:
        before, self._width = self._width, len(text)  # first: Ctrl-C may come while it is written, and clear() after that
        print(f"\r{text:{before}}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0

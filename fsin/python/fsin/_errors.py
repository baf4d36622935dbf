# SPDX-License-Identifier: Apache-2.0
"""What calls raise and warn of."""
from __future__ import annotations

from typing import Any, NamedTuple, Optional


class Mistake(NamedTuple):
    """A mistake in an experiment, or a warning about it, and where it was written."""
    message: str           # what is wrong, and what to do
    place: str = ""        # "torus.yaml:4:12", "override 'load=2'"; empty where there is none
    file: str = ""         # "torus.yaml"
    line: Optional[int] = None
    column: Optional[int] = None


class ExperimentError(ValueError):
    """An experiment that cannot be run: str() has a line for each mistake, as `fsin run` prints them."""

    def __init__(self, text: str, mistakes: list[Mistake], exit_code: int = 2) -> None:
        super().__init__(text)
        self.mistakes = mistakes
        self.exit_code = exit_code  # of the command: 2 the experiment, 3 a file or a trace


class FolderError(OSError):
    """A folder of results that cannot be read or written, or holds something else."""


class ExperimentWarning(UserWarning):
    """What is told of an experiment that runs: a key without effect, a load above the capacity."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run or a sweep. `result` has what had come to its end, and of a run the part that was simulated,
    with the outcome "interrupted"; None where nothing had begun."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted; .result has what there is")
        self.result = result

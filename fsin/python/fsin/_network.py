# SPDX-License-Identifier: Apache-2.0
"""The network of an experiment as a part of another simulator."""
from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

from . import _fsin
from ._errors import ExperimentError, ExperimentWarning, Mistake
from ._experiment import NAME_OF_TEXT, Experiment, overrides, written


class Delivery(NamedTuple):
    """A message that has come."""
    token: int  # as it was given to send()
    cycle: int  # the first in which the receiver can act on the message


class Network:
    """The network of an experiment, to which messages are handed over, and from which they come some cycles later.

    The clock begins at cycle 0 and goes on in advance() alone, up to the next cycle in which a message comes. The same calls
    give the same cycles. Times are cycles, each of seconds_per_cycle. There may be many networks, each used by one thread at
    a time.
    """

    def __init__(self, experiment: Experiment, *, set: Optional[Mapping[str, Any]] = None, engine: str = "event",
                 allow_deadlock: bool = False, **keys: Any) -> None:
        """experiment, set and keys as in run(). A workload, and keys that say how long a run is, are left out with a
        warning. Raises ExperimentError for a network that cannot be simulated, ValueError for another engine than "event"
        and "reference"."""
        given = written(experiment)
        self._opened = {"file": given.file, "name": NAME_OF_TEXT, "text": given.text, "overrides": overrides(set, keys),
                        "allow_deadlock": allow_deadlock, "engine": engine}
        for each in self._open():
            warnings.warn(f"{each.place}: {each.message}" if each.place else each.message, ExperimentWarning, stacklevel=2)

    def _open(self) -> list[Mistake]:
        """Builds the network; returns what it warns of."""
        network, text, told = _fsin.open_network(**self._opened)
        messages = [_mistake(place, message) for place, message in told]
        if network is None:
            raise ExperimentError(text, messages)
        self._network = network
        return messages

    @property
    def nodes(self) -> int:
        """Nodes are 0 to nodes - 1."""
        return self._network.nodes

    @property
    def seconds_per_cycle(self) -> float:
        """The time in which a link carries a phit."""
        return self._network.seconds_per_cycle

    @property
    def under_way(self) -> int:
        """Messages that were sent and have not come."""
        return self._network.under_way()

    def now(self) -> int:
        """The cycle up to which all has been simulated."""
        return self._network.now()

    def seconds(self) -> float:
        """now() in seconds."""
        return self._network.now() * self._network.seconds_per_cycle

    def send(self, source: int, destination: int, bytes: int, at: Optional[int] = None, token: int = 0) -> None:
        """Hands over a message that may leave in cycle `at`, now() or later (None: now). Messages of a node leave in the
        order of these cycles, and of one cycle in the order of the calls; a node begins one message a cycle. Raises
        ValueError for nodes that do not exist or are the same, and for a cycle that is over."""
        self._network.send(source, destination, bytes, self._network.now() if at is None else at, token)

    def advance(self, until: Optional[int] = None) -> int:
        """Simulates up to cycle `until` (None: no end), or up to the first cycle before it in which messages come; returns
        now(). Does nothing while there are deliveries to take, and without an end where nothing is under way. Raises
        RuntimeError where the network can go on no more: a deadlock, nodes that a failure has cut off,
        measure.max_cycles."""
        return self._network.advance(_fsin.no_end if until is None else until)

    def next_delivery(self) -> Optional[Delivery]:
        """The next message that has come, those of a cycle in the order in which they were sent; None: there is none."""
        came = self._network.next_delivery()
        return None if came is None else Delivery(*came)

    def save(self) -> bytes:
        """The state: what is in the network, and what has come and was not taken. Raises RuntimeError for a network that can
        go on no more. A Network can be pickled too: its experiment and its state."""
        return self._network.save()

    def restore(self, state: bytes) -> None:
        """Goes on from a state that save() gave: the same calls give the same cycles from then on. The state is of this
        network, or of another one of the same experiment, engine and build of fsin, in any process. Raises ValueError for
        bytes that are not whole or are of something else, and the network is left as it is. Forged bytes are not recognised:
        like a pickle, a state is taken from where one would take a program."""
        self._network.restore(state)

    def branch(self) -> Network:
        """Another network that goes on from here, to try what would happen if. What does not change is not built again."""
        other = Network.__new__(Network)
        other._opened = self._opened
        other._network = self._network.branch()
        return other

    def __copy__(self) -> Network:
        return self.branch()

    def __deepcopy__(self, memo: dict[int, Any]) -> Network:
        return self.branch()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._opened, self.save())

    def deliveries(self) -> Iterator[Delivery]:
        """All that have come and were not taken."""
        while (came := self.next_delivery()) is not None:
            yield came


def _restored(opened: dict[str, Any], state: bytes) -> Network:
    """From a pickle. What the experiment warns of was told when the network was made."""
    network = Network.__new__(Network)
    network._opened = opened
    network._open()
    network.restore(state)
    return network


def _mistake(place: str, message: str) -> Mistake:
    """With file, line and column, which stand in the place: "torus.yaml:4:12"."""
    parts = re.fullmatch(r"(.*?):(\d+)(?::(\d+))?", place, flags=re.S)
    if parts is None:
        return Mistake(message, place, place)
    return Mistake(message, place, parts[1], int(parts[2]), int(parts[3]) if parts[3] else None)

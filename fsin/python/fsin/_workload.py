# SPDX-License-Identifier: Apache-2.0
"""A workload in Python, which offers messages by cycle and is told when each has come; played over a Network."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from ._experiment import Experiment
from ._network import Network

if TYPE_CHECKING:
    import pandas


MOST_AT_ONCE = 2_000_000


class Send(NamedTuple):
    """A message that a workload offers."""
    source: int
    destination: int
    bytes: int
    at: Optional[int] = None  # the cycle from which it may leave; None: as soon as it is offered
    note: Any = None          # of the workload's own


class Workload:
    """What a network is to carry. A subclass has one of these methods, or both.

        class PingPong(fsin.Workload):
            def offers(self):
                yield fsin.Send(0, 5, bytes=64, at=10)

            def delivered(self, message, cycle):
                if cycle < 1000:
                    yield fsin.Send(message.destination, message.source, bytes=64)

        played = fsin.play(machine, PingPong())
    """

    def offers(self) -> Iterable[Send]:
        """The messages that do not depend on others, in the order of their cycles `at`. They are taken one by one, each when
        the network has come to the cycle of the one before: a generator may be endless, if its messages say `at`. More than
        MOST_AT_ONCE for one cycle are a ValueError."""
        return ()

    def delivered(self, message: Send, cycle: int) -> Optional[Iterable[Send]]:
        """A message has come: `cycle` is the first in which its receiver can act. Returns, or yields, what is sent because of
        it, in this cycle or from a later one on."""
        return None


_MESSAGE = np.dtype([("source", np.uint32), ("destination", np.uint32), ("bytes", np.uint64), ("at", np.uint64), ("came", np.uint64)])


class Played:
    """What a workload in Python gave."""

    def __init__(self, messages: np.ndarray[Any, Any], under_way: int, cycles: int, seconds_per_cycle: float) -> None:
        self.messages = messages                    # source, destination, bytes, at, came: in the order in which they came
        self.under_way = under_way                  # messages that had not come at the end
        self.cycles = cycles                        # the last cycle that was simulated
        self.seconds_per_cycle = seconds_per_cycle

    @property
    def times(self) -> np.ndarray[Any, Any]:
        """The cycles of each message from that in which it could leave to that in which its receiver could act."""
        return (self.messages["came"] - self.messages["at"]).astype(np.int64)

    def to_frame(self) -> pandas.DataFrame:
        """A row for each message that has come, with its time in cycles."""
        import pandas
        return pandas.DataFrame(self.messages).assign(cycles=self.times)

    def __repr__(self) -> str:
        mean = f", {self.times.mean():.1f} cycles each on average" if len(self.messages) else ""
        left = f", {self.under_way} under way" if self.under_way else ""
        return f"<fsin.Played: {len(self.messages)} messages in {self.cycles} cycles{mean}{left}>"


def play(experiment: Experiment, workload: Workload, *, until: Optional[int] = None, engine: str = "event",
         allow_deadlock: bool = False, set: Optional[Mapping[str, Any]] = None, **keys: Any) -> Played:
    """Carries the messages of a workload through the network of an experiment, up to cycle `until` (None: until nothing is
    offered and nothing is under way). The experiment, `engine`, `set` and keys are those of Network, and so are the errors:
    ExperimentError for a network that cannot be simulated, ValueError for a message that cannot be sent, RuntimeError where
    the network can go on no more. What the workload raises goes through."""
    network = Network(experiment, set=set, engine=engine, allow_deadlock=allow_deadlock, **keys)
    offers = iter(workload.offers())
    rows: list[tuple[int, int, int, int, int]] = []
    sent: dict[int, tuple[Send, int]] = {}
    count = 0

    def send(message: Send, now: int) -> None:
        nonlocal count
        at = now if message.at is None else message.at
        if at < now:
            raise ValueError(f"{message} is offered in cycle {now}, and cycle {at} is over")
        network.send(message.source, message.destination, message.bytes, at, count)
        sent[count] = message, at
        count += 1

    coming = _next_of(offers)
    begun, before = -1, 0  # the last cycle in which offers were taken, and how many messages there were before
    while until is None or network.now() < until:
        while coming is not None and (coming.at is None or coming.at <= network.now()):
            if network.now() != begun:
                begun, before = network.now(), count
            if count - before == MOST_AT_ONCE:
                raise ValueError(f"offers() gives more than {MOST_AT_ONCE:,} messages for cycle {begun}; one without an end has to "
                                 "say `at`, the cycle of each message")
            send(coming, network.now())
            coming = _next_of(offers)
        if coming is None and not network.under_way:
            break
        ends = [each for each in (None if coming is None else coming.at, until) if each is not None]
        network.advance(min(ends) if ends else None)
        for token, cycle in network.deliveries():
            message, at = sent.pop(token)
            rows.append((message.source, message.destination, message.bytes, at, cycle))
            for answer in workload.delivered(message, cycle) or ():
                send(_checked(answer), cycle)
    return Played(np.array(rows, dtype=_MESSAGE), network.under_way, network.now(), network.seconds_per_cycle)


def _next_of(offers: Iterator[Send]) -> Optional[Send]:
    message = next(offers, None)
    return None if message is None else _checked(message)


def _checked(message: Any) -> Send:
    if not isinstance(message, Send):
        raise TypeError(f"a workload offers fsin.Send(source, destination, bytes), not {message!r}")
    return message

# SPDX-License-Identifier: Apache-2.0
"""Patterns and routes that functions of Python give, as files that an experiment names.

A function is asked before the run for all that it would be asked in it, and what it answers is written down. So a run with
it is as fast as any, has the checks of any, and its result says by path and digest what it came from.
"""
from __future__ import annotations

import inspect
import numbers
from collections.abc import Iterable, Mapping
from typing import Any, Callable, Optional, Union

import numpy as np

from ._arrays import Path, write_lines, write_matrix
from ._calls import Topology, topology
from ._experiment import Experiment

Destinations = Union[None, int, Iterable[int], Mapping[int, float]]
Pattern = Union[Callable[[int], Destinations], Callable[[int, float], Optional[int]]]
Hop = Union[None, int, tuple[int, int]]
Came = Optional[tuple[int, int]]
Routing = Callable[[int, Came, int], Union[Hop, Iterable[Union[int, tuple[int, int]]]]]


def write_pattern(path: Path, function: Pattern, nodes: int, *, draws: int = 1024) -> dict[str, str]:
    """Writes whom each of the nodes sends to, and gives the pattern that names the file:
    fsin.run(experiment, pattern=fsin.write_pattern("mine.csv", function, nodes=64)).

    function(source) gives the destination, several of them, which are equally likely, or a dict of destinations and weights.
    function(source, draw) gives one destination, for a number drawn from [0, 1): it is asked for the middles of `draws` equal
    parts of that range, so a destination has a multiple of 1/draws of the messages. None, or the source itself, is no
    message. The nodes that send have the load of the experiment on average. What the function raises goes through; an
    answer that is no node is a ValueError."""
    random = _takes_draw(function)
    rates = np.zeros((nodes, nodes))
    for source in range(nodes):
        if random:
            answers = [(function(source, (part + 0.5) / draws), 1.0) for part in range(draws)]
        else:
            answers = list(_weighted(function(source)))
        for destination, weight in answers:
            if destination is None:
                continue
            where = _whole(destination, nodes, f"the pattern sends from node {source} to", "node")
            if not weight >= 0 or weight == float("inf"):
                raise ValueError(f"the pattern gives node {source} the weight {weight!r} for node {where}; a number from 0 on")
            if where != source:
                rates[source, where] += weight
    shares = rates.sum(axis=1, keepdims=True)
    if not shares.any():
        raise ValueError("the pattern lets no node send to another one")
    # With draws, those that are no message make a node send less; else a node that sends has the whole load.
    rates = rates / draws if random else np.divide(rates, shares, out=rates, where=shares > 0)
    return write_matrix(path, rates)


def write_routes(path: Path, function: Callable[[int, int], Hop], routers: int, nodes: Optional[int] = None) -> dict[str, str]:
    """Writes by which port a packet leaves each router, and gives the routing that names the file:
    fsin.run(experiment, routing=fsin.write_routes("routes.txt", function, routers=16)).

    function(router, destination) gives the port, or port and virtual channel, for each router and each destination, a node;
    None where no packet for that node comes by. Node n is at router n (nodes=None: there are as many). The file has the
    checks of the routing `table`: fsin.check() and fsin.run() refuse a path that ends before its destination or forms a
    loop, a port that leads nowhere, and a network that can come to a deadlock. What the function raises goes through."""
    lines = []
    for router in range(routers):
        for destination in range(routers if nodes is None else nodes):
            if router == destination:
                continue
            hop = function(router, destination)
            if hop is None:
                continue
            parts = hop if isinstance(hop, tuple) else (hop,)
            if not 1 <= len(parts) <= 2:
                raise ValueError(f"the routing gives {hop!r} at router {router} for node {destination}; a port, or port and channel")
            numbers_of_hop = [_whole(each, 256, f"the routing takes at router {router} for node {destination}", what)
                              for each, what in zip(parts, ("port", "virtual channel"))]
            lines.append(" ".join(map(str, [router, destination, *numbers_of_hop])))
    return write_lines(path, "table", "# router destination port [virtual channel]", lines)


def write_channels(path: Path, function: Routing, experiment: Experiment, *, choice: str = "first",
                   set: Optional[Mapping[str, Any]] = None, **keys: Any) -> dict[str, str]:
    """Writes the channels that packets may take through the network of an experiment, and gives the routing that names the
    file: fsin.run(experiment, routing=fsin.write_channels("mine.txt", function, experiment)).

    function(router, came, destination) gives what a packet for node `destination` may request at `router`, in the order of
    preference: a list of ports, which mean all their virtual channels, and of pairs of port and virtual channel; or one of
    them. `came` is the pair of input port and virtual channel by which the packet came, or None where it enters. It is asked
    once for each queue that a packet can come to by its own answers, as fsin.topology(experiment) has the links; not at
    network interfaces, which have one link. None at the switch of the destination is the port to that node, and elsewhere
    no line, which is a mistake unless faults have cut the destination off.

    choice is which of them a header requests: "first", the first with room; "random"; "emptiest". experiment, set and keys
    are those of fsin.topology(), of an experiment that has another routing. The file has the checks of the routing
    `channel-table`: fsin.check() and fsin.run() refuse packets that come to no end, and a network that can come to a
    deadlock. What the function raises goes through."""
    network = topology(experiment, set=set, **keys)
    walk = _Walk(network, function)
    lines = [line for destination in range(network.nodes) for line in walk.lines_to(destination)]
    head = "# router input destination outputs"
    return {**write_lines(path, "channel-table", head, lines), "choice": choice}


class _Walk:
    """Where the answers of a function lead packets."""

    def __init__(self, network: Topology, function: Routing) -> None:
        self._network = network
        self._function = function
        self._links = {(start, port): (to, in_port) for start, port, to, in_port in network.links.tolist()}
        leaving = [0] * network.nodes
        for start, _ in self._links:
            if start < network.nodes:
                leaving[start] += 1
        # A node has an interface where its router has one link, to a switch without a node.
        self._has_interface = [leaving[node] == 1 and self._links.get((node, 0), (0, 0))[0] >= network.nodes
                               for node in range(network.nodes)]
        self._last = {(to, start): port for (start, port), (to, _) in self._links.items()
                      if to < network.nodes and self._has_interface[to]}

    def lines_to(self, destination: int) -> list[str]:
        """A line for each queue, or one for all queues of a router where they have the same."""
        answers: dict[int, dict[Came, str]] = {}
        waiting: list[tuple[int, Came]] = [(node, None) for node in range(self._network.nodes) if node != destination]
        seen = {*waiting}
        while waiting:
            router, came = waiting.pop()
            outputs = self._outputs(router, came, destination)
            if not (came is None and self._has_interface_at(router)):
                answers.setdefault(router, {})[came] = " ".join(f"{port}:{vc}" for port, vc in outputs)
            for port, vc in outputs:
                to, in_port = self._links.get((router, port), (destination, 0))
                if to != destination and (to, (in_port, vc)) not in seen:
                    seen.add((to, (in_port, vc)))
                    waiting.append((to, (in_port, vc)))
        return [line for router in sorted(answers) for line in _lines_at(router, destination, answers[router])]

    def _has_interface_at(self, router: int) -> bool:
        return router < self._network.nodes and self._has_interface[router]

    def _outputs(self, router: int, came: Came, destination: int) -> list[tuple[int, int]]:
        channels = range(self._network.virtual_channels)
        if self._has_interface_at(router):
            return [(0, vc) for vc in channels]
        answer = self._function(router, came, destination)
        if answer is None and (destination, router) in self._last:
            answer = self._last[destination, router]
        if answer is None:
            return []
        single = isinstance(answer, (tuple, numbers.Number))
        outputs: list[tuple[int, int]] = []
        for each in [answer] if single else answer:
            where = f"at router {router} for node {destination}"
            parts = each if isinstance(each, tuple) else (each,)
            if not 1 <= len(parts) <= 2:
                raise ValueError(f"the routing gives {each!r} {where}; a port, or port and virtual channel")
            port = _whole(parts[0], self._network.ports, f"the routing takes {where}", "port")
            given = channels if len(parts) == 1 else [_whole(parts[1], len(channels), f"the routing takes {where}", "virtual channel")]
            outputs += [(port, vc) for vc in given if (port, vc) not in outputs]
        return outputs


def _lines_at(router: int, destination: int, answers: Mapping[Came, str]) -> list[str]:
    if not any(answers.values()):
        return []
    if len({*answers.values()}) == 1:
        return [f"{router} * {destination} {next(iter(answers.values()))}"]
    names = {came: "node" if came is None else f"{came[0]}:{came[1]}" for came in answers}
    return sorted(f"{router} {names[came]} {destination} {outputs}" for came, outputs in answers.items() if outputs)


def _takes_draw(function: Callable[..., Any]) -> bool:
    """Whether the function is one of source and draw."""
    try:
        wanted = [each for each in inspect.signature(function).parameters.values()
                  if each.default is each.empty and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    except (TypeError, ValueError):  # of a function in C that does not say
        return False
    if len(wanted) not in (1, 2):
        raise TypeError(f"a pattern is a function of source, or of source and draw; this one takes {len(wanted)} arguments")
    return len(wanted) == 2


def _weighted(answer: Destinations) -> Iterable[tuple[Any, float]]:
    if isinstance(answer, Mapping):
        return [(destination, float(weight)) for destination, weight in answer.items()]
    if answer is None or isinstance(answer, numbers.Number):
        return [(answer, 1.0)]
    return [(destination, 1.0) for destination in answer]


def _whole(value: Any, below: int, who: str, what: str) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral) or not 0 <= int(value) < below:
        raise ValueError(f"{who} {what} {value!r}; whole numbers from 0 to {below - 1}")
    return int(value)

# SPDX-License-Identifier: Apache-2.0
"""Algorithms of collectives: a picture for each operation, with a panel for each algorithm."""
import draw
from tools import Failure, at_once

RANKS = 8
BYTES = 1024  # of the part of a rank, or 8 times as many of a buffer that all have
TAKES = {"two-proc": 2}  # ranks of algorithms that need a certain number
COLUMNS, WIDTH, GAP = 3, 170, 9


def action(operation, ranks):
    """The call of an operation, as a time-independent trace writes it."""
    part, whole = BYTES, BYTES * RANKS
    parts = " ".join([str(part)] * ranks)
    actions = {
        "barrier": "barrier", "bcast": f"bcast {whole}", "reduce": f"reduce {whole} 0",
        "allreduce": f"allreduce {whole} 0", "scan": f"scan {whole} 0", "exscan": f"exscan {whole} 0",
        "gather": f"gather {part} {part}", "gatherv": f"gatherv {part} {parts}", "scatter": f"scatter {part} {part}",
        "scatterv": f"scatterv {parts} {part}", "allgather": f"allgather {part} {part}",
        "allgatherv": f"allgatherv {part} {parts}", "alltoall": f"alltoall {part} {part}",
        "reduce-scatter": f"reducescatter {parts} 0"}
    return actions.get(operation)


def workload(tools, operation, algorithm, ranks):
    key = operation.replace("-", "_")
    chosen = f"{{library: mpich, {key}: {algorithm}, segment: 2 KiB, torus: [4, 2]}}"
    if operation == "reduce-scatter-block":  # not in time-independent traces
        tools.write(f"block-{algorithm}.yaml", f"program: 1\ntitle: block\ndo: [{{reduce-scatter-block: {{bytes: {BYTES} B}}}}]\n")
        return f"{{type: program, kernel: {{type: script, ranks: {ranks}, file: block-{algorithm}.yaml}}, collectives: {chosen}}}"
    if operation == "alltoallv":  # of which such a trace keeps no size of each pair: the last call of is
        return ("{type: program, kernel: {type: npb, kernel: is, class: S, phases: timed, iterations: 1, "
                f"ranks: {ranks}}}, collectives: {chosen}}}")
    call = action(operation, ranks)
    if call is None:
        raise Failure(f"{operation}: no recipe in scripts/gallery/collectives.py calls it")
    tools.write(f"{operation}-{algorithm}.ti", "".join(f"{rank} init\n{rank} {call}\n{rank} finalize\n" for rank in range(ranks)))
    return f"{{type: trace, file: {operation}-{algorithm}.ti, order: causal, collectives: {chosen}}}"


def last_call(messages):
    """The messages with the tag of the one that arrives last, from time 0 on."""
    tag = max(messages, key=lambda message: message[3])[5]
    kept = [message for message in messages if message[5] == tag]
    begin = min(message[1] for message in kept)
    return [(source, sent - begin, to, arrived - begin, size, tag) for source, sent, to, arrived, size, _ in kept]


def panel(tools, operation, algorithm, x, y):
    ranks = TAKES.get(algorithm, RANKS)
    name = f"{operation}-{algorithm}"
    try:
        tools.run(name, workload(tools, operation, algorithm, ranks), more=["--timeline", name + ".json"])
    except Failure as failure:
        raise Failure(f"{operation}-algorithm {algorithm}: no recipe in scripts/gallery/collectives.py draws it: "
                      f"{failure}") from failure
    messages = tools.timeline(name)
    if operation == "alltoallv":
        messages = last_call(messages)
    counts = {}
    for source, _, to, _, size, _ in messages:
        counts[source, to] = counts.get((source, to), 0) + max(size, 1)
    end = max((message[3] for message in messages), default=0)
    content = draw.text(x, y + 10, algorithm) + draw.matrix(x, y + 16, ranks, 5, counts)
    content += draw.space_time(x + 48, y + 20, ranks, GAP, WIDTH - 55, [message[:4] for message in messages])
    return content + draw.text(x, y + 98, f"{len(messages)} messages, {end:.1f} us")


def section(tools, catalogue):
    pictures, lines = {}, []
    for kind in catalogue:
        if not kind.endswith("-algorithm"):
            continue
        operation, entries = kind.removesuffix("-algorithm"), catalogue[kind]
        content = "".join(at_once(panel, [
            (tools, operation, algorithm, 4 + index % COLUMNS * (WIDTH + 10), index // COLUMNS * 110)
            for index, (algorithm, _) in enumerate(entries)]))
        width = 4 + min(len(entries), COLUMNS) * (WIDTH + 10)
        title = f"{operation}: messages of each algorithm"
        pictures[f"collective-{operation}.svg"] = draw.picture(title, width, -(-len(entries) // COLUMNS) * 110, content)
        lines += [f"### {operation}", f"![{operation}](img/workloads/collective-{operation}.svg)", ""]
        lines += [f"- `{algorithm}`: {doc}" for algorithm, doc in entries] + [""]
    return pictures, lines

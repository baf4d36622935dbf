# SPDX-License-Identifier: Apache-2.0
"""Kinds of programs: the matrix of their messages and, where these are few, when each travels."""
import json
import os
import re

import draw
from tools import Failure, at_once, bytes_text, source_of

MOST_MESSAGES = 260  # of a space-time diagram
# What `trgen generate` gets where `--ranks 16 --iterations 1` is not enough or not taken.
OPTIONS = {
    "lulesh": ["--ranks", "27", "--iterations", "1"],
    "script": ["--ranks", "16", "--file", "ring-of-halos.yaml"],
    "time-independent": ["--file", "stencil.ti"],
    "graph": ["--ranks", "16", "--iterations", "1", "--scale", "14", "--skew", "1"],
    "transformer": ["--layers", "8", "--hidden", "1024", "--sequence", "512", "--tensor", "2", "--pipeline", "2", "--data", "4",
                    "--overlap", "false"],
    "inference": ["--layers", "8", "--tensor", "4", "--pipeline", "2", "--replicas", "2", "--requests", "2", "--answer", "4"],
}
STREAMS = {"chakra": "{type: chakra, file: chakra.0.et}"}
NOTES = {
    "script": "The program is `ring-of-halos.yaml` of the page on [programs](programs.md#a-program-of-your-own).",
    "chakra": "The file is that of one iteration of `stencil`, written by `trgen convert`.",
    "time-independent": "The file is that of one iteration of `stencil`, written by `trgen generate --operations`.",
    "transformer": "Ranks of a tensor group are neighbours, replicas are spread over the job.",
    "graph": "With `skew: 1`, ranks differ from no edges to twice the mean.",
}


def prepare(tools, root):
    """Files that some kinds read."""
    with open(os.path.join(root, "docs/programs.md"), encoding="utf-8") as page:
        script = re.search(r"```yaml\n(# ring-of-halos\.yaml\n.*?)```", page.read(), flags=re.S).group(1)
    tools.write("ring-of-halos.yaml", script)
    tools.call("trgen", "generate", "stencil", "--ranks", "16", "-o", "stencil.txt")
    tools.call("trgen", "convert", "stencil.txt", "chakra.0.et")
    tools.call("trgen", "generate", "stencil", "--ranks", "16", "--operations", "-o", "stencil.ti")


def cases(tools, kinds):
    """(name of the picture, kind, what it shows, options): a kind that has kinds of its own has several pictures."""
    for kind, _ in kinds:
        if kind == "npb":
            for benchmark in choices(tools.help("kernel.npb"), "kernel"):
                yield kind, f"npb-{benchmark}", ["--ranks", "16", "--kernel", benchmark, "--class", "S", "--iterations",
                                                 "1", "--phases", "timed"]
        else:
            yield kind, kind, OPTIONS.get(kind, ["--ranks", "16", "--iterations", "1"])


def choices(help_text, key):
    found = re.search(rf"^  {key}\n(?:      .*\n)*?      one of (.*)$", help_text, flags=re.M)
    if not found:
        raise Failure(f"fsin help does not name the values of {key}")
    return found.group(1).split(", ")


def drawing(tools, kind, name, options):
    """(SVG, line on its figures, command) of a program."""
    counts, messages, ranks, sent = {}, None, 16, 0
    command = f"trgen generate {' '.join([kind, *options])}"
    if kind in STREAMS:  # trgen would write each stream of a rank as a rank
        command = "kernel: " + STREAMS[kind]
        tools.run(name, f"{{type: program, kernel: {STREAMS[kind]}}}", more=["--timeline", name + ".json"])
        messages = tools.timeline(name)
        sent = len(messages)
        for source, _, to, _, size, _ in messages:
            counts[source, to] = counts.get((source, to), 0) + size
    else:
        trace = f"program-{name}.txt"
        tools.call("trgen", "generate", kind, *options, "-o", trace)
        stats = json.loads(tools.call("trgen", "stats", "--json", "--top", "4096", trace))
        ranks, sent = stats["ranks"], stats["sent"]["messages"]
        counts = {(pair["source"], pair["destination"]): max(pair["bytes"], 1) for pair in stats["top_pairs"]}
        if sent <= MOST_MESSAGES:
            tools.run(name, f"{{type: trace, file: {trace}, order: causal}}", more=["--timeline", name + ".json"])
            messages = tools.timeline(name)
    content = draw.matrix(2, 2, ranks, 128 // ranks, counts)
    if messages:
        content += draw.space_time(146, 2 + 64 / ranks, ranks, 128 / ranks, 250, [message[:4] for message in messages])
    return (draw.picture(f"{name}: who sends how much to whom", 402 if messages else 132, 132, content),
            f"{ranks} ranks, {sent} messages between {len(counts)} pairs, {bytes_text(sum(counts.values()))}.", command)


def section(tools, root, catalogue):
    prepare(tools, root)
    kinds = catalogue["kernel"]
    docs, pictures, lines = dict(kinds), {}, []
    todo = list(cases(tools, kinds))
    sources = dict(at_once(lambda kind: (kind, source_of(tools.help("kernel." + kind))), [(kind,) for kind in docs]))
    last = None
    for (kind, name, options), (svg, figures, command) in zip(todo, at_once(lambda *case: drawn(tools, *case), todo)):
        pictures[f"program-{name}.svg"] = svg
        if kind != last:
            lines += [f"### `{kind}`", docs[kind][0].upper() + docs[kind][1:] + "."]
            lines += [f"Source: {sources[kind]}." if sources[kind] else "", NOTES.get(kind, "")]
        lines += ["", f"![{name}](img/workloads/program-{name}.svg)", "",
                  figures, f"`{command}`", ""]
        last = kind
    return pictures, lines


def drawn(tools, kind, name, options):
    try:
        return drawing(tools, kind, name, options)
    except Failure as failure:
        raise Failure(f"kernel {kind}: no recipe in scripts/gallery/programs.py draws it: {failure}") from failure

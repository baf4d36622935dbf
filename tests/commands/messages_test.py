# SPDX-License-Identifier: Apache-2.0
"""--message-log, through the program: a message alone takes the time alone under every model, times of messages that
follow one another add up to the run, messages that share something take so many times as long, and the file does not
depend on threads. Messages within a node that share its bandwidth (mpi.node_bandwidth_per).

    messages_test.py FSIN"""
import csv
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile

FSIN = os.path.abspath(sys.argv[1])
LINE = "topology: {type: mesh, dims: [4]}, packet: 64 B, phit: 4 B, link: {bandwidth: 1 Gb/s}"
TORUS = ("topology: {type: torus, dims: [4, 4]}, packet: 64 B, phit: 4 B, link: {bandwidth: 1 Gb/s}, "
         "router: {virtual_channels: 2, flow_control: bubble}, routing: dor")
CYCLE = 32  # ns
faults = []


def check(what, condition, seen=""):
    if not condition:
        faults.append(what)
        print(f"FAULT {what}: {seen}")


def write(name, text):
    with open(name, "w", encoding="utf-8") as out:
        out.write(text)


def run(network, workload, *options, measure=None, code=0, log="log.csv"):
    """The result, and the rows of the log."""
    text = f"fsin: 1\nnetwork: {{{network}}}\nworkload: {{{workload}}}\n"
    write("exp.yaml", text + (f"measure: {measure}\n" if measure else ""))
    if log and os.path.exists(log):
        os.remove(log)
    words = [FSIN, "run", "exp.yaml", "--json", "-", "-q", *options]
    done = subprocess.run(words + (["--message-log", log] if log else []), capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{network} {workload} {options}: exit code {done.returncode}\n{done.stderr}")
    if code == 2:
        return done.stderr, not os.path.exists(log)
    return json.loads(done.stdout), read(log) if log else []


def read(name):
    text = open(name, "rb").read()
    if name.endswith(".zst"):
        text = subprocess.run(["zstd", "-dc", name], capture_output=True, check=True).stdout
    return list(csv.DictReader(io.StringIO(text.decode())))


def cycles(row):
    return int(row["end_cycle"]) - int(row["start_cycle"])


def flows(*lines):
    write("flows.txt", "".join(" ".join(str(field) for field in line) + "\n" for line in lines))
    return "type: flows, file: flows.txt"


def trace(*messages, ranks, name="t.txt"):
    """Blocking messages (source, destination, bytes), one after the other in the order of each rank."""
    lines = ["#insee-trace 1", f"#ranks {ranks}"]
    for source, destination, size in messages:
        lines += [f"{source} 0 SS MPI_Send", f"{source} 0 MS {destination} 5 0 {size}", f"{source} 0 SE MPI_Send",
                  f"{destination} 0 SS MPI_Recv", f"{destination} 0 MR {source} 5 0 {size}", f"{destination} 0 SE MPI_Recv"]
    write(name, "\n".join(lines) + "\n")
    return f"type: trace, file: {name}"


MODELS = {
    "routers": "",
    "one channel": ", router: {virtual_channels: 1}",
    "delays": ", router: {delay: 3 cycles, virtual_channels: 2}, link: {bandwidth: 1 Gb/s, delay: 200 ns}",
    "short queues": ", router: {virtual_channels: 1, queue: 2 packets}, link: {bandwidth: 1 Gb/s, delay: 4 us}",
    "store and forward": ", router: {flow_control: store-and-forward, virtual_channels: 2}",
    "short last packet": ", variable_last_packet: true",
    "ideal": ", model: ideal",
    "ideal, injectors": ", model: ideal, router: {injectors: 3}",
    "loggp": ", model: {type: loggp, latency: 1 us, gap: 100 ns}",
    "loggps": ", model: {type: loggps, latency: 1 us, overhead: 200 ns, gap: 300 ns, byte_gap: 2 ns, byte_overhead: 1 ns, eager: 500 B}",
    "piecewise": ", model: {type: piecewise, from: [0 B], latency: [1 us], byte_time: [3 ns]}",
    "flow": ", model: flow",
    "flow as SimGrid's": ", model: {type: flow, factors: simgrid}",
}


def network_of(extra, base):
    """Keys of `extra` replace those of the base."""
    for key in ("router", "link"):
        if f", {key}: {{" in extra:
            base = re.sub(rf", {key}: {{[^}}]*}}", "", base)
    return base + extra


def alone():
    for name, extra in MODELS.items():
        for size in (1, 63, 64, 65, 1000, 40000):
            for base in (LINE, TORUS):
                if base is TORUS and name in ("one channel", "short queues", "store and forward"):
                    continue
                for engine in ("event", "reference"):
                    _, rows = run(network_of(extra, base), flows((0, 0, 2, size)), "--engine", engine)
                    check(f"{name}, {engine}: a message of {size} B alone",
                          len(rows) == 1 and float(rows[0]["slowdown"]) == 1 and rows[0]["time_ns"] == rows[0]["alone_ns"] and
                          float(rows[0]["time_ns"]) == cycles(rows[0]) * CYCLE, rows)
    # Synthetic packets of one node at a time, far apart.
    for extra in ("", ", model: {type: loggp, latency: 1 us}", ", model: flow"):
        result, rows = run(network_of(extra, LINE), "type: synthetic, pattern: neighbour, load: 0.0001",
                           measure="{warmup: 0, cycles: 20000}")
        check(f"packets {extra} alone", rows and all(float(row["slowdown"]) == 1 for row in rows[:1]), rows[:3])
        check(f"packets {extra}: as many as delivered", len(rows) == result["packets"]["delivered"], len(rows))


def adding_up():
    turns = [(i % 2, 1 - i % 2, 1 + 300 * i) for i in range(10)]
    for name, extra in MODELS.items():
        for engine in ("event", "reference"):
            result, rows = run(network_of(extra, LINE), trace(*turns, ranks=2), "--engine", engine)
            check(f"{name}, {engine}: messages of a ping-pong", [int(row["bytes"]) for row in rows] == [each[2] for each in turns])
            check(f"{name}, {engine}: their times add up to the run",
                  sum(cycles(row) + 1 for row in rows) + 2 == result["cycles"], (sum(map(cycles, rows)), result["cycles"]))
            check(f"{name}, {engine}: the last ends with the run", int(rows[-1]["end_cycle"]) + 2 == result["cycles"], rows[-1])
            check(f"{name}, {engine}: none is slower than alone", all(float(row["slowdown"]) == 1 for row in rows), rows)


def sharing():
    size = 64000
    for name, extra in (("flow", ", model: flow"), ("loggp", ", model: {type: loggp, latency: 1 us}")):
        for engine in ("event", "reference"):
            result, rows = run(LINE + extra, flows((0, 0, 2, size), (0, 1, 2, size)), "--engine", engine)
            check(f"{name}, {engine}: two into one node", [1.99 < float(row["slowdown"]) < 2.01 for row in rows] == [True, True], rows)
            of = result["message_times"]["sizes"]
            check(f"{name}, {engine}: a row of sizes", len(of) == 1 and (of[0]["from_bytes"], of[0]["to_bytes"]) == (32768, 65535), of)
            check(f"{name}, {engine}: its slowdown", abs(of[0]["slowdown"]["p50"] - 2) < 0.01, of)
    # A node whose messages leave one after the other: the second waits for the first.
    for name in ("loggp", "piecewise"):
        _, rows = run(LINE + MODELS[name], flows((0, 0, 2, 6400), (0, 0, 3, 6400)))
        check(f"{name}: the second message waits", len(rows) == 2 and float(rows[1]["start_ns"]) > 0, rows)


def percentile(values, part):
    values = sorted(values)
    return values[max(0, math.ceil(part * len(values)) - 1)]


def summary():
    result, rows = run(TORUS, "type: program, kernel: {type: halo, iterations: 5, ranks: 16}")
    of = result["message_times"]
    check("as many rows as messages", len(rows) == result["messages"]["delivered"] == of["messages"] == of["all"]["messages"], len(rows))
    check("none under way", (of["under_way"], of["requests"]) == (0, 0), of)
    check("in order", rows == sorted(rows, key=lambda row: (int(row["start_cycle"]), int(row["source"]))))
    check("sizes add up", sum(row["messages"] for row in of["sizes"]) == len(rows))
    for key, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1)):
        expected = percentile([cycles(row) for row in rows], part)
        check(f"time {key}", abs(of["all"]["time"][key] - expected) <= 5e-4 * expected, (of["all"]["time"], expected))
        expected = percentile([float(row["slowdown"]) for row in rows], part)
        check(f"slowdown {key}", abs(of["all"]["slowdown"][key] - expected) <= 1e-3 * expected, (of["all"]["slowdown"], expected))
    check("mean", abs(of["all"]["time"]["mean"] - sum(map(cycles, rows)) / len(rows)) < 1e-6, of["all"])
    text = subprocess.run([FSIN, "run", "exp.yaml", "-q", "--message-log", "log.csv"], capture_output=True, text=True).stdout
    check("the text has a table", re.search(r"^messages +number +time p50", text, re.M) is not None, text)
    plain = subprocess.run([FSIN, "run", "exp.yaml", "-q", "--json", "-"], capture_output=True, text=True).stdout
    check("nothing of it where it is not asked for", "message_times" not in json.loads(plain))
    check("the same run", json.loads(plain)["fingerprint"] == result["fingerprint"])
    # Long messages ask first.
    result, rows = run(TORUS, "type: program, kernel: {type: halo, iterations: 5, ranks: 16}, mpi: {eager: 100 B}")
    of = result["message_times"]
    check("requests are counted, not listed", len(rows) == result["messages"]["delivered"] and of["requests"] == 2 * sum(int(row["bytes"]) > 100 for row in rows) > 0, of)


def threads():
    for workload, measure in (("type: program, kernel: {type: all-to-all, iterations: 1, ranks: 16}", None),
                              ("type: synthetic, load: 0.5", "{warmup: 0, cycles: 500}")):
        texts = set()
        for count in ("1", "2"):
            run(TORUS, workload, "--threads", count, "--force-threads", measure=measure)
            texts.add(open("log.csv", encoding="utf-8").read())
        check(f"{workload}: the same file with any number of threads", len(texts) == 1)
    run(TORUS, "type: synthetic, load: 0.5", measure="{warmup: 0, cycles: 500}", log="log.csv.zst")
    run(TORUS, "type: synthetic, load: 0.5", measure="{warmup: 0, cycles: 500}")
    check("the same, compressed", read("log.csv.zst") == read("log.csv"))


def dimensions():
    """Links of every dimension of a network are alike where its design says no more: a neighbour takes the same time
    alone whatever dimension its link is of."""
    for sides in ("4, 4", "4, 4, 4"):
        steps = [4 ** dimension for dimension in range(len(sides.split(",")))]
        _, rows = run(TORUS.replace("4, 4", sides), flows(*((1_000_000 * at, 0, step, 20_000) for at, step in enumerate(steps))))
        check(f"{sides}: neighbours have one time alone",
              len(rows) == len(steps) and len({row["alone_ns"] for row in rows}) == 1 and
              all(float(row["slowdown"]) == 1 for row in rows), rows)


def many():
    """More than memory keeps: sorted nevertheless, and all there."""
    result, _ = run(TORUS, "type: synthetic, load: 0.6", measure="{warmup: 0, cycles: 1000000}", log="many.csv")
    last, count, ordered = (0, 0), 0, True
    with open("many.csv", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            key = int(row["start_cycle"]), int(row["source"])
            ordered = ordered and key >= last
            last, count = key, count + 1
    check("many rows", count == result["packets"]["delivered"] > 600_000 - 50_000, count)
    check("many rows in order", ordered)
    check("no temporary file stays", not [name for name in os.listdir(".") if name.startswith(".fsin") or name.endswith(".partial")])


def refusals():
    loaded = "type: synthetic, load: 0.1"
    for what, workload, options in (
            ("seeds", loaded, ["--seeds", "2"]), ("saturation", loaded, ["measure.find=saturation"]),
            ("checkpoint", loaded, ["--checkpoint", "states"]),
            ("packets", "type: synthetic, load: 0.1, sizes: {type: fixed, bytes: 1000 B}", []),
            ("request-reply", "type: synthetic, loop: request-reply", []),
            ("jobs by flow", "type: jobs, jobs: [{name: a, workload: {type: program, kernel: {type: ring, ranks: 4}}}, {name: b, model: flow, "
             "workload: {type: program, kernel: {type: ring, ranks: 4}}}]", [])):
        message, nothing = run(TORUS, workload, *options, measure="{warmup: 0, cycles: 500}" if "jobs" not in workload else None, code=2)
        check(f"{what} is refused by name", "--message-log: " in message and nothing, message)
    before = "kept"
    write("log.csv", before)
    write("exp.yaml", f"fsin: 1\nnetwork: {{{TORUS}}}\nworkload: {{type: trace, file: log.csv}}\n")
    done = subprocess.run([FSIN, "run", "exp.yaml", "--message-log", "log.csv"], capture_output=True, text=True)
    check("an input is not overwritten", done.returncode != 0 and open("log.csv").read() == before, done.stderr)


def jobs_and_places():
    jobs = ("type: jobs, jobs: [{name: \"a, b\", workload: {type: program, kernel: {type: ring, ranks: 4, iterations: 2}}}, "
            "{name: c, workload: {type: program, kernel: {type: ring, ranks: 4, iterations: 2}}}]")
    result, rows = run(TORUS, jobs)
    check("jobs by name", {row["job"] for row in rows} == {"a, b", "c"} and
          all((row["job"] == "c") == (int(row["source"]) >= 4) for row in rows), rows[:3])
    _, rows = run(TORUS, trace((0, 1, 100), ranks=2) + ", placement: {type: shift, by: 3}")
    check("nodes of ranks", [(row["source"], row["source_node"], row["destination_node"], row["tag"]) for row in rows] ==
          [("0", "3", "4", "5")], rows)
    subprocess.run([FSIN, "run", "exp.yaml", "-q", "--out", "folder", "--message-log", "folder/messages.csv"], check=True,
                   capture_output=True)
    check("in a folder of results", len(read("folder/messages.csv")) == 1)
    shown = subprocess.run([FSIN, "report", "folder"], capture_output=True, text=True)
    if shown.returncode == 0:
        page = next(os.path.join("folder", name) for name in os.listdir("folder") if name.endswith(".html"))
        check("the page has the messages", '"messages":{"points":[{' in open(page, encoding="utf-8").read().replace(" ", ""))


def near():
    """Seven ranks send to the eighth of their node."""
    mib = 1 << 20
    copy = 263  # cycles of 40 ns in which 100 GB/s carry a MiB, rounded up
    fast = "topology: {type: mesh, dims: [2]}, packet: 4 KiB, phit: 4 KiB, link: {bandwidth: 819.2 Gb/s}"  # 40 ns a cycle
    seven = trace(*((rank, 0, mib) for rank in range(1, 8)), ranks=8, name="seven.txt")
    write("seven.ti", "".join([f"{rank} isend 0 0 {mib}\n{rank} wait {rank} 0 0\n" for rank in range(1, 8)]) +
          "".join(f"0 irecv {rank} 0 {mib}\n" for rank in range(1, 8)) + "0 waitall 7\n")
    background = "type: trace, file: seven.ti, cpu: {rate: 1 Gf/s}"
    for model in ("", ", model: ideal", ", model: {type: loggp, latency: 1 us}", ", model: {type: loggps, latency: 1 us}", ", model: flow"):
        for engine in ("event", "reference"):
            for workload in (seven, background):
                for per, factor in (("message", 1), ("node", 7)):
                    mpi = f", placement: {{type: consecutive, per_node: 8}}, mpi: {{node_bandwidth: 800 Gb/s, node_latency: 400 ns, node_bandwidth_per: {per}}}"
                    _, rows = run(fast + model, workload + mpi, "--engine", engine)
                    rows = [row for row in rows if int(row["bytes"]) == mib]
                    taken = sorted(map(cycles, rows))
                    expected = [10 + copy * (1 if per == "message" else place) for place in range(1, 8)]
                    check(f"{model} {engine} {workload[:28]}: seven senders, per {per}", taken == expected, taken)
                    check(f"{model} {engine}: slowdown", abs(max(float(row["slowdown"]) for row in rows) - (10 + factor * copy) / (10 + copy)) < 1e-5, rows)
    # A schedule in GOAL, whose interfaces copy.
    write("seven.goal", "num_ranks 8\n\nrank 0 {\n" + "".join(f"l{rank}: recv {mib}b from {rank}\n" for rank in range(1, 8)) + "}\n\n" +
          "".join(f"rank {rank} {{\nl1: send {mib}b to 0\n}}\n\n" for rank in range(1, 8)))
    for per, factor in (("message", 1), ("node", 7)):
        _, rows = run(fast + ", model: {type: loggps, latency: 1 us}", "type: trace, file: seven.goal, placement: {type: consecutive, per_node: 8}, "
                      f"mpi: {{node_bandwidth: 800 Gb/s, node_latency: 400 ns, node_bandwidth_per: {per}}}")
        expected = [10 + copy * (1 if per == "message" else place) for place in range(1, 8)]
        check(f"seven senders of a schedule, per {per}", sorted(map(cycles, rows)) == expected, rows)
    # Two nodes do not share; a message alone takes the same time in both ways.
    pairs = trace((0, 1, mib), (2, 3, mib), ranks=4, name="pairs.txt")
    mpi = ", placement: {type: consecutive, per_node: 2}, mpi: {node_bandwidth: 800 Gb/s, node_bandwidth_per: %s}"
    both = [run(fast, pairs + mpi % per) for per in ("message", "node")]
    check("each node has its own", both[0][1] == both[1][1] and both[0][0]["cycles"] == both[1][0]["cycles"], both)
    message, _ = run(fast, pairs + ", placement: {type: consecutive, per_node: 2}, mpi: {node_bandwidth_per: node}", code=2)
    check("no bandwidth to share", "mpi.node_bandwidth" in message, message)
    # The same on several threads.
    many_ranks = "type: program, kernel: {type: all-to-all, iterations: 1, ranks: 32}, placement: {type: random, per_node: 4}, mpi: {node_bandwidth: 1 Gb/s, node_bandwidth_per: node}"
    network = TORUS
    texts = []
    for options in (["--engine", "reference"], ["--threads", "1"], ["--threads", "2", "--force-threads"]):
        result, rows = run(network, many_ranks, *options)
        texts.append((result["fingerprint"], result["cycles"], open("log.csv", encoding="utf-8").read()))
    check("engines and threads agree", texts[0] == texts[1] == texts[2], [each[:2] for each in texts])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for part in sys.argv[2:] or ("alone", "adding_up", "sharing", "summary", "threads", "dimensions", "many", "refusals", "jobs_and_places", "near"):
        globals()[part]()
sys.exit(1 if faults else 0)

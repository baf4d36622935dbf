# SPDX-License-Identifier: Apache-2.0
"""An experiment for every kind of file that decides a result: for every key that names a file, every format of traces,
lists of files, folders, and files named in nested values. In the folder of a case stands nothing but exp.yaml and what
it reads, so that whoever asks `the inputs of this case` has them in the files of its folder."""
import os
import re
import subprocess

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fuzz/corpus/format")
TORUS = "topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3, flow_control: bubble}, routing: adaptive"
RING = "{type: program, kernel: {type: ring, bytes: 1000 B, ranks: 4, iterations: 2}}"
WINDOW = "{warmup: 100, cycles: 400}"
TRACE = ("#ranks 2\n0 0 SS MPI_Send\n0 1 MS 1 0 0 1600\n0 2 SE MPI_Send\n"
         "1 0 SS MPI_Recv\n1 1 MR 0 0 0 1600\n1 2 SE MPI_Recv\n")
SCRIPT = ("program: 1\ndo:\n  - if: rank == 0\n    do: [{send: {to: 1, bytes: 1616}}]\n"
          "  - if: rank == 1\n    do: [{recv: {from: 0, bytes: 1616}}, {compute: 5 us}]\n")
PLATFORM = ("<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-7' speed='2Gf' bw='1GBps' lat='1us' "
            "topology='TORUS' topo_parameters='2,4'/></platform>\n")


class Case:
    def __init__(self, network=None, workload=RING, measure=None, covers=(), routers=True):
        self.network = network or TORUS
        self.workload = workload
        self.measure = measure
        self.covers = covers      # rows of the reference page: (section, key)
        self.routers = routers    # runs over routers, so that it has checkpoints


class Folder:
    """The folder of a case while it is made."""

    def __init__(self, path, trgen):
        self.path, self.trgen = path, trgen

    def write(self, name, text):
        full = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        return name

    def convert(self, name, *options):
        """The small trace in another format; the files of which it consists lie beside it."""
        self.write("t.txt", TRACE)
        os.makedirs(os.path.dirname(os.path.join(self.path, name)), exist_ok=True)
        subprocess.run([self.trgen, "convert", "t.txt", name, *options], cwd=self.path, check=True, capture_output=True)
        os.remove(os.path.join(self.path, "t.txt"))
        return name

    def ranks(self):
        """A time-independent trace of a file a rank, under a list."""
        self.write("run_files/0.ti", "0 send 1 0 1600\n0 compute 1e6\n")
        self.write("run_files/1.ti", "1 recv 0 0 1600\n1 compute 1e6\n")
        return self.write("run.ti", "run_files/0.ti\nrun_files/1.ti\n")


def packets(_):
    return "".join(f"{c} {c % 16} {(c + 5) % 16} 16\n" for c in range(1, 60))


def matrix():
    return "".join(",".join("0" if s == d else str(1 + (s * d) % 3) for d in range(16)) + "\n" for s in range(16))


def permutation():
    return "".join(f"{s} {(s * 5 + 1) % 16}\n" for s in range(16) if (s * 5 + 1) % 16 != s)


def synthetic(rest):
    return f"{{type: synthetic, load: 0.2, {rest}}}"


def network_file(f):
    f.write("net.yaml", "topology: {type: torus, dims: [4, 4]}\nrouting: dor\nrouter: {virtual_channels: 2, queue: 4 packets}\n")
    return Case("file: net.yaml", covers=[("network", "network.file")])


def platform(f):
    f.write("p.xml", PLATFORM)
    return Case("platform: p.xml", covers=[("network", "network.platform")], routers=False)


def hosts(f):
    f.write("p.xml", PLATFORM)
    f.write("hosts", "n0\nn5\nn2\nn7\n")
    return Case("platform: p.xml, hosts: hosts", covers=[("network", "network.hosts")], routers=False)


def graph(f):
    f.write("net.edges", "s0 s1\ns1 s2\ns2 s3\ns3 s0\n")
    return Case("topology: {type: graph, file: net.edges, terminals: 1}, routing: shortest", covers=[("topology graph", "file")])


def routes(f):
    f.write("line.edges", "s0 s1\ns1 s2\ns2 s3\n")
    # port 0 is the node's; of a switch in the middle port 1 leads down and port 2 up
    text = ""
    for here in range(4):
        for node in range(4):
            if node != here:
                up = 1 if here == 0 else 2
                text += f"{4 + here} {node} {up if node > here else 1} 1\n"
    f.write("routes.txt", text)
    return Case("topology: {type: graph, file: line.edges, terminals: 1}, router: {virtual_channels: 3}, "
                "routing: {type: table, file: routes.txt}",
                covers=[("routing table", "file")])


def channels(f):
    f.write("row.edges", "s0 s1\ns1 s2\ns2 s3\n")
    # as above; what enters by port 0 may take any channel
    text = ""
    for here in range(4):
        for node in range(4):
            if node != here:
                port = 1 if here == 0 or node < here else 2
                text += f"{4 + here} 0 {node} {port}\n{4 + here} * {node} {port}:1\n"
    f.write("channels.txt", text)
    return Case("topology: {type: graph, file: row.edges, terminals: 1}, router: {virtual_channels: 2}, "
                "routing: {type: channel-table, file: channels.txt}",
                covers=[("routing channel-table", "file")])


def trace_of(make):
    def case(f):
        return Case(workload=f"{{type: trace, file: {make(f)}}}", covers=[("workload trace", "file")])
    return case


def capture(f):
    with open(os.path.join(CORPUS, "capture/folder.bundle"), "rb") as bundle:
        rest = bundle.read()
    while rest:
        head, rest = rest.split(b"\n", 1)
        _, name, size = head.split()
        f.write("captured/" + name.decode(), rest[:int(size)])
        rest = rest[int(size):]
    return "captured"


def flows(f):
    f.write("flows.csv", "0 1 2 100\n50 3 4 2000\n60 2 1 160\n")
    return Case(workload="{type: flows, file: flows.csv}", covers=[("workload flows", "file")])


def packet_file(f):
    f.write("packets.txt", packets(f))
    return Case(workload="{type: packets, file: packets.txt}", covers=[("workload packets", "file")])


def pattern(kind, text):
    def case(f):
        f.write("pattern.txt", text)
        return Case(workload=synthetic(f"pattern: {{type: {kind}, file: pattern.txt}}"), measure=WINDOW,
                    covers=[(f"pattern {kind}", "file")])
    return case


def sizes(kind, make):
    def case(f):
        return Case(workload=synthetic(f"sizes: {{type: {kind}, file: {make(f)}}}"), measure=WINDOW,
                    covers=[(f"sizes {kind}", "file")])
    return case


def parts(f):
    f.write("matrix.csv", matrix())
    f.write("sizes.txt", "64 3\n500 1\n")
    return Case(workload=synthetic("parts: [{weight: 1, pattern: {type: matrix, file: matrix.csv}}, "
                                   "{weight: 1, pattern: uniform, sizes: {type: table, file: sizes.txt}}]"), measure=WINDOW)


def phases(f):
    f.write("permutation.txt", permutation())
    return Case(workload=synthetic("phases: [{cycles: 100, pattern: {type: permutation, file: permutation.txt}}]"), measure=WINDOW)


def script(f):
    f.write("script.yaml", SCRIPT)
    return Case(workload="{type: program, kernel: {type: script, file: script.yaml}}", covers=[("kernel script", "file")])


def chakra(f):
    f.convert("run.0.et")
    f.write("groups.json", '{"all": [0, 1]}\n')
    return Case(workload="{type: program, kernel: {type: chakra, file: run.0.et, groups: groups.json}}",
                covers=[("kernel chakra", "file"), ("kernel chakra", "groups")])


def time_independent(f):
    f.write("rates.txt", "1 Gf/s\n2 Gf/s\n")
    name = f.ranks()
    return Case(workload=f"{{type: program, kernel: {{type: time-independent, file: {name}, rates: rates.txt}}}}",
                covers=[("kernel time-independent", "file"), ("kernel time-independent", "rates")])


def placement(f):
    f.write("t.txt", TRACE)
    f.write("nodes", "5\n12\n")
    return Case(workload="{type: trace, file: t.txt, placement: {type: file, file: nodes}}", covers=[("placement file", "file")])


def jobs(f):
    name = f.ranks()
    f.write("t.txt", TRACE)
    f.write("script.yaml", SCRIPT)
    f.write("nodes", "5\n12\n")
    f.write("matrix.csv", matrix())
    return Case(workload=f"{{type: jobs, jobs: [{{workload: {{type: trace, file: {name}}}}}, "
                         "{workload: {type: trace, file: t.txt, placement: {type: file, file: nodes}}}, "
                         "{workload: {type: program, kernel: {type: script, file: script.yaml, ranks: 2}}}], "
                         "background: {load: 0.05, pattern: {type: matrix, file: matrix.csv}}}",
                measure="{max_cycles: 100000}")  # a rank that waits for ever beside background has no other end


CASES = {
    "network-file": network_file, "platform": platform, "hosts": hosts, "graph": graph, "routes": routes,
    "channels": channels,
    "trace-capture": trace_of(capture), "trace-list": trace_of(Folder.ranks),
    "trace-folder": trace_of(lambda f: os.path.dirname(f.convert("archive/run.otf2"))),
    "flows": flows, "packets": packet_file,
    "pattern-matrix": pattern("matrix", matrix()), "pattern-permutation": pattern("permutation", permutation()),
    "pattern-population": pattern("population", "1 4\n2 2\n3 1\n4 1\n"),
    "sizes-table": sizes("table", lambda f: f.write("sizes.txt", "64 3\n500 1\n")),
    "sizes-curve": sizes("curve", lambda f: f.write("curve.txt", "64 0.5\n640 1\n")),
    "sizes-list": sizes("trace", Folder.ranks), "sizes-folder": sizes("trace", capture),
    "parts": parts, "phases": phases, "script": script, "chakra": chakra, "time-independent": time_independent,
    "placement": placement, "jobs": jobs,
}

# How each format is written, where the end of the name does not say it alone.
NAMES = {"chakra": "t.0.et", "dumpi": "t.meta"}

# Formats that are only read, each with a file of its reader's corpus. A format that is in neither table and cannot be
# written ends the test.
READ_ONLY = {"scalatrace": "ring.scalatrace"}


def file_of_format(f, name):
    if name not in READ_ONLY:
        return f.convert(NAMES.get(name, f"t.{name}"), "--format", name)
    with open(os.path.join(CORPUS, name, READ_ONLY[name]), "rb") as file:
        return f.write(f"t.{name}", file.read())


def add_formats(fsin):
    """A case for each format that `fsin list trace-format` knows and that has none above."""
    listed = subprocess.run([fsin, "list", "trace-format"], capture_output=True, text=True, check=True).stdout
    for name in [line.split()[0] for line in listed.splitlines() if re.match(r"  \S", line)]:
        if f"trace-{name}" not in CASES:
            CASES[f"trace-{name}"] = trace_of(lambda f, format=name: file_of_format(f, format))


def make(name, folder, trgen):
    """Writes the case into an empty folder."""
    case = CASES[name](Folder(folder, trgen))
    with open(os.path.join(folder, "exp.yaml"), "w", encoding="utf-8") as out:
        out.write(f"fsin: 1\nnetwork: {{{case.network}}}\nworkload: {case.workload}\n")
        if case.measure:
            out.write(f"measure: {case.measure}\n")
    return case


def files_of(folder):
    return sorted(os.path.join(room, name) for room, _, names in os.walk(folder) for name in names)


def changed(content):
    """The content with one byte changed: the last digit of a text that is no 0 or 9, outside of comments; else the byte in
    the middle. Whatever it does to the meaning, no result of the content before may be taken for it."""
    try:
        content.decode("ascii")
        lines = [line for line in re.finditer(rb"[^\n]*\n", content) if not line.group().startswith(b"#")]
        at = [line.start() + digit.start() for line in lines for digit in re.finditer(rb"[1-8]", line.group())][-1]
        return content[:at] + bytes([content[at] + 1]) + content[at + 1:]
    except (UnicodeDecodeError, IndexError):
        at = len(content) // 2
        return content[:at] + bytes([content[at] ^ 1]) + content[at + 1:]

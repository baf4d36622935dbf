# SPDX-License-Identifier: Apache-2.0
"""fsin import from outside: what it writes runs, what it refuses leaves nothing, and what is read is not overwritten.

    import_test.py FSIN"""
import bz2
import os
import re
import struct
import subprocess
import sys
import tempfile

FSIN = os.path.abspath(sys.argv[1])
TORUS = ("topology = torus; k = 4; n = 2;\nrouting_function = dim_order;\nnum_vcs = 2; vc_buf_size = 64; packet_size = 16;\n"
         "injection_rate_uses_flits = 1; injection_rate = 0.1;\nvc_allocator = islip;\n")
LAB = """instances: [{name: box, device: box, count: 4}, {name: top, device: switch, count: 1}]
devices:
- {name: box, components: [{name: gpu, count: 1, choice: xpu}, {name: card, count: 1, choice: nic}], links: [{name: bus}],
   edges: [{ep1: {component: gpu}, ep2: {component: card}, scheme: one2one, link: bus}]}
- {name: switch, components: [{name: asic, count: 1, choice: cpu}, {name: port, count: 4, choice: port}], links: [{name: wire}],
   edges: [{ep1: {component: asic}, ep2: {component: port}, scheme: many2many, link: wire}]}
links: [{name: cable, physical: {bandwidth: {choice: gigabits_per_second, gigabits_per_second: 100}}}]
edges: [{ep1: {instance: box, component: card}, ep2: {instance: top, component: port}, scheme: one2one, link: cable}]
"""
# Two layers: 10 us forward, 20 us for the gradients of the input; a collective of 64 MB in a group of four each time.
LAYERS = ("HYBRID_TRANSFORMER model_parallel_NPU_group: 4 ep: 1 pp: 1 all_gpus: 8\n2\n" +
          "layer -1 10000 ALLREDUCE 64000000 20000 NONE 0 1 NONE 0 0\n" * 2)
faults = []


def trace(waits):
    """Three packets that go back and forth; each waits for the one before it, or none does."""
    head = struct.pack("<If30sBBQQII8x", 0x484A5455, 1.0, b"ping", 4, 0, 9, 3, 0, 0)
    packets = b""
    for i in range(3):
        dependents = [i + 1] if waits and i < 2 else []
        packets += struct.pack(f"<QIIBBBBB{len(dependents)}I", 5, i, 0, 2, i % 2 * 3, 3 - i % 2 * 3, 0, len(dependents), *dependents)
    return bz2.compress(head + packets)


def number(text, name):
    """The number behind a name in what a run prints; digits are in groups of three."""
    return float(re.search(rf"^{name} +([\d ]*[\d.]+)", text, re.MULTILINE).group(1).replace(" ", ""))


def fsin(folder, *words, text=None):
    return subprocess.run([FSIN, *words], cwd=folder, capture_output=True, text=True, input=text, check=False)


def check(what, condition, seen):
    if not condition:
        faults.append(what)
        print(f"FAULT {what}: {seen}")


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


with tempfile.TemporaryDirectory() as folder:
    write(folder, "torus.cfg", TORUS)
    done = fsin(folder, "import", "torus.cfg", "-o", "torus.yaml")
    check("a configuration of BookSim is imported", done.returncode == 0 and "torus.cfg:5: vc_allocator = islip" in done.stderr, done)
    done = fsin(folder, "run", "torus.yaml", "-q")
    check("the imported experiment runs", done.returncode == 0 and "accepted" in done.stdout, done)
    done = fsin(folder, "import", "torus.cfg", "injection_rate=0.2", "k=8")
    check("settings behind the file count", "load: 0.2" in done.stdout and "dims: [8, 8]" in done.stdout, done)
    piped = fsin(folder, "run", "-", "-q", text=done.stdout)
    check("the experiment goes through a pipe", piped.returncode == 0, piped)

    write(folder, "fsin.conf", "topo=torus_4_4 nchan=3 load=0.2\n")
    done = fsin(folder, "import", "fsin.conf")
    check("options of FSIN are told by their content", done.returncode == 0 and "virtual_channels: 3" in done.stdout, done)

    write(folder, "two.net", "router 0 node 0 node 1 router 1 3\nrouter 1 node 2 node 3 router 0 3\n")
    done = fsin(folder, "import", "two.net")
    check("a listing needs a name for its links", done.returncode == 2 and "-o FILE.yaml" in done.stderr, done)
    done = fsin(folder, "import", "two.net", "-o", "two.yaml")
    links = os.path.join(folder, "two.edges")
    check("the links of a listing go beside the experiment", done.returncode == 0 and os.path.exists(links), done)
    done = fsin(folder, "check", "two.yaml")
    check("a listing is a network", done.returncode == 0 and "4 nodes" in done.stdout, done)

    write(folder, "torus.conf", 'LPGROUPS { G { repetitions="8"; modelnet_torus="1"; } }\n'
          'PARAMS { modelnet_order=("torus"); n_dims="2"; dim_length="4,2"; buffer_size="8192"; soft="1"; }\n')
    done = fsin(folder, "import", "torus.conf")
    check("a network of CODES is imported", done.returncode == 0 and "soft=1: no key" in done.stderr, done)
    piped = fsin(folder, "run", "-", "-q", "measure.warmup=100", "measure.cycles=500", text=done.stdout)
    check("a network of CODES runs", piped.returncode == 0 and "accepted" in piped.stdout, piped)
    write(folder, "tiny.topo", "Nodes 8\nTiers 2\nPodsize 8\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 4\nRadix_Up 2\n"
          "Downlink_Latency_ns 1000\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down 2\nDownlink_Latency_ns 1000\n")
    write(folder, "pair.cm", "Nodes 8\nConnections 2\nTriggers 1\n0->5 id 1 start 0 size 100000 send_done_trigger 1\n"
          "0->6 id 2 trigger 1 size 100000\ntrigger id 1 oneshot\n")
    done = fsin(folder, "import", "pair.cm", "topo=tiny.topo", "-o", "pair.yaml")
    check("flows of htsim are imported with their tree", done.returncode == 0 and "leaf-spine" in
          open(os.path.join(folder, "pair.yaml"), encoding="utf-8").read(), done)
    done = fsin(folder, "run", "pair.yaml", "-q")
    check("all packets of the flows, the acknowledgement among them, arrive",
          done.returncode == 0 and "delivered 51 " in done.stdout and "finished" in done.stdout, done)
    write(folder, "four.list", "4 2 3\n2 3\n0 2 100Gbps 1000ns 0\n1 3 100Gbps 1000ns 0\n2 3 100Gbps 1000ns 0\n")
    done = fsin(folder, "import", "four.list", "-o", "four.yaml")
    check("a list of ns-3 is imported", done.returncode == 0, done)
    done = fsin(folder, "check", "four.yaml")
    check("a list of ns-3 is a network", done.returncode == 0 and "2 nodes" in done.stdout, done)

    write(folder, "lab.infra", LAB)
    done = fsin(folder, "import", "lab.infra", "-o", "lab.yaml")
    check("a graph of InfraGraph is imported", done.returncode == 0 and "memory, and what has one link" not in done.stderr, done)
    done = fsin(folder, "run", "lab.yaml", "-q", "measure.warmup=100", "measure.cycles=1000")
    check("a graph of InfraGraph is a network that runs", done.returncode == 0 and "accepted" in done.stdout, done)

    write(folder, "two.layers", LAYERS)
    done = fsin(folder, "import", "two.layers", "-o", "layers.yaml")
    check("a workload of SimAI is imported", done.returncode == 0 and "a fat tree of 400 Gb/s stands in" in done.stderr, done)
    done = fsin(folder, "run", "layers.yaml", "-q")
    # Rings of four send 2 * 3/4 of 64 MB at 50 GB/s, twice, and the ranks compute 60 us.
    expected = 2 * (1.5 * 64e6 / 50e9) + 60e-6
    got = re.search(r"= ([\d.]+) ms simulated", done.stdout)
    check("the time of a workload of SimAI is that of its computing and its rings",
          done.returncode == 0 and got and expected < float(got.group(1)) / 1000 < 1.01 * expected, done)
    write(folder, "two.ranks", "MICRO\n1\nx -1 0 NONE 0 0 NONE 0 0 ALLREDUCE 1000000 0\n")
    done = fsin(folder, "import", "two.ranks", "ranks=2", "topo=four.list", "-o", "ranks.yaml")
    check("a workload of SimAI takes a list of ns-3", done.returncode == 0 and os.path.exists(os.path.join(folder, "ranks.edges")), done)
    done = fsin(folder, "run", "ranks.yaml", "-q")
    check("a workload of SimAI runs on a list of ns-3", done.returncode == 0 and "2 of 2 finished" in done.stdout, done)
    done = fsin(folder, "import", "two.ranks", "ranks=2", "topo=four.list", "-o", "four.list")
    check("the list that a workload of SimAI names is not overwritten", done.returncode == 2 and "would overwrite" in done.stderr, done)

    cycles = []
    for waits in (True, False):
        with open(os.path.join(folder, "ping.tra.bz2"), "wb") as file:
            file.write(trace(waits))
        done = fsin(folder, "import", "ping.tra.bz2", "-o", "ping.yaml")
        check("a trace of netrace is imported", done.returncode == 0, done)
        done = fsin(folder, "run", "ping.yaml", "-q")
        check("the packets of a trace of netrace arrive", done.returncode == 0 and "sent 3  delivered 3" in done.stdout, done)
        cycles.append(number(done.stdout, "cycles"))
    # Without dependencies two packets leave at once and the third behind one of them.
    check("packets of netrace wait for those that they depend on", cycles[0] > 1.5 * cycles[1], cycles)

    before = os.listdir(folder)
    write(folder, "bad.cfg", "topology = toruz;\n")
    done = fsin(folder, "import", "bad.cfg", "-o", "bad.yaml")
    check("a topology without a counterpart is refused with its place",
          done.returncode == 2 and 'bad.cfg:1: topology "toruz"' in done.stderr and 'did you mean "torus"' in done.stderr, done)
    check("a refused import leaves nothing", sorted(os.listdir(folder)) == sorted(before + ["bad.cfg"]), os.listdir(folder))
    write(folder, "none.txt", "hello\n")
    done = fsin(folder, "import", "none.txt")
    check("an unknown format is refused with those that are known", done.returncode == 3 and "booksim" in done.stderr, done)
    with open(os.path.join(folder, "bytes"), "wb") as file:
        file.write(b"\x01\x02\x03")
    for words in ([], ["--from", "booksim"]):
        done = fsin(folder, "import", "bytes", *words)
        check("bytes that are no format are refused as no text", done.returncode == 3 and "is no text (byte 1)" in done.stderr, done)
    done = fsin(folder, "import", "bytes", "--from", "netrace", "-o", "bytes.yaml")
    check("a trace that is none is refused", done.returncode == 3 and "ends within the header" in done.stderr and
          not os.path.exists(os.path.join(folder, "bytes.yaml")), done)
    done = fsin(folder, "import", "torus.cfg", "-o", "torus.cfg")
    check("the configuration is not overwritten", done.returncode == 2 and "would overwrite" in done.stderr, done)
    write(folder, "any.cfg", "topology = anynet; network_file = two.net; routing_function = min; num_vcs = 4;\n")
    done = fsin(folder, "import", "any.cfg", "-o", "two.net")
    check("a listing that the configuration names is not overwritten",
          done.returncode == 2 and "would overwrite" in done.stderr, done)
    done = fsin(folder, "import", "missing.cfg")
    check("a missing file is told", done.returncode == 3 and "missing.cfg" in done.stderr, done)
    done = fsin(folder, "import", "torus.cfg", "num_vcs=1", "-o", "one.yaml")
    check("an experiment that fsin does not take is told, and there to be changed",
          done.returncode != 0 and "does not take it as it stands" in done.stderr and os.path.exists(os.path.join(folder, "one.yaml")),
          done)

print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)

# SPDX-License-Identifier: Apache-2.0
"""The runs whose accounts are computed anew (accounts_test.py): every kind of workload, under routers and under every model."""

TORUS = "{topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc, link: {delay: 25 ns}, router: {delay: 1}}"
RING = "{topology: {type: torus, dims: [8]}, router: {virtual_channels: 2}, routing: dor}"
WINDOW = "measure: {warmup: 200, cycles: 2000}\n"
MODELS = {"routers": "routers", "ideal": "ideal", "loggp": "{type: loggp, latency: 300 ns}",
          "loggps": "{type: loggps, latency: 300 ns}", "piecewise": "{type: piecewise, latency: [300 ns], byte_time: [8 ns]}", "flow": "flow"}

# A trace of two ranks, in which rank 1 leaves a message of rank 0 untaken.
UNTAKEN = """#insee-trace 1
#ranks 2
0 10 SS MPI_Send
0 11 MS 1 5 0 300
0 12 SE MPI_Send
0 500 SS MPI_Send
0 501 MS 1 6 0 100
0 502 SE MPI_Send
1 0 SS MPI_Recv
1 900 MR 0 5 0 300
1 901 SE MPI_Recv
1 2000 SS MPI_Finalize
1 2001 SE MPI_Finalize
"""
# Non-blocking collectives run in streams of their ranks; rank 0 also calls what is not modelled.
NONBLOCKING = "".join(f"{rank} init\n{rank} compute {3000 + 500 * rank}\n{rank} iallreduce 4000 0\n{rank} compute 2000\n"
                      f"{rank} waitall 1\n{rank} isend {(rank + 1) % 4} 3 900\n{rank} recv {(rank + 3) % 4} 3 900\n"
                      + ("0 alltoallw 8 8 8 8 0 8 8 8 8\n" * 3 if rank == 0 else "") + f"{rank} finalize\n"
                      for rank in range(4))
SCRIPT = """program: 1
ranks: 4
do:
  - repeat: 7
    as: i
    do:
      - send: {to: (rank + 1) % ranks, bytes: 700, tag: i}
      - compute: 3 us
  - repeat: 5
    as: i
    do: [{recv: {from: (rank + ranks - 1) % ranks, bytes: 700, tag: i}}]
"""
FLOWS = "start,source,destination,bytes\n0,0,3,2000\n0,1,3,100\n1500,4,2,640\n900,3,0,1\n"
PACKETS = "cycle,source,destination,bytes\n1,0,5,64\n3,2,1,64\n3,5,0,16\n40,1,2,64\n"
JOBS = """{type: jobs, slowdown: true, jobs: [
  {name: ring, workload: {type: program, kernel: {type: ring, bytes: 3 KiB, iterations: 5}, }},
  {name: late, start: 20 us, workload: {type: trace, file: untaken.txt, cpu: {scale: 1}}}]%s}"""
JOBS = JOBS.replace("iterations: 5}, }", "iterations: 5, ranks: 4}}")

# What runs under routers, and under every model where MODELS says so: network, workload, measure, options.
CASES = {
    "synthetic": (TORUS, "{type: synthetic, pattern: uniform, load: 0.3}", WINDOW, True),
    "synthetic, queues without end": (TORUS, "{type: synthetic, pattern: tornado, load: 0.4, source: infinite}", WINDOW, False),
    "synthetic, messages": (TORUS, "{type: synthetic, pattern: hotspot, load: 0.1, arrivals: {type: on-off}, sizes: "
                                   "{type: bimodal, large: 300 B}}", WINDOW, False),
    "synthetic, a window of one": (RING, "{type: synthetic, pattern: {type: shift, offset: 3}, loop: {type: window, "
                                         "window: 1}}", WINDOW, False),
    "synthetic, shots": (RING, "{type: synthetic, pattern: uniform, loop: {type: shots, messages: 5, shots: 3}}", "", False),
    "synthetic, a search": (RING, "{type: synthetic, pattern: uniform}",
                            "measure: {find: saturation, resolution: 0.1, warmup: 500, cycles: 3000}\n", False),
    "packets": (RING, "{type: packets, file: packets.csv}", "", False),
    "flows": (RING, "{type: flows, file: flows.csv}", "", True),
    "trace": (RING, "{type: trace, file: untaken.txt, cpu: {scale: 1}}", "", True),
    "trace of a benchmark": (TORUS, "{type: trace, file: 'ROOT/traces/npb/is.S.4.txt.zst', cpu: {scale: 0.05}}", "", False),
    "trace, sends alone": (RING, "{type: trace, file: untaken.txt, order: asap}", "", False),
    "trace, time-independent": (RING, "{type: trace, file: nonblocking.ti, cpu: {rate: 1 Gf/s}}", "", True),
    "program, script": (RING, "{type: program, kernel: {type: script, file: lost.yaml}}", "", True),
    "program, streams": (RING, "{type: program, kernel: {type: transformer, layers: 2, hidden: 64, heads: 2, sequence: 8, vocabulary: 64, "
                               "micro_batches: 1, data: 8}}", "", True),
    "program, long messages ask": (RING, "{type: program, mpi: {eager: 1 KiB}, kernel: {type: halo, ranks: 8}}", "", False),
    "jobs": (TORUS, JOBS % "", "", True),
    "jobs, background": (TORUS, JOBS % ", background: {load: 0.2, nodes: idle, pattern: uniform}", "", False),
    "cut short": (RING, "{type: trace, file: untaken.txt, cpu: {scale: 1}}", "measure: {max_cycles: 20}\n", False),
}
FILES = {"untaken.txt": UNTAKEN, "nonblocking.ti": NONBLOCKING, "lost.yaml": SCRIPT, "flows.csv": FLOWS,
         "packets.csv": PACKETS}

# Messages that the ranks of a case send to other ranks, and those that they take, by hand: an allreduce by Rabenseifner's
# algorithm is 2 log2 n messages of each of n ranks.
MESSAGES = {"flows": (4, 4), "trace": (2, 1), "trace of a benchmark": (449, 449), "trace, sends alone": (2, None),
            "program, script": (28, 20), "program, streams": (2 * 6 * 8, 2 * 6 * 8),
            "trace, time-independent": (4 + 4 * 4, 4 + 4 * 4), "jobs": (4 * 5 + 2, 4 * 5 + 1)}
RANKS = {"flows": 8, "trace": 2, "trace of a benchmark": 4, "trace, sends alone": 2, "trace, time-independent": 4,
         "program, script": 4, "program, streams": 8, "program, long messages ask": 8, "jobs": 6, "jobs, background": 6,
         "cut short": 2}

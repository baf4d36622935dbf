# SPDX-License-Identifier: Apache-2.0
"""Which folder may include which: the arrows of docs/architecture.md, as tests check them."""

# The arrows between folders: a folder may include itself, fsin/core and what is listed here. "folder/*" stands for each
# folder in `folder` that has no line of its own.
ARROWS = {
    "fsin/core": [],
    "fsin/config": [],
    "fsin/cli": [],
    "fsin/graph_file": [],
    "fsin/calibration": [],
    "fsin/imports": ["fsin/config", "fsin/imports/common", "fsin/imports/booksim", "fsin/imports/codes", "fsin/imports/htsim",
                     "fsin/imports/infragraph", "fsin/imports/insee", "fsin/imports/netrace", "fsin/imports/ns3",
                     "fsin/imports/simai", "trgen/io"],
    "fsin/imports/common": [],
    "fsin/imports/infragraph": ["fsin/imports/common", "fsin/config"],
    # One of the two forms of CODES is YAML.
    "fsin/imports/codes": ["fsin/imports/common", "fsin/config"],
    # Traces of netrace are packed.
    "fsin/imports/netrace": ["fsin/imports/common", "trgen/io"],
    # A workload of SimAI names the list of its network.
    "fsin/imports/simai": ["fsin/imports/common", "fsin/imports/ns3"],
    "fsin/imports/*": ["fsin/imports/common"],
    "fsin/platform": ["fsin/platform/zones"],
    "fsin/platform/zones": [],
    "fsin/topology": ["fsin/config", "fsin/graph_file"],
    "fsin/routing": ["fsin/config", "fsin/topology", "fsin/router"],
    "fsin/router": ["fsin/config"],
    "fsin/network": ["fsin/topology"],
    "fsin/workload": [],
    "fsin/stats": ["fsin/config", "fsin/network", "fsin/workload"],
    # topology and config: what the parameters in fsin/routing and fsin/router bring in, named where it is used
    "fsin/engine": ["fsin/network", "fsin/routing", "fsin/router", "fsin/workload", "fsin/stats", "fsin/topology", "fsin/platform", "fsin/config"],
    # What can wait for what, asked of the algorithms themselves.
    "fsin/deadlock": ["fsin/engine", "fsin/routing", "fsin/router", "fsin/topology", "fsin/config"],
    # The network as a graph, and what its routing puts on the links.
    "fsin/analysis": ["fsin/deadlock", "fsin/engine", "fsin/routing", "fsin/topology", "fsin/config"],
    # The result model: what a run gives, and the one place that writes and reads it.
    "fsin/profile": ["fsin/workload"],
    "fsin/result": ["fsin/config", "fsin/stats", "fsin/profile"],
    "fsin/sweep": ["fsin/config", "fsin/stats", "fsin/result"],
    "fsin/timeline": ["fsin/workload"],
    "fsin/live": ["fsin/workload"],
    "fsin/live/*": ["fsin/live"],
    # The workload of a run: one file a kind. Of fsin, only the folders from here on know trgen.
    "fsin/sources": ["trgen/", "fsin/live", "fsin/config", "fsin/topology", "fsin/workload", "fsin/stats", "fsin/engine", "fsin/analysis", "fsin/result"],
    # What a file says, checked.
    "fsin/experiment": ["trgen/", "fsin/sources", "fsin/result", "fsin/config", "fsin/topology", "fsin/router", "fsin/routing",
                        "fsin/platform", "fsin/workload", "fsin/engine", "fsin/analysis"],
    # One run and those that belong to it.
    "fsin/run": ["trgen/", "fsin/sources", "fsin/experiment", "fsin/config", "fsin/topology", "fsin/routing",
                 "fsin/workload", "fsin/stats", "fsin/engine", "fsin/analysis", "fsin/profile", "fsin/result"],
    # What can be said without a run.
    "fsin/forecast": ["fsin/run", "fsin/experiment", "fsin/sources", "fsin/config", "fsin/topology", "fsin/workload", "fsin/stats", "fsin/profile",
                      "fsin/engine", "fsin/deadlock", "fsin/analysis", "trgen/"],
    # Many runs.
    "fsin/study": ["fsin/forecast", "fsin/run", "fsin/experiment", "fsin/sources", "fsin/config", "fsin/topology", "fsin/workload",
                   "fsin/stats", "fsin/engine", "fsin/deadlock", "fsin/profile", "fsin/result", "fsin/sweep", "trgen/"],
    # The public interface of the library.
    "fsin/api": ["fsin/study", "fsin/forecast", "fsin/run", "fsin/experiment", "fsin/engine", "fsin/config", "fsin/result", "fsin/stats", "fsin/workload", "trgen/record"],
    # Above them: the model goes in, text comes out.
    "fsin/report": ["fsin/config", "fsin/stats", "fsin/profile", "fsin/result", "fsin/sweep", "fsin/experiment", "fsin/run", "fsin/forecast", "fsin/study", "fsin/calibration"],
    "fsin/report/page": ["fsin/config", "fsin/topology", "fsin/stats", "fsin/profile", "fsin/result", "fsin/sweep", "fsin/report"],
    # The Python module, above both.
    "fsin/python": ["fsin/api", "fsin/report", "fsin/study", "fsin/sweep", "fsin/forecast", "fsin/run", "fsin/experiment", "fsin/engine", "fsin/config", "fsin/result", "fsin/stats", "trgen/record"],
    # The engine for browsers: what of it there is without yaml-cpp.
    "fsin/browser": ["fsin/config", "fsin/engine", "fsin/experiment", "fsin/report/page", "fsin/router", "fsin/routing", "fsin/run", "fsin/stats", "fsin/topology",
                     "fsin/workload", "trgen/synth", "trgen/record", "trgen/io", "trgen/formats"],
    "fsin/commands": ["fsin/", "trgen/"],
    "fsin/mpi": ["fsin/cli", "fsin/commands", "fsin/engine"],
    "trgen/record": [],
    "trgen/io": ["trgen/record"],
    # A trace as a program that was found in it.
    "trgen/structure": ["trgen/record"],
    "trgen/extrapolation": ["trgen/record", "trgen/structure", "trgen/programs", "trgen/programs/collectives", "trgen/programs/expand"],
    "trgen/pattern": ["trgen/record"],
    # A family of formats knows what all families share, and another family only where a line says so.
    "trgen/formats": ["trgen/record", "trgen/io"],
    "trgen/formats/common": ["trgen/record", "trgen/io"],
    "trgen/formats/*": ["trgen/record", "trgen/io", "trgen/formats/common"],
    "trgen/formats/container": ["trgen/record", "trgen/io", "trgen/formats/common", "trgen/formats/text"],
    "trgen/formats/loops": ["trgen/record", "trgen/io", "trgen/formats/common", "trgen/formats/text", "trgen/structure"],
    "trgen/formats/otf2": ["trgen/record", "trgen/io", "trgen/formats/common", "trgen/formats/text"],
    "trgen/formats/alog": ["trgen/record", "trgen/io", "trgen/formats/common", "trgen/formats/clog2"],
    "trgen/formats/capture": ["trgen/record", "trgen/io", "trgen/formats/common", "mpich-patches/trace"],
    "trgen/replay": ["trgen/record", "trgen/kernels", "trgen/programs", "fsin/config", "fsin/workload"],
    "trgen/jobs": ["trgen/record", "trgen/programs", "trgen/replay", "trgen/synth", "fsin/config", "fsin/workload"],
    "trgen/synth": ["fsin/workload", "fsin/config", "trgen/record", "trgen/io", "trgen/formats"],
    "trgen/kernels": ["trgen/record"],
    "trgen/programs": ["trgen/record", "trgen/kernels", "trgen/programs/", "fsin/config"],
    # A family of programs knows what all programs share, and collectives.
    "trgen/programs/*": ["trgen/record", "trgen/kernels", "trgen/programs", "trgen/programs/collectives", "fsin/config"],
    # Traces of graphs, which no record holds, are run by the programs that read them.
    "trgen/programs/ti": ["trgen/record", "trgen/io", "trgen/formats/common", "trgen/formats/ti", "trgen/programs", "fsin/config"],
    "trgen/programs/chakra": ["trgen/record", "trgen/io", "trgen/formats/chakra", "trgen/programs", "fsin/config"],
    "trgen/commands": ["trgen/", "fsin/cli", "fsin/config", "fsin/workload"],
    "bench": ["fsin/", "trgen/"],
    "examples": ["fsin/"],
    "mpich-patches/trace": [],
    "tests": ["fsin/", "trgen/", "tests/", "mpich-patches/trace"],
}

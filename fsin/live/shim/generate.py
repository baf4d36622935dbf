#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wrappers of all functions of MPI, from the declarations in mpi.h.

Usage: generate.py MPI_H... OUT.cpp

Each function MPI_X(n arguments) becomes MPI_X and PMPI_X of n longs that tell the shim of the call and call on: every
argument of MPI is a whole number or a pointer, which the calling conventions of 64-bit systems pass as a long. So one
wrapper serves all libraries, whatever their handles are. Several headers are united. Left out are functions with
another type of result, those with any number of arguments, those that the shim writes by hand, and conversions of
handles between C and Fortran: every call of a program in Fortran begins with several of them.
"""
import re
import sys

BY_HAND = {"MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_Abort", "MPI_Wtime", "MPI_Wtick", "MPI_Pcontrol"}
# Would make or meet processes, or memory, that the simulated network does not see.
REFUSED = {"MPI_Comm_spawn", "MPI_Comm_spawn_multiple", "MPI_Comm_connect", "MPI_Comm_accept", "MPI_Comm_join",
           "MPI_Win_allocate_shared", "MPI_Session_init"}
# Look once whether something has come.
TESTS = {"MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome", "MPI_Iprobe", "MPI_Improbe",
         "MPI_Request_get_status", "MPI_Win_test", "MPI_Parrived"}
# Never wait; all that begin with MPI_I as well, and what only asks for a value.
IMMEDIATE = {"MPI_Start", "MPI_Startall", "MPI_Cancel", "MPI_Request_free", "MPI_Put", "MPI_Get", "MPI_Accumulate",
             "MPI_Get_accumulate", "MPI_Rput", "MPI_Rget", "MPI_Raccumulate", "MPI_Rget_accumulate", "MPI_Compare_and_swap",
             "MPI_Fetch_and_op", "MPI_Grequest_start", "MPI_Grequest_complete", "MPI_Win_post", "MPI_Pready",
             "MPI_Pready_list", "MPI_Pready_range"}
MORE_IMMEDIATE = re.compile(r"MPI_(I[a-z]\w*|\w+_init(_c)?)$")
# Wait for messages of their own alone: once these have come, the library looks no further. Others that wait, such as
# those that make communicators, have parts that feed each other.
PLAIN = {"MPI_Send", "MPI_Recv", "MPI_Ssend", "MPI_Rsend", "MPI_Bsend", "MPI_Sendrecv", "MPI_Sendrecv_replace", "MPI_Wait",
         "MPI_Waitall", "MPI_Waitany", "MPI_Waitsome", "MPI_Probe", "MPI_Mprobe", "MPI_Mrecv", "MPI_Barrier", "MPI_Bcast",
         "MPI_Reduce", "MPI_Allreduce", "MPI_Gather", "MPI_Gatherv", "MPI_Scatter", "MPI_Scatterv", "MPI_Allgather",
         "MPI_Allgatherv", "MPI_Alltoall", "MPI_Alltoallv", "MPI_Alltoallw", "MPI_Reduce_scatter",
         "MPI_Reduce_scatter_block", "MPI_Scan", "MPI_Exscan"}
# The library goes on with these by itself after they have returned, in several parts that feed each other: collectives
# that do not wait, windows, files. After one of them, no call is plain any more.
WITH_PARTS = re.compile(
    r"MPI_(I(?!send|recv|ssend|bsend|rsend|probe|mprobe|mrecv|nit|nfo|s_|ntercomm|sendrecv)[a-z]\w*"
    r"|(Barrier|Bcast|Reduce|Allreduce|Gatherv?|Scatterv?|Allgatherv?|Alltoall[vw]?|Reduce_scatter\w*|Scan|Exscan"
    r"|Neighbor\w*)_init|Comm_idup\w*|Win_\w+|Put|Get|Accumulate|Get_accumulate|R(put|get|accumulate)\w*|Grequest_\w+"
    r"|File_\w+)$")
NOT_IMMEDIATE = {"MPI_Initialized", "MPI_Info_create", "MPI_Intercomm_create", "MPI_Intercomm_merge",
                 "MPI_Intercomm_create_from_groups"}

DECLARATION = re.compile(r"\b(?P<result>int|MPI_\w+|void)\s+(?P<pointer>\*?)(?P<name>MPI_[A-Z]\w*)\s*\((?P<arguments>[^;{}]*?)\)"
                         r"[^;{}()]*(\([^;()]*\)[^;{}()]*)*;")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    return re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)


def arguments_of(text):
    """The number of arguments, or nothing where it is open. Those of pointers to functions lie within parentheses."""
    text = text.strip()
    if text in ("", "void"):
        return 0
    if "..." in text:
        return None
    depth, count = 0, 1
    for letter in text:
        depth += letter in "(["
        depth -= letter in ")]"
        count += letter == "," and depth == 0
    return count


def kind_of(name):
    base = name[:-2] if name.endswith("_c") else name
    if base in REFUSED:
        return "refused"
    if base in TESTS:
        return "test"
    if base in IMMEDIATE or (MORE_IMMEDIATE.match(base) and base not in NOT_IMMEDIATE):
        return "immediate"
    return "plain" if base in PLAIN else "blocking"


def number_of(name):
    """The kind as a number (rank_state.hpp), and whether the library goes on with the call by itself (calls.cpp)."""
    kinds = {"blocking": 0, "test": 1, "immediate": 2, "refused": 3, "plain": 4}
    return kinds[kind_of(name)] + (16 if WITH_PARTS.match(name[:-2] if name.endswith("_c") else name) else 0)


def functions_of(headers):
    found = {}
    for header in headers:
        with open(header, encoding="utf-8", errors="replace") as file:
            text = without_comments(file.read())
        for match in DECLARATION.finditer(text):
            name, count = match["name"], arguments_of(match["arguments"])
            if match["result"] == "void" or count is None or name in BY_HAND or name.endswith(("_fn", "_f2c", "_c2f")):
                continue
            if found.setdefault(name, count) != count:
                sys.exit(f"{name} has {found[name]} arguments in one header and {count} in another")
    if len(found) < 300:
        sys.exit(f"only {len(found)} functions found in {' '.join(headers)}; is this mpi.h?")
    return dict(sorted(found.items()))


# What the shim does with arguments, before the call and behind it.
BEFORE = {"MPI_Wait": "fsin_live_waits(1, a0);", "MPI_Waitall": "fsin_live_waits(a0, a1);"}
BEHIND = {"MPI_Irecv": "fsin_live_posted(a6);"}


def wrapper(prefix, number, name, count):
    taken = ", ".join(f"long a{i}" for i in range(count)) or ""
    types = ", ".join(["long"] * count) or ""
    given = ", ".join(f"a{i}" for i in range(count))
    return (f"extern \"C\" __attribute__((visibility(\"default\"))) long {prefix}{name}({taken}) {{\n"
            f"  void* next = fsin_live_enter({number}, {1 if prefix else 0}, {number_of(name)}, \"{name}\",\n"
            "                               __builtin_return_address(0));\n"
            f"  {BEFORE.get(name, '')}\n"
            f"  const long result = reinterpret_cast<long (*)({types})>(next)({given});\n"
            f"  {BEHIND.get(name, '')}\n"
            "  fsin_live_leave();\n"
            "  return result;\n}\n")


def main(headers, out):
    functions = functions_of(headers)
    lines = ["// Generated by generate.py.\n",
             "extern \"C\" void* fsin_live_enter(int number, int profiling, int kind, const char* name, "
             "const void* caller);\n",
             "extern \"C\" void fsin_live_leave();\n",
             "extern \"C\" void fsin_live_waits(long count, long requests);\n",
             "extern \"C\" void fsin_live_posted(long request);\n",
             f"extern \"C\" int fsin_live_functions() {{ return {len(functions)}; }}\n"]
    for number, (name, count) in enumerate(functions.items()):
        for prefix in ("", "P"):
            lines.append(wrapper(prefix, number, name, count))
    with open(out, "w", encoding="utf-8") as file:
        file.write("".join(lines))


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(sys.argv[1:-1], sys.argv[-1])

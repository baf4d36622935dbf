#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the wrappers of wrappers.table as C.

    mpicc -E mpi.h | generate.py wrappers.table > wrappers.c

The prototypes come from the preprocessed mpi.h on standard input, so that they fit the library that the wrappers are built for; a function
that it does not have gets no wrapper. Names that no header should lack are checked: see REQUIRED.
"""
import re
import sys

REQUIRED = ["MPI_Send", "MPI_Isend", "MPI_Recv", "MPI_Wait", "MPI_Test", "MPI_Bcast", "MPI_Allreduce", "MPI_Comm_split"]
REPEATABLE = ("before", "after")


class Prototype:
    def __init__(self, name, parameters):
        self.name = name
        self.parameters = parameters
        self.arguments = [re.sub(r"\[[^\]]*\]", "", p).replace("*", " ").split()[-1] for p in parameters.split(",")]
        if parameters.strip() == "void":
            self.arguments = []

    def call(self):
        return f"P{self.name}({', '.join(self.arguments)})"


def prototypes(text):
    found = {}
    for name, parameters in re.findall(r"\bint\s+(MPIX?_\w+)\s*\(([^()]*)\)[^;{}()]*(?:__attribute__[^;]*)?;", text):
        found.setdefault(name, Prototype(name, " ".join(parameters.split())))
    return found


def groups(path):
    """(kind, names, {key: text or list of texts}) of each group, in order."""
    group = None
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if not line.strip() or line.startswith("#"):
                continue
            words = line.split()
            if not line[0].isspace():
                if group:
                    yield group
                group = (words[0], words[1:], {"before": [], "after": []})
            elif group is None:
                sys.exit(f"{path}:{number}: a line of a group, but no group is open")
            else:
                text = line.strip()[len(words[0]):].strip()
                if words[0] in REPEATABLE:
                    group[2][words[0]].append(text)
                else:
                    group[2][words[0]] = text
    if group:
        yield group


def full(name):
    return name if name.startswith("MPIX_") else "MPI_" + name


def wrapper(prototype, lines):
    return "\n".join([f"int {prototype.name}({prototype.parameters}) {{"] + ["  " + line for line in lines] + ["}", ""])


def body(name, lines, enter=None, found="true"):
    """The clock is read first thing."""
    enter = enter or f"tr_enter(&name_{name}, tr_start_raw);"
    start = "const uint64_t tr_start_raw = tr_clock();"
    return [start, enter] + lines + [f"tr_leave({found});", "return tr_result;"]


def state(prototype, lines, kind):
    call = lines.get("call", prototype.call())
    middle = lines["before"] + [f"const int tr_result = {call};"] + lines["after"]
    if kind == "test":
        enter = f"tr_enter_test(&name_{prototype.name}, tr_start_raw, {lines.get('flags', '0')});"
        return wrapper(prototype, body(prototype.name, middle, enter, lines["found"]))
    if kind == "uncaptured":
        middle.append(f"tr_not_captured(&name_{prototype.name}, {lines['bytes']});")
    if "announce" in lines:
        enter = f"tr_announce({lines['announce']}, tr_start_raw);\n  tr_enter(&name_{prototype.name}, tr_clock());"
        return wrapper(prototype, body(prototype.name, middle, enter))
    return wrapper(prototype, body(prototype.name, middle))


def collective(prototype, lines, started):
    """`started`: for a persistent collective, the nonblocking one that its start amounts to."""
    look = "tr_look_around(comm)" if "neighbours" in lines else f"tr_look(comm, {lines.get('root', 'TR_NO_ROOT')})"
    facts = [
        f"const struct tr_view view = {look};",
        "const struct tr_facts tr_facts = {view.root, view.communicator,",
        f"                                  {lines['contributes']},",
        f"                                  {lines['receives']}}};",
    ]
    call = f"const int tr_result = {prototype.call()};"
    if started:
        track = f"tr_track_collective(request, &name_{started}, tr_facts, tr_result);"
        return wrapper(prototype, body(prototype.name, facts + [call, track]))
    enter = f"tr_enter_collective(&name_{prototype.name}, tr_start_raw, &tr_facts);"
    return wrapper(prototype, body(prototype.name, [call], "\n  ".join(facts + [enter])))


def collective_forms(name, known):
    """(function, function that its start amounts to) of every form of a collective, large counts included."""
    for large in ("", "_c"):
        nonblocking = "MPI_I" + name[0].lower() + name[1:] + large
        yield "MPI_" + name + large, None
        yield nonblocking, None
        if nonblocking in known:
            yield "MPI_" + name + "_init" + large, nonblocking


def main():
    known = prototypes(sys.stdin.read())
    missing = [name for name in REQUIRED if name not in known]
    if missing:
        sys.exit("generate.py: the preprocessed mpi.h lacks " + ", ".join(missing))
    names, wrappers = [], []
    for kind, functions, lines in groups(sys.argv[1]):
        for function in functions:
            if kind == "collective":
                forms = collective_forms(function, known)
            else:
                forms = ((full(function) + large, None) for large in ("", "_c"))
            for name, started in forms:
                if name not in known:
                    continue
                if kind == "refused":
                    refuse = f'tr_refuse("{name}", "{lines["because"]}");'
                    unused = [f"(void){argument};" for argument in known[name].arguments]
                    wrappers.append(wrapper(known[name], unused + [refuse]))
                    continue
                names.append(name)
                if kind == "collective":
                    wrappers.append(collective(known[name], lines, started))
                else:
                    wrappers.append(state(known[name], lines, kind))
    print("// SPDX-License-Identifier: Apache-2.0\n//\n// Written by generate.py from wrappers.table.")
    print('#include <mpi.h>\n\n#include "mpich-patches/trace/messages.h"\n#include "mpich-patches/trace/recorder.h"\n#include "mpich-patches/trace/requests.h"\n')
    for name in names:
        print(f'static struct tr_name name_{name} = TR_NAME("{name}");')
    print("\n#pragma GCC visibility push(default)\n")
    print("\n".join(wrappers))
    print("#pragma GCC visibility pop")


if __name__ == "__main__":
    main()

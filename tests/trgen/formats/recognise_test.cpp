// SPDX-License-Identifier: Apache-2.0
// Files of unknown kind: said to be that, with the nearest guess and the list; files that are nearly a trace get the
// words of their format; and names that are written to.
#include "trgen/formats/recognise.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/trgen/run_trgen.hpp"

namespace recognise_test {

using namespace trgen;
using test::has;
using test::Outcome;
using test::trgen_in;

namespace {

std::string fault(const test::Folder& folder, const std::string& name, const std::string& content) {
  test::write_file(folder / name, content);
  try {
    formats::open_trace(folder / name);
  } catch (const record::TraceError& error) {
    const std::string text = error.what();
    return text.starts_with(folder / name) ? text.substr((folder / name).size()) : text;
  }
  return "no fault";
}

const std::string known = "; known formats: text (.txt), scalatrace (.scalatrace), chakra (.0.et), ti (.ti), ";

}  // namespace

TEST_CASE("a file of no known kind is said to be that, with a guess and the list of formats") {
  const test::Folder folder;
  const auto unknown = [&](const std::string& name, const std::string& content, const std::string& why) {
    const std::string said = fault(folder, name, content);
    CAPTURE(name);
    CAPTURE(said);
    CHECK(said.starts_with(": not a known trace format; " + why));
    CHECK(has(said, known));
  };
  unknown("readme", "RANKS: 4\nsome words\n", "it is text, but its beginning is neither '<rank> <time>");
  unknown("notes.txt", "Dear all,\nthe trace is on the disk.\n",
          "its name is that of text (.txt), but its content is not");
  unknown("binary", std::string("\x01\x02lib/x.so\x7f\n\x03\x04", 15), "it is not text");
  unknown("zeros", std::string(100, '\0'), "it is not text");
  unknown("run.otf2", "something\nelse\n", "its name is that of otf2 (.otf2)");
  unknown("run.oft2", "something\nelse\n", "by its name, the nearest format is .otf2");
  unknown("run.trgn.zst", "something\nelse\n", "by its name, the nearest format is .trgen");
  unknown("table.csv", "1 2 3\n4 5 6\n", "it is text");
  unknown("requirements", "numpy==1.2\npandas==2.0\n", "it is text");
  unknown("script", "#!/bin/sh\necho 1 2\n", "it is text");
  unknown("program",
          std::string("\x7f"
                      "ELF\2\1\1\0\0",
                      9),
          "this is a program; trgen capture");
  unknown("e.yaml", "# my first\nfsin: 1\nname: x\n", "this is an experiment; fsin run takes it");
  unknown("r.json", "{\"a\": 1}\n", "this is JSON");
  unknown("a.prv", "#Paraver (01/01/2020 at 10:00):1_ns:0:1\n", "this is a Paraver trace; Extrae's prv2dim");
  unknown("l.txt", "# collprof 0.9 output file\n\nMPI_Init:-:1:2\n", "this is a trace of liballprof");
}

TEST_CASE("a file that is nearly a trace gets the words of its format") {
  const test::Folder folder;
  CHECK(fault(folder, "a", "0 cmpute 5\n0 compute 1e6\n") != "no fault");
  CHECK(has(fault(folder, "a", "0 cmpute 5\n0 compute 1e6\n"), "did you mean \"compute\"?"));
  CHECK(has(fault(folder, "a", "0 5 SS\n"), ":1: the line ends where the MPI function should be"));
  CHECK(has(fault(folder, "a", "0 x MS 1 0 0 8\n"), ":1: time \"x\" must be whole nanoseconds"));
  CHECK(has(fault(folder, "a", "0 5 SEND 1 0 0 8\n"), "unknown record kind \"SEND\"; valid kinds: SS, SE, MS, MR"));
  CHECK(has(fault(folder, "a", "garbage\n0 5 SS MPI_Init\n"), ":1: rank \"garbage\" must be a whole number"));
  CHECK(has(fault(folder, "a", ""), "the file is empty"));
  CHECK(has(fault(folder, "a", "# nothing\n\n"), "no records in 2 lines"));
  // Lists of SimGrid: named as one, named alike, or with a file that is there.
  CHECK(
      has(fault(folder, "l.ti", "gone.txt\n"), ":1: there is no file \"gone.txt\", neither here nor beside the list"));
  CHECK(has(fault(folder, "l", "f/0.txt\nf/1.txt\n"),
            ":1: there is no file \"f/0.txt\", neither here nor beside the list"));
  test::write_file(folder / "there.txt", "0 compute 5\n");
  CHECK(has(fault(folder, "l", "there.txt\nother.x\n"), ":2: there is no file \"other.x\""));
  CHECK(fault(folder, "l", "there.txt\n") == "no fault");
}

TEST_CASE("a name with a slip in its ending is not written to, and one that says nothing gets text with a word") {
  const test::Folder folder;
  const Outcome slip = trgen_in(folder, "generate ring --ranks 4 -o run.oft2");
  CHECK(slip.code == 2);
  CHECK(has(slip.err, "trgen generate: run.oft2: the end of the name says the format; did you mean .otf2?"));
  CHECK(folder.files() == 0);
  const Outcome foo = trgen_in(folder, "generate ring --ranks 4 -o x.foo");
  CHECK(foo.code == 0);
  CHECK(
      foo.err.starts_with("x.foo: written as text, since the name ends as no format's; known formats: text (.txt), "));
  CHECK(test::read_file(folder / "x.foo").starts_with("#insee-trace 1\n"));
  CHECK(trgen_in(folder, "convert x.foo y.trgn").code == 2);
  CHECK(trgen_in(folder, "slice x.foo y.trgn --ranks 0-1").code == 2);
  CHECK(has(trgen_in(folder, "slice x.foo y.foo --ranks 0-1").err, "y.foo: written as text"));
  CHECK(has(trgen_in(folder, "convert x.foo y").err, "y: written as text"));
  CHECK_FALSE(has(trgen_in(folder, "convert x.foo y.txt").err, "written as"));
  CHECK_FALSE(has(trgen_in(folder, "convert x.foo y.trgn --format container").err, "written as"));
  CHECK_FALSE(has(trgen_in(folder, "convert x.foo - > /dev/null").err, "written as"));
  CHECK_FALSE(has(trgen_in(folder, "convert x.foo /dev/null").err, "written as"));
  CHECK(formats::near_suffix("run.TXT") == ".txt");
  CHECK_FALSE(formats::near_suffix("run.trace"));
  CHECK_FALSE(formats::near_suffix("run.dat"));
}

}  // namespace recognise_test

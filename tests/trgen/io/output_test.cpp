// SPDX-License-Identifier: Apache-2.0
// Where trgen writes: pipes and descriptors, links, the trace itself; and what of a trace reaches the terminal.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/shell.hpp"
#include "tests/trgen/run_trgen.hpp"

namespace output_test {

using namespace trgen;
namespace fs = std::filesystem;
using test::has;
using test::Outcome;
using test::trgen_in;

namespace {

const std::string small = "#insee-trace 1\n#ranks 2\n0 0 MS 1 0 0 8\n1 0 MR 0 0 0 8\n";

}  // namespace

TEST_CASE("traces go through pipes, descriptors and process substitution") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  CHECK(trgen_in(folder, "convert t.txt - | cat").out == small);
  CHECK(trgen_in(folder, "convert t.txt /dev/stdout | cat").out == small);
  CHECK(trgen_in(folder, "convert t.txt /dev/fd/7 7>&1 | cat").out == small);
  CHECK(trgen_in(folder, "convert t.txt pipe & cat pipe; wait", "mkfifo pipe;").out == small);
  CHECK(trgen_in(folder, "info /dev/stdin < t.txt").code == 0);
  const Outcome closed = trgen_in(folder, "convert t.txt /dev/fd/77");
  CHECK(closed.code == 3);
  CHECK(has(closed.err, "/dev/fd/77: cannot write: Bad file descriptor"));
  CHECK(has(trgen_in(folder, "convert t.txt /dev/stdout --format otf2").err, "give a file name"));
}

TEST_CASE("a link to a trace stays a link, and a loop of links is called that") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  fs::create_directory(folder / "there");
  fs::create_symlink("there/new.txt", folder / "dangling.txt");
  fs::create_symlink("dangling.txt", folder / "twice.txt");
  fs::create_symlink("there/a.otf2", folder / "link.otf2");
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  CHECK(trgen_in(folder, "convert t.txt twice.txt").code == 0);
  CHECK(fs::is_symlink(folder / "dangling.txt"));
  CHECK(test::read_file(folder / "there/new.txt") == small);
  CHECK(trgen_in(folder, "convert t.txt link.otf2").code == 0);
  CHECK(fs::is_symlink(folder / "link.otf2"));
  CHECK(fs::exists(folder / "there/a.def"));
  CHECK(trgen_in(folder, "info link.otf2").code == 0);
  fs::create_symlink("there/a.meta", folder / "link.meta");
  CHECK(trgen_in(folder, "convert t.txt link.meta").code == 0);
  CHECK(fs::exists(folder / "there/a-0000.txt"));
  CHECK(trgen_in(folder, "info link.meta").code == 0);
  CHECK(has(trgen_in(folder, "info a").err, "a: cannot open: a loop of links (a -> b -> a)"));
  CHECK(has(trgen_in(folder, "convert t.txt a").err, "a: cannot write: a loop of links (a -> b -> a)"));
  CHECK(has(trgen_in(folder, "convert t.txt a --format otf2").err, "a: cannot write: a loop of links (a -> b -> a)"));
}

TEST_CASE("a trace is not overwritten by what is made of it, in no format and under no name") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", small);
  for (const char* to : {"t.otf2", "t.meta", "t.ti", "t.trgen", "t.clog2"}) {
    REQUIRE(trgen_in(folder, fmt::format("convert t.txt {}", to)).code == 0);
  }
  fs::create_symlink("t.txt", folder / "link.txt");
  const auto refused = [&](const std::string& words) {
    CAPTURE(words);
    const Outcome ran = trgen_in(folder, words);
    CHECK(ran.code == 3);
    CHECK(has(ran.err, "of the trace that is read"));
  };
  refused("convert t.txt t.txt");
  refused("convert t.txt link.txt");
  refused("convert link.txt ./t.txt");
  refused("convert t.trgen t.trgen");
  refused("slice t.txt t.txt --ranks 0-1");
  refused("convert t.otf2 t.otf2");
  refused("convert t.otf2 t.def");
  refused("convert t.otf2 t/0.evt");
  refused("convert t.meta t.meta");
  refused("convert t.meta t-0000.txt");
  refused("convert t.ti t.ti");
  refused("convert t.ti t.ti_files/rank-000001.ti --format text");
  CHECK(test::read_file(folder / "t.txt") == small);
  for (const char* from : {"t.otf2", "t.meta", "t.ti", "t.trgen"}) {
    CHECK(trgen_in(folder, fmt::format("check {}", from)).code == 0);
  }
}

TEST_CASE("names and texts of a trace drive no terminal") {
  const test::Folder folder;
  const std::string name = "t\x1b[31m\x07.txt";
  test::write_file(folder / name, small);
  test::write_file(folder / "bad.txt", "#ranks 2\n#note \xC2\x9B\n0 0 M\x1b[1m 1 0 0 8\n0 0 MS x\x1b 0 0 8\n");
  test::write_file(folder / "unreceived\x1b[1m.txt", "#ranks 2\n0 0 MS 1 0 0 8\n");
  const std::string quoted = "$'t\\e[31m\\a.txt'";
  for (const std::string& words : std::vector<std::string>{
           "info " + quoted, "check " + quoted, "stats " + quoted, "convert " + quoted + " $'o\\e.txt'",
           "convert t.txt $'/no\\e/where'", "slice " + quoted + " $'o\\e.foo' --ranks 0-1", "info bad.txt",
           "check $'unreceived\\e[1m.txt'", "info $'gone\\e'", "$'in\\efo'", "info $'--\\ejson'",
           "generate $'ri\\eng' -o x.txt", "convert " + quoted + " x.txt --format $'te\\ext'",
           "slice " + quoted + " x.txt --ranks $'\\e1'", "slice " + quoted + " x.txt --from $'\\e1'"}) {
    const std::string all = fsin::test::bash(folder / ".", "trgen " + words).out;
    CAPTURE(words);
    CAPTURE(all);
    CHECK_FALSE(all.empty());
    CHECK(std::none_of(all.begin(), all.end(), [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f || byte == 0x9b;
    }));
  }
}

TEST_CASE("names of states in UTF-8 are read, shown and written in every format that has names") {
  const test::Folder folder;
  const std::string text =
      "#insee-trace 1\n#ranks 2\n#clock wall\n0 0 SS höhe\n0 5 MS 1 0 0 8\n0 10 SE höhe\n1 0 SS 計算\n1 5 MR 0 0 0 8\n"
      "1 10 SE 計算\n";
  test::write_file(folder / "t.txt", text);
  CHECK(has(trgen_in(folder, "info t.txt").out, "höhe"));
  for (const char* to : {"u.txt", "u.trgen", "u.otf2"}) {
    CHECK(trgen_in(folder, fmt::format("convert t.txt {}", to)).code == 0);
    CHECK(has(trgen_in(folder, fmt::format("convert {} -", to)).out, "0 0 SS höhe\n"));
    CHECK(has(trgen_in(folder, fmt::format("convert {} -", to)).out, "1 0 SS 計算\n"));
  }
}

}  // namespace output_test

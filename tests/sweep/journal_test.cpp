// SPDX-License-Identifier: Apache-2.0
// The journal: what a kill can leave behind, and what it must not accept.
#include "fsin/sweep/journal.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fsin/sweep/run_json.hpp"
#include "tests/scratch.hpp"
#include "tests/sweep/made_result.hpp"

namespace journal_test {

using namespace fsin::sweep;
using fsin::test::Scratch;

namespace {

Run run_of(std::size_t point, std::uint64_t seed) {
  return {point, seed, "k" + std::to_string(point) + "-" + std::to_string(seed),
          fsin::test::made_result({{"cycles", 10 * seed}})};
}

void append(const Scratch& scratch, const std::string& text) {
  std::ofstream(scratch.path() / "runs.partial.jsonl", std::ios::app | std::ios::binary) << text;
}

}  // namespace

TEST_CASE("runs are found again, and a line that a kill cut short is dropped") {
  const Scratch scratch;
  {
    Journal journal(scratch.path(), false);
    journal.add(run_of(0, 1));
    journal.add(run_of(3, 2));
  }
  append(scratch, R"({"point":4,"seed":1,"key":"k4)");
  {
    Journal journal(scratch.path(), true);
    REQUIRE(journal.found().size() == 2);
    CHECK(journal.found()[1].point == 3);
    CHECK(journal.found()[1].result.figure("cycles") == 20);
    journal.add(run_of(4, 1));
  }
  Journal again(scratch.path(), true);
  REQUIRE(again.found().size() == 3);
  CHECK(again.found()[2].key == "k4-1");
}

TEST_CASE("without resume the journal begins anew") {
  const Scratch scratch;
  Journal(scratch.path(), false).add(run_of(0, 1));
  CHECK(Journal(scratch.path(), false).found().empty());
}

TEST_CASE("a damaged line in the middle is dropped and named, and the runs around it are kept") {
  const Scratch scratch;
  Journal(scratch.path(), false).add(run_of(0, 1));
  append(scratch, "garbage\n");
  append(scratch, journal_line(run_of(1, 1)).dump() + "\n");
  append(scratch, "{\"point\":1}\n");
  {
    Journal journal(scratch.path(), true);
    REQUIRE(journal.found().size() == 2);
    CHECK(journal.found()[1].point == 1);
    const std::string name = (scratch.path() / "runs.partial.jsonl").string();
    CHECK(journal.damaged() == std::vector<std::string>{name + ":2", name + ":4"});
    CHECK_THROWS_AS(Journal(scratch.path(), true), SweepError);  // the file that took its place is locked too
    journal.add(run_of(2, 1));
  }
  const Journal again(scratch.path(), true);
  CHECK(again.damaged().empty());
  REQUIRE(again.found().size() == 3);
  CHECK(again.found()[2].point == 2);
}

TEST_CASE("a line in which a digit has changed is dropped and named, though it is a run") {
  const Scratch scratch;
  std::string text = journal_line(run_of(0, 7)).dump();
  text.replace(text.find("70"), 2, "71");
  append(scratch, text + "\n" + journal_line(run_of(1, 1)).dump() + "\n");
  const Journal journal(scratch.path(), true);
  REQUIRE(journal.found().size() == 1);
  CHECK(journal.found()[0].point == 1);
  CHECK(journal.damaged().size() == 1);
}

TEST_CASE("a journal is not written through a link") {
  const Scratch scratch;
  const std::string other = scratch.file("other", "kept\n");
  std::filesystem::create_symlink(other, scratch.path() / "runs.partial.jsonl");
  CHECK_THROWS_AS(Journal(scratch.path(), false), SweepError);
  CHECK(std::filesystem::file_size(other) == 5);
}

TEST_CASE("two sweeps cannot write into one folder") {
  const Scratch scratch;
  const Journal first(scratch.path(), false);
  CHECK_THROWS_WITH_AS(Journal(scratch.path(), true), doctest::Contains("another fsin sweep is writing"), SweepError);
}

}  // namespace journal_test

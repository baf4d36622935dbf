// SPDX-License-Identifier: Apache-2.0
// The reader of our own CSV: quotes, lines, columns by name, and what it says of damage.
#include "fsin/report/page/csv.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/sweep/run.hpp"
#include "tests/scratch.hpp"

using fsin::report::page::CsvFile;
using fsin::test::Scratch;

namespace {

/// The message of the error that reading the whole of `text` gives, without the folder; empty without one.
std::string error_of(const std::string& text, const char* column = "phits") {
  const Scratch scratch;
  const std::string path = scratch.file("t.csv", text);
  try {
    CsvFile file(path, 2);
    const std::size_t number = file.column(column);
    while (file.next()) {
      static_cast<void>(file.point(2));
      static_cast<void>(file.whole(number));
    }
  } catch (const fsin::sweep::SweepError& error) {
    return std::string(error.what()).substr(scratch.path().string().size() + 1);
  }
  return "";
}

}  // namespace

TEST_CASE("quoted fields may hold separators, quotes and line breaks") {
  const Scratch scratch;
  const std::string path =
      scratch.file("t.csv", "point,\"a,xis\",phits\n0,\"x \"\"y\"\", z\",7\r\n1,\"two\nlines\",8\n1,,9");
  CsvFile file(path, 2);
  const std::size_t phits = file.column("phits");
  REQUIRE(file.next());
  CHECK(file.text(1) == "x \"y\", z");
  CHECK(file.whole(phits) == 7);
  REQUIRE(file.next());
  CHECK(file.text(1) == "two\nlines");
  CHECK(file.real(phits) == 8);
  REQUIRE(file.next());
  CHECK(file.text(1).empty());
  CHECK_FALSE(file.maybe(1).has_value());
  CHECK(file.maybe(phits) == 9);
  CHECK_FALSE(file.next());
}

TEST_CASE("an axis may be called like a column") {
  const Scratch scratch;
  CsvFile file(scratch.file("t.csv", "point,phits,phits\n0,label,5\n"), 2);
  REQUIRE(file.next());
  CHECK(file.whole(file.column("phits")) == 5);
}

TEST_CASE("damage is told with file, line and what to do") {
  const std::string head = "point,axis,phits\n", tail = "; the file is damaged, run the sweep again";
  CHECK(error_of(head + "0,a,1\n1,b,2\n") == "");
  CHECK(error_of("") == "t.csv:1: is not a table of a sweep" + tail);
  CHECK(error_of("a,b,c\n") == "t.csv:1: is not a table of a sweep" + tail);
  CHECK(error_of(head, "load") == "t.csv:1: has no column 'load'" + tail);
  CHECK(error_of(head + "0,a,1\n0,a\n") == "t.csv:3: 2 fields where the head has 3" + tail);
  CHECK(error_of(head + "0,\"a\nb\",1\n0,a,x\n") == "t.csv:4: 'x' in column phits is not a whole number" + tail);
  CHECK(error_of(head + "0,\"a,1\n") == "t.csv:2: a quote is not closed" + tail);
  CHECK(error_of(head + "0,\"a\"b,1\n") == "t.csv:2: text after a closing quote" + tail);
  CHECK(error_of(head + "2,a,1\n") == "t.csv:2: point 2 is not among the 2 of sweep.json" + tail);
}

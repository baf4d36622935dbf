// SPDX-License-Identifier: Apache-2.0
// Compression: recognised by content, equal to plain text in every way, and told exactly when damaged.
#include <doctest/doctest.h>

#include <string>

#include "tests/trgen/trace_tools.hpp"

namespace compression_test {

using namespace trgen;

namespace {

/// A trace as text, gzip, zstd or bzip2.
std::string compressed(const std::string& text, const std::string& suffix) {
  return test::written_as(*test::read_text(text), "t.txt" + suffix);
}

const std::string text = test::random_text(4, 4000);

}  // namespace

TEST_CASE("compressed traces equal plain ones, records and digest, whatever the file is called") {
  const auto plain = test::read_text(text);
  for (const std::string suffix : {".gz", ".zst", ".bz2"}) {
    CAPTURE(suffix);
    const std::string bytes = compressed(text, suffix);
    CHECK(bytes.size() < text.size());
    const auto trace = test::read_text(bytes);
    CHECK(test::all_records(*trace) == test::all_records(*plain));
    CHECK(trace->digest() == plain->digest());
  }
}

TEST_CASE("several gzip members, zstd frames or bzip2 streams one after the other are one file") {
  const std::string more = "0 9999999999999 SS MPI_Late\n";
  for (const std::string suffix : {".gz", ".zst", ".bz2"}) {
    CAPTURE(suffix);
    const auto joined = test::read_text(compressed(text, suffix) + compressed("#ranks 4\n" + more, suffix));
    CHECK(joined->records() == test::read_text(text)->records() + 1);
  }
}

TEST_CASE("zeros behind the last gzip member are padding") {
  const auto padded = test::read_text(compressed(text, ".gz") + std::string(1000, '\0'));
  CHECK(padded->digest() == test::read_text(text)->digest());
}

TEST_CASE("truncated compressed data tells how far it was good") {
  const std::string big = test::random_text(4, 100000);
  for (const auto& each : {std::pair{".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bzip2"}}) {
    const std::string suffix = each.first;
    const std::string name = each.second;
    CAPTURE(suffix);
    const std::string bytes = compressed(big, suffix);
    const std::string said = test::fault_of(bytes.substr(0, bytes.size() / 2));
    CAPTURE(said);
    CHECK(said.starts_with(fmt::format("t.txt: truncated {} data after ", name)));
    CHECK(said.find("after 0 records") == std::string::npos);
    CHECK(said.ends_with(fmt::format(" {} bytes of the file); copy or make the file again", bytes.size() / 2)));
  }
}

TEST_CASE("every way to cut a small compressed file short is told as truncation") {
  const std::string small = "0 0 SS MPI_Init\n0 5 SE MPI_Init\n";
  for (const std::string suffix : {".gz", ".zst", ".bz2"}) {
    const std::string bytes = compressed(small, suffix);
    // From 4 bytes on the compression is known by its first bytes.
    for (std::size_t size = 4; size < bytes.size(); ++size) {
      CAPTURE(suffix);
      CAPTURE(size);
      CHECK(test::fault_of(bytes.substr(0, size)).starts_with("t.txt: truncated "));
    }
  }
}

TEST_CASE("corrupt compressed data is told, and so is data behind the end") {
  for (const auto& each : {std::pair{".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bzip2"}}) {
    const std::string suffix = each.first;
    const std::string name = each.second;
    CAPTURE(suffix);
    std::string bytes = compressed(text, suffix);
    CHECK(test::fault_of(bytes + "rubbish").starts_with(fmt::format("t.txt: corrupt {} data (", name)));
    // bzip2 takes most other bytes for codes, whose end it then misses; these are of its check sum.
    const std::size_t place = suffix == ".bz2" ? 12 : bytes.size() / 2;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x55);
    CHECK(test::fault_of(bytes).find(fmt::format("corrupt {} data (", name)) != std::string::npos);
  }
}

TEST_CASE("compressions that are not read tell how to unpack the file") {
  CHECK(test::fault_of("\xFD\x37zXZ rest") ==
        "t.txt: compressed with xz, which cannot be read; unpack it first: xz -dc FILE | trgen info -");
  CHECK(test::fault_of("\x04\x22\x4D\x18 rest") ==
        "t.txt: compressed with lz4, which cannot be read; unpack it first: lz4 -dc FILE | trgen info -");
}

TEST_CASE("files that cannot be opened are told") {
  CHECK_THROWS_WITH_AS(formats::open_trace("/nonexistent/t.txt"),
                       "/nonexistent/t.txt: cannot open: No such file or directory", record::TraceError);
  const test::Folder folder;
  CHECK_THROWS_WITH_AS(formats::open_trace(folder / "."),
                       (folder / "." + ": is a folder; name the trace file in it").c_str(), record::TraceError);
}

TEST_CASE("a spool without room tells what the whole trace needs") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", text);
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before == nullptr ? "/tmp" : before;
  ::setenv("TMPDIR", "/nonexistent", 1);
  std::string said;
  try {
    formats::open_trace(folder / "t.txt", {{}, 0});
  } catch (const record::TraceError& error) {
    said = error.what();
  }
  ::setenv("TMPDIR", saved.c_str(), 1);
  CHECK(
      said.ends_with("t.txt: cannot make a temporary file for the trace in '/nonexistent': No such file or directory; "
                     "point TMPDIR to a folder that can be written (the whole trace needs about 1 MB)"));
}

TEST_CASE("what is being written has another name until it is complete") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", "before");
  {
    io::Output out(folder / "t.txt");
    out.write(std::string_view("half"));
    CHECK(test::read_file(folder / "t.txt") == "before");
  }
  CHECK(test::read_file(folder / "t.txt") == "before");
  CHECK(folder.files() == 1);
  CHECK_THROWS_WITH_AS(io::Output("/nonexistent/t.txt"), "/nonexistent/t.txt: cannot write: No such file or directory",
                       record::TraceError);
}

}  // namespace compression_test

// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of traces: text in, records or text out, files that go away.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/open.hpp"
#include "trgen/io/spool.hpp"

namespace trgen::test {

/// A folder of its own for a test, removed with all it holds.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "trgen-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

using Source = std::shared_ptr<const record::TraceSource>;

inline Source read_text(const std::string& text, const formats::OpenOptions& options = {}) {
  io::Input in("t.txt", text);
  return formats::open_trace(in, options);
}

/// The message of the error that reading this content gives; empty when it gives none.
inline std::string fault_of(const std::string& content, const formats::OpenOptions& options = {}) {
  try {
    read_text(content, options);
  } catch (const record::TraceError& error) {
    return error.what();
  }
  return {};
}

using Records = std::vector<std::vector<record::Record>>;

inline Records all_records(const record::TraceSource& trace) {
  Records all(trace.ranks());
  const auto cursor = trace.open();
  record::Record each;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, each)) all[rank].push_back(each);
  }
  return all;
}

inline Records without_lines(Records records) {
  for (auto& rank : records) {
    for (auto& each : rank) each.line = 0;
  }
  return records;
}

/// The trace written to a file with this name and read back as bytes.
inline std::string written_as(const record::TraceSource& trace, const std::string& name) {
  const Folder folder;
  formats::write_trace(trace, folder / name);
  return read_file(folder / name);
}

inline std::string as_text(const record::TraceSource& trace) { return written_as(trace, "t.txt"); }

/// A well-formed trace with fields of many lengths, in the form and the order in which it is written.
inline std::string random_text(std::uint32_t ranks, std::uint32_t records) {
  std::string text = fmt::format("#insee-trace 1\n#ranks {}\n", ranks);
  std::uint64_t state = 42;
  const auto draw = [&](std::uint64_t limit) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t value = (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9ULL >> 8;
    return (value >> (value % 48)) % limit;
  };
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::uint64_t time = draw(1000);
    for (std::uint32_t i = 0; i < records / ranks; ++i, time += draw(1U << 20U)) {
      const std::uint64_t kind = draw(4);
      if (kind < 2) {
        text += fmt::format("{} {} {} MPI_F{}{}\n", rank, time, kind == 0 ? "SS" : "SE", draw(40),
                            kind == 0 && draw(9) == 0 ? " ANY_SOURCE" : "");
      } else {
        text += fmt::format("{} {} {} {} {}{} {} {}\n", rank, time, kind == 2 ? "MS" : "MR", draw(ranks),
                            draw(5) == 4 ? "-1" : "", draw(100000), draw(70000), draw(std::uint64_t{1} << 40U));
      }
    }
  }
  return text;
}

}  // namespace trgen::test

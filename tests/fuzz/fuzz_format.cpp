// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes to the reader of one format, the one that FSIN_FUZZ_FORMAT names, whatever they look like.
// What must hold is that of fuzz_trace.cpp. Formats of several files are given as a bundle, which begins with "#file ":
//
//   #file run.meta 27
//   <27 bytes>#file run-0000.txt 1034
//   <1034 bytes>...
//
// whose files are put into a folder, where the first one is opened.
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/text.hpp"
#include "tests/fuzz/trace_checks.hpp"
#include "trgen/io/spool.hpp"

namespace {

namespace fs = std::filesystem;
using trgen::formats::FormatEntry;
using trgen::io::Input;

constexpr std::string_view file_line = "#file ";

const FormatEntry& chosen_format() {
  const char* const name = std::getenv("FSIN_FUZZ_FORMAT");
  for (const FormatEntry& each : trgen::formats::formats) {
    if (name != nullptr && each.name == name) return each;
  }
  fmt::print(stderr, "fuzz_format: FSIN_FUZZ_FORMAT must name a format, as 'fsin list trace-format' does\n");
  std::exit(2);
}

class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "fsin-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { clear(true); }

  void clear(bool itself = false) const {
    std::error_code ignored;
    if (itself) fs::remove_all(path_, ignored);
    for (const auto& each : fs::directory_iterator(path_, ignored)) fs::remove_all(each, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool is_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' || c == '/';
  };
  return !name.empty() && name.size() < 64 && name.front() != '/' && name.find("..") == std::string_view::npos &&
         name.back() != '/' && std::all_of(name.begin(), name.end(), letter);
}

/// Unpacks a bundle; the path of its first file, empty when there is none.
std::string unpack(std::string_view bundle, const Folder& folder) {
  constexpr int most_files = 16;
  std::string first;
  folder.clear();
  for (int files = 0; bundle.starts_with(file_line) && files < most_files; ++files) {
    const std::string_view line = bundle.substr(0, bundle.find('\n'));
    bundle.remove_prefix(std::min(line.size() + 1, bundle.size()));
    const auto blank = line.rfind(' ');
    const std::string_view name = line.substr(file_line.size(), std::max(blank, file_line.size()) - file_line.size());
    const auto size = fsin::parse_natural(line.substr(blank + 1));
    if (!is_name(name) || !size) break;
    const std::string_view bytes = bundle.substr(0, *size);
    bundle.remove_prefix(bytes.size());
    const fs::path path = folder.path() / name;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    std::ofstream(path, std::ios::binary) << bytes;
    if (first.empty()) first = path;
  }
  return first;
}

std::shared_ptr<const fuzz::Trace> open(Input& in, const FormatEntry& format, std::uint64_t memory_limit) {
  const auto options = fuzz::options(memory_limit);
  if (format.open != nullptr) {
    if (auto direct = format.open(in, options)) return direct;
  }
  trgen::io::SpoolBuilder spool(memory_limit);
  trgen::record::TraceFacts facts;
  facts.name = in.name();
  format.read(in, facts, spool, options);
  return spool.finish(std::move(facts));
}

void run(const std::string& path, std::span<const char> bytes, const FormatEntry& format) {
  const auto input = [&] {
    return path.empty() ? std::make_unique<Input>("fuzz", bytes) : std::make_unique<Input>(path);
  };
  try {
    const auto trace = open(*input(), format, 1 << 20);
    if (trace->ranks() > fuzz::most_walked || trace->records() > fuzz::most_records) return;
    fuzz::compare(*trace, *open(*input(), format, 0));
    fuzz::check(*trace);
  } catch (const trgen::record::TraceError& error) {
    fuzz::check_text(error.what());
  } catch (const trgen::io::DataError& error) {
    fuzz::check_text(error.what());
  }
}

}  // namespace

// The sanitizers ask for these by name. The OTF2 library forgets the name of a file that it cannot open, and copes with
// memory that it does not get.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libopen-trace-format2"; }
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FormatEntry& format = chosen_format();
  static const Folder folder;
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view text(bytes.data(), bytes.size());
  const bool bundle = text.starts_with(file_line);
  const std::string path = bundle ? unpack(text, folder) : std::string();
  if (!bundle || !path.empty()) run(path, bytes, format);
  return 0;
}

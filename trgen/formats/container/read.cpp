// SPDX-License-Identifier: Apache-2.0
// Opens a container through its index, or reads it from its first byte to its last.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "trgen/formats/container/content.hpp"
#include "trgen/formats/container/format.hpp"
#include "trgen/formats/container/through.hpp"
#include "trgen/formats/container/trace.hpp"
#include "trgen/io/digest.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::container {
namespace {

constexpr std::size_t greeting_at = 8;

std::string_view greeting(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  return text.substr(std::min(greeting_at, text.size()));
}

void warn_of_time(const Index& index, record::TraceFacts& facts) {
  for (const auto& each : index.backwards_places) {
    facts.warnings.push_back(time_warning(facts.name, each));
  }
  if (index.backwards > io::most_warnings) facts.warnings.push_back(time_warning(facts.name, index.backwards));
}

/// Reads the header, which must announce as many ranks as the index has and match the first frame.
bool read_header(const io::RandomFile& file, const Index& index, record::TraceFacts& facts) {
  std::string packed(index.header_bytes, '\0');
  if (!file.read(index.header_offset, packed).empty()) return false;
  try {
    io::Input in(facts.name, packed);
    Content content(in);
    const std::string lines = content.read_header(facts);
    return static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')) == index.header_lines &&
           facts.header_ranks == index.ranks() && content.peek(1).empty();
  } catch (const io::DataError&) {
    return false;
  } catch (const record::TraceError&) {
    return false;  // reading the file through will report the fault
  }
}

}  // namespace

bool Format::sniff(std::span<const char> head) {
  return io::starts_with(head, "\x54\x2A\x4D\x18") && greeting(head).starts_with(greeting_start);
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& /*options*/) {
  read_through(in, greeting(in.raw_head()), facts, sink);
  std::string why;
  const auto file = io::RandomFile::behind(in);
  if (file && !read_index(*file, why)) {
    facts.warnings.push_back(
        fmt::format("{}: {}; it was read from its first byte to its last instead", in.name(), why));
  }
}

std::shared_ptr<const record::TraceSource> Format::open(io::Input& in, const ReadOptions& /*options*/) {
  const auto file = io::RandomFile::behind(in);
  if (!file) return nullptr;
  std::string why;
  auto index = read_index(*file, why);
  if (!index) return nullptr;  // read() will report the fault
  record::TraceFacts facts;
  facts.name = in.name();
  facts.digest = io::Digest::text(index->digest);
  if (!read_header(*file, *index, facts)) return nullptr;
  warn_of_time(*index, facts);
  return std::make_shared<Trace>(file, std::make_shared<const Index>(std::move(*index)), std::move(facts));
}

}  // namespace trgen::formats::container

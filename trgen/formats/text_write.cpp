// SPDX-License-Identifier: Apache-2.0
// Writes the text format, rank after rank.
#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>

#include "trgen/formats/text.hpp"

namespace trgen::formats {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

void append(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record,
            const std::vector<std::string>& states) {
  const std::string_view kind = record::kind_name(record.kind);
  const auto to = std::back_inserter(text);
  if (record::is_message(record.kind)) {
    fmt::format_to(to, FMT_COMPILE("{} {} {} {} {} {} {}\n"), rank, record.time_ns, kind, record.peer, record.tag,
                   record.communicator, record.bytes);
  } else {
    fmt::format_to(to, FMT_COMPILE("{} {} {} {}{}\n"), rank, record.time_ns, kind, states[record.state],
                   record.any_source ? " ANY_SOURCE" : "");
  }
}

}  // namespace

void TextFormat::write(const record::TraceSource& trace, Output& out) {
  const auto cursor = trace.open();
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "#insee-trace 1\n#ranks {}\n", trace.ranks());
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) {
      append(text, rank, record, trace.state_names());
      if (text.size() < block_size) continue;
      out.write(std::string_view(text.data(), text.size()));
      text.clear();
    }
  }
  if (!cursor->failure().empty()) throw record::TraceError(fmt::format("{}: {}", trace.name(), cursor->failure()));
  out.write(std::string_view(text.data(), text.size()));
}

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
// Writes the text format, rank after rank.
#include <fmt/format.h>

#include "trgen/formats/text/append.hpp"
#include "trgen/formats/text/format.hpp"

namespace trgen::formats::text {

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& /*carries all*/) {
  constexpr std::size_t block_size = std::size_t{1} << 18;
  const auto cursor = trace.open();
  fmt::memory_buffer text;
  append_header(text, trace);
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) {
      append_record(text, rank, record, trace.state_names());
      if (text.size() < block_size) continue;
      out.write(std::string_view(text.data(), text.size()));
      text.clear();
    }
  }
  record::stop_at_failure(trace, *cursor);
  out.write(std::string_view(text.data(), text.size()));
}

}  // namespace trgen::formats::text

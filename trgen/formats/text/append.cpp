// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/text/append.hpp"

#include <fmt/compile.h>

#include <iterator>
#include <string_view>

namespace trgen::formats::text {
namespace {

void append_collective(fmt::memory_buffer& text, const record::Record& record) {
  const auto to = std::back_inserter(text);
  fmt::format_to(to, " communicator={}", record.communicator);
  if (record.peer != record::no_rank) fmt::format_to(to, " root={}", record.peer);
  fmt::format_to(to, " sent={} received={}", record.bytes, record.received);
}

}  // namespace

void append_record(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record,
                   const std::vector<std::string>& states) {
  const std::string_view kind = record::kind_name(record.kind);
  const auto to = std::back_inserter(text);
  if (record::is_message(record.kind)) {
    fmt::format_to(to, FMT_COMPILE("{} {} {} {} {} {} {}"), rank, record.time_ns, kind, record.peer, record.tag,
                   record.communicator, record.bytes);
    if (record.any_source || record.any_tag) {
      fmt::format_to(to, " any={}", !record.any_tag ? "source" : record.any_source ? "both" : "tag");
    }
    if (record.match != 0) fmt::format_to(to, " match={}", record.match);
  } else {
    fmt::format_to(to, FMT_COMPILE("{} {} {} {}{}"), rank, record.time_ns, kind, states[record.state],
                   record.any_source ? " ANY_SOURCE" : "");
    if (record.collective) append_collective(text, record);
  }
  text.push_back('\n');
}

void append_header(fmt::memory_buffer& text, const record::TraceSource& trace) {
  const auto to = std::back_inserter(text);
  const record::TraceNotes& notes = trace.notes();
  fmt::format_to(to, "#insee-trace 1\n#ranks {}\n", trace.ranks());
  if (!notes.clock.empty()) fmt::format_to(to, "#clock {}\n", notes.clock);
  for (const auto& each : notes.communicators) {
    fmt::format_to(to, "#communicator {} {}\n", each.number, record::ranks_text(each.members));
  }
  for (const auto& each : notes.incomplete) fmt::format_to(to, "#incomplete {} {}\n", each.rank, each.why);
  for (const auto& each : notes.not_captured) {
    fmt::format_to(to, "#not-captured {} {} {}\n", each.function, each.calls, each.bytes);
  }
  for (const auto& [what, count] : trace.losses().counts()) fmt::format_to(to, "#lost {} {}\n", count, what);
  for (const std::string& comment : notes.comments) fmt::format_to(to, "{}\n", comment);
}

}  // namespace trgen::formats::text

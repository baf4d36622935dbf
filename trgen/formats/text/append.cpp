// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/text/append.hpp"

#include <fmt/compile.h>

#include <iterator>
#include <string_view>

#include "fsin/core/append.hpp"

namespace trgen::formats::text {
namespace {

void append_collective(fmt::memory_buffer& text, const record::Record& record) {
  fsin::append(text, " communicator={}", record.communicator);
  if (record.peer != record::no_rank) fsin::append(text, " root={}", record.peer);
  fsin::append(text, " sent={} received={}", record.bytes, record.received);
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
      fsin::append(text, " any={}", !record.any_tag ? "source" : record.any_source ? "both" : "tag");
    }
    if (record.match != 0) fsin::append(text, " match={}", record.match);
  } else {
    fmt::format_to(to, FMT_COMPILE("{} {} {} {}{}"), rank, record.time_ns, kind, states[record.state],
                   record.any_source ? " ANY_SOURCE" : "");
    if (record.collective) append_collective(text, record);
  }
  text.push_back('\n');
}

void append_header(fmt::memory_buffer& text, const record::TraceSource& trace) {
  const record::TraceNotes& notes = trace.notes();
  fsin::append(text, "#insee-trace 1\n#ranks {}\n", trace.ranks());
  if (!notes.clock.empty()) fsin::append(text, "#clock {}\n", notes.clock);
  for (const auto& each : notes.communicators) {
    fsin::append(text, "#communicator {} {}\n", each.number, record::ranks_text(each.members));
  }
  for (const auto& each : notes.incomplete) fsin::append(text, "#incomplete {} {}\n", each.rank, each.why);
  for (const auto& each : notes.not_captured) {
    fsin::append(text, "#not-captured {} {} {}\n", each.function, each.calls, each.bytes);
  }
  for (const auto& [what, count] : trace.losses().counts()) fsin::append(text, "#lost {} {}\n", count, what);
  for (const std::string& comment : notes.comments) fsin::append(text, "{}\n", comment);
}

}  // namespace trgen::formats::text

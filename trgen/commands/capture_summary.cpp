// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/capture_summary.hpp"

#include <fmt/format.h>

#include <utility>

#include "trgen/commands/notes_report.hpp"
#include "trgen/commands/report.hpp"

namespace trgen::commands {
namespace {

constexpr std::size_t most_summary_lines = 10;

std::string checked(const CheckResult& check, const record::TraceNotes& notes) {
  if (!check.problems.empty()) {
    return fmt::format("{} problems{}, see below", grouped(check.problems.size()), check.complete ? "" : " or more");
  }
  if (notes.incomplete.empty()) return fmt::format("ok, {} messages, every one received", grouped(check.messages));
  return fmt::format("no problem except incomplete ranks: {} ranks wait for them, {} messages were not received",
                     grouped(check.waiting.size()), grouped(check.unreceived));
}

void print_missing(const record::TraceSource& trace) {
  const record::TraceNotes& notes = trace.notes();
  if (!notes.incomplete.empty()) print_line("incomplete", incomplete_count(notes, trace.ranks()));
  for (const std::string& each : incomplete_lines(notes, most_summary_lines)) print_line("", each);
  std::string_view what = "not captured";
  for (const std::string& each : not_captured_lines(notes)) print_line(std::exchange(what, ""), each);
}

}  // namespace

Tally tally_of(const record::TraceSource& trace) {
  Tally tally;
  const auto cursor = trace.open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) tally.add(rank, record);
  }
  record::stop_at_failure(trace, *cursor);
  return tally;
}

void print_capture(const std::string& path, std::uint64_t bytes, const record::TraceSource& trace, const Tally& tally,
                   const CheckResult& check) {
  const record::TraceNotes& notes = trace.notes();
  const auto span = [&](std::uint64_t value) { return span_text(notes, value); };
  const Volume& sent = tally.sent();
  const Volume collective = in_collectives(tally.by_state(trace.state_names().size()), trace.state_names());
  const Tally::Bursts bursts = tally.bursts();
  print("{}: {} ranks, {} records, {} bytes, clock {}\n", path, grouped(trace.ranks()), grouped(trace.records()),
        grouped(bytes), notes.clock);
  print_line("messages", fmt::format("{} with {} bytes", grouped(sent.messages), grouped(sent.bytes)));
  print_line("in collectives",
             fmt::format("{} of the messages, {} of the bytes", percent(collective.messages, sent.messages),
                         percent(collective.bytes, sent.bytes)));
  print_line("to self",
             fmt::format("{} with {} bytes", grouped(tally.to_self().messages), grouped(tally.to_self().bytes)));
  print_line("wildcards", fmt::format("{} receives of any source, {} of any tag", grouped(tally.wildcards().source),
                                      grouped(tally.wildcards().tag)));
  print_line("CPU bursts", fmt::format("{} with {} in all; slowest rank {}: {}", grouped(bursts.count),
                                       span(bursts.total_ns), bursts.longest_rank, span(bursts.longest_rank_ns)));
  print_missing(trace);
  print_line("check", checked(check, notes));
  for (const Problem& each : check.problems) {
    print("{}:{}: rank {}: {}: {}\n", trace.name(), each.line, each.rank, each.record, each.text);
  }
}

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
// Traces as loops, for tests: written, read again in both ways, and compared.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "fsin/config/document.hpp"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/programs/npb/params.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"
#include "trgen/record/state_table.hpp"
#include "trgen/structure/expansion.hpp"
#include "trgen/structure/faults.hpp"
#include "trgen/structure/nesting.hpp"
#include "trgen/structure/script.hpp"

namespace trgen::test {

/// The bytes of the file of loops that a trace becomes.
inline std::string loops_of(const record::TraceSource& trace) { return written_as(trace, "t.loops"); }

/// A file of loops, opened through its index.
inline Source open_loops(const std::string& bytes) {
  io::Input in("t.loops", bytes);
  return formats::open_trace(in);
}

/// The same, read from the first byte to the last.
inline Source read_through_loops(const std::string& bytes) {
  io::Input in("t.loops", bytes);
  io::SpoolBuilder spool(std::uint64_t{1} << 30);
  record::TraceFacts facts;
  facts.name = "t.loops";
  formats::loops::Format::read(in, facts, spool, {});
  facts.digest = in.digest();
  return spool.finish(std::move(facts));
}

/// The records of a trace, with states numbered by their names and without lines.
inline Records by_names(const record::TraceSource& trace) {
  record::StateTable names;
  Records records = without_lines(all_records(trace));
  for (auto& rank : records) {
    for (auto& each : rank) {
      if (!record::is_message(each.kind)) each.state = names.number(trace.state_names()[each.state]).value();
    }
  }
  return records;
}

/// Requires that every record of every rank comes back, in both ways of reading. Returns the bytes of the file.
inline std::size_t require_same(const record::TraceSource& trace) {
  const Records expected = by_names(trace);
  const std::string bytes = loops_of(trace);
  const Source opened = open_loops(bytes);
  REQUIRE(opened->records() == trace.records());
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) REQUIRE(opened->records(rank) == expected[rank].size());
  REQUIRE(by_names(*opened) == expected);
  const Source through = read_through_loops(bytes);
  REQUIRE(all_records(*through) == all_records(*opened));
  REQUIRE(through->digest() == opened->digest());
  return bytes.size();
}

/// The trace of a script, which must be right.
inline Source trace_of_script(const std::string& text, std::uint32_t ranks) {
  fsin::Diagnostics diagnostics;
  const auto document = fsin::config::load_text("script.yaml", text, diagnostics);
  auto read = programs::script::read_script(document, diagnostics);
  auto program = read ? programs::script::make_script_program(std::move(*read), ranks, "script", diagnostics) : nullptr;
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  return programs::make_program_trace(program);
}

/// The next message of a rank; false at its end.
inline bool next_message(record::TraceCursor& cursor, std::uint32_t rank, record::Record& out) {
  while (cursor.next(rank, out)) {
    if (record::is_message(out.kind)) return true;
  }
  REQUIRE(cursor.failure().empty());
  return false;
}

/// Requires that two traces have the same messages in the same order of each rank. Tags may have been renamed, each
/// pair of tag and communicator to a tag of its own.
inline void require_same_messages(const record::TraceSource& trace, const record::TraceSource& again) {
  REQUIRE(again.ranks() == trace.ranks());
  std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> renamed;
  std::map<std::int32_t, std::pair<std::int32_t, std::uint32_t>> names;
  const auto left = trace.open();
  const auto right = again.open();
  record::Record a;
  record::Record b;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    CAPTURE(rank);
    for (std::uint64_t number = 0;; ++number) {
      CAPTURE(number);
      const bool more = next_message(*left, rank, a);
      REQUIRE(next_message(*right, rank, b) == more);
      if (!more) break;
      const bool same = a.kind == b.kind && a.peer == b.peer && a.bytes == b.bytes;
      REQUIRE(same);
      const std::pair name(a.tag, a.communicator);
      REQUIRE(renamed.emplace(name, b.tag).first->second == b.tag);
      REQUIRE(names.emplace(b.tag, name).first->second == name);
    }
  }
}

/// Requires that the loops of a trace without times, split by nested(), give its records.
inline void require_same_nested(const record::TraceSource& trace) {
  auto loops = std::make_shared<structure::Structure>(
      structure::nested(formats::loops::structure_of(trace, formats::loops::Times::none())));
  REQUIRE(structure::fault_of(*loops).empty());
  REQUIRE(structure::listed_fields(*loops) == 0);
  const structure::Expansion expansion(loops);
  struct {
    std::int64_t take(structure::FieldName, std::int64_t previous) { return previous; }
  } nothing;
  const auto cursor = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    structure::RankState state;
    record::Record expected;
    record::Record made;
    while (cursor->next(rank, expected)) {
      CAPTURE(state.records);
      REQUIRE(expansion.next(rank, state, nothing, made) == structure::Next::record);
      if (!record::is_message(expected.kind)) {
        REQUIRE(loops->states[made.state] == trace.state_names()[expected.state]);
        made.state = expected.state;
      }
      made.line = expected.line;
      made.time_ns = expected.time_ns;
      REQUIRE(made == expected);
    }
    REQUIRE(expansion.next(rank, state, nothing, made) == structure::Next::end);
  }
}

/// The script of a trace, which must have its messages. Empty where it cannot be said, for `why`.
inline std::string checked_script(const record::TraceSource& trace, std::string& why) {
  const auto found = formats::loops::structure_of(trace, formats::loops::Times::exact());
  const auto text = structure::script_of(found, "a test", why);
  if (!text) return {};
  CAPTURE(*text);
  require_same_messages(trace, *trace_of_script(*text, trace.ranks()));
  return *text;
}

/// The trace of an NPB program.
inline Source npb_trace(programs::npb::Code code, std::uint32_t ranks, std::optional<std::uint64_t> iterations,
                        programs::npb::Class size = programs::npb::Class::S) {
  programs::npb::NpbParams params;
  params.kernel = code;
  params.ranks = ranks;
  params.iterations = iterations;
  params.size = size;
  fsin::Diagnostics diagnostics;
  const auto program = params.make(ranks, diagnostics, [](std::string_view) { return fsin::Mark{}; });
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  return programs::make_program_trace(program);
}

}  // namespace trgen::test

// SPDX-License-Identifier: Apache-2.0
// Traces as loops, for tests: written, read again in both ways, and compared.
#pragma once

#include <doctest/doctest.h>

#include "fsin/config/document.hpp"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"
#include "trgen/record/state_table.hpp"

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

}  // namespace trgen::test

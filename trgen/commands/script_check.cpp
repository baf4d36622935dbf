// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/script_check.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "fsin/config/document.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"

namespace trgen::commands {
namespace {

std::shared_ptr<const record::TraceSource> trace_of(const std::string& script, std::uint32_t ranks) {
  fsin::Diagnostics diagnostics;
  const auto document = fsin::config::load_text("script", script, diagnostics);
  auto read = programs::script::read_script(document, diagnostics);
  auto program = read ? programs::script::make_script_program(std::move(*read), ranks, "script", diagnostics) : nullptr;
  if (!program) throw std::logic_error("the script that was found is not one: " + diagnostics.text());
  return programs::make_program_trace(std::move(program));
}

class ScriptCheck {
 public:
  ScriptCheck(const record::TraceSource& trace, const record::TraceSource& script) : trace_(trace), script_(script) {}

  void run() {
    const auto expected = trace_.open();
    const auto made = script_.open();
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) check_rank(*expected, *made, rank);
    record::stop_at_failure(trace_, *expected);
    record::stop_at_failure(script_, *made);
  }

 private:
  static bool next_message(record::TraceCursor& cursor, std::uint32_t rank, record::Record& out) {
    while (cursor.next(rank, out)) {
      if (record::is_message(out.kind)) return true;
    }
    return false;
  }

  void check_rank(record::TraceCursor& expected, record::TraceCursor& made, std::uint32_t rank) {
    record::Record a;
    record::Record b;
    for (std::uint64_t number = 1;; ++number) {
      const bool more = next_message(expected, rank, a);
      const bool as_many = next_message(made, rank, b) == more;
      if (!more && (as_many || !expected.failure().empty())) return;
      if (!as_many || a.kind != b.kind || a.peer != b.peer || a.bytes != b.bytes || !is_renamed(a, b.tag)) {
        throw std::logic_error(
            fmt::format("the script found in {} does not give message {} of rank {}", trace_.name(), number, rank));
      }
    }
  }

  bool is_renamed(const record::Record& message, std::int32_t tag) {
    const std::pair name(message.tag, message.communicator);
    return tags_.emplace(name, tag).first->second == tag && names_.emplace(tag, name).first->second == name;
  }

  const record::TraceSource& trace_;
  const record::TraceSource& script_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> tags_;
  std::map<std::int32_t, std::pair<std::int32_t, std::uint32_t>> names_;
};

}  // namespace

void check_script(const record::TraceSource& trace, const std::string& script) {
  ScriptCheck(trace, *trace_of(script, trace.ranks())).run();
}

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a script, and on to the first operations of its ranks. Nothing may crash, leak or run away;
// every message is one line; what is made without an error gives operations that a run can take.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fsin/config/document.hpp"
#include "fsin/core/text.hpp"
#include "trgen/programs/cursor.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"

namespace {

using namespace trgen::programs;

constexpr std::uint32_t ranks = 5;
constexpr int most_operations = 300;  // of a rank

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_script: {}\n", what);
  std::abort();
}

void check_operation(const Operation& each, const Cursor& cursor) {
  using enum OperationKind;
  const bool message =
      each.kind == send || each.kind == receive || each.kind == send_start || each.kind == receive_start;
  require(!message || each.peer < ranks, "a message to a rank that is not there");
  require(each.kind != collective, "a collective is not expanded");
  require((each.kind != enter && each.kind != leave) || each.state < cursor.state_of(collectives::Kind{}) + 16,
          "a state that is not there");
}

void run_a_little(const std::shared_ptr<const Program>& program) {
  Cursor cursor(program);
  Operation each;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    for (int i = 0; i < most_operations && cursor.next(rank, each); ++i) check_operation(each, cursor);
    require(cursor.failure().find('\n') == std::string::npos, "a failure is not a line");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fsin::Diagnostics diagnostics;
  const auto document = fsin::config::load_text("fuzz.yaml", text, diagnostics);
  if (!document.loaded()) return 0;
  auto script = script::read_script(document, diagnostics);
  const auto program = script ? script::make_script_program(std::move(*script), ranks, "fuzz", diagnostics) : nullptr;
  for (const fsin::Diagnostic& entry : diagnostics.entries()) {
    require(!fsin::find_non_text(entry.text()) && entry.text().find('\n') == std::string::npos,
            "a message is not a line");
  }
  require(program != nullptr || !diagnostics.ok(), "nothing is made, and nothing is said");
  if (program) run_a_little(program);
  return 0;
}

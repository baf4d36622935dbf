// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a time-independent trace, and on to the first operations of its ranks. Nothing may crash,
// leak or run away; every message is a line; what is made without an error gives operations that a run can take.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/text.hpp"
#include "trgen/programs/cursor.hpp"
#include "trgen/programs/ti/ti_program.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/record/trace_error.hpp"

namespace {

using namespace trgen;
using namespace trgen::programs;

constexpr std::uint32_t most_ranks = 64;
constexpr int most_operations = 300;  // of a rank

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_time_independent: {}\n", what);
  std::abort();
}

void check_operation(const Operation& each, const Program& program) {
  using enum OperationKind;
  const bool receives = each.kind == receive || each.kind == receive_start;
  const bool message = receives || each.kind == send || each.kind == send_start;
  const bool open = receives && each.peer == any_rank && program.receives_any();
  require(!message || open || each.peer < program.ranks(), "a message to a rank that is not there");
  require(each.kind != collective, "a collective is not expanded");
}

void run_a_little(const std::shared_ptr<const Program>& program) {
  Cursor cursor(program);
  Operation each;
  for (std::uint32_t rank = 0; rank < std::min(program->ranks(), most_ranks); ++rank) {
    require(program->seat(rank) < program->seats(), "a seat that is not there");
    for (int i = 0; i < most_operations && cursor.next(rank, each); ++i) check_operation(each, *program);
    require(cursor.failure().find('\n') == std::string::npos, "a failure is not a line");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  ti::TranslatorSettings settings;
  settings.rates = ti::Rates::by_rank({3'000'000'000});
  settings.rates_clock = "flops";
  settings.most_ranks = most_ranks;
  try {
    ti::Translator translator(settings);
    io::Input in("fuzz", bytes);
    io::Problems problems("fuzz");
    translator.file(in, problems, [] { return most_ranks / 2; });
    run_a_little(ti::make_ti_program(translator.finish(problems), "fuzz"));
  } catch (const record::TraceError& error) {
    require(!fsin::find_non_text(error.what()), "a message is not text");
  } catch (const io::DataError& error) {
    require(!fsin::find_non_text(error.what()), "a message is not text");
  }
  return 0;
}

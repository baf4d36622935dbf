// SPDX-License-Identifier: Apache-2.0
// Collectives are found in their messages.
#include <algorithm>

#include "tests/trgen/extrapolation/tools.hpp"
#include "trgen/extrapolation/rank_program.hpp"

namespace extrapolation_exchange_test {

using namespace trgen;
using programs::collectives::Kind;
using programs::collectives::Library;

namespace {

/// The calls that are found in a script of collectives under the algorithms of a library.
std::vector<extrapolation::Exchange> found_in(const std::string& body, std::uint32_t ranks, Library library) {
  fsin::Diagnostics diagnostics;
  const auto document = fsin::config::load_text("s.yaml", "program: 1\ntitle: t\ndo:\n" + body, diagnostics);
  auto read = programs::script::read_script(document, diagnostics);
  auto program = read ? programs::script::make_script_program(std::move(*read), ranks, "script", diagnostics) : nullptr;
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  const auto trace = programs::make_program_trace(program, programs::collectives::Choice(library));
  extrapolation::Names names;
  const auto made = extrapolation::read_program(*trace, names, false);
  std::vector<extrapolation::Exchange> calls;
  for (std::uint32_t i = 0; i < made.exchanges.size(); ++i) calls.push_back(made.exchanges[i]);
  return calls;
}

}  // namespace

TEST_CASE("kind, bytes and root of collectives follow from their messages, for short and long ones") {
  for (const Library library : {Library::mpich}) {
    for (const std::uint32_t ranks : {4U, 7U, 16U}) {
      for (const std::uint64_t bytes : {8U, 4096U, 1048576U}) {
        for (const std::string name : {"bcast", "reduce", "allreduce", "allgather", "alltoall"}) {
          INFO(name, " of ", bytes, " bytes on ", ranks, " ranks");
          const auto calls = found_in(fmt::format("  - {}: {{bytes: {}}}\n", name, bytes), ranks, library);
          REQUIRE(calls.size() == 1);
          CHECK(name_of(calls.front().kind) == name);
          CHECK(calls.front().bytes == bytes);
          CHECK(calls.front().root == 0);
          CHECK(calls.front().members.size() == ranks);
        }
      }
    }
  }
}

}  // namespace extrapolation_exchange_test

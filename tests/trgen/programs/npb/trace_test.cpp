// SPDX-License-Identifier: Apache-2.0
// Programs against real extended traces of NPB 3.3, record by record: states, messages and their order on every rank.
#include <doctest/doctest.h>

#include <map>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "tests/trgen/programs/program_records.hpp"
#include "trgen/formats/open.hpp"

namespace trace_test {

namespace {

using namespace trgen::test;
using trgen::programs::npb::Class;
using trgen::programs::npb::Code;
using trgen::programs::npb::NpbParams;
namespace record = trgen::record;

/// The program's numbers of communicators stand for those of the library: each for one, and no two for the same.
class Contexts {
 public:
  bool match(std::uint32_t program, std::uint32_t trace) {
    return names_.try_emplace(program, trace).first->second == trace &&
           back_.try_emplace(trace, program).first->second == program;
  }

 private:
  std::map<std::uint32_t, std::uint32_t> names_;
  std::map<std::uint32_t, std::uint32_t> back_;
};

void compare_with_trace(const std::string& file, const NpbParams& params) {
  const auto program = make(params);
  REQUIRE(program);
  const auto trace = trgen::formats::open_trace(std::string(FSIN_SOURCE_DIR) + "/traces/npb/" + file);
  REQUIRE(trace->ranks() == program->ranks());
  const auto cursor = trace->open();
  Contexts contexts;
  std::uint64_t records = 0;
  for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
    CAPTURE(rank);
    ProgramRecords made(*program, rank);
    record::Record real;
    for (std::uint64_t number = 0; cursor->next(rank, real); ++number, ++records) {
      CAPTURE(number);
      const auto found = made.next();
      REQUIRE(found.has_value());
      ProgramRecord expected{.kind = real.kind};
      if (record::is_message(real.kind)) {
        expected = {real.kind, "", real.peer, real.tag, found->communicator, real.bytes};
        REQUIRE(contexts.match(found->communicator, real.communicator));
      } else {
        expected.state = trace->state_names()[real.state];
      }
      const bool same = *found == expected;
      REQUIRE_MESSAGE(same, "bytes ", found->bytes, " for ", expected.bytes, ", peer ", found->peer, " for ",
                      expected.peer, ", tag ", found->tag, " for ", expected.tag, ", state ", found->state, " for ",
                      expected.state);
    }
    REQUIRE_FALSE(made.next().has_value());
  }
  CHECK(records == trace->records());
}

}  // namespace

TEST_CASE("npb bt, class W, 64 ranks, 30 iterations: every record of the real trace, in order") {
  compare_with_trace("bt.W.64.it30.txt.zst", npb(Code::bt, Class::W, 64, 30));
}

TEST_CASE("npb cg, class W, 64 ranks: every record of the real trace, in order") {
  compare_with_trace("cg.W.64.txt.zst", npb(Code::cg, Class::W, 64));
}

TEST_CASE("npb is, class W, 64 ranks: every record of the real trace, in order") {
  compare_with_trace("is.W.64.txt.zst", npb(Code::is, Class::W, 64));
}

TEST_CASE("npb cg and is, class S, 4 ranks: every record of the real traces, in order") {
  compare_with_trace("cg.S.4.txt.zst", npb(Code::cg, Class::S, 4));
  compare_with_trace("is.S.4.txt.zst", npb(Code::is, Class::S, 4));
}

}  // namespace trace_test

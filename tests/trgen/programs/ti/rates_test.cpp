// SPDX-License-Identifier: Apache-2.0
// How long amounts of work take.
#include <doctest/doctest.h>

#include "tests/trgen/programs/ti/ti_text.hpp"

namespace rates_test {

using namespace trgen::test;
using trgen::programs::ti::Rates;
using trgen::programs::ti::TimeIndependentParams;

TEST_CASE("what is left of a nanosecond is carried to the next burst") {
  const Rates rates = Rates::by_rank({3'000'000'000});
  std::uint64_t carry = 0, total = 0;
  for (int i = 0; i < 3000; ++i) total += rates.nanoseconds(0, 1, carry);
  CHECK(total >= 999);
  CHECK(total <= 1000);
}

TEST_CASE("a rate by the size of the burst") {
  TimeIndependentParams params;
  params.rate_by_size = {"0: 1 Gf/s", "1000: 2 Gf/s", "1e6: 4 Gf/s"};
  CHECK(operations_in("0 compute 999\n0 compute 1000\n0 compute 1000000\n", params) ==
        Words{"compute 999", "compute 500", "compute 250000"});
}

TEST_CASE("a rate of each rank, from a file") {
  const fsin::test::Scratch scratch;
  TimeIndependentParams params;
  params.rates = scratch.file("rates.txt", "# node 0\n1 Gf/s\n 2 Gf/s # node 1\n");
  const auto made = make_ti("0 compute 1000\n1 compute 1000\n", params);
  REQUIRE(made.program);
  CHECK(operations_of(*made.program, 0) == Words{"compute 1000"});
  CHECK(operations_of(*made.program, 1) == Words{"compute 500"});
}

TEST_CASE("a trace may say the rate of the machine on which it was taken, and the user another one") {
  trgen::programs::ti::TimeIndependentParams params;
  const std::string text = "#clock instructions\n#rate 500000000\n0 compute 1000\n";
  CHECK(operations_in(text, params) == Words{"compute 2000"});
  params.rate = "1 Gips";
  CHECK(operations_in(text, params) == Words{"compute 1000"});
  params.rate.reset();
  CHECK(operations_in("#clock instructions\n#rate 0\n0 compute 1000\n", params)
            .at(0)
            .find("no rate; it reads '#rate <amount per second>'") != std::string::npos);
}

TEST_CASE("rates that do not fit the trace are refused") {
  const auto refused = [](const std::string& text, const TimeIndependentParams& params) {
    return make_ti(text, params).messages;
  };
  TimeIndependentParams params;
  params.rate = "2 Gips";
  CHECK(refused("0 compute 5\n", params).find("the trace counts flops, and the rates are of instructions") !=
        std::string::npos);
  CHECK(refused("#clock ns\n0 compute 5\n", params).find("records times, which need no rate") != std::string::npos);
  params.rate = "2 Gq";
  CHECK(refused("0 compute 5\n", params).find("unknown unit") != std::string::npos);
  params.rate.reset();
  params.rate_by_size = {"5: 1 Gf/s"};
  CHECK(refused("0 compute 5\n", params).find("the first row begins at 0") != std::string::npos);
  params.rate_by_size = {"1 Gf/s"};
  CHECK(refused("0 compute 5\n", params).find("no row of a table of rates") != std::string::npos);
  params.rate = "2 Gf/s";
  CHECK(refused("0 compute 5\n", params).find("exclude each other") != std::string::npos);
  const fsin::test::Scratch scratch;
  params = {};
  params.rates = scratch.file("rates.txt", "1 Gf/s\n1 Gf/s\n2 Gf/s\n");
  CHECK(refused("0 compute 1\n1 compute 1\n", params).find("3 rates for a trace of 2 ranks") != std::string::npos);
  params = {};
  params.file = scratch.file("run.ti", "0 compute 5\n");
  CHECK(make_ti(params).messages.find("rate: 10 Gf/s") != std::string::npos);
}

}  // namespace rates_test

// SPDX-License-Identifier: Apache-2.0
// Sizes of messages: their means in closed form, what is drawn, tables and curves from files, and what is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "fsin/workload/packetiser.hpp"
#include "tests/scratch.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/synth/draws.hpp"
#include "trgen/synth/sizes/catalogue.hpp"

namespace synth_sizes_test {

using namespace trgen::synth;

namespace {

NetworkFacts sized(std::uint32_t packet_phits, bool variable, std::uint32_t payload = 0) {
  NetworkFacts facts;
  facts.nodes = 16;
  facts.packet_phits = packet_phits;
  facts.variable_last_packet = variable;
  facts.payload_bytes = payload;
  return facts;
}

double phits_of(std::uint64_t bytes, const NetworkFacts& facts) {
  const fsin::workload::Packetiser packetiser(facts);
  return static_cast<double>((packetiser.packets(bytes) - 1) * facts.packet_phits + packetiser.last_phits(bytes));
}

std::string written(const std::string& name, const std::string& text) {
  static const fsin::test::Scratch scratch;
  return scratch.file("sizes_test_" + name, text);
}

std::string fault_of(const std::string& text) {
  TableSizes sizes;
  sizes.file = written("fault.txt", text);
  try {
    sizes.check(sized(16, false));
  } catch (const trgen::record::TraceError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the mean of a step is that of all its sizes, counted one by one") {
  for (const NetworkFacts& facts : {sized(16, false), sized(16, true), sized(5, true, 17), sized(3, false, 12)}) {
    for (const auto& [low, high] : {std::pair(1U, 1U), std::pair(1U, 64U), std::pair(7U, 300U), std::pair(0U, 100U),
                                    std::pair(63U, 65U), std::pair(1000U, 1000U)}) {
      const Sizes sizes({{low, high, 2.5}});
      double phits = 0, squares = 0, packets = 0, bytes = 0;
      for (std::uint64_t size = low; size <= high; ++size) {
        phits += phits_of(size, facts);
        squares += phits_of(size, facts) * phits_of(size, facts);
        packets += static_cast<double>(fsin::workload::Packetiser(facts).packets(size));
        bytes += static_cast<double>(size);
      }
      const double count = high - low + 1;
      CHECK(sizes.mean_phits(facts) == doctest::Approx(phits / count).epsilon(1e-12));
      CHECK(sizes.mean_packets(facts) == doctest::Approx(packets / count).epsilon(1e-12));
      CHECK(sizes.mean_bytes() == doctest::Approx(bytes / count).epsilon(1e-12));
      CHECK(std::fabs(std::sqrt(sizes.mean_square_phits(facts)) - std::sqrt(squares / count)) <= facts.packet_phits);
    }
  }
}

TEST_CASE("every entry of the catalogue that needs no file draws sizes with the mean it tells") {
  const NetworkFacts facts = sized(16, true);
  SizeChoices::for_each([&]<class Params>(const Params& params) {
    if (!params.check(facts).empty()) return;
    INFO(Params::name);
    const Sizes sizes = params.make(facts);
    constexpr int draws = 200000;
    double sum = 0, squares = 0;
    for (std::uint64_t k = 0; k < draws; ++k) {
      const std::uint64_t bytes = sizes.bytes(Draws({5, fsin::Purpose::arrival}, 0, k).wide());
      CHECK(bytes <= sizes.largest());
      const double phits = phits_of(bytes, facts);
      sum += phits;
      squares += phits * phits;
    }
    const double mean = sum / draws;
    const double error = std::sqrt((squares / draws - mean * mean) / draws);
    CHECK(std::fabs(mean - sizes.mean_phits(facts)) <= 5 * error + 1e-9 * mean);
  });
}

TEST_CASE("the original's bimodal rule gives long messages their fraction of the packets") {
  OriginalBimodalSizes params;
  params.packets = 10;
  params.fraction = 0.4;
  const NetworkFacts facts = sized(16, false);
  const double large = 0.4 / (10 - 0.4 * 9);
  const Sizes sizes = params.make(facts);
  CHECK(sizes.mean_packets(facts) == doctest::Approx(1 - large + 10 * large));
  CHECK(10 * large / sizes.mean_packets(facts) == doctest::Approx(0.4));
}

TEST_CASE("half of log-normal sizes lie below the median, and the mean is exp(sigma^2 / 2) times as large") {
  LogNormalSizes params;
  params.median = {100000};
  params.sigma = 0.8;
  const Sizes sizes = params.make(sized(16, false));
  CHECK(sizes.mean_bytes() == doctest::Approx(100000 * std::exp(0.32)).epsilon(1e-3));
  CHECK(static_cast<double>(sizes.bytes(std::uint64_t{1} << 63U)) == doctest::Approx(100000).epsilon(0.01));
  params.most = {1000};
  CHECK(params.check(sized(16, false)).find("raise most") != std::string::npos);
}

TEST_CASE("the published flow sizes have the means and quantiles that the literature quotes") {
  const NetworkFacts facts = sized(16, false);
  const Sizes web = WebSearchSizes{}.make(facts), mining = DataMiningSizes{}.make(facts);
  CHECK(web.mean_bytes() == doctest::Approx(1.6e6).epsilon(0.1));
  CHECK(mining.mean_bytes() == doctest::Approx(7.4e6).epsilon(0.1));
  const auto at = [](const Sizes& sizes, double part) {
    return static_cast<double>(sizes.bytes(static_cast<std::uint64_t>(part * 0x1p64)));
  };
  CHECK(at(web, 0.1) == 8800);
  CHECK(at(web, 0.9) == doctest::Approx(4.9e6).epsilon(0.02));
  CHECK(at(mining, 0.45) == 1500);
  CHECK(at(mining, 0.8) == doctest::Approx(10000).epsilon(0.02));
}

TEST_CASE("sizes and curves are read from files, plain and with comments") {
  TableSizes table;
  table.file = written("table.txt", "# bytes weight\n64 3\n\n640, 1  # long\n");
  const NetworkFacts facts = sized(16, false);
  REQUIRE(table.check(facts) == "");
  CHECK(table.make(facts).mean_bytes() == doctest::Approx(0.75 * 64 + 0.25 * 640));
  CurveSizes curve;
  curve.file = written("curve.txt", "100 0.5\n300 1\n");
  REQUIRE(curve.check(facts) == "");
  CHECK(curve.make(facts).mean_bytes() == doctest::Approx(0.5 * 100 + 0.5 * (101 + 300) / 2.0));
}

TEST_CASE("the sizes of a trace come as often as its messages between two ranks") {
  TraceSizes trace;
  trace.file =
      written("trace.txt",
              "#ranks 2\n0 0 SS MPI_Send\n0 1 MS 1 0 0 100\n0 2 MS 1 0 0 100\n0 3 MS 0 0 0 9\n0 4 SE MPI_Send\n"
              "1 0 SS MPI_Send\n1 1 MS 0 0 0 400\n1 2 SE MPI_Send\n");
  REQUIRE(trace.check(sized(16, false)) == "");
  CHECK(trace.make(sized(16, false)).mean_bytes() == doctest::Approx(200));
}

TEST_CASE("faulty tables of sizes are refused with file and line") {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(fault_of("64 1\nx 2\n"), "sizes_test_fault.txt:2: the size in bytes is \"x\""));
  CHECK(has(fault_of("0 1\n"), ":1: a size of 0 bytes"));
  CHECK(has(fault_of("64 -1\n"), ":1: the weight is \"-1\", and less than nothing"));
  CHECK(has(fault_of("64 nan\n"), ":1: the weight is \"nan\""));
  CHECK(has(fault_of("64\n"), ":1: 1 fields in place of two"));
  CHECK(has(fault_of("64 0\n"), "all weights are 0"));
  CHECK(has(fault_of("# nothing\n"), "no size in it"));
  CurveSizes curve;
  curve.file = written("fault_curve.txt", "100 0.5\n50 0.6\n");
  CHECK_THROWS_WITH_AS(curve.check(sized(16, false)), doctest::Contains("grow from line to line"),
                       trgen::record::TraceError);
  curve.kept = {};
  curve.file = written("fault_end.txt", "100 0.5\n");
  CHECK_THROWS_WITH_AS(curve.check(sized(16, false)), doctest::Contains("has probability 1"),
                       trgen::record::TraceError);
  CHECK(TableSizes{}.check(sized(16, false)).find("read from a file") != std::string::npos);
}

TEST_CASE("the words of one message do not repeat, however many are drawn") {
  constexpr std::uint32_t counted = 5 * 16384;
  Draws draws({1, fsin::Purpose::arrival}, 3, 7);
  std::map<std::uint64_t, unsigned> seen;
  for (std::uint32_t i = 0; i < counted; ++i) ++seen[draws.wide()];
  CHECK(seen.size() == counted);
}

}  // namespace synth_sizes_test

// SPDX-License-Identifier: Apache-2.0
// Every kind of program runs to its end on a torus and on a fat-tree, and gives the same under both engines and in two
// threads.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"
#include "tests/share_of_cases.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/catalogue.hpp"

namespace kinds_of_programs_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

/// What each kind needs to be small; the others are as they are by default, on 16 ranks.
const std::map<std::string, std::string> small{
    {"npb", "kernel: cg, class: S, iterations: 1"},
    {"hpcg", "iterations: 2"},
    {"minife", "iterations: 2"},
    {"lulesh", "ranks: 8, iterations: 2"},
    {"amg", "iterations: 1"},
    {"sweep", "iterations: 1, zones: [4, 4, 4], groups: 4, group_sets: 2"},
    {"fft-pencils", "iterations: 1, points: [16, 16, 16]"},
    {"graph", "iterations: 1, scale: 10"},
    {"amr", "iterations: 2"},
    {"collective", "operation: allreduce, bytes: 10 KiB"},
    {"transformer",
     "layers: 4, hidden: 64, heads: 4, sequence: 32, vocabulary: 128, tensor: 2, pipeline: 2, micro_batches: 2"},
    {"inference", "layers: 4, hidden: 64, heads: 4, vocabulary: 128, tensor: 2, requests: 2, prompt: 8, answer: 3"},
    {"chakra", "file: traced.0.et"},
    {"script", "file: program.yaml"},
    {"time-independent", "file: " FSIN_SOURCE_DIR "/tests/trgen/data/mix-4.ti, rate: 2 Gf/s"}};

constexpr const char* script =
    "program: 1\n"
    "communicators: {row: {color: rank / 4}}\n"
    "do:\n"
    "  - repeat: 3\n"
    "    do:\n"
    "      - irecv: {from: (rank + ranks - 1) % ranks, bytes: 3 kB}\n"
    "      - isend: {to: (rank + 1) % ranks, bytes: 3 kB}\n"
    "      - compute: 2 us\n"
    "      - waitall\n"
    "      - allgather: {bytes: 100, communicator: row}\n";

Json result_of(const Scratch& scratch, const std::string& network, const std::string& kernel,
               const std::vector<std::string>& words) {
  scratch.file("exp.yaml",
               fmt::format("fsin: 1\nnetwork: {{{}}}\nworkload: {{type: program, kernel: {}}}\n", network, kernel));
  std::vector<std::string> all{"run", "exp.yaml", "-q", "--json", "-"};
  all.insert(all.end(), words.begin(), words.end());
  const Ran ran = run_fsin_in(scratch.path(), all);
  REQUIRE_MESSAGE(!ran.out.empty(), ran.err);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("every kind of program gives one result, whichever engine runs it in how many threads") {
  ShareOfCases share;
  for (const auto& entry : trgen::programs::Kinds::entries()) {
    if (!share.takes_next()) continue;
    const std::string kind(entry.name);
    CAPTURE(kind);
    const Scratch scratch;
    scratch.file("program.yaml", script);
    const auto butterfly = trgen::kernels::make_kernel_trace(trgen::kernels::entry<trgen::kernels::Butterfly>(),
                                                             {.ranks = 16, .bytes = 500, .iterations = 2});
    trgen::formats::write_trace(*butterfly, (scratch.path() / "traced.0.et").string());
    const auto own = small.find(kind);
    const std::string kernel =
        own == small.end() ? fmt::format("{{type: {}}}", kind) : fmt::format("{{type: {}, {}}}", kind, own->second);
    for (const std::string network : {"topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc",
                                      "topology: {type: fat-tree, k: 4, n: 2}, routing: up-down"}) {
      CAPTURE(network);
      const Json event = result_of(scratch, network, kernel, {});
      CHECK(event["outcome"] == "finished");
      CHECK(event["messages"]["sent"] == event["messages"]["delivered"]);
      const Json reference = result_of(scratch, network, kernel, {"--engine", "reference"});
      const Json threads = result_of(scratch, network, kernel, {"--threads", "2"});
      for (const char* figure : {"fingerprint", "cycles", "messages", "ranks"}) {
        CAPTURE(figure);
        CHECK(event[figure] == reference[figure]);
        CHECK(event[figure] == threads[figure]);
      }
    }
  }
}

}  // namespace kinds_of_programs_test

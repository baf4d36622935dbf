// SPDX-License-Identifier: Apache-2.0
// The memory that `fsin check` estimates against the peak resident memory of `fsin run`, each run a process of its own:
// within 10%, under models without routers 20%, or 4 MiB where most of it is the program itself.
//
// Runs are measured without huge pages. fsin asks for them in large arrays; the kernel grants one of 2 MiB when it has
// one free, and a huge page that is half used is resident as a whole. How many a run gets depends on the addresses of
// its arrays and on what else the machine does, so that the same run was measured at 33.5, 35.5 or 37.5 MiB.
#include <doctest/doctest.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/sources/catalogue.hpp"
#include "tests/commands/cli.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace peak_memory_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr double mib = 1U << 20U;

/// Children inherit this, also across exec. 0 when the kernel does it.
const int without_huge_pages = ::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);

struct Case {
  std::string network;
  std::string workload;
  std::vector<std::string> how;  ///< words for both commands
};

/// "memory        13.27 MiB at the peak, ..." in MiB.
double estimate_in(const std::string& text) {
  const std::size_t at = text.find("\nmemory ");
  REQUIRE_MESSAGE(at != std::string::npos, text);
  std::istringstream words(text.substr(at + 8));
  double number = 0;
  std::string unit;
  words >> number >> unit;
  REQUIRE_MESSAGE((unit == "KiB" || unit == "MiB" || unit == "GiB"), text);
  return unit == "KiB" ? number / 1024 : unit == "MiB" ? number : number * 1024;
}

double peak_in(const Json& result) { return result["host"]["peak_rss_bytes"].get<double>() / mib; }

void compare(const Scratch& scratch, const Case& c, double tolerance = 0.1) {
  REQUIRE(without_huge_pages == 0);
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {" + c.network + "}\n" + c.workload);
  std::vector<std::string> check{"check", "exp.yaml"}, run{"run", "exp.yaml", "-q", "--json", "-"};
  check.insert(check.end(), c.how.begin(), c.how.end());
  run.insert(run.end(), c.how.begin(), c.how.end());
  const Ran checked = run_fsin_in(scratch.path(), check);
  REQUIRE_MESSAGE(checked.code == 0, checked.err);
  const double estimate = estimate_in(checked.out);
  const Ran ran = run_fsin_in(scratch.path(), run);
  REQUIRE_MESSAGE(ran.code <= 1, ran.err);
  const double measured = peak_in(Json::parse(ran.out));
  MESSAGE(c.network << " " << c.workload << (c.how.empty() ? "" : c.how.back()) << ": measured " << measured
                    << " MiB, estimated " << estimate << " MiB, " << 100 * (estimate / measured - 1) << "%");
  CHECK(std::abs(estimate - measured) < std::max(tolerance * measured, 4.0));
}

std::string torus(const std::string& dims, const std::string& preset) {
  return "topology: {type: torus, dims: [" + dims + "]}, preset: " + preset;
}

std::string load(const std::string& load, const std::string& cycles) {
  return "workload: {type: synthetic, load: " + load + "}\nmeasure: {warmup: 0, cycles: " + cycles + "}\n";
}

const std::vector<std::string> two_threads{"--threads", "2", "--force-threads"};

}  // namespace

TEST_CASE("memory does not grow with the number of seeds, on one thread or several") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {" + torus("2, 2", "oblivious-1vc") + "}\n" + load("0.1", "100"));
  for (const char* jobs : {"1", "3"}) {
    const auto peak = [&](const char* seeds) {
      const Ran ran = run_fsin_in(scratch.path(),
                                  {"run", "exp.yaml", "-q", "--seeds", seeds, "-j", jobs, "--out", "o", "--json", "r"});
      REQUIRE_MESSAGE(ran.code == 0, ran.err);
      return peak_in(Json::parse(read_file(scratch.path() / "r")));
    };
    const double few = peak("400"), many = peak("3000");  // 400: buffers have been filled once
    MESSAGE("400 seeds: " << few << " MiB, 3000 seeds: " << many << " MiB");
    CHECK(many < few + 3);
  }
}

TEST_CASE("the estimate is within a tenth of the peak at loads that the network carries") {
  const Scratch scratch;
  compare(scratch, {torus("8, 8", "adaptive-3vc"), load("0.1", "2000"), {}});
  compare(scratch, {torus("40, 40, 40", "adaptive-3vc"), load("0.05", "300"), {}});
  compare(scratch, {torus("40, 40, 40", "adaptive-3vc"), load("0.1", "200"), two_threads});
  compare(scratch, {"topology: {type: fat-tree, k: 8, n: 4}, routing: up-down", load("0.3", "800"), {}});
  compare(scratch, {torus("64, 64", "oblivious-1vc"),
                    "workload: {type: synthetic, pattern: transpose, load: 0.01, source: infinite}\n"
                    "measure: {warmup: 0, cycles: 2000}\n",
                    {}});
}

TEST_CASE("the estimate is within a tenth of the peak above saturation") {
  const Scratch scratch;
  compare(scratch, {torus("8, 8", "adaptive-3vc"), load("1", "1000"), two_threads});
  compare(scratch, {torus("64, 64", "oblivious-1vc"), load("1", "2000"), {}});
  compare(scratch, {torus("20, 20, 20", "adaptive-3vc"), load("1", "1500"), {}});
  compare(scratch, {torus("40, 40, 40", "oblivious-1vc"), load("1", "400"), {}});
  compare(scratch, {"topology: {type: mesh, dims: [48, 48]}, preset: adaptive-3vc", load("1", "2000"), {}});
  compare(scratch, {"topology: {type: fat-tree, k: 8, n: 4}, routing: up-down", load("1", "800"), {}});
}

TEST_CASE("the estimate is within a tenth of the peak of two runs side by side") {
  const Scratch scratch;
  compare(scratch, {torus("20, 20, 20", "adaptive-3vc"), load("0.1", "2000, seeds: 2"), {"-j", "2"}});
}

TEST_CASE("the estimate is within a tenth of the peak when a trace is replayed") {
  const Scratch scratch;
  const auto kernel = std::find_if(trgen::kernels::kernels.begin(), trgen::kernels::kernels.end(),
                                   [](const auto& each) { return each.name == "stencil-3d"; });
  REQUIRE(kernel != trgen::kernels::kernels.end());
  const auto trace = trgen::kernels::make_kernel_trace(*kernel, {.ranks = 8000, .bytes = 8192, .iterations = 2});
  trgen::formats::write_trace(*trace, (scratch.path() / "s.txt").string());
  trgen::formats::write_trace(*trace, (scratch.path() / "s.trgen").string());
  const std::string network = torus("20, 20, 20", "adaptive-3vc") + ", packet: 512 B, phit: 32 B";
  for (const std::string file : {"s.txt", "s.trgen"}) {
    const std::string workload = "workload: {type: trace, file: " + file + "}\nmeasure: {max_cycles: 2500}\n";
    compare(scratch, {network, workload, {}});
    compare(scratch, {network, workload, two_threads});
  }
}

/// The models, or those without routers, with the keys that they cannot do without.
std::vector<std::string> models(bool with_routers = false) {
  std::vector<std::string> found;
  fsin::engine::NetworkModels::for_each([&]<class M>(const M&) {
    const std::string name(M::name);
    if (name == "routers" && !with_routers) return;
    found.push_back(name == "piecewise" ? "{type: piecewise, latency: [1 us], byte_time: [0.1 ns]}" : name);
  });
  return found;
}

std::string program(const std::string& kernel) { return "workload: {type: program, kernel: {" + kernel + "}}\n"; }

/// Lines of a file of packets or flows between random nodes.
std::string lines(std::uint32_t count, std::uint32_t nodes, std::uint32_t each_cycle, std::uint32_t bytes) {
  std::string text;
  std::uint64_t state = 1;
  const auto below = [&state](std::uint32_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>((state >> 33U) % n);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t from = below(nodes), to = (from + 1 + below(nodes - 1)) % nodes;
    text += std::to_string(1 + i / each_cycle) + ' ' + std::to_string(from) + ' ' + std::to_string(to) + ' ' +
            std::to_string(bytes) + '\n';
  }
  return text;
}

/// A workload of each kind, so large that the program itself is a small part of the peak. Empty: of no such kind.
std::string workload_of(std::string_view kind, bool routers) {
  if (kind == "synthetic") return load(routers ? "0.1" : "0.3", routers ? "200" : "4000");
  if (kind == "trace") return "workload: {type: trace, file: t.trgen}\n";
  if (kind == "program")
    return program(routers ? "type: stencil-3d, ranks: 64000, bytes: 4 KiB"
                           : "type: all-to-all, ranks: 512, bytes: 16 KiB");
  if (kind == "packets") return "workload: {type: packets, file: packets.txt}\n";
  if (kind == "flows") return "workload: {type: flows, file: flows.txt}\n";
  if (kind == "jobs") {
    const std::string job =
        routers ? "type: stencil-3d, ranks: 27000, bytes: 4 KiB" : "type: all-to-all, ranks: 300, bytes: 4 KiB";
    const std::string one = "{workload: {type: program, kernel: {" + job + "}}}";
    return "workload: {type: jobs, jobs: [" + one + ", " + one + "]}\n";
  }
  return {};
}

TEST_CASE("the estimate is within a fifth of the peak of ranks among routers, and of messages under a model") {
  const Scratch scratch;
  const std::string packets = ", packet: 1 KiB, phit: 64 B";
  compare(scratch, {torus("30, 30, 30", "adaptive-3vc") + packets, program("type: stencil-3d, bytes: 4 KiB"), {}}, 0.2);
  compare(scratch,
          {torus("16, 8, 8", "adaptive-3vc") + packets + ", model: flow",
           program("type: all-to-all, ranks: 200, iterations: 2, bytes: 64 KiB"),
           {}},
          0.2);
}

TEST_CASE("the estimate is within a fifth of the peak under every model with every kind of workload") {
  const Scratch scratch;
  const auto kernel = std::find_if(trgen::kernels::kernels.begin(), trgen::kernels::kernels.end(),
                                   [](const auto& each) { return each.name == "stencil-3d"; });
  REQUIRE(kernel != trgen::kernels::kernels.end());
  const auto trace = trgen::kernels::make_kernel_trace(*kernel, {.ranks = 1000, .bytes = 8192, .iterations = 60});
  trgen::formats::write_trace(*trace, (scratch.path() / "t.trgen").string());
  scratch.file("packets.txt", lines(300'000, 1000, 20, 1000));
  scratch.file("flows.txt", lines(100'000, 1000, 1, 4000));
  for (const std::string& model : models(true)) {
    const bool routers = model == "routers";
    const std::string network =
        torus(routers ? "40, 40, 40" : "16, 8, 8", "adaptive-3vc") + ", packet: 1 KiB, phit: 64 B, model: " + model;
    fsin::sources::Workloads::for_each([&]<class W>(const W&) {
      if (W::name == "live") return;  // the ranks are processes of their own, started by the run
      const std::string workload = workload_of(W::name, routers);
      REQUIRE_MESSAGE(!workload.empty(), "no workload of the kind " << W::name << " is tried");
      compare(scratch, {network, workload, {}}, 0.2);
    });
  }
}

TEST_CASE("the estimate is within a fifth of the peak under every model without routers") {
  const Scratch scratch;
  const std::string adaptive = torus("16, 8, 8", "adaptive-3vc") + ", packet: 1 KiB, phit: 64 B, model: ";
  const std::string ordered =
      "topology: {type: torus, dims: [16, 8, 8]}, router: {virtual_channels: 2}, routing: dor, model: ";
  for (const std::string& model : models()) {
    compare(scratch, {adaptive + model, program("type: stencil, iterations: 2, bytes: 1 MiB"), {}}, 0.2);
    compare(scratch, {adaptive + model, program("type: all-to-all, ranks: 200, iterations: 2, bytes: 64 KiB"), {}},
            0.2);
    compare(scratch, {ordered + model, load("0.1", "1000"), {}}, 0.2);
  }
}

TEST_CASE("a message of a gigabyte takes no more memory than a short one under a model without routers") {
  const Scratch scratch;
  for (const std::string& model : models()) {
    std::vector<double> estimates;
    for (const std::string bytes : {"1 KiB", "1 GiB"}) {
      scratch.file("exp.yaml", "fsin: 1\nnetwork: {" + torus("8, 8", "adaptive-3vc") + ", model: " + model + "}\n" +
                                   program("type: stencil, bytes: " + bytes));
      const Ran checked = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
      REQUIRE_MESSAGE(checked.code == 0, checked.err);
      estimates.push_back(estimate_in(checked.out));
    }
    CHECK_MESSAGE(std::abs(estimates[1] - estimates[0]) < 2, model);
  }
}

TEST_CASE("the estimate is within a tenth of the peak on the reference engine") {
  const Scratch scratch;
  compare(scratch, {torus("24, 24", "adaptive-3vc"), load("0.1", "100"), {"--engine", "reference"}});
}

}  // namespace peak_memory_test

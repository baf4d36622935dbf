// SPDX-License-Identifier: Apache-2.0
// Messages, bytes and length of the critical path of the algorithms against their closed forms: those in the sources of
// MPICH, and R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19, 2005.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "tests/trgen/programs/collectives/executor.hpp"
#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/ranks.hpp"

namespace closed_forms_test {

namespace {

using namespace collectives_test;
using namespace trgen::programs::collectives;

/// P ranks and n bytes, by the rule of the kind; 2^k: for powers of two only.
struct Form {
  Kind kind;
  std::string name;
  std::uint64_t (*messages)(std::uint64_t p, std::uint64_t lg);
  double (*alphas)(double p, double lg);  ///< messages on the critical path
  double (*betas)(double p, double lg);   ///< bytes on it, in units of n
};

const std::vector<Form> forms{
    {Kind::broadcast, "binomial", [](auto p, auto) { return p - 1; }, [](auto, auto lg) { return lg; },
     [](auto, auto lg) { return lg; }},
    {Kind::broadcast, "linear", [](auto p, auto) { return p - 1; }, [](auto, auto) { return 1.0; },
     [](auto, auto) { return 1.0; }},
    {Kind::broadcast, "chain", [](auto p, auto) { return p - 1; }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
    {Kind::broadcast, "scatter-doubling", [](auto p, auto lg) { return p - 1 + p * lg; },
     [](auto, auto lg) { return 2 * lg; }, [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::broadcast, "scatter-ring", [](auto p, auto) { return p - 1 + p * (p - 1); },
     [](auto p, auto lg) { return lg + p - 1; }, [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::reduce, "binomial", [](auto p, auto) { return p - 1; }, [](auto, auto lg) { return lg; },
     [](auto, auto lg) { return lg; }},
    {Kind::reduce, "linear", [](auto p, auto) { return p - 1; }, [](auto, auto) { return 1.0; },
     [](auto, auto) { return 1.0; }},
    {Kind::reduce, "rabenseifner", [](auto p, auto lg) { return p * lg + p - 1; }, [](auto, auto lg) { return 2 * lg; },
     [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::all_reduce, "recursive-doubling", [](auto p, auto lg) { return p * lg; }, [](auto, auto lg) { return lg; },
     [](auto, auto lg) { return lg; }},
    {Kind::all_reduce, "rabenseifner", [](auto p, auto lg) { return 2 * p * lg; }, [](auto, auto lg) { return 2 * lg; },
     [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::all_reduce, "rabenseifner-halves", [](auto p, auto lg) { return 2 * p * lg; },
     [](auto, auto lg) { return 2 * lg; }, [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::all_reduce, "halving-doubling", [](auto p, auto lg) { return 2 * p * lg; },
     [](auto, auto lg) { return 2 * lg; }, [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::all_reduce, "ring", [](auto p, auto) { return 2 * p * (p - 1); }, [](auto p, auto) { return 2 * (p - 1); },
     [](auto p, auto) { return 2 * (p - 1) / p; }},
    {Kind::all_reduce, "bidirectional-ring", [](auto p, auto) { return 4 * p * (p - 1); },
     [](auto p, auto) { return 2 * (p - 1); }, [](auto p, auto) { return (p - 1) / p; }},
    {Kind::gather, "binomial", [](auto p, auto) { return p - 1; }, [](auto, auto lg) { return lg; },
     [](auto p, auto) { return p - 1; }},
    {Kind::scatter, "binomial", [](auto p, auto) { return p - 1; }, [](auto, auto lg) { return lg; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_gather, "bruck", [](auto p, auto lg) { return p * lg; }, [](auto, auto lg) { return lg; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_gather, "recursive-doubling", [](auto p, auto lg) { return p * lg; }, [](auto, auto lg) { return lg; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_gather, "ring", [](auto p, auto) { return p * (p - 1); }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_gather, "neighbour-exchange", [](auto p, auto) { return p * p / 2; }, [](auto p, auto) { return p / 2; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_gather, "linear", [](auto p, auto) { return p * (p - 1); }, [](auto, auto) { return 1.0; },
     [](auto, auto) { return 1.0; }},
    {Kind::all_to_all, "bruck", [](auto p, auto lg) { return p * lg; }, [](auto, auto lg) { return lg; },
     [](auto p, auto lg) { return p / 2 * lg; }},
    {Kind::all_to_all, "pairwise", [](auto p, auto) { return p * (p - 1); }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_to_all, "pairwise-xor", [](auto p, auto) { return p * (p - 1); }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
    {Kind::all_to_all, "scattered", [](auto p, auto) { return p * p; }, [](auto p, auto) { return std::ceil(p / 32); },
     [](auto p, auto) { return std::ceil(p / 32); }},
    {Kind::reduce_scatter_block, "recursive-halving", [](auto p, auto lg) { return p * lg; },
     [](auto, auto lg) { return lg; }, [](auto p, auto) { return p - 1; }},
    {Kind::reduce_scatter_block, "pairwise", [](auto p, auto) { return p * (p - 1); },
     [](auto p, auto) { return p - 1; }, [](auto p, auto) { return p - 1; }},
    {Kind::reduce_scatter_block, "ring", [](auto p, auto) { return p * (p - 1); }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
    {Kind::reduce_scatter_block, "recursive-doubling", [](auto p, auto lg) { return p * lg; },
     [](auto, auto lg) { return lg; }, [](auto p, auto lg) { return p * lg - (p - 1); }},
    {Kind::scan, "recursive-doubling", [](auto p, auto lg) { return p * lg; }, [](auto, auto lg) { return lg; },
     [](auto, auto lg) { return lg; }},
    {Kind::scan, "linear", [](auto p, auto) { return p - 1; }, [](auto p, auto) { return p - 1; },
     [](auto p, auto) { return p - 1; }},
};

Call call_of(Kind kind, std::uint32_t size, std::uint64_t bytes) {
  Call call{.kind = kind, .size = size, .bytes = bytes};
  complete(call);
  return call;
}

Outcome run(const Call& call, const std::string& name, Cost cost = {}) {
  const Entry* algorithm = find_algorithm(call.kind, name);
  REQUIRE(algorithm != nullptr);
  Outcome outcome = execute(call, *algorithm, cost);
  CHECK_MESSAGE(outcome.fault.empty(), name, ": ", outcome.fault);
  return outcome;
}

}  // namespace

TEST_CASE("messages and critical paths on powers of two are those of the formulas") {
  for (const Form& form : forms) {
    for (const std::uint32_t size : {2U, 4U, 8U, 16U, 64U}) {
      const std::uint64_t bytes = 8 * 1024;  // a multiple of an element for each of 2 P blocks
      const Call call = call_of(form.kind, size, bytes);
      const double lg = log2_floor(size);
      const Outcome latency = run(call, form.name, {.alpha = 1, .beta = 0});
      const Outcome bandwidth = run(call, form.name, {.alpha = 0, .beta = 1});
      CHECK_MESSAGE(latency.messages == form.messages(size, log2_floor(size)), form.name, " ", size);
      CHECK_MESSAGE(latency.end == doctest::Approx(form.alphas(size, lg)), form.name, " ", size);
      CHECK_MESSAGE(bandwidth.end == doctest::Approx(form.betas(size, lg) * static_cast<double>(bytes)), form.name, " ",
                    size);
    }
  }
}

TEST_CASE("trees and disseminations take the logarithm, rounded up, of any number of ranks") {
  for (std::uint32_t size = 2; size < 40; ++size) {
    const double steps = log2_ceil(size);
    CHECK(run(call_of(Kind::broadcast, size, 8), "binomial").end == steps);
    int deepest = 0;
    for (std::uint32_t r = 0; r < size; ++r) deepest = std::max(deepest, std::popcount(r));
    CHECK(run(call_of(Kind::reduce, size, 8), "binomial").end == deepest);
    CHECK(run(call_of(Kind::gather, size, 8), "binomial").end == deepest);
    CHECK(run(call_of(Kind::all_gather, size, 8), "bruck").end == steps);
    CHECK(run(call_of(Kind::all_to_all, size, 8), "bruck").end == steps);
    const Outcome barrier = run(call_of(Kind::barrier, size, 0), "dissemination");
    CHECK(barrier.end == steps);
    CHECK(barrier.messages == size * log2_ceil(size));
    CHECK(run(call_of(Kind::barrier, size, 0), "tree").messages == 2 * (size - 1));
    CHECK(run(call_of(Kind::barrier, size, 0), "double-ring").end == 2 * size);
    CHECK(run(call_of(Kind::barrier, size, 0), "linear").messages == 2 * (size - 1));
  }
}

TEST_CASE("ranks beyond a power of two add one step before and one after") {
  for (const std::uint32_t size : {3U, 5U, 6U, 7U, 9U, 12U, 15U, 33U}) {
    const std::uint32_t steps = log2_floor(size);
    const std::uint32_t rest = size - (1U << steps);
    const Outcome doubling = run(call_of(Kind::all_reduce, size, 8), "recursive-doubling");
    CHECK(doubling.end == steps + 2);
    CHECK(doubling.messages == (1U << steps) * steps + 2 * rest);
    CHECK(run(call_of(Kind::all_reduce, size, 8192), "rabenseifner").end == 2 * steps + 2);
    CHECK(run(call_of(Kind::reduce_scatter_block, size, 8192), "recursive-halving").end == steps + 2);
  }
}

TEST_CASE("a pipeline takes as many steps as ranks and segments together, less two") {
  for (const std::uint32_t size : {2U, 3U, 9U, 20U}) {
    for (const std::uint32_t segments : {1U, 2U, 7U, 50U}) {
      Call call = call_of(Kind::broadcast, size, 800 * segments);
      call.tuning.segment = 800;
      const Outcome broadcast = run(call, "pipeline", {.alpha = 1, .beta = 1});
      CHECK(broadcast.end == (size - 2 + segments) * 801.0);
      CHECK(broadcast.messages == std::uint64_t{size - 1} * segments);
    }
  }
}

TEST_CASE("bandwidth-optimal allreduces send 2 n (P - 1) / P bytes from each rank") {
  for (const std::uint32_t size : {2U, 4U, 12U, 30U, 36U}) {
    const std::uint64_t bytes = std::uint64_t{16} * size * 10;
    for (const std::string name : {"ring", "segmented-ring", "bidirectional-ring", "torus-ring"}) {
      const Outcome outcome = run(call_of(Kind::all_reduce, size, bytes), name);
      for (const std::uint64_t sent : outcome.bytes_sent) CHECK_MESSAGE(sent == 2 * bytes / size * (size - 1), name);
    }
  }
}

TEST_CASE("a torus of ranks takes the sum of its rings") {
  Call call = call_of(Kind::all_reduce, 60, 60 * 80);
  call.tuning.torus = {3, 4, 5, 0};
  CHECK(run(call, "torus-ring").end == 2 * (2 + 3 + 4));
  call.tuning.torus = {60, 0, 0, 0};
  CHECK(run(call, "torus-ring").end == 2 * 59);
}

TEST_CASE("the two trees share the work: no rank sends more than twice the vector, and segments overlap") {
  for (const std::uint32_t size : {4U, 7U, 16U, 31U, 64U}) {
    Call call = call_of(Kind::all_reduce, size, 64000);
    call.tuning.segment = 64000;
    const Outcome whole = run(call, "double-binary-tree", {.alpha = 0, .beta = 1});
    CHECK(whole.bytes() == 2 * std::uint64_t{64000} * (size - 1));
    for (const std::uint64_t sent : whole.bytes_sent) CHECK(sent <= 2 * 64000);
    call.tuning.segment = 800;
    const Outcome pieces = run(call, "double-binary-tree", {.alpha = 0, .beta = 1});
    CHECK(pieces.bytes() == whole.bytes());
    const double steps = 40 + 3 * log2_ceil(size);  // in each, a rank sends three segments of half the vector
    CHECK(pieces.end <= 3 * 800 * steps);
  }
}

}  // namespace closed_forms_test

// SPDX-License-Identifier: Apache-2.0
// Programs on several numbers of ranks, for tests of extrapolation.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/extrapolation/extrapolate.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/npb/params.hpp"

namespace trgen::test {

struct Benchmark {
  std::string_view code;
  programs::npb::Class size = programs::npb::Class::S;
  std::uint64_t iterations = 2;
  double rate = 0;

  Source operator()(std::uint32_t ranks) const {
    programs::npb::Settings settings{.size = size, .ranks = ranks, .iterations = iterations, .rate = rate};
    for (const auto& each : programs::npb::codes) {
      if (each.name != code) continue;
      REQUIRE(each.fault(settings) == "");
      return programs::make_program_trace(each.make(settings));
    }
    FAIL("no such benchmark");
    return nullptr;
  }
};

struct Stencil {
  std::string_view name;
  std::uint64_t iterations = 5;

  Source operator()(std::uint32_t ranks) const {
    const kernels::KernelSettings settings{.ranks = ranks, .iterations = iterations, .compute_ns = 1000};
    for (const kernels::KernelEntry& each : kernels::kernels) {
      if (each.name == name) return kernels::make_kernel_trace(each, settings);
    }
    FAIL("no such kernel");
    return nullptr;
  }
};

/// A proxy application, such as programs::proxies::LuleshParams.
template <class Params>
struct Proxy {
  Params params;

  Source operator()(std::uint32_t ranks) const {
    fsin::Diagnostics diagnostics;
    const auto program = params.make(ranks, diagnostics, [](std::string_view) { return fsin::Mark{}; });
    REQUIRE(program != nullptr);
    return programs::make_program_trace(program);
  }
};

struct Script {
  std::string text;
  Source operator()(std::uint32_t ranks) const { return trace_of_script(text, ranks); }
};

template <class Program>
extrapolation::Result extrapolated(const Program& program, std::initializer_list<std::uint32_t> from, std::uint32_t to,
                                   bool forced = false) {
  extrapolation::Sources inputs;
  for (const std::uint32_t ranks : from) inputs.push_back(program(ranks));
  return extrapolation::extrapolate(inputs, {.ranks = to, .forced = forced, .grid = {}, .partners = {}});
}

inline std::string findings_of(const extrapolation::Result& made) {
  std::string text;
  for (const auto* lines : {&made.findings.refusals, &made.findings.data, &made.findings.doubts}) {
    for (const std::string& each : *lines) text += each + "\n";
  }
  return text;
}

/// The first record in which two traces differ; empty where they are equal.
inline std::string first_difference(const record::TraceSource& a, const record::TraceSource& b) {
  if (a.ranks() != b.ranks()) return fmt::format("{} and {} ranks", a.ranks(), b.ranks());
  const auto left = a.open();
  const auto right = b.open();
  for (std::uint32_t rank = 0; rank < a.ranks(); ++rank) {
    record::Record x;
    record::Record y;
    for (std::uint64_t number = 1;; ++number) {
      const bool more = left->next(rank, x);
      if (more != right->next(rank, y)) return fmt::format("rank {} has another number of records", rank);
      if (!more) break;
      const std::string in_x = record::describe(x, a.state_names());
      const std::string in_y = record::describe(y, b.state_names());
      if (in_x != in_y || x.time_ns != y.time_ns || x.communicator != y.communicator || x.match != y.match)
        return fmt::format("rank {}, record {}: {} at {} | {} at {}", rank, number, in_x, x.time_ns, in_y, y.time_ns);
    }
  }
  return {};
}

/// Requires that the program on `to` ranks is predicted record by record, times included, from fewer ranks.
template <class Program>
void require_predicted(const Program& program, std::initializer_list<std::uint32_t> from, std::uint32_t to) {
  const extrapolation::Result made = extrapolated(program, from, to);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  const Source truth = program(to);
  REQUIRE(first_difference(*truth, *made.trace) == "");
  CHECK(made.trace->records() == truth->records());
  CHECK(made.trace->census().messages == truth->census().messages);
}

}  // namespace trgen::test

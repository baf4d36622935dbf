// SPDX-License-Identifier: Apache-2.0
// The keys of stragglers: `cpu: {slow: [{ranks: 5, factor: 2}], noise: {type: exponential, mean: 0.01}}`.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fsin/config/yaml_text.hpp"
#include "fsin/core/delay.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/replay/bursts/stretch.hpp"

namespace trgen::replay {

struct NoNoise {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view doc = "bursts take as long as they are";
};
struct UniformNoise {
  static constexpr std::string_view name = "uniform";
  static constexpr std::string_view doc =
      "each burst is longer or shorter by a fraction, all fractions being equally likely";
  double amount = 0.05;

  template <class F>
  void fields(F& f) {
    f("amount", amount, "largest fraction by which a burst is longer or shorter").range(1e-6, 1.0);
  }
};
struct ExponentialNoise {
  static constexpr std::string_view name = "exponential";
  static constexpr std::string_view doc = "each burst is longer by a fraction with an exponential distribution";
  double mean = 0.05;

  template <class F>
  void fields(F& f) {
    f("mean", mean, "mean fraction by which a burst is longer").range(1e-6, 100.0);
  }
};
struct DetourNoise {
  static constexpr std::string_view name = "detours";
  static constexpr std::string_view doc =
      "each node does something else for a time in every period, from a random phase on, as operating systems do";
  fsin::Delay every{fsin::Dimension::time, 10'000'000'000};
  fsin::Delay lasts{fsin::Dimension::time, 100'000'000};

  template <class F>
  void fields(F& f) {
    f("every", every, "length of a period, a time or cycles");
    f("lasts", lasts, "time in each period that bursts of the node stand still, or cycles");
  }
};

struct StragglerParams {
  std::vector<fsin::config::YamlText> slow;
  std::variant<NoNoise, UniformNoise, ExponentialNoise, DetourNoise> noise;

  template <class F>
  void fields(F& f) {
    f("slow", slow,
      "ranks that compute slowly: a list of {factor, ranks, nodes, from, to}, where CPU bursts of these ranks, and of "
      "ranks on these nodes, take so many times as long from one time of the run to another (default: all ranks, all "
      "of the run); where entries overlap, their factors are multiplied")
        .size(0, 10'000);
    f.choice("noise", noise, "random lengthening of CPU bursts, drawn from the seed");
  }
  bool any() const { return !slow.empty() || !std::holds_alternative<NoNoise>(noise); }
};

/// For ranks on these nodes. Errors are in `diagnostics`.
Stretch stretch_of(const StragglerParams& params, std::span<const std::uint32_t> node_of_rank,
                   const fsin::workload::NetworkFacts& facts, std::uint64_t seed, fsin::Diagnostics& diagnostics,
                   const std::function<fsin::Mark(std::string_view key)>& mark_of);

}  // namespace trgen::replay

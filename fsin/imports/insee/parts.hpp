// SPDX-License-Identifier: Apache-2.0
// The parts of a configuration of FSIN: each is asked for its options and writes its keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/settings.hpp"

namespace fsin::imports {

/// A word of the original, and the word of an experiment.
struct Words {
  std::string_view theirs, ours;
};

template <std::size_t N>
std::optional<std::string_view> ours(const std::array<Words, N>& table, std::string_view theirs) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Words& each) { return each.theirs == theirs; });
  return found == table.end() ? std::nullopt : std::optional(found->ours);
}

template <std::size_t N>
std::vector<std::string_view> theirs_of(const std::array<Words, N>& table) {
  std::vector<std::string_view> made;
  for (const Words& each : table) made.push_back(each.theirs);
  return made;
}

class InseeParts {
 public:
  InseeParts(Settings settings, Result& to, Diagnostics& diagnostics)
      : settings_(std::move(settings)), draft_(to.draft), diagnostics_(diagnostics) {}

  void topology();
  void routing();
  void router();
  void congestion();
  void workload();
  void measure();
  /// What nobody asked for.
  void rest();

 private:
  std::uint64_t natural(std::string_view name, std::uint64_t fallback, std::uint64_t low, std::uint64_t high) {
    return settings_.natural(name, fallback, low, high, diagnostics_);
  }
  std::string words(std::string_view name, std::string_view fallback) const { return settings_.words(name, fallback); }
  void no_counterpart(std::string_view name, const std::string& value, const std::vector<std::string_view>& known);
  bool is_tree() const { return name_ == "fattree" || name_ == "thintree" || name_ == "slimtree"; }
  bool is_trace() { return settings_.text("tpattern", "uniform") == "trace"; }
  void loop();

  /// The table's word for a setting; an error where it has none.
  template <std::size_t N>
  void choose(std::string_view key, std::string_view name, std::string_view fallback,
              const std::array<Words, N>& table) {
    const std::string value = settings_.text(name, fallback);
    if (const auto word = ours(table, value)) return draft_.set(key, std::string(*word), words(name, fallback));
    no_counterpart(name, value, theirs_of(table));
  }

  Settings settings_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  std::string name_;  ///< of the topology
};

}  // namespace fsin::imports

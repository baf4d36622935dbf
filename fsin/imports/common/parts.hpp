// SPDX-License-Identifier: Apache-2.0
// What the importers of settings share: each part of a configuration asks for its settings and writes its keys, and
// what no part has asked for is told in the end. So a part asks only where it uses the answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/settings.hpp"

namespace fsin::imports {

/// A word of another simulator, what it is here, and what is different; empty where nothing is.
struct Counterpart {
  std::string_view theirs, ours, difference{};
};

class Parts {
 protected:
  /// How messages quote a setting: `topology "toruz"`, `topo=toruz`.
  using Shown = std::string (*)(std::string_view name, std::string_view value);

  Parts(Settings settings, Result& to, Diagnostics& diagnostics, Shown shown)
      : settings_(std::move(settings)), to_(to), draft_(to.draft), diagnostics_(diagnostics), shown_(shown) {}

  std::uint64_t natural(std::string_view name, std::uint64_t fallback, std::uint64_t low, std::uint64_t high) {
    return settings_.natural(name, fallback, low, high, diagnostics_);
  }
  double number(std::string_view name, double fallback, double low, double high) {
    return settings_.number(name, fallback, low, high, diagnostics_);
  }
  std::string words(std::string_view name, std::string_view fallback) const { return settings_.words(name, fallback); }
  void wrong(std::string_view name, std::string what) { diagnostics_.error(settings_.mark(name), std::move(what)); }
  void leave_out(std::string_view name, std::string what) { draft_.leave_out(settings_.mark(name), std::move(what)); }

  /// Sets the key to the counterpart of a setting, and tells what is different; an error where the table has none.
  /// `others`: words that have one elsewhere.
  void choose(std::string_view key, std::string_view name, std::string_view fallback,
              std::span<const Counterpart> table, std::vector<std::string_view> others = {});
  void no_counterpart(std::string_view name, std::string_view value, std::span<const std::string_view> known);
  /// Tells what nobody has asked for; `equals` is what stands between a name and its value.
  void tell_rest(std::string_view equals);

  Settings settings_;
  Result& to_;
  Draft& draft_;
  Diagnostics& diagnostics_;

 private:
  Shown shown_;
};

}  // namespace fsin::imports

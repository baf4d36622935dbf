// SPDX-License-Identifier: Apache-2.0
// A sweep from its file: every point read and checked, every run with the key it is recognised by.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/run/prepared.hpp"
#include "fsin/sweep/results.hpp"
#include "fsin/sweep/spec.hpp"

namespace fsin::study {

/// A point ready to run. All of it may be used by several threads. Its network is built while it runs.
using SweepPoint = run::Prepared;

struct SweepPlan {
  sweep::Plan plan;
  std::vector<SweepPoint> points;
  std::optional<experiment::UntilParams> until;  ///< ends the runs of a point early
  std::vector<std::string> point_keys;           ///< sweep::point_key() of each
  std::vector<Input> inputs;                     ///< files that were read, of all points together
  bool live = false;                             ///< programs run: one at a time, and their results are not for others

  std::uint64_t seed(std::size_t index) const { return plan.first_seed + index; }
  std::string key(std::size_t point, std::uint64_t seed) const;
};

/// Adds every mistake to `diagnostics`; empty when there was an error. Traces are opened once, however many points use
/// them.
std::optional<SweepPlan> load_sweep(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                                    const std::string& engine, Diagnostics& diagnostics);
/// The same from a document that was loaded, or could not be.
std::optional<SweepPlan> load_sweep(config::Document document, const std::vector<std::string>& overrides,
                                    const std::string& engine, Diagnostics& diagnostics);

/// Adds after the errors of a point which one it is.
void name_point(std::size_t point, const std::string& name, Diagnostics& diagnostics);

}  // namespace fsin::study

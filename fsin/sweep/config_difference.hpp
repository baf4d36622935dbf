// SPDX-License-Identifier: Apache-2.0
// Differences between the resolved configurations of points, key by key. Names, seeds and what decides the number of
// runs do not count; a trace counts by its content and not by the folder it lies in.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

/// Dotted key -> value as text.
using FlatConfig = std::map<std::string, std::string>;

FlatConfig flat_config(const Plan& plan, std::size_t point);

struct ConfigDifference {
  std::string key;
  std::string a;  ///< empty: A has no such key
  std::string b;
  std::vector<std::size_t> pairs;  ///< which of the pairs differ like this
};

/// In order of key, then of first appearance.
std::vector<ConfigDifference> config_differences(const std::vector<std::pair<FlatConfig, FlatConfig>>& pairs);

}  // namespace fsin::sweep

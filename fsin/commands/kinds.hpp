// SPDX-License-Identifier: Apache-2.0
// Everything a user can choose from, by kind: what `fsin list` and `fsin help` show and the reference page prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/describe.hpp"

namespace fsin::commands {

struct Kind {
  std::string_view name;  ///< "topology"
  std::string_view doc;
  std::string_view key;  ///< where it is written in an experiment; empty when it is no setting
  std::vector<config::EntryDoc> entries;
};

/// Every kind, in the order of an experiment file.
std::vector<Kind> kinds();

}  // namespace fsin::commands

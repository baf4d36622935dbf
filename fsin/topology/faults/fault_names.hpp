// SPDX-License-Identifier: Apache-2.0
// Names of routers as users write them: "12", "n3" and "s4" as in an edge list, or "(3,1)" as in messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

class RouterNames {
 public:
  /// The topology outlives this object.
  explicit RouterNames(const Topology& topology) : topology_(topology) {}

  std::optional<RouterId> find(std::string_view text);
  /// Routers of "A-B", split at the first place at which both sides are routers.
  std::optional<std::pair<RouterId, RouterId>> find_pair(std::string_view text);

 private:
  std::optional<RouterId> numbered(std::string_view digits, std::size_t from, std::size_t to) const;

  const Topology& topology_;
  std::unordered_map<std::string, RouterId> spoken_;  ///< routers by name in messages; filled on demand
};

/// Text with cycles, "s3-s7 at 5000 until 9000": the part before them, and each that is written.
struct Timed {
  std::string_view what;
  std::optional<Cycle> at;
  std::optional<Cycle> until;
};
Timed split_time(std::string_view text);

}  // namespace fsin::topology

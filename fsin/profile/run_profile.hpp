// SPDX-License-Identifier: Apache-2.0
// Uses of the time of a run of ranks.
#pragma once

#include <optional>

#include "fsin/profile/call_profile.hpp"
#include "fsin/profile/critical_path.hpp"
#include "fsin/profile/rank_traffic.hpp"

namespace fsin::profile {

struct RunProfile {
  /// `ranks`: the streams of ranks among them, which `names` tells apart.
  explicit RunProfile(std::size_t ranks, const workload::RankNames& names = {})
      : calls(ranks, names), traffic(ranks, names) {}

  CallProfile calls;
  RankTraffic traffic;
  std::optional<CriticalPath> path;  ///< when asked for

  /// State for a run that is continued later: without the path, which needs the whole run.
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.calls, self.traffic);
  }
};

}  // namespace fsin::profile

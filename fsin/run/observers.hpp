// SPDX-License-Identifier: Apache-2.0
// Who is told what the ranks of a simulation do, and when its messages travel: what the user asked for, and what judges
// a model.
#pragma once

#include <optional>

#include "fsin/profile/several.hpp"
#include "fsin/run/single_run.hpp"

namespace fsin::run {

/// Who is told what ranks do.
struct Observers {
  Observers(const RunSetting& setting, const sources::WorkloadFactory& workloads, result::RunResult& result) {
    const RunOptions& options = setting.options;
    const std::size_t ranks = workloads.ranks();
    several.add(options.timeline);
    const bool judged = setting.design.model != nullptr && options.checkpoint == nullptr;
    if (options.messages || judged) several.add(&messages.emplace());
    if (ranks == 0) return;
    if (options.detail) several.add(&result.activity.emplace(ranks));
    if (options.detail || options.profile || options.critical_path) {
      profile::RunProfile& profile = result.profile.emplace(ranks);
      several.add(&profile.calls);
      several.add(&profile.traffic);
    }
    if (options.critical_path) several.add(&history.emplace(ranks));
  }

  profile::Several several;
  std::optional<profile::History> history;
  std::optional<profile::MessageLog> messages;
};

}  // namespace fsin::run

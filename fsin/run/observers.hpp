// SPDX-License-Identifier: Apache-2.0
// Observers of a simulation: they are told what its ranks do and when its messages travel, because the user asked for
// that or because a model is judged by it.
#pragma once

#include <optional>

#include "fsin/profile/several.hpp"
#include "fsin/run/single_run.hpp"

namespace fsin::run {

/// The observers that the options ask for, each with its place in the result.
struct Observers {
  Observers(const RunSetting& setting, const sources::Source& source, result::RunResult& result) {
    const RunOptions& options = setting.options;
    const std::size_t ranks = sources::ranks_of(source);
    several.add(options.timeline);
    several.add(options.message_file);
    const bool judged = setting.prepared.design.model != nullptr && options.checkpoint == nullptr;
    if (options.messages || judged) several.add(&messages.emplace());
    if (ranks == 0) return;
    const workload::RankNames names = source.rank_source()->rank_names();
    if (options.detail) several.add(&result.activity.emplace(ranks));
    if (options.detail || options.profile || options.critical_path) {
      profile::RunProfile& profile = result.profile.emplace(ranks, names);
      several.add(&profile.calls);
      several.add(&profile.traffic);
    }
    if (options.critical_path) several.add(&history.emplace(ranks, !source.rank_source()->buffers_sends()));
  }

  profile::Several several;
  std::optional<profile::History> history;
  std::optional<profile::MessageLog> messages;
};

}  // namespace fsin::run

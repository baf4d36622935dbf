// SPDX-License-Identifier: Apache-2.0
// Load beside jobs: synthetic sources at idle nodes, or at all, which send until the last job has ended.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fsin/workload/workload.hpp"
#include "trgen/jobs/jobs_params.hpp"

namespace trgen::jobs {

class Background {
 public:
  /// Nothing after an error, which is in `diagnostics`. `packets`: the network moves packets.
  static std::optional<Background> open(const fsin::config::YamlText& text, const fsin::workload::NetworkFacts& facts,
                                        bool packets, fsin::Diagnostics& diagnostics, const fsin::Mark& mark);

  /// The jobs with the background beside them, for one run.
  std::unique_ptr<fsin::workload::Workload> beside(std::unique_ptr<fsin::workload::Workload> jobs,
                                                   const fsin::workload::NetworkFacts& facts, std::uint64_t seed) const;

  /// By flow: beside() then adds nothing, and what it sends is asked for.
  bool by_flow() const { return entry_.model == JobModel::flow; }
  const BackgroundEntry& entry() const { return entry_; }

  /// In words, for `fsin check`.
  std::string text() const;

 private:
  explicit Background(BackgroundEntry entry) : entry_(std::move(entry)) {}

  BackgroundEntry entry_;
};

}  // namespace trgen::jobs

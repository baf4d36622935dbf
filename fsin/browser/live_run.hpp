// SPDX-License-Identifier: Apache-2.0
// A run of the reference stepper that a page watches: it goes on by so many cycles at a time, and tells what links and
// queues hold in between. Its result is that of `fsin run`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fsin/browser/settings.hpp"
#include "fsin/engine/reference/stepped_run.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::browser {

class LiveRun {
 public:
  /// The settings have passed their checks. Throws std::runtime_error, in words, where the built network cannot work.
  explicit LiveRun(const Settings& settings);
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  const topology::Topology& topology() const { return topology_; }
  const engine::Rules& rules() const { return rules_; }

  /// Simulates so many cycles, or up to the end of the run.
  void advance(Cycle cycles);
  bool ended() const { return result_.has_value(); }
  Cycle now() const { return run_->now(); }
  /// The whole of the run in cycles.
  Cycle length() const { return std::min(plan_.last(), plan_.max_cycles); }

  /// By link, in the order of routers and ports: the part of the last 256 cycles in which a packet held it.
  const std::vector<float>& link_loads() const { return link_loads_; }
  /// By link: whether a packet holds it in this cycle.
  const std::vector<std::uint8_t>& link_held() const { return link_held_; }
  /// By router: slots in use of all queues that links lead to, and of the queues in which the packets of its node wait
  /// to leave, each over all slots.
  const std::vector<float>& queue_fill() const { return queue_fill_; }
  const std::vector<float>& injection_fill() const { return injection_fill_; }
  const engine::reference::World& world() const { return run_->world(); }
  /// Of the whole run so far.
  const stats::RunTotals& totals() const;
  /// Packets that were generated and have not entered the network.
  std::uint64_t waiting_at_sources() const;
  /// Once the run has ended.
  const stats::RunRecord& result() const { return *result_; }

 private:
  static constexpr std::size_t slots = 8;
  static constexpr Cycle slot_cycles = 32;

  void count(Cycle before);
  void look();
  void end();

  Settings settings_;
  engine::Design design_;
  topology::Topology topology_;
  engine::Rules rules_;
  workload::NetworkFacts facts_;
  std::unique_ptr<const routing::Walker> walker_;
  std::unique_ptr<workload::Workload> workload_;
  engine::RunPlan plan_;
  engine::Control control_;
  std::unique_ptr<engine::reference::SteppedRun<engine::KeyedDraws>> run_;
  std::optional<stats::RunRecord> result_;

  struct Place {
    std::uint32_t router;
    unsigned port;
  };
  std::vector<Place> links_;
  std::vector<std::uint64_t> carried_;                     ///< by link, when it was looked at last
  std::array<std::vector<std::uint32_t>, slots> in_slot_;  ///< by slot of time and link: cycles in which it was held
  std::array<Cycle, slots> cycles_of_{};                   ///< by slot of time: cycles of it that are over
  std::vector<float> link_loads_;
  std::vector<std::uint8_t> link_held_;
  std::vector<float> queue_fill_;
  std::vector<float> injection_fill_;
};

}  // namespace fsin::browser

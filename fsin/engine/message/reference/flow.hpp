// SPDX-License-Identifier: Apache-2.0
// The model `flow`: docs/model/message-models.md, "Flows". All rates are computed from nothing, by progressive filling,
// in every cycle in which anything happens, and with them all that follows from rates.
//
// Of the key `tolerance` only 0 has a specification: with another value the rates depend on those of before.
#pragma once

#include <string>
#include <vector>

#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/reference/activity.hpp"

namespace fsin::engine::message::reference {

class Flow {
 public:
  struct Activity : reference::Activity {
    double phits = 0;             ///< P
    std::vector<LinkPart> links;  ///< that it shares with others
    double weight = 1;            ///< w
    double most = 1;              ///< m
    double room = 0;              ///< of its route
    double route_latency = 0;     ///< L before factors
    double slowest = 1;           ///< cycles of a phit on the slowest link
    double crossing = 0;          ///< x
    Cycle latency_before = 0;     ///< it has its share, and
    Cycle latency_behind = 0;     ///< its last phit has left

    Cycle from = never;  ///< it has its share of links from then on; never: its turn to enter has not come
    std::optional<std::uint64_t> place;  ///< once it has: so many others had before it
    Cycle enters = never;                ///< with injection: in-turn, it is inside at the end of this cycle
    bool inside = false;                 ///< and that has been
    double to_send = 0;                  ///< phits, at the beginning of cycle `since`
    double rate = 0;                     ///< phits a cycle, from then on
    Cycle since = 0;
    Cycle last = never;  ///< its last phit leaves, if no rate changes before

    double to_send_at(Cycle now) const {
      return to_send - rate * (static_cast<double>(now) - static_cast<double>(since));
    }
  };

  Flow(const FlowModel& model, const Machine& machine, const Ground& ground);

  void begin(Activity& one, const std::vector<Activity>& all, Cycle now);
  void happen(std::vector<Activity>& all, Cycle now);
  void settle(std::vector<Activity>& all, Cycle now);
  Cycle next(const std::vector<Activity>& all, Cycle now) const;
  std::string failure() const { return failure_; }

 private:
  using Activities = std::vector<Activity>;

  struct Row {
    std::uint64_t from = 0;
    double bandwidth = 1, latency = 1;
  };

  void read(const FlowModel& model);
  bool add_route(Activity& one, std::uint32_t source, std::uint32_t destination, bool back);
  double capacity_of(std::uint32_t link) const;
  bool waits_behind(const Activity& one, const Activities& all, Cycle now) const;
  bool happen_now(Activities& all, Cycle now);
  void let_next_enter(std::uint32_t node, Activities& all, Cycle now) const;
  void set_rates(Activities& all, Cycle now) const;
  void plan_entries(Activities& all, Cycle now) const;

  Machine machine_;
  Ground ground_;
  std::shared_ptr<PlatformRoutes> platform_;  ///< null: the topology
  Routes* routes_;
  const std::vector<GivenLink>* given_;  ///< links of the platform; null: those of the topology
  std::vector<Row> rows_{Row{}};         ///< ascending
  bool whole_packets_ = true;
  std::uint64_t header_ = 0, buffered_ = 0;  ///< bytes
  std::optional<double> weight_size_;        ///< phits
  double window_ = 0;                        ///< phits; 0: none
  double reverse_ = 0;
  bool latency_first_ = false, in_turn_ = true;
  std::uint64_t shared_ = 0;  ///< flows that have had a share
  std::string failure_;
};

}  // namespace fsin::engine::message::reference

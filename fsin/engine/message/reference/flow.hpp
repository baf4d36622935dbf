// SPDX-License-Identifier: Apache-2.0
// The model `flow`: docs/model/message-models.md, "Flows". All rates are computed from nothing, by progressive filling,
// in every cycle in which anything happens, and with them all that follows from rates.
//
// Of the key `tolerance` only 0 has a specification: with another value the rates depend on those of before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/engine/message/reference/activity.hpp"
#include "fsin/engine/message/reference/flow_shape.hpp"

namespace fsin::engine::message::reference {

class Flow {
 public:
  struct Activity : reference::Activity {
    FlowShape shape;

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

  Flow(const FlowModel& model, const Machine& machine, const Ground& ground)
      : shapes_(model, machine, ground), injectors_(ground.rules.injectors) {}

  void begin(Activity& one, const std::vector<Activity>& all, Cycle now);
  void happen(std::vector<Activity>& all, Cycle now);
  void settle(std::vector<Activity>& all, Cycle now);
  Cycle next(const std::vector<Activity>& all, Cycle now) const;
  std::string failure() const { return shapes_.failure(); }

 private:
  using Activities = std::vector<Activity>;

  bool waits_behind(const Activity& one, const Activities& all, Cycle now) const;
  bool happen_now(Activities& all, Cycle now);
  void let_next_enter(std::uint32_t node, Activities& all, Cycle now) const;
  void set_rates(Activities& all, Cycle now) const;
  void plan_entries(Activities& all, Cycle now) const;

  FlowShapes shapes_;
  std::size_t injectors_;
  std::uint64_t shared_ = 0;  ///< flows that have had a share
};

}  // namespace fsin::engine::message::reference

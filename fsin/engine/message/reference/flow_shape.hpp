// SPDX-License-Identifier: Apache-2.0
// What a message is under the model `flow` before it meets any other: its phits, its links and what follows from them.
// docs/model/message-models.md, "Flows": links, routes, times, options, platforms.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message::reference {

struct FlowShape {
  double phits = 0;             ///< P
  std::vector<LinkPart> links;  ///< that it shares with others
  double weight = 1;            ///< w
  double most = 1;              ///< m
  double room = 0;              ///< of its route
  Cycle latency_before = 0;     ///< cycles before it has its share
  Cycle latency_behind = 0;     ///< cycles from its last phit's departure to its end
  bool buffered = false;        ///< its rank goes on at once
};

class FlowShapes {
 public:
  FlowShapes(const FlowModel& model, const Machine& machine, const Ground& ground);

  /// Nothing where there is no route; failure() says why then.
  std::optional<FlowShape> of(const Transfer& transfer);
  /// Phits a cycle of a link.
  double capacity_of(std::uint32_t link) const;
  bool in_turn() const { return in_turn_; }
  /// Flows that are due so many cycles after another one begin with it.
  Cycle together() const { return together_; }
  std::string failure() const { return failure_; }

 private:
  /// Factors of messages from a size on.
  struct Row {
    std::uint64_t from = 0;
    double bandwidth = 1, latency = 1;
  };
  /// What a route is beside its links.
  struct Measure {
    double latency = 0;   ///< cycles, before factors
    double slowest = 0;   ///< cycles of a phit on the slowest link
    double crossing = 0;  ///< cycles of a phit on all links
  };

  double phits_of(const Transfer& transfer) const;
  bool add_route(std::uint32_t source, std::uint32_t destination, double part, FlowShape& shape, Measure* measure);
  LinkTimes times_of(std::uint32_t link) const;

  Machine machine_;
  Ground ground_;
  std::shared_ptr<PlatformRoutes> platform_;  ///< null: the topology
  Routes* routes_;
  const std::vector<GivenLink>* given_;  ///< links of the platform; null: those of the topology
  std::vector<Row> rows_{Row{}};         ///< ascending
  bool whole_packets_;
  std::uint64_t header_, buffered_;    ///< bytes
  std::optional<double> weight_size_;  ///< phits
  double window_;                      ///< phits; 0: none
  double reverse_;
  bool latency_first_, in_turn_;
  Cycle together_ = 0;  ///< cycles
  std::string failure_;
};

}  // namespace fsin::engine::message::reference

// SPDX-License-Identifier: Apache-2.0
// Random but valid experiments, small enough for the reference stepper: a pure function of the case number.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/engine/engine.hpp"
#include "fsin/workload/workload.hpp"
#include "tests/scratch.hpp"

namespace differential {

struct RandomCase {
  std::shared_ptr<const fsin::test::Scratch> files;  ///< that the design names
  fsin::engine::Design design;
  fsin::topology::Topology topology;                          ///< with its faults
  std::shared_ptr<const fsin::engine::LinkRates> background;  ///< null: none
  fsin::engine::RunPlan plan;
  std::string workload_text;  ///< what the workload is, for people
  /// A fresh workload each time: both engines need their own.
  std::function<std::unique_ptr<fsin::workload::Workload>()> make_workload;
  /// The same, of ranks that tell what they do; empty for a workload without ranks.
  std::function<std::unique_ptr<fsin::workload::Workload>(fsin::workload::Timeline*)> make_told;
  std::size_t ranks = 0;
};

/// Choices that a case takes wherever they go with the rest of it.
struct Demands {
  std::optional<fsin::router::Arbiter> arbiter;
  std::optional<fsin::router::FlowControl> flow_control;
  std::optional<std::size_t> congestion_control;  ///< place in the catalogue
  std::string_view network;                       ///< a name of networks::draws; empty: any
  bool link_classes = false;                      ///< links of different speed and delay, always
  bool tail_due = false;                          ///< links of different speed, and tails must be due, always
  bool long_delays = false;                       ///< delays beyond the wheel of the event engine, always
  bool faults = false;                            ///< links or routers that fail, always
  bool reroutes = false;                          ///< tables that follow the faults, always
  bool background = false;                        ///< load that takes links, always
  bool channel_table = false;                     ///< routing by a table of channels, always
};

RandomCase make_case(std::uint64_t number, const Demands& demands = {});

/// One line that says what the case is.
std::string describe(const RandomCase& random_case);

}  // namespace differential

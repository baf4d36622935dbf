// SPDX-License-Identifier: Apache-2.0
// A model without routers at random: a network or a platform, and parameters of the model.
#pragma once

#include <string>

#include "fsin/engine/design.hpp"
#include "fsin/engine/message/model.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/network_facts.hpp"
#include "tests/engine/differential/dice.hpp"

namespace model_cases {

using differential::Dice;

struct RandomModel {
  fsin::engine::Design design;
  fsin::topology::Topology topology;
  fsin::workload::NetworkFacts facts;
  fsin::engine::message::Machine machine;
  bool platform = false;
  /// No message can be faster than under `ideal`: not with factors, buffers or parameters of its own.
  bool bounded_by_ideal = false;
  std::string text;
};

/// `only`: the name of the model; empty: any.
RandomModel random_model(std::uint64_t number, std::string_view only);

/// The same network under `ideal`; `phit_bytes`: of links with another bandwidth, at cycles of the same length.
RandomModel under_ideal(const RandomModel& model, unsigned phit_bytes);

}  // namespace model_cases

// SPDX-License-Identifier: Apache-2.0
// One model of the network, of any type, with its parameters.
#pragma once

#include <string_view>

#include "fsin/config/choice.hpp"

namespace fsin::engine {

/// The complete model, of which all others leave something out.
struct RoutersModel {
  static constexpr std::string_view name = "routers";
  static constexpr std::string_view doc = "the routers and links of the topology, cycle by cycle";
  static constexpr std::string_view cite = "";
  template <class F>
  void fields(F& /*f*/) {}
};

struct NetworkModels;  // the list: catalogue.hpp
using AnyModel = config::Choice<NetworkModels>;

}  // namespace fsin::engine

extern template class fsin::config::Choice<fsin::engine::NetworkModels>;

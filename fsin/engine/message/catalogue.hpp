// SPDX-License-Identifier: Apache-2.0
// The catalogue of models without routers, one line each; and a configured model as an engine uses it.
#pragma once

#include <memory>
#include <variant>

#include "fsin/config/catalogue.hpp"
#include "fsin/engine/message/any_model.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/ideal.hpp"
#include "fsin/engine/message/loggp.hpp"
#include "fsin/engine/message/loggps.hpp"
#include "fsin/engine/message/piecewise.hpp"

namespace fsin::engine {

namespace message {

template <MessageModel... Ms>
struct ModelList {
  using choices = config::Catalogue<RoutersModel, Ms...>;
  /// A model with its times in cycles.
  template <class M>
  struct Configured {
    using Model = M;
    decltype(M{}.network({})) network;
    M params{};  ///< and the machine: what `network` was made of, for the reference engine
    Machine machine{};
  };
  using configured = std::variant<Configured<Ms>...>;
};

using Models = ModelList<IdealModel,   //
                         FlowModel,    //
                         LoggpModel,   //
                         LoggpsModel,  //
                         PiecewiseModel>;

/// The configured model of a design, in place of routers.
struct Configured : Models::configured {
  using Models::configured::configured;
};

/// The configured model; null for routers.
std::shared_ptr<const Configured> configure(const AnyModel& choice, const Machine& machine);

Carries carries(const Configured& model);
bool counts_delays(const Configured& model);
bool follows_routes(const Configured& model);
/// Cycles from the departure of a transfer to its end when it meets no other.
Cycle alone(const Configured& model, const Transfer& transfer);

}  // namespace message

struct NetworkModels : message::Models::choices {};

}  // namespace fsin::engine

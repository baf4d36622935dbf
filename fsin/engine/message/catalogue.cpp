// SPDX-License-Identifier: Apache-2.0
// See catalogue.hpp.
#include "fsin/engine/message/catalogue.hpp"

namespace fsin::engine::message {

std::shared_ptr<const Configured> configure(const AnyModel& choice, const Machine& machine) {
  return NetworkModels::visit(
      [&machine]<class M>(const M& model) -> std::shared_ptr<const Configured> {
        if constexpr (std::is_same_v<M, RoutersModel>)
          return nullptr;
        else
          return std::make_shared<const Configured>(Models::Configured<M>{model.network(machine), model, machine});
      },
      choice);
}

Carries carries(const Configured& model) {
  return std::visit([]<class C>(const C&) { return C::Model::carries; }, model);
}

bool counts_delays(const Configured& model) {
  return std::visit([]<class C>(const C&) { return C::Model::counts_delays; }, model);
}

bool follows_routes(const Configured& model) {
  return std::visit([]<class C>(const C&) { return follows_routes_of<typename C::Model>; }, model);
}

Cycle alone(const Configured& model, const Transfer& transfer) {
  return std::visit([&transfer](const auto& each) { return each.network.alone(transfer); }, model);
}

}  // namespace fsin::engine::message

template class fsin::config::Choice<fsin::engine::NetworkModels>;

// SPDX-License-Identifier: Apache-2.0
// What a routing knows of the links that have failed from the start, kept by the network for all who ask.
#pragma once

#include <memory>
#include <string>

#include "fsin/routing/family.hpp"

namespace fsin::routing {

/// The result of make(links), or the kept one of the same name; null in a network without failures from the start, and
/// before the network is built.
template <class T, class Network, class Make>
std::shared_ptr<const T> for_faults(const Setup<Network>& setup, const std::string& name, Make make) {
  if (setup.graph == nullptr || setup.failures == nullptr || !setup.failures->from_the_start()) return nullptr;
  if (setup.kept == nullptr) return std::make_shared<const T>(make(*setup.graph));
  return setup.kept->template get<T>(name, [&] { return make(*setup.graph); });
}

}  // namespace fsin::routing

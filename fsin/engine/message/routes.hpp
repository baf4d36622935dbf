// SPDX-License-Identifier: Apache-2.0
// The routes available to a model without routers: the links that packets from one node to another take with the
// configured routing on the built network. The code that follows a routing lies above the engine
// (fsin/analysis/pair_routes.hpp), so that a design carries a function for it. The routes of a platform file have links
// of their own instead of the topology's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/engine/message/max_min.hpp"

namespace fsin::engine::message {

/// A link given as such, and not by the ports of routers; used for platform files (fsin/platform).
struct GivenLink {
  double bandwidth = 0;  ///< bytes a second, above 0
  double latency = 0;    ///< seconds
  bool shared = true;    ///< false: every flow has the whole bandwidth, whatever else crosses the link
};

class Routes {
 public:
  Routes() = default;
  Routes(const Routes&) = delete;
  Routes& operator=(const Routes&) = delete;
  virtual ~Routes() = default;

  /// The links by which packets go from `source` to another node: router * ports + port, each once, with the fraction
  /// of the packets that it carries. The fractions of the links that lead to `destination` add up to 1. Empty if there
  /// is no route: why_not() says why.
  virtual const std::vector<LinkPart>& find(std::uint32_t source, std::uint32_t destination) = 0;
  virtual std::string why_not() const = 0;
  /// The links given as such; if not null, find() returns numbers of these links, which may also lead from a node to
  /// itself.
  virtual const std::vector<GivenLink>* given_links() const { return nullptr; }
};

}  // namespace fsin::engine::message

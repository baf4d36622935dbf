// SPDX-License-Identifier: Apache-2.0
// The routes that a model without routers may ask for: where the packets from one node to another go, as the configured
// routing takes them on the built network. Who can follow a routing lies above the engine
// (fsin/analysis/pair_routes.hpp), so that a design brings the means along. The routes of a platform file have links of
// their own instead of the topology's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/engine/message/max_min.hpp"

namespace fsin::engine::message {

/// Links that are given as such, and not by the ports of routers, as a platform file does (fsin/platform).
struct GivenLink {
  double bandwidth = 0;  ///< bytes a second, above 0
  double latency = 0;    ///< seconds
  bool shared = true;    ///< false: every flow has all of the bandwidth, whatever else crosses the link
};

class Routes {
 public:
  Routes() = default;
  Routes(const Routes&) = delete;
  Routes& operator=(const Routes&) = delete;
  virtual ~Routes() = default;

  /// The links by which packets go from `source` to another node: router * ports + port, each once, and the part of the
  /// packets that it carries. Parts of the links that lead to `destination` add up to 1. Empty where there is no route:
  /// why_not() says why.
  virtual const std::vector<LinkPart>& find(std::uint32_t source, std::uint32_t destination) = 0;
  virtual std::string why_not() const = 0;
  /// Where it is not null, find() gives numbers of these links, which may lead from a node to itself, too.
  virtual const std::vector<GivenLink>* given_links() const { return nullptr; }
};

}  // namespace fsin::engine::message

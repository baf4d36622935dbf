// SPDX-License-Identifier: Apache-2.0
// Factors by which the model `flow` scales the bandwidth and the latency of a route according to the size of a message,
// as protocols do: none, those of SimGrid 3.32 for MPI, or a table. The choice network.model.factors.
//
// Source of SimGrid's: P. Bedaride et al., Toward better simulation of MPI applications on Ethernet/TCP networks, PMBS
// 2013; the values are the defaults smpi/bw-factor, smpi/lat-factor, smpi/send-is-detached-thresh, network/weight-S,
// network/TCP-gamma and network/crosstraffic of that release.
#pragma once

#include <fmt/core.h>

#include <array>

#include "fsin/config/catalogue.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/message/flow_network.hpp"

namespace fsin::engine::message {

struct NoFactors {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view doc =
      "no factors: a message has the bandwidth and latency of its links, and the phits of the packets it is cut into";

  std::optional<Fault> fault() const { return {}; }
  void apply(FlowRules& /*rules*/) const {}
};

struct SimgridFactors {
  static constexpr std::string_view name = "simgrid";
  static constexpr std::string_view doc =
      "factors of SimGrid 3.32 for MPI: bandwidth and latency by size, a header of 16 B, latency before a message "
      "shares "
      "links, weights by latency, a window, traffic on the reverse route, buffered sends";
  static constexpr std::string_view cite =
      "P. Bedaride et al., Toward better simulation of MPI applications on Ethernet/TCP networks, PMBS 2013";

  static constexpr std::array<FlowFactors, 9> table{{{0, 0.812084, 2.01467},
                                                     {257, 0.338112, 1.95341},
                                                     {732, 0.341987, 1.9503},
                                                     {1426, 0.608902, 1.61075},
                                                     {3484, 0.77493, 1.88101},
                                                     {5776, 1.08739, 2.18796},
                                                     {9376, 0.58729, 2.59299},
                                                     {15424, 0.697866, 3.48845},
                                                     {65472, 0.940694, 11.6436}}};

  std::optional<Fault> fault() const { return {}; }
  void apply(FlowRules& rules) const {
    rules.factors.assign(table.begin(), table.end());
    rules.whole_packets = false;
    rules.by_latency = true;
    rules.weight_size = 8775.0 / rules.machine.phit_bytes;
    rules.window = 4194304.0 / rules.machine.phit_bytes;
    rules.reverse = 0.05;
    rules.buffered = 65536;
    rules.header = 16;
    rules.latency_first = true;
  }
};

struct TableFactors {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc = "a table of factors of bandwidth and latency by message size";

  std::vector<fsin::Bytes> from{fsin::Bytes{0}};
  std::vector<double> bandwidth{1};
  std::vector<double> latency{1};

  template <class F>
  void fields(F& f) {
    f("from", from, "smallest message size of each row, in ascending order; the first is 0 B").size(1, 1000);
    f("bandwidth", bandwidth,
      "factor of bandwidth of each row: the fraction of its share of the links with which a message moves its bytes")
        .range(1e-6, 1e6)
        .size(1, 1000);
    f("latency", latency, "factor of latency of each row, multiplied by the latency of the route")
        .range(0, 1e6)
        .size(1, 1000);
  }

  std::optional<Fault> fault() const {
    if (from.front() != fsin::Bytes{0}) {
      return Fault{"factors.from", fmt::format("the first row begins at {}, so smaller messages have none; begin with "
                                               "0 B",
                                               to_text(from.front()))};
    }
    for (std::size_t i = 1; i < from.size(); ++i) {
      if (from[i] > from[i - 1]) continue;
      return Fault{"factors.from", fmt::format("{} follows {}; write the rows in ascending order of size",
                                               to_text(from[i]), to_text(from[i - 1]))};
    }
    for (const auto& [key, size] :
         {std::pair("factors.bandwidth", bandwidth.size()), std::pair("factors.latency", latency.size())}) {
      if (size == from.size()) continue;
      return Fault{key, fmt::format("{} for {}; give one for each value of from", counted(size, "value"),
                                    counted(from.size(), "row"))};
    }
    return {};
  }
  void apply(FlowRules& rules) const {
    rules.whole_packets = false;
    if (fault()) return;  // reported elsewhere
    for (std::size_t i = 0; i < from.size(); ++i) rules.factors.push_back({from[i].value, bandwidth[i], latency[i]});
  }
};

using Factors = config::Catalogue<NoFactors, SimgridFactors, TableFactors>;

}  // namespace fsin::engine::message

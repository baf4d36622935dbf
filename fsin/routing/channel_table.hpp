// SPDX-License-Identifier: Apache-2.0
// Output channels from a file, by input channel and destination: parameters and checks. Reading it:
// tables/channel_file.hpp; the algorithm: algorithms/channel_table.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/input_key.hpp"
#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

/// Which of the channels that a line lists a header requests.
enum class ChannelChoice : std::uint8_t { first, random, emptiest };

inline constexpr std::array channel_choice_names{
    config::Named{ChannelChoice::first, "first",
                  "the first of the line that has room, those that no packet holds before the others"},
    config::Named{ChannelChoice::random, "random", "drawn anew in every cycle among those that have room"},
    config::Named{ChannelChoice::emptiest, "emptiest",
                  "of those that have room the one with the emptiest next queue, drawn among equals"},
};

struct ChannelTableParams : AnyNetworkFamily {
  static constexpr std::string_view name = "channel-table";
  static constexpr std::string_view doc = "output channels from a file, for each input channel and destination";
  static constexpr std::string_view cite = "";

  InputPath file;
  ChannelChoice choice = ChannelChoice::first;

  template <class F>
  void fields(F& f) {
    f("file", file,
      "file of lines: router, input (node, PORT, PORT:CHANNEL or *), destination, outputs (PORT or PORT:CHANNEL)");
    f("choice", choice, "choice among the outputs of a line").names(channel_choice_names);
  }
  void check(const Setup<Geometry>& setup, Report& report) const {
    refuse_flow_control(setup, name, report);
    if (file.empty())
      report.error("network.routing.file", "routing channel-table needs a file; write file: channels.txt");
  }
  /// A row for each virtual channel of each input port, and for the queue of the node; a column for each node.
  static double table_bytes(const topology::Extent& extent, unsigned vcs) {
    const double switches = extent.routers > extent.nodes ? extent.routers - extent.nodes : extent.routers;
    const double rows = extent.routers + switches * extent.ports * vcs;
    return sizeof(std::uint32_t) * rows * extent.nodes;
  }
};

}  // namespace fsin::routing

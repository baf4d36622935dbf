// SPDX-License-Identifier: Apache-2.0
// The parts of a configuration of CODES: each is asked for its settings and writes its keys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/imports/codes/connections.hpp"
#include "fsin/imports/common/parts.hpp"

namespace fsin::imports {

class CodesParts : private Parts {
 public:
  CodesParts(const Source& source, Settings settings, Result& to, Diagnostics& diagnostics);

  /// Topology, routing and speeds of links of the model that modelnet_order names.
  void network();
  void router();
  void workload();
  /// LPGROUPS: whether it has as many nodes as the topology.
  void groups();
  /// What nobody asked for.
  void rest();

 private:
  void dragonfly();
  void dragonfly_custom();
  void dragonfly_dally();
  void dragonfly_plus();
  void torus();
  void fat_tree();
  /// A tree of three levels whose middle switches share those above: `shared` of a pod have the same tops.
  struct SharedTop {
    std::uint64_t terminals, leaves, middles, pods, tops, shared, node_speed, link_speed;
  };
  void shared_top(const SharedTop& tree);
  void slim_fly();

  void no_rails();
  /// The topology from the files of connections that the configuration names: as they are named, from the folder of the
  /// configuration, or beside it. False where there are none to read, which is told, or an error if they are `needed`.
  bool files_of_connections(ConnectedGroups shape, bool needed);
  void graph_routing();
  void dragonfly_routing();
  void routing(std::string_view fallback, std::initializer_list<Counterpart> ways);
  /// Bits per second of a setting in GiB/s; in GB/s of the model fattree.
  std::uint64_t speed(std::string_view name, double fallback);
  /// Terminal, local and global links.
  void dragonfly_speeds();
  /// A queue from bytes of a channel.
  void queue(std::string_view key, std::string_view name, std::uint64_t fallback);

  std::filesystem::path folder_;  ///< of the configuration
  std::string model_;
  std::uint64_t packet_ = 512;
  std::uint64_t nodes_ = 0;   ///< of the topology; 0: not known
  std::uint64_t delay_ = 50;  ///< default of router_delay, in ns
  std::uint64_t channels_ = 3;
  std::string_view queue_name_ = "local_vc_size";
  std::uint64_t queue_default_ = 1024;
};

}  // namespace fsin::imports

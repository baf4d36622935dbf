// SPDX-License-Identifier: Apache-2.0
// Topology lists of ns-3 as the simulators of HPCC, SimAI and ASTRA-sim read them: a line of counts (nodes, switches,
// links; or nodes, GPUs of a server, NVSwitches, switches, links, kind of GPU), the numbers of the switches, and links
// as `0 320 100Gbps 0.001ms 0`: ends, data rate, delay, error rate.
//
// It becomes an edge list. Where each host has one link, hosts are its terminals; else each host is a switch with one
// terminal, and weights keep packets of others away from it, as hosts do not forward there.
// Source: third.cc of HPCC's simulator; gen_Topo_Template.py of SimAI; units of ns-3's DataRate and Time.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Ns3List {
  static constexpr std::string_view name = "ns3";
  static constexpr std::string_view doc = "a topology list of ns-3 (HPCC, SimAI, ASTRA-sim), `0 320 100Gbps 1000ns 0`";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

/// The network of such a list: topology, routing, router, packets. For workloads that name their list.
void write_ns3_network(const Source& source, Result& to, Diagnostics& diagnostics);

}  // namespace fsin::imports

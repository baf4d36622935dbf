// SPDX-License-Identifier: Apache-2.0
// Networks of CODES (ROSS): configurations with the sections LPGROUPS and PARAMS, of the models dragonfly,
// dragonfly_dally, dragonfly_plus, torus, fattree and slimfly.
//
// Taken over: the topology, bandwidths in GiB/s, buffers, the delay of routers and of credits, packets and routing.
// What differs by design is told each time: CODES stores a chunk before it sends it on, a router here cuts through;
// and where global links are plugged in is the rule of the topology here, not the binary files of connections.
// Source: the grammar and the readers of parameters of CODES 1.5; N. Jain et al., SC 2016.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Codes {
  static constexpr std::string_view name = "codes";
  static constexpr std::string_view doc =
      "a network of CODES, sections LPGROUPS and PARAMS with `key=\"value\";`, or YAML";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports

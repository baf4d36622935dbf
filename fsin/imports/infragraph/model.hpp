// SPDX-License-Identifier: Apache-2.0
// What a file of InfraGraph says, before anything is multiplied by its counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports::infragraph {

inline constexpr std::uint64_t most_nodes = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t most_cables = std::uint64_t{1} << 21U;

/// A text of the file with its place.
struct Text {
  std::string text;
  Mark mark;
};

struct LinkKind {
  std::string name;
  std::uint64_t rate = 0;   ///< bits per second; 0: the file does not say
  std::uint64_t delay = 0;  ///< ps
  Mark mark;
};

/// one2one: the i-th with the i-th; many2many: every pair; ring: each with the next, and the last with the first.
/// InfraGraph's schema names the ring and says no more: only of one list of components is there one.
enum class Scheme { one_to_one, many_to_many, ring };

struct EdgeRule {
  Text first_instance, second_instance;  ///< `host[0:4]`; empty in a device
  Text first, second;                    ///< `xpu[0]`, `cx5[0:2].port[1]`
  Scheme scheme = Scheme::one_to_one;
  Text link;
  Mark mark;
};

struct Component {
  std::string name;
  std::string kind;  ///< xpu, nic, switch, ..., or the type of a custom component
  bool custom = false;
  bool is_device = false;  ///< a device of this name is inside
  std::uint64_t count = 0;
  Mark mark;
};

struct Device {
  std::string name;
  std::vector<Component> components;
  std::vector<LinkKind> links;
  std::vector<EdgeRule> edges;
  Mark mark;
};

struct Instance {
  std::string name;
  Text device;
  std::uint64_t count = 0;
  Mark mark;
};

struct Infrastructure {
  std::string name;
  std::vector<Device> devices;
  std::vector<Instance> instances;
  std::vector<LinkKind> links;
  std::vector<EdgeRule> edges;
};

/// Reads a file. `lanes`: bits that a transfer of `gigatransfers_per_second` carries. What is not taken over is left
/// out in the draft.
Infrastructure read_infrastructure(const Source& source, std::uint64_t lanes, Draft& draft, Diagnostics& diagnostics);

}  // namespace fsin::imports::infragraph

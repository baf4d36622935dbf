// SPDX-License-Identifier: Apache-2.0
// The models of CODES as topologies, with the speeds of their links and their routing.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/codes/parts.hpp"
#include "fsin/imports/common/link_speeds.hpp"

namespace fsin::imports {
namespace {

constexpr std::string_view by_queues = "the detour is chosen by the rule of UGAL, not by that of CODES";

}  // namespace

void CodesParts::network() {
  struct Model {
    std::string_view name;
    void (CodesParts::*part)();
  };
  static constexpr std::array models{Model{"dragonfly", &CodesParts::dragonfly},
                                     Model{"dragonfly_custom", &CodesParts::dragonfly_custom},
                                     Model{"dragonfly_dally", &CodesParts::dragonfly_dally},
                                     Model{"dragonfly_plus", &CodesParts::dragonfly_plus},
                                     Model{"torus", &CodesParts::torus},
                                     Model{"fattree", &CodesParts::fat_tree},
                                     Model{"slimfly", &CodesParts::slim_fly}};
  std::vector<std::string_view> known;
  for (const Model& each : models) {
    if (model_ == each.name) return (this->*each.part)();
    known.push_back(each.name);
  }
  no_counterpart("modelnet_order", model_, known);
}

void CodesParts::routing(std::string_view fallback, std::initializer_list<Counterpart> ways) {
  choose("network.routing", "routing", fallback, std::span(ways.begin(), ways.size()));
}

void CodesParts::dragonfly_routing() {
  const std::string way = settings_.text("routing", "minimal");
  if (way.find("adaptive") != std::string::npos) channels_ = std::max<std::uint64_t>(channels_, 4);
  routing("minimal", {{"minimal", "dragonfly-minimal", ""},
                      {"nonminimal", "dragonfly-valiant", ""},
                      {"non-minimal", "dragonfly-valiant", ""},
                      {"adaptive", "dragonfly-ugal", by_queues},
                      {"prog-adaptive", "dragonfly-par", by_queues}});
}

void CodesParts::dragonfly_speeds() {
  const std::array wanted{speed("cn_bandwidth", 5.25), speed("local_bandwidth", 5.25), speed("global_bandwidth", 4.7)};
  set_speeds(draft_, settings_.mark("global_bandwidth"), wanted,
             fmt::format("{}, {}, {} GiB/s", words("cn_bandwidth", "5.25"), words("local_bandwidth", "5.25"),
                         words("global_bandwidth", "4.7")));
}

void CodesParts::dragonfly() {
  const std::uint64_t a = natural("num_routers", 4, 2, 124);
  if (a % 2 != 0) wrong("num_routers", "the model dragonfly has half as many nodes and global links on each router");
  draft_.set("network.topology", fmt::format("{{type: dragonfly, p: {0}, a: {1}, h: {0}}}", a / 2, a),
             words("num_routers", "4") + "; half as many nodes and global links on each router");
  nodes_ = a / 2 * a * (a * a / 2 + 1);
  leave_out("num_routers", "which switch of a group has the link to which group is the rule `relative`, not CODES's");
  dragonfly_speeds();
  dragonfly_routing();
}

void CodesParts::no_rails() {
  for (const std::string_view name : {"num_rails", "num_planes"}) {
    if (natural(name, 1, 1, 64) != 1)
      wrong(name, fmt::format("{}: several rails of this model have no counterpart", words(name, "1")));
  }
}

void CodesParts::dragonfly_dally() {
  no_rails();
  const std::uint64_t a = natural("num_routers", 4, 2, 128), groups = natural("num_groups", 9, 2, 7937);
  const std::uint64_t p = natural("num_cns_per_router", a / 2, 1, 64);
  const std::uint64_t h = natural("num_global_channels", 10, 1, 62);
  for (const std::string_view name : {"num_routers", "num_groups"}) {
    if (!settings_.has(name)) wrong("modelnet_order", fmt::format("the model dragonfly_dally needs {}", name));
  }
  if (natural("num_parallel_switch_conns", 1, 1, 64) != 1)
    wrong("num_parallel_switch_conns", "parallel links within a group have no counterpart");
  nodes_ = p * a * groups;
  delay_ = 100;
  channels_ = 4;
  if (files_of_connections({.routers = a, .groups = groups, .terminals = p, .with_terminals = a, .numbers_within = 3},
                           false))
    return graph_routing();
  draft_.set("network.topology", fmt::format("{{type: dragonfly, p: {}, a: {}, h: {}, groups: {}}}", p, a, h, groups),
             fmt::format("{}, {}, {}, {}", words("num_cns_per_router", fmt::format("{}", a / 2)),
                         words("num_routers", ""), words("num_global_channels", "10"), words("num_groups", "")));
  dragonfly_speeds();
  dragonfly_routing();
}

void CodesParts::dragonfly_plus() {
  no_rails();
  const std::uint64_t spines = natural("num_router_spine", 4, 1, 253), leaves = natural("num_router_leaf", 4, 1, 253);
  const std::uint64_t groups = natural("num_groups", 5, 2, 64516), p = natural("num_cns_per_router", 4, 1, 253);
  const std::uint64_t h = natural("num_global_connections", 4, 1, 253);
  if (natural("num_level_chans", 1, 1, 64) != 1)
    wrong("num_level_chans", "parallel links between a leaf and a spine have no counterpart");
  nodes_ = p * leaves * groups;
  if (!files_of_connections(
          {.routers = leaves + spines, .groups = groups, .terminals = p, .with_terminals = leaves, .numbers_within = 2},
          false)) {
    draft_.set(
        "network.topology",
        fmt::format("{{type: dragonfly-plus, p: {}, leaves: {}, spines: {}, h: {}, groups: {}}}", p, leaves, spines, h,
                    groups),
        fmt::format("{}, {}, {}, {}, {}", words("num_cns_per_router", "4"), words("num_router_leaf", "4"),
                    words("num_router_spine", "4"), words("num_global_connections", "4"), words("num_groups", "5")));
    dragonfly_speeds();
  }
  const bool direct = settings_.text("routing", "minimal") == "minimal";
  channels_ = direct ? 4 : 8;
  routing("minimal", {{"minimal", "shortest", ""},
                      {"nonminimal", "valiant", ""},
                      {"non-minimal", "valiant", ""},
                      {"non-minimal-spine", "valiant", "a detour over a random switch, not over a random spine"},
                      {"non-minimal-leaf", "valiant", "a detour over a random switch, not over a random leaf"},
                      {"adaptive", "ugal", by_queues},
                      {"prog-adaptive", "ugal", "decided at the source alone"},
                      {"fully-prog-adaptive", "ugal", "decided at the source alone"}});
}

void CodesParts::torus() {
  const std::uint64_t dimensions = natural("n_dims", 4, 1, 8);
  const std::string given = settings_.text("dim_length", "");
  const auto lengths = numbers_of(given);
  if (!lengths || lengths->size() < dimensions)
    return wrong("dim_length",
                 fmt::format("dim_length must have {}, not {}", counted(dimensions, "length"), in_quotes(given)));
  std::string list;
  nodes_ = 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const double length = (*lengths)[i];
    if (length < 2 || length > 32767 || length != static_cast<double>(static_cast<std::uint64_t>(length)))
      return wrong("dim_length", fmt::format("a dimension has 2 to 32767 nodes, not {}", length));
    list += fmt::format("{}{}", i > 0 ? ", " : "", length);
    nodes_ *= static_cast<std::uint64_t>(length);
  }
  draft_.set("network.topology", fmt::format("{{type: torus, dims: [{}]}}", list), words("dim_length", ""));
  if (lengths->size() > dimensions) leave_out("dim_length", fmt::format("lengths behind the first {}", dimensions));
  draft_.set("network.routing", "dor", "dimension order, the model's only one");
  settings_.ignore("routing");
  const std::array wanted{speed("link_bandwidth", 2)};
  set_speeds(draft_, settings_.mark("link_bandwidth"), wanted, words("link_bandwidth", "2") + " GiB/s");
  channels_ = natural("num_vc", 1, 1, 16);
  draft_.set("network.router.flow_control", "bubble",
             "the model of CODES may deadlock; a free packet stays in each ring");
  queue_name_ = "buffer_size";
  queue_default_ = 2048;
  for (const std::string_view name : {"net_startup_ns", "net_bw_mbps"}) settings_.ignore(name);  // of simplenet
}

void CodesParts::slim_fly() {
  no_rails();
  const std::uint64_t q = natural("num_routers", 4, 3, 128), terminals = natural("num_terminals", 2, 1, 254);
  draft_.set("network.topology", fmt::format("{{type: slim-fly, q: {}, terminals: {}}}", q, terminals),
             words("num_routers", "4") + ", " + words("num_terminals", "2"));
  for (const std::string_view name : {"generator_set_X", "generator_set_X_prime"}) {
    if (settings_.has(name))
      leave_out(name, "the generators are the powers of the smallest primitive root; other ones give the same graph");
    settings_.ignore(name);
  }
  if (natural("global_channels", q, 1, 1024) != q)
    leave_out("global_channels",
              fmt::format("{}: a switch has {} links to the other half of them", words("global_channels", ""), q));
  const std::uint64_t local = q % 4 == 1 ? (q - 1) / 2 : q % 4 == 3 ? (q + 1) / 2 : q / 2;
  if (natural("local_channels", local, 1, 1024) != local)
    leave_out("local_channels",
              fmt::format("{}: a switch has {} links to its own half", words("local_channels", ""), local));
  nodes_ = 2 * q * q * terminals;
  delay_ = 0;
  channels_ = natural("num_vcs", 4, 1, 16);
  const std::array wanted{speed("cn_bandwidth", 5.25), speed("local_bandwidth", 5.25)};
  set_speeds(draft_, settings_.mark("local_bandwidth"), wanted,
             words("cn_bandwidth", "5.25") + ", " + words("local_bandwidth", "5.25") + " GiB/s");
  if (speed("global_bandwidth", 4.7) != wanted[1])
    leave_out("global_bandwidth", words("global_bandwidth", "4.7") + ": all links of switches have local_bandwidth");
  draft_.set("network.link.delay", print_real(number("link_delay", 0, 0, 1e9)) + " ns", words("link_delay", "0"));
  routing("minimal", {{"minimal", "shortest", ""},
                      {"nonminimal", "valiant", ""},
                      {"non-minimal", "valiant", ""},
                      {"adaptive", "ugal", by_queues}});
}

}  // namespace fsin::imports

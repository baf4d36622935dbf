// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/htsim/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/common/link_speeds.hpp"
#include "fsin/imports/common/words.hpp"
#include "fsin/imports/htsim/htsim.hpp"

namespace fsin::imports {
namespace {

constexpr std::array keys_of_head{std::string_view("nodes"), std::string_view("tiers"), std::string_view("podsize")};
constexpr std::uint64_t most_nodes_of_topo = 1U << 20U;

std::string in_lower_case(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return made;
}

}  // namespace

Settings settings_of_topo(const Source& source, Diagnostics& diagnostics) {
  Settings made(source.mark());
  std::string tier;
  std::set<std::string> seen;
  for (Lines lines(source, '#'); lines.next();) {
    const std::vector<Word>& words = lines.words();
    std::string name = in_lower_case(words[0].text);
    if (words.size() != 2) {
      diagnostics.input_error(lines.mark(words.size() > 2 ? 2 : 1),
                              fmt::format("expected a name and its value, not {}", in_quotes(trimmed(lines.text()))));
      continue;
    }
    if (name == "tier") {
      if (words[1].text != "0" && words[1].text != "1" && words[1].text != "2")
        diagnostics.input_error(lines.mark(1), fmt::format("tiers are 0, 1 and 2, not {}", in_quotes(words[1].text)));
      tier = std::string(words[1].text.substr(0, 1)) + ".";
      continue;
    }
    if (std::find(keys_of_head.begin(), keys_of_head.end(), name) == keys_of_head.end()) name = tier + name;
    if (!seen.insert(name).second) {
      diagnostics.input_error(lines.mark(), fmt::format("{} is given twice", in_quotes(words[0].text)));
    } else if (seen.size() <= 1000) {
      made.add({std::move(name), std::string(words[1].text), lines.mark()});
    }
  }
  add_overrides(source, made);
  return made;
}

HtsimNetwork::HtsimNetwork(Settings settings, Result& to, Diagnostics& diagnostics)
    : Parts(std::move(settings), to, diagnostics,
            [](std::string_view name, std::string_view value) { return fmt::format("{} {}", name, value); }) {}

void HtsimNetwork::write(std::uint64_t nodes) {
  nodes_ = nodes;
  if (nodes > 0) {
    make_tiers();
  } else {
    read_tiers();
  }
  if (!diagnostics_.ok() || !fits()) return;
  topology();
  links();
  router();
}

void HtsimNetwork::read_tiers() {
  for (const std::string_view name : keys_of_head) {
    if (!settings_.has(name)) diagnostics_.input_error(settings_.mark(""), fmt::format("there is no {}", name));
  }
  nodes_ = natural("nodes", 0, 1, most_nodes_of_topo);
  tiers_ = natural("tiers", 3, 2, 3);
  pod_ = natural("podsize", nodes_, 1, most_nodes_of_topo);
  for (std::uint64_t i = 0; i < tiers_; ++i) {
    const std::string at = fmt::format("{}.", i);
    for (const std::string_view name : {"radix_down", "downlink_speed_gbps", "downlink_latency_ns", "radix_up"}) {
      if (!settings_.has(at + std::string(name)) && (name != "radix_up" || i + 1 < tiers_))
        diagnostics_.input_error(settings_.mark(""), fmt::format("tier {} has no {}", i, name));
    }
    Tier& tier = tier_[i];
    tier.down = natural(at + "radix_down", 1, 1, 65535);
    if (i + 1 < tiers_) tier.up = natural(at + "radix_up", 1, 1, 65535);
    tier.bundle = natural(at + "bundle", 1, 1, 127);
    tier.speed = natural(at + "downlink_speed_gbps", 1, 1, 100'000) * 1'000'000'000;
    tier.link_delay = natural(at + "downlink_latency_ns", 0, 0, 1'000'000'000);
    tier.switch_delay = natural(at + "switch_latency_ns", 0, 0, 1'000'000'000);
    const std::uint64_t ratio = tier.up > 0 ? tier.down / tier.up : 1;
    if (natural(at + "oversubscribed", ratio, 1, 65535) != ratio)
      leave_out(at + "oversubscribed", fmt::format("{}: the radices say {} links down for each link up, and count",
                                                   words(at + "oversubscribed", ""), ratio));
  }
}

void HtsimNetwork::make_tiers() {
  tiers_ = natural("tiers", 3, 2, 3);
  std::uint64_t k = 1;
  const auto most = [&] { return tiers_ == 3 ? k * k * k / 4 : k * k / 2; };
  while (most() < nodes_) ++k;
  if (most() != nodes_ || k % 2 != 0) {
    return diagnostics_.error(settings_.mark(""),
                              fmt::format("htsim has no fat tree of {} tiers for {}; topo=FILE gives one, tiers=2 a "
                                          "smaller one",
                                          tiers_, counted(nodes_, "node")));
  }
  const auto speed = static_cast<std::uint64_t>(number("linkspeed", 100'000, 1, 1e8)) * 1'000'000;
  for (std::uint64_t i = 0; i < tiers_; ++i)
    tier_[i] = {i + 1 < tiers_ ? k / 2 : k, i + 1 < tiers_ ? k / 2 : 0, 1, speed, 1000, 0};
  pod_ = tiers_ == 3 ? nodes_ / k : nodes_;
}

bool HtsimNetwork::fits() {
  const auto need = [&](bool good, std::string_view name, std::string what) {
    if (!good) diagnostics_.input_error(settings_.mark(name), std::move(what));
    return good;
  };
  const std::uint64_t leaves = pod_ / tier_[0].down;
  if (!need(pod_ <= nodes_ && nodes_ % pod_ == 0, "podsize", "Nodes must be a multiple of Podsize")) return false;
  if (!need(tiers_ == 3 || pod_ == nodes_, "podsize", "a tree of two tiers is one pod: Podsize must be Nodes") ||
      !need(tier_[0].bundle == 1, "0.bundle", "a node has one link: the bundle of tier 0 must be 1") ||
      !need(pod_ % tier_[0].down == 0, "0.radix_down", "Podsize must be a multiple of Radix_Down of tier 0") ||
      !need(tier_[0].up % tier_[1].bundle == 0, "0.radix_up",
            "Radix_Up of tier 0 must be a multiple of the bundle of "
            "tier 1") ||
      !need(tier_[1].down == leaves * tier_[1].bundle, "1.radix_down",
            fmt::format("Radix_Down of tier 1 must be {}: {} of a pod, each with {}", leaves * tier_[1].bundle,
                        counted(leaves, "switch"), counted(tier_[1].bundle, "link"))))
    return false;
  if (tiers_ == 2) return true;
  const std::uint64_t pods = nodes_ / pod_;
  return need(tier_[1].up % tier_[2].bundle == 0, "1.radix_up",
              "Radix_Up of tier 1 must be a multiple of the bundle of tier 2") &&
         need(tier_[2].down == pods * tier_[2].bundle, "2.radix_down",
              fmt::format("Radix_Down of tier 2 must be {}: {}, each with {}", pods * tier_[2].bundle,
                          counted(pods, "pod"), counted(tier_[2].bundle, "link")));
}

void HtsimNetwork::topology() {
  const std::uint64_t leaves = pod_ / tier_[0].down, middles = tier_[0].up / tier_[1].bundle, pods = nodes_ / pod_;
  const std::string from = fmt::format("{} in {}", counted(nodes_, "node"), counted(pods, "pod"));
  if (tiers_ == 2) {
    draft_.set("network.topology",
               fmt::format("{{type: leaf-spine, leaves: {}, spines: {}, terminals: {}, links: {}}}", leaves, middles,
                           tier_[0].down, tier_[1].bundle),
               from);
  } else if (tier_[1].bundle == 1 && tier_[2].bundle == 1) {
    draft_.set("network.topology",
               fmt::format("{{type: xgft, m: [{}, {}, {}], w: [1, {}, {}]}}", tier_[0].down, leaves, pods, middles,
                           tier_[1].up),
               from);
  } else {
    tree_with_bundles(pods, leaves, middles);
  }
  draft_.set("network.routing", "{type: shortest, choice: packet}", "htsim's transports spread packets over all paths");
}

void HtsimNetwork::tree_with_bundles(std::uint64_t pods, std::uint64_t leaves, std::uint64_t middles) {
  const std::uint64_t tops = tier_[1].up / tier_[2].bundle;
  if (pods * middles * (leaves + tops) > 2'000'000)
    return diagnostics_.input_error(settings_.mark("nodes"), "the tree has more than 2000000 bundles of links");
  const auto values = [&](std::size_t tier) {
    return fmt::format(" bandwidth={}b/s delay={}ns", tier_[tier].speed, tier_[tier].link_delay);
  };
  std::string text = "# a fat tree of htsim with bundles of links\n";
  for (std::uint64_t i = 0; i < pods * leaves; ++i)
    text += fmt::format("switch l{} terminals={}{}\n", i, tier_[0].down, values(0));
  for (std::uint64_t i = 0; i < pods * middles; ++i) text += fmt::format("switch m{} terminals=0\n", i);
  for (std::uint64_t i = 0; i < middles * tops; ++i) text += fmt::format("switch t{} terminals=0\n", i);
  for (std::uint64_t pod = 0; pod < pods; ++pod) {
    for (std::uint64_t i = 0; i < middles; ++i) {
      for (std::uint64_t leaf = 0; leaf < leaves; ++leaf)
        text += fmt::format("l{} m{} count={}{}\n", pod * leaves + leaf, pod * middles + i, tier_[1].bundle, values(1));
      for (std::uint64_t top = 0; top < tops; ++top)
        text += fmt::format("m{} t{} count={}{}\n", pod * middles + i, top * middles + i, tier_[2].bundle, values(2));
    }
  }
  to_.companions.push_back({".edges", std::move(text)});
  draft_.set("network.topology", fmt::format("{{type: graph, file: {}}}", companion_name(".edges")),
             "switches with bundles of links");
  in_file_ = true;
}

void HtsimNetwork::links() {
  if (in_file_) return;
  std::vector<std::uint64_t> speeds;
  std::string delays;
  for (std::uint64_t i = 0; i < tiers_; ++i) {
    speeds.push_back(tier_[i].speed);
    delays += fmt::format("{}{} ns", i > 0 ? ", " : "", tier_[i].link_delay);
  }
  set_speeds(draft_, settings_.mark("0.downlink_speed_gbps"), speeds, "Downlink_speed_Gbps of each tier");
  draft_.set("network.link.delay_by_class", "[" + delays + "]", "Downlink_Latency_ns of each tier");
}

void HtsimNetwork::router() {
  const std::uint64_t packet = natural("mtu", 4096, 64, 65536);
  draft_.set("network.packet", fmt::format("{} B", packet), words("mtu", "4096") + ", of htsim's command line");
  draft_.set("network.phit", fmt::format("{} B", phit_of(packet)), "what a link moves in a cycle");
  draft_.set("network.router.delay", fmt::format("{} ns", tier_[0].switch_delay), "Switch_Latency_ns of tier 0");
  for (std::uint64_t i = 1; i < tiers_; ++i) {
    if (tier_[i].switch_delay != tier_[0].switch_delay)
      leave_out(fmt::format("{}.switch_latency_ns", i),
                fmt::format("switches of tier {} have {} ns: all routers have the delay of tier 0", i,
                            tier_[i].switch_delay));
  }
  std::uint64_t packets = natural("q", 64, 1, 120);
  std::string from = words("q", "64") + " packets, of htsim's command line";
  bool first = true;
  for (const std::string_view name : {"0.queue_down", "0.queue_up", "1.queue_down", "1.queue_up", "2.queue_down"}) {
    if (!settings_.has(name)) continue;
    const std::uint64_t bytes = natural(name, 1, 1, 1ULL << 40U);
    const std::uint64_t here = std::clamp<std::uint64_t>(bytes / packet, 1, 120);
    if (first) {
      packets = here;
      from = words(name, "") + " B";
    }
    if (here * packet != bytes || here != packets)
      leave_out(name, fmt::format("{} B: all queues hold the same number of whole packets, 1 to 120, here {}",
                                  words(name, ""), packets));
    first = false;
  }
  draft_.set("network.router.queue", counted(packets, "packet"), from);
  draft_.leave_out(settings_.mark(""),
                   "loss, trimming, marks and the transports of htsim: links are lossless, and a "
                   "queue that is full holds up the router before it");
}

bool HtsimTree::sniff(std::string_view text) {
  const std::string small = in_lower_case(text.substr(0, 4096));
  return small.find("tiers ") != std::string::npos && small.find("podsize ") != std::string::npos;
}

void HtsimTree::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  HtsimNetwork network(settings_of_topo(source, diagnostics), to, diagnostics);
  if (!diagnostics.ok()) return;
  network.write();
  to.draft.set("workload.type", "synthetic", "the tree says nothing of the traffic; import a .cm file with topo=FILE");
  to.draft.set("workload.pattern", "uniform");
  to.draft.set("workload.load", "0.1");
  network.rest();
}

}  // namespace fsin::imports

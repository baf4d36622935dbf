// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/infragraph/infragraph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"
#include "fsin/imports/common/settings.hpp"
#include "fsin/imports/infragraph/expand.hpp"
#include "fsin/imports/infragraph/simplify.hpp"

namespace fsin::imports {
namespace {

using infragraph::Cable;
using infragraph::Graph;
using infragraph::Infrastructure;
using infragraph::Node;

/// Kinds that are terminals where nothing else is asked for, the first that there is.
constexpr std::array usual_terminals{std::string_view("xpu"), std::string_view("nic"), std::string_view("cpu")};
constexpr std::uint64_t weight_of_terminal = 10'000;  ///< above all links of a way together
constexpr std::uint64_t most_weight_of_speed = 1000;

/// A name as edge lists have it.
std::string listed(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
  return plain ? name : '"' + name + '"';
}

class InfragraphWriter {
 public:
  InfragraphWriter(const Source& source, Result& to, Diagnostics& diagnostics)
      : source_(source), file_(source.mark()), to_(to), diagnostics_(diagnostics), settings_(file_) {
    add_overrides(source, settings_);
  }

  void write() {
    const std::string wanted = settings_.text("terminals", "");
    const std::uint64_t lanes = settings_.natural("lanes", 1, 1, 64, diagnostics_);
    read_bandwidth();
    for (const Setting* each : settings_.unread())
      diagnostics_.error(each->mark,
                         "InfraGraph has the settings terminals=KIND or COMPONENT, bandwidth=RATE and lanes=N");
    if (!diagnostics_.ok()) return;
    const Infrastructure infrastructure = infragraph::read_infrastructure(source_, lanes, to_.draft, diagnostics_);
    if (!diagnostics_.ok()) return;
    graph_ = infragraph::expand(infrastructure, file_, to_.draft, diagnostics_);
    if (!diagnostics_.ok() || !choose_terminals(wanted)) return;
    tell(infragraph::simplify(graph_, is_terminal_));
    if (!look_at_links()) return;
    to_.companions.push_back({".edges", edges(infrastructure.name)});
    keys(infrastructure.name);
  }

 private:
  bool choose_terminals(const std::string& wanted) {
    is_terminal_.resize(graph_.nodes.size());
    const auto choose = [&](std::string_view what) {
      std::size_t found = 0;
      for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        const infragraph::Component& each = *graph_.nodes[i].component;
        is_terminal_[i] = each.kind == what || each.name == what;
        found += is_terminal_[i] ? 1 : 0;
      }
      return found;
    };
    for (const std::string_view each : usual_terminals) {
      terminal_ = wanted.empty() ? std::string(each) : wanted;
      terminals_ = choose(terminal_);
      if (terminals_ > 0 || !wanted.empty()) break;
    }
    if (terminals_ >= 2) return true;
    std::vector<std::string_view> known;
    for (const Node& each : graph_.nodes) {
      for (const std::string_view word :
           {std::string_view(each.component->kind), std::string_view(each.component->name)}) {
        if (known.size() < 100 && std::find(known.begin(), known.end(), word) == known.end()) known.push_back(word);
      }
    }
    const std::string what = wanted.empty() ? "xpu, nic or cpu" : in_quotes(wanted);
    diagnostics_.error(wanted.empty() ? file_ : settings_.mark("terminals"),
                       fmt::format("a network needs two terminals, and there are {} {}{}", terminals_, what,
                                   suggestion(wanted, known, "kinds and components")));
    return false;
  }

  void tell(const infragraph::Simplified& simplified) {
    const auto say = [&](std::uint64_t count, std::string_view what) {
      if (count > 0) to_.draft.leave_out(file_, fmt::format("{}: {}", counted(count, "component"), what));
    };
    say(simplified.unreachable, fmt::format("no way from a {} leads there", terminal_));
    say(simplified.dead_ends, "memory, and what has one link, such as ports without a cable: no packet passes them");
    say(simplified.joints,
        "ports, network cards and custom components with two links: one link, with the bandwidth of "
        "the slower and the sum of the latencies");
  }

  /// Of links for which the file has none.
  void read_bandwidth() {
    const std::string text = settings_.text("bandwidth", "");
    if (text.empty()) return;
    std::string error;
    const auto rate = parse_quantity<BitRate>(text, error);
    if (!rate || rate->value == 0) {
      diagnostics_.error(settings_.mark("bandwidth"), rate ? "the bandwidth must not be 0" : error);
    } else {
      bandwidth_ = rate->value;
    }
  }

  /// What the links say, and whether all terminals have one.
  bool look_at_links() {
    links_at_.assign(graph_.nodes.size(), 0);
    fastest_at_.assign(graph_.nodes.size(), 0);
    std::uint64_t without_rate = 0, without_delay = 0;
    for (Cable& each : graph_.cables) {
      without_rate += each.rate == 0 ? 1 : 0;
      if (each.rate == 0) each.rate = bandwidth_;
      for (const std::uint32_t end : {each.from, each.to}) {
        ++links_at_[end];
        fastest_at_[end] = std::max(fastest_at_[end], each.rate);
      }
      fastest_ = std::max(fastest_, each.rate);
      without_delay += each.delay == 0 ? 1 : 0;
      if (is_terminal_[each.from] && is_terminal_[each.to]) on_ports_ = true;
    }
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!is_terminal_[i]) continue;
      if (links_at_[i] == 0) {
        diagnostics_.input_error(graph_.nodes[i].component->mark,
                                 fmt::format("{} has no link to any other {}", graph_.nodes[i].name, terminal_));
        return false;
      }
      if (links_at_[i] > 1) on_ports_ = true;
    }
    const auto tell_missing = [&](std::uint64_t count, std::string_view what) {
      if (count > 0)
        to_.draft.leave_out(file_, fmt::format("{} of {}: {}", counted(count, "link"), graph_.cables.size(), what));
    };
    tell_missing(without_rate,
                 "the file has no bandwidth for them: they are as fast as " +
                     (bandwidth_ > 0 ? "bandwidth= says"
                      : fastest_ > 0 ? std::string("the fastest; bandwidth=RATE behind the file gives another")
                                     : "link.bandwidth says; bandwidth=RATE behind the file gives another"));
    tell_missing(without_delay, "the file has no latency for them: link.delay holds");
    return true;
  }

  static std::string values(std::uint64_t rate, std::uint64_t delay) {
    return (rate > 0 ? fmt::format(" bandwidth={}b/s", rate) : "") +
           (delay > 0 ? fmt::format(" delay={}ps", delay) : "");
  }

  /// A way is as long as it is slow, and one through an accelerator is taken only where there is no other.
  std::uint64_t weight(const Cable& cable) const {
    const std::uint64_t slower = cable.rate == 0 ? 1 : (fastest_ + cable.rate / 2) / cable.rate;
    return std::clamp<std::uint64_t>(slower, 1, most_weight_of_speed) +
           weight_of_terminal * ((is_terminal_[cable.from] ? 1U : 0U) + (is_terminal_[cable.to] ? 1U : 0U));
  }

  std::string edges(const std::string& name) {
    std::string text =
        fmt::format("# {}: the graph of an InfraGraph\n", name.empty() ? "infrastructure" : one_line(name));
    std::vector<std::uint32_t> switches;
    for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!is_terminal_[i] && links_at_[i] > 0) switches.push_back(i);
    }
    if (on_ports_) {
      for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
        if (is_terminal_[i])
          text += fmt::format("switch {} terminals=1{}\n", listed(graph_.nodes[i].name), values(fastest_at_[i], 0));
      }
    } else {
      order_by_terminals(switches);
    }
    for (const std::uint32_t each : switches)
      text += fmt::format("switch {}{}\n", listed(graph_.nodes[each].name), on_ports_ ? " terminals=0" : "");
    if (!on_ports_) {
      for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
        if (is_terminal_[i]) text += fmt::format("terminal {}\n", listed(graph_.nodes[i].name));
      }
    }
    for (const Cable& each : graph_.cables)
      text += fmt::format("{} {}{}{}\n", listed(graph_.nodes[each.from].name), listed(graph_.nodes[each.to].name),
                          values(each.rate, each.delay), on_ports_ ? fmt::format(" weight={}", weight(each)) : "");
    return text;
  }

  /// Nodes are numbered switch by switch: those with the first terminals come first.
  void order_by_terminals(std::vector<std::uint32_t>& switches) {
    constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> first(graph_.nodes.size(), last);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // switch, terminal
    for (const Cable& each : graph_.cables) {
      if (is_terminal_[each.from] == is_terminal_[each.to]) continue;
      const auto [terminal, at] =
          is_terminal_[each.from] ? std::pair(each.from, each.to) : std::pair(each.to, each.from);
      first[at] = std::min(first[at], terminal);
      places.emplace_back(at, terminal);
    }
    std::stable_sort(switches.begin(), switches.end(), [&](auto a, auto b) { return first[a] < first[b]; });
    std::sort(places.begin(), places.end(), [&](const auto& a, const auto& b) {
      return std::pair(first[a.first], a.second) < std::pair(first[b.first], b.second);
    });
    const auto mixed = std::adjacent_find(places.begin(), places.end(),
                                          [](const auto& a, const auto& b) { return a.second > b.second; });
    if (mixed != places.end())
      to_.draft.leave_out(file_,
                          fmt::format("the order of the {}s: nodes are numbered switch by switch, in the order of "
                                      "the edge list",
                                      terminal_));
  }

  void keys(const std::string& name) {
    Draft& draft = to_.draft;
    draft.set("network.topology",
              fmt::format("{{type: graph, file: {}, parallel_links: true}}", companion_name(".edges")),
              fmt::format("{}{} {} and {}", name.empty() ? "" : one_line(name) + ": ", terminals_, terminal_,
                          counted(graph_.cables.size(), "link")));
    if (on_ports_) {
      draft.set("network.routing", "{type: shortest, choice: flow, weight: file}",
                "a weight is how much slower a link is than the fastest, and 10000 an end at a terminal");
      draft.leave_out(
          file_,
          fmt::format("each {} is a switch with one node, since some have several links; it sends at the rate of its "
                      "fastest link; other packets pass it only where there is no other way",
                      terminal_));
    } else {
      draft.set("network.routing", "{type: shortest, choice: flow}", "a hash of the flow among shortest paths (ECMP)");
    }
    draft.leave_out(file_,
                    "InfraGraph says nothing of switching, buffers, packets and traffic: those keys are to be set");
    if (fastest_ == 0) draft.set("network.link.bandwidth", "100 Gb/s", "the file has no bandwidth");
    draft.set("network.router.virtual_channels", "1");
    draft.set("network.router.queue", "64 packets");
    draft.set("network.packet", "1024 B");
    // A packet is 16 phits, and fewer where cycles would be shorter than half a nanosecond.
    draft.set("network.phit", fastest_ > 800'000'000'000 ? "256 B" : "64 B", "what a link moves in a cycle");
    draft.set("workload.type", "synthetic");
    draft.set("workload.pattern", "uniform");
    draft.set("workload.load", "0.01", "of the fastest link");
  }

  const Source& source_;
  Mark file_;
  Result& to_;
  Diagnostics& diagnostics_;
  Settings settings_;
  Graph graph_;
  std::string terminal_;
  std::size_t terminals_ = 0;
  std::vector<bool> is_terminal_;
  std::vector<std::uint32_t> links_at_;
  std::vector<std::uint64_t> fastest_at_;
  std::uint64_t fastest_ = 0, bandwidth_ = 0;
  bool on_ports_ = false;
};

}  // namespace

bool Infragraph::sniff(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const bool edges = (has("ep1") && has("ep2")) || has("connections");
  return has("components") && edges && (has("instances") || has("links")) && !has("LPGROUPS") && !has("schema_version");
}

void Infragraph::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  InfragraphWriter(source, to, diagnostics).write();
}

}  // namespace fsin::imports

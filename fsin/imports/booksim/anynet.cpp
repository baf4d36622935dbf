// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/booksim/anynet.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "fsin/core/text.hpp"

namespace fsin::imports {
namespace {

constexpr std::uint64_t most_delay = 1'000'000'000;  ///< cycles; that of fsin's links

/// Delays by direction, in cycles; none where only the other side lists the link.
using Delays = std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>;

class AnynetReader {
 public:
  AnynetReader(const Mark& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void line(const std::string& text, std::uint64_t number) {
    words_.clear();
    std::istringstream in(text);
    for (std::string word; in >> word;) words_.push_back(std::move(word));
    if (words_.empty()) return;
    const Mark mark = file_.at(number);
    std::size_t at = 0;
    const auto from = element(at, mark);
    if (!from) return;
    while (at < words_.size()) {
      const auto to = element(at, mark);
      if (!to) return;
      std::uint64_t delay = 1;
      if (at < words_.size() && words_[at] != "router" && words_[at] != "node") {
        const auto given = parse_natural(words_[at]);
        if (!given || *given == 0 || *given > most_delay)
          return diagnostics_.input_error(
              mark, fmt::format("expected a delay of 1 to {} cycles, not {}", most_delay, in_quotes(words_[at])));
        delay = *given;
        ++at;
      }
      join(*from, *to, delay, mark);
    }
  }

  /// Switches and terminals, then the links. Terminals in ascending order are the nodes 0, 1, ...
  std::string edges() const {
    std::string text = "# routers and nodes of a listing of anynet; delays besides the cycle of a phit\n";
    for (const auto& [router, _] : routers_) text += fmt::format("switch r{}\n", router);
    for (const auto& [node, _] : nodes_) text += fmt::format("terminal n{}\n", node);
    for (const auto& [node, where] : nodes_) {
      text += fmt::format("n{} r{}", node, where.first);
      text += where.second > 1 ? fmt::format(" delay={}\n", where.second - 1) : "\n";
    }
    for (const auto& [ends, delay] : links_) {
      const auto back = links_.find({ends.second, ends.first});
      const std::uint64_t there = delay, home = back == links_.end() ? 1 : back->second;
      if (back != links_.end() && ends.first > ends.second) continue;  // written from the other side
      if (there == home) {
        text += fmt::format("r{} r{}{}\n", ends.first, ends.second, delay_words(there));
      } else {
        text += fmt::format("r{} -> r{}{}\nr{} -> r{}{}\n", ends.first, ends.second, delay_words(there), ends.second,
                            ends.first, delay_words(home));
      }
    }
    return text;
  }

  std::size_t routers() const { return routers_.size(); }
  std::size_t nodes() const { return nodes_.size(); }

 private:
  struct Element {
    bool router = false;
    std::uint64_t number = 0;
  };

  static std::string delay_words(std::uint64_t delay) { return delay > 1 ? fmt::format(" delay={}", delay - 1) : ""; }

  std::optional<Element> element(std::size_t& at, const Mark& mark) {
    const bool router = words_[at] == "router";
    if (!router && words_[at] != "node") {
      diagnostics_.input_error(mark, fmt::format("expected `router` or `node`, not {}", in_quotes(words_[at])));
      return std::nullopt;
    }
    const auto number = at + 1 < words_.size() ? parse_natural(words_[at + 1]) : std::nullopt;
    if (!number) {
      diagnostics_.input_error(mark, fmt::format("expected a number behind `{}`", words_[at]));
      return std::nullopt;
    }
    at += 2;
    if (router) routers_.try_emplace(*number, true);
    return Element{router, *number};
  }

  void join(const Element& a, const Element& b, std::uint64_t delay, const Mark& mark) {
    if (!a.router && !b.router)
      return diagnostics_.input_error(mark, "two nodes cannot be joined: a node has one router");
    if (a.router && b.router) {
      if (a.number == b.number)
        return diagnostics_.input_error(mark, fmt::format("router {} is joined to itself", a.number));
      if (!links_.try_emplace({a.number, b.number}, delay).second)
        diagnostics_.input_error(mark, fmt::format("router {} is joined to router {} twice", a.number, b.number));
      return;
    }
    const std::uint64_t node = a.router ? b.number : a.number, router = a.router ? a.number : b.number;
    const auto [found, fresh] = nodes_.try_emplace(node, router, delay);
    if (!fresh && found->second.first != router)
      diagnostics_.input_error(mark, fmt::format("node {} is joined to router {} and to router {}; a node has one",
                                                 node, found->second.first, router));
  }

  Mark file_;
  Diagnostics& diagnostics_;
  std::vector<std::string> words_;
  std::map<std::uint64_t, bool> routers_;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> nodes_;  ///< router and delay
  Delays links_;
};

}  // namespace

std::string edges_of_anynet(std::string_view text, const Mark& file, Diagnostics& diagnostics) {
  AnynetReader reader(file, diagnostics);
  std::istringstream in{std::string(text)};
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) reader.line(line, ++number);
  if (diagnostics.ok() && (reader.routers() == 0 || reader.nodes() == 0))
    diagnostics.input_error(file, "lists no router, or no node");
  return diagnostics.ok() ? reader.edges() : "";
}

bool Anynet::sniff(std::string_view text) {
  std::istringstream in{std::string(text.substr(0, 256))};
  std::string kind, number, next;
  in >> kind >> number >> next;
  return (kind == "router" || kind == "node") && parse_natural(number) && (next == "node" || next == "router");
}

void Anynet::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  to.companions.push_back({".edges", edges_of_anynet(source.text, source.mark(), diagnostics)});
  for (const std::string& each : source.overrides)
    diagnostics.error(Mark("override " + in_quotes(each)), "a listing of anynet has no settings");
  to.draft.set("network.topology", fmt::format("{{type: graph, file: {}}}", companion_name(".edges")),
               source.path.string());
  to.draft.set("network.routing", "shortest",
               "the listing says nothing of it: BookSim takes one shortest path for each pair");
  to.draft.set("network.router.virtual_channels", "4");
  to.draft.set("workload.type", "synthetic", "the listing says nothing of the traffic");
  to.draft.set("workload.load", "0.1");
}

}  // namespace fsin::imports

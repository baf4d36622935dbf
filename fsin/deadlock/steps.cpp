// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/steps.hpp"

#include <algorithm>

namespace fsin::deadlock {
namespace {

/// More phits than any queue holds, and 16 times as many still fit into 32 bits.
constexpr std::uint32_t endless_phits = 1U << 24U;

/// A waiting header, with every answer that the router can give.
class ChoiceView final : public WaitingView {
 public:
  ChoiceView(const Place& place, Choices& choices, const topology::PortGraph& graph, unsigned vcs)
      : WaitingView(place, choices), graph_(graph), vcs_(vcs) {}

  bool can_request(std::int32_t out) const override { return leads_somewhere(out) && !either(Drawn::Kind::room, out); }
  unsigned open(std::int32_t out, unsigned n) const override {
    unsigned mask = 0;
    for (unsigned i = 0; i < n; ++i) mask |= (can_request(out + static_cast<std::int32_t>(i)) ? 1U : 0U) << i;
    return mask;
  }
  /// Phits in the next queue. A link that failed from the start counts as more than full.
  unsigned phits_ahead(std::int32_t out) const override {
    return leads_somewhere(out) ? phits_at(router(), out) : endless_phits;
  }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const override {
    return either(Drawn::Kind::phits, out, router) ? endless_phits : 0;
  }
  std::optional<bool> supposes() const override { return either(Drawn::Kind::sums, 0); }

 private:
  bool leads_somewhere(std::int32_t out) const {
    return graph_.next(RouterId(router()), static_cast<unsigned>(out) / vcs_).exists();
  }

  const topology::PortGraph& graph_;
  unsigned vcs_;
};

}  // namespace

bool Steps::starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states) {
  states.clear();
  different_.clear();
  const EntryChoices draws(choices_);
  return choices_.for_each(most_outcomes, [&] {
    const StateBytes state = algorithm_.start(source, destination, draws);
    if (different_.add({{}, state}) == states.size()) states.push_back(state);
  });
}

bool Steps::decisions(QueuePlace at, const StateBytes& state, std::vector<StateBytes>& decided) {
  decided.clear();
  if (!algorithm_.decides()) {
    decided.push_back(state);
    return true;
  }
  const ChoiceView view(place_of(at, topology_, vcs_), choices_, topology_.graph, vcs_);
  return choices_.for_each(most_outcomes, [&] {
    const StateBytes one = algorithm_.decide(view, state);
    if (std::find(decided.begin(), decided.end(), one) == decided.end()) decided.push_back(one);
  });
}

bool Steps::ways_of(QueuePlace at, const StateBytes& decided, WaysOn& ways) {
  ways.clear();
  return add_ways(ChoiceView(place_of(at, topology_, vcs_), choices_, topology_.graph, vcs_), decided, ways);
}

bool Steps::ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways) {
  ways.clear();
  bool all = decisions(at, state, decided_);
  const ChoiceView view(place_of(at, topology_, vcs_), choices_, topology_.graph, vcs_);
  for (const StateBytes& decided : decided_) all = add_ways(view, decided, ways) && all;
  return all;
}

bool Steps::add_ways(const routing::WalkerView& view, const StateBytes& decided, WaysOn& ways) {
  const std::size_t first = ways.outs.size();
  const bool all = choices_.for_each(most_outcomes, [&] { algorithm_.candidates(view, decided, ways.outs); });
  const auto begin = ways.outs.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, ways.outs.end());
  ways.outs.erase(std::unique(begin, ways.outs.end()), ways.outs.end());
  for (std::size_t i = first; i < ways.outs.size(); ++i) {
    ways.behind.push_back(algorithm_.advance(decided, ways.outs[i] / vcs_));
  }
  ways.ends.push_back(ways.outs.size());
  return all;
}

}  // namespace fsin::deadlock

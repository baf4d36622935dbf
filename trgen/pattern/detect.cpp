// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/detect.hpp"

#include <algorithm>
#include <utility>

#include "trgen/pattern/candidates.hpp"
#include "trgen/pattern/grid_axes.hpp"
#include "trgen/pattern/tree_shapes.hpp"

namespace trgen::pattern {
namespace {

constexpr double complete_fill = 0.95;
constexpr double hub_fill = 0.9;
constexpr int most_rounds = 64;
constexpr std::size_t most_multipliers = 6;
constexpr std::uint64_t heavy = 4;  ///< times the median, from which a pair of a group has a reason of its own

using NumberingPtr = std::shared_ptr<const Numbering>;

/// One way on which pairs are explained.
struct Trial {
  Peeling peeling;
  std::vector<Found> parts;
  double bits = 0;  ///< saved by the parts of the numbering in hand

  void take(Part part, NumberingPtr numbering, bool by_definition = false) {
    parts.push_back(peeling.take(std::move(part), std::move(numbering)));
    parts.back().by_definition = by_definition;
    bits += parts.back().evidence.bits;
  }
};

/// Whether a sample of the pairs is there; small parts are not sampled.
bool looks_good(const Peeling& peeling, const Part& part, const Numbering& numbering) {
  constexpr std::uint32_t sampled = 256;
  constexpr double least_sampled = 0.6;
  if (numbering.count() < 4 * sampled) return true;
  const Evidence sample = peeling.score(part, numbering, numbering.count() / sampled | 1U);
  return sample.possible < 16 || sample.fill() >= least_sampled;
}

/// The suggestion that saves most bits; of those that save equally many, the first. A part that holds half of what is
/// left, and lacks none of its pairs, counts where few ranks leave no room for evidence.
bool take_best(Trial& trial, const NumberingPtr& numbering) {
  std::optional<Axes> axes = axes_among(trial.parts);
  if (axes && axes->numbering != numbering) axes.reset();
  const Part* best = nullptr;
  double best_bits = 0;
  const std::vector<Part> all = suggestions(trial.peeling, *numbering, axes ? &*axes : nullptr);
  for (const Part& part : all) {
    if (!looks_good(trial.peeling, part, *numbering)) continue;
    const Evidence found = trial.peeling.score(part, *numbering);
    if (found.hits == 0 || found.fill() < least_fill) continue;
    const bool covers = found.hits == found.possible && 2 * found.hits >= trial.peeling.left();
    if (found.bits <= 0 && !covers) continue;
    if (best != nullptr && found.bits <= best_bits) continue;
    best = &part;
    best_bits = found.bits;
  }
  if (best == nullptr) return false;
  trial.take(*best, numbering);
  return true;
}

Trial explained_in(const Trial& before, const NumberingPtr& numbering) {
  Trial trial = before;
  trial.bits = 0;
  for (int round = 0; round < most_rounds && trial.peeling.left() > 0; ++round) {
    if (!take_best(trial, numbering)) break;
  }
  return trial;
}

class Detection {
 public:
  explicit Detection(const TrafficGraph& graph) : graph_(graph), now_{.peeling = Peeling(graph), .parts = {}} {}

  Explanation run(int depth) {
    if (now_.peeling.left() > 0) {
      whole_ = std::make_shared<const Numbering>(graph_.ranks(), 0U, 1U, graph_.ranks());
      complete();
      stars();
      if (!tree()) numbered();
    }
    Explanation made{.parts = std::move(now_.parts), .owners = now_.peeling.owners(), .left_pairs = 0, .left = {}};
    if (depth > 0) heavy_pairs(made, depth);
    for (std::size_t i = 0; i < made.owners.size(); ++i) {
      if (made.owners[i] != 0) continue;
      ++made.left_pairs;
      made.left += graph_.pairs()[i].both();
    }
    return made;
  }

 private:
  void complete() {
    Part part{.kind = Kind::complete, .members = graph_.active()};
    const double n = static_cast<double>(part.members.size());
    if (static_cast<double>(graph_.pairs().size()) < complete_fill * n * (n - 1) / 2) return;
    now_.take(std::move(part), whole_, true);
  }

  /// Ranks that exchange messages with nearly all others, where most others do not.
  void stars() {
    if (now_.peeling.left() == 0) return;
    const std::vector<std::uint32_t> active = graph_.active();
    std::vector<std::uint32_t> hubs;
    for (const std::uint32_t rank : active) {
      if (static_cast<double>(graph_.degree(rank)) >= hub_fill * static_cast<double>(active.size() - 1))
        hubs.push_back(rank);
    }
    if (4 * hubs.size() > active.size()) return;
    for (const std::uint32_t hub : hubs) now_.take({.kind = Kind::star, .root = hub}, whole_, true);
  }

  void numbered() {
    constexpr int most_sets = 4;  // of ranks: what is left may be of other ranks, numbered otherwise
    for (int set = 0; set < most_sets && now_.peeling.left() > 0; ++set) {
      std::optional<Trial> best;
      const auto consider = [&](NumberingPtr numbering) {
        Trial trial = explained_in(now_, numbering);
        if (trial.parts.size() == now_.parts.size() || (best && trial.bits <= best->bits)) return;
        best = std::move(trial);
      };
      for (Numbering& each : numberings_of(now_.peeling.active(), graph_.ranks())) {
        const auto numbering = std::make_shared<const Numbering>(std::move(each));
        consider(numbering);
        if (best && is_clean(*best)) continue;
        for (const std::uint32_t multiplier : suggested_multipliers(now_.peeling, *numbering, most_multipliers)) {
          consider(std::make_shared<const Numbering>(numbering->times(multiplier)));
          consider(std::make_shared<const Numbering>(numbering->times(numbering->count() - multiplier)));
        }
      }
      if (!best) break;
      now_ = std::move(*best);
    }
  }

  /// Nine tenths of the pairs explained, by plain parts that are there as a whole: no other numbering would do better.
  bool is_clean(const Trial& trial) const {
    return trial.peeling.left() * 10 <= now_.peeling.left() &&
           std::all_of(trial.parts.begin(), trial.parts.end(), [](const Found& each) {
             return each.by_definition || (each.part.kind != Kind::move &&
                                           each.evidence.hits == each.evidence.possible && each.evidence.bits > 0);
           });
  }

  /// One tree of all pairs, by a numbering if there is one for it, else by its shape.
  bool tree() {
    auto shape = tree_shape(now_.peeling);
    if (!shape) return false;
    const Trial before = now_;
    numbered();
    if (now_.peeling.left() == 0 && now_.parts.size() == before.parts.size() + 1) return true;
    now_ = before;
    now_.take(std::move(*shape), whole_);
    return true;
  }

  /// Pairs of a group that exchange many times as much as the others have a reason of their own: a few messages of all
  /// to all do not hide what neighbours do.
  void heavy_pairs(Explanation& made, int depth) const {
    const std::size_t parts = made.parts.size();
    for (std::size_t number = 1; number <= parts; ++number) {
      const Kind kind = made.parts[number - 1].part.kind;
      if (kind != Kind::group && kind != Kind::complete) continue;
      std::vector<std::size_t> own;
      for (std::size_t i = 0; i < made.owners.size(); ++i) {
        if (made.owners[i] == number) own.push_back(i);
      }
      const std::uint64_t limit = heavy * median_messages(own);
      std::erase_if(own, [&](std::size_t pair) { return graph_.pairs()[pair].both().messages <= limit; });
      if (!own.empty()) explain_again(made, number, own, depth);
    }
  }

  std::uint64_t median_messages(const std::vector<std::size_t>& pairs) const {
    std::vector<std::uint64_t> messages;
    messages.reserve(pairs.size());
    for (const std::size_t pair : pairs) messages.push_back(graph_.pairs()[pair].both().messages);
    const auto middle = messages.begin() + static_cast<std::ptrdiff_t>(messages.size() / 2);
    std::nth_element(messages.begin(), middle, messages.end());
    return *middle;
  }

  void explain_again(Explanation& made, std::size_t number, const std::vector<std::size_t>& pairs, int depth) const {
    std::vector<Edge> edges;
    for (const std::size_t index : pairs) {
      const Pair& pair = graph_.pairs()[index];
      if (pair.up.messages > 0) edges.push_back({pair.low, pair.high, pair.up});
      if (pair.down.messages > 0) edges.push_back({pair.high, pair.low, pair.down});
    }
    const TrafficGraph graph(graph_.ranks(), std::move(edges));
    Explanation again = Detection(graph).run(depth - 1);
    if (2 * again.left_pairs > pairs.size()) return;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (again.owners[i] == 0) continue;
      made.owners[pairs[i]] = static_cast<std::uint32_t>(made.parts.size()) + again.owners[i];
      give_back(made.parts[number - 1], graph.pairs()[i]);
    }
    std::move(again.parts.begin(), again.parts.end(), std::back_inserter(made.parts));
  }

  /// Pairs of groups have no forward direction that means anything: low to high is as good as any.
  static void give_back(Found& from, const Pair& pair) {
    from.forward.messages -= pair.up.messages;
    from.forward.bytes -= pair.up.bytes;
    from.backward.messages -= pair.down.messages;
    from.backward.bytes -= pair.down.bytes;
  }

  const TrafficGraph& graph_;
  NumberingPtr whole_;
  Trial now_;
};

}  // namespace

Explanation explain(const TrafficGraph& graph) {
  constexpr int most_layers = 2;  // of heavy pairs within heavy pairs
  return Detection(graph).run(most_layers);
}

}  // namespace trgen::pattern

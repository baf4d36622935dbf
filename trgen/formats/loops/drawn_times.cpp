// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/loops/drawn_times.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "trgen/formats/common/contract.hpp"
#include "trgen/structure/draw_order.hpp"
#include "trgen/structure/expansion.hpp"
#include "trgen/structure/histogram.hpp"

namespace trgen::formats::loops {
namespace {

using structure::FieldName;
using structure::Pass;
using structure::pass_groups;
using structure::Structure;

/// Means that differ by this share of the larger one are of different groups.
constexpr double clearly_apart = 0.25;
/// Ranks are told apart where their means vary this many times as much as chance lets them.
constexpr double more_than_chance = 3;
constexpr double least_apart = 0.02;  ///< of the mean, between the first and the last class of ranks
/// Places in a cycle are told apart where squared distances from their means are less than this share of those from the
/// means of the groups.
constexpr double clearly_closer = 0.5;
constexpr std::uint64_t most_places = 64;
/// A spread has a value for so many draws, or more.
constexpr std::uint64_t draws_of_a_value = 8;
constexpr std::size_t most_rank_classes = 4;
constexpr std::size_t most_ranks_told_apart = 1024;

struct Sum {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double time) {
    count += 1;
    sum += time;
    squares += time * time;
  }
  void add(const Sum& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  double mean() const { return count > 0 ? sum / count : 0; }
  /// The sum of squared distances from the mean.
  double away() const { return count > 0 ? std::max(0.0, squares - sum * sum / count) : 0; }
};

/// An event whose times are listed.
struct ListedEvent {
  std::uint64_t runs = 0;   ///< executions on each rank
  std::uint64_t turns = 0;  ///< iterations of the innermost loop; 0 outside of any
  std::vector<std::uint32_t> ranks;
  bool drawn = false;
  bool very_first = false, first = false;  ///< told apart
  /// Executions that repeat with loops around: the most iterations of the innermost loops together, up to most_places.
  std::uint64_t cycle = 0;
  bool by_place = false;                ///< places in the cycle are told apart
  std::vector<std::uint32_t> class_of;  ///< by rank of `ranks`; empty where all are one
  std::vector<Sum> sums;                ///< by rank of `ranks`
  std::array<Sum, pass_groups> groups;
  std::vector<Sum> places;  ///< in the cycle
  structure::DrawOrder order;
  std::vector<std::vector<structure::Histogram>> histograms;  ///< by class of ranks and part of the order

  Pass pass_of(std::uint64_t run) const {
    if (run == 0) return Pass::very_first;
    return turns > 1 && run % turns == 0 ? Pass::first : Pass::other;
  }
  /// The part of the order that an execution is.
  std::size_t part_of(std::uint64_t run) const {
    if (by_place) return static_cast<std::size_t>(run < cycle ? run : cycle + run % cycle);
    if (run == 0 || order.parts.size() == 1) return 0;
    if (order.parts.size() == 2 || run < turns) return 1;
    return run % turns == 0 ? 2 : 3;
  }
};

class Drawer {
 public:
  Drawer(const record::TraceSource& trace, Structure& loops) : trace_(trace), loops_(loops) { find_events(); }

  DrawnTimes run() {
    read([](ListedEvent& event, std::size_t ordinal, std::uint64_t run, std::int64_t gap) {
      event.sums[ordinal].add(static_cast<double>(gap));
      event.groups[static_cast<std::size_t>(event.pass_of(run))].add(static_cast<double>(gap));
      if (!event.places.empty()) event.places[run % event.cycle].add(static_cast<double>(gap));
    });
    for (ListedEvent& each : events_) {
      if (each.drawn) decide(each);
    }
    read([](ListedEvent& event, std::size_t ordinal, std::uint64_t run, std::int64_t gap) {
      const std::uint32_t of_class = event.class_of.empty() ? 0 : event.class_of[ordinal];
      event.histograms[of_class][event.part_of(run)].add(gap);
    });
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].drawn) write(events_[i], loops_.events[i].field(FieldName::gap));
    }
    return made_;
  }

 private:
  /// Nothing is taken from outside the loops here: the trace itself is at hand.
  struct Unread {
    static std::int64_t take(FieldName /*name*/, std::int64_t previous) { return previous; }
  };

  void find_events() {
    structure::Shape shape;
    std::vector<std::pair<std::size_t, std::uint64_t>> open;  // end and iterations of the loops around
    std::vector<std::vector<std::uint32_t>> members;
    for (const structure::RankSet& set : loops_.sets) {
      structure::SeriesWalk walk(set.members);
      for (auto& ranks = members.emplace_back(); ranks.size() < set.size;)
        ranks.push_back(static_cast<std::uint32_t>(walk.next()));
    }
    for (std::size_t i = 0; i < loops_.nodes.size(); ++i) {
      const structure::Node& node = loops_.nodes[i];
      while (!open.empty() && open.back().first == i) open.pop_back();
      shape.push_back(node.step);
      if (node.step.count > 0) {
        open.emplace_back(i + 1 + node.step.size, node.step.count);
        continue;
      }
      ListedEvent& event = events_.emplace_back();
      event.ranks = members[node.set];
      for (auto loop = open.rbegin(); loop != open.rend() && event.turns < 2; ++loop) event.turns = loop->second;
      std::uint64_t cycle = 1;
      for (auto loop = open.rbegin(); loop != open.rend() && loop->second <= most_places / cycle; ++loop)
        cycle *= loop->second;
      event.cycle = cycle;
    }
    const std::vector<std::uint64_t> runs = structure::executions_of_elements(shape);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      ListedEvent& event = events_[i];
      event.runs = runs[i];
      event.drawn = loops_.events[i].field(FieldName::gap).listed && event.runs * event.ranks.size() > few_times;
      if (event.turns == event.runs) event.turns = 0;  // the first pass is the only one
      if (!event.drawn) continue;
      event.sums.resize(event.ranks.size());
      if (event.cycle > 1) event.places.resize(static_cast<std::size_t>(event.cycle));
    }
  }

  /// Visits the times that are to be drawn: event, how many-th of its ranks, execution, time.
  template <class Visit>
  void read(Visit visit) {
    const structure::Expansion expansion(std::make_shared<const Structure>(loops_));
    const auto cursor = trace_.open();
    record::Record record;
    record::Record made;
    Unread unread;
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
      structure::RankState state;
      std::vector<std::uint64_t> runs(events_.size());
      std::uint64_t time = 0;
      while (cursor->next(rank, record)) {
        expansion.next(rank, state, unread, made);
        ListedEvent& event = events_[state.event];
        const auto gap = static_cast<std::int64_t>(record.time_ns - time);
        time = record.time_ns;
        if (!event.drawn) continue;
        const auto ordinal = std::lower_bound(event.ranks.begin(), event.ranks.end(), rank) - event.ranks.begin();
        visit(event, static_cast<std::size_t>(ordinal), runs[state.event]++, gap);
      }
    }
    record::stop_at_failure(trace_, *cursor);
  }

  static bool are_apart(const Sum& a, const Sum& b) {
    return a.count > 0 && b.count > 0 &&
           std::abs(a.mean() - b.mean()) > clearly_apart * std::max(std::abs(a.mean()), std::abs(b.mean()));
  }

  void decide(ListedEvent& event) {
    const auto& [very_first, first, other] = event.groups;
    Sum others = other;
    event.first = are_apart(first, other);
    if (!event.first) others.add(first);
    event.very_first = are_apart(very_first, event.first ? first : others);
    event.order = structure::draw_order(event.runs, event.first ? event.turns : 0, event.very_first);
    double by_group = others.away(), by_place = 0;
    if (event.very_first) by_group += very_first.away();
    if (event.first) by_group += first.away();
    for (const Sum& each : event.places) by_place += each.away();
    event.by_place = !event.places.empty() && by_place < clearly_closer * by_group;
    if (event.by_place) event.order = order_of_places(event);
    tell_ranks_apart(event);
    const std::size_t classes =
        event.class_of.empty() ? 1 : 1 + *std::max_element(event.class_of.begin(), event.class_of.end());
    event.histograms.assign(classes, std::vector<structure::Histogram>(event.order.parts.size()));
    made_.by_rank += classes > 1 ? 1U : 0U;
    made_.by_pass += event.by_place || event.first || event.very_first ? 1U : 0U;
  }

  /// The first pass through the cycle place by place, then all others.
  static structure::DrawOrder order_of_places(const ListedEvent& event) {
    const auto places = static_cast<std::size_t>(event.cycle);
    structure::DrawOrder made{.shape = structure::Shape(places - 1), .parts = {}};
    if (const std::uint64_t more = event.runs / event.cycle - 1; more > 0) {
      made.shape.push_back({more, static_cast<std::uint32_t>(places)});
      made.shape.resize(made.shape.size() + places);
    }
    made.parts.resize(1 + structure::elements(made.shape), Pass::other);
    return made;
  }

  static void tell_ranks_apart(ListedEvent& event) {
    const std::size_t ranks = event.ranks.size();
    if (ranks < 2 || ranks > most_ranks_told_apart || event.runs < 2) return;
    Sum all, means;
    for (const Sum& each : event.sums) {
      all.add(each);
      means.add(each.mean());
    }
    const double middle = all.mean();
    const double between = means.squares / means.count - means.mean() * means.mean();
    const double within = std::max(0.0, all.squares / all.count - middle * middle - between);
    if (between <= more_than_chance * within / static_cast<double>(event.runs)) return;
    std::vector<std::size_t> order(ranks);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return event.sums[a].mean() < event.sums[b].mean(); });
    std::vector<double> ascending;
    for (const std::size_t each : order) ascending.push_back(event.sums[each].mean());
    if (ascending.back() - ascending.front() < least_apart * std::abs(middle)) return;
    const std::vector<std::uint32_t> classes = structure::classes_of(ascending, most_rank_classes);
    event.class_of.resize(ranks);
    for (std::size_t i = 0; i < ranks; ++i) event.class_of[order[i]] = classes[i];
  }

  void write(const ListedEvent& event, structure::Field& gap) {
    structure::SeriesBuilder choice;
    for (const std::uint32_t each : event.class_of) choice.add(each, static_cast<std::size_t>(-1));
    gap = {.drawn = true, .choice = choice.series(), .alternatives = {}};
    for (const std::vector<structure::Histogram>& parts : event.histograms) {
      structure::Alternative& to = gap.alternatives.emplace_back();
      to.shape = event.order.shape;
      for (const structure::Histogram& each : parts) {
        to.spreads.push_back(each.spread(static_cast<std::size_t>(
            std::clamp<std::uint64_t>(each.count() / draws_of_a_value, 1, most_times_of_histogram))));
      }
      made_.spreads += parts.size();
    }
    ++made_.events;
    made_.times += event.runs * event.ranks.size();
  }

  const record::TraceSource& trace_;
  Structure& loops_;
  std::vector<ListedEvent> events_;
  DrawnTimes made_;
};

}  // namespace

DrawnTimes draw_times(const record::TraceSource& trace, Structure& loops) { return Drawer(trace, loops).run(); }

}  // namespace trgen::formats::loops

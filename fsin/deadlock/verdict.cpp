// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/verdict.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/deadlock/changes.hpp"
#include "fsin/deadlock/counter_example.hpp"

namespace fsin::deadlock {
namespace {

constexpr unsigned most_phases = 17;  ///< of a network with faults: at first, and after each failure and return

/// The waits of queues for each other, whether packets have other channels or not.
struct Dependencies {
  bool acyclic = false;
  bool climbs = true;    ///< no wait is for a lower virtual channel
  bool several = false;  ///< some wait is for a higher one
};

/// The dependencies between classes. A cycle of classes is a cycle of queues: a symmetry that maps a queue to one that
/// it waits for, applied again and again, returns to the queue.
Dependencies dependencies_of(const Fold& fold, const WaitSets& waits) {
  Dependencies found;
  std::vector<std::vector<std::uint32_t>> next(fold.classes());
  std::vector<std::uint32_t> waiting(fold.classes(), 0);
  for (const WaitSets::Set& set : waits.sets()) {
    const QueuePlace at = fold.queue_of(set.queue_class);
    for (const std::uint16_t out : waits.outs(set)) {
      QueuePlace target;
      if (!fold.target(at.router, out, target)) continue;
      next[set.queue_class].push_back(fold.class_of(target));
      ++waiting[fold.class_of(target)];
      const unsigned from = at.queue % fold.vcs(), to = out % fold.vcs();
      found.climbs = found.climbs && from <= to;
      found.several = found.several || from < to;
    }
  }
  std::vector<std::uint32_t> sorted;
  for (std::uint32_t queue = 0; queue < waiting.size(); ++queue) {
    if (waiting[queue] == 0) sorted.push_back(queue);
  }
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (const std::uint32_t to : next[sorted[i]]) {
      if (--waiting[to] == 0) sorted.push_back(to);
    }
  }
  found.acyclic = sorted.size() == fold.classes();
  return found;
}

std::string channels_text(std::uint32_t mask) {
  std::string text;
  unsigned n = 0;
  for (unsigned vc = 0; mask >> vc != 0; ++vc) {
    if ((mask >> vc & 1U) == 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", vc);
    ++n;
  }
  return fmt::format("virtual channel{} {}", n == 1 ? "" : "s", text);
}

/// The fewest virtual channels, of the lowest numbers or a single one, that suffice to let every packet go on.
std::optional<std::uint32_t> escape_channels(const Fold& fold, const WaitSets& waits, const Protection& protection) {
  for (unsigned vc = 0; vc < fold.vcs(); ++vc) {
    if (largest_closed_set(fold, waits, protection, 1U << vc).size == 0) return 1U << vc;
  }
  for (unsigned count = 2; count < fold.vcs(); ++count) {
    const std::uint32_t mask = (1U << count) - 1;
    if (largest_closed_set(fold, waits, protection, mask).size == 0) return mask;
  }
  return std::nullopt;
}

/// No channels wait for each other in a cycle.
void give_order(bool is_ladder, Verdict& verdict) {
  verdict.answer = Answer::free;
  verdict.reason = is_ladder ? Reason::ladder : Reason::acyclic;
  verdict.text = is_ladder ? "virtual channels are a ladder: no packet goes back to a lower one, and no channels wait "
                             "for each other in a cycle"
                           : "no channels wait for each other in a cycle";
}

void give_reason(const Fold& fold, const WaitSets& waits, const Protection& protection, Verdict& verdict) {
  verdict.answer = Answer::free;
  const Dependencies dependencies = dependencies_of(fold, waits);
  if (dependencies.acyclic) return give_order(dependencies.climbs && dependencies.several, verdict);
  const auto escape = escape_channels(fold, waits, protection);
  const std::string ways =
      escape ? fmt::format("channels wait for each other in cycles, out of which every packet has a way by {}",
                           channels_text(*escape))
             : "channels wait for each other in cycles, out of which every packet has a way";
  Protection without = protection;
  without.keeps_a_slot = false;
  if (protection.keeps_a_slot && largest_closed_set(fold, waits, without).size != 0) {
    verdict.reason = Reason::bubble;
    const std::uint32_t all = (1U << fold.vcs()) - 1, guarded = protection.channels & all;
    verdict.text = fmt::format("the bubble keeps a slot free in each ring of {}", channels_text(guarded));
    if (guarded != all) verdict.text += "; " + ways;
    return;
  }
  verdict.reason = Reason::escape;
  verdict.text = ways;
}

void show_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed, Verdict& verdict) {
  std::uint64_t queues = 0;
  for (std::uint32_t router = 0; router < fold.topology().graph.routers(); ++router) {
    for (unsigned queue = 0; queue < fold.transit_queues(); ++queue) {
      queues += closed.queues[fold.class_of({router, queue})] ? 1U : 0U;
    }
  }
  verdict.answer = Answer::unsafe;
  verdict.cycle = find_cycle(fold, waits, closed);
  verdict.lines = cycle_lines(fold, verdict.cycle);
  verdict.text = fmt::format("{} can be full of packets that wait for each other; the shortest cycle found has {}",
                             counted(queues, "queue"), counted(verdict.cycle.size(), "queue"));
}

void show_dead_end(const Fold& fold, const Example& example, Verdict& verdict) {
  verdict.answer = Answer::unsafe;
  verdict.text = fmt::format("a packet for {} in {} has no channel by which it could go on",
                             fold.topology().geometry->router_name(RouterId(example.destination)),
                             queue_name(fold, example.queue));
}

/// Verdict on the packets that were followed.
Verdict judge(const Fold& fold, const Explored& explored, const Network& network) {
  Verdict verdict;
  verdict.states = explored.states;
  verdict.strands = explored.stranded.has_value();
  if (explored.dead_end) {
    show_dead_end(fold, *explored.dead_end, verdict);
    return verdict;
  }
  // A set found from some of the states only is a subset of the one found from all.
  const ClosedSet closed = largest_closed_set(fold, explored.waits, network.protection);
  if (closed.size != 0) {
    show_cycle(fold, explored.waits, closed, verdict);
  } else if (explored.gave_up.empty()) {
    give_reason(fold, explored.waits, network.protection, verdict);
  } else {
    verdict.text = explored.gave_up;
  }
  return verdict;
}

/// Verdict on the network with what has failed in a cycle.
Verdict decide_at(Cycle until, Steps& steps, const Network& network, const Budget& budget, bool whole) {
  const Fold fold(network.topology, network.vcs, !whole && steps.algorithm().keeps_symmetry(),
                  !whole && steps.algorithm().terminals_are_equal(), until);
  return judge(fold, explore(steps, fold, budget, whole), network);
}

/// Levels of a ladder of virtual channels that suffices for every path, by the construction of the routing; 0 without
/// one. Failures leave packets without a path, which only their states show.
unsigned levels_of_ladder(const routing::Walker& algorithm, const Network& network) {
  const topology::Failures& failures = network.topology.failures;
  return failures.from_the_start() || failures.next_after(0) != never ? 0 : algorithm.whole_ladder();
}

/// Verdict on a network whose tables change in the course of a run.
Verdict decide_changes(const routing::Walker& algorithm, const Network& network, const Budget& budget) {
  const topology::Failures& failures = network.topology.failures;
  std::vector<std::unique_ptr<const routing::Walker>> walkers;
  std::vector<Steps> steps{{algorithm, network.topology, network.vcs}};
  for (unsigned phase = 1; phase <= failures.reroutes.size(); ++phase) {
    walkers.push_back(algorithm.in_phase(phase));
    if (walkers.back() == nullptr) throw std::logic_error("this routing keeps its tables, which the checks say");
    steps.emplace_back(*walkers.back(), network.topology, network.vcs);
  }
  std::vector<Cycle> begins{topology::first_cycle};
  for (Cycle at; (at = failures.next_after(begins.back())) != never;) begins.push_back(at);
  std::vector<Fold> folds;
  for (const Cycle at : begins) folds.emplace_back(network.topology, network.vcs, false, false, at);
  std::vector<Span> times;
  for (std::size_t i = 0; i < begins.size(); ++i) times.push_back({&folds[i], &steps[failures.phase_at(begins[i])]});

  const std::vector<Explored> explored = explore_changes(times, budget);
  Verdict verdict;
  for (std::size_t i = 0; i < times.size(); ++i) {
    Verdict later = judge(folds[i], explored[i], network);
    later.states += verdict.states;
    later.strands = later.strands || verdict.strands;
    if (later.answer == Answer::unsafe) {
      const unsigned phase = failures.phase_at(begins[i]);
      const Cycle of = phase == 0 ? topology::first_cycle : failures.reroutes[phase - 1].of;
      later.text = fmt::format(
          "from cycle {} on, under the tables of the network of cycle {} and with packets that "
          "have come by earlier ones, {}",
          begins[i], of, later.text);
      return later;
    }
    // Every hop of a whole ladder takes a higher channel, under whichever tables.
    if (later.answer == Answer::undecided && algorithm.whole_ladder() > 0) give_order(true, later);
    const bool undecided = later.answer == Answer::undecided;
    verdict = std::move(later);
    if (undecided) return verdict;
  }
  return verdict;
}

}  // namespace

Verdict decide(const routing::Walker& algorithm, const Network& network, const Budget& budget, bool whole) {
  if (const unsigned levels = whole ? 0 : levels_of_ladder(algorithm, network); levels > 0) {
    Verdict verdict;
    give_order(levels > 1, verdict);
    return verdict;
  }
  const topology::Failures& failures = network.topology.failures;
  const bool changes = !failures.reroutes.empty();
  Steps steps(algorithm, network.topology, network.vcs);
  Verdict verdict = changes ? decide_changes(algorithm, network, budget)
                            : decide_at(topology::first_cycle, steps, network, budget, whole);
  unsigned phases = 1;
  for (Cycle at = topology::first_cycle; verdict.answer == Answer::free && !changes;) {
    at = failures.next_after(at);
    if (at == never) break;
    if (++phases == most_phases) {
      verdict.answer = Answer::undecided;
      verdict.text = fmt::format("links fail or come back in more than {} different cycles", most_phases - 1);
      break;
    }
    Verdict later = decide_at(at, steps, network, budget, whole);
    later.states += verdict.states;
    later.strands = later.strands || verdict.strands;
    if (later.answer != Answer::free) later.text = fmt::format("from cycle {} on, {}", at, later.text);
    verdict = std::move(later);
  }
  if (verdict.answer == Answer::free && verdict.strands) {
    verdict.text += "; packets that can take failed links only are left out";
  }
  return verdict;
}

}  // namespace fsin::deadlock

// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/verdict.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fsin/core/text.hpp"
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

/// Verdict on the network with what has failed in a cycle.
Verdict decide_at(Cycle until, Steps& steps, const Network& network, const Budget& budget, bool whole) {
  const Fold fold(network.topology, network.vcs, !whole && steps.algorithm().keeps_symmetry(),
                  !whole && steps.algorithm().terminals_are_equal(), until);
  const Explored explored = explore(steps, fold, budget, whole);
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

/// Levels of a ladder of virtual channels that suffices for every path, by the construction of the routing; 0 without
/// one. Failures leave packets without a path, which only their states show.
unsigned levels_of_ladder(const routing::Walker& algorithm, const Network& network) {
  const topology::Failures& failures = network.topology.failures;
  return failures.from_the_start() || failures.next_after(0) != never ? 0 : algorithm.whole_ladder();
}

}  // namespace

Verdict decide(const routing::Walker& algorithm, const Network& network, const Budget& budget, bool whole) {
  if (const unsigned levels = whole ? 0 : levels_of_ladder(algorithm, network); levels > 0) {
    Verdict verdict;
    give_order(levels > 1, verdict);
    return verdict;
  }
  Steps steps(algorithm, network.topology, network.vcs);
  Verdict verdict = decide_at(topology::first_cycle, steps, network, budget, whole);
  const topology::Failures& failures = network.topology.failures;
  unsigned phases = 1;
  for (Cycle at = topology::first_cycle; verdict.answer == Answer::free;) {
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

// SPDX-License-Identifier: Apache-2.0
// The project's main correctness test: both engines, random experiments, every packet's entry and delivery cycle.
//
// Of a workload of ranks, both also find the same critical path, which has every cycle of the run once.
//
// The event engine runs one case in a hundred (or in E) once more in 2, 3, 4 or 7 threads, in 2 or 3 processes, and
// killed and continued from its checkpoints many times.
//   fsin-differential [--cases N] [--first K] [--divide-every E] [--arbiter NAME] [--flow-control NAME]
//                     [--congestion-control NAME] [--network NAME] [--link-classes] [--tail-due]
//                     [--long-delays] [--faults] [--reroutes] [--channel-table] [--background] [-v]
// runs cases K .. K+N-1; the first difference stops it with exit code 1. With a NAME every case takes this arbiter,
// this network (networks/networks.hpp), or this flow control if it goes with the network; with --link-classes every
// case has links that differ in speed or delay, with --tail-due their speeds differ and headers wait for their tails,
// with --long-delays some delays are beyond the wheel of the event engine, with --faults links or routers fail in every
// case, with --reroutes the tables of a routing that can follow them also do so (--network rerouting), with
// --channel-table every case is routed by a table of channels, and with --background load takes links beside the
// packets of every case (engine/link_rates.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/engine/design_checks.hpp"
#include "fsin/profile/path_summary.hpp"
#include "tests/engine/differential/local_processes.hpp"
#include "tests/engine/differential/memory_checkpoint.hpp"
#include "tests/engine/differential/networks/networks.hpp"
#include "tests/engine/differential/random_case.hpp"

namespace {

using namespace fsin;
using differential::Demands;
using differential::RandomCase;

struct Seen {
  stats::RunTotals totals;
  std::vector<engine::PacketLog> packets;
  profile::CriticalPath path;  ///< of ranks that came to their end
};

/// Empty where the path has every cycle of the run once, and knows what each was spent on.
std::string fault_of(const profile::CriticalPath& path) {
  Cycle at = 0;
  for (const profile::PathStep& step : path.steps) {
    if (step.first != at + 1 || profile::total(step.cycles) != step.last + 1 - step.first)
      return fmt::format("the critical path has a gap or too many cycles at cycle {}\n", at);
    at = step.last;
  }
  if (!path.known) return {};
  if (at != path.cycles) return fmt::format("the critical path has {} cycles of {}\n", at, path.cycles);
  const Cycle unknown = path.sums()[static_cast<std::size_t>(profile::PathPart::wait)];
  return unknown == 0 ? std::string() : fmt::format("the critical path has {} cycles of unknown waiting\n", unknown);
}

void find_path(const profile::History& history, Seen& seen) {
  if (seen.totals.outcome != stats::Outcome::finished || !seen.totals.failure.empty()) return;
  seen.path = profile::critical_path(history, seen.totals.ranks, seen.totals.cycles,
                                     [](const auto& cause) { return Cycle{cause.hops} + cause.phits - 1; });
}

void sort(std::vector<engine::PacketLog>& packets) {
  std::sort(packets.begin(), packets.end(), [](const auto& a, const auto& b) {
    return std::tie(a.delivered, a.entered, a) < std::tie(b.delivered, b.entered, b);
  });
}

Seen run_one(const RandomCase& c, engine::EngineKind kind, unsigned threads = 1) {
  Seen seen;
  engine::RunPlan plan = c.plan;
  plan.threads = threads;
  engine::Control control;
  control.on_delivery = [&](const engine::PacketLog& packet) { seen.packets.push_back(packet); };
  profile::History history(c.ranks);
  const auto workload = c.make_told ? c.make_told(&history) : c.make_workload();
  seen.totals = run(kind, c.design, c.topology, *workload, plan, control);
  sort(seen.packets);
  if (c.make_told) find_path(history, seen);
  return seen;
}

/// Killed after every so many cycles and continued. A delivery may be seen by several of these runs.
Seen run_with_kills(const RandomCase& c, unsigned threads, std::uint64_t number) {
  Seen seen;
  engine::RunPlan plan = c.plan;
  plan.threads = threads;
  differential::MemoryCheckpoint checkpoint;
  const auto look_every = static_cast<unsigned>(20 + number % 61);
  seen.totals = differential::run_with_kills(
      plan, checkpoint, look_every, static_cast<unsigned>(2 + number % 3),
      [&](const engine::RunPlan& how, engine::Control& control) {
        control.on_delivery = [&](const engine::PacketLog& packet) { seen.packets.push_back(packet); };
        const auto workload = c.make_workload();
        return run(engine::EngineKind::event, c.design, c.topology, *workload, how, control);
      });
  sort(seen.packets);
  seen.packets.erase(std::unique(seen.packets.begin(), seen.packets.end()), seen.packets.end());
  return seen;
}

/// Each process sees the packets that reach its nodes; the totals are known to all.
Seen run_in_processes(const RandomCase& c, unsigned count) {
  std::vector<Seen> seen(count);
  differential::run_processes(count, [&](engine::Processes& process) {
    Seen& mine = seen[process.self()];
    engine::RunPlan plan = c.plan;
    plan.processes = &process;
    engine::Control control;
    control.on_delivery = [&](const engine::PacketLog& packet) { mine.packets.push_back(packet); };
    const auto workload = c.make_workload();
    mine.totals = run(engine::EngineKind::event, c.design, c.topology, *workload, plan, control);
  });
  Seen all = std::move(seen[0]);
  for (std::size_t i = 1; i < count; ++i) {
    all.packets.insert(all.packets.end(), seen[i].packets.begin(), seen[i].packets.end());
  }
  sort(all.packets);
  return all;
}

/// 1: no second run.
unsigned threads_of(std::uint64_t number, std::uint64_t every) {
  constexpr std::array<unsigned, 4> counts{2, 3, 4, 7};
  return number % every == 0 ? counts[number / 100 % counts.size()] : 1;
}

std::string show(const std::vector<engine::PacketLog>& packets, std::size_t i) {
  if (i >= packets.size()) return "no packet";
  const engine::PacketLog& p = packets[i];
  return fmt::format("{} -> {} entered {} delivered {} hops {}", p.source.value, p.destination.value, p.entered,
                     p.delivered, p.hops);
}

/// One number for what every link carried.
std::uint64_t link_mark(const stats::RunTotals& t) {
  std::uint64_t mark = 0;
  for (const stats::LinkLoad& each : t.links) {
    mark = (mark ^ (std::uint64_t{each.from.value} << 40U ^ std::uint64_t{each.port} << 32U ^ each.phits)) *
           0x9e3779b97f4a7c15U;
  }
  return mark;
}

std::string totals_text(const stats::RunTotals& t) {
  return fmt::format(
      "{} after {} cycles, {} delivered in the window, {} entered, {} generated, {} hops, latency {:.6f}, "
      "from generation {:.6f}, injection delay {:.6f}, waiting at sources {}, {} generated and {} delivered in the "
      "second "
      "half, in network {}, fingerprint {:016x}, links {:016x}",
      to_string(t.outcome), t.cycles, t.packets_delivered, t.packets_injected, t.packets_generated, t.packet_hops,
      t.latency.mean(), t.latency_from_generation.mean(), t.injection_delay.mean(), t.source_wait.sum,
      t.second_half.packets_generated, t.second_half.packets_delivered, t.packets_in_network, t.fingerprint,
      link_mark(t));
}

/// Empty when the engines agree.
std::string difference(const Seen& event, const Seen& reference) {
  const std::size_t n = std::max(event.packets.size(), reference.packets.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (i < event.packets.size() && i < reference.packets.size() && event.packets[i] == reference.packets[i]) continue;
    std::string text;
    for (std::size_t j = i < 3 ? 0 : i - 3; j < std::min(n, i + 5); ++j) {
      text += fmt::format("  {:>6} event      {}\n         reference  {}\n", j, show(event.packets, j),
                          show(reference.packets, j));
    }
    return fmt::format("delivery {} differs:\n{}", i, text);
  }
  if (event.path.known && event.path.steps != reference.path.steps) return "the critical paths differ\n";
  if (!(event.totals.series == reference.totals.series)) return "the time series differ\n";
  if (event.totals.ranks != reference.totals.ranks) return "what the ranks did differs\n";
  if (!(event.totals.traffic == reference.totals.traffic)) return "the traffic matrices differ\n";
  if (totals_text(event.totals) == totals_text(reference.totals)) return {};
  return fmt::format("totals differ:\n  event      {}\n  reference  {}\n", totals_text(event.totals),
                     totals_text(reference.totals));
}

struct Options {
  std::uint64_t first = 0;
  std::uint64_t cases = 100;
  std::uint64_t divide_every = 100;
  bool verbose = false;
  differential::Demands demands;
  std::string demanded;  ///< as it was written
};

/// The value that a table has under this name.
template <class Table, class Value>
bool find(const Table& table, std::string_view name, std::optional<Value>& value) {
  for (const auto& row : table) {
    if (row.name == name) value = row.value;
  }
  return value.has_value();
}

/// Whether the option asks for something that there is.
bool demand(std::string_view option, std::string_view name, differential::Demands& demands) {
  if (option == "--network") {
    const auto is_it = [&](const auto& each) { return each.name == name; };
    demands.network = name;
    return std::any_of(differential::networks::draws.begin(), differential::networks::draws.end(), is_it) ||
           std::any_of(differential::networks::demanded_draws.begin(), differential::networks::demanded_draws.end(),
                       is_it);
  }
  if (option == "--congestion-control") {
    std::size_t place = 0;
    router::CongestionControls::for_each([&](const auto& each) {
      if (each.name == name) demands.congestion_control = place;
      ++place;
    });
    return demands.congestion_control.has_value();
  }
  if (option == "--arbiter") return find(router::Arbiters::names, name, demands.arbiter);
  return option == "--flow-control" && find(router::FlowControls::names, name, demands.flow_control);
}

using Flag = std::pair<std::string_view, bool Demands::*>;
constexpr std::array<Flag, 7> flags{{{"--link-classes", &Demands::link_classes},
                                     {"--tail-due", &Demands::tail_due},
                                     {"--long-delays", &Demands::long_delays},
                                     {"--faults", &Demands::faults},
                                     {"--reroutes", &Demands::reroutes},
                                     {"--channel-table", &Demands::channel_table},
                                     {"--background", &Demands::background}}};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "-v") {
      options.verbose = true;
    } else if (const auto flag = std::ranges::find(flags, word, &Flag::first); flag != flags.end()) {
      options.demands.*flag->second = true;
      options.demanded.append(" ").append(word);
    } else if (i + 1 < argc && demand(word, argv[i + 1], options.demands)) {
      options.demanded += fmt::format(" {} {}", word, argv[++i]);
    } else if ((word == "--first" || word == "--cases") && i + 1 < argc) {
      (word == "--first" ? options.first : options.cases) = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--divide-every" && i + 1 < argc) {
      options.divide_every = std::max(1ULL, std::strtoull(argv[++i], nullptr, 10));
    } else {
      fmt::print(stderr,
                 "usage: fsin-differential [--cases N] [--first K] [--divide-every E] [--arbiter NAME] "
                 "[--flow-control NAME] [--congestion-control NAME] [--network NAME] [--link-classes] "
                 "[--tail-due] [--long-delays] [--faults] [--reroutes] [--channel-table] [--background] [-v]\n");
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) return 2;
  std::uint64_t packets = 0;
  std::array<std::uint64_t, 6> outcomes{};
  for (std::uint64_t number = options.first; number < options.first + options.cases; ++number) {
    const RandomCase c = differential::make_case(number, options.demands);
    if (options.verbose) fmt::print("case {}: {}\n", number, differential::describe(c));
    Diagnostics diagnostics;
    engine::check(c.design, diagnostics);
    if (!diagnostics.ok()) {
      fmt::print("case {}: {}\nis not valid: {}", number, differential::describe(c), diagnostics.text());
      return 1;
    }
    const Seen reference = run_one(c, engine::EngineKind::reference);
    const Seen event = run_one(c, engine::EngineKind::event);
    std::string text = difference(event, reference);
    if (text.empty()) text = fault_of(event.path);
    if (const unsigned threads = threads_of(number, options.divide_every); text.empty() && threads > 1) {
      text = difference(run_one(c, engine::EngineKind::event, threads), reference);
      if (!text.empty()) text = fmt::format("with {} threads: {}", threads, text);
      const unsigned processes = 2 + threads % 2;
      const bool divisible = c.make_workload()->divisible() != nullptr;  // several shots, one after the other, are not
      if (text.empty() && divisible && !routing::looks_around(c.design.routing)) {
        text = difference(run_in_processes(c, processes), reference);
        if (!text.empty()) text = fmt::format("in {} processes: {}", processes, text);
      }
      const unsigned crew = number % 2 == 0 ? 1 : threads;
      if (text.empty()) {
        text = difference(run_with_kills(c, crew, number), reference);
        if (!text.empty()) text = fmt::format("killed and continued with {} threads: {}", crew, text);
      }
    }
    if (!text.empty()) {
      fmt::print("case {0}: {1}\n{2}repeat with: fsin-differential --first {0} --cases 1 --divide-every 1 -v{3}\n",
                 number, differential::describe(c), text, options.demanded);
      return 1;
    }
    packets += event.packets.size();
    ++outcomes[static_cast<std::size_t>(event.totals.outcome)];
  }
  fmt::print("{} cases agree on every packet: {} packets; {} finished, {} deadlocks, {} with stranded packets\n",
             options.cases, packets, outcomes[0], outcomes[1], outcomes[5]);
  return 0;
}

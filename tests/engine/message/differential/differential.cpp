// SPDX-License-Identifier: Apache-2.0
// The correctness test of models without routers: random experiments under the fast engine (fsin/engine/message) and
// the reference (fsin/engine/message/reference). They agree on the times of every message and of every rank to the
// cycle, on the outcome, and on who waits for what in a deadlock. Besides, of ranks:
//
//   * What finishes under `ideal` finishes under every model: whether ranks wait for ever does not depend on times,
//     except where a receive takes whichever message comes first.
//   * No run ends before that under `ideal`, and under `ideal` no run ends later where links have twice the bandwidth.
//     Both hold where an earlier message makes nothing later: each rank has a node for itself, waits for given messages
//     only, and its messages leave in the order in which its packets would (RandomRanks::monotone); the first one also
//     needs parameters with which no message is faster than its packets (RandomModel::bounded_by_ideal). The other
//     models have no such law of bandwidth: receivers serve messages in the order of their arrival, and a flow that
//     ends earlier leaves its share to others, who may then be in the way of a third.
//
//   fsin-model-differential [--cases N] [--first K] [--model NAME] [--messages M] [-v]
// runs cases K .. K+N-1, with NAME all under one model; the first difference stops it with exit code 1. With M every
// case has only its first M messages. Of a case that fails, the smallest M with which it does is looked for and told.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "fsin/engine/message/reference/run.hpp"
#include "fsin/engine/message/run_message.hpp"
#include "tests/engine/differential/random_synthetic.hpp"
#include "tests/engine/message/differential/random_model.hpp"
#include "tests/engine/message/differential/random_ranks.hpp"

namespace {

using namespace fsin;
using model_cases::Dice;
using model_cases::RandomModel;
using model_cases::RandomRanks;

struct Options {
  std::uint64_t first = 0;
  std::uint64_t cases = 100;
  std::uint32_t messages = ~std::uint32_t{0};
  std::string_view model;
  bool verbose = false;
};

/// Writes down what ranks do, and the messages.
class Notes final : public workload::Timeline {
 public:
  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override {
    spans[rank].emplace_back(activity, first, last);
  }
  void background(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override {
    behind[rank].emplace_back(activity, first, last);
  }
  void message(const workload::MessageLife& m) override {
    messages.emplace_back(m.source, m.destination, m.tag, m.bytes, m.sent, m.delivered, m.background);
  }

  using Spans = std::map<std::uint32_t, std::vector<std::tuple<workload::Activity, Cycle, Cycle>>>;
  Spans spans, behind;
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint64_t, Cycle, Cycle, bool>> messages;
};

struct Seen {
  stats::RunTotals totals;
  std::vector<engine::PacketLog> packets;
  Notes notes;
};

enum class Which : std::uint8_t { fast, reference };

/// A case: one of `ranks` and `synthetic`.
struct Case {
  RandomModel model;
  RandomRanks ranks;
  differential::RandomCase synthetic;
  bool is_synthetic = false;

  const std::string& load() const { return is_synthetic ? synthetic.workload_text : ranks.text; }
};

Case make_case(std::uint64_t number, const Options& options) {
  Case c;
  c.model = model_cases::random_model(number, options.model);
  Dice dice(number ^ std::uint64_t{1} << 55U);
  c.synthetic.plan.seed = number;
  c.synthetic.design = c.model.design;
  if (!c.model.platform && dice.chance(12)) c.is_synthetic = choose_synthetic(dice, c.model.facts, c.synthetic);
  // Queues of a load that is too much grow without end, and the reference looks through all of them.
  c.synthetic.plan.warmup = std::min<Cycle>(c.synthetic.plan.warmup, 50);
  c.synthetic.plan.cycles = std::min<Cycle>(c.synthetic.plan.cycles, 150);
  if (!c.is_synthetic) c.ranks = model_cases::random_ranks(number, c.model.facts, c.model.platform, options.messages);
  return c;
}

Seen run(const Case& c, const RandomModel& model, Which which) {
  Seen seen;
  engine::RunPlan plan;
  if (c.is_synthetic) plan = c.synthetic.plan;
  engine::Control control;
  control.on_delivery = [&](const engine::PacketLog& packet) { seen.packets.push_back(packet); };
  const engine::Rules rules = make_rules(model.design, model.topology);
  if (!c.is_synthetic && carries_messages(model.design)) {
    const auto ranks = c.ranks.messages(model.facts);
    const auto run = which == Which::fast ? engine::message::run_messages : engine::message::reference::run_messages;
    seen.totals = run(model.design, rules, model.topology, *ranks, &seen.notes, plan, control);
  } else {
    const auto packets = c.is_synthetic ? c.synthetic.make_workload() : c.ranks.packets(model.facts);
    const auto run = which == Which::fast ? engine::message::run_packets : engine::message::reference::run_packets;
    seen.totals = run(model.design, rules, model.topology, *packets, plan, control);
  }
  std::sort(seen.packets.begin(), seen.packets.end(), [](const auto& a, const auto& b) {
    return std::tie(a.delivered, a.entered, a) < std::tie(b.delivered, b.entered, b);
  });
  std::sort(seen.notes.messages.begin(), seen.notes.messages.end());
  return seen;
}

std::string show(const std::vector<engine::PacketLog>& packets, std::size_t i) {
  if (i >= packets.size()) return "nothing";
  const engine::PacketLog& p = packets[i];
  return fmt::format("{} -> {} entered {} delivered {}", p.source.value, p.destination.value, p.entered, p.delivered);
}

std::string totals_text(const stats::RunTotals& t) {
  std::string text = fmt::format(
      "{} after {} cycles, {} entered, {} generated, {} delivered, latency {:.6f}, injection delay {:.6f}, sent {}, "
      "received {}, fingerprint {:016x}{}\n",
      to_string(t.outcome), t.cycles, t.total_packets_injected, t.packets_generated, t.total_packets_delivered,
      t.latency.mean(), t.injection_delay.mean(), t.workload.messages_sent, t.workload.messages_delivered,
      t.fingerprint, t.failure);
  for (const std::string& line : t.diagnosis) text += "    " + line + "\n";
  return text;
}

std::string ranks_text(const std::vector<workload::RankAccount>& a, const std::vector<workload::RankAccount>& b) {
  std::string text;
  for (std::size_t rank = 0; rank < std::max(a.size(), b.size()); ++rank) {
    if (rank < a.size() && rank < b.size() && a[rank] == b[rank]) continue;
    for (const auto* each : {&a, &b}) {
      if (rank >= each->size()) continue;
      const workload::RankAccount& r = (*each)[rank];
      text += fmt::format("  rank {} {}: computes {}, waits {}, for room {}, finished {}\n", rank,
                          each == &a ? "fast     " : "reference", r.compute, r.wait_message, r.wait_room, r.finished);
    }
  }
  return text;
}

/// Empty where both agree.
std::string difference(const Seen& fast, const Seen& reference) {
  const std::size_t n = std::max(fast.packets.size(), reference.packets.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (i < fast.packets.size() && i < reference.packets.size() && fast.packets[i] == reference.packets[i]) continue;
    std::string text = fmt::format("delivery {} differs:\n", i);
    for (std::size_t j = i < 2 ? 0 : i - 2; j < std::min(n, i + 4); ++j)
      text += fmt::format("  fast {}, reference {}\n", show(fast.packets, j), show(reference.packets, j));
    return text;
  }
  if (totals_text(fast.totals) != totals_text(reference.totals)) {
    return fmt::format("totals differ:\n  fast      {}  reference {}", totals_text(fast.totals),
                       totals_text(reference.totals));
  }
  if (fast.totals.ranks != reference.totals.ranks)
    return "ranks differ:\n" + ranks_text(fast.totals.ranks, reference.totals.ranks);
  if (fast.notes.messages != reference.notes.messages) return "messages differ by their ranks, tags or bytes\n";
  for (const auto spans : {&Notes::spans, &Notes::behind}) {
    if (fast.notes.*spans == reference.notes.*spans) continue;
    for (const auto& [rank, told] : reference.notes.*spans) {
      if (const auto found = (fast.notes.*spans).find(rank);
          found == (fast.notes.*spans).end() || found->second != told)
        return fmt::format("activities {}of rank {} differ\n", spans == &Notes::behind ? "behind " : "", rank);
    }
    return "activities of ranks differ\n";
  }
  return {};
}

/// What holds between models.
std::string broken_law(const Case& c, const Seen& seen) {
  using stats::Outcome;
  if (c.is_synthetic || c.ranks.settings.wildcards || !seen.totals.failure.empty()) return {};
  const RandomModel model = under_ideal(c.model, c.model.design.phit_bytes);
  const Seen ideal = run(c, model, Which::fast);
  if (ideal.totals.outcome == Outcome::finished && seen.totals.outcome != Outcome::finished)
    return "it finishes under ideal, and not under its model:\n" + totals_text(seen.totals);
  if (!c.ranks.monotone || ideal.totals.outcome != Outcome::finished) return {};
  if (c.model.bounded_by_ideal && seen.totals.cycles < ideal.totals.cycles)
    return fmt::format("it ends after {} cycles, under ideal after {}\n", seen.totals.cycles, ideal.totals.cycles);
  const Seen wider = run(c, under_ideal(c.model, 2 * c.model.design.phit_bytes), Which::fast);
  if (wider.totals.cycles > ideal.totals.cycles) {
    return fmt::format("under ideal it ends after {} cycles, with links of twice the bandwidth after {}\n",
                       ideal.totals.cycles, wider.totals.cycles);
  }
  return {};
}

struct Sums {
  std::uint64_t deliveries = 0;
  std::array<std::uint64_t, 6> outcomes{};
  std::uint64_t bounded = 0;
};

/// Empty where the case is as it should be.
std::string fault_of(std::uint64_t number, const Options& options, Sums& sums) {
  const Case c = make_case(number, options);
  if (options.verbose) fmt::print("case {}: {}; {}\n", number, c.model.text, c.load());
  const Seen fast = run(c, c.model, Which::fast), reference = run(c, c.model, Which::reference);
  std::string text = difference(fast, reference);
  if (text.empty()) text = broken_law(c, fast);
  sums.deliveries += fast.packets.size();
  ++sums.outcomes[static_cast<std::size_t>(fast.totals.outcome)];
  sums.bounded += c.ranks.monotone && c.model.bounded_by_ideal ? 1 : 0;
  return text.empty() ? text : fmt::format("{}; {}\n{}", c.model.text, c.load(), text);
}

void report_smallest(std::uint64_t number, Options options, std::string fault) {
  options.verbose = false;
  Sums sums;
  std::string limit;
  for (std::uint32_t most = 1; most < std::min(options.messages, 121U); ++most) {
    Options fewer = options;
    fewer.messages = most;
    std::string text = fault_of(number, fewer, sums);
    if (text.empty()) continue;
    fault = text;
    limit = fmt::format(" --messages {}", most);
    break;
  }
  const std::string model = options.model.empty() ? "" : fmt::format(" --model {}", options.model);
  fmt::print("case {}: {}repeat with: fsin-model-differential --first {} --cases 1 -v{}{}\n", number, fault, number,
             model, limit);
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "-v") {
      options.verbose = true;
    } else if (word == "--model" && i + 1 < argc) {
      options.model = argv[++i];
    } else if (word == "--messages" && i + 1 < argc) {
      options.messages = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if ((word == "--first" || word == "--cases") && i + 1 < argc) {
      (word == "--first" ? options.first : options.cases) = std::strtoull(argv[++i], nullptr, 10);
    } else {
      fmt::print(stderr, "usage: fsin-model-differential [--cases N] [--first K] [--model NAME] [--messages M] [-v]\n");
      return false;
    }
  }
  constexpr std::array<std::string_view, 5> models{"ideal", "loggp", "loggps", "piecewise", "flow"};
  if (options.model.empty() || std::find(models.begin(), models.end(), options.model) != models.end()) return true;
  fmt::print(stderr, "{} is no model: ideal, loggp, loggps, piecewise, flow\n", options.model);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) return 2;
  Sums sums;
  for (std::uint64_t number = options.first; number < options.first + options.cases; ++number) {
    const std::string fault = fault_of(number, options, sums);
    if (fault.empty()) continue;
    report_smallest(number, options, fault);
    return 1;
  }
  fmt::print(
      "{} cases agree on every message: {} deliveries; {} finished, {} deadlocks; {} compared with their bound\n",
      options.cases, sums.deliveries, sums.outcomes[0], sums.outcomes[1], sums.bounded);
  return 0;
}

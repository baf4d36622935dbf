// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/bursts/straggler_params.hpp"

#include <fmt/core.h>

#include <cmath>

#include "fsin/config/entry.hpp"
#include "trgen/replay/bursts/number_set.hpp"

namespace trgen::replay {
namespace {

using fsin::Diagnostics;
using fsin::Mark;
using fsin::workload::NetworkFacts;

/// One entry of `slow` as it is written.
struct SlowEntry {
  double factor = 1;
  std::optional<std::string> ranks;
  std::optional<std::string> nodes;
  fsin::Delay from;
  std::optional<fsin::Delay> to;

  template <class F>
  void fields(F& f) {
    f("factor", factor, "how many times as long a CPU burst takes").range(1e-3, 1e6).required();
    f("ranks", ranks, "these ranks: \"3\", \"0-3, 8\"");
    f("nodes", nodes, "ranks on these nodes");
    f("from", from, "time of the run from which the factor holds, or a cycle");
    f("to", to, "time of the run at which it ceases to hold, or a cycle");
  }
};

std::uint64_t in_millionths(double value) { return static_cast<std::uint64_t>(std::llround(value * 1e6)); }

std::uint64_t cycles_of(fsin::Delay delay, const NetworkFacts& facts) {
  return fsin::LinkClock{facts.bit_rate, std::uint64_t{8} * facts.phit_bytes, 1}.cycles(delay);
}

class SlowReader {
 public:
  SlowReader(std::span<const std::uint32_t> node_of_rank, const NetworkFacts& facts, Diagnostics& diagnostics,
             const Mark& mark)
      : node_of_rank_(node_of_rank),
        facts_(facts),
        diagnostics_(diagnostics),
        mark_(mark),
        by_rank_(node_of_rank.size()) {}

  void read(const fsin::config::YamlText& text, std::size_t number) {
    Diagnostics found;
    SlowEntry entry;
    fsin::config::read_entry(text, mark_, entry, found);
    const std::string where = fmt::format("slow, entry {}: ", number);
    fsin::config::pass_on(found, mark_, where, diagnostics_);
    if (found.error_count() == 0) apply(entry, where);
  }
  std::vector<std::vector<Slow>> by_rank() { return std::move(by_rank_); }

 private:
  void apply(const SlowEntry& entry, const std::string& where) {
    const auto ranks = set_of(entry.ranks, static_cast<std::uint32_t>(node_of_rank_.size()), "rank", where);
    const auto nodes = set_of(entry.nodes, facts_.nodes, "node", where);
    Slow slow{in_millionths(entry.factor), cycles_of(entry.from, facts_), fsin::never};
    if (entry.to) slow.to = cycles_of(*entry.to, facts_);
    if (slow.to <= slow.from) {
      diagnostics_.error(mark_, where + "it ends before it begins; make `to` later than `from`");
      return;
    }
    for (std::uint32_t rank = 0; rank < node_of_rank_.size(); ++rank) {
      if (ranks && !ranks->contains(rank)) continue;
      if (nodes && !nodes->contains(node_of_rank_[rank])) continue;
      by_rank_[rank].push_back(slow);
    }
  }
  std::optional<NumberSet> set_of(const std::optional<std::string>& text, std::uint32_t size, std::string_view noun,
                                  const std::string& where) {
    if (!text) return std::nullopt;
    std::string error;
    auto set = parse_number_set(*text, size, noun, error);
    if (!set) diagnostics_.error(mark_, where + error);
    return set;
  }

  std::span<const std::uint32_t> node_of_rank_;
  const NetworkFacts& facts_;
  Diagnostics& diagnostics_;
  Mark mark_;
  std::vector<std::vector<Slow>> by_rank_;
};

}  // namespace

Stretch stretch_of(const StragglerParams& params, std::span<const std::uint32_t> node_of_rank,
                   const NetworkFacts& facts, std::uint64_t seed, Diagnostics& diagnostics,
                   const std::function<Mark(std::string_view key)>& mark_of) {
  SlowReader slow(node_of_rank, facts, diagnostics, mark_of("cpu.slow"));
  for (std::size_t i = 0; i < params.slow.size(); ++i) slow.read(params.slow[i], i + 1);
  Noise noise;
  Detours detours;
  if (const auto* uniform = std::get_if<UniformNoise>(&params.noise)) {
    noise = {Noise::Kind::uniform, in_millionths(uniform->amount)};
  } else if (const auto* exponential = std::get_if<ExponentialNoise>(&params.noise)) {
    noise = {Noise::Kind::exponential, in_millionths(exponential->mean)};
  } else if (const auto* each = std::get_if<DetourNoise>(&params.noise)) {
    detours = {cycles_of(each->every, facts), cycles_of(each->lasts, facts)};
    if (detours.every == 0 || detours.lasts >= detours.every) {
      diagnostics.error(mark_of("cpu.noise.lasts"),
                        "a detour lasts as long as its period or longer, so that no burst would end; make `lasts` "
                        "shorter than `every`");
    }
  }
  if (params.slow.empty()) return {{}, noise, detours, seed};
  return {slow.by_rank(), noise, detours, seed};
}

}  // namespace trgen::replay

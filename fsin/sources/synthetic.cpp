// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/synthetic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/rng.hpp"
#include "fsin/sources/source.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/uniform.hpp"

namespace fsin::sources {
namespace {

using trgen::synth::SyntheticParams;

class SyntheticSource final : public Source, public LoadSource {
 public:
  SyntheticSource(SyntheticParams params, workload::NetworkFacts facts, std::optional<double> offered)
      : params_(std::move(params)), facts_(std::move(facts)), offered_(offered) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* /*timeline*/) const override {
    if (original != nullptr) return trgen::synth::make_original_synthetic(params_, facts_, seed, *original);
    return trgen::synth::make_synthetic(params_, facts_, seed);
  }

  Demand demand(std::uint64_t seed, unsigned /*threads*/) const override {
    constexpr std::uint32_t most_trips = 4096;
    const auto pattern = trgen::synth::make_pattern(params_.pattern, facts_, seed);
    Demand demand;
    if (offered_) {
      demand.load = params_.load;
      demand.senders = *offered_ / params_.load * facts_.nodes;
    } else {
      demand.packets_in_row = trgen::synth::packets_in_row(params_, facts_, seed);
      for (std::uint32_t node = 0; node < facts_.nodes; ++node) demand.senders += pattern->silent(node) ? 0 : 1;
    }
    demand.bytes = trgen::synth::bytes_of_synthetic(params_, facts_, seed);
    if (is_uniform()) return demand;
    const StreamKey stream{seed, Purpose::arrival};
    const std::uint32_t step = facts_.nodes / most_trips + 1;
    for (std::uint32_t node = 0; node < facts_.nodes; node += step) {
      const PhiloxWords words = philox(stream, 0, node);
      if (!pattern->silent(node)) demand.trips.push_back({node, pattern->destination(node, {0, words[2], words[3]})});
    }
    return demand;
  }

  std::string summary() const override {
    if (offered_) return fmt::format("load          {} phits/node/cycle offered\n", number_text(*offered_));
    return fmt::format("loop          {}: nodes send as soon as they may\n", params_.loop.name());
  }

  PatternShares shares(std::uint64_t seed) const override {
    if (!params_.parts.empty() || !params_.phases.empty())
      return {{}, "packets of several patterns or phases have no load of their own", std::nullopt};
    if (!params_.has_load()) return {{}, "nodes of a closed loop or a shot send as soon as they may", std::nullopt};
    PatternShares shares{std::string(params_.pattern.name()), {}, std::nullopt};
    shares.demand = demand_of(params_, facts_, seed, shares.left_out);
    return shares;
  }

  const LoadSource* load_source() const override { return this; }

  std::optional<double> offered() const override { return offered_; }

  SourcePointer with_load(double load) const override {
    const double times = load / trgen::synth::mean_load(params_);
    return std::make_shared<SyntheticSource>(trgen::synth::scaled(params_, times), facts_, *offered_ * times);
  }

  LoadRange loads_within(LoadRange range) const override {
    const double own = std::clamp(trgen::synth::mean_load(params_), range.least, range.most);
    if (!can_have(own)) return {.least = 1, .most = 0};
    return {last_possible(own, range.least), last_possible(own, range.most)};
  }

  bool stalls(bool original) const override { return original || params_.source == trgen::synth::SourceModel::stall; }

  Judging judging(std::uint64_t seed) const override {
    const std::string_view not_judged =
        trgen::synth::Loops::visit([](const auto& loop) { return loop.not_judged; }, params_.loop);
    if (!not_judged.empty()) return std::string(not_judged);
    return JudgedLoad{params_.is_memoryless(), trgen::synth::load_in_time(params_, facts_, seed),
                      trgen::synth::dispersion(params_, facts_, seed)};
  }

  bool is_uniform() const override {
    return params_.parts.empty() && params_.phases.empty() && params_.pattern.is<trgen::synth::UniformParams>();
  }

 private:
  bool can_have(double load) const {
    Diagnostics found;
    return trgen::synth::check_synthetic(trgen::synth::scaled(params_, load / trgen::synth::mean_load(params_)), facts_,
                                         false, found, [](std::string_view) { return Mark(); });
  }
  /// The load nearest to `to` that can be had, between it and `from`, which can.
  double last_possible(double from, double to) const {
    constexpr unsigned halvings = 24;
    if (can_have(to)) return to;
    for (unsigned i = 0; i < halvings; ++i) {
      const double middle = (from + to) / 2;
      (can_have(middle) ? from : to) = middle;
    }
    return from;
  }

  SyntheticParams params_;
  workload::NetworkFacts facts_;
  std::optional<double> offered_;
};

}  // namespace

SourcePointer open_source(const SyntheticParams& params, const Opening& opening) {
  if (!trgen::synth::check_synthetic(params, opening.facts, opening.original, opening.diagnostics, opening.mark_of))
    return nullptr;
  return std::make_shared<SyntheticSource>(params, opening.facts,
                                           trgen::synth::offered_load(params, opening.facts, opening.seed));
}

}  // namespace fsin::sources

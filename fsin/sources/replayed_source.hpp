// SPDX-License-Identifier: Apache-2.0
// The part that all sources of ranks share: their operations are replayed (trgen/replay/replay.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "fsin/sources/source.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/operations.hpp"
#include "trgen/replay/sample.hpp"

namespace fsin::sources {

/// Tells of costs of messages within a node where no node has two ranks.
void tell_unshared_nodes(std::span<const std::uint32_t> node_of_rank, const trgen::replay::MpiParams& mpi,
                         const Opening& opening);

class ReplayedSource : public Source, public RankSource {
 public:
  explicit ReplayedSource(workload::NetworkFacts facts) : facts_(std::move(facts)) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline) const override;
  Demand demand(std::uint64_t seed, unsigned threads) const override;
  const RankSource* rank_source() const override { return this; }
  workload::RankNames rank_names() const override;
  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const override;
  Judging judging(std::uint64_t /*seed*/) const override {
    return std::string("ranks run to their end and send when they get to it: no load is offered in time");
  }

 protected:
  const workload::NetworkFacts& facts() const { return facts_; }

  /// The settings of the run with this seed. They were resolved once when the source was opened; only a placement file
  /// that has changed since can make this fail, with record::TraceError.
  trgen::replay::ReplaySettings settings_of(std::uint64_t seed) const;

 private:
  /// Empty after an error, which is in `diagnostics`.
  virtual std::optional<trgen::replay::ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics) const = 0;
  virtual trgen::replay::MakeReader operations(const trgen::replay::ReplaySettings& settings) const = 0;
  /// `bytes` becomes the memory of the ranks and of their readers.
  virtual trgen::replay::Sample sample(const trgen::replay::ReplaySettings& settings, std::uint64_t seed,
                                       unsigned threads, double& bytes) const = 0;

  workload::NetworkFacts facts_;
};

}  // namespace fsin::sources

// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/packets.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::sources {
namespace {

using trgen::synth::PacketFacts;
using trgen::synth::PacketsParams;

class PacketSource final : public Source {
 public:
  PacketSource(PacketsParams params, workload::NetworkFacts facts)
      : params_(std::move(params)), facts_(std::move(facts)) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t /*seed*/, OriginalRandom* /*original*/,
                                           workload::Timeline* /*timeline*/) const override {
    return trgen::synth::make_packets(params_, facts_);
  }

  Demand demand(std::uint64_t /*seed*/, unsigned threads) const override {
    const PacketFacts& survey = params_.survey(facts_);
    Demand demand;
    demand.bytes = trgen::synth::bytes_of_packets(facts_.nodes, threads);
    demand.senders = static_cast<double>(survey.sources);
    demand.packets_in_row = static_cast<double>(survey.packets) / demand.senders;
    for (const trgen::synth::PacketRow& row : survey.sample) demand.trips.push_back({row.source, row.destination});
    return demand;
  }

  std::string summary() const override {
    const PacketFacts& survey = params_.survey(facts_);
    return fmt::format("packets       {}: {} lines, {} packets of {} nodes, the last in cycle {}, {}\n",
                       params_.file.filename().string(), grouped_text(survey.rows), grouped_text(survey.packets),
                       grouped_text(survey.sources), grouped_text(survey.last), survey.digest);
  }

  Judging judging(std::uint64_t /*seed*/) const override {
    return std::string("a file of packets has an end: no load is offered in time");
  }

  std::vector<File> files() const override { return {{params_.file, params_.survey(facts_).digest, 0, 0, {}}}; }

 private:
  PacketsParams params_;
  workload::NetworkFacts facts_;
};

}  // namespace

SourcePointer open_source(const PacketsParams& params, const Opening& opening) {
  if (!trgen::synth::check_packets(params, opening.facts, opening.diagnostics, opening.mark_of)) return nullptr;
  return std::make_shared<PacketSource>(params, opening.facts);
}

}  // namespace fsin::sources

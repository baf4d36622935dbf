// SPDX-License-Identifier: Apache-2.0
// What a workload will ask of memory and of the network (Demand).
#include "fsin/core/rng.hpp"
#include "fsin/run/sources/workload_factory.hpp"
#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_processes.hpp"

namespace fsin::run::sources {

using trgen::replay::ReplaySettings;
using trgen::replay::TraceParams;
using trgen::synth::PacketsParams;
using trgen::synth::SyntheticParams;

Demand WorkloadFactory::synthetic_demand(const SyntheticParams& params, std::uint64_t seed) const {
  constexpr std::uint32_t most_trips = 4096;
  const auto pattern = std::visit([&](const auto& p) { return p.make(facts_, seed); }, params.pattern);
  Demand demand;
  if (offered_) {
    demand.load = params.load;
    demand.senders = *offered_ / params.load * facts_.nodes;
  } else {
    demand.packets_in_row = trgen::synth::packets_in_row(params, facts_, seed);
    for (std::uint32_t node = 0; node < facts_.nodes; ++node) demand.senders += pattern->silent(node) ? 0 : 1;
  }
  demand.bytes = trgen::synth::bytes_of_synthetic(params, facts_, seed);
  if (is_uniform()) return demand;
  const StreamKey stream{seed, Purpose::arrival};
  const std::uint32_t step = facts_.nodes / most_trips + 1;
  for (std::uint32_t node = 0; node < facts_.nodes; node += step) {
    const PhiloxWords words = philox(stream, 0, node);
    if (!pattern->silent(node)) demand.trips.push_back({node, pattern->destination(node, {0, words[2], words[3]})});
  }
  return demand;
}

Demand WorkloadFactory::packets_demand(const PacketsParams& params, unsigned threads) const {
  const trgen::synth::PacketFacts& survey = params.survey(facts_);
  Demand demand;
  demand.bytes = trgen::synth::bytes_of_packets(facts_.nodes, threads);
  demand.senders = static_cast<double>(survey.sources);
  demand.packets_in_row = static_cast<double>(survey.packets) / demand.senders;
  for (const trgen::synth::PacketRow& row : survey.sample) demand.trips.push_back({row.source, row.destination});
  return demand;
}

Demand WorkloadFactory::demand(std::uint64_t seed, unsigned threads) const {
  if (const auto* params = std::get_if<SyntheticParams>(&params_)) return synthetic_demand(*params, seed);
  if (const auto* params = std::get_if<PacketsParams>(&params_)) return packets_demand(*params, threads);
  Demand demand;
  trgen::replay::TraceSample sample;
  if (jobs_) {
    sample = jobs_->sample(facts_, seed, threads, demand.bytes);
    demand.senders = sample.senders * jobs_->ranks();
  } else if (program_) {
    const trgen::replay::ProcessSettings how = process_settings(seed);
    sample = trgen::replay::sample_program(program_, choice_, how, facts_);
    demand.bytes = trgen::replay::processes_bytes(*program_, how, facts_, sample, threads);
    demand.senders = sample.senders * program_->ranks();
  } else {
    const ReplaySettings how = settings(seed);
    sample = trgen::replay::sample_trace(trace_, how, facts_);
    const auto& trace = std::get<TraceParams>(params_);
    demand.bytes = needs_processes(trace, how)
                       ? trgen::replay::trace_processes_bytes(*trace_, trace_processes(trace, how, facts_), facts_,
                                                              sample, threads)
                       : trgen::replay::replay_bytes(*trace_, how, facts_, sample, threads);
    demand.senders = sample.senders * trace_->ranks();
  }
  demand.packets_in_row = sample.packets_in_row;
  demand.trips = std::move(sample.trips);
  return demand;
}

}  // namespace fsin::run::sources

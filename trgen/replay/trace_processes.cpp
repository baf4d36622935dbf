// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/trace_processes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/processes/trace_reader.hpp"
#include "trgen/replay/processes/trace_requests.hpp"

namespace trgen::replay {

bool share_nodes(std::span<const std::uint32_t> node_of_rank) {
  if (node_of_rank.empty()) return false;
  std::vector<bool> taken(std::size_t{*std::max_element(node_of_rank.begin(), node_of_rank.end())} + 1);
  for (const std::uint32_t node : node_of_rank) {
    if (taken[node]) return true;
    taken[node] = true;
  }
  return false;
}

bool needs_processes(const TraceParams& params, const ReplaySettings& settings) {
  return params.mpi.any() || params.any_source == AnySourceRule::wildcard || !settings.stretch.none() ||
         share_nodes(settings.node_of_rank);
}

ProcessSettings trace_processes(const TraceParams& params, const ReplaySettings& settings,
                                const fsin::workload::NetworkFacts& facts) {
  ProcessSettings processes = as_processes(settings, params.mpi, false, facts);  // what does not ask leaves at once
  processes.wildcards = params.any_source == AnySourceRule::wildcard;
  return processes;
}

MakeReader trace_readers(std::shared_ptr<const record::TraceSource> source, bool wildcards, std::uint64_t eager) {
  const AnySource any_source = wildcards ? AnySource::open(*source) : AnySource();
  return [source = std::move(source), any_source, eager]() -> std::unique_ptr<OperationReader> {
    if (eager == CallCosts().eager) return std::make_unique<TraceReader>(source, any_source);
    return std::make_unique<TraceRequests>(source, any_source, eager);
  };
}

std::unique_ptr<fsin::workload::MessageWorkload> make_trace_processes(std::shared_ptr<const record::TraceSource> source,
                                                                      const ProcessSettings& settings,
                                                                      const fsin::workload::NetworkFacts& facts) {
  return make_process_replay(trace_readers(std::move(source), settings.wildcards, settings.costs.longest_unasked()),
                             settings, facts);
}

double trace_processes_bytes(const record::TraceSource& source, const ProcessSettings& settings,
                             const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads) {
  const std::uint64_t own = (source.ranks() + threads - 1) / threads;
  const bool ahead = settings.costs.longest_unasked() != CallCosts().eager;
  const double of_rank = static_cast<double>(ahead ? TraceRequests::bytes_per_rank() : TraceReader::bytes_per_rank());
  const double reader = of_rank * source.ranks() + static_cast<double>(source.cursor_bytes(own));
  return ranks_bytes(settings, facts, sample) + threads * reader;
}

}  // namespace trgen::replay

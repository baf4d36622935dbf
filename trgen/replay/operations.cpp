// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/operations.hpp"

#include <algorithm>
#include <utility>

#include "trgen/replay/readers/program_reader.hpp"
#include "trgen/replay/readers/trace_reader.hpp"
#include "trgen/replay/readers/trace_requests.hpp"

namespace trgen::replay {

MakeReader operations_of(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings) {
  const AnySource any_source = settings.wildcards ? AnySource::open(*source) : AnySource();
  if (!settings.costs.ask())
    return [source = std::move(source), any_source] { return std::make_unique<TraceReader>(source, any_source); };
  return [source = std::move(source), any_source, unasked = settings.costs.longest_unasked()] {
    return std::make_unique<TraceRequests>(source, any_source, unasked);
  };
}

MakeReader operations_of(std::shared_ptr<const programs::Program> program,
                         const programs::collectives::Choice& choice) {
  return [program = std::move(program), choice] { return std::make_unique<ProgramReader>(program, choice); };
}

double reader_bytes(const record::TraceSource& source, const ReplaySettings& settings, unsigned threads) {
  const std::uint64_t own = (source.ranks() + threads - 1) / threads;
  const std::size_t of_rank = settings.costs.ask() ? TraceRequests::bytes_per_rank() : TraceReader::bytes_per_rank();
  return threads * (static_cast<double>(of_rank) * source.ranks() + static_cast<double>(source.cursor_bytes(own)));
}

double reader_bytes(const programs::Program& program, unsigned threads) {
  // A rank keeps the operations of its longest step. Ranks here and there stand for the others.
  constexpr std::uint32_t most_ranks = 256;
  constexpr std::uint64_t most_steps = 64;
  const std::uint32_t apart = (program.ranks() + most_ranks - 1) / most_ranks;
  double kept = 0, looked_at = 0;
  programs::Operations operations;
  for (std::uint32_t rank = 0; rank < program.ranks(); rank += apart) {
    std::size_t most = 0;
    for (std::uint64_t number = 0; number < std::min(program.steps(rank), most_steps); ++number) {
      operations.clear();
      program.step(rank, number, operations);
      most = std::max(most, operations.size());
    }
    kept += static_cast<double>(most);
    ++looked_at;
  }
  constexpr double position = 64;  // of a rank, in every thread
  return program.ranks() * (kept / looked_at * 1.5 * sizeof(programs::Operation) + threads * position);
}

}  // namespace trgen::replay

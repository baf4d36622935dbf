// SPDX-License-Identifier: Apache-2.0
// `workload: {type: trace, file: cg.W.64.txt.zst, order: causal}`: the parameters of a trace as workload, and the part
// of the trace that is replayed.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/config/input_key.hpp"
#include "trgen/programs/collectives/choice_params.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/replay_params.hpp"

namespace trgen::replay {

/// What to do with a trace whose replay would leave out so much that the result means nothing.
enum class LeftOutRule : std::uint8_t { refuse, accept };

inline constexpr std::array left_out_names{
    NameOf<LeftOutRule>{LeftOutRule::refuse, "refuse",
                        "refuse the trace if no message is left to replay, or if ranks end before their program did"},
    NameOf<LeftOutRule>{LeftOutRule::accept, "accept", "replay the rest of the trace"}};

/// Where a receive from any source takes its message from.
enum class AnySourceRule : std::uint8_t { recorded, wildcard };

inline constexpr std::array any_source_names{
    NameOf<AnySourceRule>{AnySourceRule::recorded, "recorded", "from the source that was recorded"},
    NameOf<AnySourceRule>{AnySourceRule::wildcard, "wildcard",
                          "from the source whose message comes first; the result says where that was another one than "
                          "the recorded one"}};

struct RegionParams {
  std::optional<std::string> from;
  std::optional<std::string> to;

  template <class F>
  void fields(F& f) {
    f("from", from,
      "where each rank begins: \"record 1000\", \"2.5 s\" on its clock, or \"marker NAME 3\", the third time that it "
      "enters the state NAME (default: its first record)");
    f("to", to, "where each rank ends, this place excluded; written like from (default: its last record)");
  }
};

struct TraceParams : ReplayParams {
  static constexpr std::string_view name = "trace";
  static constexpr std::string_view doc = "messages of a recorded MPI program";
  static constexpr std::string_view cite =
      "J. Miguel-Alonso, J. Navaridas, F. J. Ridruejo, Interconnection network simulation using traces of MPI "
      "applications, Int. J. Parallel Programming 37, 2009";

  fsin::InputPath file;
  AnySourceRule any_source = AnySourceRule::recorded;
  LeftOutRule left_out = LeftOutRule::refuse;
  programs::collectives::ExpansionParams collectives;
  RegionParams region;
  MpiParams mpi;

  template <class F>
  void fields(F& f) {
    f("file", file, "trace file or folder, in any format that fsin list trace-format shows").required();
    order_fields(f);
    f("any_source", any_source, "where receives from any source, of MPI_ANY_SOURCE, take their messages from")
        .names(any_source_names);
    f("left_out", left_out,
      "what to do with a trace whose replay would leave out so much that the result means nothing")
        .names(left_out_names);
    f.group("collectives", collectives,
            "algorithms that give collectives the messages that a regular trace does not have");
    cpu_fields(f);
    f.group("region", region,
            "the part of the trace that is replayed, its collectives expanded; a message with one end outside is left "
            "out");
    f.group("mpi", mpi, "what calls of MPI and messages within a node cost, beside the network");
    placement_fields(f);
  }
};

inline constexpr Replayed replayed_trace{"trace", "file"};

/// The trace with the messages of its collectives, if the parameters ask for them, for which it is read through twice.
/// Null after an error, which is in `diagnostics`. Throws record::TraceError when the trace cannot be read.
std::shared_ptr<const record::TraceSource> expanded_of(const programs::collectives::ExpansionParams& params,
                                                       std::shared_ptr<const record::TraceSource> source,
                                                       fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The part of the trace that is replayed: the whole trace, or a region, for which the trace is read through once. Null
/// after an error, which is in `diagnostics`. Throws record::TraceError when the trace cannot be read.
std::shared_ptr<const record::TraceSource> region_of(const RegionParams& params,
                                                     std::shared_ptr<const record::TraceSource> source,
                                                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The settings for one run; empty after an error, which is in `diagnostics`.
std::optional<ReplaySettings> resolve_trace(const TraceParams& params, const Counted& counted,
                                            const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                            fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// What resolve_trace() has to know of a trace; `taken`: see Site.
Counted counted_of(const std::shared_ptr<const record::TraceSource>& trace, std::span<const std::uint8_t> taken = {});

}  // namespace trgen::replay

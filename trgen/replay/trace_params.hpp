// SPDX-License-Identifier: Apache-2.0
// `workload: {type: trace, file: cg.W.64.txt.zst, order: causal}`: its parameters, their check against trace and
// network, and the workload.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "trgen/replay/replay.hpp"

namespace trgen::replay {

template <class E>
struct NameOf {
  E value;
  std::string_view name;
  std::string_view doc;
};

inline constexpr std::array order_names{
    NameOf<Order>{Order::causal, "causal", "each rank follows its records: a receive waits for its message"},
    NameOf<Order>{Order::asap, "asap",
                  "every rank sends as fast as the network accepts packets; receives are ignored"}};

inline constexpr std::array match_names{
    NameOf<Match>{
        Match::packets, "packets",
        "counts packets: messages with equal source, tag, communicator and number of packets are not told apart"},
    NameOf<Match>{Match::messages, "messages",
                  "a receive takes a whole message with its source, tag, communicator and bytes"}};

/// What to do with a trace whose replay would leave out so much that the result means nothing.
enum class LeftOutRule : std::uint8_t { refuse, accept };

inline constexpr std::array left_out_names{
    NameOf<LeftOutRule>{LeftOutRule::refuse, "refuse",
                        "refuse the trace if no message is left to replay, or if ranks end before their program did"},
    NameOf<LeftOutRule>{LeftOutRule::accept, "accept", "replay the rest of the trace"}};

struct ConsecutiveParams {
  static constexpr std::string_view name = "consecutive";
  static constexpr std::string_view doc = "rank i on node i";
};

struct RandomPlacementParams {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "every rank on a node of its own, drawn from the seed";
};

struct FilePlacementParams {
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc = "the nodes that a file names";
  std::filesystem::path file;

  template <class F>
  void fields(F& f) {
    f("file", file, "text with one node number a line, for rank 0, 1, ...; # starts a comment").required();
  }
};

using Placement = std::variant<ConsecutiveParams, RandomPlacementParams, FilePlacementParams>;

struct CpuParams {
  std::optional<double> scale;
  fsin::Nanoseconds clock_cost{0};
  std::optional<std::string> rate;

  template <class F>
  void fields(F& f) {
    f("scale", scale, "replay CPU bursts, multiplied by this factor (default: no CPU bursts)").range(1e-6, 1e5);
    f("clock_cost", clock_cost, "time taken off each recorded CPU burst: the cost of reading the clock")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{1e9});
    f("rate", rate,
      "speed of a node, for a trace that records work instead of times: \"10 Gf/s\" for flops, \"2 Gips\" for "
      "instructions");
  }
};

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

struct TraceParams {
  static constexpr std::string_view name = "trace";
  static constexpr std::string_view doc = "messages of a recorded MPI program";
  static constexpr std::string_view cite =
      "J. Miguel-Alonso, J. Navaridas, F. J. Ridruejo, Interconnection network simulation using traces of MPI "
      "applications, Int. J. Parallel Programming 37, 2009";

  std::filesystem::path file;
  Order order = Order::causal;
  Match match = Match::packets;
  LeftOutRule left_out = LeftOutRule::refuse;
  CpuParams cpu;
  RegionParams region;
  Placement placement;

  template <class F>
  void fields(F& f) {
    f("file", file, "trace file or folder, in any format that fsin list trace-format shows").required();
    f("order", order, "whether ranks wait for their messages").names(order_names);
    f("match", match, "which messages satisfy a receive").names(match_names);
    f("left_out", left_out,
      "what to do with a trace whose replay would leave out so much that the result means nothing")
        .names(left_out_names);
    f.group("cpu", cpu, "CPU bursts: the time that ranks compute between their MPI calls");
    f.group("region", region, "the part of the trace that is replayed; a message with one end outside is left out");
    f.choice("placement", placement, "which node each rank runs on");
  }
};

/// Where a key of the parameters ("file", "cpu.scale", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// The part of the trace that is replayed: the trace itself, or a region of it, for which it is read through. Nothing
/// after an error, which is in `diagnostics`. Throws record::TraceError when the trace cannot be read.
std::shared_ptr<const record::TraceSource> region_of(const RegionParams& params,
                                                     std::shared_ptr<const record::TraceSource> source,
                                                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The settings for one run, or nothing after an error, which is in `diagnostics`.
std::optional<ReplaySettings> resolve_replay(const TraceParams& params, const record::TraceSource& source,
                                             const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                             fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

}  // namespace trgen::replay

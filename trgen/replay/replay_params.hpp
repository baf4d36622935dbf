// SPDX-License-Identifier: Apache-2.0
// The keys common to all that is replayed, a trace (trace_params.hpp) or a program (program_params.hpp), and their
// check against network and records.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/bursts/straggler_params.hpp"
#include "trgen/replay/placements/any_placement.hpp"
#include "trgen/replay/ranks/settings.hpp"

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

struct CpuParams : StragglerParams {
  std::optional<double> scale;
  fsin::Nanoseconds clock_cost{0};
  std::optional<std::string> rate;

  template <class F>
  void fields(F& f) {
    f("scale", scale, "replay CPU bursts, multiplied by this factor (default: 1 with a rate, else no CPU bursts)")
        .range(1e-6, 1e5);
    f("clock_cost", clock_cost, "time taken off each recorded CPU burst: the cost of reading the clock")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{1e9});
    f("rate", rate,
      "speed of a node, for a trace that records work instead of times: \"10 Gf/s\" for flops, \"2 Gips\" for "
      "instructions");
    StragglerParams::fields(f);
  }
  /// Who gives a rate wants amounts of work to take time.
  bool bursts() const { return scale || rate; }
};

struct ReplayParams {
  Order order = Order::causal;
  Match match = Match::packets;
  CpuParams cpu;
  Placement placement;

  template <class F>
  void order_fields(F& f) {
    f("order", order, "order of a replay: with or without waiting for messages").names(order_names);
    f("match", match, "rule for the messages that satisfy a receive").names(match_names);
  }
  template <class F>
  void cpu_fields(F& f) {
    f.group("cpu", cpu, "CPU bursts: the time that ranks compute between their MPI calls");
  }
  template <class F>
  void placement_fields(F& f) {
    f.choice("placement", placement, "placement of ranks on nodes");
  }
};

/// The place where a key of the parameters ("order", "cpu.scale", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// Words for messages: what is replayed, and the key that sets its number of ranks.
struct Replayed {
  std::string_view noun;
  std::string_view key;
};

/// Whether every rank can have a place; if not, an error is added to `diagnostics`.
bool ranks_fit(const Replayed& what, std::uint32_t ranks, std::uint32_t nodes, std::uint32_t per_node,
               fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// What settings are resolved for.
struct Counted {
  std::uint32_t ranks = 0;
  std::string clock;                      ///< by which they count (record::TraceNotes::clock)
  std::function<Affinity()> affinity{};   ///< Site::affinity
  std::span<const std::uint8_t> taken{};  ///< Site::taken
};

/// The settings for one run; empty after an error, which is in `diagnostics`.
std::optional<ReplaySettings> resolve_replay(const ReplayParams& written, const Replayed& what, const Counted& counted,
                                             const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                             fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

}  // namespace trgen::replay

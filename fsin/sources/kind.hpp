// SPDX-License-Identifier: Apache-2.0
// The part of the contract (source.hpp) that the header of a kind of workload needs: the setting in which a source is
// opened, and traits of a kind, to be specialised where they are not as usual.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/record/omissions.hpp"
#include "trgen/replay/schedules/schedule_settings.hpp"

namespace fsin::sources {

class Source;
class TracePool;
using SourcePointer = std::shared_ptr<const Source>;

/// The setting in which a source is opened, and the place where its mistakes go.
struct Opening {
  const workload::NetworkFacts& facts;
  std::uint64_t seed = 1;      ///< of the first run
  bool original = false;       ///< runs will draw from the original simulator's generator
  bool has_routers = true;     ///< network.model is routers
  bool moves_packets = true;   ///< the network moves packets, not whole messages
  bool has_own_ports = false;  ///< of the network only ports of nodes count: any node can be one
  std::optional<trgen::replay::PortTimes> port_times{};  ///< of network.model: loggps
  std::optional<Mark> samples_rounds{};  ///< where measure.sample asks for the first rounds of a main loop alone
  TracePool& traces;
  Diagnostics& diagnostics;
  std::function<Mark(std::string_view key)> mark_of;  ///< the place of a key below `workload`
  /// Takes a value below `workload` that runs will not follow, wholly or in part; `why` continues the key to a sentence
  /// (result::Unheeded).
  std::function<void(std::string_view key, std::string why)> unheeded;
};

/// A file that a workload reads.
struct File {
  std::filesystem::path path;
  std::string digest;
  std::uint64_t ranks = 0;    ///< of a trace
  std::uint64_t records = 0;  ///< of a trace
  trgen::record::Omissions left_out{};
};

/// Several programs run at once.
template <class Params>
inline constexpr bool runs_jobs = false;

/// There may be rounds of a main loop, of which the first alone can be run.
template <class Params>
inline constexpr bool may_loop = false;

/// For messages: "a file of packets". Empty: by its name, or "a trace or a program" where it has ranks.
template <class Params>
inline constexpr std::string_view noun = "";

}  // namespace fsin::sources

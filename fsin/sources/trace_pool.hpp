// SPDX-License-Identifier: Apache-2.0
// Traces that are opened once, whoever replays them.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "fsin/core/diagnostic.hpp"
#include "fsin/sources/kind.hpp"
#include "trgen/programs/collective_calls.hpp"
#include "trgen/record/omissions.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

/// Traces that several experiments share: each file is opened once, its collectives are expanded once with the same
/// algorithms, and each region of it is looked for once.
class TracePool {
 public:
  using Trace = std::shared_ptr<const trgen::record::TraceSource>;

  struct Opened {
    Trace file;
    Trace trace;                          ///< what is replayed of it
    trgen::record::Omissions left_out{};  ///< by the replay
  };

  /// Opens the part of a trace that is replayed, and reports what a user must know of it; `tell` takes values below
  /// `collectives` that its calls do not follow. Nothing after an error, which is in `diagnostics`.
  std::optional<Opened> open_checked(const trgen::replay::TraceParams& params, Diagnostics& diagnostics,
                                     const trgen::replay::MarkOf& mark_of, const trgen::programs::NotHeededTo& tell);

 private:
  Trace open(const InputPath& file);

  /// The part that is replayed of a file that is open. Nothing after an error, which is in `diagnostics`.
  Trace region(const trgen::replay::TraceParams& params, Diagnostics& diagnostics,
               const trgen::replay::MarkOf& mark_of);

  /// Records that a replay leaves out of a region that was found before.
  const trgen::record::Omissions& left_out(const trgen::replay::TraceParams& params);

  /// True for the first caller: messages about a file, and about a region of it, are given once.
  bool tell_of_file(const std::filesystem::path& file) { return told_files_.insert(file.string()).second; }
  bool tell_of_region(const trgen::replay::TraceParams& params) { return told_regions_.insert(key(params)).second; }

  using Key = std::array<std::string, 4>;  ///< file, collectives, from, to

  static std::string collectives(const trgen::replay::TraceParams& params) {
    if (!params.collectives.library) return {};
    return std::string(name_of(*params.collectives.library)) + params.collectives.text();
  }
  static Key key(const trgen::replay::TraceParams& params) {
    return {params.file.string(), collectives(params), params.region.from.value_or(""), params.region.to.value_or("")};
  }

  std::map<std::string, Trace> traces_;
  std::map<std::array<std::string, 2>, Trace> expanded_;  ///< by file and collectives
  std::map<Key, Trace> regions_;
  std::map<Key, trgen::record::Omissions> left_out_;
  std::set<std::string> told_files_;
  std::set<Key> told_regions_;
};

/// The trace as a file that a workload reads.
File file_of(const trgen::replay::TraceParams& params, const TracePool::Opened& opened);

/// "trace         cg.W.64: 64 ranks, ...", a line of a summary.
std::string trace_line(const File& file);

}  // namespace fsin::sources

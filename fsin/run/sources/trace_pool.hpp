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
#include "trgen/record/omissions.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::run::sources {

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

  /// What is replayed of a trace, with all that is to be said of it. Nothing after an error, which is in `diagnostics`.
  std::optional<Opened> open_checked(const trgen::replay::TraceParams& params, Diagnostics& diagnostics,
                                     const trgen::replay::MarkOf& mark_of);

 private:
  Trace open(const std::filesystem::path& file);

  /// What is replayed of a file that is open. Nothing after an error, which is in `diagnostics`.
  Trace region(const trgen::replay::TraceParams& params, Diagnostics& diagnostics,
               const trgen::replay::MarkOf& mark_of);

  /// What a replay leaves out of a region that was found before.
  const trgen::record::Omissions& left_out(const trgen::replay::TraceParams& params);

  /// Whether what is to be said of the file, or of what is left out of a region, has not been said yet.
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

}  // namespace fsin::run::sources

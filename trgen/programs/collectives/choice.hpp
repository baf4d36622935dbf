// SPDX-License-Identifier: Apache-2.0
// Choice of the algorithm of each collective: a library's tables, and algorithms set for single operations.
//
// `collectives: {library: mpich, allreduce: ring, bcast: pipeline, segment: 64 KiB}`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

/// The algorithm chosen for one call.
struct Chosen {
  const Entry* algorithm = nullptr;
  bool substituted = false;  ///< the algorithm that was set cannot do this call, so the library's choice replaces it
};

class Choice {
 public:
  Choice() = default;
  explicit Choice(Library library) : library_(library) {}

  Library library() const { return library_; }
  /// Nanoseconds that a rank needs to reduce a byte; 0: none.
  double reduce_ns_per_byte() const { return reduce_ns_per_byte_; }

  void set(Kind kind, const Entry& algorithm) { set_[static_cast<std::size_t>(kind)] = &algorithm; }
  void set_tuning(const Tuning& tuning) { tuning_ = tuning; }
  void set_reduce_rate(double bytes_per_second) { reduce_ns_per_byte_ = 1e9 / bytes_per_second; }

  /// What was set: null where the library chooses.
  const Entry* algorithm(Kind kind) const { return set_[static_cast<std::size_t>(kind)]; }
  const Tuning& tuning() const { return tuning_; }

  /// Chooses, and sets the library and, for an algorithm that was set, the tuning of the call. Completes the call.
  Chosen choose(Call& call) const;

  /// Description of everything that decides the messages: equal texts, equal messages.
  std::string describe() const;

 private:
  Library library_ = Library::mpich;
  std::array<const Entry*, kinds> set_{};
  Tuning tuning_;
  double reduce_ns_per_byte_ = 0;
};

}  // namespace trgen::programs::collectives

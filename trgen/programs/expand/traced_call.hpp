// SPDX-License-Identifier: Apache-2.0
// A collective as recorded in a regular trace: its function, and the bytes that each rank contributes and receives over
// all its peers. From these follow root and bytes of the call, for collectives whose blocks are all equal.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "trgen/programs/collectives/call.hpp"
#include "trgen/programs/group.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs::expand {

/// The collective of an MPI function; none for other functions, for nonblocking collectives and those of neighbours.
std::optional<collectives::Kind> kind_of(std::string_view function);

/// Bytes of the call by the rule of its kind, as a rank of a communicator of `size` ranks knows them. For kinds whose
/// blocks may differ, the rank's own block (alltoallv: the mean of its blocks), which is that of all where they agree.
std::uint64_t bytes_of(collectives::Kind kind, const record::Record& start, std::uint32_t size);

/// Bytes of an element, which no trace records: 8, or as many as divide the bytes.
std::uint32_t element_of(std::uint64_t bytes);

/// The members of the communicators of a trace.
class Communicators {
 public:
  explicit Communicators(const record::TraceSource& trace);

  static constexpr std::size_t unknown = static_cast<std::size_t>(-1);
  /// The communicator that a rank knows by this number; `unknown` where the trace does not describe it. In a trace that
  /// describes none, number 0, and 1, which is MPICH's context of collectives there, are that of all ranks.
  std::size_t find(std::uint32_t number, std::uint32_t rank) const;

  std::size_t count() const { return places_.size() + 1; }
  std::uint32_t size(std::size_t communicator) const { return group(communicator).size; }
  Group group(std::size_t communicator) const;
  /// The number of a rank of the program in a communicator to which it belongs.
  std::uint32_t place(std::size_t communicator, std::uint32_t rank) const;
  /// True when odd numbers are MPICH's contexts for the collectives of the number below.
  bool has_contexts() const { return contexts_; }

 private:
  struct Place {
    std::uint32_t rank;
    std::uint32_t place;
  };
  const Place* seek(std::size_t communicator, std::uint32_t rank) const;

  const std::vector<record::Communicator>& described_;
  std::vector<std::vector<Place>> places_;  ///< of each described communicator, by rank
  std::uint32_t ranks_;
  bool contexts_;
};

/// The call that a record describes, on a communicator to which its rank belongs. None where its root is unknown, or no
/// member.
std::optional<collectives::Call> call_of(collectives::Kind kind, const record::Record& start,
                                         const Communicators& communicators, std::size_t communicator);

}  // namespace trgen::programs::expand

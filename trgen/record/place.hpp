// SPDX-License-Identifier: Apache-2.0
// Places in a trace, as users write them: `record 1000`, `2.5 s`, `marker MPI_Barrier 3`.
//
// Every rank looks for the place on its own. `record N` is the N-th record of the rank, from 1; a time is one of the
// rank's own clock; `marker NAME N` is the N-th beginning (SS) of the state NAME, the first one if N is left out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::record {

struct Place {
  enum class Kind : std::uint8_t { record, time, marker };
  Kind kind = Kind::record;
  std::uint64_t number = 1;  ///< number of the record or occurrence, from 1; nanoseconds of a time
  std::string name{};        ///< of the marker

  bool operator==(const Place&) const = default;
};

/// Parses a place; empty on failure, with the reason in `error`.
std::optional<Place> parse_place(std::string_view text, std::string& error);

/// The text that parse_place() reads as the same place.
std::string to_text(const Place& place);

/// A part of every rank: from the first place up to the second one, which is excluded.
struct Region {
  std::optional<Place> from{};
  std::optional<Place> to{};

  bool whole() const { return !from && !to; }
};

/// "from marker A 2 to the end", for messages.
std::string to_text(const Region& region);

/// A fault of a region.
struct RegionFault {
  bool at_to = false;  ///< the fault is about `to`; otherwise about `from`
  std::string text;    ///< one line: what is wrong, and what to do
};

/// Faults that can be seen without the records: a marker that is no state of the trace, two places in the wrong order.
std::vector<RegionFault> region_faults(const Region& region, std::span<const std::string> state_names);

}  // namespace trgen::record

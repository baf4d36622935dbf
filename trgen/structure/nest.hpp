// SPDX-License-Identifier: Apache-2.0
// A structure as a tree whose loops can be split: each event has, for each field, the column (columns.hpp) of each of
// its executions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trgen/structure/columns.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::structure {

struct Nest {
  /// By execution, or one where all are equal; empty for a field that is listed or that the event does not have.
  using Sequence = std::vector<std::uint32_t>;

  std::uint64_t count = 0;  ///< of a loop: its iterations; 0: an event
  std::uint32_t set = 0;
  std::uint32_t event = 0;      ///< of the flat structure
  bool split = false;           ///< an event that no longer has all executions of the flat one
  std::vector<Nest> body = {};  ///< of a loop
  std::array<Sequence, field_names> columns = {};
};

/// The executions that a copy of the body of a loop keeps.
struct Selection {
  std::uint64_t outer = 1;  ///< executions of the loop
  std::uint64_t count = 1;  ///< its iterations
  std::span<const std::uint32_t> iterations;
};

/// A copy of a node in the body of a loop, with the selected iterations of that loop only.
Nest selected(const Nest& node, const Selection& selection, std::uint64_t within = 1);

/// The columns of all events of a structure.
class EventColumns {
 public:
  explicit EventColumns(const Structure& flat);

  /// The tree of the structure.
  std::vector<Nest> tree() const;
  /// True when an event in these nodes has a field that is neither listed nor known by columns: the loops around it
  /// stay as they are.
  bool has_unknown(const std::vector<Nest>& nodes) const;
  /// The columns of a field, in each form that it may be written in; none where it is listed or unknown. The forms of a
  /// peer come in the order of PeerForm.
  std::span<const Columns> forms(std::uint32_t event, FieldName name) const {
    return known_[event].forms[static_cast<std::size_t>(name)];
  }
  const Event& event(std::uint32_t number) const { return flat_.events[number]; }
  /// The structure of a tree.
  Structure structure_of(const std::vector<Nest>& nodes) const;

 private:
  struct Known {
    std::array<std::vector<Columns>, field_names> forms;
    bool unknown = false;
  };

  std::vector<Columns> forms_of(const Columns& columns, const Event& event, const std::vector<std::uint32_t>& ranks,
                                FieldName name) const;
  std::vector<Nest> tree(std::size_t from, std::size_t to, std::uint32_t& event) const;
  Event event_of(const Nest& node) const;
  void emit(const std::vector<Nest>& nodes, Structure& made) const;

  const Structure& flat_;
  std::vector<Known> known_;
};

}  // namespace trgen::structure

// SPDX-License-Identifier: Apache-2.0
// A trace as a program: nested loops of events, whose fields are functions of the rank and of the iteration.
//
// One tree stands for all ranks. Each node says which ranks execute it; a node is an event or a loop over the nodes
// within it, and a loop of one iteration is a condition. A field of an event is, for each rank, a series over its
// executions (series.hpp). The loops of that series are the same for many ranks, and its numbers are series over the
// ranks that execute the event, in ascending order: a neighbour at a fixed distance, a row of a grid and a constant are
// each a few numbers, however many ranks and iterations there are.
//
// Values without any structure, such as measured times, are not functions. A field of that kind is `listed`, and its
// values lie outside the tree, for each rank in the order of execution; or it is `drawn`, and the tree has how often
// each of a few values comes (spread.hpp), which is less than the times say.
//
// The form is made from a trace by Gather (gather.hpp) and run through by Expansion (expansion.hpp). It is what the
// search for topologies and the growth to other numbers of ranks start from: who sends to whom is the field `peer` of
// few events, and not a list of messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "trgen/record/census.hpp"
#include "trgen/record/notes.hpp"
#include "trgen/record/record.hpp"
#include "trgen/structure/series.hpp"
#include "trgen/structure/spread.hpp"

namespace trgen::structure {

/// What varies between the executions of an event.
enum class FieldName : std::uint8_t {
  gap,   ///< ns since the last record of the rank; negative where its time goes backwards
  peer,  ///< in the form of Event::form
  tag,
  communicator,
  bytes,
  extra,  ///< receive: Record::match; collective: Record::received
};
inline constexpr std::size_t field_names = 6;

/// The number that stands for the other rank of a message. With n ranks:
enum class PeerForm : std::uint8_t {
  absolute,      ///< the rank itself
  offset,        ///< (peer - rank) mod n
  exclusive_or,  ///< peer XOR rank
};

/// Series over the executions of an event that have the same loops. Its numbers are series over ranks: over those of
/// the event that follow this alternative.
struct Alternative {
  Shape shape;
  Series first;
  std::vector<Series> steps;  ///< by element of the shape
  /// Of a field that is drawn, in place of numbers: from what the first execution draws, and then each element of the
  /// shape. Where the shape is empty, all executions draw from the first one.
  std::vector<Spread> spreads;

  bool operator==(const Alternative&) const = default;
};

struct Field {
  bool listed = false;
  bool drawn = false;                     ///< a gap of which the distribution is kept (spread.hpp)
  Series choice;                          ///< over the ranks of the event: the alternative that each follows
  std::vector<Alternative> alternatives;  ///< at least one, unless listed

  bool operator==(const Field&) const = default;
};

struct Event {
  record::Kind kind = record::Kind::state_start;
  bool any_source = false;
  bool any_tag = false;
  bool collective = false;
  std::uint16_t state = 0;  ///< of a state_start or state_end
  PeerForm form = PeerForm::absolute;
  std::array<Field, field_names> fields;

  Field& field(FieldName name) { return fields[static_cast<std::size_t>(name)]; }
  const Field& field(FieldName name) const { return fields[static_cast<std::size_t>(name)]; }
  bool operator==(const Event&) const = default;
};

/// True when records of this kind have the field.
bool has_field(const Event& event, FieldName name);

/// Ranks in ascending order: the series of their numbers.
struct RankSet {
  std::uint32_t size = 0;
  Series members;

  bool operator==(const RankSet&) const = default;
};

/// A node of the tree, in the order in which it is written: the nodes of a loop follow it.
struct Node {
  Step step;              ///< count 0: an event, the next one of Structure::events
  std::uint32_t set = 0;  ///< the ranks that execute it: all of them are in the set of the loop around it

  bool operator==(const Node&) const = default;
};

/// A rank whose time goes backwards, for warnings.
struct Backwards {
  std::uint32_t rank = 0;
  std::uint64_t record = 0;  ///< number of the record among those of the rank, from 0
  std::uint64_t from_ns = 0;
  std::uint64_t to_ns = 0;

  bool operator==(const Backwards&) const = default;
};

struct Structure {
  std::uint32_t ranks = 1;
  std::vector<std::string> states;
  std::vector<RankSet> sets;  ///< set 0 is all ranks
  std::vector<Node> nodes;
  std::vector<Event> events;

  bool operator==(const Structure&) const = default;
};

/// Draws of an element of a field that is drawn: executions on each rank, times ranks; more than most_draws where that
/// is too many.
std::uint64_t draws(std::uint64_t executions, std::uint64_t ranks);

/// Fields that are listed, of all events.
std::size_t listed_fields(const Structure& structure);

}  // namespace trgen::structure

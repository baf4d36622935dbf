// SPDX-License-Identifier: Apache-2.0
// Runs through a structure: the records of each rank, one after the other, without expanding anything.
//
// Ranks that execute the same nodes share a track (track.hpp) and one template of a record for each event. A rank has
// the numbers that are its own, and the position of each series that it is in, made when its first record is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trgen/record/record.hpp"
#include "trgen/structure/structure.hpp"
#include "trgen/structure/track.hpp"

namespace trgen::structure {

/// Where a rank stands.
struct RankState {
  TrackPosition at;
  bool begun = false;
  std::uint64_t time = 0;
  std::uint64_t records = 0;           ///< read so far
  std::uint32_t event = 0;             ///< of the structure, of the last record
  std::vector<std::uint64_t> numbers;  ///< counters of open loops, then what the fields of its class need
};

enum class Next : std::uint8_t {
  record,
  end,
  faulty,  ///< a field has a number that no record can have
};

class Expansion {
 public:
  /// The structure must have been checked (faults.hpp).
  explicit Expansion(std::shared_ptr<const Structure> structure);

  const Structure& structure() const { return *structure_; }

  /// Number of records of a rank.
  std::uint64_t records(std::uint32_t rank) const { return classes_[class_of_[rank]].records; }
  /// Number of values that are listed for a rank.
  std::uint64_t listed(std::uint32_t rank) const { return classes_[class_of_[rank]].listed; }

  /// Writes the next record of a rank to `out`, without its line. The value of a listed field is asked of `listed`:
  ///   std::int64_t take(FieldName, std::int64_t previous);   // previous: that of the last execution, at first 0
  template <class Listed>
  Next next(std::uint32_t rank, RankState& state, Listed& listed, record::Record& out) const;

  /// Memory in bytes of the state of one rank, at most.
  std::uint64_t state_bytes() const;

 private:
  /// One way in which a field varies.
  struct Way {
    Track track;
    std::vector<std::int64_t> steps;  ///< differences that are those of all ranks
    const Alternative* source = nullptr;
    const Drawing* drawings = nullptr;  ///< where the field is drawn
    std::uint64_t ranks = 1;            ///< that draw together
  };
  /// A field of an event that is not the same in all executions on all ranks.
  struct Moving {
    FieldName name = FieldName::gap;
    enum class Kind : std::uint8_t { listed, of_rank, series, drawn } kind = Kind::listed;
    PeerForm form = PeerForm::absolute;
    std::uint32_t slot = 0;  ///< listed: last value; of_rank: the value; series, drawn: see series_slots
    std::uint32_t ways = 0;  ///< series, drawn: index of the first of its ways
    std::uint32_t event = 0;
  };
  struct Template {
    record::Record record;
    std::int64_t gap = 0;
    bool gap_is_listed = false;  ///< as most measured times are: asked for without a moving field
    bool sound = true;           ///< the fields of `record` are numbers that a record can have
    std::uint32_t first = 0;     ///< of the moving fields of the class
    std::uint32_t behind = 0;
    std::uint32_t event = 0;  ///< of the structure
  };
  struct Class {
    Class() : track(Shape{}) {}
    Track track;
    std::vector<Template> templates;
    std::vector<Moving> moving;
    std::vector<Way> ways;
    std::uint64_t records = 0;
    std::uint64_t listed = 0;
    std::size_t slots = 0;
  };
  /// Which ranks are in a set, and the how many-th of them each is.
  struct Members {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint32_t> before;  ///< by word of `bits`: members in the words before it
    bool has(std::uint32_t rank) const { return (bits[rank / 64] >> (rank % 64) & 1U) != 0; }
    std::uint32_t ordinal(std::uint32_t rank) const;
  };
  /// The alternative of each rank of an event, and the how many-th rank of it that it is.
  struct Choices {
    std::vector<std::uint16_t> alternative;
    std::vector<std::uint32_t> ordinal;
    std::vector<std::uint32_t> followers;  ///< ranks of each alternative
  };

  // A series has in the numbers of a rank: its value, one more than its position, the alternative, the differences that
  // are its own, and the counters of its loops.
  static constexpr std::uint32_t value_slot = 0;
  static constexpr std::uint32_t position_slot = 1;
  static constexpr std::uint32_t way_slot = 2;
  static constexpr std::uint32_t series_slots = 3;
  // A field that is drawn has its ordinal in place of the value, and behind the counters of its loops the executions so
  // far of the first execution, or of all where its shape is empty, and of each element.
  static constexpr std::uint32_t ordinal_slot = value_slot;

  void find_classes();
  void compile(Class& made, std::uint32_t rank);
  void compile_field(Class& made, Template& form, std::uint32_t event, FieldName name);
  void begin(std::uint32_t rank, RankState& state) const;
  void place(const Moving& field, std::uint32_t rank, std::uint64_t* numbers, const Class& of) const;
  void compile_drawn(Class& made, Moving moving, const Field& field) const;
  static std::int64_t advance(const Class& of, const Moving& field, std::uint64_t* numbers);
  static std::int64_t draw(const Class& of, const Moving& field, std::uint64_t* numbers);
  /// The rank that a number in this form stands for; any number of ranks() or more where there is none.
  std::uint64_t peer_of(PeerForm form, std::uint64_t number, std::uint32_t rank) const;
  bool put(FieldName name, std::int64_t value, record::Record& out) const;
  const Choices* choices(std::uint32_t event, FieldName name) const;

  std::shared_ptr<const Structure> structure_;
  std::vector<Members> sets_;
  std::vector<std::uint32_t> set_of_event_;
  std::vector<std::vector<std::optional<Choices>>> choices_;  ///< by event and field, where ranks differ
  std::vector<std::vector<Drawing>> drawings_;                ///< by event, of all alternatives of a gap that is drawn
  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_of_;
};

inline std::int64_t Expansion::advance(const Class& of, const Moving& field, std::uint64_t* numbers) {
  std::uint64_t* const at = numbers + field.slot;
  if (at[position_slot] == 0) {
    at[position_slot] = 1;
    return static_cast<std::int64_t>(at[value_slot]);
  }
  const Way& way = of.ways[at[way_slot]];
  TrackPosition position{static_cast<std::uint32_t>(at[position_slot] - 1)};
  const std::uint32_t element = way.track.next(position, at + series_slots);
  at[position_slot] = position.next + std::uint64_t{1};
  if (element != Track::end) {
    at[value_slot] += way.steps.empty() ? at[series_slots + way.track.depth() + element]
                                        : static_cast<std::uint64_t>(way.steps[element]);
  }
  return static_cast<std::int64_t>(at[value_slot]);
}

inline std::int64_t Expansion::draw(const Class& of, const Moving& field, std::uint64_t* numbers) {
  std::uint64_t* const at = numbers + field.slot;
  const Way& way = of.ways[at[way_slot]];
  std::uint64_t* const drawn = at + series_slots + way.track.depth();
  std::uint32_t which = 0;
  if (at[position_slot] == 0) {
    at[position_slot] = 1;
  } else {
    TrackPosition position{static_cast<std::uint32_t>(at[position_slot] - 1)};
    const std::uint32_t element = way.track.next(position, at + series_slots);
    at[position_slot] = position.next + std::uint64_t{1};
    if (element != Track::end) which = 1 + element;
  }
  return way.drawings[which].at(drawn[which]++ * way.ranks + at[ordinal_slot]);
}

inline std::uint64_t Expansion::peer_of(PeerForm form, std::uint64_t number, std::uint32_t rank) const {
  if (form == PeerForm::absolute) return number;
  if (number >= std::uint64_t{2} * structure_->ranks) return number;
  if (form == PeerForm::exclusive_or) return number ^ rank;
  return rank + number >= structure_->ranks ? rank + number - structure_->ranks : rank + number;
}

inline bool Expansion::put(FieldName name, std::int64_t value, record::Record& out) const {
  const auto number = static_cast<std::uint64_t>(value);
  switch (name) {
    case FieldName::peer:
      out.peer = static_cast<std::uint32_t>(number);
      return number < structure_->ranks || (number == record::no_rank && out.collective);
    case FieldName::tag:
      out.tag = static_cast<std::int32_t>(value);
      return out.tag == value;
    case FieldName::communicator:
      out.communicator = static_cast<std::uint32_t>(number);
      return out.communicator == number;
    case FieldName::bytes:
      out.bytes = number;
      return true;
    case FieldName::gap:
    case FieldName::extra:
      break;
  }
  (out.kind == record::Kind::receive ? out.match : out.received) = number;
  return true;
}

template <class Listed>
Next Expansion::next(std::uint32_t rank, RankState& state, Listed& listed, record::Record& out) const {
  if (!state.begun) begin(rank, state);
  const Class& of = classes_[class_of_[rank]];
  std::uint64_t* const numbers = state.numbers.data();
  const std::uint32_t element = of.track.next(state.at, numbers);
  if (element == Track::end) return Next::end;
  const Template& form = of.templates[element];
  out = form.record;
  std::int64_t gap = form.gap_is_listed ? listed.take(FieldName::gap, 0) : form.gap;
  bool sound = form.sound;
  for (std::uint32_t i = form.first; i < form.behind; ++i) {
    const Moving& field = of.moving[i];
    std::int64_t value = 0;
    if (field.kind == Moving::Kind::of_rank) {
      value = static_cast<std::int64_t>(numbers[field.slot]);
    } else if (field.kind == Moving::Kind::listed) {
      value = listed.take(field.name, static_cast<std::int64_t>(numbers[field.slot]));
      numbers[field.slot] = static_cast<std::uint64_t>(value);
    } else if (field.kind == Moving::Kind::drawn) {
      value = draw(of, field, numbers);
    } else {
      value = advance(of, field, numbers);
      if (field.name == FieldName::peer)
        value = static_cast<std::int64_t>(peer_of(field.form, static_cast<std::uint64_t>(value), rank));
    }
    if (field.name == FieldName::gap) {
      gap = value;
    } else {
      sound = put(field.name, value, out) && sound;
    }
  }
  state.time += static_cast<std::uint64_t>(gap);
  out.time_ns = state.time;
  ++state.records;
  state.event = form.event;
  return sound ? Next::record : Next::faulty;
}

}  // namespace trgen::structure

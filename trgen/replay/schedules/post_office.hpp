// SPDX-License-Identifier: Apache-2.0
// The messages that have come for a rank of a schedule, and the receives that wait for some: matched by source, tag and
// bytes, in the order in which they came and were posted. A receive may leave source or tag open.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace trgen::replay {

struct Letter {
  std::uint32_t source = 0;
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  std::uint32_t token = 0;  ///< of the message; none: it came from the rank itself

  auto name() const { return std::tuple(source, tag, bytes); }
};

class PostOffice {
 public:
  /// A receive of the rank: its number, and what it takes.
  struct Wanted {
    std::uint32_t number = 0;
    Letter letter;
    bool any_source = false;
    bool any_tag = false;

    bool takes(const Letter& other) const {
      return letter.bytes == other.bytes && (any_source || letter.source == other.source) &&
             (any_tag || letter.tag == other.tag);
    }
    bool is_open() const { return any_source || any_tag; }
  };

  /// The receive is posted. Returns the letter that it takes, if one is there.
  std::optional<Letter> post(const Wanted& wanted) {
    const auto found = wanted.is_open() ? find_open(wanted) : here_.lower_bound({wanted.letter.name(), 0});
    if (found != here_.end() && wanted.takes(found->second)) {
      const Letter letter = found->second;
      here_.erase(found);
      return letter;
    }
    (wanted.is_open() ? open_[{Name{}, order_}] : exact_[{wanted.letter.name(), order_}]) = wanted;
    ++order_;
    return std::nullopt;
  }

  /// A letter has come. Returns the receive that takes it, if one was posted.
  std::optional<Wanted> come(const Letter& letter) {
    const auto exact = exact_.lower_bound({letter.name(), 0});
    const bool fits = exact != exact_.end() && exact->second.takes(letter);
    for (auto open = open_.begin(); open != open_.end(); ++open) {
      if (fits && exact->first.second < open->first.second) break;
      if (open->second.takes(letter)) return take(open_, open);
    }
    if (fits) return take(exact_, exact);
    here_[{letter.name(), order_++}] = letter;
    return std::nullopt;
  }

  /// A receive that waits; the first in its order. Empty: none does.
  std::optional<Wanted> waiting() const {
    if (!exact_.empty()) return exact_.begin()->second;
    return open_.empty() ? std::nullopt : std::optional(open_.begin()->second);
  }
  std::size_t waits() const { return exact_.size() + open_.size(); }

 private:
  using Name = std::tuple<std::uint32_t, std::int32_t, std::uint64_t>;
  template <class Of>
  using Table = std::map<std::pair<Name, std::uint64_t>, Of>;  ///< by name, then in order

  static Wanted take(Table<Wanted>& table, Table<Wanted>::iterator at) {
    const Wanted wanted = at->second;
    table.erase(at);
    return wanted;
  }
  /// The letter that came first of those that an open receive takes.
  Table<Letter>::iterator find_open(const Wanted& wanted) {
    auto first = here_.end();
    for (auto at = here_.begin(); at != here_.end(); ++at) {
      if (wanted.takes(at->second) && (first == here_.end() || at->first.second < first->first.second)) first = at;
    }
    return first;
  }

  Table<Letter> here_;
  Table<Wanted> exact_, open_;
  std::uint64_t order_ = 0;
};

}  // namespace trgen::replay

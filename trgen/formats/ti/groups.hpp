// SPDX-License-Identifier: Apache-2.0
// The groups of ranks that a time-independent trace names, `#comm <number> <ranks>`. Number 0 is all ranks. Several
// groups may have one number where no rank is in two of them. Memory: by the members that are named.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace trgen::formats::ti {

class Groups {
 public:
  static constexpr std::uint32_t most = std::uint32_t{1} << 24;

  /// Adds a group; one that exists already is left out. Returns the fault, if any, else an empty text.
  std::string add(std::uint32_t number, const std::vector<std::uint32_t>& members);

  /// The group of a rank; null where it is in none of that number.
  const std::vector<std::uint32_t>* members(std::uint32_t number, std::uint32_t rank) const;
  /// Number of a rank within its group; the rank itself in communicator 0.
  std::optional<std::uint32_t> number_of(std::uint32_t number, std::uint32_t rank) const;

  /// The largest rank that is named; 0 if there is none.
  std::uint32_t largest() const { return largest_; }
  /// Members of all groups together.
  std::uint64_t all_members() const { return all_members_; }

  /// Place of a rank: its group, and its number in it.
  struct Place {
    std::uint32_t group = 0;
    std::uint32_t number = 0;
  };
  struct Numbered {
    std::vector<std::vector<std::uint32_t>> groups;
    std::unordered_map<std::uint32_t, Place> places;  ///< by rank

    const Place* find(std::uint32_t rank) const {
      const auto found = places.find(rank);
      return found == places.end() ? nullptr : &found->second;
    }
  };
  const std::map<std::uint32_t, Numbered>& numbered() const { return of_; }

 protected:
  const Numbered* find(std::uint32_t number) const {
    const auto found = of_.find(number);
    return found == of_.end() ? nullptr : &found->second;
  }
  const Place* find(std::uint32_t number, std::uint32_t rank) const {
    const Numbered* const numbered = find(number);
    return numbered == nullptr ? nullptr : numbered->find(rank);
  }

 private:
  std::map<std::uint32_t, Numbered> of_;
  std::uint32_t largest_ = 0;
  std::uint64_t all_members_ = 0;
};

}  // namespace trgen::formats::ti

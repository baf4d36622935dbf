// SPDX-License-Identifier: Apache-2.0
// What the attributes of a link mean. The names `bandwidth`, `delay`, `length` and `count` are those of this simulator.
// Files of other programs have others, which are found by their names: LinkSpeedRaw, or LinkSpeed with LinkSpeedUnits
// (Topology Zoo), capacity, latency and the like; or the experiment chooses them. Case, '-' and '_' do not matter.
//
// A value with a unit means what it says. A bare number has the unit that the experiment gives, since files of other
// programs do not say whether 50 are microseconds or milliseconds; without one it is left out. Whatever is said of a
// link and not used is told once, with the number of links and the first place.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

/// An attribute as written in the file.
struct Written {
  std::string_view key;
  std::string_view value;
  Place place;
};

/// An attribute whose text is kept, by readers that hand their entries over at the end.
struct Kept {
  std::string key, value;
  Place place;
};

inline std::vector<Written> written(const std::vector<Kept>& attributes) {
  std::vector<Written> list;
  for (const Kept& each : attributes) list.push_back({each.key, each.value, each.place});
  return list;
}

/// Attributes that the experiment chooses, the first of those that a link has being the one that counts; an empty list:
/// those that are found by their names. The units are those of bare numbers.
struct AttributeChoice {
  std::vector<std::string> bandwidths{}, delays{};
  std::optional<std::string> bandwidth_unit{}, delay_unit{};

  /// What is wrong with the units; empty if nothing is.
  std::string fault() const;
};

class LinkAttributes {
 public:
  using Complain = std::function<void(Place, std::string)>;

  explicit LinkAttributes(AttributeChoice choice) : choice_(std::move(choice)) {}

  /// True for an attribute of links of which take() knows what it says.
  bool knows(std::string_view name);
  /// Bandwidth and delay of a link; attributes that are not known are passed over. Mistakes in attributes that the
  /// experiment chooses, or that have the names of this simulator, go to `complain`; others are kept for report().
  LinkData take(std::span<const Written> attributes, const Complain& complain);
  /// Tells what was found, and what was not used. An attribute that the experiment chooses and no link has is an error.
  void report(const Listing& listing, Diagnostics& diagnostics) const;

 private:
  enum class Kind : std::uint8_t { none, bandwidth, delay, units, loss };
  struct Meaning {
    Kind kind = Kind::none;
    std::size_t rank = 0;  ///< the lowest of those that a link has counts
    bool own = false;      ///< a name of this simulator
    bool chosen = false;   ///< the experiment names it
    std::string folded;
    bool strict() const { return own || chosen; }
  };
  enum class Why : std::uint8_t { used, no_unit, unreadable, another, loss };
  struct Note {
    std::size_t links = 0;
    Place first;
    std::string value, problem;  ///< of the first
  };
  struct Candidate {
    const Written* written;
    const Meaning* meaning;
  };

  const Meaning& meaning_of(std::string_view name);
  Meaning look_up(std::string_view name) const;
  void note(const Written& written, Why why, std::string problem = {});
  /// The value of the first candidate that has one.
  template <class Value, class Read>
  std::optional<Value> first_of(std::vector<Candidate>& candidates, const Complain& complain, const Read& read);
  std::optional<BitRate> bandwidth_of(const Candidate& candidate, std::string_view units, std::string& problem);
  std::optional<Delay> delay_of(const Candidate& candidate, std::string& problem);
  void report_found(const Listing& listing, Diagnostics& diagnostics) const;
  void report_missing(const Listing& listing, Diagnostics& diagnostics) const;

  AttributeChoice choice_;
  std::map<std::string, Meaning, std::less<>> meanings_;
  std::map<std::pair<std::string, Why>, Note> notes_;
};

}  // namespace fsin::graph_file

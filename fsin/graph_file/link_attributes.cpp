// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/link_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/scaled.hpp"

namespace fsin::graph_file {
namespace {

/// Folded names by which attributes are found, the better ones first. Not here: `weight` and `cost`, which say
/// anything, and `rtt`, a way there and back.
constexpr std::array<std::string_view, 9> found_bandwidths{
    "bandwidth", "linkspeedraw", "linkspeed", "capacity", "linkcapacity", "speed", "datarate", "bw", "linkbandwidth"};
constexpr std::array<std::string_view, 9> found_delays{
    "delay", "length", "latency", "linkdelay", "linklatency", "propagationdelay", "linklength", "distance", "dist"};
constexpr std::array<std::string_view, 6> losses{"packetloss",     "loss",     "lossrate",
                                                 "packetlossrate", "linkloss", "packeterrorrate"};
constexpr std::string_view speed_units = "linkspeedunits";

std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '-' && c != '_' && c != ' ') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

bool is_length(std::string_view folded_name) {
  return folded_name.ends_with("length") || folded_name.starts_with("dist");
}

template <class List>
std::optional<std::size_t> place_in(const List& list, std::string_view name) {
  const auto found = std::find(list.begin(), list.end(), name);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

/// "K", "M", "G", "T" of LinkSpeedUnits as a unit of bit rates; any other text as it is.
std::string unit_of_speed(std::string_view units) {
  if (units.size() != 1) return std::string(units);
  switch (units.front()) {
    case 'K':
    case 'k':
      return "kb/s";
    case 'M':
    case 'G':
    case 'T':
      return std::string(units) + "b/s";
    default:
      return std::string(units);
  }
}

}  // namespace

std::string AttributeChoice::fault() const {
  std::string problem;
  if (bandwidth_unit && !scaled_rate(1, *bandwidth_unit, problem)) {
    return fmt::format("topology.bandwidth_unit: {} is no unit of a bit rate; write for example \"Mb/s\"",
                       in_quotes(*bandwidth_unit));
  }
  if (delay_unit && !scaled_delay(1, *delay_unit, problem)) {
    return fmt::format("topology.delay_unit: {} is no unit of a delay; write for example \"ms\", \"km\" or \"cycles\"",
                       in_quotes(*delay_unit));
  }
  return {};
}

LinkAttributes::Meaning LinkAttributes::look_up(std::string_view name) const {
  Meaning meaning;
  meaning.folded = folded(name);
  meaning.own = place_in(edge_keys, name).has_value();
  const auto rank_in = [&](const std::vector<std::string>& chosen, const auto& found, Kind kind) {
    const auto rank = chosen.empty() ? place_in(found, meaning.folded) : place_in(chosen, name);
    if (!rank) return false;
    meaning.kind = kind;
    meaning.rank = *rank;
    meaning.chosen = !chosen.empty();
    return true;
  };
  if (rank_in(choice_.bandwidths, found_bandwidths, Kind::bandwidth)) return meaning;
  if (rank_in(choice_.delays, found_delays, Kind::delay)) return meaning;
  const auto is_speed = [](const std::string& each) { return folded(each) == "linkspeed"; };
  const bool speed =
      choice_.bandwidths.empty() || std::any_of(choice_.bandwidths.begin(), choice_.bandwidths.end(), is_speed);
  if (meaning.folded == speed_units && speed) meaning.kind = Kind::units;
  if (place_in(losses, meaning.folded)) meaning.kind = Kind::loss;
  return meaning;
}

const LinkAttributes::Meaning& LinkAttributes::meaning_of(std::string_view name) {
  const auto known = meanings_.find(name);
  if (known != meanings_.end()) return known->second;
  return meanings_.emplace(std::string(name), look_up(name)).first->second;
}

bool LinkAttributes::knows(std::string_view name) { return meaning_of(name).kind != Kind::none; }

void LinkAttributes::note(const Written& written, Why why, std::string problem) {
  Note& note = notes_[{std::string(written.key), why}];
  if (note.links++ != 0) return;
  note.first = written.place;
  note.value = written.value;
  note.problem = std::move(problem);
}

std::optional<BitRate> LinkAttributes::bandwidth_of(const Candidate& candidate, std::string_view units,
                                                    std::string& problem) {
  const auto [written, meaning] = candidate;
  const auto number = bare_number(written->value);
  std::optional<BitRate> rate;
  if (number) {
    std::optional<std::string> unit = choice_.bandwidth_unit;
    if (meaning->folded == "linkspeedraw") unit = "b/s";
    if (meaning->folded == "linkspeed" && !units.empty()) unit = unit_of_speed(units);
    if (!unit) {
      problem = fmt::format("{} has no unit; write bandwidth_unit in the experiment's topology, for example \"Mb/s\"",
                            in_quotes(written->value));
      return std::nullopt;
    }
    rate = scaled_rate(*number, *unit, problem);
  } else {
    rate = parse_quantity<BitRate>(written->value, problem);
    // "10 Gbit" and "10 Gb" of a capacity can only be meant by the second.
    std::string ignored;
    if (!rate) rate = parse_quantity<BitRate>(std::string(written->value) + "/s", ignored);
  }
  if (!rate || rate->value != 0) return rate;
  problem = "a link of 0 b/s carries nothing; leave it out";
  return std::nullopt;
}

std::optional<Delay> LinkAttributes::delay_of(const Candidate& candidate, std::string& problem) {
  const auto [written, meaning] = candidate;
  const auto number = bare_number(written->value);
  std::optional<Delay> delay;
  if (number && choice_.delay_unit) {
    delay = scaled_delay(*number, *choice_.delay_unit, problem);
  } else if (number && !(meaning->own && written->key == "delay")) {
    problem = fmt::format("{} has no unit; write delay_unit in the experiment's topology, for example \"ms\"",
                          in_quotes(written->value));
  } else {
    delay = parse_quantity<Delay>(written->value, problem);
  }
  if (!delay) return delay;
  const bool length = delay->unit == Dimension::length;
  if (written->key == "length" && !length) {
    problem = fmt::format("{} is not a length; write for example \"5 m\", or delay in place of length",
                          in_quotes(written->value));
    return std::nullopt;
  }
  if (meaning->strict() || length == is_length(meaning->folded)) return delay;
  // One unit of the experiment is not that of times and lengths.
  problem = fmt::format("{} with the unit {} is {}", in_quotes(written->value), choice_.delay_unit.value_or("written"),
                        length ? "a length" : "no length");
  return std::nullopt;
}

template <class Value, class Read>
std::optional<Value> LinkAttributes::first_of(std::vector<Candidate>& candidates, const Complain& complain,
                                              const Read& read) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.meaning->rank < b.meaning->rank; });
  std::optional<Value> value;
  bool speed = false;
  for (const Candidate& candidate : candidates) {
    const bool is_speed = candidate.meaning->folded.starts_with("linkspeed");
    if (value) {
      // LinkSpeedRaw and LinkSpeed say the same twice.
      if (!(speed && is_speed)) note(*candidate.written, Why::another);
      continue;
    }
    std::string problem;
    value = read(candidate, problem);
    if (value) {
      speed = is_speed;
      if (!candidate.meaning->own) note(*candidate.written, Why::used);
    } else if (candidate.meaning->strict()) {
      complain(candidate.written->place, std::move(problem));
      return std::nullopt;
    } else {
      note(*candidate.written, bare_number(candidate.written->value) ? Why::no_unit : Why::unreadable, problem);
    }
  }
  return value;
}

LinkData LinkAttributes::take(std::span<const Written> attributes, const Complain& complain) {
  std::vector<Candidate> bandwidths, delays;
  std::string_view units;
  const Written* delay = nullptr;
  const Written* length = nullptr;
  for (const Written& written : attributes) {
    const Meaning& meaning = meaning_of(written.key);
    if (meaning.kind == Kind::bandwidth) bandwidths.push_back({&written, &meaning});
    if (meaning.kind == Kind::delay) delays.push_back({&written, &meaning});
    if (meaning.kind == Kind::units) units = written.value;
    if (meaning.kind == Kind::loss) note(written, bare_number(written.value) == 0.0 ? Why::used : Why::loss);
    if (written.key == "delay") delay = &written;
    if (written.key == "length") length = &written;
  }
  if (delay != nullptr && length != nullptr && choice_.delays.empty()) {
    const Written& later = delay > length ? *delay : *length;
    complain(later.place, "delay and length both say how long a phit is on its way; keep one");
    return {};
  }
  LinkData data;
  data.bandwidth = first_of<BitRate>(bandwidths, complain, [&](const Candidate& candidate, std::string& problem) {
    return bandwidth_of(candidate, units, problem);
  });
  data.delay = first_of<Delay>(delays, complain, [this](const Candidate& candidate, std::string& problem) {
    return delay_of(candidate, problem);
  });
  return data;
}

void LinkAttributes::report_found(const Listing& listing, Diagnostics& diagnostics) const {
  for (const auto& [key, note] : notes_) {
    const auto known = meanings_.find(key.first);
    const bool found = known != meanings_.end() && !known->second.strict() && known->second.kind != Kind::loss;
    if (key.second != Why::used || !found) continue;
    const bool bandwidth = known->second.kind == Kind::bandwidth;
    diagnostics.warning(
        listing.source,
        fmt::format(
            "the {}s of {} of {} links are taken from attribute {}{}; {}_attributes in the experiment's topology "
            "chooses others",
            bandwidth ? "bandwidth" : "delay", note.links, listing.edges.size(), in_quotes(key.first),
            note.links < listing.edges.size() ? fmt::format(", others have link.{}", bandwidth ? "bandwidth" : "delay")
                                              : "",
            bandwidth ? "bandwidth" : "delay"));
  }
}

void LinkAttributes::report_missing(const Listing& listing, Diagnostics& diagnostics) const {
  const auto check = [&](const std::vector<std::string>& names, std::string_view key) {
    for (const std::string& name : names) {
      const bool said =
          std::any_of(notes_.begin(), notes_.end(), [&](const auto& each) { return each.first.first == name; });
      if (said || place_in(edge_keys, name) || listing.edges.empty()) continue;
      diagnostics.input_error(listing.source,
                              fmt::format("no link has the attribute {} that topology.{} names", in_quotes(name), key));
    }
  };
  check(choice_.bandwidths, "bandwidth_attributes");
  check(choice_.delays, "delay_attributes");
}

void LinkAttributes::report(const Listing& listing, Diagnostics& diagnostics) const {
  report_found(listing, diagnostics);
  for (const auto& [key, note] : notes_) {
    const std::string links = fmt::format("{} of {} links", note.links, listing.edges.size());
    const Mark mark = listing.mark(note.first);
    switch (key.second) {
      case Why::used:
        break;
      case Why::no_unit:
      case Why::unreadable:
        diagnostics.warning(
            mark, fmt::format("attribute {} of {} is not used: {}", in_quotes(key.first), links, note.problem));
        break;
      case Why::another:
        diagnostics.warning(mark,
                            fmt::format("attribute {} of {} is not used: another one says the same of these links",
                                        in_quotes(key.first), links));
        break;
      case Why::loss:
        diagnostics.warning(mark,
                            fmt::format("attribute {} of {} is left out: the links of a simulated network lose nothing",
                                        in_quotes(key.first), links));
        break;
    }
  }
  report_missing(listing, diagnostics);
}

}  // namespace fsin::graph_file

// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/omissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "trgen/record/mpi_traffic.hpp"

namespace trgen::record {
namespace {

using OmissionKind = Omission::Kind;

constexpr std::size_t most_named = 6;  ///< kinds that one part of the text names

OmissionKind kind_of_call(std::string_view function) {
  switch (traffic_of(function)) {
    case Traffic::collective:
    case Traffic::nonblocking:
      return OmissionKind::collectives;
    case Traffic::one_sided:
      return OmissionKind::one_sided;
    case Traffic::files:
      return OmissionKind::files;
    default:
      return function.starts_with("MPI_File_") ? OmissionKind::files : OmissionKind::other_calls;
  }
}

bool is_name(std::string_view text) { return text.starts_with("MPI") && text.find(' ') == std::string_view::npos; }

/// The function in a loss whose calls a reader counted as lost and which may be among the records too; empty for any
/// other loss.
std::string_view function_of(std::string_view loss) {
  constexpr std::string_view traffic = "traffic of ";
  if (loss.starts_with(traffic)) loss.remove_prefix(traffic.size());
  return is_name(loss) ? loss : std::string_view{};
}

/// The function in a loss for calls that send something and are not among the records: "calls of MPI_Send (not
/// recorded)". Empty for any other loss.
std::string_view function_not_recorded(std::string_view loss) {
  constexpr std::string_view calls = "calls of ";
  constexpr std::string_view not_recorded = " (not recorded)";
  if (!loss.starts_with(calls) || !loss.ends_with(not_recorded)) return {};
  loss = loss.substr(calls.size(), loss.size() - calls.size() - not_recorded.size());
  const Traffic traffic = traffic_of(loss);
  const bool sends = traffic != Traffic::local && traffic != Traffic::setup && traffic != Traffic::other;
  return is_name(loss) && sends ? loss : std::string_view{};
}

/// Formats 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

/// Tells which communicators have only one rank, as far as the trace says.
class Sizes {
 public:
  explicit Sizes(const TraceNotes& notes) {
    for (const Communicator& each : notes.communicators) {
      sizes_.emplace(each.number, each.members.size());
      paired_ = paired_ && each.number % 2 == 0;
    }
  }

  bool is_alone(std::uint32_t number) const {
    if (number == CallCensus::others || number == 0) return false;
    auto found = sizes_.find(number);
    // In a capture, the description of 2k is valid for 2k + 1 too.
    if (found == sizes_.end() && paired_) found = sizes_.find(number - number % 2);
    if (found != sizes_.end()) return found->second <= 1;
    return sizes_.contains(0);  // all are described except those that each rank has to itself, such as MPI_COMM_SELF
  }

 private:
  std::map<std::uint32_t, std::size_t> sizes_;
  bool paired_ = true;
};

}  // namespace

Omissions::Omissions(const TraceSource& trace)
    : Omissions(Basis{trace.ranks(), trace.state_names(), trace.notes(), trace.losses(), trace.census()}) {}

Omissions::Omissions(const TraceFacts& facts, const CallCensus& census)
    : Omissions(Basis{facts.ranks, facts.states.names(), facts.notes, facts.losses, census}) {}

Omissions::Omissions(const Basis& basis) : messages_(basis.census.messages), ranks_(basis.ranks) {
  for (const NotCaptured& each : basis.notes.not_captured) add(kind_of_call(each.function), each.function, each.calls);
  add_losses(basis.losses);
  if (ranks_ > 1) add_silent(basis);
  for (const auto& [what, count] : basis.losses.counts()) {
    if (const auto function = function_not_recorded(what); !function.empty())
      add(kind_of_call(function), function, count);
  }
  const auto& incomplete = basis.notes.incomplete;
  add(OmissionKind::incomplete, "ranks whose records end before their program did", incomplete.size());
  if (!incomplete.empty()) {
    why_incomplete_ = fmt::format("rank {}: {}", incomplete.front().rank, incomplete.front().why);
  }
  std::stable_sort(list_.begin(), list_.end(), [](const Omission& a, const Omission& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.count > b.count;
  });
}

void Omissions::add(Omission::Kind kind, std::string_view what, std::uint64_t count) {
  if (count == 0) return;
  const auto found = std::find_if(list_.begin(), list_.end(),
                                  [&](const Omission& each) { return each.kind == kind && each.what == what; });
  if (found == list_.end()) {
    list_.push_back({kind, std::string(what), count});
  } else {
    found->count += count;
  }
}

void Omissions::add_losses(const Losses& losses) {
  for (const auto& [what, count] : losses.counts()) {
    const std::string_view function = function_of(what);
    if (!function_not_recorded(what).empty()) continue;
    add(function.empty() ? OmissionKind::lost : kind_of_call(function), function.empty() ? what : function, count);
  }
}

bool Omissions::has_call(std::string_view function) const {
  return std::any_of(list_.begin(), list_.end(),
                     [&](const Omission& each) { return each.kind != OmissionKind::lost && each.what == function; });
}

/// Adds the calls that should contain a message, of functions none of whose calls does.
void Omissions::add_silent(const Basis& basis) {
  const Sizes sizes(basis.notes);
  const auto& names = basis.names;
  const CallCensus& census = basis.census;
  std::vector<std::uint64_t> due(std::min(names.size(), census.states.size()), 0);
  bool extended = false;
  for (std::size_t state = 0; state < due.size(); ++state) {
    const Traffic traffic = traffic_of(names[state]);
    due[state] = census.states[state].calls;
    const bool collective = traffic == Traffic::collective || traffic == Traffic::nonblocking;
    extended = extended || (collective && census.states[state].holds);
  }
  for (const CallCensus::Pair& each : census.pairs) {
    if (each.state >= due.size() || sizes.is_alone(each.communicator)) continue;
    const bool barrier = names[each.state].find("arrier") != std::string::npos;
    due[each.state] += each.moving + (barrier ? each.empty : 0);
  }
  for (std::size_t state = 0; state < due.size(); ++state) {
    const Traffic traffic = traffic_of(names[state]);
    const bool counts = traffic == Traffic::collective || traffic == Traffic::one_sided || traffic == Traffic::files ||
                        (traffic == Traffic::nonblocking && !extended);
    if (!counts || census.states[state].holds || has_call(names[state])) continue;
    add(kind_of_call(names[state]), names[state], due[state]);
  }
}

std::uint64_t Omissions::count(Omission::Kind kind) const {
  std::uint64_t sum = 0;
  for (const Omission& each : list_) sum += each.kind == kind ? each.count : 0;
  return sum;
}

/// The form with the total and, in brackets, its parts; "" when the total is 0.
std::string Omissions::part_text(std::string_view form, std::initializer_list<Omission::Kind> kinds) const {
  std::uint64_t sum = 0;
  std::size_t named = 0;
  std::string names;
  for (const Omission& each : list_) {
    if (std::find(kinds.begin(), kinds.end(), each.kind) == kinds.end()) continue;
    sum += each.count;
    if (++named <= most_named)
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ", grouped(each.count), each.what);
  }
  if (sum == 0) return {};
  if (named > most_named) names += fmt::format(" and {} other kinds", named - most_named);
  return fmt::format("{} {} ({})", grouped(sum), form, names);
}

std::string Omissions::text() const {
  using enum Omission::Kind;
  std::string text;
  const auto part = [&text](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
  };
  part(part_text("calls whose messages the trace does not have", {collectives, one_sided, files, other_calls}));
  part(part_text("entries of the file lost in reading it", {lost}));
  if (const auto ranks = count(incomplete); ranks > 0) {
    part(fmt::format("the rest of {} of {} ranks, whose records end before their program did", ranks, ranks_));
  }
  return text;
}

std::string Omissions::incomplete_text() const {
  const auto ranks = count(Omission::Kind::incomplete);
  if (ranks == 0) return {};
  return fmt::format("{} of {} ranks end before their program did ({})", ranks, ranks_, why_incomplete_);
}

}  // namespace trgen::record

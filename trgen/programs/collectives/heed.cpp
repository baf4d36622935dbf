// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/heed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/choice_params.hpp"
#include "trgen/programs/collectives/round.hpp"
#include "trgen/programs/collectives/select_smpi.hpp"

namespace trgen::programs::collectives {
namespace {

constexpr std::size_t most_looked_at = 16;   // calls of a kind, of different sizes
constexpr std::uint32_t most_rounds = 1024;  // of a rank

struct TuningKey {
  std::string_view key;
  void (*reset)(Tuning& tuning);
};
constexpr std::array<TuningKey, 5> heeded_tuning{{
    {"segment", [](Tuning& tuning) { tuning.segment = Tuning().segment; }},
    {"radix", [](Tuning& tuning) { tuning.radix = Tuning().radix; }},
    {"chains", [](Tuning& tuning) { tuning.chains = Tuning().chains; }},
    {"batch", [](Tuning& tuning) { tuning.batch = Tuning().batch; }},
    {"torus", [](Tuning& tuning) { tuning.torus = Tuning().torus; }},
}};

bool same(const Transfer& a, const Transfer& b) {
  return a.peer == b.peer && a.role == b.role && a.data.bytes == b.data.bytes && a.data.at == b.data.at &&
         a.data.first == b.data.first && a.data.count == b.data.count;
}

/// The messages of a rank are the same for both calls.
bool same_messages(const Entry& entry, const Call& a, const Call& b, std::uint32_t v) {
  const std::uint32_t rounds = entry.rounds(a, v);
  if (entry.rounds(b, v) != rounds) return false;
  Round one, other;
  for (std::uint32_t number = 0; number < std::min(rounds, most_rounds); ++number) {
    one.clear(a.kind);
    other.clear(b.kind);
    entry.round(a, v, number, one);
    entry.round(b, v, number, other);
    const auto left = one.transfers(), right = other.transfers();
    if (!std::equal(left.begin(), left.end(), right.begin(), right.end(), same)) return false;
  }
  return true;
}

bool depends(const Entry& entry, const Call& call, const Tuning& without) {
  Call other = call;
  other.tuning = without;
  if (!entry.misfit(other).empty()) return true;
  for (const std::uint32_t v : {std::uint32_t{0}, std::uint32_t{1}, call.size / 2, call.size - 1}) {
    if (v < call.size && !same_messages(entry, call, other, v)) return true;
  }
  return false;
}

/// Algorithms that can do the call, for messages.
std::string fitting(const Call& call) {
  std::vector<std::string_view> names;
  for (const Entry& each : algorithms()) {
    if (each.serves(call.kind) && each.misfit(call).empty()) names.push_back(each.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

bool Heed::sets_algorithms() const {
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (choice_.algorithm(static_cast<Kind>(kind)) != nullptr) return true;
  }
  return false;
}

bool Heed::any_call() const {
  return std::any_of(calls_.begin(), calls_.end(), [](const Calls& calls) { return calls.all > 0; });
}

bool Heed::asks() const {
  return choice_.library() != Library::mpich || choice_.reduce_ns_per_byte() > 0 || sets_algorithms();
}

bool Heed::knows_all() const {
  const bool errs = choice_.library() == Library::smpi_ompi || choice_.library() == Library::smpi_mpich;
  return any_call() && !errs && !sets_algorithms() && choice_.reduce_ns_per_byte() == 0;
}

/// Notes which keys count: `differs` says whether a call is done otherwise without one that is set.
template <class Differs>
void Heed::note_tuning(const Tuning& tuning, const Differs& differs) {
  for (std::size_t i = 0; i < heeded_tuning.size(); ++i) {
    Tuning without = tuning;
    heeded_tuning[i].reset(without);
    counts_[i] = counts_[i] || (without != tuning && differs(without));
  }
}

void Heed::note_untimed(const Call& call) {
  const std::string_view why = smpi_error(call);
  if (why.empty()) return;
  Calls& calls = calls_[static_cast<std::size_t>(call.kind)];
  if (++calls.untimed > 1) return;
  calls.why_untimed = fmt::format("{} of {} B on {} ranks: {}", mpi_name_of(call.kind),
                                  call.blocks == nullptr ? call.bytes : call.total, call.size, why);
}

void Heed::judge_untimed(std::vector<NotHeeded>& found) const {
  for (const Calls& calls : calls_) {
    if (calls.untimed == 0) continue;
    found.push_back({"library",
                     fmt::format("names {}, of which {} of {} calls have no time: SimGrid 3.32 ends in an error on {}",
                                 name_of(choice_.library()), calls.untimed, calls.all, calls.why_untimed),
                     true});
  }
}

void Heed::take(Call call) {
  complete(call);
  if (is_empty(call)) return;
  Calls& calls = calls_[static_cast<std::size_t>(call.kind)];
  ++calls.all;
  const Entry* wanted = choice_.algorithm(call.kind);
  call.library = choice_.library();
  if (wanted == nullptr) return note_untimed(call);
  call.tuning = choice_.tuning();
  if (const std::string_view reason = wanted->misfit(call); !reason.empty()) {
    if (++calls.misfits == 1) {
      calls.reason = reason;
      calls.others = fitting(call);
    }
    if (calls.misfits > most_looked_at) return;
    note_tuning(call.tuning, [&](const Tuning& without) {
      Call other = call;
      other.tuning = without;
      return wanted->misfit(other) != reason;
    });
    return;
  }
  const bool known = std::any_of(calls.looked_at.begin(), calls.looked_at.end(), [&](const Call& each) {
    return each.size == call.size && each.bytes == call.bytes && each.root == call.root;
  });
  if (known || calls.looked_at.size() == most_looked_at) return;
  if (call.blocks != nullptr) {  // which do not outlive the call
    note_tuning(call.tuning, [&](const Tuning& without) { return depends(*wanted, call, without); });
    return;
  }
  calls.looked_at.push_back(call);
}

std::vector<NotHeeded> Heed::verdict(std::string_view what, bool whole) const {
  std::vector<NotHeeded> found;
  if (!any_call() && whole && choice_.library() != Library::mpich)
    found.push_back({"library", fmt::format("has no effect: {} calls no collective", what)});
  for (std::size_t kind = 0; kind < kinds; ++kind) judge_algorithm(static_cast<Kind>(kind), what, whole, found);
  judge_untimed(found);
  if (!whole) return found;
  judge_tuning(found);
  if (choice_.reduce_ns_per_byte() > 0) {
    bool reduces = false;
    for (std::size_t kind = 0; kind < kinds; ++kind)
      reduces = reduces || (calls_[kind].all > 0 && is_reduction(static_cast<Kind>(kind)));
    if (!reduces)
      found.push_back({"reduce_rate", fmt::format("has no effect: {} calls no collective that reduces", what)});
  }
  return found;
}

void Heed::judge_algorithm(Kind kind, std::string_view what, bool whole, std::vector<NotHeeded>& found) const {
  const Entry* wanted = choice_.algorithm(kind);
  if (wanted == nullptr) return;
  const Calls& calls = calls_[static_cast<std::size_t>(kind)];
  const std::string key(operation_keys[static_cast<std::size_t>(kind)].key);
  if (calls.all == 0) {
    found.push_back({key, whole ? fmt::format("has no effect: {} calls no {} that moves data ({})", what,
                                              mpi_name_of(kind), called())
                                : fmt::format("had no effect on the part of {} that was looked at, which calls no {}",
                                              what, mpi_name_of(kind))});
  } else if (calls.misfits == calls.all) {
    found.push_back({key,
                     fmt::format("names {}, which can do none of the calls: {}; algorithms that can: {}", wanted->name,
                                 calls.reason, calls.others),
                     true, true});
  } else if (calls.misfits > 0) {
    found.push_back({key,
                     fmt::format("names {}, which cannot do {} of {} calls ({}); an algorithm of {}'s choice does "
                                 "them",
                                 wanted->name, calls.misfits, calls.all, calls.reason, name_of(choice_.library())),
                     true});
  }
}

/// The operations that are called, with their keys, for a key that names another.
std::string Heed::called() const {
  std::vector<std::string> names;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (calls_[kind].all > 0) names.push_back(fmt::format("{}, key {}", mpi_names[kind], operation_keys[kind].key));
  }
  return names.empty() ? "it calls no collective" : fmt::format("it calls {}", fmt::join(names, "; "));
}

void Heed::judge_tuning(std::vector<NotHeeded>& found) const {
  for (std::size_t i = 0; i < heeded_tuning.size(); ++i) {
    Tuning without = choice_.tuning();
    heeded_tuning[i].reset(without);
    if (without == choice_.tuning() || counts_[i] || tuning_counts(without)) continue;
    found.push_back({std::string(heeded_tuning[i].key), "has no effect on the algorithms that are set here"});
  }
}

bool Heed::tuning_counts(const Tuning& without) const {
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const Entry* wanted = choice_.algorithm(static_cast<Kind>(kind));
    if (wanted == nullptr) continue;
    for (const Call& call : calls_[kind].looked_at) {
      if (depends(*wanted, call, without)) return true;
    }
  }
  return false;
}

}  // namespace trgen::programs::collectives

// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/expand/survey.hpp"

#include "trgen/programs/collectives/expansion.hpp"
#include "trgen/record/mpi_traffic.hpp"

namespace trgen::programs::expand {

using collectives::Kind;
using record::Record;

namespace {

constexpr std::size_t most_depth = 1000;  ///< states without ends must not fill the memory

void mix(std::uint64_t& digest, std::uint64_t value) {
  digest = (digest ^ value) * 0x9E3779B97F4A7C15ULL;
  digest ^= digest >> 29U;
}

std::uint64_t pair_key(std::size_t communicator, std::uint64_t which) { return communicator << 16U | which; }

std::optional<Obstacle> obstacle_of(std::string_view function) {
  const record::Traffic traffic = record::traffic_of(function);
  if (traffic == record::Traffic::nonblocking) return Obstacle::nonblocking;
  if (traffic == record::Traffic::collective) return Obstacle::neighbours;
  return std::nullopt;
}

}  // namespace

/// The calls of one rank.
class RankSurvey {
 public:
  RankSurvey(Survey& whole, const collectives::Choice& choice, std::uint32_t rank)
      : whole_(whole), choice_(choice), rank_(rank) {}

  void take(const Record& record) {
    switch (record.kind) {
      case record::Kind::state_start:
        if (open_.size() < most_depth) open_.push_back(record.state);
        if (whole_.kinds_[record.state]) call(record, *whole_.kinds_[record.state]);
        break;
      case record::Kind::state_end:
        if (!open_.empty()) open_.pop_back();
        break;
      default:
        for (const std::uint16_t state : open_) whole_.holds_[state] = true;
    }
  }

  void finish() {
    for (const auto& [communicator, told] : sequences_) whole_.sequences_[communicator].compare(told);
    for (const auto& [key, told] : shares_) whole_.shares_[key].compare(told);
    for (const auto& [use, messages] : messages_) whole_.uses_[use].messages.emplace_back(rank_, messages);
  }

 private:
  void call(const Record& start, Kind kind) {
    if (!start.collective) return miss(start, Obstacle::facts);
    const std::size_t communicator = whole_.communicators_.find(start.communicator, rank_);
    if (communicator == Communicators::unknown) return miss(start, Obstacle::communicator);
    const auto told = call_of(kind, start, whole_.communicators_, communicator);
    if (!told) return miss(start, Obstacle::facts);
    Survey::Told& sequence = sequences_[communicator];
    mix(sequence.digest, static_cast<std::uint64_t>(kind) << 32U | told->root);
    if (!may_differ(kind)) mix(sequence.digest, told->bytes);
    ++sequence.calls;
    if (may_differ(kind)) {
      Survey::Told& shares = shares_[pair_key(communicator, static_cast<std::uint64_t>(kind))];
      mix(shares.digest, told->bytes);
      ++shares.calls;
    }
    const std::size_t use = whole_.use_of(start.state, communicator);
    ++whole_.uses_[use].calls;
    messages_[use] += count_messages(*told, communicator, whole_.uses_[use]);
  }

  void miss(const Record& start, Obstacle why) { ++whole_.missed_[start.state][static_cast<std::size_t>(why)]; }

  /// Counts the messages that this rank would have, if the call were expanded.
  std::uint64_t count_messages(const collectives::Call& call, std::size_t communicator, Survey::Use& use) {
    const collectives::Expansion expansion(choice_, call, whole_.communicators_.group(communicator), 0);
    use.substituted += expansion.substituted() ? 1 : 0;
    const std::uint32_t v = whole_.communicators_.place(communicator, rank_);
    const std::uint32_t rounds = expansion.rounds(v);
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < rounds; ++i) {
      round_.clear(call.kind);
      expansion.algorithm().round(expansion.call(), v, i, round_);
      count += round_.transfers().size();
    }
    return count;
  }

  Survey& whole_;
  const collectives::Choice& choice_;
  std::uint32_t rank_;
  std::vector<std::uint16_t> open_;
  std::unordered_map<std::size_t, Survey::Told> sequences_;
  std::unordered_map<std::uint64_t, Survey::Told> shares_;
  std::unordered_map<std::size_t, std::uint64_t> messages_;
  collectives::Round round_;
};

Survey::Survey(const record::TraceSource& trace, const Communicators& communicators, const collectives::Choice& choice)
    : communicators_(communicators) {
  for (const std::string& name : trace.state_names()) kinds_.push_back(kind_of(name));
  holds_.resize(kinds_.size());
  missed_.resize(kinds_.size());
  sequences_.resize(communicators.count());
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    RankSurvey one(*this, choice, rank);
    while (cursor->next(rank, record)) {
      one.take(record);
      if (record.kind != record::Kind::state_start || kinds_[record.state]) continue;
      const auto obstacle = obstacle_of(trace.state_names()[record.state]);
      if (obstacle) ++missed_[record.state][static_cast<std::size_t>(*obstacle)];
    }
    if (const std::string failure = cursor->failure(); !failure.empty()) throw record::TraceError(failure);
    one.finish();
  }
  decide(trace);
}

std::size_t Survey::use_of(std::uint16_t state, std::size_t communicator) {
  const auto [found, fresh] = use_number_.try_emplace(pair_key(communicator, state), uses_.size());
  if (fresh) uses_.push_back({.state = state, .communicator = communicator, .messages = {}});
  return found->second;
}

bool Survey::agrees(std::size_t communicator) const {
  const Agreement& sequence = sequences_[communicator];
  return sequence.agree && sequence.ranks == communicators_.size(communicator);
}

/// Blocks of an alltoallv may differ even where all ranks have equal sums, so nothing but empty ones are known.
bool Survey::known_sizes(std::uint16_t state, std::size_t communicator) const {
  const Kind kind = *kinds_[state];
  if (!may_differ(kind)) return true;
  if (kind == Kind::all_to_all_v) return communicators_.size(communicator) == 1;
  return shares_.at(pair_key(communicator, static_cast<std::uint64_t>(kind))).agree;
}

void Survey::decide(const record::TraceSource& trace) {
  inserted_.resize(trace.ranks());
  for (std::size_t state = 0; state < kinds_.size(); ++state) {
    if (holds_[state]) missed_[state] = {};
  }
  for (const Use& use : uses_) {
    Missed& missed = missed_[use.state];
    const bool agree = agrees(use.communicator);
    const bool known = known_sizes(use.state, use.communicator);
    const bool expands = !holds_[use.state] && agree && known;
    expands_.push_back(expands);
    if (expands) {
      calls_ += use.calls;
      substituted_ += use.substituted;
      for (const auto& [rank, messages] : use.messages) inserted_[rank] += messages;
    } else if (!holds_[use.state]) {
      missed[static_cast<std::size_t>(agree ? Obstacle::sizes : Obstacle::disagreement)] += use.calls;
    }
  }
}

bool Survey::expands(std::uint16_t state, std::size_t communicator) const {
  const auto found = use_number_.find(pair_key(communicator, state));
  return found != use_number_.end() && expands_[found->second];
}

}  // namespace trgen::programs::expand

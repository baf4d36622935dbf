// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/expand/survey.hpp"

#include <algorithm>

#include "fsin/core/hash.hpp"
#include "trgen/programs/collectives/expansion.hpp"
#include "trgen/record/mpi_traffic.hpp"

namespace trgen::programs::expand {

using collectives::Kind;
using record::Record;

namespace {

constexpr std::size_t most_depth = 1000;  ///< states without ends must not fill the memory

void mix(std::uint64_t& digest, std::uint64_t value) { digest = fsin::hash_of(digest ^ value); }

std::uint64_t pair_key(std::size_t communicator, std::uint64_t which) { return communicator << 16U | which; }

std::optional<Obstacle> obstacle_of(std::string_view function) {
  const record::Traffic traffic = record::traffic_of(function);
  if (traffic == record::Traffic::nonblocking) return Obstacle::nonblocking;
  if (traffic == record::Traffic::collective) return Obstacle::neighbours;
  return std::nullopt;
}

}  // namespace

FixedSizes::FixedSizes(bool by_receiver, std::vector<std::uint64_t> bytes)
    : by_receiver_(by_receiver), bytes_(std::move(bytes)) {
  for (const std::uint64_t each : bytes_) element_ = std::min(element_, element_of(each));
}

/// The calls of one rank.
class RankSurvey {
 public:
  RankSurvey(Survey& whole, std::uint32_t rank) : whole_(whole), rank_(rank) {}

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
    for (const auto& [key, blocks] : shares_) {
      Survey::Shares& shares = whole_.shares_[key];
      shares.agreement.compare(blocks.told);
      shares.constant = shares.constant && blocks.constant;
      const std::size_t communicator = key >> 16U;
      shares.bytes.resize(whole_.communicators_.size(communicator));
      shares.bytes[whole_.communicators_.place(communicator, rank_)] = blocks.bytes;
    }
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
    if (!blocks_may_differ(kind)) mix(sequence.digest, told->bytes);
    ++sequence.calls;
    if (blocks_may_differ(kind)) {
      Survey::Blocks& blocks = shares_[pair_key(communicator, static_cast<std::uint64_t>(kind))];
      blocks.constant = blocks.told.calls == 0 || (blocks.constant && blocks.bytes == told->bytes);
      blocks.bytes = told->bytes;
      mix(blocks.told.digest, told->bytes);
      ++blocks.told.calls;
    }
    ++whole_.uses_[whole_.use_of(start.state, communicator)].calls;
  }

  void miss(const Record& start, Obstacle why) { ++whole_.missed_[start.state][static_cast<std::size_t>(why)]; }

  Survey& whole_;
  std::uint32_t rank_;
  std::vector<std::uint16_t> open_;
  std::unordered_map<std::size_t, Survey::Told> sequences_;
  std::unordered_map<std::uint64_t, Survey::Blocks> shares_;
};

Survey::Survey(const record::TraceSource& trace, const Communicators& communicators, const collectives::Choice& choice)
    : communicators_(communicators) {
  for (const std::string& name : trace.state_names()) kinds_.push_back(kind_of(name));
  holds_.resize(kinds_.size());
  inserted_.resize(trace.ranks());
  missed_.resize(kinds_.size());
  sequences_.resize(communicators.count());
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    RankSurvey one(*this, rank);
    while (cursor->next(rank, record)) {
      one.take(record);
      if (record.kind != record::Kind::state_start || kinds_[record.state]) continue;
      const auto obstacle = obstacle_of(trace.state_names()[record.state]);
      if (obstacle) ++missed_[record.state][static_cast<std::size_t>(*obstacle)];
    }
    if (const std::string failure = cursor->failure(); !failure.empty()) throw record::TraceError(failure);
    one.finish();
  }
  decide();
  collectives::Heed heed(choice);
  if (calls_ > 0) count(trace, choice, heed);
  not_heeded_ = heed.verdict("the expanded part of the trace", true);
  if (calls_ > 0) return;
  std::erase_if(not_heeded_, [](const collectives::NotHeeded& each) { return each.key == "library"; });
  not_heeded_.insert(not_heeded_.begin(),
                     {"library",
                      "has no effect: no collective is expanded, since none is without its messages, or "
                      "none is known well enough"});
}

std::size_t Survey::use_of(std::uint16_t state, std::size_t communicator) {
  const auto [found, fresh] = use_number_.try_emplace(pair_key(communicator, state), uses_.size());
  if (fresh) uses_.push_back({.state = state, .communicator = communicator});
  return found->second;
}

bool Survey::agrees(std::size_t communicator) const {
  const Agreement& sequence = sequences_[communicator];
  return sequence.agree && sequence.ranks == communicators_.size(communicator);
}

/// True when the sizes are known. Blocks of an alltoallv may differ even where all ranks have equal sums, so only empty
/// ones are known.
bool Survey::known_sizes(std::uint16_t state, std::size_t communicator) const {
  const Kind kind = *kinds_[state];
  if (!blocks_may_differ(kind)) return true;
  if (kind == Kind::all_to_all_v) return communicators_.size(communicator) == 1;
  const Shares& shares = shares_.at(pair_key(communicator, static_cast<std::uint64_t>(kind)));
  return shares.agreement.agree || shares.constant;
}

const FixedSizes* Survey::sizes(Kind kind, std::size_t communicator) const {
  if (!blocks_may_differ(kind)) return nullptr;
  return shares_.at(pair_key(communicator, static_cast<std::uint64_t>(kind))).sizes.get();
}

void Survey::decide() {
  for (auto& [key, shares] : shares_) {
    if (shares.agreement.agree || !shares.constant) continue;
    const bool by_receiver = static_cast<Kind>(key & 0xffffU) == Kind::scatter_v;
    shares.sizes = std::make_unique<FixedSizes>(by_receiver, std::move(shares.bytes));
  }
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
    } else if (!holds_[use.state]) {
      missed[static_cast<std::size_t>(agree ? Obstacle::sizes : Obstacle::disagreement)] += use.calls;
    }
  }
}

bool Survey::expands(std::uint16_t state, std::size_t communicator) const {
  const auto found = use_number_.find(pair_key(communicator, state));
  return found != use_number_.end() && expands_[found->second];
}

/// Counts the messages that each rank gets, and takes each call once.
void Survey::count(const record::TraceSource& trace, const collectives::Choice& choice, collectives::Heed& heed) {
  const auto cursor = trace.open();
  Record record;
  collectives::Round round;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) {
      const auto call = expanded_call(record, rank);
      if (!call) continue;
      const collectives::Expansion expansion(choice, call->call, communicators_.group(call->communicator), 0);
      const std::uint32_t v = communicators_.place(call->communicator, rank);
      if (v == 0) heed.take(call->call);
      const std::uint32_t rounds = expansion.rounds(v);
      for (std::uint32_t i = 0; i < rounds; ++i) {
        round.clear(call->call.kind);
        expansion.algorithm().round(expansion.call(), v, i, round);
        inserted_[rank] += round.transfers().size();
      }
    }
    if (const std::string failure = cursor->failure(); !failure.empty()) throw record::TraceError(failure);
  }
}

std::optional<Survey::ExpandedCall> Survey::expanded_call(const Record& start, std::uint32_t rank) const {
  if (start.kind != record::Kind::state_start || !start.collective || !kinds_[start.state]) return std::nullopt;
  const std::size_t communicator = communicators_.find(start.communicator, rank);
  if (communicator == Communicators::unknown || !expands(start.state, communicator)) return std::nullopt;
  auto call = call_of(*kinds_[start.state], start, communicators_, communicator);
  if (!call) return std::nullopt;
  if (const FixedSizes* blocks = sizes(call->kind, communicator); blocks != nullptr) {
    call->blocks = blocks;
    call->bytes = 0;
    call->element = blocks->element();
  }
  return ExpandedCall{*call, communicator};
}

}  // namespace trgen::programs::expand

// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/grown_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "trgen/extrapolation/grown_numbers.hpp"
#include "trgen/extrapolation/transfers.hpp"
#include "trgen/structure/gather.hpp"
#include "trgen/structure/rank_fold.hpp"

namespace trgen::extrapolation {
namespace {

constexpr std::int64_t half_call_of_program = 100;  ///< ns, programs/program_trace.hpp
using Members = std::vector<std::uint32_t>;

double mean_before(const Statement& exchange, const Place& at) {
  const TimeSpread* const spread = exchange.gap.varying.of(at, Pass::other);
  return spread != nullptr ? spread->mean.at(at.run->scale()) : 0;
}

using Records = std::vector<record::Record>;

class Maker {
 public:
  Maker(const Statement& exchange, Evaluation& at) : exchange_(exchange), at_(at) {}

  /// The records of a rank, which is member `v` of the group.
  Records records(std::uint32_t rank, const Members& group, std::uint32_t v) {
    Exchange call = exchange_.exchange;
    call.bytes = static_cast<std::uint64_t>(at_.value(exchange_.bytes, group.front(), exchange_, "the bytes"));
    call.root = static_cast<std::uint32_t>(at_.value(exchange_.root, group.front(), exchange_, "the roots"));
    Records made;
    if (call.root >= group.size()) at_.refuse(fmt::format("the root of {} would be no member", exchange_.function));
    if (at_.refused()) return made;
    std::uint64_t time = 0;
    bool first = true;
    const std::int64_t before = time_before(rank);
    for (const TimedTransfer& each : transfers_of(call, programs::Group::list(group), v)) {
      const Transfer& transfer = each.transfer;
      if (exchange_.regular) {
        time += static_cast<std::uint64_t>(half_call_of_program * static_cast<std::int64_t>(each.half_calls) +
                                           (first ? before : 0));
      } else {
        time += first ? static_cast<std::uint64_t>(first_message) : 0;
      }
      first = false;
      made.push_back({.kind = transfer.way,
                      .peer = transfer.peer,
                      .tag = transfer.tag,
                      .communicator = call.communicator,
                      .bytes = transfer.bytes,
                      .time_ns = time});
    }
    return made;
  }

 private:
  /// Without its spread where it has no law, as in programs whose own messages are regular.
  std::int64_t time_before(std::uint32_t rank) {
    if (!exchange_.regular) return 0;
    if (exchange_.gap.exact) return NumberMaker(at_).exact_start(exchange_, rank);
    return std::llround(mean_before(exchange_, at_.at(rank)));
  }

  const Statement& exchange_;
  Evaluation& at_;
};

/// The ranks of an exchange by what they do. In most collectives, many ranks do the same with partners at the same
/// distances, or whose numbers differ in the same bits: one of them is then folded for all.
class Alike {
 public:
  explicit Alike(std::uint32_t ranks) : ranks_(ranks) {}

  /// The next rank of those that call.
  void add(std::uint32_t rank, const Records& records) {
    std::uint64_t hash = records.size();
    for (const record::Record& each : records)
      hash = fsin::hash_of(hash, static_cast<unsigned>(each.kind), each.bytes, each.time_ns);
    std::vector<std::uint32_t>& same = by_hash_[hash];
    const auto found = std::find_if(same.begin(), same.end(),
                                    [&](std::uint32_t each) { return same_but_partners(kept_[each], records); });
    if (found == same.end()) {
      same.push_back(static_cast<std::uint32_t>(kept_.size()));
      kind_.push_back(same.back());
      kept_.push_back({rank, static_cast<std::uint32_t>(kind_.size() - 1), records});
      return;
    }
    const Kept& kept = kept_[*found];
    kind_.push_back(*found);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const structure::PeerForms a = structure::forms_of(kept.records[i].peer, kept.rank, ranks_);
      const structure::PeerForms b = structure::forms_of(records[i].peer, rank, ranks_);
      for (std::size_t form = 0; form < a.size(); ++form) forms_[form] = forms_[form] && a[form] == b[form];
    }
  }

  /// There is a form in which the partners of all ranks that do the same are the same.
  bool any_form() const { return forms_ != structure::FollowedForms{}; }
  const structure::FollowedForms& forms() const { return forms_; }
  /// A rank that does what no rank before it does.
  struct Kept {
    std::uint32_t rank = 0, position = 0;
    Records records;
  };
  const std::vector<Kept>& kept() const { return kept_; }
  /// By position: the number of the one that does the same, or is it.
  const std::vector<std::uint32_t>& kind() const { return kind_; }

 private:
  static bool same_but_partners(const Kept& kept, const Records& records) {
    return std::equal(kept.records.begin(), kept.records.end(), records.begin(), records.end(),
                      [](record::Record a, const record::Record& b) {
                        a.peer = b.peer;
                        return a == b;
                      });
  }

  std::uint32_t ranks_;
  structure::FollowedForms forms_{true, true, true};
  std::vector<Kept> kept_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
  std::vector<std::uint32_t> kind_;
};

structure::RankTree folded(std::uint32_t rank, std::uint32_t ranks, const Records& records) {
  structure::RankFold fold(rank, ranks);
  for (const record::Record& each : records) fold.add(each);
  return fold.take();
}

bool same_times(const Statement& a, const Statement& b, const Run& target) {
  if (!a.regular) return true;  // times that are no function of the messages are not in their loops
  if (a.gap.exact.has_value() != b.gap.exact.has_value()) return false;
  if (!a.gap.exact) return std::llround(mean_before(a, {&target, 0})) == std::llround(mean_before(b, {&target, 0}));
  return a.gap.exact->choice == b.gap.exact->choice &&
         std::equal(a.gap.exact->ways.begin(), a.gap.exact->ways.end(), b.gap.exact->ways.begin(),
                    b.gap.exact->ways.end(), [](const SeriesModel::Way& x, const SeriesModel::Way& y) {
                      return x.numbers.front() == y.numbers.front();
                    });
}

Messages messages_of(const Statement& exchange, const Members& ranks, const GroupForms& groups, Evaluation& at) {
  Messages made;
  Maker maker(exchange, at);
  const std::uint32_t all = at.target().ranks();
  Members group;
  const auto records_of = [&](std::uint32_t rank) -> Records {
    if (exchange.group != 0 || group.empty()) group = groups.members(exchange.group, {&at.target(), rank});
    const auto own = std::lower_bound(group.begin(), group.end(), rank);
    if (own == group.end() || *own != rank) {
      at.refuse(fmt::format("{} ranks have no {}, which call {} together", all, groups.words(exchange.group),
                            exchange.function));
      return {};
    }
    return maker.records(rank, group, static_cast<std::uint32_t>(own - group.begin()));
  };
  Alike alike(all);
  for (const std::uint32_t rank : ranks) {
    const Records records = records_of(rank);
    if (at.refused()) return made;
    for (const record::Record& each : records) {
      const bool sends = each.kind == record::Kind::send;
      ++(sends ? made.sends : made.receives);
      (sends ? made.sent : made.received) += each.bytes;
      if (sends && each.peer != rank) ++made.to_others;
    }
    alike.add(rank, records);
  }
  if (alike.any_form()) {
    std::vector<structure::RankTree> trees;
    for (const Alike::Kept& each : alike.kept()) trees.push_back(folded(each.rank, all, each.records));
    structure::Gather gather(alike.forms());
    for (std::uint32_t i = 0; i < ranks.size(); ++i) {
      const std::uint32_t kind = alike.kind()[i], first = alike.kept()[kind].position;
      if (first == i) {
        gather.add(trees[kind]);
      } else {
        gather.add_like(first, trees[kind]);
      }
    }
    made.loops = gather.finish();
    // Another form may have loops where those of all that do the same have none.
    if (structure::listed_fields(made.loops) == 0) return made;
  }
  structure::Gather gather;
  for (const std::uint32_t rank : ranks) gather.add(folded(rank, all, records_of(rank)));
  made.loops = gather.finish();
  return made;
}

/// True for exchanges that have the same messages on the same ranks of the same rung.
bool same_messages(const Statement& a, const Statement& b, const Run& target) {
  return a.exchange.kind == b.exchange.kind && a.exchange.library == b.exchange.library &&
         a.exchange.communicator == b.exchange.communicator && a.exchange.element == b.exchange.element &&
         a.group == b.group && a.bytes == b.bytes && a.root == b.root && a.regular == b.regular &&
         same_times(a, b, target);
}

}  // namespace

const Messages& MessageTable::of(const Statement& exchange, const Members& ranks, std::uint32_t set) {
  const auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& each) {
    return each.set == set && each.rung == at_.rung() && same_messages(*each.exchange, exchange, at_.target());
  });
  if (known != known_.end()) return known->messages;
  known_.push_back({&exchange, set, at_.rung(), messages_of(exchange, ranks, groups_, at_)});
  return known_.back().messages;
}

}  // namespace trgen::extrapolation

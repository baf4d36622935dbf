// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/grown_messages.hpp"

#include <fmt/format.h>

#include <cmath>

#include "trgen/extrapolation/grown_numbers.hpp"
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

class Maker {
 public:
  Maker(const Statement& exchange, Evaluation& at, Messages& made) : exchange_(exchange), at_(at), made_(made) {}

  structure::RankTree tree(std::uint32_t rank, const Members& group, std::uint32_t v) {
    Exchange call = exchange_.exchange;
    call.bytes = static_cast<std::uint64_t>(at_.value(exchange_.bytes, group.front(), exchange_, "the bytes"));
    call.root = static_cast<std::uint32_t>(at_.value(exchange_.root, group.front(), exchange_, "the roots"));
    structure::RankFold fold(rank, at_.target().ranks());
    if (call.root >= group.size()) at_.refuse(fmt::format("the root of {} would be no member", exchange_.function));
    if (at_.refused()) return fold.take();
    std::uint64_t time = 0;
    bool first = true;
    const std::int64_t before = time_before(rank);
    for (const TimedTransfer& each : transfers_of(call, programs::Group::list(group), v)) {
      const Transfer& transfer = each.transfer;
      const bool sends = transfer.way == record::Kind::send;
      if (exchange_.regular) {
        time += static_cast<std::uint64_t>(half_call_of_program * static_cast<std::int64_t>(each.half_calls) +
                                           (first ? before : 0));
      } else {
        time += first ? static_cast<std::uint64_t>(first_message) : 0;
      }
      first = false;
      ++(sends ? made_.sends : made_.receives);
      (sends ? made_.sent : made_.received) += transfer.bytes;
      if (sends && transfer.peer != rank) ++made_.to_others;
      fold.add({.kind = transfer.way,
                .peer = transfer.peer,
                .tag = transfer.tag,
                .communicator = call.communicator,
                .bytes = transfer.bytes,
                .time_ns = time});
    }
    return fold.take();
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
  Messages& made_;
};

/// Equal for exchanges whose times are equal. Those that are no function of the messages are not in their loops.
std::string times_key(const Statement& exchange, const Run& target) {
  if (!exchange.regular) return "apart";
  if (!exchange.gap.exact) return fmt::format("{}", std::llround(mean_before(exchange, {&target, 0})));
  std::string key = exchange.gap.exact->choice.words();
  for (const SeriesModel::Way& way : exchange.gap.exact->ways) key += way.numbers.front().words();
  return key;
}

}  // namespace

Messages messages_of(const Statement& exchange, const Members& ranks, const GroupForms& groups, Evaluation& at) {
  Messages made;
  structure::Gather gather;
  Maker maker(exchange, at, made);
  Members group;
  for (const std::uint32_t rank : ranks) {
    if (exchange.group != 0 || group.empty()) group = groups.members(exchange.group, {&at.target(), rank});
    const auto own = std::lower_bound(group.begin(), group.end(), rank);
    if (own == group.end() || *own != rank) {
      at.refuse(fmt::format("{} ranks have no {}, which call {} together", at.target().ranks(),
                            groups.words(exchange.group), exchange.function));
      return made;
    }
    gather.add(maker.tree(rank, group, static_cast<std::uint32_t>(own - group.begin())));
    if (at.refused()) return made;
  }
  made.loops = gather.finish();
  return made;
}

std::string key_of(const Statement& exchange, const Run& target) {
  const Exchange& call = exchange.exchange;
  return fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(call.kind), static_cast<int>(call.library),
                     call.communicator, call.element, exchange.group, exchange.bytes.words(), exchange.root.words(),
                     exchange.regular, times_key(exchange, target));
}

}  // namespace trgen::extrapolation

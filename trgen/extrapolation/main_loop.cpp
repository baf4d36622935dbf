// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/main_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fsin/core/hash.hpp"
#include "trgen/record/channel.hpp"
#include "trgen/structure/folding.hpp"

namespace trgen::extrapolation {

namespace {

constexpr std::uint64_t least_iterations = 3;
constexpr double least_share = 1.0 / 3;
constexpr std::uint64_t most_period = 8;  ///< iterations after which tags repeat or count on

/// The largest loop of a rank.
struct LargestLoop {
  std::uint64_t begin = 0, length = 0, count = 0;
  std::uint64_t records() const { return length * count; }
};

/// The calls of a rank, each as a number that is equal for equal calls.
class CallSequence {
 public:
  void add(std::uint64_t call, std::uint64_t records) {
    calls_.push_back(call);
    starts_.push_back(starts_.back() + records);
  }

  /// The loop that holds most records; of loops that hold about as many, the one whose body is shortest.
  LargestLoop largest() const {
    std::vector<LargestLoop> runs;
    std::uint64_t most = 0;
    for (const std::uint32_t distance : distances()) {
      const LargestLoop run = longest(distance);
      if (run.count < least_iterations) continue;
      most = std::max(most, run.records());
      runs.push_back(run);
    }
    LargestLoop best;
    for (const LargestLoop& run : runs) {
      if (run.records() * 10 < most * 9) continue;
      if (best.count == 0 || run.length < best.length) best = run;
    }
    return best;
  }

 private:
  static constexpr std::size_t most_distances = 24;

  /// Distances between equal calls, and between equal sequences of calls, those first that promise most.
  std::vector<std::uint32_t> distances() const {
    std::unordered_map<std::uint32_t, std::uint64_t> found;
    std::unordered_map<std::uint64_t, std::uint32_t> last;
    for (const std::size_t together : {1U, 4U, 16U, 64U}) {
      std::uint64_t factor = 1, hash = 0;  // of the call that leaves the sequence
      for (std::size_t i = 0; i < together; ++i) factor *= structure::hash_base;
      last.clear();
      for (std::size_t i = 0; i < calls_.size(); ++i) {
        hash = hash * structure::hash_base + calls_[i];
        if (i >= together) hash -= factor * calls_[i - together];
        if (i + 1 < together) continue;
        const auto [before, fresh] = last.try_emplace(hash, static_cast<std::uint32_t>(i));
        if (!fresh)
          ++found[static_cast<std::uint32_t>(i) - std::exchange(before->second, static_cast<std::uint32_t>(i))];
      }
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (const auto& [distance, times] : found) order.emplace_back(times * distance, distance);
    std::sort(order.rbegin(), order.rend());
    std::vector<std::uint32_t> made;
    for (std::size_t i = 0; i < std::min(order.size(), most_distances); ++i) made.push_back(order[i].second);
    return made;
  }

  /// The longest stretch in which each call equals the one so far before it.
  LargestLoop longest(std::uint32_t distance) const {
    std::size_t best_begin = 0, best_end = 0, begin = 0;
    for (std::size_t i = 0; i + distance <= calls_.size(); ++i) {
      if (i + distance < calls_.size() && calls_[i] == calls_[i + distance]) continue;
      if (i - begin > best_end - best_begin) {
        best_begin = begin;
        best_end = i;
      }
      begin = i + 1;
    }
    const std::uint64_t count = 1 + (best_end - best_begin) / distance;  // the stretch is longer by one body
    return {starts_[best_begin], starts_[best_begin + distance] - starts_[best_begin], count};
  }

  std::vector<std::uint64_t> calls_;
  std::vector<std::uint64_t> starts_{0};  ///< records before each call
};

/// How calls are told apart.
enum CallReading : std::uint8_t { by_bytes, by_partners, readings };

/// Reads the records of a rank as calls, in both ways.
class CallReader {
 public:
  explicit CallReader(const std::vector<std::string>& states) : states_(states) {}

  void add(const record::Record& record) {
    using record::Kind;
    const std::uint64_t flags =
        (record.any_source ? 1U : 0U) | (record.any_tag ? 2U : 0U) | (record.collective ? 4U : 0U);
    partners_ = fsin::hash_of(partners_, static_cast<std::uint64_t>(record.kind) << 8U | flags, record.state);
    partners_ = fsin::hash_of(partners_, std::uint64_t{record.peer} << 32U | record.communicator);
    bytes_ = fsin::hash_of(bytes_, record.bytes, record.received);
    ++records_;
    if (!record::is_message(record.kind) && states_[record.state].starts_with("MPI_")) {
      if (record.kind == Kind::state_start) ++depth_;
      if (record.kind == Kind::state_end && depth_ > 0) --depth_;
    }
    if (depth_ == 0) end();
  }
  std::array<LargestLoop, readings> take() {
    if (records_ > 0) end();
    return {calls_[by_bytes].largest(), calls_[by_partners].largest()};
  }

 private:
  void end() {
    calls_[by_bytes].add(fsin::hash_of(partners_, bytes_, records_), records_);
    calls_[by_partners].add(fsin::hash_of(partners_, records_), records_);
    partners_ = bytes_ = records_ = 0;
  }

  const std::vector<std::string>& states_;
  std::array<CallSequence, readings> calls_;
  std::uint64_t partners_ = 0, bytes_ = 0, records_ = 0;
  unsigned depth_ = 0;
};

/// The loops of all ranks as one, or why they are none.
MainLoop agreed(const std::vector<LargestLoop>& loops, std::uint64_t records) {
  MainLoop made;
  made.ranks.resize(loops.size());
  const auto most = std::max_element(
      loops.begin(), loops.end(), [](const LargestLoop& a, const LargestLoop& b) { return a.records() < b.records(); });
  made.iterations = most->count;
  for (const LargestLoop& each : loops) {
    if (each.count >= least_iterations && each.count + 1 == most->count) made.iterations = each.count;
  }
  std::uint64_t in_loops = 0;
  for (std::size_t rank = 0; rank < loops.size(); ++rank) {
    const LargestLoop& of_rank = loops[rank];
    if (made.iterations < least_iterations || of_rank.count < made.iterations) continue;
    const std::uint64_t passes = of_rank.count / made.iterations;
    if (of_rank.count % made.iterations > passes) continue;
    made.ranks[rank] = {of_rank.begin, passes * of_rank.length};
    in_loops += made.iterations * made.ranks[rank].length;
  }
  made.share = records > 0 ? static_cast<double>(in_loops) / static_cast<double>(records) : 0;
  if (made.iterations < least_iterations) {
    made.why = "no calls are repeated three times";
  } else if (made.share < least_share) {
    made.why = fmt::format("its largest loop, of {} iterations, holds {:.1f} % of the records only", made.iterations,
                           100 * made.share);
  }
  return made;
}

/// Tags of the messages of a rank, by iteration.
using Tags = std::vector<std::vector<std::int64_t>>;

/// True if all tags repeat after this many iterations, or grow by the same.
bool counts_on(const Tags& tags, std::uint64_t period) {
  if (period >= tags.size()) return false;
  for (std::size_t message = 0; message < tags[0].size(); ++message) {
    const std::int64_t step = tags[period][message] - tags[0][message];
    if (step != 0 && tags.size() < 2 * period + 1) return false;  // nothing would check it
    for (std::uint64_t i = period; i < tags.size(); ++i) {
      if (tags[i][message] - tags[i - period][message] != step) return false;
    }
  }
  return true;
}

/// Calls `each` for the records of a rank to the end of the loop, with the iteration of those within it.
template <class Each>
void walk(const MainLoop& loop, std::uint32_t rank, record::TraceCursor& cursor, Each&& each) {
  const auto [begin, length] = loop.ranks[rank];
  record::Record record;
  for (std::uint64_t i = 0; i < begin && cursor.next(rank, record); ++i) each(0, record, false);
  for (std::uint64_t iteration = 0; iteration < loop.iterations; ++iteration) {
    for (std::uint64_t i = 0; i < length && cursor.next(rank, record); ++i) each(iteration, record, true);
  }
}

/// The shortest period with which tags repeat or count on, on all ranks; 0: none.
std::uint64_t period_of(const record::TraceSource& trace, const MainLoop& loop) {
  std::array<bool, most_period + 1> possible{};
  std::fill(possible.begin() + 1, possible.end(), true);
  const auto cursor = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    if (loop.ranks[rank].length == 0) continue;
    Tags tags(loop.iterations);
    walk(loop, rank, *cursor, [&](std::uint64_t iteration, const record::Record& record, bool within) {
      if (within && record::is_message(record.kind)) tags[iteration].push_back(record.tag);
    });
    record::stop_at_failure(trace, *cursor);
    for (std::uint64_t period = 1; period <= most_period; ++period)
      possible[period] = possible[period] && counts_on(tags, period);
  }
  const auto found = std::find(possible.begin(), possible.end(), true);
  return found == possible.end() ? 0 : static_cast<std::uint64_t>(found - possible.begin());
}

/// What rank sends to rank in a block, less what is received.
struct Balance {
  std::int64_t messages = 0, bytes = 0;
  std::int64_t ahead = 0;  ///< sum of how many messages later than its own a receive takes (Record::match)

  bool even() const { return messages == 0 && bytes == 0 && ahead == 0; }
};

/// Says which messages of a block are not received in it; empty where all are.
std::string unbalanced(const record::TraceSource& trace, const MainLoop& loop) {
  std::unordered_map<std::uint64_t, Balance> pairs;
  const auto cursor = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    ReceiveNumbers numbers;
    walk(loop, rank, *cursor, [&](std::uint64_t iteration, const record::Record& record, bool within) {
      if (!record::is_message(record.kind)) return;
      const record::Channel channel = record::channel_of(rank, record);
      const bool sends = record.kind == record::Kind::send;
      const std::int64_t ahead = sends ? 0 : numbers.ahead(channel, record.match);
      if (!within || iteration + loop.block < loop.iterations) return;
      Balance& pair = pairs[std::uint64_t{channel.source} << 32U | channel.destination];
      pair.messages += sends ? 1 : -1;
      pair.bytes += (sends ? 1 : -1) * static_cast<std::int64_t>(record.bytes);
      pair.ahead += ahead;
    });
  }
  record::stop_at_failure(trace, *cursor);
  std::optional<std::uint64_t> found;
  for (const auto& [pair, balance] : pairs) {
    if (!balance.even()) found = std::min(pair, found.value_or(pair));
  }
  if (!found) return {};
  return fmt::format(
      "its largest loop, of {} iterations, is not the same one on all ranks: within iterations, not all that rank {} "
      "sends to rank {} is received",
      loop.iterations, *found >> 32U, *found & 0xffffffffU);
}

}  // namespace

MainLoop find_main_loop(const record::TraceSource& trace) {
  std::array<std::vector<LargestLoop>, readings> loops;
  const auto cursor = trace.open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    CallReader calls(trace.state_names());
    while (cursor->next(rank, record)) calls.add(record);
    const auto found = calls.take();
    for (std::size_t reading = 0; reading < readings; ++reading) loops[reading].push_back(found[reading]);
  }
  record::stop_at_failure(trace, *cursor);
  MainLoop made = agreed(loops[by_bytes], trace.records());
  if (!made.why.empty()) {
    MainLoop other = agreed(loops[by_partners], trace.records());
    if (other.why.empty()) made = std::move(other);
  }
  if (!made.why.empty()) return made;
  const std::uint64_t period = period_of(trace, made);
  if (period == 0) {
    made.why = fmt::format("tags of the loop of {} iterations neither repeat nor count on", made.iterations);
    return made;
  }
  // The first iteration, in which caches are cold, is repeated only where the others are too few.
  made.period = period;
  made.block = std::max<std::uint64_t>((made.iterations - 1) / period, 1) * period;
  made.why = unbalanced(trace, made);
  return made;
}

}  // namespace trgen::extrapolation

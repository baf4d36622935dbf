// SPDX-License-Identifier: Apache-2.0
// Reads binary GOAL schedules, one rank after the other.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "trgen/formats/common/values.hpp"
#include "trgen/formats/goal/binary.hpp"
#include "trgen/formats/goal/ranks.hpp"

namespace trgen::formats::goal {
namespace {

constexpr std::uint64_t most_part = Graph::most_statements * 64;

/// Bytes, read from the front.
class Packed {
 public:
  explicit Packed(std::span<const char> bytes) : rest_(bytes) {}

  std::uint64_t left() const { return rest_.size(); }
  std::uint64_t take(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    rest_ = rest_.subspan(bytes);
    return value;
  }
  std::uint32_t u32() { return static_cast<std::uint32_t>(take(4)); }
  void skip(std::uint64_t bytes) { rest_ = rest_.subspan(bytes); }

 private:
  std::span<const char> rest_;
};

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class BinaryReader {
 public:
  BinaryReader(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take)
      : in_(in), problems_(problems), steps_(steps), take_(take) {}

  void run() {
    if (Packed(bytes(8)).take(8) != binary::cookie) problems_.stop(0, "a binary schedule begins with the number 4223");
    taken_ = 0;
    const std::uint32_t ranks = Packed(bytes(binary::head_bytes)).u32();
    if (ranks == 0 || ranks > most_announced_ranks)
      problems_.stop(0, fmt::format("{} ranks; a schedule has 1 to {}", ranks, most_announced_ranks));
    steps_.announce(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      Packed offsets(bytes(binary::offsets_bytes));
      ranges_.push_back({offsets.take(8), offsets.take(8)});
    }
    for (std::uint32_t rank = 0; rank < ranks && goes_on_; ++rank) part(rank);
  }

 private:
  /// The next bytes of the file, valid until the next call.
  std::span<const char> bytes(std::uint64_t count) {
    buffer_.clear();
    while (buffer_.size() < count) {  // a wrong number must not take memory that the file does not fill
      constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20;
      const std::size_t had = buffer_.size();
      buffer_.resize(had + static_cast<std::size_t>(std::min(most_at_once, count - had)));
      const std::size_t got = in_.read(std::span(buffer_).subspan(had));
      if (got == 0) problems_.stop(0, "the file ends too early: it is cut short");
      buffer_.resize(had + got);
    }
    taken_ += count;
    return buffer_;
  }

  void part(std::uint32_t rank) {
    const Range& range = ranges_[rank];
    if (range.begin < taken_ || range.end < range.begin || range.end - range.begin > most_part)
      problems_.stop(0, fmt::format("rank {} is said to stand at bytes {} to {}, which cannot be, behind byte {}", rank,
                                    range.begin, range.end, taken_));
    while (taken_ < range.begin) bytes(std::min<std::uint64_t>(range.begin - taken_, 1U << 16U));
    Packed all(bytes(range.end - range.begin));
    if (all.left() < 8) fail(rank, "is too short");
    const std::uint64_t count = all.u32(), roots = all.u32();
    if (all.left() < 4 * roots + binary::statement_bytes * count) fail(rank, "is shorter than its statements");
    all.skip(4 * roots);
    Packed list = all;
    list.skip(binary::statement_bytes * count);
    std::vector<std::uint32_t> indices;
    while (list.left() >= 4) indices.push_back(list.u32());
    Graph graph;
    for (std::uint32_t number = 0; number < count; ++number) statement(rank, number, all, count, indices, graph);
    goes_on_ = take_(rank, graph);
    problems_.throw_if_any();
  }

  void statement(std::uint32_t rank, std::uint32_t number, Packed& all, std::uint64_t count,
                 const std::vector<std::uint32_t>& indices, Graph& graph) {
    all.u32();  // the number of statements it waits for, which the lists contain too
    const auto type = all.take(1);
    Statement made;
    made.peer = all.u32();
    made.amount = all.take(8);
    const std::uint32_t tag = all.u32();
    made.tag = static_cast<std::int32_t>(tag);
    made.cpu = static_cast<std::uint8_t>(all.take(1));
    made.nic = static_cast<std::uint8_t>(all.take(1));
    switch (static_cast<binary::Type>(type)) {
      case binary::Type::send:
        made.kind = Statement::Kind::send;
        break;
      case binary::Type::receive:
        made.kind = Statement::Kind::recv;
        made.any_source = made.peer == binary::any;
        made.any_tag = tag == binary::any;
        break;
      case binary::Type::compute:
        made.kind = Statement::Kind::calc;
        break;
      default:
        fail(rank, fmt::format("has a statement {} of unknown kind {}", number, type));
    }
    if (made.kind != Statement::Kind::calc) {
      if (made.amount > most_message_bytes)
        fail(rank, fmt::format("has a message of {} B in statement {}, more than any", made.amount, number));
      if (!made.any_source &&
          !steps_.exists(made.peer, made.kind == Statement::Kind::send ? "destination" : "source", {problems_, 0}))
        problems_.throw_if_any();
    }
    graph.add({}, made);
    for (const bool start : {false, true}) {
      const std::uint64_t waiting = all.u32(), first = all.u32();
      if (waiting == 0) continue;  // then the place is any number
      if (first + waiting > indices.size()) fail(rank, fmt::format("lacks those that wait for statement {}", number));
      for (std::uint64_t i = first; i < first + waiting; ++i) {
        if (indices[i] >= count) fail(rank, fmt::format("has no statement {}, which waits for {}", indices[i], number));
        graph.require(indices[i], number, start);
      }
    }
  }

  [[noreturn]] void fail(std::uint32_t rank, std::string_view what) {
    problems_.stop(0, fmt::format("the part of rank {} {}", rank, what));
  }

  io::Input& in_;
  io::Problems& problems_;
  Steps& steps_;
  const TakeRank& take_;
  bool goes_on_ = true;
  std::vector<char> buffer_;
  std::uint64_t taken_ = 0;  ///< bytes behind the cookie
  std::vector<Range> ranges_;
};

}  // namespace

bool BinaryFormat::sniff(std::span<const char> head) {
  return head.size() >= 8 && Packed(head.first(8)).take(8) == binary::cookie;
}

void BinaryFormat::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink,
                        const ReadOptions& options) {
  emit_ranks(in, facts, sink, options, read_binary_ranks);
}

void read_binary_ranks(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take) {
  BinaryReader(in, steps, problems, take).run();
}

}  // namespace trgen::formats::goal

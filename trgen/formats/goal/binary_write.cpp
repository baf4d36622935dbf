// SPDX-License-Identifier: Apache-2.0
// Writes binary GOAL schedules: a chain for each rank, as the text form has it. The trace is read twice: the places of
// the parts stand before the parts.
#include <string>
#include <vector>

#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/goal/binary.hpp"
#include "trgen/formats/goal/format.hpp"

namespace trgen::formats::goal {
namespace {

using record::Kind;
using record::Record;

constexpr std::uint32_t no_place = 0xffffffff;

void put(std::string& to, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i) & 0xffU);
}

/// Bytes of the part of a rank with so many statements: each but the first waits for one.
std::uint64_t part_bytes(std::uint64_t statements) {
  return statements == 0 ? 8 : 8 + 4 + binary::statement_bytes * statements + 4 * (statements - 1);
}

/// Counts the statements of each rank.
class Counter {
 public:
  void begin(std::uint32_t /*rank*/) {
    counts.push_back(0);
    bursts_ = {};
  }
  void record(std::uint32_t /*rank*/, const Record& record) {
    counts.back() += (bursts_.before(record) > 0 ? 1U : 0U) + (record::is_message(record.kind) ? 1U : 0U);
  }
  void end(std::uint32_t /*rank*/) {}

  std::vector<std::uint64_t> counts;

 private:
  Bursts bursts_;
};

class PartWriter {
 public:
  PartWriter(const record::TraceSource& trace, const std::vector<std::uint64_t>& counts, io::Output& out)
      : shown_(shows_collectives(trace)), uncarried_(trace, {}), counts_(counts), out_(out) {
    put(text_, binary::cookie, 8);
    put(text_, trace.ranks(), 4);
    put(text_, 0, 2);
    std::uint64_t at = binary::head_bytes + binary::offsets_bytes * trace.ranks();
    for (const std::uint64_t count : counts) {
      put(text_, at, 8);
      put(text_, at += part_bytes(count), 8);
    }
  }

  void begin(std::uint32_t rank) {
    bursts_ = {};
    uncarried_.begin();
    count_ = counts_[rank];
    number_ = 0;
    put(text_, count_, 4);
    put(text_, count_ == 0 ? 0 : 1, 4);
    if (count_ > 0) put(text_, 0, 4);
  }

  void record(std::uint32_t /*rank*/, const Record& record) {
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) add(binary::Type::compute, 0, burst, 0);
    if (record::is_message(record.kind)) {
      if (record.tag < 0) ++negative_tags_;
      add(record.kind == Kind::send ? binary::Type::send : binary::Type::receive, record.peer, record.bytes,
          static_cast<std::uint32_t>(record.tag) & tag_bits);
    } else if (record.kind == Kind::state_start) {
      uncarried_.drop_state();
      if (record.collective && !shown_) uncarried_.drop_collective(record.state);
    }
  }

  void end(std::uint32_t /*rank*/) {
    for (std::uint64_t next = 1; next < count_; ++next) {
      put(text_, next, 4);
      if (text_.size() >= block_size) flush();
    }
    flush();
  }

  void finish(record::Losses& losses) {
    uncarried_.report(losses);
    losses.add("negative tags, written without their sign", negative_tags_);
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 18;

  /// The next statement; the one after it waits for its end or, where it is a send, for its beginning.
  void add(binary::Type type, std::uint32_t peer, std::uint64_t amount, std::uint32_t tag) {
    put(text_, number_ == 0 ? 0 : 1, 4);
    put(text_, static_cast<std::uint64_t>(type), 1);
    put(text_, peer, 4);
    put(text_, amount, 8);
    put(text_, tag, 4);
    put(text_, 0, 2);
    const bool followed = number_ + 1 < count_;
    for (const bool here : {type != binary::Type::send, type == binary::Type::send}) {
      put(text_, followed && here ? 1 : 0, 4);
      put(text_, followed && here ? number_ : no_place, 4);
    }
    ++number_;
    if (text_.size() >= block_size) flush();
  }
  void flush() {
    out_.write(std::string_view(text_));
    text_.clear();
  }

  bool shown_;
  Uncarried uncarried_;
  const std::vector<std::uint64_t>& counts_;
  io::Output& out_;
  std::string text_;
  Bursts bursts_;
  std::uint64_t count_ = 0;   ///< statements of the rank
  std::uint64_t number_ = 0;  ///< of the next one
  std::uint64_t negative_tags_ = 0;
};

}  // namespace

void BinaryFormat::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  Counter counter;
  walk(trace, counter);
  for (const std::uint64_t count : counter.counts) {
    if (count > 0xfffffffe)
      throw record::TraceError(trace.name() + ": a rank has more statements than a binary schedule can number");
  }
  PartWriter writer(trace, counter.counts, out);
  walk(trace, writer);
  writer.finish(losses);
}

}  // namespace trgen::formats::goal

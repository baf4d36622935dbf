// SPDX-License-Identifier: Apache-2.0
// Opens a file of loops through its index, or reads it from its first byte to its last.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/numbers.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/loops/frames.hpp"
#include "trgen/formats/loops/head.hpp"
#include "trgen/formats/loops/trace.hpp"

namespace trgen::formats::loops {
namespace {

constexpr std::size_t greeting_at = 8;

/// What is read through is stored record by record, which more than this would not fit any disk.
constexpr std::uint64_t most_read_through = std::uint64_t{1} << 36;

std::string_view greeting(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  return text.substr(std::min(greeting_at, text.size()));
}

unsigned announced_version(const io::Input& in, std::string_view greeting) {
  const std::string_view rest = greeting.substr(std::min(greeting_start.size(), greeting.size()));
  for (unsigned version = 1; version <= latest_version; ++version) {
    if (rest.starts_with(fmt::format("{} ", version))) return version;
  }
  throw record::TraceError(fmt::format(
      "{}: is a file of loops of another version than 1 and 2; write it again with 'trgen compress'", in.name()));
}

/// Reads the content from its first byte to its last.
class ThroughReader {
 public:
  ThroughReader(io::Input& in, unsigned version, record::TraceFacts& facts, record::RecordSink& sink)
      : in_(in), version_(version), facts_(facts), sink_(sink) {}

  void run() {
    Head head = decode(read_head(), version_, in_.name());
    describe(head, facts_);
    line_ = static_cast<std::uint64_t>(std::count(head.lines.begin(), head.lines.end(), '\n'));
    const structure::Expansion expansion(std::make_shared<const structure::Structure>(std::move(head.structure)));
    records_before(head, expansion, in_.name());
    if (head.records > most_read_through) {
      throw record::TraceError(fmt::format(
          "{}: makes {} records, which only a file with its index can be read for; give it as a file, or make it again",
          in_.name(), head.records));
    }
    for (std::uint32_t rank = 0; rank < facts_.ranks; ++rank) read_rank(expansion, rank);
    char more = 0;
    if (left_ > 0 || in_.read({&more, 1}) > 0) stop("there is more in it than its loops need");
  }

  /// The value of a listed field of the rank that is read.
  std::int64_t take(structure::FieldName name, std::int64_t previous) {
    if (left_ == 0) begin_frame();
    const std::int64_t value = record::codec::unzigzag(number());
    if (name == structure::FieldName::gap) return value;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(previous) + static_cast<std::uint64_t>(value));
  }

 private:
  [[noreturn]] void stop(std::string_view what) const {
    throw record::TraceError(fmt::format("{}: rank {}, record {}: {}; copy or make the file again", in_.name(), rank_,
                                         facts_.records + 1, what));
  }

  std::string read_head() {
    std::string size(8, '\0');
    read(size);
    const std::uint64_t bytes = NumberReader(size).fixed();
    if (bytes > most_head_content) stop("its head is too long");
    std::string head;
    constexpr std::size_t block = std::size_t{1} << 16;  // memory grows with what is there, not with what is announced
    while (head.size() < bytes) {
      std::string part(std::min<std::uint64_t>(block, bytes - head.size()), '\0');
      read(part);
      head += part;
    }
    return head;
  }

  void read(std::string& to) {
    for (std::size_t at = 0; at < to.size();) {
      const std::size_t got = in_.read(std::span<char>(to).subspan(at));
      if (got == 0) stop("the file ends too early");
      at += got;
    }
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(this->byte());
      value |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) return value;
    }
    stop("a value is damaged");
  }

  char byte() {
    if (next_ == block_.size()) {
      block_.resize(std::size_t{1} << 14);
      block_.resize(in_.read(block_));
      next_ = 0;
      if (block_.empty()) stop("the file ends too early");
    }
    if (left_ > 0) --left_;
    return block_[next_++];
  }

  void begin_frame() {
    if (number() != rank_) stop("a frame is not one of this rank");
    const std::uint64_t bytes = number();
    if (bytes == 0) stop("a frame of values is empty");
    left_ = bytes;
  }

  void read_rank(const structure::Expansion& expansion, std::uint32_t rank) {
    rank_ = rank;
    structure::RankState state;
    record::Record record;
    while (true) {
      const structure::Next next = expansion.next(rank, state, *this, record);
      if (next == structure::Next::end) break;
      if (next == structure::Next::faulty || !is_sound(record, facts_.ranks))
        stop("a number of a record is out of range");
      record.line = ++line_;
      ++facts_.records;
      sink_.add(rank, record);
    }
    if (left_ > 0) stop("there are more values than its loops need");
  }

  io::Input& in_;
  unsigned version_;
  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  std::string block_;
  std::size_t next_ = 0;
  std::uint64_t left_ = 0;  ///< bytes of values in the frame that are not read yet
  std::uint64_t line_ = 0;
  std::uint32_t rank_ = 0;
};

}  // namespace

bool Format::sniff(std::span<const char> head) {
  return io::starts_with(head, "\x54\x2A\x4D\x18") && greeting(head).starts_with(greeting_start);
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& /*options*/) {
  ThroughReader(in, announced_version(in, greeting(in.raw_head())), facts, sink).run();
  std::string why;
  const auto file = io::RandomFile::behind(in);
  if (file && !read_index(*file, why)) {
    facts.warnings.push_back(
        fmt::format("{}: {}; it was read from its first byte to its last instead", in.name(), why));
  }
}

std::shared_ptr<const record::TraceSource> Format::open(io::Input& in, const ReadOptions& /*options*/) {
  const auto file = io::RandomFile::behind(in);
  if (!file) return nullptr;
  const unsigned version = announced_version(in, greeting(in.raw_head()));
  std::string why;
  auto index = read_index(*file, why);
  if (!index) return nullptr;  // read() will report the fault
  std::string content;
  FrameReader frames(file, std::min<std::uint64_t>(most_head_content, file->size() * 4096));
  if (frames.read(index->head_offset, index->head_offset + index->head_bytes, content) == 0) return nullptr;
  if (NumberReader(content).fixed() != content.size() - 8) return nullptr;
  record::TraceFacts facts;
  facts.name = in.name();
  facts.digest = io::Digest::text(index->digest);
  Head head = decode(std::string_view(content).substr(8), version, in.name());
  describe(head, facts);
  if (!index->places.empty() && index->places.back().rank >= facts.ranks) return nullptr;
  return std::make_shared<Trace>(file, std::move(*index), std::move(head), std::move(facts));
}

}  // namespace trgen::formats::loops

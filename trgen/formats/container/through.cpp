// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container/through.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "fsin/core/text.hpp"
#include "trgen/formats/container/content.hpp"
#include "trgen/formats/container/records.hpp"
#include "trgen/formats/text/append.hpp"
#include "trgen/io/digest.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::container {
namespace {

class ThroughReader {
 public:
  ThroughReader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink)
      : in_(in), facts_(facts), sink_(sink), content_(in) {}

  void run() {
    const std::string header = content_.read_header(facts_);
    line_ = static_cast<std::uint64_t>(std::count(header.begin(), header.end(), '\n'));
    text_.append(header.data(), header.data() + header.size());
    facts_.ranks = *facts_.header_ranks;
    while (!content_.peek(1).empty()) read_frame();
    put_text();
    if (backwards_ > io::most_warnings) facts_.warnings.push_back(time_warning(facts_.name, backwards_));
    facts_.digest = digest_.text();
    facts_.content_bytes = text_bytes_;
    facts_.file_bytes = in_.file_bytes();
  }

 private:
  [[noreturn]] void stop(std::string_view what) const {
    throw record::TraceError(fmt::format("{}:{}: {}; copy or make the file again", facts_.name, line_ + 1, what));
  }

  /// Reads the records of one frame into frame_, with padding after them.
  std::span<const std::byte> take_frame() {
    const std::span<const char> ahead = content_.peek(longest_frame_head);
    frame_.assign(longest_frame_head + frame_padding, std::byte{0});
    std::memcpy(frame_.data(), ahead.data(), ahead.size());
    FrameHead head;
    const std::byte* const records = get_frame_head(frame_.data(), head);
    if (records == nullptr || head.rank >= facts_.ranks || head.rank < rank_ || head.bytes > most_frame_content) {
      stop("no frame of records begins here");
    }
    rank_start(static_cast<std::uint32_t>(head.rank));
    content_.take(static_cast<std::size_t>(records - frame_.data()));
    const std::span<const char> bytes = content_.peek(head.bytes);
    if (bytes.size() < head.bytes) stop("the file ends within a frame");
    frame_.assign(head.bytes + frame_padding, std::byte{0});
    if (!bytes.empty()) std::memcpy(frame_.data(), bytes.data(), bytes.size());
    content_.take(bytes.size());
    return std::span<const std::byte>(frame_).first(bytes.size());
  }

  void rank_start(std::uint32_t rank) {
    if (rank != rank_) time_ = 0;
    rank_ = rank;
  }

  void read_frame() {
    const std::span<const std::byte> bytes = take_frame();
    const RecordUnpacker unpacker(facts_.ranks, facts_.states.names().size());
    record::codec::Previous previous{.line = line_};
    record::Record record;
    const std::byte* const end = bytes.data() + bytes.size();
    for (const std::byte* at = bytes.data(); at < end;) {
      at = unpacker.read(at, previous, record);
      if (at == nullptr || at > end) stop("a record is damaged");
      add(record);
    }
  }

  void add(const record::Record& record) {
    ++line_;
    ++facts_.records;
    if (record.time_ns < time_ && ++backwards_ <= io::most_warnings) {
      facts_.warnings.push_back(time_warning(facts_.name, {line_, rank_, time_, record.time_ns}));
    }
    time_ = record.time_ns;
    text::append_record(text_, rank_, record, facts_.states.names());
    constexpr std::size_t block = std::size_t{1} << 16;
    if (text_.size() > block) put_text();
    sink_.add(rank_, record);
  }

  void put_text() {
    digest_.add(text_);
    text_bytes_ += text_.size();
    text_.clear();
  }

  io::Input& in_;
  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  Content content_;
  std::vector<std::byte> frame_;
  fmt::memory_buffer text_;
  io::Digest digest_;
  std::uint64_t text_bytes_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t time_ = 0;
  std::uint64_t backwards_ = 0;
  std::uint32_t rank_ = 0;
};

/// The number of records that the first frame announces.
std::optional<std::uint64_t> announced_records(std::string_view greeting) {
  constexpr std::string_view key = "records=";
  greeting = greeting.substr(0, greeting.find('\n'));
  const auto at = greeting.find(key);
  return at == std::string_view::npos ? std::nullopt : fsin::parse_natural(greeting.substr(at + key.size()));
}

}  // namespace

void read_through(io::Input& in, std::string_view greeting, record::TraceFacts& facts, record::RecordSink& sink) {
  constexpr std::string_view version = "trgen-container 2 ";
  if (!greeting.starts_with(version)) {
    throw record::TraceError(
        fmt::format("{}: is a container of another version than 2; write it again with 'trgen convert'", in.name()));
  }
  ThroughReader(in, facts, sink).run();
  if (const auto announced = announced_records(greeting); announced && *announced != facts.records) {
    throw record::TraceError(
        fmt::format("{}: holds {} records, and its first bytes announce {}; copy or make the file again", in.name(),
                    facts.records, *announced));
  }
}

std::string time_warning(std::string_view name, const Index::Backwards& place) {
  return fmt::format("{}:{}: time of rank {} goes backwards, from {} to {} ns", name, place.line, place.rank,
                     place.from_ns, place.to_ns);
}

std::string time_warning(std::string_view name, std::uint64_t times) {
  return fmt::format("{}: time goes backwards {} times in all", name, times);
}

}  // namespace trgen::formats::container

// SPDX-License-Identifier: Apache-2.0
// Reads the text format in big blocks. Memory: one block, and the last time of each rank.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/text.hpp"
#include "trgen/formats/text/format.hpp"
#include "trgen/formats/text/line.hpp"
#include "trgen/formats/text/notes.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::text {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;  // stays in the second-level cache
constexpr std::size_t longest_line = std::size_t{1} << 16;
constexpr std::size_t most_comments = 32;
constexpr std::uint64_t supported_version = 1;

/// True when the field `peer` of a record is a rank.
bool names_peer(const record::Record& record) {
  return record::is_message(record.kind) || (record.collective && record.peer != record::no_rank);
}

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options)
      : in_(in), facts_(facts), sink_(sink), problems_(in.name()), line_(facts.states), most_(options.most_ranks) {}

  void run();
  /// Reads lines of which only headers are allowed.
  void run_header();

 private:
  void read_blocks();
  void read_lines(const char* at, const char* end);
  const char* other_line(const char* at, const char* end);
  void header(std::string_view text);
  void header_ranks(std::string_view text);
  bool in_range();
  void check_time();
  void finish();
  std::uint64_t beyond() const { return facts_.header_ranks ? *facts_.header_ranks : most_; }

  io::Input& in_;
  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  io::Problems problems_;
  Line line_;
  std::uint64_t most_;
  std::uint64_t line_number_ = 0;
  std::uint64_t largest_ = 0;  ///< the largest rank or peer, and the line in which it first appears
  std::uint64_t largest_line_ = 0;
  std::vector<std::uint64_t> last_time_;
  std::uint64_t backwards_ = 0;
  bool unfinished_ = false;  ///< the last line lacks its newline
};

void Reader::run() {
  read_blocks();
  finish();
}

void Reader::run_header() {
  read_blocks();
  problems_.throw_if_any();
}

void Reader::read_blocks() {
  const auto memory = std::make_unique_for_overwrite<char[]>(block_size);
  const std::span<char> block(memory.get(), block_size);
  std::size_t kept = 0;
  for (std::size_t got = 1; got > 0;) {
    got = in_.read(block.subspan(kept, block.size() - kept - 1));
    std::size_t size = kept + got;
    if (got == 0 && size > 0) {
      unfinished_ = true;
      block[size++] = '\n';
    }
    const auto* const newline = static_cast<const char*>(::memrchr(block.data(), '\n', size));
    const std::size_t whole = newline == nullptr ? 0 : static_cast<std::size_t>(newline - block.data()) + 1;
    read_lines(block.data(), block.data() + whole);
    kept = size - whole;
    if (kept > longest_line) {
      problems_.stop(line_number_ + 1, fmt::format("the line is longer than {} bytes; is this a trace?", longest_line));
    }
    std::memmove(block.data(), block.data() + whole, kept);
  }
}

void Reader::read_lines(const char* at, const char* const end) {
  while (at < end) {
    ++line_number_;
    while (is_blank(*at)) ++at;
    const char* const next = line_.read(at);
    if (next == nullptr) {
      at = other_line(at, end);
      continue;
    }
    at = next;
    line_.record().line = line_number_;
    if (!in_range()) continue;
    check_time();
    sink_.add(line_.rank(), line_.record());
    ++facts_.records;
  }
}

/// Handles a line that is no sound record: blank, comment, header or faulty.
const char* Reader::other_line(const char* at, const char* const end) {
  const auto* const newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
  std::string_view text(at, static_cast<std::size_t>(newline - at));
  if (text.starts_with('#')) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    header(text);
  } else if (!text.empty() && text != "\r") {
    const bool cut_short =
        unfinished_ && newline + 1 == end && static_cast<std::size_t>(line_.fault_at() - at) == text.size();
    problems_.add(line_number_, explain_fault(line_, text) + (cut_short ? "; the file seems to be cut short" : ""));
  }
  return newline + 1;
}

void Reader::header(std::string_view text) {
  if (const auto odd = fsin::find_non_text(text)) {
    problems_.stop(line_number_,
                   fmt::format("byte 0x{:02x} in column {} is not text; is the file damaged, or of another format?",
                               static_cast<unsigned char>(text[*odd]), *odd + 1));
  }
  std::string_view word = text.substr(0, text.find_first_of(" \t"));
  std::string_view value = text.substr(word.size());
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  value = value.substr(0, value.find_last_not_of(" \t") + 1);
  if (word == "#ranks") return header_ranks(value);
  if (word == "#insee-trace") {
    const auto version = fsin::parse_natural(value);
    if (version != supported_version) {
      problems_.add(line_number_, fmt::format("trace version {} is not known; this program reads version {}",
                                              fsin::in_quotes(value), supported_version));
    }
    return;
  }
  if (word == "#lost") {
    if (!read_lost(value, facts_.losses)) {
      problems_.add(line_number_, fmt::format("{}: {}", fsin::in_quotes(word), note_form(word)));
    }
    return;
  }
  switch (read_note(word, value, most_announced_ranks, facts_.notes)) {
    case Note::taken:
      return;
    case Note::faulty:
      problems_.add(line_number_, fmt::format("{}: {}", fsin::in_quotes(word), note_form(word)));
      return;
    case Note::unknown:
      break;
  }
  auto& comments = facts_.notes.comments;
  if (comments.size() < most_comments) comments.push_back(fsin::one_line(text.substr(0, 200)));
}

void Reader::header_ranks(std::string_view text) {
  const auto ranks = fsin::parse_natural(text);
  if (!ranks || *ranks == 0 || *ranks > most_announced_ranks) {
    problems_.add(line_number_, fmt::format("'#ranks {}': the number of ranks must be a whole number from 1 to {}",
                                            fsin::one_line(text), most_announced_ranks));
  } else if (facts_.header_ranks && *facts_.header_ranks != *ranks) {
    problems_.add(line_number_, fmt::format("'#ranks {}', but an earlier header says '#ranks {}'; keep one of them",
                                            *ranks, *facts_.header_ranks));
  } else if (largest_ >= *ranks) {
    problems_.add(largest_line_,
                  fmt::format("rank {} does not exist: the header in line {} says '#ranks {}' (ranks 0 to {})",
                              largest_, line_number_, *ranks, *ranks - 1));
  } else {
    facts_.header_ranks = static_cast<std::uint32_t>(*ranks);
  }
}

bool Reader::in_range() {
  const record::Record& record = line_.record();
  const std::uint64_t larger = names_peer(record) ? std::max(line_.rank(), record.peer) : line_.rank();
  if (larger <= largest_ && largest_line_ != 0) return true;
  if (larger < beyond()) {
    largest_ = larger;
    largest_line_ = line_number_;
    return true;
  }
  const std::string_view which = line_.rank() == larger              ? "rank"
                                 : record.kind == record::Kind::send ? "destination"
                                 : record.collective                 ? "root"
                                                                     : "source";
  if (facts_.header_ranks) {
    problems_.add(line_number_, fmt::format("{} {} does not exist: the header says '#ranks {}' (ranks 0 to {})", which,
                                            larger, *facts_.header_ranks, *facts_.header_ranks - 1));
  } else {
    problems_.add(
        line_number_,
        fmt::format(
            "{} {} would take much memory; if the trace has that many ranks, announce them in a first line '#ranks {}'",
            which, larger, larger + 1));
  }
  return false;
}

void Reader::check_time() {
  const std::uint32_t rank = line_.rank();
  if (rank >= last_time_.size()) last_time_.resize(std::size_t{rank} + 1);
  const std::uint64_t time = line_.record().time_ns;
  if (time < last_time_[rank] && ++backwards_ <= io::most_warnings) {
    facts_.warnings.push_back(fmt::format("{}:{}: time of rank {} goes backwards, from {} to {} ns", in_.name(),
                                          line_number_, rank, last_time_[rank], time));
  }
  last_time_[rank] = time;
}

void Reader::finish() {
  if (backwards_ > io::most_warnings) {
    facts_.warnings.push_back(fmt::format("{}: time goes backwards {} times in all", in_.name(), backwards_));
  }
  problems_.throw_if_any();
  if (in_.content_bytes() == 0) problems_.stop(0, "the file is empty; was it written to the end?");
  if (facts_.records == 0)
    problems_.stop(0, fmt::format("no records in {} lines, only comments and blank lines", line_number_));
  facts_.ranks = facts_.header_ranks ? *facts_.header_ranks : static_cast<std::uint32_t>(largest_ + 1);
}

bool is_header(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  constexpr std::array<std::string_view, 6> words{"#insee-trace",  "#ranks",      "#clock",
                                                  "#communicator", "#incomplete", "#not-captured"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// '<rank> <time> <kind>' of which two are right, or two numbers followed by something that resembles a kind.
bool is_half_a_record(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  io::Fields fields(line);
  const std::string_view rank = fields.next();
  const std::string_view time = fields.next();
  const std::string_view kind = fields.next();
  const bool known = std::find(record::kind_names.begin(), record::kind_names.end(), kind) != record::kind_names.end();
  const bool letters = kind.size() >= 2 && kind.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == kind.npos;
  const int numbers = (fsin::parse_natural(rank) ? 1 : 0) + (fsin::parse_natural(time) ? 1 : 0);
  return (known && numbers >= 1) || (letters && numbers == 2);
}

class NoRecords final : public record::RecordSink {
 public:
  explicit NoRecords(const std::string& name) : name_(name) {}
  void add(std::uint32_t rank, const record::Record& record) override {
    throw record::TraceError(
        fmt::format("{}:{}: a record of rank {} is among the header lines", name_, record.line, rank));
  }

 private:
  const std::string& name_;
};

}  // namespace

void read_header(io::Input& in, record::TraceFacts& facts) {
  NoRecords sink(in.name());
  Reader(in, facts, sink, ReadOptions{}).run_header();
}

/// Faults of a text trace are reported line by line, so a file counts as one if any line near its beginning is a header
/// or half a record. An empty file, and one that consists of comments, count too.
bool Format::sniff(std::span<const char> head) {
  constexpr int most_lines = 16;
  const std::string_view text(head.data(), head.size());
  if (text.find('\0') != std::string_view::npos) return false;
  bool other_text = false;
  std::string_view rest = text;
  for (int lines = 0; lines < most_lines && !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (is_header(line) || is_half_a_record(line)) return true;
    const bool content = line.find_first_not_of(" \t\r") != std::string_view::npos && !line.starts_with('#');
    other_text = other_text || content;
    lines += content ? 1 : 0;
  }
  return !other_text;
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader(in, facts, sink, options).run();
}

}  // namespace trgen::formats::text

// SPDX-License-Identifier: Apache-2.0
// Reads ALOG. Memory: the states, and one time a rank.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "fsin/core/text.hpp"
#include "trgen/formats/alog/format.hpp"
#include "trgen/formats/alog/line.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/common/time_order.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::alog {
namespace {

using record::Kind;
using record::Record;

constexpr std::string_view line_form = "<type> <process> <task> <data> <cycle> <time in us> [comment]";
constexpr std::size_t longest_line = std::size_t{1} << 16;

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options)
      : facts_(facts),
        sink_(sink),
        problems_(in.name()),
        lines_(in, problems_, longest_line),
        most_(options.most_ranks) {}

  void run() {
    std::string_view text;
    while (lines_.next(text)) {
      if (io::first_line(text).empty()) continue;  // blank, or a comment (#)
      if (!line_.parse(text)) {
        problems_.add(lines_.number(),
                      fmt::format("{} is not an event; a line reads '{}'{}", fsin::in_quotes(text), line_form,
                                  lines_.unfinished() ? "; the file seems to be cut short" : ""));
      } else if (line_.type < 0 && line_.type >= event::last_header) {
        header();
      } else {
        event();
      }
    }
    finish();
  }

 private:
  /// Effect of an event: it begins or ends a state.
  struct Border {
    std::string state;  ///< empty for a state that is no MPI function; `user` is its name then
    std::string user;
    bool begins = false;
  };

  void header() {
    switch (line_.type) {
      case event::creator:
        return note_creator();
      case event::processes:
        return announce();
      case event::event_name:
        if (names_.size() < record::StateTable::most)
          names_.emplace(line_.data, std::string(line_.comment.substr(0, 60)));
        return;
      case event::rollover:
        rollover_ns_ = line_.time_ns;
        return;
      case event::state:
        return define_state();
      default:
        if (line_.type < event::last_known_header) lose(fmt::format("events {}", line_.type));
        return;
    }
  }

  void note_creator() {
    if (!line_.comment.starts_with(clock_note)) return;
    const std::string_view clock = line_.comment.substr(clock_note.size());
    if (record::is_clock(clock)) facts_.notes.clock = clock;
  }

  void announce() {
    if (line_.data < 1 || static_cast<std::uint64_t>(line_.data) > most_announced_ranks ||
        static_cast<std::uint64_t>(line_.data) < seen_) {
      problems_.add(lines_.number(), fmt::format("{} processes; give from {} to {}", line_.data,
                                                 std::max<std::uint64_t>(seen_, 1), most_announced_ranks));
      return;
    }
    facts_.header_ranks = static_cast<std::uint32_t>(line_.data);
    most_ = *facts_.header_ranks;
  }

  /// Reads a definition "color:bitmap name" or "color name".
  void define_state() {
    if (borders_.size() >= 2 * record::StateTable::most) {
      problems_.stop(lines_.number(),
                     fmt::format("more than {} states are defined; is it a trace?", record::StateTable::most));
    }
    io::Fields words(line_.comment);
    words.next();
    const std::string name = as_state_name(words.rest());
    const std::string function(mpi_function(name));
    borders_.try_emplace(line_.task, Border{function, name, true});
    borders_.try_emplace(line_.data, Border{function, name, false});
  }

  void event() {
    if (line_.type == event::send || line_.type == event::receive) return message();
    const auto border = borders_.find(line_.type);
    if (border == borders_.end()) {
      const auto name = names_.find(line_.type);
      return lose(fmt::format("events {}",
                              name == names_.end() ? fmt::format("{}", line_.type) : fsin::one_line(name->second)));
    }
    const Border& found = border->second;
    if (found.state.empty()) {
      if (found.begins) lose(fmt::format("states {} (what is in them is kept)", found.user));
      return;
    }
    Record made{.kind = found.begins ? Kind::state_start : Kind::state_end};
    const auto number = facts_.states.number(found.state);
    made.state = number.value_or(0);
    if (is_rank(line_.process, "process")) add(made);
  }

  void message() {
    io::Fields words(line_.comment);
    const auto tag = parse_tag(words.next());
    const auto bytes = parse_bytes(words.next());
    const std::string_view third = words.next();
    const auto communicator = third.empty() ? std::optional<std::uint64_t>(0) : fsin::parse_natural(third);
    if (!tag || !bytes) {
      problems_.add(lines_.number(), fmt::format("the comment of a message must be its tag and its bytes, not {}",
                                                 fsin::in_quotes(line_.comment)));
      return;
    }
    const bool sends = line_.type == event::send;
    if (!is_rank(line_.process, "process") || !is_rank(line_.data, sends ? "destination" : "source")) return;
    Record made{.kind = sends ? Kind::send : Kind::receive};
    made.peer = static_cast<std::uint32_t>(line_.data);
    made.tag = *tag;
    made.bytes = *bytes;
    // The words of another program are no communicator.
    if (communicator && *communicator <= 0xffffffffU) made.communicator = static_cast<std::uint32_t>(*communicator);
    add(made);
  }

  bool is_rank(std::int64_t number, std::string_view what) {
    if (number >= 0 && static_cast<std::uint64_t>(number) < most_) {
      seen_ = std::max(seen_, static_cast<std::uint64_t>(number) + 1);
      return true;
    }
    problems_.add(lines_.number(),
                  facts_.header_ranks
                      ? fmt::format("{} {} does not exist: event -3 says {} processes", what, number, most_)
                      : fmt::format("{} {} would take much memory; if there are that many processes, announce them "
                                    "before in a line '-3 0 0 <processes> 0 0'",
                                    what, number));
    return false;
  }

  void add(Record& made) {
    if (line_.cycle > 0 && rollover_ns_ > (latest_time_ns - line_.time_ns) / line_.cycle) {
      problems_.add(lines_.number(), "the time is beyond 292 years; is the timer's rollover right?");
      return;
    }
    made.time_ns = line_.time_ns + line_.cycle * rollover_ns_;
    made.line = lines_.number();
    const auto rank = static_cast<std::uint32_t>(line_.process);
    time_order_.check(rank, made);
    sink_.add(rank, made);
    ++facts_.records;
  }

  /// Undamaged logs have few kinds of losses; the number is bounded for damaged ones.
  void lose(std::string_view what) {
    constexpr std::size_t most_kinds = 64;
    facts_.losses.add(facts_.losses.counts().size() < most_kinds ? what : "other events");
  }

  void finish() {
    time_order_.finish();
    problems_.throw_if_any();
    if (facts_.records == 0) {
      problems_.stop(0, fmt::format("there is no MPI state and no message in {} lines", lines_.number()));
    }
    facts_.ranks = facts_.header_ranks.value_or(static_cast<std::uint32_t>(seen_));
  }

  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  io::Problems problems_;
  io::Lines lines_;
  std::uint64_t most_;
  Line line_;
  std::uint64_t seen_ = 0;  ///< the largest rank plus one
  std::uint64_t rollover_ns_ = 0;
  std::unordered_map<std::int64_t, Border> borders_;
  std::unordered_map<std::int64_t, std::string> names_;
  TimeOrder time_order_{facts_};
};

}  // namespace

bool Format::sniff(std::span<const char> head) {
  // Header events come first; no other format begins its lines with a negative number.
  const std::string_view line = io::first_line({head.data(), head.size()});
  Line parsed;
  return line.starts_with('-') && parsed.parse(line);
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader(in, facts, sink, options).run();
}

}  // namespace trgen::formats::alog

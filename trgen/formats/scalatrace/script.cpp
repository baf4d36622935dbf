// SPDX-License-Identifier: Apache-2.0
// Reads the lines of a file into events.
#include "trgen/formats/scalatrace/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/scalatrace/histogram.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr std::size_t most_depth = 64;
constexpr std::uint64_t microseconds = 0x4b;
constexpr std::uint64_t thousands_of_instructions = 0x4c;
constexpr double per_unit = 1000;  ///< ns of a microsecond, instructions of a thousand

/// Cuts off what is before `mark`; empty, and `text` as it was, where there is none.
std::optional<std::string_view> take_before(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(at + mark.size());
  return before;
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

class ScriptReader {
 public:
  ScriptReader(io::Input& in, std::uint64_t most_ranks)
      : problems_(in.name()), lines_(in, problems_, std::size_t{64} << 20), script_(most_ranks) {
    script_.name = in.name();
    paths_ = {{"", no_path}, {"NULL", no_path}};
  }

  Script run() {
    for (std::string_view text; lines_.next(text);) {
      if (lines_.unfinished()) fail("the file seems to be cut short: its last line has no end");
      line(without_blanks(text));
    }
    if (ranks_) fail("the file seems to be cut short: ranks without their event");
    if (script_.events.empty()) problems_.stop(0, "no event in the trace");
    problems_.throw_if_any();
    script_.ranks = script_.lists.ranks();
    choose_computing();
    return std::move(script_);
  }

 private:
  void fail(std::string_view what) { problems_.add(lines_.number(), what); }

  void line(std::string_view text) {
    if (text.empty()) return;
    if (text.starts_with("RANKS:")) return ranks(text.substr(6));
    if (text.starts_with("EVENT")) return event(text);
    if (script_.events.empty() || !begun_)
      return fail(fmt::format("{} is found where an event, 'RANKS: ...' and 'EVENT0: ...', is expected",
                              fsin::in_quotes(text.substr(0, 20))));
    if (text.starts_with("COMP ")) return duration(text.substr(5), true);
    if (text.starts_with("COMM ")) return duration(text.substr(5), false);
    if (text.starts_with("LOOP")) return loop(text);
    parameter(text);
  }

  void ranks(std::string_view text) {
    ranks_ = list(without_blanks(text));
    begun_ = false;
  }

  std::optional<std::uint32_t> list(std::string_view text) {
    const auto made = script_.lists.add(text);
    if (!made) fail(script_.lists.why());
    return made;
  }

  void event(std::string_view text) {
    begun_ = true;
    Event made;
    made.line = lines_.number();
    if (!take_before(text, ":")) return fail("an event reads 'EVENT<n>: <function> <call path>'");
    io::Fields fields(text);
    const auto function = fsin::parse_natural(fields.next());
    if (!function || *function < first_function || *function - first_function >= functions().size()) {
      fail(fmt::format("the function of an event must be a number from {} to {}", first_function,
                       first_function + functions().size() - 1));
    } else {
      made.function = static_cast<std::uint16_t>(*function - first_function);
    }
    if (!ranks_) {
      fail("the event has no ranks; it begins with a line 'RANKS: ...'");
    } else {
      made.ranks = *ranks_;
    }
    ranks_.reset();
    made.path = path(fields.rest());
    script_.events.push_back(std::move(made));
  }

  std::uint32_t path(std::string_view text) {
    return paths_.try_emplace(std::string(without_blanks(text)), static_cast<std::uint32_t>(paths_.size()))
        .first->second;
  }

  /// "4b-0: <call path> (<histogram>".
  void duration(std::string_view text, bool computing) {
    Event& of = script_.events.back();
    const auto kind = hexadecimal(take_before(text, "-").value_or(""));
    take_before(text, ":");
    const std::size_t open = text.find('(');
    if (!kind || open == std::string_view::npos) return fail("a time reads 'COMP 4b-0: <call path> (<histogram>'");
    const auto mean = mean_of_histogram(text.substr(open));
    if (!mean) return fail("a faulty histogram");
    if (*kind != microseconds && *kind != thousands_of_instructions)
      return fail("times are of the kind 4b (microseconds) or 4c (thousands of instructions)");
    const double amount = *mean * per_unit;
    if (amount >= static_cast<double>(latest_time_ns)) return fail("a time is longer than 292 years");
    const Duration made{path(text.substr(0, open)), static_cast<std::uint64_t>(std::llround(amount))};
    if (*kind == microseconds) {
      (computing ? of.computing : of.inside).push_back(made);
      return;
    }
    if (computing) counted_.push_back({script_.events.size() - 1, made});
  }

  /// "LOOP0: iter: ( 10 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ]".
  void loop(std::string_view text) {
    Loop made;
    take_before(text, "iter:");
    const auto iterations = take_before(text, "mem:");
    if (!iterations) return fail("a loop reads 'LOOP0: iter: ( <n> )[ <ranks> ] mem: ( <events> )[ <ranks> ]'");
    if (!groups(*iterations, made.iterations) || !groups(text, made.events)) return;
    const auto within = [&](const ValuesByRank& values, std::int64_t least) {
      return std::all_of(values.parts.begin(), values.parts.end(), [&](const Values& each) {
        return std::all_of(each.numbers.begin(), each.numbers.end(),
                           [&](std::int64_t value) { return value >= least && value <= any_source; });
      });
    };
    if (!within(made.iterations, 0)) return fail("the iterations of a loop must be 0 to 2147483647");
    if (!within(made.events, 1)) return fail("the events of a loop must be 1 to 2147483647");
    Event& of = script_.events.back();
    if (of.loops.size() == most_depth) return fail(fmt::format("loops nest more than {} deep", most_depth));
    number_turn(made.iterations);
    number_turn(made.events);
    of.loops.push_back(std::move(made));
  }

  void number_turn(ValuesByRank& values) {
    const bool single = std::all_of(values.parts.begin(), values.parts.end(),
                                    [](const Values& each) { return each.numbers.size() == 1; });
    if (!single && values.turn == ValuesByRank::no_turn) values.turn = script_.turns++;
  }

  /// "( 1 2 )[ 1 -1 0 2 2 ]( 3 )[ ... ]".
  bool groups(std::string_view text, ValuesByRank& to) {
    for (text = without_blanks(text); !text.empty(); text = without_blanks(text)) {
      Values made;
      const auto open = take_before(text, "(");
      const auto numbers = take_before(text, ")");
      const auto between = take_before(text, "[");
      const auto of = take_before(text, "]");
      if (!open || !numbers || !between || !of || !without_blanks(*open).empty() || !without_blanks(*between).empty() ||
          !values(*numbers, made)) {
        fail("values of some ranks read '( <value> ... )[ <ranks> ]'");
        return false;
      }
      const auto set = list(without_blanks(*of));
      if (!set) return false;
      made.ranks = *set;
      to.parts.push_back(std::move(made));
    }
    return true;
  }

  static bool values(std::string_view text, Values& to) {
    for (io::Fields fields(text); !fields.done();) {
      const auto value = fsin::parse_integer(fields.next());
      if (!value) return false;
      to.numbers.push_back(*value);
    }
    return !to.numbers.empty();
  }

  /// "12 7000", "12 ( 75 80 )[ 1 -1 1 2 1 ]" or "12 (8 75.00 ...){...".
  void parameter(std::string_view text) {
    Event& of = script_.events.back();
    const std::string_view word = text.substr(0, text.find(' '));
    const auto number = hexadecimal(word);
    if (!number) return fail(fmt::format("{} is no line of an event", fsin::in_quotes(text.substr(0, 20))));
    const std::string_view name = parameter_name(*number);
    if (name.empty()) return;  // operators of reductions, groups and the like, which no replay needs
    const auto which = static_cast<Parameter>(*number);
    auto found =
        std::find_if(of.given.begin(), of.given.end(), [&](const Given& each) { return each.parameter == which; });
    if (found == of.given.end()) found = of.given.insert(found, {which, {}});
    const std::string_view rest = without_blanks(text.substr(word.size()));
    if (rest.find('{') != std::string_view::npos) {
      if (!histogram(rest, which, name, of, found->values)) return;
    } else if (rest.find('[') != std::string_view::npos) {
      if (!groups(rest, found->values)) return;
    } else {
      Values made;
      made.ranks = of.ranks;
      if (!values(rest, made)) return fail(fmt::format("the values of the {} must be whole numbers", name));
      found->values.parts.push_back(std::move(made));
    }
    if (which == Parameter::tag || which == Parameter::receive_tag) note_tags(found->values);
    number_turn(found->values);
  }

  void note_tags(const ValuesByRank& tags) {
    for (const Values& each : tags.parts) {
      for (const std::int64_t tag : each.numbers) script_.keeps_tags = script_.keeps_tags || tag != 0;
    }
  }

  bool histogram(std::string_view text, Parameter which, std::string_view name, const Event& of, ValuesByRank& to) {
    const auto mean = mean_of_histogram(text);
    if (!mean) return fail("a faulty histogram"), false;
    if (which != Parameter::count) {
      fail(
          fmt::format("the {} is a histogram, which does not say what each call had; record the program with "
                      "PARAM_HISTO = n",
                      name));
      return false;
    }
    ++script_.mean_counts;
    to.parts.push_back({of.ranks, {std::llround(*mean)}});
    return true;
  }

  /// Times where there are any; else instructions, on a clock that stands still within calls.
  void choose_computing() {
    auto& events = script_.events;
    const bool times =
        std::any_of(events.begin(), events.end(), [](const Event& each) { return !each.computing.empty(); });
    script_.instructions = !times && !counted_.empty();
    if (times) script_.instructions_left = counted_.size();
    if (!script_.instructions) return;
    for (const auto& [event, made] : counted_) events[event].computing.push_back(made);
    for (Event& each : events) each.inside.clear();
  }

  io::Problems problems_;
  io::Lines lines_;
  Script script_;
  std::optional<std::uint32_t> ranks_;
  bool begun_ = false;
  std::unordered_map<std::string, std::uint32_t> paths_;
  std::vector<std::pair<std::size_t, Duration>> counted_;  ///< by event: computing in instructions
};

}  // namespace

Script read_script(io::Input& in, std::uint64_t most_ranks) { return ScriptReader(in, most_ranks).run(); }

}  // namespace trgen::formats::scalatrace

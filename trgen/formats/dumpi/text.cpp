// SPDX-License-Identifier: Apache-2.0
// The calls of a file in the text form: each between the lines "MPI_X entering at walltime ..." and "MPI_X returning at
// walltime ...", one argument a line in between, "type name=value" or "type name[n]=[value, ...]".
#include "fsin/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/limits.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::dumpi {
namespace {

constexpr std::string_view entering = " entering at walltime ";
constexpr std::string_view returning = " returning at walltime ";
constexpr std::size_t longest_line = std::size_t{1} << 26;
constexpr std::size_t most_functions = 4096;

/// Splits `text` at `mark`: `before` gets the part before it, `text` keeps the part after it. False when the mark is
/// missing.
bool take_until(std::string_view& text, std::string_view mark, std::string_view& before) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return false;
  before = text.substr(0, at);
  text.remove_prefix(at + mark.size());
  return true;
}

/// Converts "12.000000345" to ns.
std::optional<std::uint64_t> parse_time(std::string_view text) {
  std::string_view seconds;
  if (!take_until(text, ".", seconds) || text.size() != 9) return std::nullopt;
  const auto whole = fsin::parse_natural(seconds);
  std::uint64_t ns = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    ns = ns * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (!whole || *whole > latest_time_ns / ns_per_second) return std::nullopt;
  return *whole * ns_per_second + ns;
}

class TextCalls : public Calls {
 public:
  TextCalls(io::Input& in, io::Problems& problems) : problems_(problems), lines_(in, problems, longest_line) {}

  bool next(Call& call) override {
    std::string_view line;
    while (lines_.next(line)) {
      std::string_view rest = line;
      std::string_view name;
      if (take_until(rest, entering, name)) {
        if (!is_state_name(name)) {
          stop(fmt::format("{} is not the name of a function", fsin::in_quotes(name)));
        }
        call.clear();
        call.name = name;
        call.place = lines_.number();
        times(rest, call, call.start_ns);
        arguments(call);
        return true;
      }
      other(line);
    }
    return false;
  }

  const FileFacts& facts() const override { return facts_; }

 private:
  [[noreturn]] void stop(const std::string& what) { problems_.stop(lines_.number(), what); }

  /// Parses the text after "walltime ": "W.ns, cputime C.ns seconds in thread T."
  void times(std::string_view text, Call& call, std::uint64_t& into) {
    const std::string_view whole = text;
    std::string_view wall_text;
    std::string_view cpu_text;
    const bool parts = take_until(text, ", cputime ", wall_text) && take_until(text, " seconds in thread ", cpu_text);
    if (parts && text.ends_with('.')) text.remove_suffix(1);
    const auto wall = parse_time(wall_text);
    const auto cpu = parse_time(cpu_text);
    const auto thread = fsin::parse_natural(text);
    if (!parts || !wall || !cpu || !thread) {
      stop(
          fmt::format("{}: the line reads 'MPI_X entering at walltime 1.000000000, cputime 0.000000000 seconds in "
                      "thread 0.'",
                      fsin::in_quotes(whole)));
    }
    if (*wall > 0) facts_.has_wall = true;
    call.thread = *thread;
    into = facts_.has_wall ? *wall : *cpu;
  }

  void arguments(Call& call) {
    std::string_view line;
    while (lines_.next(line)) {
      std::string_view rest = line;
      std::string_view name;
      if (take_until(rest, returning, name)) {
        if (name != call.name) {
          stop(fmt::format("{} returns within {} of line {}", fsin::in_quotes(name), call.name, call.place));
        }
        return times(rest, call, call.stop_ns);
      }
      argument(line, call);
    }
    stop(fmt::format("the file ends within {} of line {}; was all of it copied?", call.name, call.place));
  }

  void argument(std::string_view line, Call& call) {
    if (line.starts_with("Perfcounters: ") || line.starts_with("string ")) return;
    std::string_view type;
    std::string_view name;
    std::string_view rest = line;
    if (!take_until(rest, " ", type) || !take_until(rest, "=", name) || name.empty()) {
      stop(fmt::format("{} within {} is not an argument; an argument reads 'type name=value'", fsin::in_quotes(line),
                       call.name));
    }
    if (type == "MPI_Status") {
      if (!rest.starts_with("<IGNORED>")) statuses(rest, call);
      return;
    }
    call.begin_argument(name.substr(0, name.find('[')));
    if (rest.starts_with("<IGNORED>")) return;
    if (rest.starts_with('[')) return numbers(rest, call);
    const auto value = fsin::parse_integer(rest.substr(0, rest.find(' ')));
    if (!value) stop(fmt::format("{}: {} is not a whole number", fsin::in_quotes(line), fsin::in_quotes(rest)));
    call.add_number(*value);
  }

  /// Parses "[1, 2, 3]"; brackets inside are skipped.
  void numbers(std::string_view text, Call& call) {
    constexpr std::string_view separators = "[], ";
    for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;
         at = text.find_first_not_of(separators, at)) {
      const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
      const auto value = fsin::parse_integer(text.substr(at, end - at));
      if (!value) stop(fmt::format("{} is not a whole number", fsin::in_quotes(text.substr(at, end - at))));
      call.add_number(*value);
      at = end;
    }
  }

  /// Parses "[{bytes=1, cancelled=0, source=2, tag=3, error=4}, ...]".
  void statuses(std::string_view text, Call& call) {
    constexpr std::array<std::string_view, 4> marks{"bytes=", "cancelled=", "source=", "tag="};
    const std::string_view whole = text;
    std::string_view before;
    while (take_until(text, "{", before)) {
      std::array<std::int64_t, marks.size()> values{};
      for (std::size_t i = 0; i < marks.size(); ++i) {
        const bool there = take_until(text, marks[i], before);
        const auto value = fsin::parse_integer(text.substr(0, text.find_first_of(",}")));
        if (!there || !value) {
          stop(fmt::format("{}: a status reads '{{bytes=0, cancelled=0, source=0, tag=0, error=0}}'",
                           fsin::in_quotes(whole)));
        }
        values[i] = *value;
      }
      call.statuses.push_back({values[0], values[2], values[3], values[1] != 0});
    }
  }

  /// Processes a line from the head or the tail of the file, most of which is not needed.
  void other(std::string_view line) {
    if (line.starts_with("Datatype ")) return type_size(line.substr(9));
    std::string_view name;
    if (take_until(line, " called ", name)) return ignored(name, line);
    if (name.empty() && line.find(returning) != std::string_view::npos) {
      stop("a call returns that was not entered; is the beginning of the file missing?");
    }
    if (fsin::find_non_text(line)) stop(fmt::format("{} is not text; is the file damaged?", fsin::in_quotes(line)));
  }

  /// Parses "9 (MPI_INT) has size 4".
  void type_size(std::string_view text) {
    std::string_view head;
    std::string_view rest = text;
    if (!take_until(rest, " has size ", head)) return;
    const auto type = fsin::parse_natural(head.substr(0, head.find(' ')));
    const auto size = fsin::parse_natural(rest);
    if (!type || !size || *type >= most_types || *size > 0xffffffffU) return;
    if (*type >= facts_.type_sizes.size()) facts_.type_sizes.resize(*type + 1);
    facts_.type_sizes[*type] = static_cast<std::uint32_t>(*size);
  }

  /// Parses "7 times and ignored 2 times" of a function; the last such line is the sum of all.
  void ignored(std::string_view name, std::string_view text) {
    std::string_view before;
    if (!take_until(text, " times and ignored ", before)) return;
    const auto count = fsin::parse_natural(text.substr(0, text.find(' ')));
    if (!count || *count == 0 || name == "MPI_ALL_FUNCTIONS" || facts_.ignored.size() == most_functions) return;
    facts_.ignored.emplace_back(fsin::one_line(name.substr(0, 80)), *count);
  }

  io::Problems& problems_;
  io::Lines lines_;
  FileFacts facts_;
};

}  // namespace

std::unique_ptr<Calls> open_text(io::Input& in, io::Problems& problems) {
  return std::make_unique<TextCalls>(in, problems);
}

bool is_text(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.starts_with("MPI_") && first.find(entering) != std::string_view::npos) return true;
  return first.starts_with("version=") && text.find("\nmeshcrd=") != std::string_view::npos;
}

bool is_meta(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  return text.find('\0') == std::string_view::npos &&
         ("\n" + std::string(text)).find("\nfileprefix=") != std::string::npos &&
         ("\n" + std::string(text)).find("\nnumprocs=") != std::string::npos;
}

std::unique_ptr<Calls> open_calls(io::Input& in, io::Problems& problems) {
  if (is_binary(in.head())) return open_binary(in, problems);
  if (is_text(in.head())) return open_text(in, problems);
  problems.stop(0, "neither text of dumpi2ascii nor a binary DUMPI file");
}

}  // namespace trgen::formats::dumpi

// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/codes/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"

namespace fsin::imports {
namespace {

constexpr std::size_t most_sections = 16;
constexpr std::size_t most_settings = 10'000;

class CodesReader {
 public:
  CodesReader(const Source& source, Settings& to, Diagnostics& diagnostics)
      : source_(source), to_(to), diagnostics_(diagnostics), text_(source.text) {}

  void read() {
    while (skip_blanks()) {
      if (text_[at_] == '}') {
        if (path_.empty()) return wrong("a `}` without its section");
        path_.pop_back();
        step();
        if (skip_blanks() && text_[at_] == ';') step();
      } else if (!statement()) {
        return;
      }
    }
    if (!broken_ && !path_.empty()) wrong(fmt::format("the section {} is not closed", in_quotes(path_.back())));
  }

 private:
  bool statement() {
    const Mark mark = here();
    const std::string name = identifier();
    if (name.empty()) {
      wrong(fmt::format("expected a name, not {}", in_quotes(text_.substr(at_, 1))));
      return false;
    }
    if (!skip_blanks()) return fail("expected `=` or `{` behind the name");
    if (text_[at_] == '{') {
      if (path_.size() == most_sections) return fail(fmt::format("sections are nested {} deep at most", most_sections));
      path_.push_back(name);
      step();
      return true;
    }
    if (text_[at_] != '=') return fail(fmt::format("expected `=` or `{{` behind {}", in_quotes(name)));
    step();
    std::string value;
    if (!skip_blanks() || !(text_[at_] == '(' ? list(value) : string(value))) {
      return broken_ ? false : fail(fmt::format("expected a value in double quotes behind {}=", name));
    }
    if (!skip_blanks() || text_[at_] != ';') return fail(fmt::format("there is no `;` behind {}", in_quotes(name)));
    step();
    if (++settings_ > most_settings) return fail(fmt::format("more than {} settings", most_settings));
    add(name, std::move(value), mark);
    return true;
  }

  void add(const std::string& name, std::string value, const Mark& mark) {
    std::string whole;
    if (path_.size() != 1 || path_.front() != "PARAMS") {
      for (const std::string& each : path_) whole += each + ".";
    }
    to_.add({whole + name, std::move(value), mark});
  }

  std::string identifier() {
    const std::size_t begin = at_;
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (at_ < text_.size() &&
           (letter(text_[at_]) || (at_ > begin && ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '_' ||
                                                   text_[at_] == '-' || text_[at_] == '@'))))
      step();
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool string(std::string& value) {
    if (text_[at_] != '"') return false;
    const Mark begin = here();
    for (step(); at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_[at_] == '\n') break;
      if (text_[at_] == '\\') return fail("escapes in values are not read");
      value += text_[at_];
    }
    if (at_ == text_.size() || text_[at_] != '"') {
      diagnostics_.input_error(begin, "the value is not closed by `\"` on its line");
      broken_ = true;
      return false;
    }
    step();
    return true;
  }

  bool list(std::string& value) {
    step();
    for (bool first = true; skip_blanks(); first = false) {
      if (text_[at_] == ')') {
        step();
        return true;
      }
      if (!first) {
        if (text_[at_] != ',') return fail("expected `,` or `)` in a list");
        step();
        value += ',';
        if (!skip_blanks()) break;
      }
      if (!string(value)) return broken_ ? false : fail("expected a value in double quotes in a list");
    }
    return fail("the list is not closed by `)`");
  }

  /// Blanks and comments; false at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        step();
      } else if (c == '#' || text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (text_.substr(at_, 2) == "/*") {
        const Mark begin = here();
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          diagnostics_.input_error(begin, "the comment is not closed by `*/`");
          broken_ = true;
          at_ = text_.size();
          return false;
        }
        while (at_ < end + 2) step();
      } else {
        return true;
      }
    }
    return false;
  }

  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_begin_ = at_ + 1;
    }
    ++at_;
  }

  Mark here() const { return source_.mark().at(line_, at_ - line_begin_ + 1); }
  void wrong(std::string what) {
    diagnostics_.input_error(here(), std::move(what));
    broken_ = true;
  }
  bool fail(std::string what) {
    if (!broken_) wrong(std::move(what));
    return false;
  }

  const Source& source_;
  Settings& to_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::uint64_t line_ = 1;
  std::size_t settings_ = 0;
  std::vector<std::string> path_;
  bool broken_ = false;  ///< the rest of the text has no certain meaning
};

}  // namespace

Settings settings_of_codes(const Source& source, Diagnostics& diagnostics) {
  Settings made(source.mark());
  CodesReader(source, made, diagnostics).read();
  add_overrides(source, made);
  return made;
}

}  // namespace fsin::imports

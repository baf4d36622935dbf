// SPDX-License-Identifier: Apache-2.0
#include "fsin/browser/yaml_letters.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/core/text.hpp"

namespace fsin::browser {
namespace {

using config::Tree;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool ends_word(char c) { return is_blank(c) || c == '\n'; }
bool ends_entry(char c) { return c == '}' || c == ']' || c == ','; }
bool is_bracket_letter(char c) { return c == '{' || c == '}' || c == '[' || c == ']' || c == ','; }

/// Adds a letter in UTF-8.
void add_letter(std::string& text, std::uint32_t code) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(value); };
  const auto rest = [&](unsigned shift) { byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0U | (code >> 6U));
    rest(0);
  } else if (code < 0x10000) {
    byte(0xE0U | (code >> 12U));
    rest(6);
    rest(0);
  } else {
    byte(0xF0U | ((code >> 18U) & 7U));
    rest(12);
    rest(6);
    rest(0);
  }
}

}  // namespace

YamlLetters::YamlLetters(std::string_view text, const Mark& origin) : text_(text), origin_(origin) {
  constexpr std::string_view byte_order = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order)) text_.remove_prefix(byte_order.size());
}

Mark YamlLetters::mark() const {
  if (origin_.line == 0) return origin_;
  return origin_.at(line_, static_cast<std::uint64_t>(column()) + 1);
}

bool YamlLetters::is_marker(std::string_view marker) const {
  return column() == 0 && !ended() && text_.substr(at_).starts_with(marker) && ends_word(after(marker.size()));
}
bool YamlLetters::is_item() const { return here() == '-' && ends_word(after()); }
bool YamlLetters::is_bracket() const { return is_bracket_letter(here()); }

bool YamlLetters::skip_in_line() {
  while (!ended() && is_blank(here())) ++at_;
  if (here() == '#' && (column() == 0 || is_blank(text_[at_ - 1]))) {
    while (!ended() && here() != '\n') ++at_;
  }
  return !ended() && here() != '\n';
}

void YamlLetters::skip() {
  while (!skip_in_line() && !ended()) {
    ++at_;
    ++line_;
    line_start_ = at_;
  }
}

void YamlLetters::skip_in_brackets() {
  skip();
  if (ended()) refuse("not valid YAML: a bracket is open at the end; close it");
}

void YamlLetters::refuse(std::string message) const { throw YamlRefusal{mark(), std::move(message)}; }

void YamlLetters::refuse_tab() const {
  const std::string_view before = text_.substr(line_start_, at_ - line_start_);
  if (before.find('\t') != std::string_view::npos) refuse("a tab; YAML indents with spaces");
}

void YamlLetters::refuse_unknown() const {
  switch (here()) {
    case '&':
    case '*':
      refuse("a page reads no anchors and aliases (& and *); write the value out");
    case '!':
      refuse("a page reads no tags (!); write the plain value");
    case '|':
    case '>':
      refuse("a page reads no texts of several lines (| and >); write the text in quotes");
    case '?':
      if (ends_word(after())) refuse("a page reads no keys behind \"?\"; write \"key: value\"");
      break;
    case '#':
    case '%':
    case '@':
    case '`':
      refuse(fmt::format("not valid YAML: a value does not begin with {}; write it in quotes", here()));
    default:
      break;
  }
}

bool YamlLetters::is_key() {
  const std::size_t start = at_;
  bool found = false;
  if (is_quote()) {
    quoted();
    while (is_blank(here())) ++at_;
    found = here() == ':' && ends_word(after());
  } else if (!is_bracket() && here() != '#') {
    for (; !found && here() != '\n'; ++at_) {
      if (here() == '#' && at_ > start && is_blank(text_[at_ - 1])) break;
      found = here() == ':' && ends_word(after());
    }
  }
  at_ = start;
  return found;
}

Tree YamlLetters::plain(bool in_brackets) {
  Tree tree;
  tree.mark = mark();
  if (is_bracket()) refuse("not valid YAML: no value before this bracket or comma");
  const std::size_t start = at_;
  std::size_t end = at_;
  for (; here() != '\n'; ++at_) {
    if (here() == '#' && at_ > start && is_blank(text_[at_ - 1])) break;
    if (here() == ':' && (ends_word(after()) || (in_brackets && ends_entry(after())))) break;
    if (in_brackets && is_bracket()) break;
    if (!is_blank(here())) end = at_ + 1;
  }
  tree.text = std::string(text_.substr(start, end - start));
  if (in_brackets && here() == '\n') refuse_continuation();
  const bool null =
      tree.text.empty() || tree.text == "~" || tree.text == "null" || tree.text == "Null" || tree.text == "NULL";
  tree.kind = null ? Tree::Kind::null : Tree::Kind::text;
  if (null) tree.text.clear();
  return tree;
}

/// Within brackets, a text without quotes would go on in the next line.
void YamlLetters::refuse_continuation() {
  skip_in_brackets();
  if (!is_bracket()) refuse("a text that goes on in this line, or a comma is missing before it");
}

Tree YamlLetters::quoted() {
  Tree tree;
  tree.kind = Tree::Kind::text;
  tree.mark = mark();
  tree.quoted = true;
  const char quote = here();
  ++at_;
  while (here() != quote || (quote == '\'' && after() == '\'')) {
    if (here() == '\n') refuse("a text in quotes that does not end in its line; close it");
    if (quote == '\'' && here() == '\'') {
      tree.text += '\'';
      at_ += 2;
    } else if (quote == '"' && here() == '\\') {
      ++at_;
      escape(tree.text);
    } else {
      tree.text += here();
      ++at_;
    }
  }
  ++at_;
  if (find_non_text(tree.text))
    throw YamlRefusal{tree.mark, "a control character in a value; write the value without it"};
  return tree;
}

std::uint32_t YamlLetters::hexadecimal(int digits) {
  std::uint32_t value = 0;
  for (int i = 0; i < digits; ++i, ++at_) {
    const std::size_t digit = std::string_view("0123456789abcdefABCDEF").find(here());
    if (digit == std::string_view::npos) refuse("not valid YAML: hexadecimal digits are missing behind a \\");
    value = value * 16 + static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
  }
  return value;
}

void YamlLetters::escape(std::string& text) {
  constexpr std::string_view letters = "\"\\/ntr bfaev";
  constexpr std::string_view meant = "\"\\/\n\t\r \b\f\a\x1B\v";
  const char c = here();
  if (const std::size_t found = letters.find(c); found != std::string_view::npos) {
    text += meant[found];
    ++at_;
    return;
  }
  if (c != 'x' && c != 'u' && c != 'U') refuse(fmt::format("not valid YAML: \\{} stands for no letter", c));
  ++at_;
  std::uint32_t code = hexadecimal(c == 'x' ? 2 : c == 'u' ? 4 : 8);
  // JSON writes letters beyond 16 bits as two halves.
  if (code >= 0xD800 && code < 0xDC00 && here() == '\\' && after() == 'u') {
    at_ += 2;
    code = 0x10000 + ((code - 0xD800) << 10U) + ((hexadecimal(4) - 0xDC00) & 0x3FFU);
  }
  add_letter(text, code);
}

}  // namespace fsin::browser

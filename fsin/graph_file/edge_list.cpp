// SPDX-License-Identifier: Apache-2.0
// Edge lists, a link a line; names are any text without blanks, or in double quotes:
//
//   # two switches, four terminals each          a comment, to the end of the line
//   switch s0 terminals=4                        declares a switch; optional, but then for all of them
//   switch s1 terminals=4
//   terminal t0                                  a terminal with a name, whose one link leads to a switch
//   s0 s1 bandwidth=100Gb/s length=5m count=2    links in both directions, here two of them
//   s0 s1 weight=2.5                             with a weight for routings by least weight
//   s0 -> s1 delay=12                            a link in one direction
//   t0 s0
//
// `A -- B` is A B, and `link A B` too, for a switch whose name is `switch`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"

namespace fsin::graph_file {
namespace {

struct Word {
  std::string_view text;
  std::uint32_t column = 0;
  bool quoted = false;
  bool is(std::string_view keyword) const { return !quoted && text == keyword; }
};

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class EdgeListReader {
 public:
  explicit EdgeListReader(Collector& collector) : collector_(collector) {}

  void line(std::string_view text) {
    ++line_;
    if (!split(text) || words_.empty()) return;
    if (words_.front().is("switch") || words_.front().is("terminal")) {
      declaration();
    } else {
      link(words_.front().is("link") ? 1 : 0);
    }
  }

 private:
  Place place(std::uint32_t column) const { return {line_, column}; }
  void complain(std::uint32_t column, std::string message) { collector_.error(place(column), std::move(message)); }

  /// Splits a line into words. False after an error.
  bool split(std::string_view text) {
    words_.clear();
    for (std::size_t at = 0; at < text.size();) {
      if (is_blank(text[at])) {
        ++at;
      } else if (text[at] == '#') {
        break;
      } else if (!word(text, at)) {
        return false;
      }
    }
    return true;
  }

  /// Reads one word from `at` on and moves `at` behind it; a quoted part may have blanks, as in delay="500 ns".
  bool word(std::string_view text, std::size_t& at) {
    const std::size_t start = at;
    const auto column = static_cast<std::uint32_t>(start + 1);
    if (text[at] == '"') {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) return complain(column, "a quote that is not closed on its line"), false;
      words_.push_back({text.substr(at + 1, end - at - 1), column, true});
      at = end + 1;
      return true;
    }
    while (at < text.size() && !is_blank(text[at])) {
      if (text[at] == '"') {
        at = text.find('"', at + 1);
        if (at == std::string_view::npos) return complain(column, "a quote that is not closed on its line"), false;
      }
      ++at;
    }
    words_.push_back({text.substr(start, at - start), column, false});
    return true;
  }

  void declaration() {
    if (words_.size() < 2) {
      return complain(words_.front().column,
                      fmt::format("{0} without a name; write for example \"{0} s0\"", words_.front().text));
    }
    if (!attributes(2)) return;
    collector_.expect_declarations();
    collector_.declare(words_[1].text, place(words_[1].column), words_.front().text, attributes_);
  }

  void link(std::size_t first) {
    const bool arrow = words_.size() > first + 1 && (words_[first + 1].is("->") || words_[first + 1].is("--"));
    const std::size_t second = first + (arrow ? 2 : 1);
    if (words_.size() <= second) {
      return complain(words_.front().column, "one name, and a link has two; write for example \"s0 s1\"");
    }
    if (!attributes(second + 1)) return;
    collector_.edge(words_[first].text, words_[second].text, arrow && words_[first + 1].is("->"),
                    place(words_[first].column), attributes_);
  }

  /// Reads the words from `first` on, each key=value. False after an error.
  bool attributes(std::size_t first) {
    attributes_.clear();
    for (std::size_t i = first; i < words_.size(); ++i) {
      const auto [text, column, quoted] = words_[i];
      const std::size_t equals = text.find('=');
      if (quoted || equals == std::string_view::npos || equals == 0) {
        complain(column, fmt::format("{} where an attribute is expected; write for example \"bandwidth=100Gb/s\"",
                                     in_quotes(text)));
        return false;
      }
      std::string_view value = text.substr(equals + 1);
      if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
      attributes_.push_back({text.substr(0, equals), value, place(column)});
    }
    return true;
  }

  Collector& collector_;
  std::uint32_t line_ = 0;
  std::vector<Word> words_;
  std::vector<Written> attributes_;
};

}  // namespace

void read_edge_list(std::string_view text, Collector& collector) {
  EdgeListReader reader(collector);
  while (!text.empty() && !collector.stopped()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace fsin::graph_file

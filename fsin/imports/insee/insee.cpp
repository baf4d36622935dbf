// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/insee/insee.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "fsin/core/text.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

/// What is printed, and how the original ends its warm-up.
constexpr std::array of_output{"plevel", "pheaders", "bheaders", "monitored", "min_batch_pkt"};

/// `option=value`, one a line or several with blanks between; # and ; begin a comment.
Settings options_of(const Source& source, Diagnostics& diagnostics) {
  Settings made(source.mark());
  const auto add = [&](std::string_view word, const Mark& mark) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return diagnostics.input_error(mark, fmt::format("expected `option=value`, not {}", in_quotes(word)));
    made.add({std::string(word.substr(0, equals)), std::string(word.substr(equals + 1)), mark});
  };
  std::istringstream lines(source.text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find_first_of("#;")));
    for (std::string word; words >> word;) add(word, source.mark(number));
  }
  for (const std::string& each : source.overrides) add(each, Mark("override " + in_quotes(each)));
  return made;
}

}  // namespace

void InseeParts::rest() {
  for (const std::string_view name : of_output) settings_.ignore(name);
  tell_rest("=");
}

bool Insee::sniff(std::string_view text) {
  return text.find(';') == std::string_view::npos &&
         (text.starts_with("topo=") || text.find("\ntopo=") != std::string_view::npos ||
          text.find("plength=") != std::string_view::npos || text.find("tpattern=") != std::string_view::npos);
}

void Insee::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  InseeParts parts(options_of(source, diagnostics), to, diagnostics);
  parts.topology();
  parts.routing();
  parts.router();
  parts.congestion();
  parts.workload();
  parts.measure();
  parts.rest();
}

}  // namespace fsin::imports

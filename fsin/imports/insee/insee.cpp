// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/insee/insee.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "fsin/core/text.hpp"
#include "fsin/imports/common/words.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

/// What is printed, how the original ends a batch, and what it heeds in a run with Simics only, whose `tpattern` has no
/// counterpart.
constexpr std::array of_output{"plevel",
                               "pheaders",
                               "bheaders",
                               "monitored",
                               "min_batch_pkt",
                               "pinterval",
                               "output",
                               "serv_addr",
                               "fsin_cycle_relation",
                               "simics_cycle_relation",
                               "num_periodos_espera"};

/// Options that may stand at the value that says nothing, as they do in the file that comes with the original.
struct Idle {
  std::string_view name, value;
};
constexpr std::array idle{Idle{"faults", "0"},        Idle{"extract", "0"},
                          Idle{"drop_packets", "0"},  Idle{"par_inj", "1"},
                          Idle{"update_period", "0"}, Idle{"timeout_upper_limit", "-1"},
                          Idle{"bg_load", "0"},       Idle{"timeout_lower_limit", "-1"},
                          Idle{"sk_xy", "0"},         Idle{"sk_xz", "0"},
                          Idle{"sk_yx", "0"},         Idle{"sk_yz", "0"},
                          Idle{"sk_zx", "0"},         Idle{"sk_zy", "0"},
                          Idle{"imode", "shortest"}};

constexpr std::string_view comments = "#;";

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
    std::istringstream words(std::string(before_comment(line, comments)));
    for (std::string word; words >> word;) add(word, source.mark(number));
  }
  for (const std::string& each : source.overrides) add(each, Mark("override " + in_quotes(each)));
  return made;
}

}  // namespace

void InseeParts::rest() {
  for (const std::string_view name : of_output) settings_.ignore(name);
  for (const auto& [name, value] : idle) settings_.ignore(name, value);
  tell_rest("=");
}

bool Insee::sniff(std::string_view text) {
  for (std::string_view line; next_line(text, line);) {
    for (const Word& word : words_of(before_comment(line, comments))) {
      for (const std::string_view option : {"topo=", "plength=", "tpattern="}) {
        if (word.text.starts_with(option)) return true;
      }
    }
  }
  return false;
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

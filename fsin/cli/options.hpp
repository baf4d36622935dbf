// SPDX-License-Identifier: Apache-2.0
// The command line of one subcommand. Boost.Program_options splits it; names are never guessed (`--see` is not
// `--seed`), and values are kept as text for the strict number parsers of the core: --seed=-1 is an error.
//
// Mistakes are collected as diagnostics, so that one call reports all of them; a command stops at them before it does
// anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::cli {

struct Option {
  std::string_view name;   ///< "seed", or "quiet,q" with a short form
  std::string_view value;  ///< placeholder of the value in the help, e.g. "N"; empty for a switch
  std::string_view doc;
  bool repeatable = false;  ///< may be given several times

  std::string_view long_name() const { return name.substr(0, name.find(',')); }
  /// The letter of the short form; empty without one.
  std::string_view letter() const {
    const std::size_t comma = name.find(',');
    return comma == std::string_view::npos ? std::string_view() : name.substr(comma + 1);
  }
};

/// A request that cannot be carried out (exit code 2). what() has a line for each mistake.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  std::optional<std::string> text(std::string_view name) const;
  /// All values of a repeatable option, in the order given.
  std::vector<std::string> texts(std::string_view name) const;
  /// A whole number in [low, high]; anything else is a diagnostic and gives nothing.
  std::optional<std::uint64_t> natural(std::string_view name, std::uint64_t low, std::uint64_t high,
                                       Diagnostics& diagnostics) const;
  /// One of a few words; anything else is a diagnostic and gives `fallback`, as does an absent option.
  std::string word(std::string_view name, std::span<const std::string_view> allowed, std::string_view fallback,
                   Diagnostics& diagnostics) const;
  const std::vector<std::string>& positional() const { return positional_; }
  /// Checks that there are low .. high positional arguments; any other number is a diagnostic. `what` names what they
  /// should be.
  bool expect(std::size_t low, std::size_t high, std::string_view what, Diagnostics& diagnostics) const;
  /// Adds a mistake in the use of this command.
  void error(std::string what, Diagnostics& diagnostics) const;
  /// Throws UsageError with all collected errors, if there are any, and a pointer to the help.
  void stop_at_errors(const Diagnostics& diagnostics) const;

 private:
  friend std::optional<Arguments> parse_arguments(std::string_view command, std::span<const Option> options,
                                                  const std::vector<std::string>& words, Diagnostics& diagnostics);
  std::string command_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> positional_;
};

/// `command` is the beginning of messages, "fsin run". Empty after a mistake.
std::optional<Arguments> parse_arguments(std::string_view command, std::span<const Option> options,
                                         const std::vector<std::string>& words, Diagnostics& diagnostics);

/// True when --help or -h is among the words before "--".
bool asks_for_help(const std::vector<std::string>& words);

/// The options, and --help, as an indented table.
std::string options_help(std::span<const Option> options);

}  // namespace fsin::cli

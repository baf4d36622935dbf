// SPDX-License-Identifier: Apache-2.0
// The command line of one subcommand. Boost.Program_options splits it; names are never guessed, and values stay text
// for the strict number parsers of the core: --ranks=-1 is an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::commands {

struct Option {
  std::string_view name;   ///< "json", or "output,o" with a short form
  std::string_view value;  ///< what stands for the value in the help, e.g. "N"; empty for a switch
  std::string_view doc;
  bool repeatable = false;  ///< may be given several times
};

/// The user asked for something that cannot be: exit code 2. what() is one line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Arguments {
 public:
  /// Throws UsageError.
  Arguments(std::string_view command, std::span<const Option> options, const std::vector<std::string>& words);

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  std::optional<std::string> text(std::string_view name) const;
  /// Of an option that may be given several times, in their order.
  std::vector<std::string> texts(std::string_view name) const;
  /// A whole number in [low, high], `fallback` when it is not given. Throws UsageError for anything else.
  std::uint64_t natural(std::string_view name, std::uint64_t low, std::uint64_t high, std::uint64_t fallback) const;
  const std::vector<std::string>& positional() const { return positional_; }
  /// Throws UsageError unless there are low .. high positional arguments; `what` says what they should be.
  void expect(std::size_t low, std::size_t high, std::string_view what) const;
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::string command_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> positional_;
};

/// The options as an indented table for --help.
std::string options_help(std::span<const Option> options);

/// The options that every command has beside its own.
inline constexpr Option help_option{"help,h", "", "print this help"};

}  // namespace trgen::commands

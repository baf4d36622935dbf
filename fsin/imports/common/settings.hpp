// SPDX-License-Identifier: Apache-2.0
// The settings of another simulator: names with values, each with its place. What is asked for counts as read, and what
// nobody has asked for in the end is told to the user, so that no setting is dropped without a word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::imports {

struct Setting {
  std::string name;
  std::string value;
  Mark mark;
  bool read = false;
};

class Settings {
 public:
  explicit Settings(Mark file) : file_(std::move(file)) {}

  /// A setting that is there again replaces the first one, as in the simulators that are read here.
  void add(Setting setting);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The place of a setting, or the file for one that is left to its default.
  const Mark& mark(std::string_view name) const;
  /// `name = value` as it is written, or `name = value (default)`: where a key of the experiment comes from.
  std::string words(std::string_view name, std::string_view fallback) const;

  std::string text(std::string_view name, std::string_view fallback);
  /// A whole number in [low, high]; anything else is an error, and gives the default.
  std::uint64_t natural(std::string_view name, std::uint64_t fallback, std::uint64_t low, std::uint64_t high,
                        Diagnostics& diagnostics);
  /// A number in [low, high].
  double number(std::string_view name, double fallback, double low, double high, Diagnostics& diagnostics);

  /// The names that begin with these letters, in their order.
  std::vector<std::string> names(std::string_view prefix) const;
  /// Settings without a meaning for the network or its load: what is printed, which files are written.
  void ignore(std::string_view name);
  /// The same where the setting has this value, as it is written or as a number: `0.0` is `0`.
  void ignore(std::string_view name, std::string_view value);
  /// Those that nobody asked for, in their order.
  std::vector<const Setting*> unread() const;

 private:
  const Setting* find(std::string_view name) const;
  const Setting* read(std::string_view name);

  Mark file_;
  std::vector<Setting> all_;
};

struct Source;
/// The settings behind the file, `name=value` each, which take precedence over its own.
void add_overrides(const Source& source, Settings& to);

/// The numbers of a list such as `{0.3, 0.1}`, or of a single number; empty where one of them is none.
std::optional<std::vector<double>> numbers_of(std::string_view list);

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace trgen::commands {
namespace {

namespace po = boost::program_options;

std::string_view long_name(const Option& option) { return option.name.substr(0, option.name.find(',')); }

po::options_description describe(std::span<const Option> options) {
  po::options_description description;
  for (const Option& option : options) {
    const std::string name(option.name);
    if (option.value.empty()) {
      description.add_options()(name.c_str(), "");
    } else {
      description.add_options()(name.c_str(), po::value<std::string>(), "");
    }
  }
  return description;
}

bool is_repeatable(std::string_view name, std::span<const Option> options) {
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.repeatable && long_name(option) == name; });
}

std::string unknown_option(std::string_view command, const std::string& name, std::span<const Option> options) {
  std::vector<std::string_view> names;
  for (const Option& option : options) names.push_back(long_name(option));
  const std::size_t dashes = std::min(name.find_first_not_of('-'), name.size());
  const auto near = fsin::nearest(std::string_view(name).substr(dashes), names);
  return fmt::format("{}: unknown option {}{}; {} --help lists them", command, fsin::in_quotes(name),
                     near ? fmt::format("; did you mean --{}?", *near) : "", command);
}

}  // namespace

Arguments::Arguments(std::string_view command, std::span<const Option> options, const std::vector<std::string>& words)
    : command_(command) {
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    const po::options_description description = describe(options);
    const auto parsed = po::command_line_parser(words).options(description).style(style).run();
    for (const auto& each : parsed.options) {
      if (each.position_key >= 0) {
        positional_.push_back(each.value.front());
      } else {
        std::vector<std::string>& values = values_[each.string_key];
        if (!values.empty() && !is_repeatable(each.string_key, options)) {
          fail(fmt::format("--{} is given twice", each.string_key));
        }
        values.push_back(each.value.empty() ? "" : each.value.front());
      }
    }
  } catch (const po::unknown_option& error) {
    throw UsageError(unknown_option(command, error.get_option_name(), options));
  } catch (const po::error& error) {
    fail(error.what());
  }
}

void Arguments::fail(std::string_view what) const {
  throw UsageError(fmt::format("{}: {}; {} --help explains", command_, what, command_));
}

std::optional<std::string> Arguments::text(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second.front());
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::uint64_t Arguments::natural(std::string_view name, std::uint64_t low, std::uint64_t high,
                                 std::uint64_t fallback) const {
  const auto given = text(name);
  if (!given) return fallback;
  const auto number = fsin::parse_natural(*given);
  if (!number || *number < low || *number > high) {
    fail(fmt::format("--{} {} must be a whole number from {} to {}", name, fsin::in_quotes(*given), low, high));
  }
  return *number;
}

void Arguments::expect(std::size_t low, std::size_t high, std::string_view what) const {
  if (positional_.size() < low) fail(fmt::format("expects {}", what));
  if (positional_.size() > high) {
    fail(fmt::format("unexpected {}; expects {}", fsin::in_quotes(positional_[high]), what));
  }
}

std::string options_help(std::span<const Option> options) {
  std::string text;
  for (const Option& option : options) {
    const auto comma = option.name.find(',');
    std::string left = comma == std::string_view::npos ? "" : fmt::format("-{}, ", option.name.substr(comma + 1));
    left += fmt::format("--{}{}{}", long_name(option), option.value.empty() ? "" : " ", option.value);
    text += fmt::format("  {:<26}{}\n", left, option.doc);
  }
  return text;
}

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "fsin/core/bundled.hpp"
#include "fsin/core/decimal.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::cli {
namespace {

namespace po = boost::program_options;

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

bool is_repeatable(std::span<const Option> options, const std::string& name) {
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.repeatable && option.long_name() == name; });
}

Mark place_of(std::string_view command) { return Mark(std::string(command)); }

void report_unknown(std::string_view command, const std::string& name, std::span<const Option> options,
                    Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const Option& option : options) known.push_back("--" + std::string(option.long_name()));
  const std::vector<std::string_view> names(known.begin(), known.end());
  diagnostics.error(place_of(command), fmt::format("unknown option {}{}", name, suggestion(name, names, "options")));
}

/// Rewrites the errors of Program_options, which speak of tokens and specifications, as advice on what to type.
void report(std::string_view command, const po::error& error, std::span<const Option> options,
            Diagnostics& diagnostics) {
  if (const auto* named = dynamic_cast<const po::error_with_option_name*>(&error)) {
    const std::string name = named->get_option_name();
    const bool is_switch = std::any_of(options.begin(), options.end(), [&name](const Option& option) {
      return option.value.empty() && "--" + std::string(option.long_name()) == name;
    });
    diagnostics.error(place_of(command), is_switch
                                             ? fmt::format("option {} takes no value; leave it out", name)
                                             : fmt::format("option {} needs a value; see {} --help", name, command));
    return;
  }
  diagnostics.error(place_of(command), fmt::format("{}; see {} --help", one_line(error.what()), command));
}

/// Splits words into options and arguments. Program_options takes "--" for the end of the options and "-" for a word of
/// its own; nothing else is special.
po::parsed_options split(std::span<const Option> options, const std::vector<std::string>& words) {
  namespace style = po::command_line_style;
  const int plain = style::unix_style & ~style::allow_guessing;
  const po::options_description description = describe(options);
  return po::command_line_parser(words).options(description).style(plain).allow_unregistered().run();
}

/// The name of an option as it was typed: "--name" of "--name=value", "-n" of "-nvalue".
std::string typed_name(const std::string& word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

}  // namespace

std::optional<Arguments> parse_arguments(std::string_view command, std::span<const Option> options,
                                         const std::vector<std::string>& words, Diagnostics& diagnostics) {
  Arguments arguments;
  arguments.command_ = command;
  try {
    for (const auto& entry : split(options, words).options) {
      if (entry.position_key != -1) {
        for (const std::string& word : entry.value) {
          const auto bundled = bundled_file(word);
          arguments.positional_.push_back(bundled ? bundled->string() : word);
        }
        continue;
      }
      if (entry.unregistered) {
        report_unknown(command, typed_name(entry.original_tokens.front()), options, diagnostics);
        continue;
      }
      const std::string value = entry.value.empty() ? std::string() : entry.value.front();
      std::vector<std::string>& values = arguments.values_[entry.string_key];
      values.push_back(value);
      if (values.size() > 1 && !is_repeatable(options, entry.string_key)) {
        diagnostics.error(place_of(command), fmt::format("option --{} is given twice; keep one", entry.string_key));
      }
    }
  } catch (const po::error& error) {
    report(command, error, options, diagnostics);
  }
  if (!diagnostics.ok()) return std::nullopt;
  return arguments;
}

std::optional<std::string> Arguments::text(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional<std::string>(found->second.front());
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::optional<std::uint64_t> Arguments::natural(std::string_view name, std::uint64_t low, std::uint64_t high,
                                                Diagnostics& diagnostics) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto number = parse_whole_number(*value);
  if (number && *number >= low && *number <= high) return number;
  error(fmt::format("--{} {} is not a whole number from {} to {}", name, in_quotes(*value), low, high), diagnostics);
  return std::nullopt;
}

std::string Arguments::word(std::string_view name, std::span<const std::string_view> allowed, std::string_view fallback,
                            Diagnostics& diagnostics) const {
  const auto value = text(name);
  if (!value) return std::string(fallback);
  if (std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return *value;
  error(fmt::format("--{}: unknown {}{}", name, in_quotes(*value), suggestion(*value, allowed, "valid values")),
        diagnostics);
  return std::string(fallback);
}

bool Arguments::expect(std::size_t low, std::size_t high, std::string_view what, Diagnostics& diagnostics) const {
  if (positional_.size() < low) {
    error(fmt::format("expects {}", what), diagnostics);
  } else if (positional_.size() > high) {
    error(fmt::format("unexpected {}; expects {}", in_quotes(positional_[high]), what), diagnostics);
  } else {
    return true;
  }
  return false;
}

void Arguments::error(std::string what, Diagnostics& diagnostics) const {
  diagnostics.error(place_of(command_), std::move(what));
}

void Arguments::stop_at_errors(const Diagnostics& diagnostics) const {
  if (diagnostics.ok()) return;
  std::string text = diagnostics.text();
  text.pop_back();  // newline of the last line
  throw UsageError(fmt::format("{}; {} --help explains", text, command_));
}

bool asks_for_help(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

std::string options_help(std::span<const Option> options) {
  std::string text;
  const auto add = [&text](const Option& option) {
    std::string left = option.letter().empty() ? fmt::format("      --{}", option.long_name())
                                               : fmt::format("  -{}, --{}", option.letter(), option.long_name());
    if (!option.value.empty()) left += fmt::format(" {}", option.value);
    text += fmt::format("{:<30} {}\n", left, option.doc);
  };
  for (const Option& option : options) add(option);
  add({"help,h", "", "print this help"});
  return text;
}

}  // namespace fsin::cli

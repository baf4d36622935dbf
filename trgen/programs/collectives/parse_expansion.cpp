// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/programs/collectives/choice_params.hpp"

namespace trgen::programs::collectives {
namespace {

constexpr std::array<std::string_view, 4> tuning_keys{"segment", "radix", "chains", "batch"};

std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> keys;
  for (const OperationKey& each : operation_keys) keys.push_back(each.key);
  keys.insert(keys.end(), tuning_keys.begin(), tuning_keys.end());
  keys.push_back("torus");
  return keys;
}

bool read_number(std::string_view key, std::string_view text, std::uint64_t low, std::uint64_t high,
                 std::uint64_t& value, std::string& error) {
  const auto number = fsin::parse_natural(text);
  if (!number || *number < low || *number > high) {
    error = fmt::format("{} is a number from {} to {}, not {}", key, low, high, fsin::in_quotes(text));
    return false;
  }
  value = *number;
  return true;
}

bool read_torus(std::string_view text, ExpansionParams& params, std::string& error) {
  params.torus.emplace();
  while (true) {
    const auto end = std::min(text.find('x'), text.size());
    std::uint64_t ranks = 0;
    if (!read_number("torus", text.substr(0, end), 1, 1048576, ranks, error)) return false;
    params.torus->push_back(static_cast<std::uint32_t>(ranks));
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  if (params.torus->size() > 4) error = "torus has up to 4 dimensions";
  return error.empty();
}

bool read_setting(std::string_view key, std::string_view value, ExpansionParams& params, std::string& error) {
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (operation_keys[kind].key != key) continue;
    params.algorithms[kind].emplace(value);
    return true;
  }
  std::uint64_t number = 0;
  if (key == "torus") return read_torus(value, params, error);
  if (key == "segment") {
    if (!read_number(key, value, 1, std::uint64_t{1} << 40, number, error)) return false;
    params.segment = fsin::Bytes{number};
    return true;
  }
  if (key == "radix" || key == "chains" || key == "batch") {
    const std::uint64_t low = key == "radix" ? 2 : key == "chains" ? 1 : 0;
    if (!read_number(key, value, low, key == "batch" ? 1048576 : 1024, number, error)) return false;
    (key == "radix"    ? params.radix
     : key == "chains" ? params.chains
                       : params.batch) = static_cast<std::uint32_t>(number);
    return true;
  }
  error = fmt::format("there is no operation or setting {}{}", fsin::in_quotes(key),
                      fsin::suggestion(key, all_keys(), "names"));
  return false;
}

}  // namespace

std::optional<ExpansionParams> parse_expansion(std::string_view text, std::string& error) {
  ExpansionParams params;
  const std::string_view library = text.substr(0, std::min(text.find(','), text.size()));
  std::array<std::string_view, library_names.size()> names;
  for (std::size_t i = 0; i < library_names.size(); ++i) {
    names[i] = library_names[i].name;
    if (names[i] == library) params.library = library_names[i].value;
  }
  if (!params.library) {
    error = fmt::format("there is no library {}{}", fsin::in_quotes(library),
                        fsin::suggestion(library, names, "libraries"));
    return std::nullopt;
  }
  text.remove_prefix(library.size());
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view setting = text.substr(0, std::min(text.find(','), text.size()));
    text.remove_prefix(setting.size());
    const auto equals = setting.find('=');
    if (equals == std::string_view::npos) {
      error = fmt::format("{} is no setting of the form allreduce=ring", fsin::in_quotes(setting));
      return std::nullopt;
    }
    if (!read_setting(setting.substr(0, equals), setting.substr(equals + 1), params, error)) return std::nullopt;
  }
  return params;
}

}  // namespace trgen::programs::collectives

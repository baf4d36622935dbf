// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/read_text.hpp"

#include <fmt/format.h>

#include <array>

#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"

namespace fsin::imports {

std::optional<std::string> read_bytes(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics) {
  constexpr std::size_t most_text = std::size_t{64} << 20U, most_of_trace = std::size_t{1} << 30U;
  InputStream in(path);
  if (!in.file().error().empty()) {
    diagnostics.input_error(named_at,
                            fmt::format("cannot open {}: {}", in_quotes(path.string(), 200), in.file().error()));
    return std::nullopt;
  }
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() <= most_text) continue;
    const bool is_trace = find_non_text(std::string_view(text).substr(0, 16)).has_value();
    if (!is_trace || text.size() > most_of_trace) {
      diagnostics.input_error(
          named_at, is_trace ? "is larger than 1 GiB" : "is larger than 64 MiB; configurations are a few kilobytes");
      return std::nullopt;
    }
  }
  if (in.bad()) {
    diagnostics.input_error(named_at, fmt::format("cannot read {}", in_quotes(path.string(), 200)));
    return std::nullopt;
  }
  return text;
}

bool check_is_text(const std::string& bytes, const InputPath& path, const Mark& named_at, Diagnostics& diagnostics) {
  const auto at = find_non_text(bytes);
  if (at)
    diagnostics.input_error(named_at, fmt::format("{} is no text (byte {})", in_quotes(path.string(), 200), *at + 1));
  return !at;
}

std::optional<std::string> read_text(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics) {
  auto text = read_bytes(path, named_at, diagnostics);
  if (text && !check_is_text(*text, path, named_at, diagnostics)) return std::nullopt;
  return text;
}

}  // namespace fsin::imports

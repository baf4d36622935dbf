// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/read_text.hpp"

#include <fmt/format.h>

#include <array>

#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"

namespace fsin::imports {

std::optional<std::string> read_text(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics) {
  constexpr std::size_t most = std::size_t{64} << 20U;
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
    if (text.size() > most) {
      diagnostics.input_error(named_at, "is larger than 64 MiB; configurations are a few kilobytes");
      return std::nullopt;
    }
  }
  if (in.bad()) {
    diagnostics.input_error(named_at, fmt::format("cannot read {}", in_quotes(path.string(), 200)));
    return std::nullopt;
  }
  if (const auto at = find_non_text(text)) {
    diagnostics.input_error(named_at, fmt::format("{} is no text (byte {})", in_quotes(path.string(), 200), *at + 1));
    return std::nullopt;
  }
  return text;
}

}  // namespace fsin::imports

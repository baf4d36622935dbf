// SPDX-License-Identifier: Apache-2.0
// The catalogue of trace formats: one line each.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "trgen/formats/format.hpp"
#include "trgen/formats/text.hpp"

namespace trgen::formats {

struct FormatEntry {
  std::string_view name;
  std::string_view doc;
  std::string_view suffix;  ///< of a file name, before that of the compression
  bool (*sniff)(std::span<const char> head);
  void (*read)(Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  void (*write)(const record::TraceSource& trace, Output& out);
};

template <Format F>
constexpr FormatEntry entry() {
  return {F::name, F::doc, F::suffix, &F::sniff, &F::read, &F::write};
}

/// In the order in which content is tried; text, which is the least particular, comes last.
inline constexpr std::array formats{
    entry<TextFormat>(),
};

}  // namespace trgen::formats

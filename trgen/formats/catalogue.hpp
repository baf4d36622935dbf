// SPDX-License-Identifier: Apache-2.0
// The catalogue of trace formats: one line each.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/alog.hpp"
#include "trgen/formats/capture.hpp"
#include "trgen/formats/clog2.hpp"
#include "trgen/formats/container.hpp"
#include "trgen/formats/dim.hpp"
#include "trgen/formats/dumpi.hpp"
#include "trgen/formats/format.hpp"
#include "trgen/formats/goal.hpp"
#include "trgen/formats/otf2.hpp"
#include "trgen/formats/text.hpp"
#include "trgen/formats/ti.hpp"
#include "trgen/formats/trc.hpp"

namespace trgen::formats {

struct FormatEntry {
  std::string_view name;
  std::string_view doc;
  std::string_view suffix;  ///< of a file name, before that of the compression
  bool (*sniff)(std::span<const char> head);
  void (*read)(Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  // Null where the format cannot: see format.hpp.
  void (*write)(const record::TraceSource& trace, Output& out, record::Losses& losses) = nullptr;
  void (*write_files)(const record::TraceSource& trace, const std::string& path, record::Losses& losses) = nullptr;
  bool (*sniff_file)(Input& in) = nullptr;
  std::shared_ptr<const record::TraceSource> (*open)(Input& in, const ReadOptions& options) = nullptr;
  bool compressed_itself = false;
};

template <ReadableFormat F>
constexpr FormatEntry entry() {
  FormatEntry made{F::name, F::doc, F::suffix, &F::sniff, &F::read};
  if constexpr (WritableFormat<F>) made.write = &F::write;
  if constexpr (ManyFilesFormat<F>) made.write_files = &F::write_files;
  if constexpr (DirectFormat<F>) made.open = &F::open;
  if constexpr (requires(Input & in) { F::sniff_file(in); }) made.sniff_file = &F::sniff_file;
  if constexpr (requires { F::compressed_itself; }) made.compressed_itself = F::compressed_itself;
  return made;
}

/// In the order in which content is tried; text, which is the least particular, comes last.
inline constexpr std::array formats{
    entry<ContainerFormat>(), entry<Clog2Format>(), entry<AlogFormat>(), entry<Otf2Format>(),
    entry<DumpiFormat>(),     entry<DimFormat>(),   entry<GoalFormat>(), entry<TrcFormat>(),
    entry<CaptureFormat>(),   entry<TiFormat>(),    entry<TextFormat>(),
};

}  // namespace trgen::formats

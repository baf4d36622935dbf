// SPDX-License-Identifier: Apache-2.0
// The catalogue of trace formats. To add one, write its folder and add its type here.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/alog/format.hpp"
#include "trgen/formats/capture/format.hpp"
#include "trgen/formats/chakra/format.hpp"
#include "trgen/formats/clog2/format.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/container/format.hpp"
#include "trgen/formats/dim/format.hpp"
#include "trgen/formats/dumpi/format.hpp"
#include "trgen/formats/goal/binary.hpp"
#include "trgen/formats/goal/format.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/otf2/format.hpp"
#include "trgen/formats/scalatrace/format.hpp"
#include "trgen/formats/text/format.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/formats/trc/format.hpp"

namespace trgen::formats {

struct FormatEntry {
  std::string_view name;
  std::string_view doc;
  std::string_view suffix;  ///< end of file names, before that of a compression
  bool (*sniff)(std::span<const char> head);
  void (*read)(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  // Null where the format cannot do it: see common/contract.hpp.
  void (*write)(const record::TraceSource& trace, io::Output& out, record::Losses& losses) = nullptr;
  void (*write_files)(const record::TraceSource& trace, const std::string& path, record::Losses& losses) = nullptr;
  bool (*sniff_file)(io::Input& in) = nullptr;
  std::shared_ptr<const record::TraceSource> (*open)(io::Input& in, const ReadOptions& options) = nullptr;
  bool compressed_itself = false;
};

template <ReadableFormat F>
constexpr FormatEntry entry() {
  FormatEntry made{F::name, F::doc, F::suffix, &F::sniff, &F::read};
  if constexpr (WritableFormat<F>) made.write = &F::write;
  if constexpr (ManyFilesFormat<F>) made.write_files = &F::write_files;
  if constexpr (DirectFormat<F>) made.open = &F::open;
  if constexpr (requires(io::Input & in) { F::sniff_file(in); }) made.sniff_file = &F::sniff_file;
  if constexpr (requires { F::compressed_itself; }) made.compressed_itself = F::compressed_itself;
  return made;
}

/// In the order in which formats are tried on a content; text, which accepts most, comes last.
inline constexpr std::array formats{
    entry<container::Format>(), entry<loops::Format>(),      entry<clog2::Format>(),   entry<alog::Format>(),
    entry<otf2::Format>(),      entry<dumpi::Format>(),      entry<dim::Format>(),     entry<goal::BinaryFormat>(),
    entry<goal::Format>(),      entry<trc::Format>(),        entry<capture::Format>(), entry<ti::Format>(),
    entry<chakra::Format>(),    entry<scalatrace::Format>(), entry<text::Format>(),
};

}  // namespace trgen::formats

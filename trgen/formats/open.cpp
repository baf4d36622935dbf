// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "fsin/core/output_place.hpp"
#include "fsin/core/text.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/folder.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/io/spool.hpp"

namespace trgen::formats {
namespace {

/// An estimate of the spool for the whole file, from the part that was read.
std::string needed(const io::Input& in, const io::SpoolBuilder& spool) {
  if (!in.file_size() || in.file_bytes() == 0) return {};
  const double share = static_cast<double>(in.file_bytes()) / static_cast<double>(*in.file_size());
  return fmt::format(" (the whole trace needs about {:.0f} MB)", static_cast<double>(spool.size()) / share / 1e6 + 1);
}

}  // namespace

record::TraceFacts scan_trace(io::Input& in, record::RecordSink& sink, const ReadOptions& options) {
  record::TraceFacts facts;
  facts.name = in.name();
  facts.compression = in.compression();
  const FormatEntry& format = recognise_format(in);
  facts.format = format.name;
  try {
    format.read(in, facts, sink, options);
  } catch (const io::DataError& error) {
    throw record::TraceError(
        fmt::format("{}: {} after {} records ({} bytes of text, {} bytes of the file); copy or make the "
                    "file again",
                    in.name(), error.what(), facts.records, in.content_bytes(), in.file_bytes()));
  }
  if (facts.digest.empty()) {  // the digest of one file that was read once
    facts.digest = in.digest();
    facts.file_bytes = in.file_bytes();
    facts.content_bytes = in.content_bytes();
  }
  return facts;
}

std::shared_ptr<const record::TraceSource> open_trace(io::Input& in, const OpenOptions& options) {
  if (const FormatEntry& format = recognise_format(in); format.open != nullptr) {
    if (auto direct = format.open(in, options)) return direct;
  }
  io::SpoolBuilder spool(options.memory_limit);
  try {
    record::TraceFacts facts = scan_trace(in, spool, options);
    return spool.finish(std::move(facts));
  } catch (const io::SpoolError& error) {
    throw record::TraceError(fmt::format("{}: {}{}", in.name(), error.what(), needed(in, spool)));
  }
}

std::shared_ptr<const record::TraceSource> open_trace(const fsin::InputPath& path, const OpenOptions& options) {
  io::Input in = open_input(path);
  return open_trace(in, options);
}

std::shared_ptr<const record::TraceSource> open_trace(const std::string& path, const OpenOptions& options) {
  return open_trace(fsin::InputPath(path), options);
}

namespace {

/// The format of this name; without one, the format of the suffix; without either, the last of the catalogue, text.
const FormatEntry& format_to_write(const std::string& path, std::string_view format) {
  const FormatEntry* const by_name = format.empty() ? format_by_suffix(path) : &format_named(format);
  return by_name == nullptr ? formats.back() : *by_name;
}

/// A format of several files writes them beside the file that a link leads to.
std::string place_of_files(const std::string& path, const FormatEntry& format) {
  std::error_code error;
  const fsin::OutputPlace place(path, error);
  if (error) {
    throw record::TraceError(
        fmt::format("{}: cannot write: a loop of links ({}); give another name", path, fsin::link_loop(path)));
  }
  if (path == "-" || place.direct()) {
    throw record::TraceError(
        fmt::format("{}: format {} consists of several files; give a file name", path, format.name));
  }
  return place.path().string();
}

}  // namespace

record::Losses write_trace(const record::TraceSource& trace, const std::string& path, std::string_view format) {
  const FormatEntry& entry = format_to_write(path, format);
  record::Losses losses;
  FilesRead(trace).spare(path);
  if (entry.write_files != nullptr) {
    entry.write_files(trace, place_of_files(path, entry), losses);
  } else if (entry.write != nullptr) {
    io::Output out(path);
    entry.write(trace, out, losses);
    out.commit();
  } else {
    throw record::TraceError(fmt::format("{}: format {} can be read but not written", path, entry.name));
  }
  return losses;
}

void settle(const std::string& path, std::string_view format) {
  io::settle_folder(path, format_to_write(path, format).write_files != nullptr);
}

}  // namespace trgen::formats

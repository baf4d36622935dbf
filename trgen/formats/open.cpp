// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/record/spool.hpp"

namespace trgen::formats {
namespace {

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const FormatEntry& each : formats) names.push_back(each.name);
  return names;
}

const FormatEntry& recognise_format(Input& in) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const FormatEntry& each) {
    return each.sniff(each.compressed_itself ? in.raw_head() : in.head());
  });
  if (found != formats.end()) return *found;
  throw record::TraceError(
      fmt::format("{}: not a trace of a known format; known formats: {}", in.name(), fmt::join(format_names(), ", ")));
}

const FormatEntry& format_named(std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const auto& each) { return each.name == name; });
  if (found != formats.end()) return *found;
  throw record::TraceError(fmt::format("unknown format {}{}", fsin::in_quotes(name),
                                       fsin::suggestion(name, format_names(), "known formats")));
}

const FormatEntry& format_for(const std::string& path) {
  const std::string_view name(path);
  const std::string_view bare = name.substr(0, name.size() - compression_for(path).suffix.size());
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const FormatEntry& each) { return bare.ends_with(each.suffix); });
  return found == formats.end() ? formats.back() : *found;
}

/// What the spool would need for the whole file, from the share that was read.
std::string needed(const Input& in, const record::SpoolBuilder& spool) {
  if (!in.file_size() || in.file_bytes() == 0) return {};
  const double share = static_cast<double>(in.file_bytes()) / static_cast<double>(*in.file_size());
  return fmt::format(" (the whole trace needs about {:.0f} MB)", static_cast<double>(spool.size()) / share / 1e6 + 1);
}

}  // namespace

record::TraceFacts scan_trace(Input& in, record::RecordSink& sink, const ReadOptions& options) {
  record::TraceFacts facts;
  facts.name = in.name();
  facts.compression = in.compression();
  const FormatEntry& format = recognise_format(in);
  facts.format = format.name;
  try {
    format.read(in, facts, sink, options);
  } catch (const DataError& error) {
    throw record::TraceError(
        fmt::format("{}: {} after {} records ({} bytes of text, {} bytes of the file); copy or make the "
                    "file again",
                    in.name(), error.what(), facts.records, in.content_bytes(), in.file_bytes()));
  }
  if (facts.digest.empty()) {  // of one file, read once
    facts.digest = in.digest();
    facts.file_bytes = in.file_bytes();
    facts.content_bytes = in.content_bytes();
  }
  return facts;
}

std::shared_ptr<const record::TraceSource> open_trace(Input& in, const OpenOptions& options) {
  if (const FormatEntry& format = recognise_format(in); format.open != nullptr) {
    if (auto direct = format.open(in, options)) return direct;
  }
  record::SpoolBuilder spool(options.memory_limit);
  try {
    record::TraceFacts facts = scan_trace(in, spool, options);
    return spool.finish(std::move(facts));
  } catch (const record::SpoolError& error) {
    throw record::TraceError(fmt::format("{}: {}{}", in.name(), error.what(), needed(in, spool)));
  }
}

std::shared_ptr<const record::TraceSource> open_trace(const std::string& path, const OpenOptions& options) {
  Input in(path);
  return open_trace(in, options);
}

record::Losses write_trace(const record::TraceSource& trace, const std::string& path, std::string_view format) {
  const FormatEntry& entry = format.empty() ? format_for(path) : format_named(format);
  record::Losses losses;
  if (entry.write_files != nullptr) {
    if (path == "-")
      throw record::TraceError(fmt::format("-: format {} needs a file name, it is several files", entry.name));
    entry.write_files(trace, path, losses);
  } else if (entry.write != nullptr) {
    Output out(path);
    entry.write(trace, out, losses);
    out.commit();
  } else {
    throw record::TraceError(fmt::format("{}: format {} can be read and not written", path, entry.name));
  }
  return losses;
}

void settle(const std::string& path, std::string_view format) {
  settle_folder(path, (format.empty() ? format_for(path) : format_named(format)).write_files != nullptr);
}

}  // namespace trgen::formats

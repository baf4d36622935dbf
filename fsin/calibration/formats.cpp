// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <system_error>

#include "fsin/calibration/formats/csv.hpp"
#include "fsin/calibration/formats/imb.hpp"
#include "fsin/calibration/formats/netpipe.hpp"
#include "fsin/calibration/formats/osu.hpp"
#include "fsin/calibration/formats/skampi.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/core/input_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t longest_file = 64U << 20U;

struct Format {
  FormatName name;
  bool (*recognises)(std::span<const Line>);
  void (*read)(Reading&);
};

template <class... Formats>
constexpr std::array<Format, sizeof...(Formats)> catalogue_of() {
  return {Format{{Formats::name, Formats::doc}, Formats::recognises, Formats::read}...};
}
constexpr auto catalogue = catalogue_of<OsuFormat, ImbFormat, SkampiFormat, NetpipeFormat, CsvFormat>();

const Format* format_of(const Reading& reading) {
  for (const Format& each : catalogue) {
    if (reading.options.format.empty() ? each.recognises(reading.lines) : each.name.name == reading.options.format) {
      return &each;
    }
  }
  return nullptr;
}

std::string format_names() {
  std::string text;
  for (const Format& each : catalogue) text += fmt::format("{}{}", text.empty() ? "" : ", ", each.name.name);
  return text;
}

}  // namespace

std::vector<FormatName> formats() {
  std::vector<FormatName> all;
  for (const Format& each : catalogue) all.push_back(each.name);
  return all;
}

std::optional<Measurements> read_text(std::string_view text, const Mark& source, const ReadOptions& options,
                                      Diagnostics& diagnostics) {
  Diagnostics own;
  Reading reading(source, text, options, own);
  const Format* format = nullptr;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    reading.error("is empty; give sizes and times of a ping-pong");
  } else if (find_non_text(text)) {
    reading.error("is not a text; give the output of a ping-pong benchmark");
  } else if (!text.ends_with('\n')) {
    reading.error(reading.lines.back(),
                  "the last line does not end, so that its number may have been cut off; end the "
                  "file with a newline if it is whole");
  } else if (format = format_of(reading); format == nullptr) {
    reading.error(
        fmt::format("is in none of the formats that are recognised: {}; name one by --format, or write a "
                    "table with the head size_B,time_us",
                    format_names()));
  } else {
    format->read(reading);
    if (own.ok() && reading.size() == 0) {
      reading.error(fmt::format("has no measurements, read as {}; give its format by --format", format->name.name));
    }
  }
  for (const Diagnostic& each : own.entries()) {
    each.severity == Severity::error ? diagnostics.input_error(each.mark, each.message)
                                     : diagnostics.warning(each.mark, each.message);
  }
  if (!own.ok()) return std::nullopt;
  Measurements measurements = reading.take();
  measurements.source = source.source();
  measurements.format = format->name.name;
  return measurements;
}

std::optional<Measurements> read_file(const InputPath& file, const ReadOptions& options, Diagnostics& diagnostics) {
  const Mark mark(file.string());
  const auto refuse = [&](const std::string& what) {
    diagnostics.input_error(mark, what);
    return std::nullopt;
  };
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (!fs::exists(status)) return refuse("no such file; check the path" + looked_for(file));
  if (!fs::is_regular_file(status)) return refuse("is no plain file; give a file with measurements");
  if (fs::file_size(file, problem) > longest_file) return refuse("is longer than 64 MiB; give measurements alone");
  InputStream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.file().is_open() || in.bad()) return refuse("cannot be read; check its permissions");
  return read_text(text, mark, options, diagnostics);
}

}  // namespace fsin::calibration

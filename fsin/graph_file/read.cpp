// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "fsin/core/bundled.hpp"
#include "fsin/core/digest.hpp"
#include "fsin/core/input_file.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/graph_file/formats.hpp"

namespace fsin::graph_file {
namespace {

namespace fs = std::filesystem;

/// Bytes of memory for a byte of text while it is read, at most: an estimate, compared with large edge lists only.
struct Appetite {
  Format format;
  const char* name;
  double bytes;
};
constexpr std::array appetites{Appetite{Format::edges, "edge list", 8}, Appetite{Format::graphml, "GraphML file", 30},
                               Appetite{Format::dot, "DOT file", 60}, Appetite{Format::json, "JSON file", 12},
                               Appetite{Format::gml, "GML file", 12}};

const Appetite& appetite_of(Format format) {
  return *std::find_if(appetites.begin(), appetites.end(), [&](const Appetite& each) { return each.format == format; });
}

/// Checks that a file of this size can be read within the limit. False after an error.
bool check_size(const Appetite& appetite, std::uintmax_t size, const MemoryLimit& limit, const Mark& mark,
                Diagnostics& diagnostics) {
  const double need = static_cast<double>(size) * appetite.bytes;
  if (limit.bytes == 0 || need <= static_cast<double>(limit.bytes)) return true;
  const auto fits = static_cast<std::uint64_t>(static_cast<double>(limit.bytes) / appetite.bytes);
  diagnostics.input_error(
      mark, fmt::format("a {} of {} needs about {} to be read, and {}; at most {} fit{}", appetite.name,
                        bytes_text(size), bytes_text(static_cast<std::uint64_t>(need)), limit.text(), bytes_text(fits),
                        appetite.format == Format::edges ? "" : ", or write it as an edge list, which needs less"));
  return false;
}

/// Checks that the text contains only text. False after an error.
bool check_text(std::string_view text, const Mark& source, Diagnostics& diagnostics) {
  const auto bad = find_non_text(text);
  if (!bad && text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.input_error(source, "is empty; write links, one a line: s0 s1");
    return false;
  }
  if (!bad) return true;
  const std::string_view before = text.substr(0, *bad);
  const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  diagnostics.input_error(
      source.at(line, *bad - (newline == std::string_view::npos ? 0 : newline + 1) + 1),
      fmt::format("not a text: byte 0x{:02x}; give an edge list, GraphML, GML, DOT or JSON in UTF-8",
                  static_cast<unsigned>(static_cast<unsigned char>(text[*bad]))));
  return false;
}

/// Text of the whole file; empty after an error.
std::optional<std::string> text_of(const InputPath& file, Format format, const MemoryLimit& limit, const Mark& named_at,
                                   Diagnostics& diagnostics) {
  std::error_code problem;
  const auto refuse = [&](const std::string& what) {
    diagnostics.input_error(named_at, fmt::format("{}: {}", one_line(file.string()), what));
    return std::nullopt;
  };
  const fs::file_status status = fs::status(file, problem);
  if (!fs::exists(status)) return refuse("no such file; check the path" + looked_for(file));
  if (!fs::is_regular_file(status)) return refuse("is no plain file; give a file with a graph");
  const std::uintmax_t size = fs::file_size(file, problem);
  if (problem) return refuse("cannot be read; check its permissions");
  const Format likely = format == Format::automatic ? format_of(file, {}) : format;
  if (!check_size(appetite_of(likely), size, limit, Mark(file.string()), diagnostics)) return std::nullopt;
  InputStream in(file);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  if (!in.file().is_open() || in.bad()) return refuse("cannot be read; check its permissions");
  return text;
}

/// True where the first word that is followed by a bracket is `graph`: comments and lines such as `Creator "x"` may
/// stand before it.
bool looks_like_gml(std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return false;
  text = text.substr(0, bracket);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  constexpr std::string_view word = "graph";
  if (!text.ends_with(word)) return false;
  text.remove_suffix(word.size());
  return text.empty() || std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos;
}

}  // namespace

Format format_of(const fs::path& file, std::string_view text) {
  const std::string ending = file.extension().string();
  if (ending == ".graphml" || ending == ".xml") return Format::graphml;
  if (ending == ".dot" || ending == ".gv") return Format::dot;
  if (ending == ".json") return Format::json;
  if (ending == ".gml") return Format::gml;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('<')) return Format::graphml;
  if (text.starts_with('{')) return Format::json;
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n{"));
  const bool braces = text.substr(0, text.find('\n')).find('{') != std::string_view::npos;
  if (braces && (word == "graph" || word == "digraph" || word == "strict")) return Format::dot;
  return looks_like_gml(text) ? Format::gml : Format::edges;
}

Listing read_text(const std::string& text, Format format, const Mark& source, std::uint64_t room,
                  Diagnostics& diagnostics, const AttributeChoice& choice) {
  Listing nothing;
  nothing.source = source;
  if (!check_text(text, source, diagnostics)) return nothing;
  Collector collector(source, room, choice, diagnostics);
  switch (format == Format::automatic ? format_of(source.source(), text) : format) {
    case Format::graphml:
      read_graphml(text, collector);
      break;
    case Format::dot:
      read_dot(text, collector);
      break;
    case Format::json:
      read_json(text, collector);
      break;
    case Format::gml:
      read_gml(text, collector);
      break;
    case Format::automatic:
    case Format::edges:
      read_edge_list(text, collector);
      break;
  }
  Listing listing = collector.finish();
  listing.digest = digest_of(text);
  return listing;
}

std::optional<Listing> read_file(const InputPath& file, Format format, const MemoryLimit& limit, const Mark& named_at,
                                 Diagnostics& diagnostics, const AttributeChoice& choice) {
  const std::optional<std::string> text = text_of(file, format, limit, named_at, diagnostics);
  if (!text) return std::nullopt;
  const Mark source(file.string());
  const Format actual = format == Format::automatic ? format_of(file, *text) : format;
  if (!check_size(appetite_of(actual), text->size(), limit, source, diagnostics)) return std::nullopt;
  const std::size_t errors = diagnostics.error_count();
  Listing listing = read_text(*text, actual, source, limit.bytes, diagnostics, choice);
  if (diagnostics.error_count() > errors) return std::nullopt;
  return listing;
}

}  // namespace fsin::graph_file

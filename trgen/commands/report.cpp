// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/core/say.hpp"
#include "trgen/formats/recognise.hpp"

namespace trgen::commands {

std::string grouped(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string seconds(std::uint64_t ns) { return fmt::format("{:.6f} s", static_cast<double>(ns) / 1e9); }

std::string size_table(const SizeHistogram& sizes, std::string_view indent) {
  std::string text = fmt::format("{}{:>33}  {:>15}  {:>20}\n", indent, "bytes of a message", "messages", "bytes");
  for (std::size_t bin = 0; bin < sizes.bins(); ++bin) {
    const Volume& volume = sizes.bin(bin);
    if (volume.messages == 0) continue;
    const std::string low = grouped(SizeHistogram::low(bin));
    const std::string high = grouped(SizeHistogram::high(bin));
    const std::string range = low == high ? low : fmt::format("{} - {}", low, high);
    text += fmt::format("{}{:>33}  {:>15}  {:>20}\n", indent, range, grouped(volume.messages), grouped(volume.bytes));
  }
  return text;
}

nlohmann::ordered_json json_of(const Volume& volume) {
  return {{"messages", volume.messages}, {"bytes", volume.bytes}};
}

nlohmann::ordered_json json_of(const record::Losses& losses) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [what, count] : losses.counts()) list.push_back({{"what", what}, {"count", count}});
  return list;
}

nlohmann::ordered_json json_of(const SizeHistogram& sizes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t bin = 0; bin < sizes.bins(); ++bin) {
    if (sizes.bin(bin).messages == 0) continue;
    list.push_back({{"from", SizeHistogram::low(bin)},
                    {"to", SizeHistogram::high(bin)},
                    {"messages", sizes.bin(bin).messages},
                    {"bytes", sizes.bin(bin).bytes}});
  }
  return list;
}

nlohmann::ordered_json host_json(const fsin::HostUsage& host, std::uint64_t records) {
  return {{"wall_s", host.wall_s},
          {"cpu_s", host.cpu_s},
          {"records_per_cpu_second", host.cpu_s > 0 ? static_cast<double>(records) / host.cpu_s : 0},
          {"peak_rss_bytes", host.peak_rss_bytes}};
}

void print_json(const nlohmann::ordered_json& object) { fmt::print("{}\n", fsin::repaired_json_text(object)); }

formats::OpenOptions open_options(const Arguments& arguments, Diagnostics& diagnostics) {
  formats::OpenOptions options;
  if (const auto mib = arguments.natural("spool-memory", 0, 1U << 20U, diagnostics)) options.memory_limit = *mib << 20U;
  return options;
}

void print_losses(std::string_view name, const record::Losses& losses, std::string_view why) {
  for (const auto& [what, count] : losses.counts()) {
    fsin::say("{}: {}: {} {}\n", name, why, grouped(count), what);
  }
}

void check_output_name(const Arguments& arguments, const std::string& path, Diagnostics& diagnostics) {
  if (arguments.has("format") || formats::format_by_suffix(path) != nullptr) return;
  if (const auto near = formats::near_suffix(path)) {
    arguments.error(
        fmt::format("{}: the end of the name says the format; did you mean {}? A name ends in .txt for text", path,
                    *near),
        diagnostics);
  }
}

void say_format(const Arguments& arguments, const std::string& path) {
  std::error_code error;
  const bool direct = path == "-" || fsin::OutputPlace(path, error).direct();
  if (arguments.has("format") || direct || formats::format_by_suffix(path) != nullptr) return;
  fsin::say("{}: written as text, since the name ends as no format's; known formats: {}\n", path,
            formats::list_of_formats());
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& each : warnings) fsin::say("{} (warning)\n", each);
}

}  // namespace trgen::commands

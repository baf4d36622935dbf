// SPDX-License-Identifier: Apache-2.0
// Wording and formatting shared by several commands.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "fsin/core/host.hpp"
#include "fsin/core/say.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/tally.hpp"
#include "trgen/formats/open.hpp"

namespace trgen::commands {

/// Formats 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);
/// Formats a percentage such as "12.3 %"; "-" when `whole` is 0.
std::string percent(std::uint64_t part, std::uint64_t whole);
/// Formats nanoseconds as seconds.
std::string seconds(std::uint64_t ns);

/// The table of message sizes, one line for each bin, each line starting with `indent`.
std::string size_table(const SizeHistogram& sizes, std::string_view indent);
nlohmann::ordered_json json_of(const SizeHistogram& sizes);
nlohmann::ordered_json json_of(const Volume& volume);
nlohmann::ordered_json json_of(const record::Losses& losses);

/// Members {wall_s, cpu_s, records_per_cpu_second, peak_rss_bytes} for this number of records: the "host" of --json.
nlohmann::ordered_json host_json(const fsin::HostUsage& host, std::uint64_t records);

/// Prints a JSON object on one line of standard output. Bytes that are not UTF-8 (in file names) are replaced.
void print_json(const nlohmann::ordered_json& object);

/// The option --spool-memory, and the options for opening a trace that follow from it.
inline constexpr Option spool_option{"spool-memory", "MIB",
                                     "keep up to this much of a trace in memory, the rest in $TMPDIR (default 64)"};
formats::OpenOptions open_options(const Arguments& arguments, Diagnostics& diagnostics);

/// Prints to standard output. Control characters are escaped, since names of files and text of a trace may contain any.
template <class... Values>
void print(fmt::format_string<Values...> form, Values&&... values) {
  const std::string text = fsin::printable_lines(fmt::format(form, std::forward<Values>(values)...));
  std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Prints a line of a summary: a label, and the value in a column of its own.
inline void print_line(std::string_view what, const std::string& value) { print("  {:<15} {}\n", what, value); }

inline constexpr std::string_view lost_in_reading = "lost in reading";
inline constexpr std::string_view lost_in_writing = "the format cannot carry";

/// Prints the losses of a conversion to standard error, one line for each kind: "NAME: lost in reading: 12 MPI_Put".
void print_losses(std::string_view name, const record::Losses& losses, std::string_view why);

/// Refuses, before anything is read or written, a name whose end differs from the suffix of a format by one slip.
void check_output_name(const Arguments& arguments, const std::string& path, Diagnostics& diagnostics);
/// Prints which format was written when the name did not select one.
void say_format(const Arguments& arguments, const std::string& path);

/// Prints the warnings of a trace to standard error.
void print_warnings(const std::vector<std::string>& warnings);

}  // namespace trgen::commands

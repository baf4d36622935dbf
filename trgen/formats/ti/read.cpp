// SPDX-License-Identifier: Apache-2.0
// Opens time-independent traces: one file, or a list of files, one for each rank.
#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/formats/ti/reader.hpp"
#include "trgen/formats/ti/trace_files.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::ti {
namespace {

bool is_action(std::string_view line) {
  io::Fields fields(line);
  std::string_view rank = fields.next();
  if (rank.starts_with('p')) rank.remove_prefix(1);
  return parse_rank(rank) && find_action(fields.next()) != nullptr;
}

/// The complete lines at the beginning of a list; empty when one of them is no file name, or no text.
std::vector<std::string_view> names_in_list(std::string_view head) {
  std::vector<std::string_view> names;
  const bool whole = head.size() < io::Input::head_bytes || head.ends_with('\n');
  if (!whole) head = head.substr(0, head.rfind('\n') + 1);
  while (!head.empty()) {
    const std::string_view line = io::first_line(head);
    if (line.empty()) break;
    if (!is_file_name(line) || fsin::find_non_text(line)) return {};
    names.push_back(io::Fields(line).next());
    head.remove_prefix(std::min(static_cast<std::size_t>(line.end() - head.begin()), head.size()));
  }
  return names;
}

/// Replaces numbers: "run_files/0012.ti" becomes "run_files/0.ti".
std::string without_numbers(std::string_view name) {
  std::string form;
  for (const char c : name) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) form += c;
    if (digit && !form.ends_with('0')) form += '0';
  }
  return form;
}

void read_files(io::Input& in, record::TraceFacts& facts, Reader& reader, std::uint64_t most_ranks) {
  io::Problems problems(in.name());
  const std::vector<std::string> files = read_list(in, problems);
  if (files.size() > 1) reader.announce(static_cast<std::uint32_t>(files.size()));
  std::vector<std::string> digests{in.digest()};
  facts.file_bytes = in.file_bytes();
  facts.content_bytes = in.content_bytes();
  for (const std::string& name : files) {
    io::Input file(in.path().leads_to(name));
    io::Problems faults(name);
    if (is_file_name(io::first_line({file.head().data(), file.head().size()}))) {
      faults.stop(0, "this file of a list is itself a list; is it the right file?");
    }
    reader.file(file, faults, [&] { return count_ranks(file, most_ranks); });
    faults.throw_if_any();
    digests.push_back(file.digest());
    facts.file_bytes += file.file_bytes();
    facts.content_bytes += file.content_bytes();
  }
  reader.finish(problems, facts.content_bytes);
  facts.digest = io::Input::combined_digest(digests);
}

}  // namespace

/// Recognises the format by an action in any line near the beginning; faults of other lines are reported as those of
/// this format.
bool Format::sniff(std::span<const char> head) {
  constexpr int most_lines = 16;
  std::string_view rest(head.data(), head.size());
  for (int lines = 0; lines < most_lines; ++lines) {
    const std::string_view line = io::first_line(rest);
    if (line.empty()) return false;
    if (is_action(line)) return true;
    rest.remove_prefix(std::min(static_cast<std::size_t>(line.end() - rest.begin()), rest.size()));
  }
  return false;
}

bool Format::sniff_file(io::Input& in) {
  const std::vector<std::string_view> names = names_in_list({in.head().data(), in.head().size()});
  if (names.empty()) return false;
  const std::string form = without_numbers(names.front());
  const bool alike = names.size() > 1 && std::all_of(names.begin() + 1, names.end(), [&](std::string_view each) {
                       return without_numbers(each) == form && each != names.front();
                     });
  const bool named = in.name().ends_with(suffix);
  return named || alike || std::any_of(names.begin(), names.end(), [&](std::string_view each) {
           return find_file(in.name(), std::string(each)).has_value();
         });
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader reader(facts, sink, options.most_ranks);
  const std::span<const char> head = in.head();
  if (is_file_name(io::first_line({head.data(), head.size()})))
    return read_files(in, facts, reader, options.most_ranks);
  io::Problems problems(in.name());
  reader.file(in, problems, [&] { return count_ranks(in, options.most_ranks); });
  reader.finish(problems, in.content_bytes());
}

}  // namespace trgen::formats::ti

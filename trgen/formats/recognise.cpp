// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/recognise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <vector>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace trgen::formats {
namespace {

/// Files that are mistaken for traces, or from which another program makes traces, by their beginning.
struct Foreign {
  std::string_view beginning;
  std::string_view words;
};

constexpr std::array foreign{
    Foreign{"#Paraver", "this is a Paraver trace; Extrae's prv2dim converts it to a .dim file, which can be read"},
    Foreign{"%EventDef", "this is a Paje trace, which holds no MPI messages to replay"},
    Foreign{"# collprof",
            "this is a trace of liballprof; LogGOPSim's Schedgen converts it to a GOAL schedule, which can be read"},
    Foreign{"# htor: liballprof",
            "this is a trace of liballprof; LogGOPSim's Schedgen converts it to a GOAL schedule, which can be read"},
    Foreign{"\x7f"
            "ELF",
            "this is a program; trgen capture -o trace.txt.zst -- mpiexec -n 4 PROGRAM records it"},
    Foreign{"fsin:", "this is an experiment; fsin run takes it"},
    Foreign{"SQLite format 3", "this is a database"},
    Foreign{"%PDF", "this is a PDF"},
    Foreign{"\x89PNG", "this is a picture"},
    Foreign{"<?xml", "this is XML"},
    Foreign{"{", "this is JSON"},
    Foreign{"[", "this is JSON"},
};

std::string_view view(std::span<const char> head) { return {head.data(), head.size()}; }

std::string_view skip_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("# ") && !text.starts_with("#\n")) return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

const Foreign* known_as_other(std::string_view head) {
  const auto found = std::find_if(foreign.begin(), foreign.end(), [head](const Foreign& each) {
    return head.starts_with(each.beginning) || skip_comments(head).starts_with(each.beginning);
  });
  return found == foreign.end() ? nullptr : &*found;
}

std::string guess(io::Input& in) {
  const std::string_view head = view(in.head());
  if (const Foreign* const other = known_as_other(head)) return fmt::format("; {}", other->words);
  if (const FormatEntry* named = format_by_suffix(in.name())) {
    return fmt::format(
        "; its name is that of {} ({}), but its content is not: was it written to the end, fully copied, or renamed?",
        named->name, named->suffix);
  }
  if (const auto near = near_suffix(in.name())) return fmt::format("; by its name, the nearest format is {}", *near);
  const bool text = !fsin::find_non_text(head.substr(0, head.size() - std::min<std::size_t>(head.size(), 4)));
  return text ? "; it is text, but its beginning is neither '<rank> <time> SS|SE|MS|MR ...' nor that of another format"
              : "; it is not text, and its beginning is not that of any format";
}

/// True when two words differ by one slip: a letter added, left out or changed, or two neighbours swapped. Case does
/// not count.
bool one_slip(std::string_view typed, std::string_view meant) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  if (typed.size() > meant.size() + 1 || meant.size() > typed.size() + 1) return false;
  std::size_t front = 0;
  while (front < std::min(typed.size(), meant.size()) && same(typed[front], meant[front])) ++front;
  std::size_t back = 0;
  while (back < std::min(typed.size(), meant.size()) - front &&
         same(typed[typed.size() - 1 - back], meant[meant.size() - 1 - back])) {
    ++back;
  }
  const std::size_t left = std::max(typed.size(), meant.size()) - front - back;
  const bool swapped = left == 2 && typed.size() == meant.size() && same(typed[front], meant[front + 1]) &&
                       same(typed[front + 1], meant[front]);
  return left <= 1 || swapped;
}

std::string_view without_compression(std::string_view path) {
  path.remove_suffix(io::compression_for(path).suffix.size());
  return path;
}

}  // namespace

const FormatEntry& recognise_format(io::Input& in) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const FormatEntry& each) {
    return each.sniff(each.compressed_itself ? in.raw_head() : in.head()) ||
           (each.sniff_file != nullptr && each.sniff_file(in));
  });
  // Text accepts any comments, and files of other programs may begin with some too.
  const bool other = found != formats.end() && found->name == text::Format::name && known_as_other(view(in.head()));
  if (found != formats.end() && !other) return *found;
  throw record::TraceError(
      fmt::format("{}: not a known trace format{}; known formats: {}", in.name(), guess(in), list_of_formats()));
}

const FormatEntry& format_named(std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const auto& each) { return each.name == name; });
  if (found != formats.end()) return *found;
  std::vector<std::string_view> names;
  for (const FormatEntry& each : formats) names.push_back(each.name);
  throw record::TraceError(
      fmt::format("unknown format {}{}", fsin::in_quotes(name), fsin::suggestion(name, names, "known formats")));
}

const FormatEntry* format_by_suffix(std::string_view path) {
  const std::string_view bare = without_compression(path);
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const FormatEntry& each) {
    return !each.suffix.empty() && bare.ends_with(each.suffix);
  });
  return found == formats.end() ? nullptr : &*found;
}

std::optional<std::string_view> near_suffix(std::string_view path) {
  const std::string ending = std::filesystem::path(without_compression(path)).extension().string();
  constexpr std::size_t shortest = 4;  // in a shorter word, one letter is half of it
  for (const FormatEntry& each : formats) {
    if (std::min(ending.size(), each.suffix.size()) >= shortest && one_slip(ending, each.suffix)) return each.suffix;
  }
  return std::nullopt;
}

std::string list_of_formats() {
  std::string text;
  for (auto each = formats.rbegin(); each != formats.rend(); ++each) {
    text += text.empty() ? "" : ", ";
    text += each->suffix.empty() ? fmt::format("{} (a folder)", each->name)
                                 : fmt::format("{} ({})", each->name, each->suffix);
  }
  return text;
}

}  // namespace trgen::formats

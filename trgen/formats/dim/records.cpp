// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dim/records.hpp"

#include <algorithm>
#include <array>

#include "fsin/core/text.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::dim {
namespace {

constexpr std::string_view definitions = "definitions of files and windows";

struct Named {
  std::string_view name;
  RecordKind record;
};

constexpr std::array<Named, 10> sddf_records{{{"CPU burst", RecordKind::burst},
                                              {"NX send", RecordKind::send},
                                              {"NX recv", RecordKind::receive},
                                              {"global OP", RecordKind::operation},
                                              {"user event", RecordKind::event},
                                              {"block begin", RecordKind::block_begin},
                                              {"block end", RecordKind::block_end},
                                              {"communicator definition", RecordKind::communicator},
                                              {"block definition", RecordKind::block_name},
                                              {"global OP definition", RecordKind::none}}};

}  // namespace

RecordKind Line::read(std::string_view line) {
  line = fsin::trimmed(line);
  fields_.clear();
  if (describing_) {
    describing_ = line.find("};;") == std::string_view::npos;
    return RecordKind::none;
  }
  if (line.empty() || line.starts_with('#') || line.starts_with("SDDF") || line.starts_with("s:")) {
    return RecordKind::none;
  }
  return line.starts_with('"') ? sddf(line) : numbered(line);
}

RecordKind Line::numbered(std::string_view line) {
  io::Fields cut(line, ':');
  const std::string_view kind = cut.next();
  while (!cut.done()) fields_.push_back(fsin::trimmed(cut.next()));
  if (kind == "d") {
    const bool communicator = !fields_.empty() && fields_[0] == "1";
    if (communicator) fields_.erase(fields_.begin());
    name_ = definitions;
    return communicator ? RecordKind::communicator : RecordKind::other;
  }
  if (kind == "0") return RecordKind::noop;
  if (kind == "1") return RecordKind::burst;
  if (kind == "2") return RecordKind::send;
  if (kind == "3") return RecordKind::receive;
  if (kind == "10") return RecordKind::operation;
  if (kind == "20") return RecordKind::event;
  const auto number = fsin::parse_natural(kind);
  constexpr std::uint64_t largest = 999;
  if (!number || *number > largest) return RecordKind::faulty;
  name_ = kind == "11" ? "bursts of accelerators" : "records of unknown kinds";
  return RecordKind::other;
}

RecordKind Line::sddf(std::string_view line) {
  const std::size_t quote = line.find('"', 1);
  const std::size_t open = line.find('{');
  if (quote == std::string_view::npos || open == std::string_view::npos) return RecordKind::faulty;
  const std::string_view name = line.substr(1, quote - 1);
  const std::size_t close = line.rfind("};;");
  if (close == std::string_view::npos || close < open) {
    describing_ = true;
    return RecordKind::none;
  }
  io::Fields cut(line.substr(open + 1, close - open - 1), ',');
  while (!cut.done()) fields_.push_back(fsin::trimmed(cut.next()));
  const auto* const found =
      std::find_if(sddf_records.begin(), sddf_records.end(), [&](const Named& each) { return each.name == name; });
  if (found != sddf_records.end()) return found->record;
  const bool defines = name.find("definition") != std::string_view::npos;
  name_ = name == "1sided OP"         ? "one-sided operations"
          : name == "file definition" ? definitions
          : defines                   ? "definitions of events and one-sided operations"
                                      : "records of unknown kinds";
  return RecordKind::other;
}

}  // namespace trgen::formats::dim

// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/state_check.hpp"

#include <fmt/format.h>

namespace trgen::commands {

using record::Kind;
using record::Record;

std::optional<std::string> StateCheck::next(std::uint32_t rank, const Record& record) {
  std::vector<Open>& open = open_[rank];
  if (record::is_message(record.kind)) {
    if (open.empty() && outside_++ == 0) first_outside_ = record.line;
    return std::nullopt;
  }
  if (record.kind == Kind::state_start) {
    if (open.size() == deepest) {
      const Open outermost = open.front();
      open.clear();
      return fmt::format("opens the {}th state within another, the first in line {}; their ends are missing", deepest,
                         outermost.line);
    }
    open.push_back({record.line, record.state});
    return std::nullopt;
  }
  if (open.empty()) return fmt::format("leaves {}, which it did not enter", names_[record.state]);
  const Open last = open.back();
  open.pop_back();
  if (last.state == record.state) return std::nullopt;
  return fmt::format("leaves {}, but it is in {} since line {}", names_[record.state], names_[last.state], last.line);
}

std::optional<std::string> StateCheck::end(std::uint32_t rank, record::Record& last) const {
  if (open_[rank].empty()) return std::nullopt;
  const Open open = open_[rank].back();
  last = {.kind = Kind::state_start, .state = open.state, .line = open.line};
  return fmt::format("the records of the rank end inside this {}; is the trace cut short?", names_[open.state]);
}

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/suggest.hpp"

namespace fsin::imports {

void Parts::choose(std::string_view key, std::string_view name, std::string_view fallback,
                   std::span<const Counterpart> table, std::vector<std::string_view> others) {
  const std::string value = settings_.text(name, fallback);
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Counterpart& each) { return each.theirs == value; });
  if (found == table.end()) {
    for (const Counterpart& each : table) others.push_back(each.theirs);
    return no_counterpart(name, value, others);
  }
  draft_.set(key, std::string(found->ours), words(name, fallback));
  if (!found->difference.empty()) leave_out(name, fmt::format("{}: {}", value, found->difference));
}

void Parts::no_counterpart(std::string_view name, std::string_view value, std::span<const std::string_view> known) {
  wrong(name,
        fmt::format("{} has no counterpart{}", shown_(name, value), suggestion(value, known, "those that have one")));
}

void Parts::tell_rest(std::string_view equals) {
  for (const Setting* each : settings_.unread())
    draft_.leave_out(each->mark,
                     fmt::format("{}{}{}: no key of an experiment says this", each->name, equals, each->value));
}

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/text.hpp"

namespace fsin::imports {

void Draft::set(std::string_view path, std::string value, std::string from) {
  std::vector<Key>* level = &keys_;
  for (;;) {
    const std::size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    auto at = std::find_if(level->begin(), level->end(), [&](const Key& each) { return each.name == name; });
    if (at == level->end())
      at = level->insert(level->end(), Key{.name = std::string(name), .value = {}, .from = {}, .keys = {}});
    if (dot == std::string_view::npos) {
      at->value = std::move(value);
      at->from = std::move(from);
      return;
    }
    level = &at->keys;
    path.remove_prefix(dot + 1);
  }
}

void Draft::leave_out(const Mark& mark, std::string what) {
  left_out_.push_back(one_line(fmt::format("{}: {}", mark.text(), what)));
}

void Draft::print(const std::vector<Key>& keys, std::size_t depth, std::string& to) {
  for (const Key& key : keys) {
    std::string line = fmt::format("{:{}}{}:", "", 2 * depth, key.name);
    if (key.keys.empty()) line += ' ' + key.value;
    if (!key.from.empty()) line += "  # " + one_line(key.from);
    to += line + '\n';
    print(key.keys, depth + 1, to);
  }
}

std::string Draft::yaml(const std::vector<std::string>& head) const {
  std::string made;
  for (const std::string& line : head) made += "# " + one_line(line) + '\n';
  for (const std::string& each : left_out_) made += "# left out: " + each + '\n';
  made += "fsin: 1\n";
  print(keys_, 0, made);
  return made;
}

}  // namespace fsin::imports

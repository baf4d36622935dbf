// SPDX-License-Identifier: Apache-2.0
// Shared by the readers of the parts of a script: names, expressions, keys, and errors at their place.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/config/tree.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/programs/script/statements.hpp"

namespace trgen::programs::script {

class ScriptText {
 public:
  explicit ScriptText(fsin::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

 protected:
  using Tree = fsin::config::Tree;

  void error(const Tree& at, std::string message) { diagnostics_.error(at.mark, std::move(message)); }

  void check_keys(const Tree& map, std::initializer_list<std::string_view> known, std::string_view what) {
    const std::vector<std::string_view> names(known);
    for (const Tree& entry : map.items) {
      if (std::find(names.begin(), names.end(), entry.key) == names.end())
        diagnostics_.error(entry.key_mark, fmt::format("{} has no key {}{}", what, fsin::in_quotes(entry.key),
                                                       fsin::suggestion(entry.key, names, "keys")));
    }
  }

  Formula formula(const Tree& tree) {
    if (!tree.is_scalar()) {
      error(tree, "an expression should stand here");
      return {};
    }
    std::string why;
    auto expression = Expression::compile(tree.text, script_.names, why);
    if (!expression) {
      error(tree, fmt::format("{}: {}", fsin::in_quotes(tree.text), why));
      return {};
    }
    return {std::move(*expression), tree.mark};
  }

  bool new_name(const Tree& at, const std::string& name) {
    const bool taken = std::find(script_.names.begin(), script_.names.end(), name) != script_.names.end();
    if (taken) error(at, fmt::format("{} has a meaning already; choose another name", fsin::in_quotes(name)));
    script_.names.push_back(name);
    return !taken;
  }

  const Tree* needed(const Tree& map, std::string_view key) {
    const Tree* found = map.find(key);
    if (found == nullptr) error(map, fmt::format("{} needs {}", map.key, key));
    return found;
  }

  fsin::Diagnostics& diagnostics_;
  Script script_;
};

}  // namespace trgen::programs::script

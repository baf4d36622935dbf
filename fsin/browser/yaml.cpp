// SPDX-License-Identifier: Apache-2.0
// fsin/config/yaml.hpp without yaml-cpp, of which Debian has no library for WebAssembly: small_yaml.cpp reads, and what
// is written here is read by both.
#include "fsin/config/yaml.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fsin/browser/small_yaml.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

/// A scalar as YAML: in quotes unless its letters are those of names, numbers and quantities. Within brackets a comma
/// would end it.
std::string scalar_text(const std::string& text, bool in_brackets) {
  const std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      "0123456789_-+./ ()";
  const bool plain = !text.empty() && text.find_first_not_of(letters) == std::string::npos;
  const bool comma = !text.empty() && text.find_first_not_of(std::string(letters) + ",") == std::string::npos;
  const bool known = in_brackets ? plain : comma;
  const bool starts_well = known && text[0] != ' ' && text[0] != ',' && text[0] != '-' && text.back() != ' ';
  const bool null = text == "null" || text == "Null" || text == "NULL";
  return starts_well && !null ? text : nlohmann::json(text).dump();
}

std::string flow_text(const Tree& tree) {
  if (tree.kind == Tree::Kind::null) return "~";
  if (tree.is_scalar()) return scalar_text(tree.text, true);
  std::string inside;
  for (const Tree& item : tree.items) {
    if (!inside.empty()) inside += ", ";
    if (tree.is_map()) inside += fmt::format("{}: ", scalar_text(item.key, true));
    inside += flow_text(item);
  }
  return tree.is_map() ? fmt::format("{{{}}}", inside) : fmt::format("[{}]", inside);
}

void emit(const Tree& tree, const std::string& indent, std::string& out) {
  if (tree.is_map() && !tree.items.empty()) {
    out += "\n";
    for (const Tree& entry : tree.items) {
      out += fmt::format("{}{}:", indent, scalar_text(entry.key, false));
      emit(entry, indent + "  ", out);
    }
  } else {
    out += fmt::format(" {}\n", tree.is_scalar() ? scalar_text(tree.text, false) : flow_text(tree));
  }
}

}  // namespace

std::optional<Tree> parse_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics,
                               std::size_t /*most*/) {
  return browser::parse_small_yaml(text, origin, diagnostics);
}

std::string emit_yaml(const Tree& tree) {
  std::string out;
  emit(tree, "", out);
  return out.substr(1);
}

}  // namespace fsin::config

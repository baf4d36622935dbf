// SPDX-License-Identifier: Apache-2.0
// fsin/config/yaml.hpp without yaml-cpp, of which Debian has no library for WebAssembly: the page writes what it has
// chosen as JSON, which is YAML, so that the reader of experiments reads it. Anchors, tags and block style are not
// read.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fsin/config/yaml.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

using Json = nlohmann::ordered_json;

Tree tree_of_json(const Json& json, const Mark& mark) {
  Tree tree;
  tree.mark = mark;
  if (json.is_object()) {
    tree.kind = Tree::Kind::map;
    for (const auto& [key, value] : json.items()) {
      Tree entry = tree_of_json(value, mark);
      entry.key = key;
      entry.key_mark = mark;
      tree.items.push_back(std::move(entry));
    }
  } else if (json.is_array()) {
    tree.kind = Tree::Kind::list;
    for (const Json& item : json) tree.items.push_back(tree_of_json(item, mark));
  } else if (!json.is_null()) {
    tree.kind = Tree::Kind::text;
    tree.text = json.is_string() ? json.get<std::string>() : json.dump();
  }
  return tree;
}

/// A scalar as YAML: in quotes unless its letters are those of names, numbers and quantities.
std::string scalar_text(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+./ ,()") == std::string::npos;
  const bool starts_well = plain && text[0] != ' ' && text[0] != ',' && text[0] != '-' && text.back() != ' ';
  return starts_well ? text : Json(text).dump();
}

void emit(const Tree& tree, const std::string& indent, std::string& out) {
  switch (tree.kind) {
    case Tree::Kind::null:
      out += " ~\n";
      break;
    case Tree::Kind::list:
      for (std::size_t i = 0; i < tree.items.size(); ++i)
        out += fmt::format("{}{}", i == 0 ? " [" : ", ", scalar_text(tree.items[i].text));
      out += tree.items.empty() ? " []\n" : "]\n";
      break;
    case Tree::Kind::map:
      out += "\n";
      for (const Tree& entry : tree.items) {
        out += fmt::format("{}{}:", indent, entry.key);
        emit(entry, indent + "  ", out);
      }
      break;
    case Tree::Kind::text:
    case Tree::Kind::boolean:
    case Tree::Kind::number:
      out += fmt::format(" {}\n", scalar_text(tree.text));
      break;
  }
}

}  // namespace

std::optional<Tree> parse_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics,
                               std::size_t /*most*/) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_discarded()) return tree_of_json(json, origin);
  diagnostics.error(origin, "not valid JSON; in a browser, values are read as JSON");
  return std::nullopt;
}

std::string emit_yaml(const Tree& tree) {
  std::string out;
  emit(tree, "", out);
  return out.empty() || out[0] != '\n' ? out : out.substr(1);
}

}  // namespace fsin::config

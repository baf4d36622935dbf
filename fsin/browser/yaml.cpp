// SPDX-License-Identifier: Apache-2.0
// fsin/config/yaml.hpp without yaml-cpp, of which Debian has no library for WebAssembly: the page reads the text, with
// js-yaml, and gives a tree in JSON (page/yaml.js). A node is an object: "at", its line and column, and "text" of a
// scalar, with "quoted" where it stands in quotes, or "list" of a list, or "map" of a map, keys and values by turns. Of
// null there is "at" alone.
#include "fsin/config/yaml.hpp"

#include <emscripten.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "fsin/core/text.hpp"

/// What Lab.readYaml() says of the text, as JSON; to be freed.
// clang-format off: it is JavaScript
EM_JS(char*, fsin_read_yaml, (const char* text), {
  const said = JSON.stringify(Lab.readYaml(UTF8ToString(text)));
  const bytes = lengthBytesUTF8(said) + 1;
  const at = _malloc(bytes);
  stringToUTF8(said, at, bytes);
  return at;
});
// clang-format on

namespace fsin::config {
namespace {

using Json = nlohmann::json;

class Reader {
 public:
  Reader(const Mark& origin, Diagnostics& diagnostics) : origin_(origin), diagnostics_(diagnostics) {}

  Tree tree_of(const Json& node) {
    Tree tree;
    tree.mark = mark_of(node);
    if (node.contains("text")) {
      tree.kind = Tree::Kind::text;
      tree.text = node["text"].get<std::string>();
      tree.quoted = node.value("quoted", false);
    } else if (node.contains("list")) {
      tree.kind = Tree::Kind::list;
      for (const Json& item : node["list"]) tree.items.push_back(tree_of(item));
    } else if (node.contains("map")) {
      tree.kind = Tree::Kind::map;
      const Json& entries = node["map"];
      for (std::size_t i = 0; i + 1 < entries.size(); i += 2) add_entry(tree, entries[i], entries[i + 1]);
    }
    return tree;
  }

  /// Where the node stands; of a text that has no lines, the origin.
  Mark mark_of(const Json& node) const {
    if (origin_.line == 0 || !node.contains("at")) return origin_;
    const Json& at = node["at"];
    return Mark(origin_.source(), at[0].get<std::uint64_t>(), at[1].get<std::uint64_t>());
  }

 private:
  void add_entry(Tree& to, const Json& key, const Json& value) {
    if (!key.contains("text")) return diagnostics_.error(mark_of(key), "a key must be a name; write \"name: value\"");
    Tree entry = tree_of(value);
    entry.key = key["text"].get<std::string>();
    entry.key_mark = mark_of(key);
    to.items.push_back(std::move(entry));
  }

  const Mark& origin_;
  Diagnostics& diagnostics_;
};

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
  return starts_well && !null ? text : Json(text).dump();
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
  const std::unique_ptr<char, decltype(&std::free)> said(fsin_read_yaml(std::string(text).c_str()), &std::free);
  const Json read = Json::parse(said.get());
  Reader reader(origin, diagnostics);
  if (read.contains("mistake")) {
    diagnostics.error(reader.mark_of(read), read["mistake"].get<std::string>());
    return std::nullopt;
  }
  if (!read.contains("tree")) return std::nullopt;  // the text has no document
  const std::size_t errors = diagnostics.error_count();
  Tree tree = reader.tree_of(read["tree"]);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return tree;
}

std::string emit_yaml(const Tree& tree) {
  std::string out;
  emit(tree, "", out);
  return out.substr(1);
}

}  // namespace fsin::config

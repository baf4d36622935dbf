// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/yaml_text.hpp"

#include <filesystem>

#include "fsin/config/yaml.hpp"

namespace fsin::config {
namespace {

void resolve_files(Tree& tree) {
  if (tree.key == "file" && tree.is_scalar() && !tree.text.empty() && tree.mark.line != 0) {
    tree.text = (std::filesystem::path(tree.mark.source()).parent_path() / tree.text).lexically_normal().string();
  }
  for (Tree& item : tree.items) resolve_files(item);
}

}  // namespace

Document document_of(const YamlText& yaml, const Mark& mark, Diagnostics& diagnostics) {
  const Mark place(mark.text());
  const std::size_t errors = diagnostics.error_count();
  auto tree = parse_yaml(yaml.text, place, diagnostics);
  if (diagnostics.error_count() != errors) return {};
  if (!tree || !tree->is_map()) {
    diagnostics.error(place, "a text in place of keys; write {key: value, ...}");
    return {};
  }
  return {place, std::move(*tree), yaml.inputs};
}

YamlText yaml_text_of(Tree tree) {
  if (tree.is_scalar()) return {tree.text, {}};
  tree.key.clear();
  resolve_files(tree);
  std::string text = emit_yaml(tree);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return {text, {}};
}

Tree tree_of(const YamlText& yaml) {
  Diagnostics ignored;
  auto tree = parse_yaml(yaml.text, Mark(), ignored);
  return tree && ignored.ok() && !tree->is_scalar() ? *tree : text_tree(yaml.text);
}

}  // namespace fsin::config

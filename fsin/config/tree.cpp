// SPDX-License-Identifier: Apache-2.0
// See tree.hpp.
#include "fsin/config/tree.hpp"

#include <utility>

namespace fsin::config {

const Tree* Tree::find(std::string_view name) const {
  if (kind != Kind::map) return nullptr;
  for (const Tree& entry : items) {
    if (entry.key == name) return &entry;
  }
  return nullptr;
}

Tree* Tree::find(std::string_view name) {
  if (kind != Kind::map) return nullptr;
  for (Tree& entry : items) {
    if (entry.key == name) return &entry;
  }
  return nullptr;
}

const Tree* Tree::at(std::string_view path) const {
  const Tree* here = this;
  while (here != nullptr && !path.empty()) here = here->find(pop_component(path));
  return here;
}

Tree& Tree::add(std::string_view name, Tree value) {
  value.key = name;
  if (value.key_mark.source().empty()) value.key_mark = value.mark;
  items.push_back(std::move(value));
  return items.back();
}

Tree text_tree(std::string text) {
  Tree tree;
  tree.kind = Tree::Kind::text;
  tree.text = std::move(text);
  return tree;
}

Tree map_tree() {
  Tree tree;
  tree.kind = Tree::Kind::map;
  return tree;
}

std::string_view pop_component(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view first = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  return first;
}

bool ends_with_path(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '.';
}

std::string join_path(std::string_view prefix, std::string_view key) {
  std::string out(prefix);
  if (!out.empty()) out += '.';
  out += key;
  return out;
}

}  // namespace fsin::config

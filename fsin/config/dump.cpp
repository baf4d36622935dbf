// SPDX-License-Identifier: Apache-2.0
// See dump.hpp.
#include "fsin/config/dump.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/config/scalar.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/config/yaml_text.hpp"

namespace fsin::config {
namespace {

Tree::Kind scalar_kind(Shape shape) {
  switch (shape) {
    case Shape::boolean:
      return Tree::Kind::boolean;
    case Shape::integer:
    case Shape::natural:
    case Shape::real:
      return Tree::Kind::number;
    default:
      return Tree::Kind::text;
  }
}

Tree value_to_tree(const Field& field, const Type& type, void* value) {
  Tree out;
  switch (type.shape) {
    case Shape::optional:
      return type.count(value) == 0 ? out : value_to_tree(field, *type.inner, type.at(value, 0));
    case Shape::list:
      out.kind = Tree::Kind::list;
      for (std::size_t i = 0; i < type.count(value); ++i) {
        out.items.push_back(value_to_tree(field, *type.inner, type.at(value, i)));
      }
      return out;
    default:
      break;
  }
  const Scalar scalar = type.get(value);
  if (&type == &type_of<YamlText>) return tree_of({std::get<std::string>(scalar), {}});
  const auto* delay = std::get_if<Delay>(&scalar);
  out.kind = delay != nullptr && delay->in_cycles() ? Tree::Kind::number : scalar_kind(type.shape);
  out.text = print_scalar(field, scalar);
  if (!field.word.empty() && out.text == field.word) out.kind = Tree::Kind::text;
  return out;
}

void append_fields(const std::vector<Field>& fields, Tree& map) {
  for (const Field& field : fields) {
    if (!field.is_part) map.add(field.key, field_to_tree(field));
  }
}

}  // namespace

Tree field_to_tree(const Field& field) {
  if (field.type != nullptr) return value_to_tree(field, *field.type, field.value);
  Tree out = map_tree();
  if (field.choice == nullptr) {
    append_fields(field.members, out);
    return out;
  }
  const std::size_t index = field.choice->index(field.value);
  const Entry entry = field.choice->entries()[index];
  out.add("type", text_tree(std::string(entry.name)));
  Fields inner;
  entry.fields(field.choice->select(field.value, index), inner);
  append_fields(inner.list(), out);
  return out;
}

Tree fields_to_tree(const Fields& fields) {
  Tree out = map_tree();
  append_fields(fields.list(), out);
  return out;
}

std::string dump_tree(const Tree& tree, std::string_view schema, unsigned version) {
  const std::string first = schema.empty() ? "" : fmt::format("{}: {}\n", schema, version);
  return first + emit_yaml(tree);
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/named_files.hpp"

namespace fsin::config {
namespace {

void visit_value(const Type& type, void* value, const std::function<void(InputPath&)>& visit) {
  if (type.shape == Shape::path) {
    InputPath& path = *static_cast<InputPath*>(value);
    if (!path.empty()) visit(path);
  } else if (type.inner != nullptr && type.scalar().shape == Shape::path) {
    for (std::size_t i = 0; i < type.count(value); ++i) visit_value(*type.inner, type.at(value, i), visit);
  }
}

void visit_fields(const std::vector<Field>& fields, const std::function<void(InputPath&)>& visit) {
  for (const Field& field : fields) {
    if (field.type != nullptr) {
      visit_value(*field.type, field.value, visit);
    } else if (field.choice != nullptr) {
      const std::size_t selected = field.choice->index(field.value);
      Fields inner;
      field.choice->entries()[selected].fields(field.choice->select(field.value, selected), inner);
      visit_fields(inner.list(), visit);
    } else {
      visit_fields(field.members, visit);
    }
  }
}

}  // namespace

void for_each_named_file(const Fields& fields, const std::function<void(InputPath&)>& visit) {
  visit_fields(fields.list(), visit);
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// See changed_keys.hpp.
#include "fsin/config/changed_keys.hpp"

#include "fsin/config/dump.hpp"

namespace fsin::config {
namespace {

void add_changed(const std::vector<Field>& fields, const std::vector<Field>& usual, const std::string& above,
                 std::vector<std::string>& changed) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field &field = fields[i], &other = usual[i];
    const std::string path = join_path(above, field.key);
    if (field.choice != nullptr) {
      const std::size_t chosen = field.choice->index(field.value);
      if (chosen != other.choice->index(other.value)) changed.push_back(path);
      const Entry entry = field.choice->entries()[chosen];
      Fields own, defaults;
      entry.fields(field.choice->select(field.value, chosen), own);
      entry.fields(other.choice->select(other.value, chosen), defaults);
      add_changed(own.list(), defaults.list(), path, changed);
    } else if (field.type == nullptr) {
      add_changed(field.members, other.members, path, changed);
    } else if (dump_tree(field_to_tree(field)) != dump_tree(field_to_tree(other))) {
      changed.push_back(path);
    }
  }
}

}  // namespace

std::vector<std::string> changed_keys(const Fields& fields, const Fields& usual) {
  std::vector<std::string> changed;
  add_changed(fields.list(), usual.list(), {}, changed);
  return changed;
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// See fields.hpp.
#include "fsin/config/fields.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace fsin::config {

Field& Fields::add(std::string_view key, void* value, std::string_view doc) {
  for (const Field& field : list_) {
    if (field.key == key) throw std::logic_error(fmt::format("two fields named {} in one struct", key));
  }
  Field& field = list_.emplace_back();
  field.key = key;
  field.doc = doc;
  field.value = value;
  return field;
}

}  // namespace fsin::config

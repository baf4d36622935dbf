// SPDX-License-Identifier: Apache-2.0
// The keys of a struct whose values are other than the defaults.
#pragma once

#include <string>
#include <vector>

#include "fsin/config/fields.hpp"

namespace fsin::config {

/// Dotted paths, in the order of the fields. `usual`: the fields of a default value of the same type; its choices
/// become those of `fields`, so that the keys of an entry are compared with the defaults of that entry. The path of a
/// choice itself is among them where another entry than the default one is chosen.
std::vector<std::string> changed_keys(const Fields& fields, const Fields& usual);

template <class T>
std::vector<std::string> changed_keys(const T& value) {
  T copy = value, usual;
  return changed_keys(fields_of(copy), fields_of(usual));
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// InputPath as the type of a key: a file that the experiment reads. A key that names a file can have no other type.
#pragma once

#include <string>
#include <variant>

#include "fsin/config/types.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::config {
namespace detail {

template <>
struct TypeOf<InputPath> {
  static Scalar get(const void* from) { return static_cast<const InputPath*>(from)->string(); }
  static void set(void* to, const Scalar& scalar) {
    *static_cast<InputPath*>(to) = InputPath(std::get<std::string>(scalar));
  }
  static constexpr Type type{.shape = Shape::path, .get = get, .set = set};
};

}  // namespace detail

/// Enters what the key at `path` names into the record, after it was read. `is_part`: the resolved configuration will
/// hold what is in the file. Throws std::logic_error where the key has another type than InputPath.
void record_input(const Type& type, void* value, const std::string& path, bool is_part, const Inputs& inputs);

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// The files that a value names: every key of type InputPath that it has, however deep.
#pragma once

#include <functional>

#include "fsin/config/fields.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::config {

/// Calls visit(path) for each path that is set, which may be changed. Keys of entries of a choice that are not selected
/// are left out, and so are those in a YamlText.
void for_each_named_file(const Fields& fields, const std::function<void(InputPath&)>& visit);

}  // namespace fsin::config

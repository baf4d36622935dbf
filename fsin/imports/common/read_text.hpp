// SPDX-License-Identifier: Apache-2.0
// A whole file of another simulator as text.
#pragma once

#include <optional>
#include <string>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::imports {

/// Empty, with an error at `named_at`, for a file that cannot be read, is larger than 64 MiB or is no text.
std::optional<std::string> read_text(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics);

}  // namespace fsin::imports

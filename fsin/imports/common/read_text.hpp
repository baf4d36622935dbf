// SPDX-License-Identifier: Apache-2.0
// A whole file of another simulator.
#pragma once

#include <optional>
#include <string>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::imports {

/// Empty, with an error at `named_at`, for a file that cannot be read or is larger than 64 MiB; than 1 GiB if it does
/// not begin as text does, as a trace.
std::optional<std::string> read_bytes(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics);
/// False, with an error at `named_at`, for bytes that are no text.
bool check_is_text(const std::string& bytes, const InputPath& path, const Mark& named_at, Diagnostics& diagnostics);
/// As read_bytes(), and empty, with an error, for a file that is no text.
std::optional<std::string> read_text(const InputPath& path, const Mark& named_at, Diagnostics& diagnostics);

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
// Bytes of a checkpoint in a file: compressed, with a checksum, whole or not there.
#pragma once

#include <filesystem>
#include <functional>

#include "fsin/core/bytes.hpp"
#include "fsin/core/input_output_error.hpp"

namespace fsin::run {

/// A checkpoint that cannot be used: says which, why, and what to do.
class CheckpointError : public InputOutputError {
 public:
  using InputOutputError::InputOutputError;
};

/// Throws OutputError.
void write_state(const std::filesystem::path& path, const std::function<void(ByteWriter&)>& write);

/// Reads the whole file once and throws CheckpointError unless it is as it was written.
void verify_state(const std::filesystem::path& path);

/// Reads a file that was verified. Throws CheckpointError when it is not what `read` expects.
void read_state(const std::filesystem::path& path, const std::function<void(ByteReader&)>& read);

}  // namespace fsin::run

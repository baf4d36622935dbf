// SPDX-License-Identifier: Apache-2.0
// The bytes of Network::save(): the state of a run behind what it belongs to, sealed by a digest of the whole. A state
// is opened before any of it is given to an engine, which trusts it: bytes that are cut, damaged, or of another
// experiment, engine or program are refused here. It lies as it does in memory, so that it is for the program that
// wrote it.
//
//   "fsin network 1\n"   the format, 15 bytes
//   8 bytes              length of the whole
//   32 digits            digest of what follows
//   the owner            see below
//   the state
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/bytes.hpp"

namespace fsin::api {

/// What a state belongs to.
struct StateOwner {
  std::string program;     ///< digest of the code that simulates
  std::string revision;    ///< the same for people
  std::string engine;      ///< "event"
  std::string experiment;  ///< every key, as YAML
  std::string files;       ///< those that its keys name: a line each, path and digest

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.program, self.revision, self.engine, self.experiment, self.files);
  }
};

std::string sealed(const StateOwner& owner, std::span<const std::byte> state);

/// The state within the bytes. Throws std::invalid_argument, which says why, for bytes that are not whole or do not
/// belong to `owner`.
std::span<const std::byte> opened(const StateOwner& owner, std::string_view bytes);

}  // namespace fsin::api

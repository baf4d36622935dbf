// SPDX-License-Identifier: Apache-2.0
// What a configuration names by a file, once it has been read: copies of the configuration share it, so that a file is
// read once however many runs there are. The first call must come before there are several threads.
#pragma once

#include <memory>
#include <utility>

namespace trgen::synth {

template <class T>
class Kept {
 public:
  /// What `read()` returned when this was called first. An exception of read() is passed on, and nothing is kept.
  template <class Read>
  const T& get(Read read) const {
    if (!value_) value_ = std::make_shared<const T>(read());
    return *value_;
  }

 private:
  mutable std::shared_ptr<const T> value_;
};

}  // namespace trgen::synth

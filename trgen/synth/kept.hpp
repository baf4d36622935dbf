// SPDX-License-Identifier: Apache-2.0
// Content of a file that a configuration names, once it has been read: copies of the configuration share it, so that a
// file is read once for any number of runs. The first call must come before there are several threads.
#pragma once

#include <memory>
#include <utility>

namespace trgen::synth {

template <class T>
class Kept {
 public:
  /// The value that `read()` returned in the first call. An exception of read() is passed on, and nothing is kept.
  template <class Read>
  const T& get(Read read) const {
    if (!value_) value_ = std::make_shared<const T>(read());
    return *value_;
  }

 private:
  mutable std::shared_ptr<const T> value_;
};

}  // namespace trgen::synth

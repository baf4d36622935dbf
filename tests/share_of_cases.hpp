// SPDX-License-Identifier: Apache-2.0
// Long tests over many cases can be asked for a share of them: FSIN_TEST_SHARE=k/n takes cases k, k + n, k + 2n, ... of
// each. A sanitizer looks for faults of the code, not of the numbers, and computes ten times as long; its presets take
// different shares. Without the variable, all cases are taken.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace fsin::test {

class ShareOfCases {
 public:
  ShareOfCases() {
    const char* const text = std::getenv("FSIN_TEST_SHARE");
    if (text == nullptr) return;
    if (std::sscanf(text, "%zu/%zu", &first_, &every_) != 2 || first_ >= every_)
      throw std::invalid_argument(std::string("FSIN_TEST_SHARE is ") + text + ", not k/n with k below n");
  }
  /// True of every nth case that it is asked about.
  bool takes_next() { return asked_++ % every_ == first_; }

 private:
  std::size_t first_ = 0, every_ = 1, asked_ = 0;
};

}  // namespace fsin::test

// SPDX-License-Identifier: Apache-2.0
// Asks for a line of memory before it is needed.
#pragma once

namespace fsin {

/// GCC 12 takes a function that only prefetches for one without effect and drops the calls; the empty statement that
/// the compiler may not look into keeps them.
inline void prefetch_line(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("" : : "r"(address));
}

}  // namespace fsin

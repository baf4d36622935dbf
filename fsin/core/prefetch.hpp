// SPDX-License-Identifier: Apache-2.0
// Requests a cache line before it is needed.
#pragma once

namespace fsin {

/// Prefetches the cache line at `address`. GCC 12 takes a function that only prefetches to have no effect and drops its
/// calls; the empty assembler statement, which the compiler cannot look into, keeps them.
inline void prefetch_line(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("" : : "r"(address));
}

}  // namespace fsin

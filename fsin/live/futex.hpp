// SPDX-License-Identifier: Apache-2.0
// Sleeping on a word of shared memory until another process has changed it (Linux, futex(2)).
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace fsin::live {

/// Sleeps while the word has this value, at most so many milliseconds. May return earlier. True when the time is up.
inline bool sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value, long milliseconds) {
  const timespec limit{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  return syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0) != 0 && errno == ETIMEDOUT;
}

inline void wake(const std::atomic<std::uint32_t>& word, int most = 1) {
  syscall(SYS_futex, &word, FUTEX_WAKE, most, nullptr, nullptr, 0);
}

}  // namespace fsin::live

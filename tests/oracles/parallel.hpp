// SPDX-License-Identifier: Apache-2.0
// A function over the numbers 0 .. n-1, on a few threads. Results go where the number says, so they do not depend on
// the order in which the threads take them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace oracles {

/// Calls function(i) for every i below n; rethrows the first exception when all threads are done.
template <class Function>
void for_all(std::size_t n, unsigned threads, Function function) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        function(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> helpers;
  for (unsigned t = 1; t < threads; ++t) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace oracles

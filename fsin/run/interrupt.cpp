// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/interrupt.hpp"

#include <pthread.h>

#include <cstdio>

namespace fsin::run {

InterruptWatch::InterruptWatch(const std::atomic<bool>* stop) : stop_(stop != nullptr ? stop : &signalled_) {
  if (stop != nullptr) return;
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  thread_ = std::thread([this] { watch(); });
}

InterruptWatch::~InterruptWatch() {
  if (!thread_.joinable()) return;
  ended_ = true;
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void InterruptWatch::watch() {
  constexpr timespec period{0, 50'000'000};
  while (!ended_) {
    if (sigtimedwait(&signals_, nullptr, &period) < 0) continue;  // nothing came within the period
    signalled_ = true;
    std::fputs("\nfsin: stopping; partial results follow. Once more to stop at once.\n", stderr);
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);  // the next one finds a thread that lets it through
    while (!ended_) nanosleep(&period, nullptr);
  }
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
// A function on a stack of its own, which can stand still in the middle of what it does while its caller goes on: a run
// of an engine that waits for what another simulator does next. Both are on one thread, and take turns.
//
// A switch is swapcontext() of the C library, less than a microsecond. A thread with a hand-over would take ten.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace fsin::api {

class Fiber {
 public:
  /// `body` begins with the first resume(). Throws std::bad_alloc where there is no memory for a stack.
  explicit Fiber(std::function<void()> body);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  /// The body has ended, or has never begun: what is on its stack is not destroyed.
  ~Fiber();

  /// Goes on with the body until it calls suspend() or ends; throws what it has thrown.
  void resume();
  /// Called within the body: returns to the caller of resume(), and comes back with the next resume().
  void suspend();
  bool begun() const { return begun_; }
  bool ended() const { return ended_; }

 private:
  struct Contexts;
  static void enter(unsigned high, unsigned low);
  void run();

  std::function<void()> body_;
  std::unique_ptr<Contexts> contexts_;
  std::exception_ptr thrown_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace fsin::api

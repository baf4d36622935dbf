// SPDX-License-Identifier: Apache-2.0
#include "fsin/api/fiber.hpp"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif
// Of a function that begins on one stack and ends on another; the thread sanitizer keeps a list of calls for each.
#define FSIN_SWITCHES __attribute__((no_sanitize("thread")))

namespace fsin::api {
namespace {

/// A multiple of all sizes of pages. Engines keep what is large on the heap; pages of a stack are taken from the system
/// when they are touched.
constexpr std::size_t stack_bytes = std::size_t{4} << 20U;

}  // namespace

struct Fiber::Contexts {
  /// Memory for a stack, with a page below it that nobody may touch.
  class Stack {
   public:
    Stack()
        : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
          first_(std::aligned_alloc(page_, page_ + stack_bytes)) {
      if (first_ == nullptr || mprotect(first_, page_, PROT_NONE) != 0) throw std::bad_alloc();
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack() {
      mprotect(first_, page_, PROT_READ | PROT_WRITE);
      std::free(first_);
    }

    void* bottom() const { return static_cast<char*>(first_) + page_; }

   private:
    std::size_t page_;
    void* first_;
  };

  Stack stack;
  ucontext_t caller{};
  ucontext_t body{};
#if defined(__SANITIZE_ADDRESS__)
  void* caller_fake = nullptr;
  void* body_fake = nullptr;
  const void* caller_stack = nullptr;
  std::size_t caller_bytes = 0;
#endif
#if defined(__SANITIZE_THREAD__)
  void* caller_thread = nullptr;
  void* body_thread = __tsan_create_fiber(0);
  ~Contexts() { __tsan_destroy_fiber(body_thread); }
#endif

  FSIN_SWITCHES void to_body() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&caller_fake, stack.bottom(), stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
    caller_thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(body_thread, 0);
#endif
    swapcontext(&caller, &body);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(caller_fake, nullptr, nullptr);
#endif
  }
  /// `last`: the body does not come back.
  FSIN_SWITCHES void leave_body([[maybe_unused]] bool last) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(last ? nullptr : &body_fake, caller_stack, caller_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(caller_thread, 0);
#endif
  }
  void in_body() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(body_fake, &caller_stack, &caller_bytes);
#endif
  }
};

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)), contexts_(std::make_unique<Contexts>()) {
  Contexts& all = *contexts_;
  if (getcontext(&all.body) != 0) throw std::bad_alloc();
  all.body.uc_stack.ss_sp = all.stack.bottom();
  all.body.uc_stack.ss_size = stack_bytes;
  all.body.uc_link = &all.caller;
  // makecontext() passes ints: the address of this object in two of them.
  const auto self = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
  makecontext(&all.body, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(self >> 32U),
              static_cast<unsigned>(self & 0xffffffffU));
}

Fiber::~Fiber() = default;

void Fiber::resume() {
  begun_ = true;
  contexts_->to_body();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Fiber::suspend() {
  contexts_->leave_body(false);
  swapcontext(&contexts_->body, &contexts_->caller);
  contexts_->in_body();
}

FSIN_SWITCHES void Fiber::enter(unsigned high, unsigned low) {
  const std::uint64_t self = (std::uint64_t{high} << 32U) | low;
  reinterpret_cast<Fiber*>(static_cast<std::uintptr_t>(self))->run();
}

FSIN_SWITCHES void Fiber::run() {
  contexts_->in_body();
  try {
    body_();
  } catch (...) {
    thrown_ = std::current_exception();
  }
  ended_ = true;
  contexts_->leave_body(true);  // and uc_link leads back
}

}  // namespace fsin::api

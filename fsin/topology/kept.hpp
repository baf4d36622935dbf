// SPDX-License-Identifier: Apache-2.0
// Cache of data derived from the links of a built network, such as routing tables. It stays with the network, so that
// the checks before a run, the run itself and the runs after it share it. Only the latest is kept: it may be large.
#pragma once

#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <string>

namespace fsin::topology {

class Kept {
 public:
  /// The result of make(), or the kept one of the same name. `name` contains all that the result depends on besides the
  /// network, including its type. Callers that ask for the same while it is being made wait for it; an exception of
  /// make() reaches all of them.
  template <class T, class Make>
  std::shared_ptr<const T> get(const std::string& name, Make make) {
    std::promise<Pointer> promise;
    std::shared_future<Pointer> found;
    bool is_new = false;
    {
      const std::lock_guard lock(mutex_);
      is_new = !latest_.valid() || name != name_;
      if (is_new) {
        name_ = name;
        latest_ = promise.get_future().share();
      }
      found = latest_;
    }
    if (is_new) {
      try {
        promise.set_value(std::make_shared<const T>(make()));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    return std::static_pointer_cast<const T>(found.get());
  }

 private:
  using Pointer = std::shared_ptr<const void>;

  std::mutex mutex_;
  std::string name_;  ///< name of `latest_`
  std::shared_future<Pointer> latest_;
};

}  // namespace fsin::topology

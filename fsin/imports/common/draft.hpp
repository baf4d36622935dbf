// SPDX-License-Identifier: Apache-2.0
// An experiment while it is written: keys in the order of the reference page, each with what it follows from, and what
// the other simulator's file says that an experiment cannot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::imports {

class Draft {
 public:
  /// Sets a key, such as `network.router.queue`; `value` is YAML in one line. `from`: what it follows from, for the
  /// comment behind it; may be empty.
  void set(std::string_view path, std::string value, std::string from = {});
  /// Something of the file that the experiment does not have, or has in another way.
  void leave_out(const Mark& mark, std::string what);

  /// A line each: `torus.cfg:41: 8 flits: ...`.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// The text of the experiment; `head`: lines of the comment above it.
  std::string yaml(const std::vector<std::string>& head) const;

 private:
  struct Key {
    std::string name, value, from;
    std::vector<Key> keys;
  };
  static void print(const std::vector<Key>& keys, std::size_t depth, std::string& to);

  std::vector<Key> keys_;
  std::vector<std::string> left_out_;
};

}  // namespace fsin::imports

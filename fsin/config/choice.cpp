// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/choice.hpp"

namespace fsin::config {

AnyEntry::AnyEntry(const AnyEntry& other)
    : value_(other.type_ == nullptr ? nullptr : other.type_->copy(other.value_)), type_(other.type_) {}

AnyEntry& AnyEntry::operator=(const AnyEntry& other) {
  if (this != &other) *this = AnyEntry(other);
  return *this;
}

AnyEntry& AnyEntry::operator=(AnyEntry&& other) noexcept {
  std::swap(value_, other.value_);
  std::swap(type_, other.type_);
  return *this;
}

AnyEntry::~AnyEntry() {
  if (type_ != nullptr) type_->destroy(value_);
}

}  // namespace fsin::config

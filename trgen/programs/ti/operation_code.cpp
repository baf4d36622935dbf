// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/operation_code.hpp"

namespace trgen::programs::ti {
namespace {

constexpr unsigned kind_bits = 4;
constexpr unsigned communicator_mark = 1U << 4U;
constexpr unsigned call_mark = 1U << 5U;

bool is_message(OperationKind kind) {
  using enum OperationKind;
  return kind == send || kind == receive || kind == send_start || kind == receive_start;
}
bool has_request(OperationKind kind) {
  return kind == OperationKind::send_start || kind == OperationKind::receive_start;
}
bool waits(OperationKind kind) { return kind == OperationKind::wait || kind == OperationKind::wait_any; }

std::byte* put(std::uint64_t value, std::byte* to) {
  for (; value >= 0x80; value >>= 7U) *to++ = static_cast<std::byte>(value | 0x80U);
  *to++ = static_cast<std::byte>(value);
  return to;
}

std::uint32_t folded(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) << 1U) ^ (value < 0 ? ~std::uint32_t{0} : 0U);
}
std::int32_t unfolded(std::uint32_t value) {
  return static_cast<std::int32_t>((value >> 1U) ^ ((value & 1U) != 0 ? ~std::uint32_t{0} : 0U));
}

class Decoder {
 public:
  Decoder(const std::byte* from, const std::byte* end) : at_(from), end_(end) {}

  template <class T>
  void take(T& value) {
    if (at_ != end_ && *at_ < std::byte{0x80}) {  // most numbers are small
      value = static_cast<T>(*at_++);
      return;
    }
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) break;
      const auto byte = static_cast<std::uint64_t>(*at_++);
      number |= (byte & 0x7fU) << shift;
      if (byte < 0x80) {
        value = static_cast<T>(number);
        return;
      }
    }
    at_ = nullptr;
    end_ = nullptr;
  }
  const std::byte* at() const { return at_; }

 private:
  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace

std::byte* encode(const Operation& operation, std::byte* to) {
  std::byte* const head = to++;
  unsigned marks = static_cast<unsigned>(operation.kind) + 1;
  if (operation.kind == OperationKind::compute) {
    to = put(operation.amount, to);
    if (operation.sleeps()) marks |= call_mark;
  } else if (waits(operation.kind)) {
    to = put(operation.requests, put(operation.request, to));
  } else {
    if (operation.kind == OperationKind::collective) *to++ = static_cast<std::byte>(operation.collective);
    to = put(operation.amount, put(operation.peer, to));
    if (is_message(operation.kind)) to = put(folded(operation.tag), to);
    if (has_request(operation.kind)) to = put(operation.request, to);
    if (operation.communicator != 0) {
      marks |= communicator_mark;
      to = put(operation.communicator, to);
    }
    if (operation.call != 0) {
      marks |= call_mark;
      to = put(operation.call, to);
    }
  }
  *head = static_cast<std::byte>(marks);
  return to;
}

std::array<std::byte, 5> code_of_source(std::uint32_t source) {
  std::array<std::byte, 5> code;
  for (std::byte& each : code) {
    each = static_cast<std::byte>((source & 0x7fU) | (&each == &code.back() ? 0U : 0x80U));
    source >>= 7U;
  }
  return code;
}

const std::byte* decode(const std::byte* from, const std::byte* end, Operation& out) {
  if (from == end || *from == std::byte{0}) return nullptr;
  const auto marks = static_cast<unsigned>(*from++);
  const unsigned kind = (marks & ((1U << kind_bits) - 1)) - 1;
  out = {.kind = static_cast<OperationKind>(kind)};
  Decoder in(from, end);
  if (out.kind == OperationKind::compute) {
    in.take(out.amount);
    out.call = (marks & call_mark) != 0 ? 1 : 0;
  } else if (waits(out.kind)) {
    in.take(out.request);
    in.take(out.requests);
  } else {
    if (out.kind == OperationKind::collective) in.take(out.collective);
    in.take(out.peer);
    in.take(out.amount);
    if (is_message(out.kind)) {
      std::uint32_t tag = 0;
      in.take(tag);
      out.tag = unfolded(tag);
    }
    if (has_request(out.kind)) in.take(out.request);
    if ((marks & communicator_mark) != 0) in.take(out.communicator);
    if ((marks & call_mark) != 0) in.take(out.call);
  }
  return in.at();
}

}  // namespace trgen::programs::ti

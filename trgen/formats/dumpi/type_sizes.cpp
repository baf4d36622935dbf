// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/type_sizes.hpp"

#include <algorithm>
#include <array>

#include "trgen/formats/common/values.hpp"

namespace trgen::formats::dumpi {
namespace {

/// Sizes by number of the basic type in DUMPI.
constexpr std::array<std::uint8_t, special::first_user_type> usual_sizes{0, 0,  1, 1, 1, 1, 4, 2, 2, 4,  4,  8, 8, 4,
                                                                         8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20};

constexpr std::size_t most_derived = std::size_t{1} << 20;

/// a * b, if that is a valid size of a message.
std::optional<std::uint64_t> product(std::optional<std::uint64_t> a, std::int64_t b) {
  if (!a || b < 0 || (b > 0 && *a > most_message_bytes / static_cast<std::uint64_t>(b))) return std::nullopt;
  return *a * static_cast<std::uint64_t>(b);
}

}  // namespace

std::optional<std::uint64_t> TypeSizes::size(std::int64_t type) const {
  if (type < 0) return std::nullopt;
  if (const auto found = derived_.find(type); found != derived_.end()) return found->second;
  const auto index = static_cast<std::size_t>(type);
  if (index < sizes_.size() && sizes_[index] > 0) return sizes_[index];
  if (index < usual_sizes.size()) return usual_sizes[index];
  return std::nullopt;
}

std::optional<std::uint64_t> TypeSizes::bytes(std::int64_t count, std::int64_t type) const {
  return product(size(type), count);
}

void TypeSizes::follow(const Call& call) {
  if (!call.name.starts_with("MPI_Type_") || derived_.size() == most_derived) return;
  if (call.name == "MPI_Type_size") {
    const auto type = call.number("datatype");
    if (type && *type >= special::first_user_type) derived_[*type] = product(1, call.number("size").value_or(-1));
  } else if (const auto made = call.number("newtype")) {
    derived_[*made] = made_size(call);
  }
}

std::optional<std::uint64_t> TypeSizes::struct_size(const Call& call) const {
  const auto lengths = call.list(call.list("lengths").empty() ? "blocklengths" : "lengths");
  const auto types = call.list("oldtypes");
  if (types.size() != lengths.size()) return std::nullopt;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto part = product(size(types[i]), lengths[i]);
    if (!part || sum + *part > most_message_bytes) return std::nullopt;
    sum += *part;
  }
  return sum;
}

std::optional<std::uint64_t> TypeSizes::made_size(const Call& call) const {
  if (call.name == "MPI_Type_struct" || call.name == "MPI_Type_create_struct") return struct_size(call);
  if (call.name == "MPI_Type_create_darray") return std::nullopt;
  std::optional<std::uint64_t> whole = size(call.number("oldtype").value_or(-1));
  if (call.name == "MPI_Type_create_subarray") {
    for (const std::int64_t each : call.list("subsizes")) whole = product(whole, each);
    return whole;
  }
  const auto lengths = call.list(call.list("lengths").empty() ? "blocklengths" : "lengths");
  if (lengths.empty()) {
    whole = product(whole, call.number("count").value_or(1));
    return product(whole, call.number("blocklength").value_or(1));
  }
  std::int64_t sum = 0;
  for (const std::int64_t each : lengths) {
    if (each < 0 || each > INT32_MAX) return std::nullopt;
    sum += each;
  }
  return product(whole, sum);
}

}  // namespace trgen::formats::dumpi

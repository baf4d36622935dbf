// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/digest.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace fsin {
namespace {

XXH3_state_t* of_library(void* state) { return static_cast<XXH3_state_t*>(state); }

std::string digits(const XXH128_hash_t& hash) { return fmt::format("{:016x}{:016x}", hash.high64, hash.low64); }

}  // namespace

RunningDigest::RunningDigest() : state_(::XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  ::XXH3_128bits_reset(of_library(state_));
}

RunningDigest::~RunningDigest() { ::XXH3_freeState(of_library(state_)); }

void RunningDigest::add(std::span<const char> bytes) {
  ::XXH3_128bits_update(of_library(state_), bytes.data(), bytes.size());
  bytes_ += bytes.size();
}

std::string RunningDigest::digits() const { return fsin::digits(::XXH3_128bits_digest(of_library(state_))); }

std::string digits_of_digest(std::string_view text) { return digits(::XXH3_128bits(text.data(), text.size())); }

std::string digest_of(std::string_view text) { return "xxh128:" + digits_of_digest(text); }

}  // namespace fsin

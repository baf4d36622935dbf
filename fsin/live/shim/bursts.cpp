// SPDX-License-Identifier: Apache-2.0
// Sampling of CPU bursts by the calls of MPI between which they lie (cpu.sample): so often each is measured, and lasts
// its mean from then on. The program computes all of them; what is gained are times without the noise of a machine.
#include <execinfo.h>
#include <stdlib.h>

#include <array>

#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {
namespace {

/// Of all bursts between two places; open addressing.
struct Between {
  std::uintptr_t from = 0, to = 0;
  std::uint64_t count = 0;
  double sum = 0;
};
constexpr std::size_t most_betweens = 8192;

/// The places of the last call, and of the one in which the rank is, with their functions. 0: none, or the burst was
/// cut.
std::uintptr_t left = 0, entered = 0;

/// Null where there are too many.
Between* between(std::uintptr_t from, std::uintptr_t to) {
  static auto* table = static_cast<Between*>(calloc(most_betweens, sizeof(Between)));
  constexpr std::uintptr_t golden = 0x9e3779b97f4a7c15;
  const std::uintptr_t first = ((from * golden) ^ to) * golden >> 40U;
  for (std::size_t tried = 0; tried < most_betweens; ++tried) {
    Between& each = table[(first + tried) % most_betweens];
    if (each.from == from && each.to == to) return &each;
    if (each.to != 0) continue;
    each.from = from;
    each.to = to;
    return &each;
  }
  return nullptr;
}

/// The first place of the program itself: Fortran's functions of MPI are called through a library of their own.
std::uintptr_t place_in_program(const void* caller) {
  if (!beneath_mpi(caller)) return reinterpret_cast<std::uintptr_t>(caller);
  std::array<void*, 12> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int each = 0; each < count; ++each) {
    if (!beneath_mpi(frames[static_cast<std::size_t>(each)]))
      return reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(each)]);
  }
  return reinterpret_cast<std::uintptr_t>(caller);
}

}  // namespace

void note_caller(int number, const void* caller) {
  constexpr unsigned bits = 16;  // above those of an address
  left = entered;
  entered = place_in_program(caller) ^ (static_cast<std::uintptr_t>(number) << (64U - bits));
}

void burst_was_cut() { entered = 0; }

std::uint64_t sampled_burst(std::uint64_t measured) {
  static Site& site = find_site({SiteKind::bursts, "between two calls of MPI"});
  Between* bursts = left != 0 ? between(left, entered) : nullptr;
  const std::uint64_t wanted = rank().memory.shared().costs.sample;
  if (bursts != nullptr && bursts->count >= wanted) {
    const double mean = bursts->sum / static_cast<double>(bursts->count);
    site.left_out.fetch_add(1);
    site.replaced.fetch_add(mean);
    return static_cast<std::uint64_t>(mean + 0.5);
  }
  if (bursts != nullptr) {
    ++bursts->count;
    bursts->sum += static_cast<double>(measured);
  }
  site.done.fetch_add(1);
  site.sum.fetch_add(static_cast<double>(measured));
  return measured;
}

}  // namespace fsin::live::shim

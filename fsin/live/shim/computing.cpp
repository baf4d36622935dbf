// SPDX-License-Identifier: Apache-2.0
// How long a burst lasts: CPU time that is measured or replayed, or a given time; and how far simulated time may go on
// beside a rank that is in one.
#include "fsin/live/shim/computing.hpp"

#include <stdio.h>
#include <string.h>

#include "fsin/live/queues.hpp"
#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/threads.hpp"

extern "C" int fsin_live_functions();

namespace fsin::live::shim {
namespace {

std::uint64_t scaled_burst(const Burst& burst, const Costs& costs) {
  return static_cast<std::uint64_t>(static_cast<double>(burst.picoseconds) * costs.scale);
}

/// The next of the CPU times that were recorded, which must have ended at the same place.
std::uint64_t replayed_burst(RankState& self, const Place& place) {
  const auto number = static_cast<unsigned long>(self.block->bursts_taken.load());
  const Burst* burst = next_burst(self);
  char text[240];
  if (burst == nullptr) {
    snprintf(text, sizeof text,
             "comes to %s after %lu CPU times, and the file of workload.cpu.replay has no more of it", place.name,
             number);
    fsin_live_stop(text);
  }
  const char* recorded = self.memory.shared().call_names[burst->call];
  if (strcmp(recorded, place.name) != 0) {
    snprintf(
        text, sizeof text,
        "comes to %s with its CPU time %lu, which ended at %s in the file of workload.cpu.replay: that was recorded "
        "from another program, or with other arguments or another network",
        place.name, number + 1, recorded);
    fsin_live_stop(text);
  }
  const std::uint64_t taken = scaled_burst(*burst, self.memory.shared().costs);
  burst_taken(self);
  return taken;
}

/// Of a rank with one thread in MPI at a time.
std::uint64_t counted_burst(const Place& place) {
  const std::uint64_t measured = scaled_time(counted_time());
  if (rank().memory.shared().costs.sample == 0) return measured;
  if (place.number < static_cast<std::uint32_t>(fsin_live_functions())) return sampled_burst(measured);
  burst_was_cut();
  return measured;
}

}  // namespace

std::uint64_t computed_since(RankState& self, const Place& place) {
  const Costs& costs = self.memory.shared().costs;
  switch (costs.cpu) {
    case CpuModel::replayed:
      return replayed_burst(self, place);
    case CpuModel::measured:
      // Simulated time begins here, whatever the program and its threads have computed before.
      if (place.number == shim::place(Beside::init).number) return 0;
      if (!self.many) return counted_burst(place);
      return own_thread().left_at == 0 ? 0 : scaled_time(cpu_time() - own_thread().left_at);
    case CpuModel::fixed:
      return own_thread().left_at == 0 ? 0 : costs.burst;
    default:
      return 0;
  }
}

void tell_computing(RankState& self) {
  constexpr std::uint64_t worth_a_call = 20'000'000;  // ps; a shorter burst has ended before the simulator is awake
  constexpr double most_scale = 1000;                 // or else hours of CPU time are too many picoseconds
  const Costs& costs = self.memory.shared().costs;
  RankBlock& block = *self.block;
  std::uint64_t burst = costs.burst;
  switch (costs.cpu) {
    case CpuModel::none:
      return;
    case CpuModel::measured:
      // A burst that is sampled may last less than it has been seen to compute.
      if (own_thread().number != block.thread.load(std::memory_order_relaxed) || costs.scale > most_scale ||
          costs.sample != 0) {
        return;
      }
      return block.ahead.store(static_cast<std::int64_t>(self.clock) - scaled_cpu(own_thread().left_at, costs.scale));
    case CpuModel::replayed: {
      const Burst* next = next_burst(self);
      burst = next != nullptr ? scaled_burst(*next, costs) : 0;
      break;
    }
    case CpuModel::fixed:
      break;
  }
  block.earliest.store(self.clock + burst);
  if (burst >= worth_a_call) tell_news(self.memory.shared());
}

}  // namespace fsin::live::shim

// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/cpu_clocks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace fsin::live {
namespace {

constexpr int cannot_be_opened = -2;
/// Sums of floating-point numbers are rounded, which may not make a time later.
constexpr std::int64_t margin = 1000;  // ps

}  // namespace

CpuClocks::CpuClocks(const Mapping& memory) : memory_(memory), files_(memory.shared().ranks, -1) {}

CpuClocks::~CpuClocks() {
  for (const int file : files_) {
    if (file >= 0) close(file);
  }
}

bool CpuClocks::move_by_themselves() const {
  const Costs& costs = memory_.shared().costs;
  return costs.ahead != 0 && costs.cpu == CpuModel::measured;
}

std::uint64_t CpuClocks::earliest(std::uint32_t rank) {
  const RankBlock& block = memory_.rank(rank);
  const std::uint64_t told = block.earliest.load();
  const std::int64_t ahead = block.ahead.load();
  if (ahead == not_computing) return told;
  const std::uint64_t used = cpu_time(rank);
  if (used == 0 || block.ahead.load() != ahead) return told;
  const std::int64_t time = ahead + scaled_cpu(used, memory_.shared().costs.scale) - margin;
  return std::max(told, static_cast<std::uint64_t>(std::max<std::int64_t>(time, 0)));
}

std::uint64_t CpuClocks::cpu_time(std::uint32_t rank) {
  int& file = files_[rank];
  if (file == -1) {
    const RankBlock& block = memory_.rank(rank);
    if (block.thread.load() == 0) return 0;  // has not come to MPI_Init
    const std::string name = fmt::format("/proc/{}/task/{}/schedstat", block.process.load(), block.thread.load());
    file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) file = cannot_be_opened;
  }
  std::array<char, 64> text{};
  const ssize_t count = file >= 0 ? pread(file, text.data(), text.size(), 0) : -1;
  std::uint64_t nanoseconds = 0;
  if (count > 0) std::from_chars(text.data(), text.data() + count, nanoseconds);
  return nanoseconds;
}

}  // namespace fsin::live

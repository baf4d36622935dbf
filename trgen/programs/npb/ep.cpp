// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/ep.hpp"

#include <fmt/core.h>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint32_t batch_log = 16;  ///< pairs are dealt out in batches of 2^16

class EpProgram final : public PhasedProgram {
 public:
  explicit EpProgram(const Settings& settings)
      : PhasedProgram(program_name(Ep::name, settings), settings.ranks, settings.rate),
        timer_flag_(settings.timer_flag()),
        batches_(std::uint64_t{1} << (of(Ep::pairs, settings.size) - batch_log)) {
    timeline_.add(start, settings.untimed(), 1);
    timeline_.add(count, settings.iterations.value_or(1), 1);
    timeline_.add(end, settings.untimed(), 1);
  }

 private:
  enum Part : std::uint32_t { start, count, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
      if (timer_flag_) calls.broadcast(timer_flag_bytes);
      calls.barrier();
    } else if (place.part == count) {
      const std::uint64_t own = batches_ / ranks() + (rank < batches_ % ranks() ? 1 : 0);
      compute(static_cast<double>(own << (batch_log + 1)), calls);
      for (const std::uint64_t doubles : {1U, 1U, 10U, 1U}) calls.all_reduce(doubles, 8);
    } else {
      calls.finalize();
    }
  }

  bool timer_flag_;
  std::uint64_t batches_;
};

}  // namespace

std::string Ep::fault(const Settings& settings) {
  if (settings.ranks > bound(settings)) {
    return fmt::format("deals out {} batches of pairs, one for a rank at least", bound(settings));
  }
  return "";
}

std::uint64_t Ep::bound(const Settings& settings) { return std::uint64_t{1} << (of(pairs, settings.size) - batch_log); }

std::shared_ptr<const Program> Ep::make(const Settings& settings) { return std::make_shared<EpProgram>(settings); }

}  // namespace trgen::programs::npb

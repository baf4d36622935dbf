// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/is.hpp"

#include <fmt/core.h>

#include "trgen/programs/npb/is_keys.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t key_bytes = 4;
constexpr std::uint64_t test_keys = 5;  ///< places of a partial verification, summed with the buckets

constexpr std::int32_t verification_tag = 1000;

class IsProgram final : public PhasedProgram {
 public:
  explicit IsProgram(const Settings& settings)
      : PhasedProgram(is_name(settings), settings.ranks, settings.rate),
        timer_flag_(settings.timer_flag()),
        rankings_(settings.iterations.value_or(of(Is::iterations, settings.size))),
        buckets_(1U << of(Is::buckets, settings.size)),
        operations_(static_cast<double>(std::uint64_t{1} << of(Is::keys, settings.size)) / settings.ranks),
        keys_(settings, rankings_) {
    timeline_.add(start, settings.untimed(), 1);
    timeline_.add(ranking, settings.untimed(), 1);
    timeline_.add(ranking, rankings_, 1);
    timeline_.add(end, settings.untimed(), 1);
  }

  std::uint32_t most_requests() const override { return 1; }

  std::uint64_t block_bytes(const Operation& collective, std::uint32_t /*rank*/, std::uint32_t from,
                            std::uint32_t to) const override {
    return key_bytes * keys_.sent(collective.call, from, to);
  }

 private:
  enum Part : std::uint32_t { start, ranking, end };

  static std::string is_name(const Settings& settings) {
    return program_name(Is::name, settings) + (settings.keys == Keys::exact ? "" : ", expected keys");
  }

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    switch (place.part) {
      case start:
        calls.init();
        if (timer_flag_) calls.broadcast(timer_flag_bytes);
        return;
      case ranking:
        compute(operations_, calls);
        calls.all_reduce(buckets_ + test_keys, key_bytes);
        calls.all_to_all(key_bytes);
        calls.all_to_all_v(place.round + 1);
        return;
      default:
        calls.reduce(1, 8);
        verify(rank, calls);
        calls.reduce(1, key_bytes);
        calls.finalize();
    }
  }

  /// Each rank compares its least key with the largest of the rank before.
  void verify(std::uint32_t rank, MpiCalls& calls) const {
    if (rank > 0) calls.receive_start(0, rank - 1, key_bytes, verification_tag);
    if (rank + 1 < ranks()) calls.send(rank + 1, key_bytes, verification_tag);
    if (rank > 0) calls.wait(0);
  }

  bool timer_flag_;
  std::uint64_t rankings_;
  std::uint64_t buckets_;
  double operations_;
  IsKeys keys_;
};

}  // namespace

std::string Is::fault(const Settings& settings) {
  const std::uint32_t log = of(keys, settings.size);
  const std::optional<std::uint32_t> log_ranks = exact_log2(settings.ranks);
  if (!log_ranks) return "needs a power of two of ranks";
  const std::uint32_t least = of(least_ranks, settings.size);
  const std::uint32_t most = of(most_ranks, settings.size);
  if (settings.ranks < least || settings.ranks > most) {
    return fmt::format("runs on {} to {} ranks, since it has {} buckets", least, most,
                       1U << of(buckets, settings.size));
  }
  return log < *log_ranks ? "needs a key for every rank" : "";
}

std::uint64_t Is::bound(const Settings& settings) { return of(most_ranks, settings.size); }

std::shared_ptr<const Program> Is::make(const Settings& settings) { return std::make_shared<IsProgram>(settings); }

}  // namespace trgen::programs::npb

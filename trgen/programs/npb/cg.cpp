// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/cg.hpp"

#include <fmt/core.h>

#include <bit>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t cg_steps = 25;  ///< steps of a conjugate gradient
constexpr std::uint64_t cg_word = 8;

class CgProgram final : public PhasedProgram {
 public:
  explicit CgProgram(const Settings& settings)
      : PhasedProgram(program_name(Cg::name, settings), settings.ranks, settings.rate),
        timer_flag_(settings.timer_flag()),
        rows_(of(Cg::rows, settings.size)),
        levels_((*exact_log2(settings.ranks) + 1) / 2),
        columns_(1U << levels_),
        grid_rows_(settings.ranks / columns_),
        row_operations_(of(Cg::non_zero, settings.size) * (of(Cg::non_zero, settings.size) + 1.0)) {
    timeline_.add(start, settings.untimed(), 1);
    timeline_.add(iteration, settings.untimed(), cg_steps + 2);
    timeline_.add(between, settings.untimed(), 1);
    timeline_.add(iteration, settings.iterations.value_or(of(Cg::iterations, settings.size)), cg_steps + 2);
    timeline_.add(end, settings.untimed(), 1);
  }

  std::uint32_t most_requests() const override { return 1; }

 private:
  enum Part : std::uint32_t { start, iteration, between, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    switch (place.part) {
      case start:
        calls.init();
        if (timer_flag_) calls.broadcast(timer_flag_bytes);
        return;
      case iteration:
        conjugate_gradient(rank, place.step, calls);
        return;
      case between:
        calls.barrier();
        return;
      default:
        calls.reduce(1, cg_word);
        calls.finalize();
    }
  }

  /// A conjugate gradient. Step 0 sums the norm of the start; the last one finds the residual and the eigenvalue.
  void conjugate_gradient(std::uint32_t rank, std::uint64_t step, MpiCalls& calls) const {
    const double share = 2.0 * static_cast<double>(rows_) / ranks();
    if (step == 0) {
      compute(3 * share, calls);
      sum_scalar(rank, cg_word, calls);
    } else if (step <= cg_steps) {
      compute((row_operations_ + 5) * share, calls);
      multiply(rank, calls);
      sum_scalar(rank, cg_word, calls);
      sum_scalar(rank, cg_word, calls);
    } else {
      compute((row_operations_ + 3) * share, calls);
      multiply(rank, calls);
      sum_scalar(rank, cg_word, calls);
      sum_scalar(rank, 2 * cg_word, calls);
    }
  }

  /// The messages of a product of matrix and vector.
  void multiply(std::uint32_t rank, MpiCalls& calls) const {
    for (std::uint32_t i = levels_; i > 0; --i) {
      const std::uint32_t peer = partner(rank, i);
      exchange(peer, cg_word * piece(rank, i), cg_word * piece(peer, i), static_cast<std::int32_t>(i), calls);
    }
    if (levels_ == 0) return;
    const std::uint32_t peer = transposed(rank);
    exchange(peer, cg_word * part_length(rank), cg_word * part_length(peer), 1, calls);
  }

  void sum_scalar(std::uint32_t rank, std::uint64_t bytes, MpiCalls& calls) const {
    for (std::uint32_t i = 1; i <= levels_; ++i) {
      exchange(partner(rank, i), bytes, bytes, static_cast<std::int32_t>(i), calls);
    }
  }

  static void exchange(std::uint32_t peer, std::uint64_t sent, std::uint64_t received, std::int32_t tag,
                       MpiCalls& calls) {
    calls.receive_start(0, peer, received, tag);
    calls.send(peer, sent, tag);
    calls.wait(0);
  }

  bool is_square() const { return columns_ == grid_rows_; }

  /// The rank of the same row whose column differs in one bit: the highest for i = 1.
  std::uint32_t partner(std::uint32_t rank, std::uint32_t i) const { return rank ^ (columns_ >> i); }

  std::uint32_t transposed(std::uint32_t rank) const {
    const auto mirror = [this](std::uint32_t at) { return at % grid_rows_ * grid_rows_ + at / grid_rows_; };
    return is_square() ? mirror(rank) : 2 * mirror(rank / 2) + rank % 2;
  }

  /// Elements of the vector that the row of a rank has.
  std::uint64_t row_length(std::uint32_t rank) const {
    const std::uint64_t row = rank / columns_;
    return rows_ / grid_rows_ + (row < rows_ % grid_rows_ ? 1 : 0);
  }

  /// Elements whose sum the rank itself keeps: all, or half where there are twice as many columns as rows.
  std::uint64_t part_length(std::uint32_t rank) const {
    const std::uint64_t length = row_length(rank);
    if (is_square()) return length;
    return rank % 2 == 0 ? (length + 1) / 2 : length / 2;
  }

  /// Elements that a rank sends at level i of the sum of a vector.
  std::uint64_t piece(std::uint32_t rank, std::uint32_t i) const {
    if (is_square() || i != levels_) return part_length(rank);
    return row_length(rank) - part_length(rank);
  }

  bool timer_flag_;
  std::uint64_t rows_;
  std::uint32_t levels_;
  std::uint32_t columns_;
  std::uint32_t grid_rows_;
  double row_operations_;
};

}  // namespace

std::string Cg::fault(const Settings& settings) {
  const std::optional<std::uint32_t> log = exact_log2(settings.ranks);
  if (!log) return "needs a power of two of ranks";
  if ((std::uint64_t{1} << (*log + 1) / 2) > of(rows, settings.size)) {
    return fmt::format("needs at least one of the {} rows of its matrix for each row and column of the grid of ranks",
                       of(rows, settings.size));
  }
  return "";
}

std::uint64_t Cg::bound(const Settings& settings) {
  const std::uint64_t side = std::bit_floor(of(rows, settings.size));
  return side * side;
}

std::shared_ptr<const Program> Cg::make(const Settings& settings) { return std::make_shared<CgProgram>(settings); }

}  // namespace trgen::programs::npb

// SPDX-License-Identifier: Apache-2.0
#include "trgen/kernels/kernel_trace.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace trgen::kernels {
namespace {

using record::Kind;
using record::Record;

enum State : std::uint16_t { state_init, state_send, state_receive, state_finalize };

constexpr std::uint64_t call_ns = 200;

class KernelCursor final : public record::TraceCursor {
 public:
  KernelCursor(const KernelEntry& kernel, const KernelSettings& settings)
      : kernel_(kernel), settings_(settings), ranks_(settings.ranks) {
    for (std::uint32_t rank = 0; rank < settings.ranks; ++rank) ranks_[rank].events = kernel.events(settings, rank);
    if (settings.messages_only) {
      for (Position& position : ranks_) position.stage = Stage::iterations;
    }
  }

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= ranks_.size()) return false;
    Position& at = ranks_[rank];
    if (at.stage == Stage::iterations && at.iteration == settings_.iterations) at.stage = Stage::finalize;
    switch (at.stage) {
      case Stage::init:
        call(at, state_init, Stage::iterations, out);
        break;
      case Stage::iterations:
        if (at.events == 0) return skip(rank, out);
        event(rank, at, out);
        break;
      case Stage::finalize:
        if (settings_.messages_only) return false;
        call(at, state_finalize, Stage::done, out);
        break;
      case Stage::done:
        return false;
    }
    out.line = ++at.line;
    return true;
  }

  std::string failure() const override { return {}; }

 private:
  enum class Stage : std::uint8_t { init, iterations, finalize, done };

  struct Position {
    std::uint64_t iteration = 0;
    std::uint64_t index = 0;
    std::uint64_t events = 0;
    std::uint64_t time = 0;
    std::uint64_t line = 0;
    Stage stage = Stage::init;
    std::uint8_t part = 0;  ///< part of a call: its start, its message, its end
  };

  /// Passes the iterations of a rank without events: it only computes.
  bool skip(std::uint32_t rank, Record& out) {
    Position& at = ranks_[rank];
    at.time += settings_.compute_ns * settings_.iterations;
    at.iteration = settings_.iterations;
    return next(rank, out);
  }

  static void call(Position& at, State state, Stage after, Record& out) {
    out = {.kind = at.part == 0 ? Kind::state_start : Kind::state_end, .state = state, .time_ns = at.time};
    if (at.part == 0) at.time += call_ns;
    if (at.part == 1) at.stage = after;
    at.part ^= 1U;
  }

  void event(std::uint32_t rank, Position& at, Record& out) {
    const Event each = kernel_.event(settings_, rank, at.iteration, at.index);
    const Record message{
        .kind = each.is_send ? Kind::send : Kind::receive, .peer = each.peer, .tag = each.tag, .bytes = each.bytes};
    if (settings_.messages_only) {
      out = message;
      return advance(at);
    }
    if (at.part == 0 && at.index == 0) at.time += settings_.compute_ns;
    if (at.part > 0) at.time += call_ns / 2;
    out = message;
    if (at.part != 1) {
      out = {.kind = at.part == 0 ? Kind::state_start : Kind::state_end,
             .state = each.is_send ? state_send : state_receive};
    }
    out.time_ns = at.time;
    if (++at.part < 3) return;
    at.part = 0;
    advance(at);
  }

  static void advance(Position& at) {
    if (++at.index < at.events) return;
    at.index = 0;
    ++at.iteration;
  }

  KernelEntry kernel_;
  KernelSettings settings_;
  std::vector<Position> ranks_;
};

class KernelTrace final : public record::TraceSource {
 public:
  KernelTrace(const KernelEntry& kernel, const KernelSettings& settings)
      : kernel_(kernel),
        settings_(settings),
        name_(fmt::format("kernel {}", kernel.name)),
        digest_(fmt::format("kernel:{}:{}:{}:{}:{}:{}:{}", kernel.name, settings.ranks, settings.bytes,
                            settings.iterations, settings.compute_ns, settings.seed, settings.messages_only)) {
    const RecordCount count = count_records(kernel, settings);
    records_ = count.per_iteration * settings.iterations + count.fixed;
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return settings_.ranks; }
  std::uint64_t records() const override { return records_; }
  std::uint64_t records(std::uint32_t rank) const override {
    if (rank >= settings_.ranks) return 0;
    const std::uint64_t events = kernel_.events(settings_, rank) * settings_.iterations;
    return settings_.messages_only ? events : 3 * events + 4;
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::unique_ptr<record::TraceCursor> open() const override {
    return std::make_unique<KernelCursor>(kernel_, settings_);
  }

 private:
  KernelEntry kernel_;
  KernelSettings settings_;
  std::string name_;
  std::string digest_;
  std::uint64_t records_ = 0;
  std::vector<std::string> states_{"MPI_Init", "MPI_Send", "MPI_Recv", "MPI_Finalize"};
  std::vector<std::string> warnings_;
};

}  // namespace

RecordCount count_records(const KernelEntry& kernel, const KernelSettings& settings) {
  std::uint64_t events = 0;
  for (std::uint32_t rank = 0; rank < settings.ranks; ++rank) events += kernel.events(settings, rank);
  if (settings.messages_only) return {events, 0};
  return {3 * events, 4 * std::uint64_t{settings.ranks}};
}

std::shared_ptr<const record::TraceSource> make_kernel_trace(const KernelEntry& kernel,
                                                             const KernelSettings& settings) {
  return std::make_shared<KernelTrace>(kernel, settings);
}

}  // namespace trgen::kernels

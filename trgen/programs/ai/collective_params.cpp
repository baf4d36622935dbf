// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/collective_params.hpp"

#include <fmt/format.h>

#include <cmath>

#include "trgen/programs/ai/divide.hpp"

namespace trgen::programs::ai {
namespace {

using collectives::Kind;

constexpr std::uint32_t node_group = 2, rail_group = 4;  // communicators

constexpr bool on_rails(Routine routine) {
  return routine == Routine::rail_all_to_all || routine == Routine::rail_all_reduce;
}

/// Kind of a routine that is a single collective.
constexpr Kind kind_of(Routine routine) {
  constexpr std::array kinds{Kind::all_reduce, Kind::reduce_scatter_block,
                             Kind::all_gather, Kind::all_to_all,
                             Kind::broadcast,  Kind::reduce,
                             Kind::gather,     Kind::scatter,
                             Kind::scan,       Kind::barrier};
  return kinds[static_cast<std::size_t>(routine)];
}

/// True when a rank's buffer has a part for each rank, whose size the call gives.
constexpr bool has_parts(Routine routine) {
  switch (routine) {
    case Routine::reduce_scatter:
    case Routine::all_gather:
    case Routine::all_to_all:
    case Routine::gather:
    case Routine::scatter:
    case Routine::rail_all_to_all:
      return true;
    default:
      return false;
  }
}

constexpr bool has_root(Routine routine) {
  return routine == Routine::broadcast || routine == Routine::reduce || routine == Routine::gather ||
         routine == Routine::scatter;
}

class CollectiveProgram final : public Program {
 public:
  CollectiveProgram(const CollectiveParams& params, std::uint32_t ranks, std::uint32_t rails)
      : routine_(params.operation),
        ranks_(ranks),
        rails_(rails),
        per_node_(params.accelerators_per_node),
        bytes_(params.bytes.value / (has_parts(routine_) ? ranks : 1)),
        root_(params.root),
        iterations_(params.iterations),
        compute_ns_(static_cast<std::uint64_t>(std::llround(params.compute.value))),
        name_(fmt::format("collective {}: {} ranks, {} a node, {} rails, {} B{}, root {}, {} times, compute {} ns",
                          name_of(routine_names, routine_), ranks_, per_node_, rails_, bytes_,
                          has_parts(routine_) ? " a part" : "", root_, iterations_, compute_ns_)) {}

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return ranks_; }
  std::uint32_t seats() const override { return ranks_ / per_node_; }
  std::uint32_t seat(std::uint32_t rank) const override { return rank / per_node_; }
  std::uint64_t steps(std::uint32_t /*rank*/) const override { return iterations_; }
  std::optional<MainLoop> main_loop(std::uint32_t /*rank*/) const override {
    if (iterations_ < 2) return std::nullopt;
    return MainLoop{0, 1, iterations_};
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    if (communicator == node_group) return Group::line(rails_, rank - rank % rails_, 1);
    if (communicator == rail_group) return Group::line(ranks_ / rails_, rank % rails_, rails_);
    return Group::everyone(ranks_);
  }

  void step(std::uint32_t /*rank*/, std::uint64_t /*number*/, Operations& out) const override {
    out.compute(compute_ns_);
    if (routine_ == Routine::rail_all_to_all) {
      out.collective(Kind::all_to_all, node_group, bytes_ * (ranks_ / rails_));
      out.collective(Kind::all_to_all, rail_group, bytes_ * rails_);
    } else if (routine_ == Routine::rail_all_reduce) {
      out.collective(Kind::reduce_scatter_block, node_group, bytes_ / rails_);
      out.collective(Kind::all_reduce, rail_group, bytes_ / rails_);
      out.collective(Kind::all_gather, node_group, bytes_ / rails_);
    } else {
      out.collective(kind_of(routine_), 0, routine_ == Routine::barrier ? 0 : bytes_, root_);
    }
  }

 private:
  Routine routine_;
  std::uint32_t ranks_;
  std::uint32_t rails_;
  std::uint32_t per_node_;
  std::uint64_t bytes_;
  std::uint32_t root_;
  std::uint64_t iterations_;
  std::uint64_t compute_ns_;
  std::string name_;
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> CollectiveParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                      const MarkOf& mark_of) const {
  const Request request{nodes, diagnostics, mark_of};
  constexpr std::uint64_t most = 4'000'000'000U;
  const std::uint64_t count = ranks.value_or(request.nodes) * std::uint64_t{ranks ? 1 : accelerators_per_node};
  const std::uint64_t rails_each = rails.value_or(accelerators_per_node);
  if (count == 0 || count > most) {
    request.refuse("ranks", fmt::format("{} ranks; set ranks to 1 to {}", count, most));
    return nullptr;
  }
  const std::size_t before = request.diagnostics.error_count();
  const auto divides = [&](std::string_view key, std::uint64_t value) {
    if (count % value != 0)
      request.refuse(key, fmt::format("{} ranks cannot be divided by {} {}; set {} to {}", count, key, value, key,
                                      nearest_divisors(count, value)));
  };
  divides("accelerators_per_node", accelerators_per_node);
  if (on_rails(operation))
    divides("rails", rails_each);
  else if (rails)
    request.refuse("rails", "rails are for rail-alltoall and rail-allreduce; remove rails, or choose one of these");
  const std::uint64_t parts = has_parts(operation) ? count : operation == Routine::rail_all_reduce ? rails_each : 1;
  if (bytes.value % parts != 0)
    request.refuse("bytes", fmt::format("{} B cannot be divided into {} equal parts; set bytes to {} B", bytes.value,
                                        parts, nearest_multiples(parts, bytes.value)));
  if (root >= count)
    request.refuse("root", fmt::format("there is no rank {}; set root to 0 to {}", root, count - 1));
  else if (root != 0 && !has_root(operation))
    request.refuse("root", fmt::format("{} has no root; remove root", name_of(routine_names, operation)));
  if (request.diagnostics.error_count() != before) return nullptr;
  return std::make_shared<CollectiveProgram>(*this, static_cast<std::uint32_t>(count),
                                             static_cast<std::uint32_t>(rails_each));
}

}  // namespace trgen::programs::ai

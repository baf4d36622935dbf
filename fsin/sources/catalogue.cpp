// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/catalogue.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "fsin/sources/source.hpp"

namespace fsin::sources {
namespace {

using trgen::replay::ReplayParams;
using trgen::replay::TraceParams;

template <class Params>
constexpr bool is_replayed = std::is_base_of_v<ReplayParams, Params>;

template <class Params>
constexpr bool has_ranks_of = is_replayed<Params> || runs_jobs<Params> || std::is_same_v<Params, LiveParams>;

}  // namespace

SourcePointer open(const AnyWorkload& workload, const Opening& opening) {
  return Workloads::visit([&](const auto& params) { return open_source(params, opening); }, workload);
}

bool has_ranks(const AnyWorkload& workload) {
  return Workloads::visit([]<class Params>(const Params&) { return has_ranks_of<Params>; }, workload);
}

bool has_end(const AnyWorkload& workload) {
  return Workloads::visit(
      [](const auto& params) {
        if constexpr (requires { params.has_end(); }) return params.has_end();
        return true;
      },
      workload);
}

bool has_load(const AnyWorkload& workload) {
  return Workloads::visit(
      [](const auto& params) {
        if constexpr (requires { params.has_load(); }) return params.has_load();
        return false;
      },
      workload);
}

bool may_have_rounds(const AnyWorkload& workload) {
  return Workloads::visit([]<class Params>(const Params&) { return may_loop<Params>; }, workload);
}

bool has_jobs(const AnyWorkload& workload) {
  return Workloads::visit([]<class Params>(const Params&) { return runs_jobs<Params>; }, workload);
}

bool waits_for_all(const AnyWorkload& workload) {
  return Workloads::visit(
      [](const auto& params) {
        if constexpr (requires { params.loop; }) {
          const auto* shots = params.loop.template get_if<trgen::synth::ShotLoop>();
          return shots != nullptr && shots->shots > 1;
        }
        return false;
      },
      workload);
}

bool needs_links(const AnyWorkload& workload) {
  return Workloads::visit(
      []<class Params>(const Params& params) {
        if constexpr (is_replayed<Params>) return trgen::replay::goes_by_messages(params.placement);
        return runs_jobs<Params>;  // one of them may have such a placement
      },
      workload);
}

bool needs_distances(const AnyWorkload& workload) {
  if (needs_links(workload)) return true;
  return Workloads::visit(
      [](const auto& params) {
        if constexpr (requires { params.needs_distances(); }) return params.needs_distances();
        return false;
      },
      workload);
}

std::string noun_of(const AnyWorkload& workload) {
  return Workloads::visit(
      []<class Params>(const Params&) {
        if (!noun<Params>.empty()) return std::string(noun<Params>);
        if (is_replayed<Params> || runs_jobs<Params>) return std::string("a trace or a program");
        return fmt::format("workload {}", Params::name);
      },
      workload);
}

const ReplayParams* replayed(const AnyWorkload& workload) {
  return Workloads::visit(
      []<class Params>(const Params& params) -> const ReplayParams* {
        if constexpr (is_replayed<Params>) return &params;
        return nullptr;
      },
      workload);
}

const trgen::replay::MpiParams* mpi_of(const AnyWorkload& workload) {
  return Workloads::visit(
      [](const auto& params) -> const trgen::replay::MpiParams* {
        if constexpr (requires { params.mpi.eager; }) return &params.mpi;
        return nullptr;
      },
      workload);
}

void do_not_stall(AnyWorkload& workload) {
  Workloads::visit(
      [](auto& params) {
        if constexpr (requires { params.source = trgen::synth::SourceModel::infinite; })
          params.source = trgen::synth::SourceModel::infinite;
      },
      workload);
}

}  // namespace fsin::sources

template class fsin::config::Choice<fsin::sources::Workloads>;

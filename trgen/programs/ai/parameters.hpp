// SPDX-License-Identifier: Apache-2.0
// The communication of gradients and parameters among the accelerators that hold the same ones (data parallelism).
//
// Without ZeRO: an allreduce of the gradients. ZeRO 1 and 2: a reduce-scatter of the gradients, and after the update an
// allgather of the parameters. ZeRO 3: allgathers of the parameters of each layer before it is used, forward and
// backward, and reduce-scatters of the gradients. With n bytes held, each accelerator moves about 2 n, 2 n and 3 n.
// Dense parameters are common to the whole data group, those of experts to the holders of the same experts.
//
// Source: S. Rajbhandari et al., "ZeRO: memory optimizations toward training trillion parameter models", SC 2020,
// section 7.
#pragma once

#include "trgen/programs/ai/plan.hpp"
#include "trgen/programs/operation.hpp"

namespace trgen::programs::ai {

class Parameters {
 public:
  Parameters(const Plan& plan, std::uint32_t stage) : plan_(plan), stage_(stage) {}

  void reduce_bucket(std::uint32_t bucket, Operations& out) const {
    reduce(plan_.dense_of_bucket(stage_, bucket), Comm::data, plan_.layout.data, out);
    reduce(plan_.experts_of_bucket(bucket), Comm::expert_data, plan_.layout.data / plan_.layout.expert, out);
  }
  void gather_bucket(std::uint32_t bucket, Operations& out) const {
    gather(plan_.dense_of_bucket(stage_, bucket), Comm::data, plan_.layout.data, out);
    gather(plan_.experts_of_bucket(bucket), Comm::expert_data, plan_.layout.data / plan_.layout.expert, out);
  }
  void gather_layer(std::uint32_t unit, Operations& out) const {
    gather(plan_.dense_parameters(stage_, unit), Comm::data, plan_.layout.data, out);
    gather(plan_.expert_parameters(), Comm::expert_data, plan_.layout.data / plan_.layout.expert, out);
  }

 private:
  using Kind = collectives::Kind;

  void reduce(std::uint64_t parameters, Comm comm, std::uint32_t owners, Operations& out) const {
    if (parameters == 0 || owners == 1) return;
    if (plan_.zero == 0) {
      out.collective(Kind::all_reduce, number_of(comm), parameters * plan_.gradient_element);
    } else {
      out.collective(Kind::reduce_scatter_block, number_of(comm), part_of(parameters, owners) * plan_.gradient_element);
    }
  }
  void gather(std::uint64_t parameters, Comm comm, std::uint32_t owners, Operations& out) const {
    if (parameters == 0 || owners == 1) return;
    out.collective(Kind::all_gather, number_of(comm), part_of(parameters, owners) * plan_.element);
  }

  const Plan& plan_;
  std::uint32_t stage_;
};

}  // namespace trgen::programs::ai

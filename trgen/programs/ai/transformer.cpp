// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/transformer.hpp"

#include <utility>

#include "trgen/programs/ai/compute_stream.hpp"
#include "trgen/programs/ai/parameters.hpp"

namespace trgen::programs::ai {
namespace {

class TransformerProgram final : public Program {
 public:
  TransformerProgram(const Plan& plan, std::string name) : plan_(plan), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return plan_.layout.ranks(); }
  std::uint32_t seats() const override { return plan_.layout.accelerators() / plan_.per_node; }
  std::uint32_t seat(std::uint32_t rank) const override { return plan_.layout.accelerator(rank) / plan_.per_node; }
  std::uint32_t stream_of(std::uint32_t rank) const override { return plan_.layout.accelerator(rank); }
  std::uint32_t most_requests() const override { return plan_.schedule.stages > 1 ? ComputeStream::most_requests : 0; }
  const std::vector<std::string>& state_names() const override { return states_; }
  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    return plan_.layout.group(static_cast<Comm>(communicator), rank);
  }
  std::uint64_t block_bytes(const Operation& collective, std::uint32_t /*rank*/, std::uint32_t from,
                            std::uint32_t to) const override {
    const bool back = collective.call % 2 == 1;
    return plan_.expert_bytes(back ? from : to, collective.call / 2);
  }

  std::uint64_t steps(std::uint32_t rank) const override { return plan_.steps * parts(rank); }
  std::optional<MainLoop> main_loop(std::uint32_t rank) const override {
    if (plan_.steps < 2) return std::nullopt;
    return MainLoop{0, parts(rank), plan_.steps};
  }

  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    const std::uint64_t step = number / parts(rank), part = number % parts(rank);
    const std::uint32_t accelerator = plan_.layout.accelerator(rank);
    switch (stream(rank)) {
      case Stream::compute: {
        ComputeStream compute(plan_, accelerator, out);
        part < plan_.schedule.passes() ? compute.pass(step, part) : compute.finish();
        break;
      }
      case Stream::gradients:
        gradients(accelerator, part + 1 == parts(rank), out);
        break;
      case Stream::gathers:
        gathers(accelerator, out);
        break;
    }
  }

 private:
  Stream stream(std::uint32_t rank) const { return static_cast<Stream>(plan_.layout.stream(rank)); }

  /// Steps of the program in a step of training.
  std::uint64_t parts(std::uint32_t rank) const {
    switch (stream(rank)) {
      case Stream::gradients:
        return plan_.reduces_each_time() ? plan_.schedule.micro_batches : 1;
      case Stream::gathers:
        return plan_.schedule.micro_batches;
      case Stream::compute:
        break;
    }
    return plan_.schedule.passes() + 1;
  }

  void gradients(std::uint32_t accelerator, bool last, Operations& out) const {
    const Parameters parameters(plan_, plan_.layout.stage_of(accelerator));
    for (std::uint32_t bucket = 0; bucket < plan_.buckets; ++bucket) {
      await(plan_.layout, accelerator, Stream::compute, Signal::gradients, out);
      parameters.reduce_bucket(bucket, out);
    }
    if (last) signal(plan_.layout, accelerator, Stream::compute, Signal::reduced, out);
  }

  /// Gathers the layers in their order, then in the opposite order.
  void gathers(std::uint32_t accelerator, Operations& out) const {
    const Parameters parameters(plan_, plan_.layout.stage_of(accelerator));
    const std::uint32_t layers = plan_.layers_of_stage();
    for (std::uint32_t i = 0; i < 2 * layers; ++i) {
      await(plan_.layout, accelerator, Stream::compute, Signal::room, out);
      parameters.gather_layer(i < layers ? i : 2 * layers - 1 - i, out);
      signal(plan_.layout, accelerator, Stream::compute, Signal::gathered, out);
    }
  }

  Plan plan_;
  std::string name_;
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> make_transformer(const Plan& plan, std::string name) {
  return std::make_shared<TransformerProgram>(plan, std::move(name));
}

}  // namespace trgen::programs::ai

// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/inference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trgen::programs::ai {
namespace {

using collectives::Kind;

constexpr std::uint64_t token_bytes = 4;

class InferenceProgram final : public Program {
 public:
  InferenceProgram(const Server& server, Serving serving, std::string name)
      : server_(server), serving_(std::move(serving)), name_(std::move(name)) {
    for (const auto& batches : serving_) {
      std::uint64_t most = 0;
      for (const auto& each : batches) most = std::max<std::uint64_t>(most, each.size());
      rounds_.push_back(most);
    }
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return server_.layout.ranks(); }
  std::uint32_t seats() const override { return ranks() / server_.per_node; }
  std::uint32_t seat(std::uint32_t rank) const override { return rank / server_.per_node; }
  std::uint32_t most_requests() const override { return stages() > 1 ? most_sends : 0; }
  const std::vector<std::string>& state_names() const override { return states_; }
  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    return server_.layout.group(static_cast<Comm>(communicator), rank);
  }

  std::uint64_t steps(std::uint32_t rank) const override {
    return rounds_[server_.layout.data_of(rank)] * stages() + 1;
  }

  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    if (number + 1 == steps(rank)) {
      if (stages() > 1) out.wait(0, most_sends);
      return;
    }
    const std::uint64_t round = number / stages();
    const auto& iterations = serving_[server_.layout.data_of(rank)][number % stages()];
    if (round < iterations.size()) iteration(rank, iterations[round], round, number, out);
  }

 private:
  static constexpr std::uint32_t most_sends = 8;

  std::uint32_t stages() const { return server_.layout.pipeline; }

  void iteration(std::uint32_t rank, const Iteration& each, std::uint64_t round, std::uint64_t number,
                 Operations& out) const {
    const std::uint32_t stage = server_.layout.stage_of(rank), last = stages() - 1;
    const std::uint64_t activations = each.tokens() * server_.model.hidden * server_.element;
    const auto tag = static_cast<std::int32_t>(number % stages());
    const auto peer = [&](std::uint32_t of) { return server_.layout.in_stage(rank, of); };
    if (stage > 0) {
      out.receive(peer(stage - 1), activations, tag);
    } else {
      if (last > 0 && round > 0) out.receive(peer(last), answers_before(rank, number), tag);
      out.compute(each.idle_ns);
      add_up(activations, out);  // each accelerator looks up its part of the vocabulary
    }
    const std::uint64_t layer = server_.layer_ns(each);
    for (std::uint64_t i = 0; i < server_.layers_of_stage(); ++i) {
      out.compute(layer / 2);
      add_up(activations, out);
      out.compute(layer - layer / 2);
      add_up(activations, out);
    }
    const auto request = static_cast<std::uint32_t>(number % most_sends);
    if (stage < last) {
      out.wait(request);
      return out.send_start(request, peer(stage + 1), activations, tag);
    }
    out.compute(server_.output_ns(each));
    gather_logits(each, out);
    if (last == 0 || !goes_on(rank, number)) return;
    out.wait(request);
    out.send_start(request, peer(0), each.requests() * token_bytes, tag);
  }

  /// Bytes of the tokens that the previous iteration of the same batch generated.
  std::uint64_t answers_before(std::uint32_t rank, std::uint64_t number) const {
    const auto& iterations = serving_[server_.layout.data_of(rank)][number % stages()];
    return iterations[number / stages() - 1].requests() * token_bytes;
  }
  bool goes_on(std::uint32_t rank, std::uint64_t number) const {
    return number / stages() + 1 < serving_[server_.layout.data_of(rank)][number % stages()].size();
  }

  void add_up(std::uint64_t bytes, Operations& out) const {
    if (server_.layout.tensor > 1) out.collective(Kind::all_reduce, number_of(Comm::tensor), bytes);
  }
  /// Gathers the logits of the parts of the vocabulary, for the last token of each request.
  void gather_logits(const Iteration& each, Operations& out) const {
    if (server_.layout.tensor == 1) return;
    const std::uint64_t part = (server_.model.vocabulary + server_.layout.tensor - 1) / server_.layout.tensor;
    out.collective(Kind::all_gather, number_of(Comm::tensor), each.requests() * part * server_.element);
  }

  Server server_;
  Serving serving_;
  std::vector<std::uint64_t> rounds_;  ///< by replica: iterations of its longest batch
  std::string name_;
  std::vector<std::string> states_;
};

double as_real(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

std::uint64_t Server::layer_ns(const Iteration& each) const {
  const double h = as_real(model.hidden), tokens = as_real(each.tokens());
  // Each token of a prompt attends to the whole prompt, as in training; a further one attends to its request's context.
  const double looks = as_real(each.prompt_squares) + as_real(each.context + each.answers);
  const double flops = tokens * 2.0 * as_real(model.layer_parameters()) + 4.0 * h * looks;
  const double cache = 2.0 * as_real(model.key_width() * element) * as_real(each.context + each.tokens());
  const double bytes = as_real(model.layer_parameters() * element) + cache;
  const double share = as_real(layout.tensor);
  return static_cast<std::uint64_t>(
      std::llround(std::max(flops / share / flops_per_ns, bytes / share / memory_bytes_per_ns)));
}

std::uint64_t Server::output_ns(const Iteration& each) const {
  const double flops = model.output_flops(as_real(each.requests()));
  const double bytes = as_real(model.embedding_parameters() * element);
  const double share = as_real(layout.tensor);
  return static_cast<std::uint64_t>(
      std::llround(std::max(flops / share / flops_per_ns, bytes / share / memory_bytes_per_ns)));
}

std::shared_ptr<const Program> make_inference(const Server& server, Serving serving, std::string name) {
  return std::make_shared<InferenceProgram>(server, std::move(serving), std::move(name));
}

}  // namespace trgen::programs::ai

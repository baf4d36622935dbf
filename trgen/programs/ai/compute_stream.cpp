// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/compute_stream.hpp"

#include "trgen/programs/ai/parameters.hpp"

namespace trgen::programs::ai {

void ComputeStream::pass(std::uint64_t step, std::uint64_t k) {
  step_ = step;
  const Pass pass = plan_.schedule.pass(stage_, k);
  if (k == 0 && plan_.layout.streams > static_cast<std::uint32_t>(Stream::gathers)) {
    const std::uint64_t gathers = 2 * plan_.schedule.micro_batches * plan_.layers_of_stage();
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(plan_.prefetch, gathers); ++i)
      signal(plan_.layout, self_, Stream::gathers, Signal::room, out_);
  }
  take(pass);
  pass.forward ? forward(pass) : backward(pass);
  give(pass);
}

void ComputeStream::forward(const Pass& pass) {
  if (begins_model(pass)) after_part();  // each accelerator looks up its part of the vocabulary
  const std::uint32_t each = plan_.layers_of_chunk();
  for (std::uint32_t i = 0; i < each; ++i) {
    const std::uint32_t unit = pass.chunk * each + i;
    use_layer(unit, 2 * pass.micro_batch * plan_.layers_of_stage() + unit);
    layer_forward(unit, pass);
  }
  if (ends_model(pass)) output_forward();
}

void ComputeStream::backward(const Pass& pass) {
  if (ends_model(pass)) output_backward();
  const std::uint32_t each = plan_.layers_of_chunk(), all = plan_.layers_of_stage();
  for (std::uint32_t i = each; i-- > 0;) {
    const std::uint32_t unit = pass.chunk * each + i;
    use_layer(unit, (2 * pass.micro_batch + 1) * all + (all - 1 - unit));
    if (plan_.recompute) layer_forward(unit, pass);
    layer_backward(unit, pass);
    gradients_of(unit, pass);
  }
  if (begins_model(pass)) before_part();  // the gradients of all tokens, for the vocabulary's
}

void ComputeStream::layer_forward(std::uint32_t unit, const Pass& pass) {
  before_part();
  out_.compute(plan_.attention_ns());
  after_part();
  block(unit, pass, 1);
}

void ComputeStream::layer_backward(std::uint32_t unit, const Pass& pass) {
  block(unit, pass, 2);
  before_part();
  out_.compute(2 * plan_.attention_ns());
  after_part();
}

/// The feed-forward block, in either direction: tokens go to their experts and back again.
void ComputeStream::block(std::uint32_t unit, const Pass& pass, std::uint64_t times) {
  const std::uint64_t draw = plan_.draw(step_, pass.micro_batch, plan_.layer_of(stage_, unit));
  before_part();
  exchange_tokens(draw, false);
  out_.compute(times * plan_.block_ns(holder_, draw));
  exchange_tokens(draw, true);
  after_part();
}

void ComputeStream::exchange_tokens(std::uint64_t draw, bool back) {
  if (plan_.model.experts == 0 || plan_.layout.expert == 1) return;
  out_.collective(Kind::all_to_all_v, number_of(Comm::expert), 0, 0, 2 * draw + (back ? 1 : 0));
}

/// The output layer and the loss. They need the largest logit, the sum of all and the logit of the token, each of which
/// is reduced over the parts of the vocabulary as 4-byte numbers.
void ComputeStream::output_forward() {
  before_part();
  out_.compute(plan_.output_ns());
  if (plan_.layout.tensor == 1) return;
  for (int i = 0; i < 3; ++i) out_.collective(Kind::all_reduce, number_of(Comm::tensor), 4 * plan_.tokens());
}

void ComputeStream::output_backward() {
  out_.compute(2 * plan_.output_ns());
  after_part();
}

/// Gathers the whole input of a part on the accelerators of a tensor group.
void ComputeStream::before_part() {
  if (plan_.layout.tensor > 1 && plan_.sequence_parallel)
    out_.collective(Kind::all_gather, number_of(Comm::tensor), plan_.activation_part());
}

/// Sums the results of a part over the accelerators of a tensor group.
void ComputeStream::after_part() {
  if (plan_.layout.tensor == 1) return;
  const Kind kind = plan_.sequence_parallel ? Kind::reduce_scatter_block : Kind::all_reduce;
  out_.collective(kind, number_of(Comm::tensor), plan_.activation_part());
}

/// With ZeRO 3: gathers the parameters of a layer, use `number` of the step.
void ComputeStream::use_layer(std::uint32_t unit, std::uint64_t number) {
  if (plan_.zero != 3) return;
  if (!plan_.overlap) return Parameters(plan_, stage_).gather_layer(unit, out_);
  await(plan_.layout, self_, Stream::gathers, Signal::gathered, out_);
  const std::uint64_t uses = 2 * plan_.schedule.micro_batches * plan_.layers_of_stage();
  if (number + plan_.prefetch < uses) signal(plan_.layout, self_, Stream::gathers, Signal::room, out_);
}

void ComputeStream::gradients_of(std::uint32_t unit, const Pass& pass) {
  if (!plan_.has_gradients() || !plan_.ends_bucket(unit)) return;
  if (!plan_.reduces_each_time() && pass.micro_batch + 1 != plan_.schedule.micro_batches) return;
  if (!plan_.overlap) return Parameters(plan_, stage_).reduce_bucket(plan_.bucket_of(unit), out_);
  signal(plan_.layout, self_, Stream::gradients, Signal::gradients, out_);
}

void ComputeStream::finish() {
  if (plan_.schedule.stages > 1) out_.wait(0, most_requests);
  if (!plan_.has_gradients()) return;
  if (plan_.overlap) await(plan_.layout, self_, Stream::gradients, Signal::reduced, out_);
  if (plan_.zero == 0 || plan_.zero == 3) return;
  for (std::uint32_t bucket = 0; bucket < plan_.buckets; ++bucket)
    Parameters(plan_, stage_).gather_bucket(bucket, out_);
}

/// Receives the input of a pass, from the stage before (forward) or after (backward).
void ComputeStream::take(const Pass& pass) {
  const std::uint32_t stages = plan_.schedule.stages;
  if (pass.forward ? begins_model(pass) : ends_model(pass)) return;
  const std::uint32_t from = pass.forward ? (stage_ + stages - 1) % stages : (stage_ + 1) % stages;
  out_.receive(rank_in(from), plan_.activation_part(), tag(pass, pass.chunk));
}

void ComputeStream::give(const Pass& pass) {
  const std::uint32_t stages = plan_.schedule.stages;
  if (pass.forward ? ends_model(pass) : begins_model(pass)) return;
  const std::uint32_t to = pass.forward ? (stage_ + 1) % stages : (stage_ + stages - 1) % stages;
  std::uint32_t chunk = pass.chunk;
  if (pass.forward && to == 0) ++chunk;
  if (!pass.forward && stage_ == 0) --chunk;
  const auto request = static_cast<std::uint32_t>(pass.number % sends_each_way) + (pass.forward ? 0 : sends_each_way);
  out_.wait(request);
  out_.send_start(request, rank_in(to), plan_.activation_part(), tag(pass, chunk));
}

/// Tag that is unique in a step: the micro-batch, the chunk that takes the message, and the direction.
std::int32_t ComputeStream::tag(const Pass& pass, std::uint32_t chunk) const {
  const std::uint64_t place = pass.micro_batch * plan_.schedule.chunks + chunk;
  return static_cast<std::int32_t>(2 * place + (pass.forward ? 0 : 1));
}

}  // namespace trgen::programs::ai

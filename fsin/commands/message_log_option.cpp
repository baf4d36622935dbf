// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/message_log_option.hpp"

#include <fmt/format.h>

#include <string_view>

#include "fsin/sources/packets.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/sizes/fixed.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::commands {
namespace {

void refuse_message_log(Diagnostics& diagnostics, std::string_view what) {
  diagnostics.error(Mark("fsin run"), fmt::format("--message-log: {}", what));
}

/// Packets are messages where each message is one packet.
std::string_view why_no_messages(const trgen::synth::SyntheticParams& synthetic, std::uint64_t packet_bytes) {
  const auto one_packet = [packet_bytes](const trgen::synth::AnySizes& sizes) {
    const auto* fixed = sizes.get_if<trgen::synth::FixedSizes>();
    return fixed != nullptr && (!fixed->bytes || fixed->bytes->value <= packet_bytes);
  };
  if (synthetic.loop.is<trgen::synth::RequestReplyLoop>()) {
    return "requests and replies may be several packets, which the network does not tell apart; use --packet-log";
  }
  bool single = one_packet(synthetic.sizes);
  for (const trgen::synth::PhasePlan& phase : synthetic.plan().phases) {
    single = single && one_packet(phase.sizes);
    for (const trgen::synth::PartPlan& part : phase.parts) single = single && one_packet(part.sizes);
  }
  if (single) return {};
  return "messages of several packets of synthetic load are not put together again; use --packet-log, or sizes of one "
         "packet";
}

}  // namespace

void check_message_log(const experiment::Experiment& experiment, bool checkpoint, Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view what) { refuse_message_log(diagnostics, what); };
  const experiment::MeasureParams& measure = experiment.measure;
  if (measure.seeds != 1) refuse("it is of one run; set --seeds 1 (--seed N chooses which)");
  if (measure.find != experiment::Find::nothing || measure.warmup == experiment::auto_warmup) {
    refuse("find: saturation and warmup: auto make several simulations; give the load and the warm-up");
  }
  if (measure.sample.precision) refuse("measure.sample makes several simulations; leave it out");
  if (checkpoint) refuse("a run that is continued has no whole log; leave --checkpoint out");
  if (experiment.workload.is<trgen::synth::PacketsParams>()) {
    refuse("a file of packets does not say which of them are one message; use --packet-log");
  }
  if (const auto* synthetic = experiment.workload.get_if<trgen::synth::SyntheticParams>(); synthetic != nullptr) {
    const std::string_view why = why_no_messages(*synthetic, experiment::packets_of(experiment.network).packet_bytes());
    if (!why.empty()) refuse(why);
  }
}

void check_messages_of(const sources::Source& source, Diagnostics& diagnostics) {
  if (!sources::has_flows(source)) return;
  refuse_message_log(diagnostics,
                     "jobs or background by flow are simulated apart from the others; let all jobs run in cycles "
                     "(model: network)");
}

}  // namespace fsin::commands

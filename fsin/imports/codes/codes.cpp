// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/codes/codes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/codes/parts.hpp"
#include "fsin/imports/codes/syntax.hpp"
#include "fsin/imports/codes/yaml_form.hpp"
#include "fsin/imports/common/link_speeds.hpp"

namespace fsin::imports {
namespace {

/// How ROSS stores events and what is written: nothing of the network.
constexpr std::array of_the_run{"modelnet_order", "message_size", "pe_mem_factor", "cn_sample_file",
                                "rt_sample_file", "dump_topo",    "dot_file"};

/// `("dragonfly","dragonfly_router")` names a model and its routers.
std::string model_of(Settings& settings) {
  const std::string order = settings.text("modelnet_order", "");
  return order.substr(0, order.find(','));
}

}  // namespace

CodesParts::CodesParts(const Source& source, Settings settings, Result& to, Diagnostics& diagnostics)
    : Parts(std::move(settings), to, diagnostics,
            [](std::string_view name, std::string_view value) { return fmt::format("{}={}", name, in_quotes(value)); }),
      folder_(source.path.parent_path()),
      model_(model_of(settings_)),
      packet_(natural("packet_size", 512, 1, 1U << 20U)) {
  if (!settings_.has("modelnet_order"))
    diagnostics_.error(source.mark(), "there is no modelnet_order, which names the model of the network");
}

std::uint64_t CodesParts::speed(std::string_view name, double fallback) {
  // The models do not agree on the unit: GiB/s, but GB/s of fat trees.
  const double unit = model_ == "fattree" ? 8e9 : 8.0 * (1U << 30U);
  return static_cast<std::uint64_t>(std::llround(number(name, fallback, 1e-3, 1e5) * unit));
}

void CodesParts::queue(std::string_view key, std::string_view name, std::uint64_t fallback) {
  const std::uint64_t bytes = natural(name, fallback, 1, 1ULL << 40U);
  const std::uint64_t packets = std::clamp<std::uint64_t>(bytes / packet_, 1, 120);
  draft_.set(key, counted(packets, "packet"), words(name, fmt::format("{}", fallback)));
  if (packets * packet_ != bytes)
    leave_out(name,
              fmt::format("{} B: a queue holds 1 to 120 whole packets of {} B, here {}", bytes, packet_, packets));
}

void CodesParts::router() {
  draft_.set("network.router.virtual_channels", fmt::format("{}", channels_), "channels of the model " + model_);
  queue("network.router.queue", queue_name_, queue_default_);
  if (settings_.has("cn_vc_size")) queue("network.router.injection_queue", "cn_vc_size", 1024);
  if (settings_.has("global_vc_size") && settings_.text("global_vc_size", "") != settings_.text("local_vc_size", ""))
    leave_out("global_vc_size", words("global_vc_size", "") + ": all queues hold as much as those of local_vc_size");
  settings_.ignore("global_vc_size");
  const double delay = number("router_delay", static_cast<double>(delay_), 0, 1e9);
  draft_.set("network.router.delay", print_real(delay) + " ns", words("router_delay", fmt::format("{}", delay_)));
  if (settings_.has("credit_delay")) {
    draft_.set("network.router.credit_delay", print_real(number("credit_delay", 0, 0, 1e9)) + " ns",
               words("credit_delay", ""));
  }
  draft_.set("network.packet", fmt::format("{} B", packet_), words("packet_size", "512"));
  draft_.set("network.phit", fmt::format("{} B", phit_of(packet_)), "what a link moves in a cycle");
  const std::uint64_t chunk = natural("chunk_size", 512, 1, 1U << 20U);
  leave_out("chunk_size",
            chunk == packet_ ? "CODES stores a packet before it sends it on; a router here begins with its header"
                             : fmt::format("{}: packets of {} B move as a whole", words("chunk_size", "512"), packet_));
  if (settings_.text("modelnet_scheduler", "fcfs") != "fcfs")
    leave_out("modelnet_scheduler", words("modelnet_scheduler", "") + ": messages of a node leave in their order");
}

void CodesParts::workload() {
  draft_.set("workload.type", "synthetic",
             "the configuration says nothing of the traffic, which are programs of CODES");
  draft_.set("workload.pattern", "uniform");
  draft_.set("workload.load", "0.1");
}

void CodesParts::groups() {
  std::uint64_t nodes = 0;
  std::string told;
  for (const std::string& each : settings_.names("LPGROUPS.")) {
    const std::string_view name = std::string_view(each).substr(each.rfind('.') + 1);
    if (name == "modelnet_" + model_) {
      const std::string repetitions = each.substr(0, each.rfind('.')) + ".repetitions";
      nodes += natural(each, 0, 0, 1U << 30U) * natural(repetitions, 1, 0, 1U << 30U);
      told = each;
    } else if (name.starts_with("modelnet_") && name != "modelnet_" + model_ + "_router") {
      wrong(each, fmt::format("{}: a second model beside {}; an experiment has one network", name, model_));
    }
    settings_.ignore(each);  // what simulates the nodes: processes of ROSS
  }
  if (nodes_ > 0 && !told.empty() && nodes != nodes_)
    leave_out(told, fmt::format("LPGROUPS has {} nodes, and the topology {}: those of the topology are simulated",
                                nodes, nodes_));
}

void CodesParts::rest() {
  for (const std::string_view name : of_the_run) settings_.ignore(name);
  tell_rest("=");
}

bool Codes::sniff(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("LPGROUPS") || has("modelnet_order") || (is_yaml_of_codes(text) && has("topology"));
}

void Codes::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  Settings settings = is_yaml_of_codes(source.text) ? settings_of_codes_yaml(source, to, diagnostics)
                                                    : settings_of_codes(source, diagnostics);
  if (!diagnostics.ok()) return;
  CodesParts parts(source, std::move(settings), to, diagnostics);
  if (!diagnostics.ok()) return;
  parts.network();
  parts.router();
  parts.workload();
  parts.groups();
  parts.rest();
}

}  // namespace fsin::imports

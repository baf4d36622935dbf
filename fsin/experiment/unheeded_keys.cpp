// SPDX-License-Identifier: Apache-2.0
// See unheeded_keys.hpp.
#include "fsin/experiment/unheeded_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "fsin/config/changed_keys.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/config/read.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/ideal.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {
namespace {

using config::Tree;

/// A resolved experiment, asked by paths.
class Values {
 public:
  explicit Values(const LoadedExperiment& loaded)
      : loaded_(loaded), tree_(config::to_tree(loaded.experiment)), design_(design_of(loaded.experiment)) {}

  const Experiment& experiment() const { return loaded_.experiment; }
  const NetworkParams& network() const { return loaded_.experiment.network; }
  const engine::Design& design() const { return design_; }

  bool is(std::string_view path, std::string_view value) const {
    const Tree* node = tree_.at(path);
    return node != nullptr && node->is_scalar() && node->text == value;
  }
  bool given(std::string_view path) const {
    const Tree* node = tree_.at(path);
    return node != nullptr && node->kind != Tree::Kind::null;
  }
  bool is_map(std::string_view path) const {
    const Tree* node = tree_.at(path);
    return node != nullptr && node->is_map();
  }
  /// A list with entries, or a number other than 0.
  bool any(std::string_view path) const {
    const Tree* node = tree_.at(path);
    return node != nullptr && (node->is_list() ? !node->items.empty() : node->text != "0");
  }
  bool written(std::string_view path) const { return loaded_.document.has(path); }

 private:
  const LoadedExperiment& loaded_;
  Tree tree_;
  engine::Design design_;
};

bool has_routers(const Values& values) { return values.network().model.is<engine::RoutersModel>(); }

/// The figures of a model without routers do not depend on them, but the indicators do that compare its messages with
/// the network of routers (fsin/run/model_checks.hpp): of ranks, and of links that are not those of a platform.
bool has_routers_to_compare(const Values& values) {
  const auto* flow = values.network().model.get_if<engine::message::FlowModel>();
  return has_routers(values) || (flow == nullptr || flow->nodes == nullptr);
}

bool in_metres(const Delay& delay) { return delay.unit == Dimension::length && delay.value > 0; }

bool has_cables(const Values& values) {
  const NetworkParams& network = values.network();
  const std::vector<Delay>& by_class = network.link.delay_by_class;
  return in_metres(network.link.delay) || in_metres(network.router.delay) || in_metres(network.router.credit_delay) ||
         std::any_of(by_class.begin(), by_class.end(), in_metres);
}

/// Links between switches count differently by the key weight: those of the file, or of their classes.
bool weighs_links(const Values& values) {
  const auto differ = [](const auto& by_class) {
    return std::adjacent_find(by_class.begin(), by_class.end(), std::not_equal_to<>()) != by_class.end();
  };
  const LinkParams& link = values.network().link;
  if (values.is("network.routing.weight", "bandwidth")) return differ(link.bandwidth_by_class);
  if (values.is("network.routing.weight", "delay"))
    return differ(link.bandwidth_by_class) || differ(link.delay_by_class);
  return true;
}

bool has_bubbles(const Values& values) {
  const engine::BubbleRule bubble = engine::bubble_of(values.design());
  return bubble.channels != 0 && (bubble.local > 0 || bubble.target > 0);
}

bool draws(const Values& values) {
  for (const trgen::kernels::KernelEntry& kernel : trgen::kernels::kernels) {
    if (values.is("workload.kernel.type", kernel.name)) return kernel.draws;
  }
  return true;
}

/// Each message is one full packet, so that nothing depends on how messages are cut.
bool messages_are_packets(const Values& values) {
  return values.experiment().workload.is<trgen::synth::SyntheticParams>() &&
         values.is("workload.sizes.type", "fixed") && !values.given("workload.sizes.bytes") &&
         !values.any("workload.parts") && !values.any("workload.phases") && !values.given("workload.loop.reply");
}

/// A program whose ranks never compute.
bool never_computes(const Values& values) {
  return (values.is("workload.kernel.compute", "0 ns") ||
          (values.given("workload.kernel.compute") && !values.given("workload.kernel.compute.rate") &&
           values.is_map("workload.kernel.compute"))) &&
         !values.given("workload.collectives.reduce_rate");
}

/// Where all links are alike, the tail of a packet comes as fast as its header went; a packet that is stored whole is
/// there.
bool waits_for_tails(const Values& values) {
  const engine::Design& design = values.design();
  return engine::link_spread(design).slowest > 1 && !router::traits_of(engine::flow_control_of(design)).whole_packet;
}

/// Nodes have routers of their own, through which no other packet goes.
bool has_interfaces(const Values& values) { return topology::extent_of(values.network().topology).interface_ports > 0; }

/// Some messages are copied when they are sent.
bool copies(const Values& values) {
  return values.is("workload.mpi.start", "matched") || values.given("workload.mpi.buffered");
}

/// A key, or all keys below it, that count only where a condition holds.
struct Rule {
  std::string_view key;
  bool (*counts)(const Values& values);
  std::string_view why;  ///< continues "KEY has no effect "
};

bool fails_at_random(const Values& v) {
  return v.any("network.faults.random_links") || v.any("network.faults.random_routers");
}
bool has_faults(const Values& v) { return v.network().faults.any(); }
bool has_passing_faults(const Values& v) { return v.network().faults.any_in_the_run(); }

constexpr std::string_view no_routers = "under a network.model without routers";
constexpr std::string_view whole_packets = "where each message of the load is one full packet";

constexpr std::string_view no_copies = "where no message is copied when it is sent; see mpi.start and mpi.buffered";

constexpr Rule rules[]{
    {"network.preset",
     [](const Values& v) { return !v.written("network.routing") || !v.written("network.router.virtual_channels"); },
     "beside network.routing and network.router.virtual_channels, which are all that a preset sets"},
    {"network.preset", has_routers_to_compare, no_routers},
    {"network.router.virtual_channels", has_routers_to_compare, no_routers},
    {"network.router.queue", has_routers_to_compare, no_routers},
    {"network.router.credit_delay", has_routers_to_compare, no_routers},
    {"network.router.injection_queue", has_routers, no_routers},
    {"network.router.forward", has_routers, no_routers},
    {"network.router.forward", waits_for_tails, "where no packet comes over a link more slowly than it may leave"},
    {"network.router.arbiter", has_routers, no_routers},
    {"network.router.congestion_control", has_routers, no_routers},
    {"network.router.congestion_control",
     [](const Values& v) {
       return !v.is("network.router.congestion_control.type", "transit-priority") || !has_interfaces(v);
     },
     "where packets enter by interfaces, through which none is in transit"},
    {"network.router.consumption",
     [](const Values& v) { return !has_routers(v) || topology::extent_of(v.network().topology).interface_ports != 1; },
     "where one link leads to each node, over which packets come one after the other"},
    {"network.router.bubble_test", has_routers, no_routers},
    {"network.router.bubble", has_bubbles, "without flow_control: bubble in a network with rings"},
    {"network.router.bubble_test", has_bubbles, "without flow_control: bubble in a network with rings"},
    {"network.router.flow_control",
     [](const Values& v) {
       return !v.is("network.router.flow_control", "bubble") || !has_routers(v) || has_bubbles(v);
     },
     "in a network without rings, which need no bubble"},
    {"network.routing.hash_seed", [](const Values& v) { return v.is("network.routing.choice", "flow"); },
     "without network.routing.choice: flow"},
    {"network.routing.bias", [](const Values& v) { return !v.is("network.routing.algorithm", "ugal"); },
     "with algorithm: ugal"},
    {"network.routing.weight", weighs_links, "where all classes of links have the same"},
    {"network.routing.deroutes", [](const Values& v) { return v.is("network.routing.algorithm", "omniwar"); },
     "without algorithm: omniwar"},
    {"network.routing.threshold",
     [](const Values& v) { return !v.given("network.routing.algorithm") || v.is("network.routing.algorithm", "ugal"); },
     "without algorithm: ugal"},
    {"network.routing",
     [](const Values& v) {
       const auto* flow = v.network().model.get_if<engine::message::FlowModel>();
       return flow == nullptr || flow->nodes == nullptr;
     },
     "under network.model flow on a platform, which has the routes"},
    {"network.payload", [](const Values& v) { return !has_routers(v) || !messages_are_packets(v); }, whole_packets},
    {"network.variable_last_packet", [](const Values& v) { return !messages_are_packets(v); }, whole_packets},
    {"network.link.propagation", has_cables, "without a delay in metres"},
    {"network.faults.seed", fails_at_random, "without network.faults.random_links or random_routers"},
    {"network.faults.at", has_faults, "without faults"},
    {"network.faults.until", has_faults, "without faults"},
    {"network.faults.reroute_after", has_passing_faults, "without faults that begin or end in the course of the run"},
    {"network.faults.one_way",
     [](const Values& v) { return v.any("network.faults.links") || v.any("network.faults.random_links"); },
     "without links that fail"},
    {"network.faults.unreachable", has_faults, "without faults"},
    {"workload.repeat", [](const Values& v) { return v.any("workload.phases"); }, "without workload.phases"},
    {"workload.placement.deal", [](const Values& v) { return !v.is("workload.placement.per_node", "1"); },
     "with one rank a node; placement.per_node allows more"},
    {"workload.cpu", [](const Values& v) { return !never_computes(v); }, "on a program whose ranks do not compute"},
    {"workload.kernel.compute", [](const Values& v) { return !v.is("workload.order", "asap"); },
     "with workload.order: asap, which replays no CPU bursts"},
    {"workload.mpi.receive_costs", copies, no_copies},
    {"workload.mpi.buffered_send_costs",
     [](const Values& v) {  // of MPI_Ssend, too
       return copies(v) || v.is("workload.kernel.type", "time-independent");
     },
     no_copies},
    {"workload.source", [](const Values& v) { return !v.network().model.is<engine::message::IdealModel>(); },
     "under network.model ideal, where packets always find room"},
    {"workload.kernel.seed", draws, "on a kernel that draws nothing"},
    {"measure.until.figure", [](const Values& v) { return v.given("measure.until.relative_error"); },
     "without measure.until.relative_error"},
    {"measure.until.min_runs", [](const Values& v) { return v.given("measure.until.relative_error"); },
     "without measure.until.relative_error"},
    {"measure.until.max_runs", [](const Values& v) { return v.given("measure.until.relative_error"); },
     "without measure.until.relative_error"},
    {"measure.sample.first", [](const Values& v) { return v.given("measure.sample.precision"); },
     "without measure.sample.precision"},
    {"measure.resolution", [](const Values& v) { return v.is("measure.find", "saturation"); },
     "without measure.find: saturation"},
};

bool is_key_or_below(std::string_view path, std::string_view top) {
  return path == top || (path.starts_with(top) && path[top.size()] == '.');
}

const Rule* rule_of(std::string_view path, const Values& values) {
  const auto* found = std::find_if(std::begin(rules), std::end(rules), [&](const Rule& rule) {
    return is_key_or_below(path, rule.key) && !rule.counts(values);
  });
  return found == std::end(rules) ? nullptr : found;
}

std::vector<result::Unheeded> keys_of(const LoadedExperiment& loaded) {
  const Values values(loaded);
  std::vector<result::Unheeded> found;
  for (const std::string& path : config::changed_keys(loaded.experiment)) {
    if (!is_own(loaded.document, path)) continue;
    if (const Rule* rule = rule_of(path, values)) found.push_back({path, fmt::format("has no effect {}", rule->why)});
  }
  return found;
}

/// The workload of a job is judged as that of an experiment of its own, in the same network.
std::vector<result::Unheeded> keys_of_job(const LoadedExperiment& loaded, const config::YamlText& entry) {
  Diagnostics later;  // mistakes are left for the opening of the jobs to report
  const config::Document job = config::document_of(entry, Mark(loaded.document.source()), later);
  const Tree* workload = job.loaded() ? job.root().find("workload") : nullptr;
  if (workload == nullptr) return {};
  Tree root = config::map_tree();
  root.add("workload", *workload);
  LoadedExperiment alone{loaded.experiment, config::Document(workload->mark, std::move(root)), {}};
  alone.experiment.workload = trgen::replay::ProgramParams{};
  if (!config::read(alone.document, alone.experiment, later)) return {};
  std::vector<result::Unheeded> found = keys_of(alone);
  std::erase_if(found, [](const result::Unheeded& each) { return !each.key.starts_with("workload."); });
  return found;
}

}  // namespace

bool is_own(const config::Document& document, const std::string& path) {
  const std::string_view key = std::string_view(path).substr(0, path.find('['));  // entries are their list's
  if (!document.has(key)) return false;
  const std::string& source = document.mark(key).source();
  return source == document.source() || source.starts_with("override ");
}

std::vector<result::Unheeded> unheeded_keys(const LoadedExperiment& loaded) {
  std::vector<result::Unheeded> found = keys_of(loaded);
  const auto* jobs = loaded.experiment.workload.get_if<trgen::jobs::JobsParams>();
  for (std::size_t i = 0; jobs != nullptr && i < jobs->jobs.size(); ++i) {
    for (result::Unheeded& each : keys_of_job(loaded, jobs->jobs[i])) {
      each.key = fmt::format("workload.jobs[{}].{}", i, each.key);
      found.push_back(std::move(each));
    }
  }
  return found;
}

}  // namespace fsin::experiment

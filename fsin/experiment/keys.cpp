// SPDX-License-Identifier: Apache-2.0
// The keys of an experiment file, from its top down: names, ranges, words and help texts.
#include "fsin/config/fields.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

void LinkParams::fields(config::Fields& f) {
  f("bandwidth", bandwidth,
    "bandwidth of a link; since a link carries one phit per cycle, it sets the length of a cycle, also where links "
    "of some classes are slower")
      .range(BitRate{1}, BitRate{100'000'000'000'000});
  f("delay", delay, "delay of a link in cycles, time or metres of cable, besides the cycle in which a phit crosses it")
      .range(0, router::most_delay_cycles);
  f("propagation", propagation,
    "speed of a signal in a cable, for delays given in metres (5 ns per metre by ITU-T G.114)")
      .range(Speed{1'000'000}, Speed{299'792'458});
  f("bandwidth_by_class", bandwidth_by_class,
    "bandwidth of the links of each class of the topology, which fsin check lists: link.bandwidth divided by a whole "
    "number (default: link.bandwidth for all)")
      .range(BitRate{1}, BitRate{100'000'000'000'000});
  f("delay_by_class", delay_by_class,
    "delay of the links of each class of the topology, in place of link.delay (default: link.delay for all)")
      .range(0, router::most_delay_cycles);
}

void NetworkParams::fields(config::Fields& f) {
  f("file", file,
    "YAML file with keys of network, such as ../topologies/cray-t3d.yaml; a key that the experiment writes itself "
    "takes precedence")
      .part();
  f("platform", platform,
    "platform file of SimGrid (XML): its hosts are the nodes, and its links and routes those of the model flow; it "
    "also sets the keys of network that the experiment leaves out");
  f("hosts", hosts,
    "file with the names of the hosts of the platform that are nodes 0, 1, ..., one a line; a host may be named "
    "several times, "
    "or as HOST:TIMES (default: all, in the "
    "order of the platform file)");
  f("preset", preset,
    "named router, which sets router.virtual_channels and routing; either key, if the file writes it, takes "
    "precedence over a preset in the file, but not over one that an override or an axis of a sweep sets")
      .names(preset_names);
  f.choice("model", model, "model of the network: routers and links, links that are shared, or a delay only");
  f.choice("topology", topology, "shape of the network");
  f.group("router", router, "virtual channels, queues, arbitration and delays of a router");
  f.choice("routing", routing, "routing algorithm");
  f("packet", packet, "size of a full packet, a multiple of the phit").range(Bytes{1}, Bytes{65535ULL * 65535});
  f("phit", phit, "size of a phit, which a link carries in one cycle").range(Bytes{1}, Bytes{65535});
  f("payload", payload, "bytes of a message in a full packet (default: the size of the packet)")
      .range(Bytes{1}, Bytes{65535ULL * 65535});
  f("variable_last_packet", variable_last_packet,
    "true: the last packet of a message has only the phits that it needs; false: every packet is full");
  f.group("link", link, "bandwidth and delay of links");
  f.group("faults", faults, "links and routers that fail, from the start or in the course of a run");
}

void UntilParams::fields(config::Fields& f) {
  f("relative_error", relative_error,
    "fsin sweep runs each point with further seeds until the half width of the confidence interval is at most this "
    "fraction of the mean")
      .range(1e-6, 1.0);
  f("figure", figure,
    "figure whose confidence interval decides when to stop (default: cycles for traces and programs, latency.mean "
    "otherwise)");
  f("min_runs", min_runs, "minimum number of seeds per point with relative_error").range(2, 100000);
  f("max_runs", max_runs, "maximum number of seeds per point with relative_error").range(2, 100000);
}

void SampleParams::fields(config::Fields& f) {
  f("precision", precision,
    "simulate the first rounds of a program's main loop and the last one only, until the time of the whole program "
    "is known to this part of it, and extrapolate the others (default: simulate all)")
      .range(1e-6, 0.5);
  f("first", first, "rounds that are simulated at first; as long as they do not suffice, twice as many")
      .range(8, 1'000'000);
}

void MeasureParams::fields(config::Fields& f) {
  f("seed", seed, "seed of the first run");
  f("seeds", seeds, "number of runs, with seeds seed, seed+1, ...").range(1, 100000);
  f("warmup", warmup,
    "cycles before the measured window, for synthetic load only (default: 5000); auto: found by MSER in a pilot run")
      .range(CycleCount{0}, CycleCount{1'000'000'000'000'000})
      .word("auto", auto_warmup);
  f("cycles", cycles,
    "length of the measured window, for synthetic load only; a trace or a program runs to its end (default: 20000)")
      .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
  f("confidence", confidence, "confidence level of the intervals over several seeds").range(0.5, 0.9999);
  f("max_cycles", max_cycles, "stop a run after this number of cycles (default: never)")
      .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
  f("watchdog", watchdog, "number of cycles without any movement after which a run ends as a deadlock")
      .range(CycleCount{100}, CycleCount{1'000'000'000'000});
  f.group("until", until, "stopping rule for the number of seeds per point of a sweep");
  f("find", find, "what a run searches for; synthetic load only").names(find_names);
  f.group("sample", sample, "how many rounds of a program's main loop are simulated");
  f("resolution", resolution, "find: saturation tries multiples of this load, phits/node/cycle").range(1e-4, 0.5);
}

void Experiment::fields(config::Fields& f) {
  f("name", name, "name of the results (default: the name of the file)");
  f("description", description, "description for the report, one sentence");
  f.group("network", network, "the simulated machine");
  f.choice("workload", workload, "traffic that the network has to carry");
  f.group("measure", measure, "number and length of runs, and what they measure");
}

}  // namespace fsin::experiment

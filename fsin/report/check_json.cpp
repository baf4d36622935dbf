// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/check_json.hpp"

#include <nlohmann/json.hpp>

#include "fsin/config/dump.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/report/schema_words.hpp"

namespace fsin::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json bisection_json(const forecast::Bisection& bisection) {
  if (!bisection.links) return nullptr;
  return {{"links", *bisection.links}, {"estimate", bisection.estimate}};
}

Json ways_json(const std::optional<analysis::Diversity>& ways) {
  if (!ways) return nullptr;
  return {{"routers", ways->routers},
          {"counted_from", ways->from},
          {"shortest", {{"min", ways->shortest_min}, {"mean", ways->shortest_mean}}},
          {"disjoint_min", or_null(ways->disjoint)}};
}

Json cost_json(const analysis::Cost& cost) {
  Json classes = Json::array(), switches = Json::array();
  for (const analysis::CableClass& each : cost.classes) {
    classes.push_back({{"class", each.name}, {"cables", each.cables}, {"metres", or_null(each.metres)}});
  }
  for (const auto& [ports, count] : cost.switches) switches.push_back({{"ports", ports}, {"switches", count}});
  return {{"cables", cost.cables},         {"metres", or_null(cost.metres)},    {"classes", classes},
          {"node_ports", cost.node_ports}, {"switch_ports", cost.switch_ports}, {"ports_to_nodes", cost.ports_to_nodes},
          {"switches", switches}};
}

Json loads_json(const forecast::PatternLoads& loads) {
  if (!loads.known()) return {{"left_out", loads.left_out}};
  return {{"pattern", loads.pattern},
          {"exact", loads.exact},
          {"fullest", {{"from", loads.router}, {"port", loads.port}, {"name", loads.link}, {"load", loads.load}}},
          {"alike", loads.alike},
          {"links", loads.links},
          {"unused", loads.unused},
          {"mean", loads.mean},
          {"capacity", loads.capacity},
          {"limit", loads.limit}};
}

Json deadlock_json(const std::optional<deadlock::Verdict>& verdict) {
  if (!verdict) return nullptr;
  const char* answer = verdict->answer == deadlock::Answer::free     ? "free"
                       : verdict->answer == deadlock::Answer::unsafe ? "not free"
                                                                     : "not decided";
  return {{"answer", answer}, {"reason", verdict->text}, {"cycle", verdict->lines}};
}

schema::Json or_nothing(schema::Json described) {
  described["type"] = {described["type"], "null"};
  return described;
}

schema::Json cost_schema() {
  using namespace schema;
  const Json metres = number_or_null("length of these cables [m]; null where it is not known");
  const Json classes = object({{"class", text("class of links")},
                               {"cables", count("cables of this class, both directions of a link being one")},
                               {"metres", metres}});
  return object(
      {{"cables", count("cables, without those between a node and a router of its own")},
       {"metres", metres},
       {"classes", list_of(classes, "the cables by class of links")},
       {"node_ports", count("ports in use of the routers or network interfaces of nodes")},
       {"switch_ports", count("ports in use of switches")},
       {"ports_to_nodes", count("of the ports of switches, those that lead to network interfaces")},
       {"switches", list_of(object({{"ports", count("ports in use")}, {"switches", count("switches with so many")}}),
                            "the switches by their number of ports")}});
}

schema::Json loads_schema() {
  using namespace schema;
  const Json fullest = object({{"from", count("number of the router that the link leads from")},
                               {"port", count("number of its output port")},
                               {"name", text("port and router by name")},
                               {"load", number("phits a cycle when every node that sends at all sends one")}});
  return object({{"left_out", text("why there are no loads; the other members are missing then"), false},
                 {"pattern", text("spatial pattern"), false},
                 {"exact", truth("true: at any load; false: as long as no packet waits"), false},
                 {"fullest", fullest, false},
                 {"alike", count("links that are full together, that one included"), false},
                 {"links", count("directed links"), false},
                 {"unused", count("links without any load"), false},
                 {"mean", number("load of all links on average [phits/cycle]"), false},
                 {"capacity", number("accepted load that is not exceeded [phits/node/cycle]"), false},
                 {"limit", text("what is full then"), false}});
}

Json degraded_json(const std::optional<forecast::Degraded>& degraded) {
  if (!degraded) return nullptr;
  const auto lengths = [](const analysis::NodeDistances& found) {
    return Json{{"average", found.average}, {"largest", found.largest}};
  };
  return {{"pairs", degraded->pairs},
          {"connected", degraded->connected},
          {"lengths_of", degraded->after.pairs},
          {"distance", lengths(degraded->after)},
          {"without_faults", lengths(degraded->before)}};
}

schema::Json degraded_schema() {
  using namespace schema;
  const Json lengths = object({{"average", number("links on a shortest path between two nodes that have one")},
                               {"largest", count("links on the longest of these paths")}});
  return or_nothing(object({{"pairs", count("pairs of different nodes, each direction by itself")},
                            {"connected", count("of these, the ones that have a path although something has failed")},
                            {"lengths_of", count("pairs of which the lengths of paths are known; all unless the "
                                                 "network is very large")},
                            {"distance", lengths},
                            {"without_faults", lengths}}));
}

schema::Json ways_schema() {
  using namespace schema;
  return or_nothing(object(
      {{"routers", count("routers that have nodes, between which ways are counted")},
       {"counted_from", count("of these, how many the counts start from or stand for")},
       {"shortest", object({{"min", number("shortest ways between two routers, at least")},
                            {"mean", number("shortest ways between two routers, mean over all pairs")}})},
       {"disjoint_min", number_or_null("ways without a common link between the two routers that have fewest; null in a "
                                       "network too large to count them")}}));
}

}  // namespace

Json check_json(const experiment::Experiment& experiment, const forecast::Checked& checked) {
  Json json;
  json["name"] = experiment.name;
  json["nodes"] = checked.nodes;
  json["routers"] = checked.routers;
  json["links"] = checked.links;
  json["queues"] = checked.queues;
  json["packet_phits"] = checked.packet_phits;
  json["cycle_seconds"] = checked.cycle_seconds;
  json["faults"] = checked.faults;
  json["distance"] = {{"average", checked.bounds.average_distance}, {"largest", checked.bounds.diameter}};
  json["degraded"] = degraded_json(checked.degraded);
  json["latency"] = checked.latency;
  json["capacity"] = checked.bounds.capacity;
  json["bisection"] = bisection_json(checked.survey.bisection);
  json["ways"] = ways_json(checked.survey.diversity);
  json["cost"] = cost_json(checked.survey.cost);
  json["channel_load"] = loads_json(checked.loads);
  json["deadlock"] = deadlock_json(checked.deadlock);
  json["memory"] = {{"bytes", checked.memory.total}, {"at_most", checked.memory.at_most}};
  json["config"] = experiment::config_json(config::to_tree(experiment));
  return json;
}

Json check_schema() {
  using namespace schema;
  Json whole = head("The result of fsin check --json: what is known of an experiment before anything is simulated");
  whole.update(object(
      {{"name", text("name of the experiment")},
       {"nodes", count("nodes of the network")},
       {"routers", count("routers, switches included; 0 for a model without routers")},
       {"links", count("directed links between routers")},
       {"queues", count("queues of virtual channels, without those of injection")},
       {"packet_phits", count("phits of a full packet")},
       {"cycle_seconds", number("length of a cycle [s]")},
       {"faults", list_of({{"type", "string"}}, "what fails, and which pairs of nodes it cuts off")},
       {"distance", object({{"average", number("links between two different nodes")},
                            {"largest", count("links between the two nodes that are farthest apart")}})},
       {"degraded", degraded_schema()},
       {"latency", number("of a full packet that meets no other, at the average distance [cycles]")},
       {"capacity", number("accepted load under uniform traffic and minimal routing at most [phits/node/cycle]")},
       {"bisection",
        or_nothing(object({{"links", number("that lead from one half of the nodes to the other, one way")},
                           {"estimate", truth("true: the bisection is at most this, as a partitioner found it")}}))},
       {"ways", ways_schema()},
       {"cost", cost_schema()},
       {"channel_load", loads_schema()},
       {"deadlock", or_nothing(object({{"answer", either({"free", "not free", "not decided"}, "under any traffic")},
                                       {"reason", text("why, in one sentence")},
                                       {"cycle", list_of({{"type", "string"}}, "queues that wait for each other")}}))},
       {"memory", object({{"bytes", number("estimate of the peak of fsin run [B]")},
                          {"at_most", number("the same with every queue full [B]")}})},
       {"config", of_type("object", "the resolved experiment, every key (docs/reference.md)")}}));
  return whole;
}

}  // namespace fsin::report

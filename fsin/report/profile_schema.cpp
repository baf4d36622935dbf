// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/profile_schema.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "fsin/profile/critical_path.hpp"

namespace fsin::report {
namespace {

using namespace schema;

Json call() {
  Json schema = of_type("integer", "number of the call in `calls`; -1: outside calls");
  schema["minimum"] = -1;
  return schema;
}

Json parts() {
  std::vector<Member> members;
  for (std::size_t i = 0; i < profile::path_parts; ++i) {
    const std::string doc = std::string(profile::path_part_docs[i]) + " [cycles]";
    members.push_back({profile::path_part_names[i].data(), count(doc.c_str())});
  }
  return object(members);
}

Json phases() {
  return list_of(object({{"call", call()},
                         {"calls", count("calls of all ranks; of calls inside one another only the outermost counts")},
                         {"messages", count("messages that ranks started in it")},
                         {"bytes", count("bytes of these messages")},
                         {"mean", number("mean over all ranks [cycles]")},
                         {"max", count("of the rank that was in it longest [cycles]")},
                         {"max_rank", count("that rank")},
                         {"longest", count("the longest single call [cycles]")},
                         {"compute", number("of `mean`: computing [cycles]")},
                         {"wait_message", number("of `mean`: waiting for messages [cycles]")},
                         {"wait_room", number("of `mean`: waiting for room in the injection queue [cycles]")},
                         {"send", number("of `mean`: sending, and passing calls [cycles]")}}),
                 "the cycles of ranks up to their ends, by call; the longest first, and what is outside calls last");
}

Json path() {
  return object(
      {{"known", truth("false: the run did not come to its end, and has no critical path")},
       {"cycles", count("of the run, which the parts of the path add up to")},
       {"parts", parts(), false},
       {"messages", count("on the path"), false},
       {"links_known", truth("whether `links` and `queue` were found, by simulating the run once more"), false},
       {"queue", count("of `delay`: in the injection queues of the sources [cycles]"), false},
       {"memory", count("bytes in which the path was found"), false},
       {"by_rank",
        list_of(object({{"rank", count("a message counts for its source")}, {"parts", parts()}}), "ranks on the path"),
        false},
       {"by_call", list_of(object({{"call", call()}, {"parts", parts()}}), "calls on the path"), false},
       {"links",
        list_of(of_type("array", "[router, port, next router, packets, cycles that they waited for it]"),
                "links that packets of the path crossed, those that delayed them most first"),
        false},
       {"steps",
        list_of(of_type("array",
                        "[\"rank\", rank, call, first cycle, last cycle, cycles of each part ...]; "
                        "\"message\" instead, with its source as rank: and destination, bytes, hops"),
                "the path in order of time, at most 10,000 steps"),
        false},
       {"steps_left_out", count("the shortest steps, beyond those"), false}});
}

}  // namespace

Json profile_schema() {
  return object(
      {{"calls", list_of(object({{"function", text("MPI function")},
                                 {"algorithm", text("of a collective whose messages are made by it; else empty")}}),
                         "in the order in which they were first entered")},
       {"phases", phases()},
       {"chart",
        object({{"shortest", count("calls of fewer cycles are left out")},
                {"calls", list_of(of_type("array", "[rank, call, first cycle, last cycle]"),
                                  "outermost calls over time; of more than 256 ranks evenly spaced ones, at most "
                                  "20,000 calls")}})},
       {"traffic", object({{"ranks_per_block", count("neighbouring ranks that are one block, where there are many")},
                           {"cells", list_of(of_type("array", "[source, destination, messages, bytes], in blocks"),
                                             "what ranks sent to others, also within a node")}})},
       {"critical_path", path(), false}});
}

}  // namespace fsin::report

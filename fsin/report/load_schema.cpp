// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/load_schema.hpp"

#include <nlohmann/json.hpp>

namespace fsin::report {

using namespace schema;

namespace {

/// A member for each kind of thing that a replay leaves out, 0 where there was none of it.
Json left_out() {
  Json schema =
      object({{"what", list_of(object({{"kind", text("the count that this entry is part of")},
                                       {"what", text("a function of MPI, or what was lost in reading the file")},
                                       {"count", count("calls, records or ranks")}}),
                               "the counts by function or kind of loss")},
              {"text", text("the counts in one line; empty when nothing was left out")}});
  schema["additionalProperties"] = count("calls, records or ranks of this kind that the replay did not use");
  return schema;
}

/// Of a replay with any_source: wildcard.
Json any_source() {
  const Json departure = object({{"cycle", count("cycle in which the rank took the message")},
                                 {"rank", count("rank that took the message")},
                                 {"record", count("number of the receive among the records of the rank")},
                                 {"recorded", count("rank that had sent the message when the trace was recorded")},
                                 {"actual", count("rank that sent it in the simulation")}});
  return object({{"receives", count("receives from any source that took the message that came first")},
                 {"departures", count("those of them that took a message of another rank than the recorded one: what "
                                      "ranks do afterwards was recorded after another outcome")},
                 {"first", list_of(departure, "the first departures, by cycle and rank")}});
}

/// Places of a live program, by kind and name.
Json sites() {
  return list_of(
      object({{"kind", text("local or global: a sampled block; delay: a block that takes a given time; bursts: what is "
                            "computed between two calls of MPI (cpu.sample); region: between two marks; memory: shared "
                            "by ranks")},
              {"name", text("file and line, or what the program calls it")},
              {"done", count("executions that were computed and measured; entries of a region; allocations")},
              {"left_out", count("executions that were not computed, or whose measured time was not taken")},
              {"mean_seconds", number("mean of the times of those done")},
              {"deviation_seconds", number("standard deviation of the times of a block")},
              {"replaced_seconds", number("simulated time of all ranks that executions took which were left out")},
              {"computed_seconds", number("of a region: time of all ranks outside MPI")},
              {"most_seconds", number("of a region: time in it of the rank that is longest in it")},
              {"bytes", count("of memory: bytes of the largest allocation")}}),
      "places of a live program that are sampled, marked or share memory (fsin_live.h, cpu.sample)");
}

}  // namespace

Json workload_schema() {
  return object(
      {{"left_out", left_out()},
       {"region",
        object({{"sends_left_out", count("sends whose partner lies outside the part that is replayed")},
                {"receives_left_out", count("receives whose partner lies outside the part that is replayed")}}),
        false},
       {"any_source", any_source(), false},
       {"sites", sites(), false},
       {"exit_code", count("what a live program returned; absent: 0"), false}});
}

Json inputs_schema() {
  return list_of(
      object({{"kind", text("key that names the file or leads to it; experiment: the file of the experiment")},
              {"path", text("where the file was")},
              {"digest", text("xxh128: and the digest of its bytes, as xxhsum -H128 prints it; empty of a pipe "
                              "that was not read to its end")},
              {"bytes", count("bytes of the file")}}),
      "every file that was read, in the order of the keys that lead to them");
}

}  // namespace fsin::report

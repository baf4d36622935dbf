// SPDX-License-Identifier: Apache-2.0
// Nothing that a reader knows goes away in silence: a trace is made for every function and action of its tables, and
// what comes of it is messages that are replayed, time that is computed, or an entry in the account of what is left
// out. The tests walk the tables themselves, so a new entry is tested when it is made.
#include "trgen/formats/catalogue.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/dim/names.hpp"
#include "trgen/formats/dumpi/signatures.hpp"
#include "trgen/formats/otf2/library.hpp"
#include "trgen/formats/ti/actions.hpp"
#include "trgen/record/mpi_traffic.hpp"
#include "trgen/record/omissions.hpp"

namespace catalogue_test {

using namespace trgen;

namespace {

using record::Omissions;
using record::Traffic;

bool is_due(Traffic traffic) {
  return traffic == Traffic::collective || traffic == Traffic::nonblocking || traffic == Traffic::one_sided ||
         traffic == Traffic::files;
}

/// Whether the text of a trace has a message.
bool has_message(const std::string& text) {
  return text.find(" MS ") != std::string::npos || text.find(" MR ") != std::string::npos;
}

/// Every function that the tables of the readers name.
std::set<std::string> known_functions() {
  std::set<std::string> names;
  for (const formats::ti::Action& each : formats::ti::actions()) names.emplace(each.state);
  for (unsigned function = 0; function < formats::dumpi::function_enter; ++function) {
    names.emplace(formats::dumpi::function_name(function));
  }
  for (std::uint64_t value = 1; value < 1000; ++value) names.emplace(formats::dim::function_of(value));
  for (std::uint64_t number = 0; number < 100; ++number) names.emplace(formats::dim::operation_of(number));
  for (const std::string_view operation : formats::otf2::collective_operations)
    names.insert(fmt::format("MPI_{}", operation));
  names.erase("");
  return names;
}

/// What a name must hold for its function to send nothing: it asks, names or describes, on one rank.
constexpr auto local_words = std::to_array<std::string_view>(
    {"_attr",       "Attr_",     "_keyval",        "Keyval_",     "rrhandler", "rror",      "_get",      "Get_",
     "_set_name",   "_set_info", "_set_atomicity", "Type_",       "Group_",    "_group",    "Info_",     "Op_",
     "ack",         "Cart",      "Graph",          "Dims_",       "Status_",   "Grequest_", "Request_",  "Buffer_",
     "_rank",       "_size",     "_compare",       "_test_inter", "_delete",   "_seek",     "_port",     "ublish_name",
     "Lookup_name", "Wt",        "_mem",           "Address",     "Cancel",    "cancelled", "Finalized", "Initialized",
     "robe",        "thread",    "Pcontrol",       "datarep",     "Topo_test", "Win_test"});

// ---- time-independent traces

/// One argument list that fits the form of an action: for rank 0 of two.
std::string arguments_of(const formats::ti::Action& action) {
  static const std::map<std::string_view, std::string> values{{"destination", "1"},
                                                              {"source", "1"},
                                                              {"tag", "5"},
                                                              {"count", "8"},
                                                              {"flops", "100"},
                                                              {"seconds", "1"},
                                                              {"file", "a.c"},
                                                              {"line", "3"},
                                                              {"send count", "8"},
                                                              {"receive count", "8"},
                                                              {"send type", "0"},
                                                              {"receive type", "0"},
                                                              {"send buffer", "16"},
                                                              {"receive buffer", "16"},
                                                              {"send count of each rank", "8 8"},
                                                              {"receive count of each rank", "8 8"}};
  std::string text;
  std::string_view form = action.form.substr(0, action.form.find('['));
  if (action.op == formats::ti::Op::start) return " 0 1 8";
  if (action.name == "wait" || action.name == "waitany" || action.name == "test") return " 1 0 5";
  while (form.find('<') != std::string_view::npos) {
    form.remove_prefix(form.find('<') + 1);
    const auto found = values.find(form.substr(0, form.find('>')));
    REQUIRE_MESSAGE(found != values.end(), "no value for an argument of " << action.name << ": " << form);
    text += " " + found->second;
  }
  return text;
}

// ---- DUMPI

std::string dumpi_call(std::string_view name, const std::string& arguments) {
  return fmt::format(
      "{0} entering at walltime 5.000000001, cputime 0.000000001 seconds in thread 0.\n{1}"
      "{0} returning at walltime 5.000000001, cputime 0.000000002 seconds in thread 0.\n",
      name, arguments);
}

/// The arguments of a signature, for a rank 0 of four whose request 2 is a receive and whose request 3 is free.
std::string dumpi_arguments(std::string_view fields, int request) {
  static const std::map<std::string_view, int> values{{"comm", 2},     {"source", 1},   {"dest", 1}, {"root", 0},
                                                      {"commrank", 0}, {"commsize", 4}, {"flag", 1}, {"index", 0},
                                                      {"outcount", 1}, {"size", 4}};
  std::string text;
  while (!fields.empty() && fields != "u") {
    const std::string_view field = fields.substr(0, fields.find(' '));
    fields.remove_prefix(std::min(field.size() + 1, fields.size()));
    const std::string_view argument = field.substr(0, field.find(':'));
    const char type = field[field.find(':') + 1];
    if (type == 'c' || type == 'S' || type == 'v' || type == 'V' || type == 'M') continue;
    if (argument == "request" || argument == "requests") {
      text += fmt::format("MPI_Request {}=[{}]\n", argument, request);
    } else if (argument == "indices") {
      text += "int indices=[0]\n";
    } else if (type == 'A' || type == 'H' || type == 'B' || type == 'o') {
      text += fmt::format("int {}=[4, 4, 4, 4]\n", argument);
    } else {
      const bool is_type = argument.find("type") != std::string_view::npos;
      const auto found = values.find(argument);
      text += fmt::format("int {}={}\n", argument, is_type ? 9 : found != values.end() ? found->second : 1);
    }
  }
  return text;
}

std::string request_call(std::string_view name, int request) {
  return dumpi_call(name, fmt::format("MPI_Request request=[{}]\n", request));
}

/// A program that calls the function, and before and after it what gives a request its sense.
std::string dumpi_program(std::string_view name, std::string_view fields) {
  const std::string post =
      "int count=1\nMPI_Datatype datatype=9\nint {}=1\nint tag=5\nMPI_Comm comm=2\nMPI_Request request=[{}]\n";
  std::string text = dumpi_call("MPI_Comm_size", "MPI_Comm comm=2\nint size=4\n");
  const bool starts = name.starts_with("MPI_Start");
  const bool completes = name.starts_with("MPI_Wait") || name.starts_with("MPI_Test");
  if (completes) text += dumpi_call("MPI_Irecv", fmt::format(fmt::runtime(post), "source", 2));
  if (starts) text += dumpi_call("MPI_Send_init", fmt::format(fmt::runtime(post), "dest", 2));
  text += dumpi_call(name, dumpi_arguments(fields, completes || starts ? 2 : 3));
  const bool made = fields.find("request:i") != std::string_view::npos && !completes && !starts;
  if (made && name.ends_with("_init")) text += request_call("MPI_Start", 3);
  if (made && record::traffic_of(name) == Traffic::messages) text += request_call("MPI_Wait", 3);
  return text;
}

}  // namespace

TEST_CASE("every action of a time-independent trace is replayed, computed or counted") {
  for (const formats::ti::Action& each : formats::ti::actions()) {
    CAPTURE(each.name);
    std::string text = "0 init\n1 init\n";
    if (each.op == formats::ti::Op::test || each.op == formats::ti::Op::wait || each.op == formats::ti::Op::waitall ||
        each.op == formats::ti::Op::waitany) {
      text += "0 irecv 1 5 8\n";
    }
    text += fmt::format("0 {}{}\n", each.name, arguments_of(each));
    if (each.op == formats::ti::Op::irecv) text += "0 waitall\n";
    text += "0 finalize\n1 finalize\n";
    const auto trace = test::read_text(text);
    const std::string records = test::as_text(*trace);
    const bool counted = !Omissions(*trace).none();
    if (each.op == formats::ti::Op::compute) {
      CHECK(records.find("0 100 SS MPI_Finalize") != std::string::npos);
    } else if (each.op == formats::ti::Op::init || each.op == formats::ti::Op::call) {
      CHECK(!is_due(record::traffic_of(each.state)));
      CHECK(records.find(each.state) != std::string::npos);
    } else {
      const bool replayed_or_counted = has_message(records) || counted;
      CHECK(replayed_or_counted);
    }
    // Data that a collective moves is never taken as replayed by other messages.
    if (is_due(record::traffic_of(each.state))) CHECK(counted);
  }
}

TEST_CASE("every function of a DUMPI trace is replayed, sends nothing or is counted") {
  std::size_t functions = 0;
  for (unsigned number = 0; number < formats::dumpi::function_enter; ++number) {
    const std::string_view name = formats::dumpi::function_name(number);
    const formats::dumpi::Signature* const signature = formats::dumpi::signature_of(number);
    if (name.empty()) continue;
    CAPTURE(name);
    ++functions;
    const auto trace = test::read_text(dumpi_program(name, signature == nullptr ? "u" : signature->fields));
    const std::string records = test::as_text(*trace);
    const Omissions account(*trace);
    const Traffic traffic = record::traffic_of(name);
    CHECK(records.find(fmt::format("SS {}", name)) != std::string::npos);
    if (traffic == Traffic::messages) {
      const bool replayed_or_counted = has_message(records) || !account.none();
      CHECK(replayed_or_counted);
    } else if (is_due(traffic)) {
      CHECK_FALSE(account.none());
      CHECK(account.nothing_left());
    } else {
      CHECK_FALSE(has_message(records));
    }
  }
  CHECK(functions > 200);
}

TEST_CASE(
    "a call of any function that moves data is counted in a trace without its messages, and not in one with them") {
  const std::set<std::string> names = known_functions();
  std::size_t due = 0;
  for (const std::string& name : names) {
    CAPTURE(name);
    if (!is_due(record::traffic_of(name))) continue;
    ++due;
    const auto regular = test::read_text(fmt::format("0 0 SS {0}\n0 1 SE {0}\n1 0 SS {0}\n1 1 SE {0}\n", name));
    REQUIRE(Omissions(*regular).list().size() == 1);
    CHECK(Omissions(*regular).list().front().what == name);
    CHECK(Omissions(*regular).list().front().count == 2);
    const auto extended =
        test::read_text(fmt::format("0 0 SS {0}\n0 1 MS 1 0 0 8\n0 1 SE {0}\n1 0 SS {0}\n1 1 SE {0}\n", name));
    CHECK(Omissions(*extended).none());
  }
  CHECK(due > 60);
}

TEST_CASE("a function that the tables name sends nothing only when its name says so") {
  std::size_t local = 0;
  for (const std::string& name : known_functions()) {
    CAPTURE(name);
    if (!name.starts_with("MPI_") || record::traffic_of(name) != Traffic::local) continue;
    ++local;
    CHECK(std::any_of(local_words.begin(), local_words.end(),
                      [&](std::string_view word) { return name.find(word) != std::string::npos; }));
  }
  CHECK(local > 150);
}

}  // namespace catalogue_test

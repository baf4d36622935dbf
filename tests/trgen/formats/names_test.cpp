// SPDX-License-Identifier: Apache-2.0
// Whatever a writer writes, its reader reads: every function that any format or the capture knows by name, in every
// form in which records have it, through every writable format.
#include "trgen/formats/dim/names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "trgen/formats/dumpi/signatures.hpp"
#include "trgen/formats/otf2/library.hpp"
#include "trgen/formats/ti/actions.hpp"

namespace names_test {

using namespace trgen;

namespace {

/// The functions of the tracing library: "state Send Bsend" begins a group, and a collective has two more forms.
void add_captured(const std::string& table, std::set<std::string>& names) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string group;
    std::string name;
    if (line.empty() || line[0] == ' ' || line[0] == '#' || !(words >> group)) continue;
    while (words >> name && std::isupper(static_cast<unsigned char>(name[0])) != 0) {
      names.insert("MPI_" + name);
      if (group != "collective") continue;
      names.insert(fmt::format("MPI_{}_init", name));
      name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
      names.insert("MPI_I" + name);
    }
  }
}

/// From the tables of all formats, and from that of the tracing library.
std::vector<std::string> all_functions() {
  std::set<std::string> names;
  constexpr unsigned beyond = 1000;
  for (unsigned number = 0; number < beyond; ++number) names.insert(std::string(formats::dumpi::function_name(number)));
  for (unsigned number = 0; number < beyond; ++number) names.insert(std::string(formats::dim::function_of(number)));
  for (unsigned number = 0; number < beyond; ++number) names.insert(std::string(formats::dim::operation_of(number)));
  for (const formats::ti::Action& each : formats::ti::actions()) names.insert(std::string(each.state));
  for (const std::string_view each : formats::otf2::collective_operations) {
    names.insert(fmt::format("MPI_{}", each));
    names.insert(fmt::format("MPI_I{}", each));
  }
  add_captured(test::read_file(FSIN_SOURCE_DIR "/mpich-patches/trace/wrappers.table"), names);
  // Names like those of calls that a reader takes apart, and states of the program's own.
  for (const char* odd : {"MPI_Testy", "MPI_Waiting", "MPI_Test_it", "MPI_File_x", "solve", "MPI_", "höhe", "計算"}) {
    names.insert(odd);
  }
  names.erase("");
  return {names.begin(), names.end()};
}

/// A line within the function, on rank 0 and on rank 1; {0} is the other rank, {1} a tag.
struct Shape {
  std::string_view name;
  std::string_view mark[2];
  std::string_view within[2];
};

const std::vector<Shape> shapes{
    {"alone", {"", ""}, {"", ""}},
    {"waiting for anybody", {" ANY_SOURCE", " ANY_SOURCE"}, {"", ""}},
    {"a message", {"", ""}, {"MS {0} {1} 0 8\n", "MR {0} {1} 0 8\n"}},
    {"a message for anybody", {"", " ANY_SOURCE"}, {"MS {0} {1} 0 8\n", "MR {0} {1} 0 8 any=both\n"}},
    {"an exchange", {"", ""}, {"MS {0} {1} 0 8\nMR {0} {1} 0 4\n", "MS {0} {1} 0 4\nMR {0} {1} 0 8\n"}},
    {"several messages",
     {"", ""},
     {"MS {0} {1} 0 8\nMS {0} {1} 0 16\nMR {0} {1} 0 4\n", "MS {0} {1} 0 4\nMR {0} {1} 0 8\nMR {0} {1} 0 16\n"}},
    {"a collective of all", {" communicator=0 sent=8 received=16", " communicator=0 sent=8 received=16"}, {"", ""}},
    {"a collective with a root",
     {" communicator=0 root=1 sent=0 received=16", " communicator=0 root=1 sent=16 received=0"},
     {"", ""}},
};

std::string program(const Shape& shape, const std::vector<std::string>& functions) {
  std::string text = "#insee-trace 1\n#ranks 2\n#clock wall\n#communicator 0 0-1\n";
  for (unsigned rank = 0; rank < 2; ++rank) {
    std::uint64_t time = 0;
    text += fmt::format("{} 0 SS MPI_Init\n{} 10 SE MPI_Init\n", rank, rank);
    for (std::size_t i = 0; i < functions.size(); ++i) {
      time = 100 + 100 * i;
      text += fmt::format("{} {} SS {}{}\n", rank, time, functions[i], shape.mark[rank]);
      std::string lines = fmt::format(fmt::runtime(shape.within[rank]), 1 - rank, i % 1000);
      for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
        text += fmt::format("{} {} {}\n", rank, ++time, lines.substr(at, lines.find('\n', at) - at));
      }
      text += fmt::format("{} {} SE {}\n", rank, time + 1, functions[i]);
    }
    text += fmt::format("{} {} SS MPI_Finalize\n{} {} SE MPI_Finalize\n", rank, time + 50, rank, time + 60);
  }
  return text;
}

/// Where the names of functions are not carried, by what the catalogue of docs/traces.md says.
bool carries_names(std::string_view format) { return format != "trc" && format != "goal" && format != "ti"; }

/// A loss that names the function, or the kind of names that it is one of.
bool tells_of(const std::vector<std::string>& lost, const std::string& function) {
  constexpr std::size_t longest_of_clog2 = 31;
  const auto says = [&](std::string_view words) {
    return std::any_of(lost.begin(), lost.end(),
                       [&](const std::string& each) { return each.find(words) != std::string::npos; });
  };
  return says(function) || says("MPI function names and the time") ||
         (!function.starts_with("MPI_") && says("states that are no MPI functions")) ||
         (function.size() > longest_of_clog2 && says("names of states after 31 letters"));
}

}  // namespace

TEST_CASE("every function that any writer can write is read again, with every message") {
  const std::vector<std::string> functions = all_functions();
  REQUIRE(functions.size() > 400);
  for (const Shape& shape : shapes) {
    const auto before = test::read_text(program(shape, functions));
    for (const formats::FormatEntry& format : formats::formats) {
      if (format.write == nullptr && format.write_files == nullptr) continue;
      CAPTURE(shape.name);
      CAPTURE(format.name);
      const test::Folder folder;
      const std::string path = folder / "run" + std::string(format.suffix);
      const auto lost = test::lost(formats::write_trace(*before, path));
      test::Source after;
      CHECK_NOTHROW(after = formats::open_trace(path));
      if (after == nullptr) continue;
      CHECK(test::messages_of(*after) == test::messages_of(*before));
      if (!carries_names(format.name)) continue;
      for (const std::string& function : functions) {
        const auto& names = after->state_names();
        const bool kept = std::find(names.begin(), names.end(), function) != names.end();
        const bool told = tells_of(lost, function);
        CAPTURE(function);
        CHECK((kept || told));
      }
    }
  }
}

TEST_CASE("a file that an older trgen wrote with requests without arguments is read, and that is counted") {
  const test::Folder folder;
  std::string text =
      "version=1.0.0\nstarttime=Thu Jan  1 00:00:00 1970\nhostname=none\nusername=none\nmeshdim=0\n"
      "meshsize=[]\nmeshcrd=[]\n";
  unsigned time = 0;
  for (const char* name :
       {"MPI_Send_init", "MPI_Recv_init", "MPI_Start", "MPI_Startall", "MPI_Cancel", "MPI_Request_free"}) {
    text += fmt::format("{0} entering at walltime 0.{1:09}, cputime 0.{1:09} seconds in thread 0.\n", name, ++time);
    text += fmt::format("{0} returning at walltime 0.{1:09}, cputime 0.{1:09} seconds in thread 0.\n", name, ++time);
  }
  test::write_file(folder / "run-0000.txt", text);
  test::write_file(folder / "run.meta", "hostname=none\nnumprocs=1\nfileprefix=run\n");
  const auto trace = formats::open_trace(folder / "run.meta");
  CHECK(trace->records() == 12);
  CHECK(trace->losses().counts().size() == 6);
}

}  // namespace names_test

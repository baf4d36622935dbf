// SPDX-License-Identifier: Apache-2.0
// Completion of keys and values, tried with all that the tables have.
#include "fsin/commands/key_candidates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/config/describe.hpp"
#include "fsin/experiment/experiment.hpp"

namespace key_candidates_test {

using namespace fsin;

namespace {

const std::vector<config::FieldDoc>& fields() {
  static const std::vector<config::FieldDoc> all = config::describe<experiment::Experiment>();
  return all;
}

std::vector<std::string> texts_of(const std::vector<cli::Candidate>& candidates) {
  std::vector<std::string> found;
  for (const cli::Candidate& each : candidates) found.push_back(each.text);
  return found;
}

std::vector<std::string> texts(const std::string& word) { return texts_of(commands::key_candidates(fields(), word)); }

std::vector<std::string> after(const std::vector<std::string>& earlier, const std::string& word) {
  return texts_of(commands::complete_experiment(word, earlier));
}

bool has(const std::vector<std::string>& all, const std::string& text) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

}  // namespace

TEST_CASE("every key is reached from nothing, part by part, and each of its names is offered as a value") {
  for (const config::FieldDoc& field : fields()) {
    CAPTURE(field.path);
    std::string started;
    for (std::size_t dot = field.path.find('.'); dot != std::string::npos; dot = field.path.find('.', dot + 1)) {
      const std::string upto = field.path.substr(0, dot + 1);
      CHECK(has(texts(started), upto));
      started = upto;
    }
    const bool group = field.type == "group";
    CHECK(has(texts(started), field.path + (group ? "." : "=")));
    for (const config::ChoiceDoc& choice : field.choices) {
      const std::string value = field.path + "=" + std::string(choice.name);
      CHECK(has(texts(field.path + "="), value));
      CHECK(has(texts(value), value));
    }
  }
}

TEST_CASE("a key is completed from any of its parts on, as an override may be written") {
  CHECK(texts("virtual_c") == std::vector<std::string>{"virtual_channels="});
  CHECK(texts("router.virtual_c") == std::vector<std::string>{"router.virtual_channels="});
  CHECK(has(texts("virtual_channels="), "virtual_channels=1") == false);
  CHECK(has(texts("topology=to"), "topology=torus"));
  CHECK(texts("variable_last_packet=t") == std::vector<std::string>{"variable_last_packet=true"});
  CHECK(has(texts("sweep.grid.work"), "sweep.grid.workload."));
  CHECK(texts("sweep.") == std::vector<std::string>{"sweep.grid.", "sweep.seeds=", "sweep.zip."});
}

TEST_CASE("words before the experiment, and those of a live program, are files") {
  CHECK(after({}, "netw").empty());
  CHECK(after({"-j", "4"}, "netw").empty());
  CHECK(after({"exp.yaml", "--"}, "netw").empty());
  CHECK(after({"-"}, "netw") == std::vector<std::string>{"network."});
  CHECK(after({"exp.yaml", "load=0.1"}, "nothing-like-it").empty());
}

TEST_CASE("a candidate is explained") {
  const auto found = commands::key_candidates(fields(), "network.router.virtual");
  REQUIRE(found.size() == 1);
  CHECK(!found.front().doc.empty());
}

}  // namespace key_candidates_test

// SPDX-License-Identifier: Apache-2.0
// The contract of <fsin/fsin.hpp>, checked by a program that links the installed library (install_test.py). argv[1]: an
// experiment file with a mistake in its line 3.
#include <cmath>
#include <cstdio>
#include <fsin/fsin.hpp>
#include <stdexcept>
#include <string>

namespace {

class Checks {
 public:
  void holds(bool condition, const char* what) {
    if (condition) return;
    std::printf("failed: %s\n", what);
    ++failed_;
  }
  int failed() const { return failed_; }

 private:
  int failed_ = 0;
};

fsin::Experiment small() {
  fsin::Experiment experiment;
  experiment.set("network.topology", "{type: torus, dims: [4, 4]}").set("workload.load", 0.2);
  experiment.set("measure.warmup", 200).set("measure.cycles", 1000);
  return experiment;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// The text of the error that check() throws; empty when it does not.
std::string refused(const fsin::Experiment& experiment, std::size_t mistakes) {
  try {
    experiment.check();
  } catch (const fsin::ExperimentError& error) {
    return error.mistakes().size() == mistakes ? error.what() : "another number of mistakes";
  }
  return {};
}

void check_errors(Checks& checks, const char* file) {
  checks.holds(has(refused(small().set("workload.laod", 1), 1), "laod"), "an unknown key is refused");
  checks.holds(has(refused(small().set("measure.cycles", "5 apples").set("network.packet", "two"), 2), "apples"),
               "two mistakes are told at once");
  checks.holds(has(refused(small().set("router.flow_control", "none").set("routing", "dor"), 1), "deadlock"),
               "a network that can deadlock is refused");
  checks.holds(has(refused(fsin::Experiment::from_file("nowhere.yaml"), 1), "nowhere.yaml: no such file"),
               "a file that is not there is refused");
  checks.holds(has(refused(fsin::Experiment::from_text("fsin: 1\nsweep: {seeds: 3}\n"), 1), "many experiments"),
               "the text of a sweep is refused");
  try {
    fsin::Experiment::from_file(file).run();
    checks.holds(false, "a faulty file is refused");
  } catch (const fsin::ExperimentError& error) {
    const std::string place = error.mistakes().at(0).place;
    checks.holds(has(place, ":3:"), "a mistake in a file has its line");
    const fsin::ExperimentError copy = error;
    checks.holds(std::string(copy.what()) == error.what() && copy.mistakes().size() == 1, "an error can be copied");
  }
}

void check_results(Checks& checks) {
  const fsin::Result one = small().run();
  checks.holds(one.finished() && one.runs() == 1 && one.failure().empty(), "a run finishes");
  const auto latency = one.figure("latency.mean");
  checks.holds(latency && latency->mean > 4 && !latency->half_width && latency->unit == "cycles",
               "one run has no interval");
  checks.holds(!one.figure("ranks.finished"), "synthetic load has no figure of ranks");
  bool thrown = false;
  try {
    one.figure("latency.maen");
  } catch (const std::out_of_range& error) {
    thrown = has(error.what(), "latency.mean");
  }
  checks.holds(thrown, "a figure that does not exist throws, with the nearest name");
  const fsin::Result again = fsin::Experiment::from_text(one.config(), "again.yaml").run();
  checks.holds(again.fingerprint() == one.fingerprint(), "the configuration of a result gives it again");
  const fsin::Result several = small().set("measure.seeds", 4).run({1, 2, false});
  checks.holds(several.runs() == 4 && several.figure("latency.mean")->half_width.value() > 0,
               "four runs have an interval");
  checks.holds(several.figures().size() >= one.figures().size(), "figures have names");
  checks.holds(!small().set("measure.resolution", 0.1).run().warnings().empty(), "a key without effect is warned of");
  checks.holds(!fsin::version().empty(), "the library tells its version");
}

void check_network(Checks& checks) {
  fsin::Network network(fsin::Experiment().set("network.model", "flow"));
  network.send(0, 1, 1000, 0, 7);
  network.advance();
  const auto came = network.next_delivery();
  checks.holds(came && came->token == 7 && came->cycle == network.now(), "a message comes");
  bool thrown = false;
  try {
    network.send(0, 0, 1, network.now(), 8);
  } catch (const std::invalid_argument& error) {
    thrown = has(error.what(), "crosses no network");
  }
  checks.holds(thrown, "a message of a node to itself is refused");
}

}  // namespace

int main(int /*argc*/, char** argv) {
  Checks checks;
  check_errors(checks, argv[1]);
  check_results(checks);
  check_network(checks);
  return checks.failed() == 0 ? 0 : 1;
}

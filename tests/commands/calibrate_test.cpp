// SPDX-License-Identifier: Apache-2.0
// fsin calibrate as a user runs it: what it writes can be simulated and takes the times that were measured; what is
// measured on a simulated network gives the parameters of that network back.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/loggps.hpp"
#include "fsin/engine/message/piecewise.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "tests/commands/cli.hpp"

namespace calibrate_test {

using namespace fsin;
using namespace fsin::test;
using engine::message::LoggpsModel;
using engine::message::PiecewiseModel;

namespace {

const std::string data = FSIN_SOURCE_DIR "/experiments/calibration/data/";

/// The model of an experiment that takes in the calibrated network.
template <class Model>
Model calibrated_model(const Scratch& scratch) {
  scratch.file("use.yaml", "fsin: 1\nnetwork: {file: fitted/network.yaml, topology: {type: torus, dims: [4, 4]}}\n");
  Diagnostics diagnostics;
  const auto loaded = experiment::load_experiment(scratch.path() / "use.yaml", {}, diagnostics);
  REQUIRE_MESSAGE(loaded, diagnostics.text());
  return loaded->experiment.network.model.get<Model>();
}

/// The numbers of each line of errors.csv, those left out as 0.
std::vector<std::vector<double>> rows_of(const Scratch& scratch) {
  std::istringstream in(read_file(scratch.path() / "fitted/errors.csv"));
  std::vector<std::vector<double>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::vector<double>& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field.empty() ? 0 : std::stod(field));
  }
  return rows;
}

}  // namespace

TEST_CASE("an experiment with the parameters that were written takes the measured times, within the stated error") {
  const Scratch scratch;
  const Ran fit = run_fsin_in(scratch.path(), {"calibrate", data + "mpich-shm.csv", "--out", "fitted"});
  REQUIRE(fit.code == 0);
  CHECK(fit.out.find("84 sizes from 1 B to 4 MiB, 756 measurements; the median of the 9 of each size is fitted") !=
        std::string::npos);
  const std::string picture = read_file(scratch.path() / "fitted/fit.svg");
  CHECK(picture.find("</svg>") != std::string::npos);
  const std::string page = read_file(scratch.path() / "fitted/calibration.html");
  CHECK(page.find(picture) != std::string::npos);
  CHECK(page.find("type: piecewise") != std::string::npos);  // the parameters
  const auto rows = rows_of(scratch);
  REQUIRE(rows.size() == 84);
  double worst = 0;
  for (const auto& row : rows) worst = std::max(worst, row[6]);
  CHECK(worst < 0.20);
  scratch.file("use.yaml",
               "fsin: 1\nnetwork: {file: fitted/network.yaml, topology: {type: torus, dims: [2]}}\n"
               "workload: {type: program, kernel: {type: pingpong, iterations: 50}}\n");
  for (std::size_t i = 0; i < rows.size(); i += 9) {
    CAPTURE(rows[i][0]);
    const std::string bytes = std::to_string(static_cast<std::uint64_t>(rows[i][0]));
    const Ran run = run_fsin_in(scratch.path(), {"run", "use.yaml", "bytes=" + bytes + " B", "--json", "-", "--quiet"});
    REQUIRE_MESSAGE(run.code == 0, run.err);
    const auto result = nlohmann::json::parse(run.out);
    const double us = result["simulated_seconds"].get<double>() * 1e6 / 100;
    CHECK(us == doctest::Approx(rows[i][5]).epsilon(2e-3));
    CHECK(std::abs(std::log(us / rows[i][1])) <= std::log1p(worst) + 2e-3);
  }
}

TEST_CASE("ping-pongs over a piece-wise linear network give its parameters back") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n  link: {bandwidth: 320 Gb/s}\n"
               "  model: {type: piecewise, from: [0 B, 5000 B], latency: [1 us, 6 us], byte_time: [1 ns, 0.25 ns]}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"calibrate", "--from", "exp.yaml", "--out", "fitted"});
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  const auto model = calibrated_model<PiecewiseModel>(scratch);
  REQUIRE(model.from.size() == 2);
  CHECK(model.from[1].value > 4096);
  CHECK(model.from[1].value <= 6144);
  CHECK(model.latency[0].value == doctest::Approx(1000).epsilon(1e-3));
  CHECK(model.latency[1].value == doctest::Approx(6000).epsilon(1e-3));
  CHECK(model.byte_time[0].value == doctest::Approx(1).epsilon(1e-3));
  CHECK(model.byte_time[1].value == doctest::Approx(0.25).epsilon(1e-3));
}

TEST_CASE("ping-pongs over LogGPS give L + 2 o, G and S back, and o as it is given") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n  link: {bandwidth: 320 Gb/s}\n  model:\n"
               "    {type: loggps, latency: 2 us, overhead: 300 ns, gap: 1 us, byte_gap: 0.5 ns, eager: 8 KiB}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"calibrate", "--from", "exp.yaml", "--model", "loggps", "--overhead",
                                               "300 ns", "--out", "fitted"});
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  CHECK(ran.out.find("does not show in ping-pongs") != std::string::npos);
  const auto model = calibrated_model<LoggpsModel>(scratch);
  CHECK(model.latency.value == doctest::Approx(2000).epsilon(1e-3));
  CHECK(model.overhead.value == doctest::Approx(300));
  CHECK(model.byte_gap->value == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(model.eager->value == 8192);
}

TEST_CASE("both engines measure the same, and the same each time") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, routing: {type: adaptive}, router: "
               "{virtual_channels: 3}}\n");
  const std::vector<std::string> words{"calibrate", "--from", "exp.yaml", "--most", "2 KiB", "--pair", "0,5"};
  const Ran event = run_fsin_in(scratch.path(), words);
  REQUIRE_MESSAGE(event.code == 0, event.err);
  CHECK(event.out.find("exp.yaml, nodes 0 and 5 (2 links): simulated") == 0);
  CHECK(run_fsin_in(scratch.path(), words).out == event.out);
  std::vector<std::string> stepped = words;
  stepped.insert(stepped.end(), {"--engine", "reference"});
  CHECK(run_fsin_in(scratch.path(), stepped).out == event.out);
}

TEST_CASE("mistakes are told with what to write, and nothing is printed as a result") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n");
  scratch.file("few.csv", "size_B,time_us\n1,2\n2,3\n4,5\n");
  struct Mistake {
    std::vector<std::string> words;
    int code;
    std::string message;
  };
  const std::vector<Mistake> mistakes{
      {{}, 2, "fsin calibrate: no measurements given; name a file"},
      {{"absent.csv"}, 3, "absent.csv: no such file; check the path (looked for "},
      {{"few.csv"}, 3, "few.csv: has 3 sizes; a fit needs at least 4"},
      {{"few.csv", "--format", "ossu"}, 2, "fsin calibrate: --format \"ossu\": no such format; did you mean \"osu\"?"},
      {{"few.csv", "--time-unit", "h"}, 2, "fsin calibrate: --time-unit \"h\" is no unit of time"},
      {{"few.csv", "--pair", "0,1"}, 2, "fsin calibrate: --pair has an effect with --from only"},
      {{"few.csv", "--overhead", "1 us"}, 2, "fsin calibrate: --overhead has an effect with --model loggps only"},
      {{"few.csv", "--segments", "0"}, 2, "fsin calibrate: --segments \"0\" is not a whole number from 1 to 20"},
      {{"--from", "exp.yaml", "--pair", "0,99"},
       2,
       "fsin calibrate: --pair \"0,99\" is not two different nodes of 0 .. 15"},
      {{"--from", "exp.yaml", "few.csv"}, 2, "fsin calibrate: \"few.csv\": with --from, measurements come from"},
      {{"--from", "exp.yaml", "--least", "2 ns"}, 2, "fsin calibrate: --least: \"2 ns\" is a time, not a size"},
      {{"--from", "exp.yaml", "--round-trip"}, 2, "fsin calibrate: --round-trip has no effect with --from"},
      {{data + "osu_latency.txt", "--segments", "12"}, 2, "fsin calibrate: --segments 12: the sizes are enough for"},
      {{data + "osu_latency.txt", "--model", "loggps", "--overhead", "1 s"},
       2,
       "fsin calibrate: --overhead is more than"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.message);
    std::vector<std::string> words{"calibrate"};
    words.insert(words.end(), mistake.words.begin(), mistake.words.end());
    const Ran ran = run_fsin_in(scratch.path(), words);
    CHECK(ran.code == mistake.code);
    CHECK(ran.out.empty());
    CHECK(ran.err.substr(0, mistake.message.size()) == mistake.message);
  }
}

}  // namespace calibrate_test

// SPDX-License-Identifier: Apache-2.0
// fsin compare-models, and what runs without routers say of themselves, as a user sees it.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace compare_models_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* head =
    "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n  packet: 256 B\n  phit: 16 B\n"
    "  variable_last_packet: true\n";
constexpr const char* pairs = "workload: {type: program, kernel: {type: pingpong, iterations: 20, bytes: 4 KiB}}\n";
constexpr const char* crowd = "workload: {type: program, kernel: {type: all-to-all, iterations: 1, bytes: 4 KiB}}\n";

Json compared(const Scratch& scratch, const std::string& models, int code = 0) {
  const Ran ran = run_fsin_in(scratch.path(), {"compare-models", "exp.yaml", "--models", models, "--json", "-", "-q"});
  CHECK(ran.code == code);
  return Json::parse(ran.out);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("messages that meet no other take as long under derived parameters as in routers") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + pairs);
  const Json json = compared(scratch, "flow,loggps,loggp,piecewise,ideal");
  REQUIRE(json["models"].size() == 6);
  CHECK(json["figure"] == "cycles");
  for (std::size_t i = 1; i < 6; ++i) {
    const Json& model = json["models"][i];
    CAPTURE(model["model"]);
    CHECK(std::abs(model["error"].get<double>()) < 0.01);
    CHECK(model["warns"] == false);
    CHECK(model["ranks"]["cycles"].size() == 16);
  }
}

TEST_CASE("each model alone gives the cycles that the comparison shows, with the parameters that it shows") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + crowd);
  const Json json = compared(scratch, "flow,loggps,piecewise");
  for (const Json& model : json["models"]) {
    const std::string parameters = "network.model=" + model["parameters"].get<std::string>();
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", parameters, "-q", "--json", "-"});
    REQUIRE(ran.code == 0);
    const Json run = Json::parse(ran.out);
    CHECK(run["cycles"] == model["cycles"]);
    CHECK(run.contains("model_checks") == (model["model"] != "routers"));
    if (run.contains("model_checks")) CHECK(run["model_checks"] == model["checks"]);
  }
}

TEST_CASE("a model without links warns of an all-to-all, and is far off; of ping-pongs it does not") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: mesh, dims: [8, 8]}, model: {type: loggps}}\n" +
                               std::string(crowd));
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(ran.code == 0);
  CHECK(has(ran.out, "\nwarning      messages of several nodes would keep the link"));
  CHECK(has(ran.out, "fsin compare-models tells how much"));
  scratch.file("exp.yaml", std::string(head) + pairs);
  const Ran calm = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "network.model=flow"});
  CHECK(calm.code == 0);
  CHECK_FALSE(has(calm.out, "warning"));
}

TEST_CASE("parameters that make lone messages slower than the network are warned of") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + pairs);
  const Ran ran = run_fsin_in(scratch.path(),
                              {"run", "exp.yaml", "-q", "--json", "-", "network.model={type: loggps, latency: 1 ms}"});
  REQUIRE(ran.code == 0);
  bool warns = false;
  const Json json = Json::parse(ran.out);
  for (const Json& check : json["model_checks"]) warns |= check["name"] == "time-alone" && check["warns"] == true;
  CHECK(warns);
}

TEST_CASE("queues that do not cover the round trip are warned of") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) +
                               "  preset: oblivious-1vc\n  router: {queue: 2 packets}\n  link: {delay: 60 cycles}\n" +
                               pairs);
  const Json json = compared(scratch, "flow");
  const Json& flow = json["models"][1];
  CHECK(flow["error"].get<double>() < -0.3);
  CHECK(flow["warns"] == true);
  CHECK(flow["checks"].back()["name"] == "credit-loop");
  CHECK(flow["checks"].back()["warns"] == true);
}

TEST_CASE("a model that the experiment names has its parameters there") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + "  model: {type: loggps, latency: 100 us}\n" + pairs);
  const Json json = compared(scratch, "loggps");
  CHECK(json["models"][0]["model"] == "routers");
  CHECK(json["models"][1]["origin"] == "parameters of the experiment");
  CHECK(has(json["models"][1]["parameters"], "100000 ns"));
  CHECK(json["models"][1]["error"].get<double>() > 0.5);
}

TEST_CASE("synthetic load is compared by latency, and by what is accepted where routers are saturated") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) +
                               "workload: {type: synthetic, pattern: uniform, load: 0.1}\n"
                               "measure: {warmup: 500, cycles: 2000}\n");
  CHECK(compared(scratch, "piecewise")["figure"] == "latency.mean");
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: mesh, dims: [8, 8]}, preset: oblivious-3vc}\n"
               "workload: {type: synthetic, pattern: transpose, load: 0.6}\nmeasure: {warmup: 500, cycles: 2000}\n");
  CHECK(compared(scratch, "piecewise", 1)["figure"] == "load.accepted");
}

TEST_CASE("the folder has the comparison, a picture and a page") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + crowd);
  const Ran ran = run_fsin_in(scratch.path(), {"compare-models", "exp.yaml", "--out", "out", "-q"});
  CHECK(ran.code == 0);
  CHECK(has(ran.out, "critical path under routers:"));
  CHECK(has(ran.out, "4 links"));
  const Json json = Json::parse(read_file(scratch.path() / "out/models.json"));
  const std::string svg = read_file(scratch.path() / "out/models.svg");
  CHECK(has(svg, "<svg"));
  std::size_t dots = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++dots;
  CHECK(dots == 4 * (json["sizes"].size() + 16));  // models by sizes, and by ranks
  const std::string page = read_file(scratch.path() / "out/models.html");
  CHECK(has(page, svg));
  CHECK(has(page, "prefers-color-scheme:dark"));
}

TEST_CASE("wrong models and searches are refused with what to write") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(head) + "workload: {type: synthetic, pattern: uniform, load: 0.1}\n");
  const Ran wrong = run_fsin_in(scratch.path(), {"compare-models", "exp.yaml", "--models", "flo,loggps"});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "did you mean \"flow\""));
  const Ran search = run_fsin_in(scratch.path(), {"compare-models", "exp.yaml", "-q", "measure.find=saturation"});
  CHECK(search.code == 2);
  CHECK(has(search.err, "models are compared at one load"));
}

}  // namespace compare_models_test

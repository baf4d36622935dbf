// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "fsin/config/describe.hpp"
#include "tests/config/sample.hpp"

namespace read_test {

using namespace sample;

namespace {

/// Reading the dump of the experiment gives the experiment.
void check_round_trip(const Experiment& experiment) {
  const std::string text = config::dump(experiment, "fsin");
  CAPTURE(text);
  const Outcome again = read(text, {}, "dump");
  CHECK(again.said().empty());
  CHECK(again.experiment == experiment);
  CHECK(config::dump(again.experiment, "fsin") == text);
}

}  // namespace

TEST_CASE("every kind of value is read") {
  const Outcome outcome = read(
      "fsin: 1\n"
      "title: a study\n"
      "offset: -3\n"
      "warmup: 500\n"
      "network:\n"
      "  topology: {type: torus, dims: [4, 5, 6], wrap: off}\n"
      "  router: {virtual_channels: 2, queue: 1 packet, arbiter: random, stages: [random, oldest]}\n"
      "  packet: 1 KiB\n"
      "  bandwidth: 10 Gb/s\n"
      "  delay: 1.5 us\n"
      "workload: {load: 0.25, offsets: [-1, 1]}\n");
  CHECK(outcome.said().empty());
  Experiment expected;
  expected.title = "a study";
  expected.offset = -3;
  expected.warmup = CycleCount{500};
  expected.network.topology = Torus{{4, 5, 6}, false};
  expected.network.router = Router{2, PacketCount{1}, Arbiter::random, {Arbiter::random, Arbiter::oldest}};
  expected.network.packet = Bytes{1024};
  expected.network.bandwidth = BitRate{10'000'000'000};
  expected.network.delay = Nanoseconds{1500};
  expected.workload = Synthetic{0.25, std::vector<int>{-1, 1}};
  CHECK(outcome.experiment == expected);
}

TEST_CASE("keys that are not written keep the value the struct has") {
  Diagnostics diagnostics;
  config::Document document = config::load_text("exp.yaml", "workload: {load: 0.5}\n", diagnostics);
  Experiment experiment;
  experiment.seed = 77;
  experiment.workload = Synthetic{0.9, std::vector<int>{3}};
  experiment.network.topology = FatTree{2, 2};
  CHECK(config::read(document, experiment, diagnostics));
  CHECK(experiment.seed == 77);
  CHECK(experiment.workload == Workloads::variant{Synthetic{0.5, std::vector<int>{3}}});
  CHECK(experiment.network.topology == Topologies::variant{FatTree{2, 2}});
}

TEST_CASE("a choice has a long form, a short form, and the form of its first key") {
  const auto placement_of = [](std::string_view text) {
    const Outcome outcome =
        read("fsin: 1\nworkload: {type: trace, file: t.txt, placement: " + std::string(text) + "}\n");
    INFO(outcome.said());
    CHECK(outcome.diagnostics.ok());
    return std::get<Trace>(outcome.experiment.workload).placement;
  };
  CHECK(placement_of("random") == Placements::variant{RandomPlacement{}});
  CHECK(placement_of("{type: file, file: p.txt}") == Placements::variant{FilePlacement{InputPath("p.txt")}});
  CHECK(placement_of("{file: p.txt}") == Placements::variant{FilePlacement{InputPath("p.txt")}});
}

TEST_CASE("an optional can be absent, null or there") {
  const auto scale_of = [](std::string_view rest) {
    const Outcome outcome = read("fsin: 1\nworkload: {type: trace, file: t.txt" + std::string(rest) + "}\n");
    CHECK(outcome.said().empty());
    return std::get<Trace>(outcome.experiment.workload).scale;
  };
  CHECK(scale_of("") == std::nullopt);
  CHECK(scale_of(", scale: null") == std::nullopt);
  CHECK(scale_of(", scale: 0.5") == 0.5);
  CHECK(said("workload: {type: trace, file: t.txt, scale: -1}\n") ==
        "exp.yaml:2:45: workload.scale: -1 is out of range; give 0 or more\n");
}

TEST_CASE("paths are relative to the file that names them, overrides to the working directory") {
  const auto file_of = [](std::string_view file, std::string_view name, const std::vector<std::string>& overrides) {
    const Outcome outcome =
        read("fsin: 1\nworkload: {type: trace, file: " + std::string(file) + "}\n", overrides, name);
    CHECK(outcome.said().empty());
    return std::get<Trace>(outcome.experiment.workload).file.string();
  };
  CHECK(file_of("t.txt", "exp.yaml", {}) == "t.txt");
  CHECK(file_of("../traces/t.txt", "experiments/fig7/exp.yaml", {}) == "experiments/traces/t.txt");
  CHECK(file_of("/abs/t.txt", "experiments/exp.yaml", {}) == "/abs/t.txt");
  CHECK(file_of("t.txt", "experiments/exp.yaml", {"workload.file=here/t.txt"}) == "here/t.txt");
}

TEST_CASE("the dump has every key in canonical form") {
  CHECK(config::dump(Experiment{}, "fsin") ==
        "fsin: 1\n"
        "network:\n"
        "  topology:\n"
        "    type: torus\n"
        "    dims: [8, 8]\n"
        "    wrap: true\n"
        "  router:\n"
        "    virtual_channels: 3\n"
        "    queue: 4 packets\n"
        "    arbiter: round-robin\n"
        "    stages: [oldest]\n"
        "  packet: 64 B\n"
        "  bandwidth: 1 Gb/s\n"
        "  delay: 0 ns\n"
        "workload:\n"
        "  type: synthetic\n"
        "  load: 0.1\n"
        "  offsets: ~\n"
        "title: untitled\n"
        "seed: 1\n"
        "offset: 0\n"
        "warmup: 0 cycles\n");
}

TEST_CASE("reading a dump gives the same values") {
  check_round_trip(Experiment{});
  Experiment experiment;
  experiment.network.topology = Crossbar{};
  experiment.network.router.stages.clear();
  experiment.network.delay = Nanoseconds{0.125};
  experiment.workload = Trace{InputPath("some dir/t: #1.txt"), 1e-9, FilePlacement{InputPath("p.txt")}};
  experiment.seed = std::numeric_limits<std::uint64_t>::max();
  experiment.offset = std::numeric_limits<std::int32_t>::min();
  check_round_trip(experiment);
  experiment.workload = Synthetic{1.0 / 3.0, std::vector<int>{-5, 0, 5}};
  check_round_trip(experiment);
}

TEST_CASE("any text survives the dump") {
  Experiment experiment;
  for (const char* title : {"",
                            " ",
                            "null",
                            "~",
                            "true",
                            "010",
                            "1e3",
                            "a: b",
                            "#x",
                            "x #y",
                            "- a",
                            "[a",
                            "{a",
                            "*a",
                            "&a",
                            "!t",
                            "%d",
                            "@a",
                            "`a",
                            "'q'",
                            "\"q\"",
                            "<<",
                            "a\nb",
                            "a\tb",
                            "\ttab",
                            "trailing ",
                            "caf\xc3\xa9",
                            "\xf0\x9f\x90\x8c",
                            "?",
                            "? a",
                            "-",
                            "---",
                            "...",
                            "|",
                            ">",
                            "a\\nb",
                            "\\",
                            "=",
                            "Null",
                            "NULL",
                            "\xef\xbb\xbf"
                            "bom"}) {
    CAPTURE(title);
    experiment.title = title;
    check_round_trip(experiment);
  }
}

TEST_CASE("the tree of a struct knows numbers, truth values and texts apart") {
  const config::Tree tree = config::to_tree(Experiment{});
  using Kind = config::Tree::Kind;
  CHECK(tree.at("seed")->kind == Kind::number);
  CHECK(tree.at("network.topology.wrap")->kind == Kind::boolean);
  CHECK(tree.at("network.packet")->kind == Kind::text);
  CHECK(tree.at("network.topology.dims")->kind == Kind::list);
  CHECK(tree.at("network.topology.dims")->items.front().kind == Kind::number);
  CHECK(tree.at("workload.offsets")->kind == Kind::null);
  CHECK(tree.at("network.no.such") == nullptr);
}

TEST_CASE("help pages get every field with type, unit, range, default and choices") {
  const std::vector<config::FieldDoc> docs = config::describe<Experiment>();
  const auto find = [&docs](std::string_view path, std::string_view when = {}) {
    for (const config::FieldDoc& doc : docs) {
      if (doc.path == path && doc.when == when) return doc;
    }
    FAIL("no such field: " << path);
    return config::FieldDoc{};
  };
  CHECK(find("network").type == "group");
  const config::FieldDoc topology = find("network.topology");
  CHECK(topology.type == "choice");
  CHECK(topology.default_value == "torus");
  CHECK(topology.choices.size() == 3);
  CHECK(topology.choices[1].name == "fat-tree");
  const config::FieldDoc dims = find("network.topology.dims", "torus");
  CHECK(dims.key == "dims");
  CHECK(dims.type == "list of whole numbers");
  CHECK(dims.range == "2 to 65535, 1 to 3 values");
  CHECK(dims.default_value == "[8, 8]");
  CHECK(dims.doc == "nodes per dimension, X first");
  const config::FieldDoc queue = find("network.router.queue");
  CHECK(queue.type == "number of packets");
  CHECK(queue.unit == "packet, packets");
  CHECK(queue.range == "1 packet to 1024 packets");
  const config::FieldDoc arbiter = find("network.router.arbiter");
  CHECK(arbiter.type == "name");
  CHECK(arbiter.choices.front().doc == "each in turn");
  CHECK(find("workload.offsets", "synthetic").type == "optional list of whole numbers");
  CHECK(find("workload.file", "trace").required);
  CHECK(find("workload.file", "trace").default_value.empty());
  CHECK(find("workload.placement.file", "file").required);
  CHECK(find("seed").range == "1 or more");
}

TEST_CASE("a catalogue describes its entries") {
  const std::vector<config::EntryDoc> entries = config::describe_catalogue<Topologies>();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].name == "torus");
  CHECK(entries[0].cite == "Dally 1990");
  CHECK(entries[0].fields.size() == 2);
  CHECK(entries[1].cite.empty());
  CHECK(entries[2].fields.empty());
  CHECK(Topologies::name_of(Topologies::variant{FatTree{}}) == "fat-tree");
  CHECK(config::name_of(arbiter_names, Arbiter::oldest) == "oldest");
}

TEST_CASE("two fields with one key in a struct are a bug of the program") {
  config::Fields fields;
  unsigned value = 0;
  fields("x", value, "one");
  CHECK_THROWS_AS(fields("x", value, "two"), std::logic_error);
}

}  // namespace read_test

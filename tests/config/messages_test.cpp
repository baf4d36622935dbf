// SPDX-License-Identifier: Apache-2.0
// Every message that a configuration can cause, to the letter.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/config/sample.hpp"

namespace messages_test {

using namespace sample;

namespace {

std::string load_said(const std::filesystem::path& path, int* exit_code = nullptr) {
  Diagnostics diagnostics;
  const config::Document document = config::load_file(path, diagnostics);
  CHECK(document.loaded() == diagnostics.ok());
  if (exit_code != nullptr) *exit_code = diagnostics.exit_code();
  return diagnostics.text();
}

}  // namespace

TEST_CASE("a valid file says nothing") { CHECK(said("seed: 7\n").empty()); }

TEST_CASE("unknown keys get the nearest name and the list") {
  CHECK(
      said("network:\n  router:\n    virtual_chanels: 3\n") ==
      "exp.yaml:4:5: unknown key \"virtual_chanels\" in network.router; did you mean \"virtual_channels\"? valid keys: "
      "virtual_channels, queue, arbiter, stages\n");
  CHECK(said("netwrok: {}\n") ==
        "exp.yaml:2:1: unknown key \"netwrok\" at the top level; did you mean \"network\"? valid keys: network, "
        "workload, "
        "title, seed, offset, warmup\n");
  CHECK(said("xyzzy: 1\n") ==
        "exp.yaml:2:1: unknown key \"xyzzy\" at the top level; valid keys: network, workload, title, seed, offset, "
        "warmup\n");
}

TEST_CASE("a key in the wrong place is told where it belongs") {
  CHECK(said("network: {queue: 4 packets}\n") ==
        "exp.yaml:2:11: unknown key \"queue\" in network; did you mean network.router.queue?\n");
  CHECK(said("workload: trace\nfile: x\n").find("unknown key \"file\" at the top level; did you mean workload.file?") !=
        std::string::npos);
}

TEST_CASE("a key that only another type has is not suggested but told") {
  CHECK(said("file: x\n") ==
        "exp.yaml:2:1: unknown key \"file\" at the top level; workload.file belongs to type trace, "
        "workload.placement.file to type file; valid keys: network, workload, title, seed, offset, warmup\n");
}

TEST_CASE("another word for a key is answered with the key of the same place and what it is") {
  CHECK(said("network: {latency: 5 ns}\n") ==
        "exp.yaml:2:11: unknown key \"latency\" in network; did you mean \"delay\" (of a link)? valid keys: topology, "
        "router, packet, bandwidth, delay\n");
  CHECK(said("network: {router: {Buffer-Size: 4 packets}}\n").find("did you mean \"queue\" (capacity of a VC)?") !=
        std::string::npos);
  CHECK(said("", {"bw=1 Gb/s"}) ==
        "override 'bw=1 Gb/s': unknown key \"bw\"; did you mean network.bandwidth (of a link)?\n");
}

TEST_CASE("a suggestion for an override is a key of the selected types") {
  CHECK(said("", {"fille=x"}).find("did you mean") == std::string::npos);
  CHECK(said("workload: {type: trace, file: a}\n", {"fille=x"}).find("did you mean workload.file?") !=
        std::string::npos);
}

TEST_CASE("a key of another type of a choice is told so") {
  CHECK(
      said("network:\n  topology: {type: torus, k: 4}\n") ==
      "exp.yaml:3:27: network.topology: key \"k\" belongs to type fat-tree, but the type is torus; remove it, or write "
      "\"type: fat-tree\"\n");
  CHECK(said("network:\n  topology: {type: torus, dims: [4]}\n", {"network.topology.type=fat-tree"}) ==
        "exp.yaml:3:27: network.topology: key \"dims\" belongs to type torus, but the type is fat-tree (override "
        "'network.topology.type=fat-tree'); remove it, or replace the whole with 'network.topology=fat-tree'\n");
}

TEST_CASE("unknown names and types get the nearest and the list") {
  CHECK(said("network: {router: {arbiter: round robin}}\n") ==
        "exp.yaml:2:29: network.router.arbiter: unknown value \"round robin\"; did you mean \"round-robin\"? valid "
        "values: round-robin, oldest, random\n");
  CHECK(
      said("network: {topology: {type: tours}}\n") ==
      "exp.yaml:2:28: network.topology: unknown type \"tours\"; did you mean \"torus\"? valid types: torus, fat-tree, "
      "crossbar\n");
  CHECK(said("network: {topology: hypercube}\n") ==
        "exp.yaml:2:21: network.topology: unknown type \"hypercube\"; valid types: torus, fat-tree, crossbar\n");
  CHECK(said("network: {topology: {type: [torus]}}\n") ==
        "exp.yaml:2:28: network.topology: a list in place of a type; write one of: torus, fat-tree, crossbar\n");
  CHECK(said("network: {topology: }\n") ==
        "exp.yaml:2:11: network.topology: nothing in place of a type; write one of: torus, fat-tree, crossbar\n");
}

TEST_CASE("values out of range are told the range and its unit") {
  CHECK(said("network: {router: {virtual_channels: 17}}\n") ==
        "exp.yaml:2:38: network.router.virtual_channels: 17 is out of range; give 1 to 16\n");
  CHECK(said("network: {router: {queue: 0 packets}}\n") ==
        "exp.yaml:2:27: network.router.queue: 0 packets is out of range; give 1 packet to 1024 packets\n");
  CHECK(said("network: {packet: 2 MiB}\n") ==
        "exp.yaml:2:19: network.packet: 2 MiB is out of range; give 1 B to 1 MiB\n");
  CHECK(said("network: {topology: {dims: [8, 1]}}\n") ==
        "exp.yaml:2:32: network.topology.dims[1]: 1 is out of range; give 2 to 65535\n");
  CHECK(said("workload: {load: 1.5}\n") == "exp.yaml:2:18: workload.load: 1.5 is out of range; give 0 to 1\n");
  CHECK(said("seed: 0\n") == "exp.yaml:2:7: seed: 0 is out of range; give 1 or more\n");
  CHECK(said("seed: -4\n") == "exp.yaml:2:7: seed: -4 is out of range; give 1 or more\n");
  CHECK(said("network: {topology: {type: fat-tree, k: 256}}\n") ==
        "exp.yaml:2:41: network.topology.k: 256 is out of range; give 0 to 255\n");
  CHECK(said("offset: 2147483648\n") ==
        "exp.yaml:2:9: offset: 2147483648 is out of range; give -2147483648 to 2147483647\n");
}

TEST_CASE("numbers are digits: no octal, no hexadecimal, no suffix") {
  CHECK(said("seed: 010\n") == "exp.yaml:2:7: seed: \"010\" starts with a zero; write it without\n");
  CHECK(said("seed: 0x10\n") == "exp.yaml:2:7: seed: \"0x10\" is not a whole number; give 1 or more\n");
  CHECK(said("seed: 3 packets\n") == "exp.yaml:2:7: seed: \"3 packets\" is not a whole number; give 1 or more\n");
  CHECK(said("seed: 99999999999999999999999\n") ==
        "exp.yaml:2:7: seed: 99999999999999999999999 is out of range; give 1 or more\n");
  CHECK(said("workload: {load: inf}\n") == "exp.yaml:2:18: workload.load: \"inf\" is not a number; give 0 to 1\n");
  CHECK(said("network: {topology: {wrap: maybe}}\n") ==
        "exp.yaml:2:28: network.topology.wrap: \"maybe\" is not a truth value; write true or false\n");
}

TEST_CASE("a whole number may have an exponent if it is whole") {
  CHECK(read("fsin: 1\nseed: 1e4\n").experiment.seed == 10000);
  CHECK(read("fsin: 1\nseed: 2.5e1\n").experiment.seed == 25);
  CHECK(read("fsin: 1\noffset: -1e3\n").experiment.offset == -1000);
  CHECK(read("fsin: 1\nwarmup: 1e4\n").experiment.warmup == CycleCount{10000});
  CHECK(said("seed: 1.5e0\n") == "exp.yaml:2:7: seed: \"1.5e0\" is not a whole number; give 1 or more\n");
  CHECK(said("seed: 1e-1\n") == "exp.yaml:2:7: seed: \"1e-1\" is not a whole number; give 1 or more\n");
  CHECK(said("network: {router: {virtual_channels: 1e2}}\n") ==
        "exp.yaml:2:38: network.router.virtual_channels: 100 is out of range; give 1 to 16\n");
}

TEST_CASE("sizes may be written 8x8") {
  const auto dims = [](std::string_view text, const std::vector<std::string>& overrides = {}) {
    const Outcome outcome = read(text, overrides);
    CHECK(outcome.said().empty());
    return std::get<Torus>(outcome.experiment.network.topology).dims;
  };
  CHECK(dims("fsin: 1\nnetwork: {topology: {dims: 8x4}}\n") == std::vector<unsigned>{8, 4});
  CHECK(dims("fsin: 1\n", {"dims=16x16x2"}) == std::vector<unsigned>{16, 16, 2});
  CHECK(said("network: {topology: {dims: 8x1}}\n") ==
        "exp.yaml:2:28: network.topology.dims[1]: 1 is out of range; give 2 to 65535\n");
  CHECK(said("network: {topology: {dims: 2x2x2x2}}\n") ==
        "exp.yaml:2:28: network.topology.dims: 4 values; give 1 to 3 values\n");
  for (const char* bad : {"0x10", "8x", "x8", "8xx8", "8x08", "8 by 8", "8x-8"}) {
    CAPTURE(bad);
    CHECK(said("network: {topology: {dims: " + std::string(bad) + "}}\n")
              .ends_with(" in place of a list; write for example [8, 8] or 8x8\n"));
  }
  CHECK(said("workload: {offsets: 8x8}\n") ==
        "exp.yaml:2:21: workload.offsets: \"8x8\" in place of a list; write [8x8]\n");
}

TEST_CASE("a tab where YAML wants spaces is called a tab, where it stands") {
  CHECK(said("network:\n\tpacket: 64 B\n") == "exp.yaml:3:1: a tab; YAML indents with spaces\n");
  CHECK(said("network:\n  packet: 64 B\n  \tdelay: 1 ns\n") == "exp.yaml:4:3: a tab; YAML indents with spaces\n");
  CHECK(said("network:\n\trouter:\n\t\tqueue: 3 packets\n") == "exp.yaml:3:1: a tab; YAML indents with spaces\n");
  CHECK(said("\tseed: 3\n") == "exp.yaml:2:1: a tab; YAML indents with spaces\n");
  CHECK(said("seed:\t3\t# tabs behind the indentation are as good as blanks\n").empty());
}

TEST_CASE("wrong units are named") {
  CHECK(said("network: {packet: 64 Gb/s}\n") ==
        "exp.yaml:2:19: network.packet: \"64 Gb/s\" is a bit rate, not a size; valid units: B, kB, KiB, MB, MiB, GB, "
        "GiB, TB, TiB\n");
  CHECK(said("network: {delay: 5}\n") ==
        "exp.yaml:2:18: network.delay: \"5\" has no unit; valid units: ps, ns, us, ms, s\n");
  CHECK(said("network: {packet: -1 B}\n") ==
        "exp.yaml:2:19: network.packet: \"-1 B\" is negative; write for example \"64 B\"\n");
}

TEST_CASE("a list, a map or nothing in place of a value, and the reverse") {
  CHECK(said("seed: [1, 2]\n") == "exp.yaml:2:7: seed: a list in place of a whole number; give 1 or more\n");
  CHECK(said("network: {packet: {size: 3}}\n") ==
        "exp.yaml:2:19: network.packet: a map in place of a size; give 1 B to 1 MiB\n");
  CHECK(said("title:\n") == "exp.yaml:2:1: title: nothing in place of a text; write a text\n");
  CHECK(said("network: {topology: {dims: 8}}\n") ==
        "exp.yaml:2:28: network.topology.dims: \"8\" in place of a list; write [8]\n");
  CHECK(said("network: {topology: {dims: {x: 8}}}\n") ==
        "exp.yaml:2:28: network.topology.dims: a map in place of a list; write [one, two, ...]\n");
  CHECK(said("network: fast\n") ==
        "exp.yaml:2:10: network: \"fast\" in place of keys; write {key: value, ...} or indented lines\n");
  CHECK(said("network:\n") ==
        "exp.yaml:2:1: network: nothing in place of keys; write {key: value, ...} or indented lines\n");
}

TEST_CASE("lists have a size") {
  CHECK(said("network: {topology: {dims: [2, 2, 2, 2]}}\n") ==
        "exp.yaml:2:28: network.topology.dims: 4 values; give 1 to 3 values\n");
  CHECK(said("network: {topology: {dims: []}}\n") ==
        "exp.yaml:2:28: network.topology.dims: 0 values; give 1 to 3 values\n");
}

TEST_CASE("missing keys are asked for where they belong") {
  CHECK(said("workload: {type: trace}\n") ==
        "exp.yaml:2:11: missing key workload.file: the trace; write \"file: ...\"\n");
  CHECK(said("workload: trace\n") == "exp.yaml:2:11: missing key workload.file: the trace; write \"file: ...\"\n");
  CHECK(said("workload: {file: x, placement: file}\n", {"workload.type=trace"}) ==
        "exp.yaml:2:32: missing key workload.placement.file: a node per rank; write \"file: ...\"\n");
}

TEST_CASE("duplicate keys are errors wherever they stand") {
  CHECK(said("seed: 1\ntitle: a\nseed: 2\n") ==
        "exp.yaml:4:1: duplicate key \"seed\"; it is already given at exp.yaml:2:1, keep one of them\n");
  CHECK(said("network: {router: {queue: 3 packets, queue: 3 packets}}\n") ==
        "exp.yaml:2:38: duplicate key \"queue\"; it is already given at exp.yaml:2:20, keep one of them\n");
}

TEST_CASE("old names are warned about, and both names at once are an error") {
  CHECK(said("network: {router: {vcs: 2}}\n") ==
        "exp.yaml:2:20: warning: vcs is the old name of network.router.virtual_channels; write the new one\n");
  CHECK(said("network: {router: {vcs: 2, virtual_channels: 2}}\n") ==
        "exp.yaml:2:20: warning: vcs is the old name of network.router.virtual_channels; write the new one\n"
        "exp.yaml:2:20: vcs is given too, as virtual_channels at exp.yaml:2:28; keep one of them\n");
}

TEST_CASE("the version of the format must be there and be known") {
  CHECK(read("seed: 1\n").said() ==
        "exp.yaml:1:1: the version of the format is missing; write \"fsin: 1\" as the first line\n");
  CHECK(read("fsin: 2\n").said() == "exp.yaml:1:7: fsin: \"2\" is not a known version; write \"fsin: 1\"\n");
  CHECK(read("fsin: [1]\n").said() == "exp.yaml:1:7: fsin: this is not a known version; write \"fsin: 1\"\n");
}

TEST_CASE("texts that are no configuration are one line") {
  CHECK(read("").said() == "exp.yaml:1:1: the file is empty; write \"key: value\" lines\n");
  CHECK(read("# only a comment\n").said() == "exp.yaml:1:1: the file is empty; write \"key: value\" lines\n");
  CHECK(read("---\n").said() == "exp.yaml:1:1: the file is empty; write \"key: value\" lines\n");
  CHECK(read("hello\n").said() == "exp.yaml:1:1: no keys; a configuration is made of \"key: value\" lines\n");
  CHECK(read("- 1\n- 2\n").said() == "exp.yaml:1:1: no keys; a configuration is made of \"key: value\" lines\n");
  CHECK(read(std::string_view("fsin: 1\nse\0d: 1\n", 16)).said() ==
        "exp.yaml:2:3: not a text: byte 0x00; give a YAML file in UTF-8\n");
  CHECK(read("\xff\xfe"
             "a")
            .said() == "exp.yaml:1:1: not a text: byte 0xff; give a YAML file in UTF-8\n");
  CHECK(read(std::string((1U << 20U) + 1, ' ')).said() ==
        "exp.yaml: larger than 1 MiB; a configuration is a small text\n");
}

TEST_CASE("YAML that is none is told where") {
  CHECK(
      read("fsin: 1\nnetwork: [1, 2\n").said() ==
      "exp.yaml:3:1: not valid YAML: end of sequence flow not found; check indentation, colons, quotes and brackets\n");
  CHECK(read("fsin: 1\na: b: c\n").said() ==
        "exp.yaml:2:5: not valid YAML: illegal map value; check indentation, colons, quotes and brackets\n");
  CHECK(read("fsin: 1\na: *nowhere\n").said() ==
        "exp.yaml:2:4: not valid YAML: the referenced anchor is not defined; check indentation, colons, quotes "
        "and brackets\n");
}

TEST_CASE("files that cannot be read are one line and exit code 3") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(FSIN_BINARY_DIR) / "config_messages_test";
  fs::create_directories(folder);
  std::ofstream(folder / "experiment.yaml") << "fsin: 1\n";
  int exit_code = 0;
  CHECK(load_said(folder / "experiment.yaml").empty());
  const std::string at = folder.string();
  CHECK(load_said(folder / "experimnt.yaml", &exit_code) ==
        at + "/experimnt.yaml: no such file; did you mean \"" + at + "/experiment.yaml\"?\n");
  CHECK(exit_code == 3);
  CHECK(load_said(folder / "zzz" / "qqq", &exit_code) == at + "/zzz/qqq: no such file; check the path\n");
  CHECK(load_said(folder, &exit_code) == at + ": is a folder; give a YAML file\n");
  CHECK(exit_code == 3);
  fs::remove_all(folder);
}

TEST_CASE("all mistakes are reported at once") {
  const Outcome outcome = read("fsin: 1\nseed: x\nnetwork: {packet: 1, router: {queue: 0 packets}}\ncolour: red\n");
  CHECK(outcome.diagnostics.error_count() == 4);
  CHECK(outcome.diagnostics.exit_code() == 2);
}

TEST_CASE("after a file that cannot be read nothing more is said") {
  Outcome outcome = read("a: [\n", {"seed=3"});
  CHECK(outcome.diagnostics.error_count() == 1);
}

}  // namespace messages_test

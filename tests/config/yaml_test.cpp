// SPDX-License-Identifier: Apache-2.0
// The traps of YAML and of the library that parses it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/config/sample.hpp"

namespace yaml_test {

using namespace sample;

TEST_CASE("merge keys merge: own keys win, then the earlier base") {
  const Outcome outcome = read(
      "fsin: 1\n"
      "network:\n"
      "  router: &base {virtual_channels: 7, queue: 9 packets}\n"
      "  topology: {type: torus}\n");
  CHECK(outcome.said().empty());
  Diagnostics diagnostics;
  const config::Document document =
      config::load_text("m.yaml",
                        "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: *a, x: 9}\nd: {<<: [*a, *b], w: 0}\n"
                        "e: {\"<<\": 5}\n",
                        diagnostics);
  REQUIRE(diagnostics.ok());
  CHECK(document.root().at("c.x")->text == "9");
  CHECK(document.root().at("c.y")->text == "1");
  CHECK(document.root().at("d.x")->text == "1");
  CHECK(document.root().at("d.y")->text == "1");
  CHECK(document.root().at("d.z")->text == "2");
  CHECK(document.root().at("d")->items.size() == 4);
  CHECK(document.root().at("e")->find("<<") != nullptr);
  CHECK(document.mark("c.y").text() == "m.yaml:1:17");
}

TEST_CASE("merging what is no map is an error") {
  CHECK(said("seed: &s 1\nnetwork: {<<: *s}\n") ==
        "exp.yaml:3:15: \"<<\" merges maps only; write \"<<: *name\" with the anchor of a map\n");
}

TEST_CASE("an alias stands where it is written") {
  CHECK(said("title: &t hello\nseed: *t\n") == "exp.yaml:3:7: seed: \"hello\" is not a whole number; give 1 or more\n");
}

TEST_CASE("an alias inside its own anchor is an error") {
  CHECK(said("network: &n {router: *n}\n") ==
        "exp.yaml:2:22: this alias stands inside the value it names; write it out\n");
}

TEST_CASE("tags and second documents are errors") {
  CHECK(said("seed: !!int 3\n") ==
        "exp.yaml:2:7: tag \"tag:yaml.org,2002:int\" is not understood; write the plain value\n");
  CHECK(said("seed: 3\n---\nseed: 4\n") ==
        "exp.yaml:3:1: a second YAML document starts here; keep one document in the file\n");
}

TEST_CASE("escapes cannot smuggle in what a text may not contain") {
  const std::string message = "exp.yaml:2:8: a control character in a value; write the value without it\n";
  for (const char* escape : {"\\0", "\\x1b", "\\N", "\\e"}) {
    CAPTURE(escape);
    CHECK(said(fmt::format("title: \"a{}\"\n", escape)) == message);
  }
  CHECK(said("title: \"a\\tb\\n\\xe9\"\n").empty());
}

TEST_CASE("keys are names") {
  CHECK(said("[1, 2]: 3\n") == "exp.yaml:2:1: a key must be a name; write \"name: value\"\n");
  CHECK(said("? {a: b}\n: 3\n") == "exp.yaml:2:3: a key must be a name; write \"name: value\"\n");
}

TEST_CASE("deep nesting is refused before it can hurt") {
  const std::string message = ": nested deeper than 100 levels; write a flatter file\n";
  CHECK(read("a: " + std::string(99, '[') + std::string(99, ']')).said().find(message) == std::string::npos);
  CHECK(read("a: " + std::string(100, '[') + std::string(100, ']')).said() == "exp.yaml:1:103" + message);
  CHECK(read("a: " + std::string(1'000'000, '[')).said().ends_with(message));
  std::string dashes;
  for (int i = 0; i < 300'000; ++i) dashes += "- ";
  CHECK(read(dashes).said() == "exp.yaml:1:201" + message);
  std::string braces;
  for (int i = 0; i < 100'000; ++i) braces += "{a: ";
  CHECK_FALSE(read(braces).diagnostics.ok());
}

TEST_CASE("aliases of aliases cannot fill the memory") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
  const std::string message = "too many values, or aliases that grow too large; write a smaller file\n";
  CHECK(read(bomb).said().ends_with(message));
  // One long text, many times.
  std::string fat = "a: &a " + std::string(500'000, 'x') + "\nb: [*a";
  for (int i = 0; i < 100'000; ++i) fat += ", *a";
  CHECK(read(fat + "]\n").said().ends_with(message));
  // Anchors inside anchors.
  std::string nested = "a: ";
  for (int i = 0; i < 90; ++i) nested += fmt::format("&n{} [", i);
  nested += std::string(60'000, ' ');
  for (int i = 0; i < 30'000; ++i) nested += "1,";
  nested += std::string(90, ']');
  CHECK(read(nested).said().ends_with(message));
}

TEST_CASE("a byte order mark, CRLF and tabs behind values do no harm") {
  const Outcome outcome = read(
      "\xEF\xBB\xBF"
      "fsin: 1\r\nseed: 4\t# four\r\n");
  CHECK(outcome.said().empty());
  CHECK(outcome.experiment.seed == 4);
}

TEST_CASE("quoted scalars are texts like plain ones, never null") {
  const Outcome outcome = read("fsin: 1\ntitle: \"null\"\nseed: \"4\"\n");
  CHECK(outcome.said().empty());
  CHECK(outcome.experiment.title == "null");
  CHECK(outcome.experiment.seed == 4);
}

}  // namespace yaml_test

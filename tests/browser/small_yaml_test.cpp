// SPDX-License-Identifier: Apache-2.0
// The reader of YAML of the page against yaml-cpp, by which the program reads: the same trees with the same places of
// all experiments that come with fsin, and of texts that try each rule. What only one of them takes is listed.
#include "fsin/browser/small_yaml.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "fsin/config/yaml.hpp"

namespace fsin::browser {
namespace {

using config::Tree;

std::string shown(const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::null:
      return "~";
    case Tree::Kind::list:
    case Tree::Kind::map: {
      std::string text = tree.is_map() ? "{" : "[";
      for (const Tree& item : tree.items)
        text += tree.is_map() ? fmt::format("<{}>@{}: {}, ", item.key, item.key_mark.text(), shown(item))
                              : shown(item) + ", ";
      return text + (tree.is_map() ? "}" : "]");
    }
    default:
      return fmt::format("<{}>@{}{}", tree.text, tree.mark.text(), tree.quoted ? "q" : "");
  }
}

/// The tree, or "refused", or "empty".
template <class Parse>
std::string outcome(Parse parse, std::string_view text) {
  Diagnostics diagnostics;
  const std::optional<Tree> tree = parse(text, Mark("text", 1, 1), diagnostics);
  if (!diagnostics.ok()) return "refused";
  return tree ? shown(*tree) : "empty";
}
std::string by_page(std::string_view text) { return outcome(parse_small_yaml, text); }
std::string by_library(std::string_view text) {
  return outcome([](auto&&... all) { return config::parse_yaml(all...); }, text);
}

TEST_CASE("texts of each kind are read as the library reads them") {
  for (const char* text : {
           "",
           "# only a comment\n",
           "a: 1\nb: 2\n",
           "---\na: 1\n",
           "a: 1\n...\n",
           "a:\n  b:\n    c: x y z  # said\n  d: 'it''s'\n",
           "a:\n- 1\n- b: 2\n  c: 3\n- - 4\n  - 5\n-\n",
           "a:\n  - 1\n  -\n    b: 2\nc:\n",
           "a: {b: 1, c: [1, 2, {d: e}], }\n",
           "a: [\n  1,  # one\n  2\n]\nb: x\n",
           "{\"a\": 1, \"b\":[true,null,\"x\\u00e4\\n\\\"\"], \"c\":{}}",
           "{\n\t\"a\": 1,\n\t\"b\": {\"c\": -1.5e3}\n}\n",
           "a: http://x:80/y#z\nb: 2:3\nc: a#b\n",
           "\"a b\": 1\n'c': ~\nd: null\ne: \"null\"\n",
           "a: 0.2 m/ns\nb: n0-s1 at 5\n",
           "router:\n  Oblivious 1 VC: {network.preset: oblivious-1vc}\n",
           "[a, b, 'c']",
       }) {
    CAPTURE(std::string(text));
    CHECK(by_page(text) != "refused");
    CHECK(by_page(text) == by_library(text));
  }
}

TEST_CASE("what is no YAML, or hardly, is refused or read as the library reads it") {
  for (const char* text : {
           "a: -1\nb: - 1\n",
           "a: b: c\n",
           "a: 1\n  b: 2\n",
           "a:\n    b: 1\n  c: 2\n",
           "a: [1, 2\n",
           "a: {b: 1\n",
           "a: 'x\n",
           "a: 1 2\nb\n",
           "a\n",
           "a: 1\na: 2\n",
           "a: %x\n",
           "a: @x\n",
           "a: ]\n",
           "a: !tag x\n",
           "a: 1\n---\nb: 2\n",
           "\ta: 1\n",
           "a:\n\tb: 1\n",
           "{a: 1} x\n",
           "a: \"b\" c\n",
           "a: \"\\q\"\n",
           "a: \"\\x1\"\n",
           "1: {2: 3}\n",
           "a: |\n",
           "a : 1\n",
           "a: [x, y: 1]\n",
       }) {
    CAPTURE(std::string(text));
    const std::string page = by_page(text);
    if (page != "refused") CHECK(page == by_library(text));
  }
}

TEST_CASE("what is not read is refused by its name and place") {
  const auto message = [](std::string_view text) {
    Diagnostics diagnostics;
    static_cast<void>(parse_small_yaml(text, Mark("text", 1, 1), diagnostics));
    return diagnostics.entries().empty() ? "" : diagnostics.entries().front().text();
  };
  CHECK(message("a: 1\nb: &x 2\n").find("text:2:4: ") == 0);
  CHECK(message("a: 1\nb: &x 2\n").find("anchors") != std::string::npos);
  CHECK(message("<<: {a: 1}\n").find("merges no maps") != std::string::npos);
  CHECK(message("a: >\n  b\n").find("several lines") != std::string::npos);
  CHECK(message("a: b\n  c\n").find("text:2:3: ") == 0);
  CHECK(message(std::string(100'000, '[')).find("nested deeper") != std::string::npos);
}

TEST_CASE("experiments that come with fsin are read as the library reads them") {
  std::size_t compared = 0;
  for (const char* folder : {"experiments", "topologies"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(FSIN_SOURCE_DIR "/" + std::string(folder))) {
      if (entry.path().extension() != ".yaml") continue;
      std::ifstream file(entry.path());
      const std::string text(std::istreambuf_iterator<char>(file), {});
      const std::string page = by_page(text);
      CAPTURE(entry.path().string());
      if (page == "refused") continue;
      CHECK(page == by_library(text));
      ++compared;
    }
  }
  CHECK(compared > 20);
}

TEST_CASE("a text with mistakes anywhere ends neither in a crash nor in another tree than the library's") {
  const std::string whole =
      "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n  router:\n    queue: 4 packets # few\n"
      "list:\n- {a: 'x', \"b\": 2}\n- c: ~\n";
  std::minstd_rand random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (auto changes = random() % 3 + 1; changes > 0; --changes) {
      constexpr std::string_view letters = " \n:,{}[]'\"#-~ax1\t\\";
      const std::size_t place = random() % text.size();
      if (random() % 2 == 0)
        text[place] = letters[random() % letters.size()];
      else
        text.erase(place, random() % 4 + 1);
    }
    const std::string page = by_page(text);
    if (page == "refused") continue;
    CAPTURE(text);
    CHECK(page == by_library(text));
  }
}

}  // namespace
}  // namespace fsin::browser

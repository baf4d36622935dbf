// SPDX-License-Identifier: Apache-2.0
// Keys and the cache of results.
#include "fsin/sweep/cache.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/scratch.hpp"
#include "tests/sweep/made_result.hpp"

namespace cache_test {

using namespace fsin::sweep;
using fsin::test::Scratch;
using Json = nlohmann::ordered_json;

TEST_CASE("a key depends on what decides the result and on nothing else") {
  const Json config = {{"fsin", 1},
                       {"name", "a"},
                       {"workload", {{"file", "/x/t.txt"}}},
                       {"measure", {{"seed", 1}, {"seeds", 3}, {"confidence", 0.99}, {"cycles", 100}}}};
  const std::string key = point_key(config, {});
  CHECK(key.size() == 32);
  const auto changed = [&](auto change) {
    Json other = config;
    change(other);
    return point_key(other, {}) != key;
  };
  CHECK_FALSE(changed([](Json& c) { c["name"] = "b"; }));
  CHECK_FALSE(changed([](Json& c) { c["measure"]["seeds"] = 10; }));
  CHECK_FALSE(changed([](Json& c) { c["measure"]["confidence"] = 0.9; }));
  CHECK(changed([](Json& c) { c["measure"]["cycles"] = 101; }));
  const std::string run = run_key(key, "event", 1, "p");
  CHECK(run.size() == 32);
  CHECK(run_key(key, "event", 2, "p") != run);
  CHECK(run_key(key, "reference", 1, "p") != run);
  CHECK(run_key(key, "event", 1, "another program") != run);
  CHECK(run_key(point_key({{"a", 1}}, {}), "event", 1, "p") != run);
}

/// The key of a run whose workload.file names a list in this folder, which leads to a file beside it.
std::string key_of(const std::string& folder, const std::string& list, const std::string& side,
                   const std::string& beside = "f/0.ti") {
  const std::string named = folder + "/run.ti";
  const std::vector<fsin::Input> inputs{{"experiment", "exp.yaml", "exp.yaml", folder, 10, true},
                                        {"workload.file", named, named, list, 10, false},
                                        {"workload.file", folder + '/' + beside, named, side, 10, false}};
  return point_key({{"workload", {{"file", named}}}}, inputs);
}

TEST_CASE("a file counts by its content, wherever it lies, and so do the files to which it leads") {
  const std::string key = key_of("/x", "d1", "d2");
  CHECK(key_of("/y", "d1", "d2") == key);
  CHECK(key_of("/x", "d3", "d2") != key);
  CHECK(key_of("/x", "d1", "d3") != key);
  CHECK(key_of("/x", "d2", "d1") != key);
  CHECK(key_of("/x", "d1", "d2", "f/1.ti") != key);
}

TEST_CASE("what was put into the cache is found, and a damaged entry is none and is named") {
  const Scratch scratch;
  const Cache cache(scratch.path() / "cache");
  const std::string key = run_key(point_key({{"a", 1}}, {}), "event", 1, "p");
  std::string damage;
  CHECK_FALSE(cache.has(key));
  CHECK_FALSE(cache.find(key, damage));
  cache.put(key, fsin::test::made_result({{"cycles", 5U}}));
  CHECK(cache.has(key));
  CHECK(cache.find(key, damage)->figure("cycles") == 5);
  CHECK(damage.empty());
  const auto file = cache.folder() / key.substr(0, 2) / (key + ".json");
  for (const char* content : {"", "{", "{\"schema\":1}", "[]"}) {
    CAPTURE(content);
    std::ofstream(file) << content;
    damage.clear();
    CHECK_FALSE(cache.find(key, damage));
    CHECK(damage == file.string() + ": the cached result is damaged");
  }
  cache.put(key, fsin::test::made_result({{"cycles", 6U}}));
  CHECK(cache.find(key, damage)->figure("cycles") == 6);
}

}  // namespace cache_test

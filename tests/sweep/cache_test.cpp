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
  const std::string key = run_key(config, {}, "event", 1, "p");
  CHECK(key.size() == 32);
  const auto changed = [&](auto change) {
    Json other = config;
    change(other);
    return run_key(other, {}, "event", 1, "p") != key;
  };
  CHECK_FALSE(changed([](Json& c) { c["name"] = "b"; }));
  CHECK_FALSE(changed([](Json& c) { c["measure"]["seeds"] = 10; }));
  CHECK_FALSE(changed([](Json& c) { c["measure"]["confidence"] = 0.9; }));
  CHECK(changed([](Json& c) { c["measure"]["cycles"] = 101; }));
  CHECK(run_key(config, {}, "event", 2, "p") != key);
  CHECK(run_key(config, {}, "reference", 1, "p") != key);
  CHECK(run_key(config, {}, "event", 1, "another program") != key);
}

TEST_CASE("a file counts by its content, wherever it lies") {
  const Json here = {{"workload", {{"file", "/x/t.txt"}}}};
  const Json there = {{"workload", {{"file", "/y/t.txt"}}}};
  CHECK(run_key(here, {{"/x/t.txt", "d1"}}, "event", 1, "p") == run_key(there, {{"/y/t.txt", "d1"}}, "event", 1, "p"));
  CHECK(run_key(here, {{"/x/t.txt", "d1"}}, "event", 1, "p") != run_key(here, {{"/x/t.txt", "d2"}}, "event", 1, "p"));
}

TEST_CASE("what was put into the cache is found, and a damaged entry is none and is named") {
  const Scratch scratch;
  const Cache cache(scratch.path() / "cache");
  const std::string key = run_key({{"a", 1}}, {}, "event", 1, "p");
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

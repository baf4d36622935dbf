// SPDX-License-Identifier: Apache-2.0
// The record of what was read: which files, under which keys, with which digests, and what happens when one changes.
#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "fsin/core/input_file.hpp"
#include "fsin/core/input_output_error.hpp"
#include "tests/scratch.hpp"

namespace inputs_test {
namespace {

namespace fs = std::filesystem;
using namespace fsin;
using test::Scratch;

std::string text_of(const InputPath& path) {
  InputStream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> words(const std::vector<Input>& inputs) {
  std::vector<std::string> all;
  for (const Input& each : inputs) all.push_back(each.kind + ' ' + each.path.filename().string());
  return all;
}

}  // namespace

TEST_CASE("a file has the same digest whether it was streamed, read at places or not at all") {
  const Scratch scratch;
  const fs::path file = scratch.file("a", "hello\n");
  const Inputs streamed = Inputs::begin(), at_places = Inputs::begin(), untouched = Inputs::begin();
  CHECK(text_of(streamed.name("k", file)) == "hello\n");
  std::array<char, 2> two{};
  CHECK(InputFile(at_places.name("k", file)).read_at(1, two) == 2);
  CHECK(two[0] == 'e');
  untouched.name("k", file);
  for (const Inputs* each : {&streamed, &at_places, &untouched}) {
    const std::vector<Input> inputs = each->list();
    REQUIRE(inputs.size() == 1);
    CHECK(inputs[0].digest == untouched.list()[0].digest);
    CHECK(inputs[0].digest.starts_with("xxh128:"));
    CHECK(inputs[0].digest.size() == 39);
    CHECK(inputs[0].bytes == 6);
    CHECK(inputs[0].kind == "k");
  }
}

TEST_CASE("a key has the files to which its file leads, below the key of a nested value") {
  const Scratch scratch;
  const Inputs inputs = Inputs::begin();
  const InputPath list = inputs.below("workload.jobs[1]").name("file", scratch.file("list", "a b"));
  CHECK(text_of(list.leads_to(scratch.file("a", "1"))) == "1");
  CHECK(text_of(list.leads_to(scratch.file("b", "2")).leads_to(scratch.file("c", "3"))) == "3");
  CHECK(words(inputs.names()) ==
        std::vector<std::string>{"workload.jobs[1].file a", "workload.jobs[1].file c", "workload.jobs[1].file list"});
  CHECK(inputs.names()[0].named == list);
}

TEST_CASE("points of a sweep have records of their own that share what is known of files") {
  const Scratch scratch;
  const Inputs first = Inputs::begin();
  first.name("experiment", scratch.file("exp", "x"));
  const Inputs second = first.another();
  const InputPath list = first.name("file", scratch.file("list", "y"));
  CHECK(words(second.names()) == std::vector<std::string>{"experiment exp"});
  CHECK(text_of(list.leads_to(scratch.file("side", "z"))) == "z");  // opened once, for the first point
  second.name("file", list);
  CHECK(words(second.list()) == words(first.list()));
}

TEST_CASE("a file that has changed is not opened again, unless its content is the same") {
  const Scratch scratch;
  const fs::path file = scratch.file("a", "hello\n");
  const Inputs inputs = Inputs::begin();
  const InputPath path = inputs.name("k", file);
  CHECK(text_of(path) == "hello\n");
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(5));
  CHECK(text_of(path) == "hello\n");
  scratch.file("a", "hallo\n");
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(9));
  CHECK(InputFile(path).error() == "the file has changed since this command first read it");
}

TEST_CASE("a file that changes before it was digested cannot be listed") {
  const Scratch scratch;
  const fs::path file = scratch.file("a", "hello\n");
  const Inputs inputs = Inputs::begin();
  CHECK(InputFile(inputs.name("k", file)).is_open());
  scratch.file("a", "hello, world\n");
  CHECK_THROWS_AS(inputs.list(), InputOutputError);
}

TEST_CASE("a folder is not opened, and neither it nor a file that is not there is listed") {
  const Scratch scratch;
  const Inputs inputs = Inputs::begin();
  const InputFile folder(inputs.name("k", scratch.path()));
  CHECK(folder.is_folder());
  CHECK_FALSE(folder.is_open());
  CHECK_FALSE(InputFile(inputs.name("other", scratch.path() / "none")).is_open());
  CHECK(inputs.list().empty());
  CHECK(InputStream(InputPath(scratch.path() / "none")).fail());
}

}  // namespace inputs_test

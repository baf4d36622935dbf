// SPDX-License-Identifier: Apache-2.0
// A choice of a catalogue, as a header keeps it that knows the name of the catalogue alone.
#include "fsin/config/choice.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <utility>

#include "fsin/config/describe.hpp"
#include "tests/config/sample.hpp"

namespace choice_test {

namespace sample {

struct Shapes : config::Catalogue<Torus, FatTree, Crossbar> {};
using AnyShape = config::Choice<Shapes>;

struct Machine {
  AnyShape shape;
  Arbiter arbiter = Arbiter::oldest;
  void fields(config::Fields& f) {
    f.choice("shape", shape, "shape of the network");
    f("arbiter", arbiter, "who goes first").names(arbiter_names);
  }
};

}  // namespace sample

template class fsin::config::Choice<sample::Shapes>;

using namespace fsin;
using namespace sample;

TEST_CASE("a choice holds the first entry of its catalogue with its defaults, until another is put into it") {
  AnyShape shape;
  CHECK(shape.name() == "torus");
  CHECK(shape.get<Torus>() == Torus{});
  shape = FatTree{.k = 2, .n = 5};
  CHECK(shape.index() == 1);
  CHECK(shape.is<FatTree>());
  CHECK(shape.get_if<Torus>() == nullptr);
  CHECK(shape.get<FatTree>().n == 5);
  CHECK_THROWS_AS(static_cast<void>(shape.get<Crossbar>()), std::logic_error);
}

TEST_CASE("a copy of a choice has a value of its own") {
  AnyShape shape = Torus{{4, 4}, false};
  AnyShape copy = shape;
  copy.get<Torus>().dims = {2};
  CHECK(shape.get<Torus>().dims == std::vector<unsigned>{4, 4});
  shape = copy;
  CHECK(shape.get<Torus>().dims == std::vector<unsigned>{2});
  const AnyShape& itself = shape;
  shape = itself;
  CHECK(shape.get<Torus>().dims == std::vector<unsigned>{2});
  const AnyShape moved = std::move(copy);
  CHECK(moved.get<Torus>().dims == std::vector<unsigned>{2});
}

TEST_CASE("a type that the catalogue does not list is told when it is asked which entry it is") {
  struct Stranger {
    int value = 0;
  };
  const AnyShape shape = Stranger{};
  CHECK_THROWS_AS(static_cast<void>(shape.index()), std::logic_error);
}

TEST_CASE("a visit gets the entry that is held and may change it") {
  AnyShape shape = FatTree{};
  Shapes::visit(
      [](auto& each) {
        if constexpr (requires { each.n; }) each.n = 7;
      },
      shape);
  CHECK(shape.get<FatTree>().n == 7);
  const AnyShape& constant = shape;
  CHECK(Shapes::visit([]<class T>(const T&) { return T::name; }, constant) == "fat-tree");
}

TEST_CASE("a choice is read, keeps what is not written and is dumped like a variant") {
  Diagnostics diagnostics;
  Machine machine;
  machine.shape = FatTree{.k = 3, .n = 9};
  config::Document document = config::load_text("m.yaml", "shape: {type: fat-tree, k: 2}\n", diagnostics);
  REQUIRE(config::read(document, machine, diagnostics));
  CHECK(machine.shape.get<FatTree>() == FatTree{.k = 2, .n = 9});
  document = config::load_text("m.yaml", "shape: torus\n", diagnostics);
  REQUIRE(config::read(document, machine, diagnostics));
  CHECK(machine.shape.get<Torus>() == Torus{});
  CHECK(config::dump(machine) == "shape:\n  type: torus\n  dims: [8, 8]\n  wrap: true\narbiter: oldest\n");
}

TEST_CASE("the values of a key are the entries of its choice, or the names of its enum, wherever it stands") {
  Machine machine;
  const config::Fields fields = config::fields_of(machine);
  const auto shapes = config::describe_values(fields, "shape");
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].cite == "Dally 1990");
  CHECK(shapes[1].fields.size() == 2);
  CHECK(config::describe_values(fields, "arbiter").at(2).name == "random");
  CHECK_THROWS_AS(static_cast<void>(config::describe_values(fields, "shape.dims")), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(config::describe_values(fields, "no")), std::logic_error);
}

}  // namespace choice_test

// SPDX-License-Identifier: Apache-2.0
// The keys of the kinds of programs: each with a description of its own, no two alike.
#include "fsin/config/fields.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "trgen/programs/proxies/catalogue.hpp"

namespace fields_test {

namespace {

template <class Params>
void check_keys() {
  CAPTURE(Params::name);
  CHECK_FALSE(Params::doc.empty());
  CHECK_FALSE(Params::cite.empty());
  Params params;
  const fsin::config::Fields fields = fsin::config::fields_of(params);
  std::set<std::string_view> keys;
  for (const auto& field : fields.list()) {
    CAPTURE(field.key);
    CHECK(keys.insert(field.key).second);
    CHECK(field.doc.size() > 10);
    CHECK(field.doc.back() != '.');
  }
  CHECK(keys.contains("ranks"));
  CHECK(keys.contains("iterations"));
  CHECK(keys.contains("compute"));
}

}  // namespace

TEST_CASE("every key of npb and of the proxies is described, and names are unique") {
  check_keys<trgen::programs::npb::NpbParams>();
  using trgen::programs::proxies::Proxies;
  Proxies::for_each([]<class Params>(const Params&) { check_keys<Params>(); });
  std::set<std::string_view> names;
  for (const auto& entry : Proxies::entries()) names.insert(entry.name);
  CHECK(names.size() == Proxies::entries().size());
}

TEST_CASE("names of codes, classes, graphs and keys stand in the order of their values") {
  using namespace trgen::programs::npb;
  for (std::size_t i = 0; i < codes.size(); ++i) CHECK(static_cast<std::size_t>(codes[i].value) == i);
  for (std::size_t i = 0; i < class_names.size(); ++i) CHECK(static_cast<std::size_t>(class_names[i].value) == i);
  for (std::size_t i = 0; i < release_names.size(); ++i) CHECK(static_cast<std::size_t>(release_names[i].value) == i);
  for (std::size_t i = 0; i < graph_names.size(); ++i) CHECK(static_cast<std::size_t>(graph_names[i].value) == i);
}

}  // namespace fields_test

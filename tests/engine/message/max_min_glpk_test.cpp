// SPDX-License-Identifier: Apache-2.0
// Max-min shares of random networks against linear programs that GLPK solves: the level of all flows that may still
// grow is made as large as it can be; those that cannot have more alone stay there; and so on for the others.
#include <doctest/doctest.h>
#include <glpk.h>

#include <cmath>
#include <memory>
#include <vector>

#include "tests/engine/message/random_flows.hpp"

namespace max_min_glpk_test {

using namespace fsin::engine::message;
using flows::RandomFlow;
using flows::RandomNetwork;

namespace {

/// Rates of flows, and one level for all that are not fixed.
class Program {
 public:
  explicit Program(const RandomNetwork& network)
      : network_(network), fixed_(network.flows.size(), -1), program_(glp_create_prob(), glp_delete_prob) {
    const auto flows = static_cast<int>(network.flows.size());
    glp_set_obj_dir(program_.get(), GLP_MAX);
    glp_add_cols(program_.get(), flows + 1);  // the last is the level
    glp_set_col_bnds(program_.get(), flows + 1, GLP_LO, 0, 0);
    for (int f = 1; f <= flows; ++f) glp_set_col_bnds(program_.get(), f, GLP_LO, 0, 0);
    for (std::uint32_t link = 0; link < network.capacities.size(); ++link) add_link(link);
    first_level_ = glp_add_rows(program_.get(), flows);
    for (int f = 0; f < flows; ++f) bind(f);
  }

  std::vector<double> rates() {
    for (bool open = true; open;) {
      const double level = most_level();
      open = false;
      std::vector<int> stay;
      for (int f = 0; f < size(); ++f) {
        if (fixed_[static_cast<std::size_t>(f)] >= 0) continue;
        const double weight = flow(f).weight;
        if (most_rate(f, level) <= weight * level * (1 + 1e-7)) stay.push_back(f);
      }
      for (const int f : stay) fix(f, flow(f).weight * level);
      for (const double rate : fixed_) open = open || rate < 0;
      REQUIRE(!stay.empty());
    }
    return fixed_;
  }

 private:
  int size() const { return static_cast<int>(network_.flows.size()); }
  const RandomFlow& flow(int f) const { return network_.flows[static_cast<std::size_t>(f)]; }

  void add_link(std::uint32_t link) {
    std::vector<int> columns{0};
    std::vector<double> parts{0};
    for (int f = 0; f < size(); ++f) {
      for (const LinkPart& part : flow(f).parts) {
        if (part.link != link) continue;
        columns.push_back(f + 1);
        parts.push_back(part.part);
      }
    }
    const int row = glp_add_rows(program_.get(), 1);
    glp_set_row_bnds(program_.get(), row, GLP_UP, 0, network_.capacities[link]);
    glp_set_mat_row(program_.get(), row, static_cast<int>(columns.size()) - 1, columns.data(), parts.data());
  }
  /// rate - weight * level >= 0, and its own limit.
  void bind(int f) {
    const std::vector<int> columns{0, f + 1, size() + 1};
    const std::vector<double> parts{0, 1, -flow(f).weight};
    glp_set_mat_row(program_.get(), first_level_ + f, 2, columns.data(), parts.data());
    glp_set_row_bnds(program_.get(), first_level_ + f, GLP_LO, 0, 0);
    if (flow(f).most < MaxMin::endless) glp_set_col_bnds(program_.get(), f + 1, GLP_DB, 0, flow(f).most);
  }
  void fix(int f, double rate) {
    fixed_[static_cast<std::size_t>(f)] = rate;
    glp_set_row_bnds(program_.get(), first_level_ + f, GLP_FR, 0, 0);
    glp_set_col_bnds(program_.get(), f + 1, GLP_FX, rate, rate);
  }

  double best(int column) {
    for (int c = 1; c <= size() + 1; ++c) glp_set_obj_coef(program_.get(), c, c == column ? 1 : 0);
    glp_smcp how;
    glp_init_smcp(&how);
    how.msg_lev = GLP_MSG_OFF;
    glp_std_basis(program_.get());
    REQUIRE(glp_simplex(program_.get(), &how) == 0);
    REQUIRE(glp_get_status(program_.get()) == GLP_OPT);
    return glp_get_obj_val(program_.get());
  }
  double most_level() {
    glp_set_col_bnds(program_.get(), size() + 1, GLP_LO, 0, 0);
    return best(size() + 1);
  }
  double most_rate(int f, double level) {
    glp_set_col_bnds(program_.get(), size() + 1, GLP_FX, level * (1 - 1e-12), level * (1 - 1e-12));
    return best(f + 1);
  }

  const RandomNetwork& network_;
  std::vector<double> fixed_;  ///< rates; below 0: not yet
  std::unique_ptr<glp_prob, decltype(&glp_delete_prob)> program_;
  int first_level_ = 0;
};

}  // namespace

TEST_CASE("the shares of 200 random networks are those that linear programs find") {
  double worst = 0;
  for (std::uint64_t number = 1000; number < 1200; ++number) {
    CAPTURE(number);
    RandomNetwork network(number);
    MaxMin shares;
    for (const double capacity : network.capacities) shares.add_link(capacity);
    for (std::uint32_t f = 0; f < network.flows.size(); ++f) {
      shares.add(f, network.flows[f].parts, network.flows[f].weight, network.flows[f].most);
    }
    shares.solve([](MaxMin::FlowNumber) {});
    const std::vector<double> rates = Program(network).rates();
    for (std::uint32_t f = 0; f < rates.size(); ++f) {
      worst = std::max(worst, std::abs(shares.rate(f) - rates[f]) / rates[f]);
    }
  }
  MESSAGE("largest relative difference: ", worst);
  CHECK(worst < 1e-5);
}

}  // namespace max_min_glpk_test

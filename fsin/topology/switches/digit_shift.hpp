// SPDX-License-Identifier: Apache-2.0
// De Bruijn and Kautz networks: switches are words of n letters, and a link leads from each word to those that drop its
// first letter and add another at the end. Links have one direction. N. G. de Bruijn, A combinatorial problem, 1946;
// W. H. Kautz, Bounds on directed (d, k) graphs, 1968; as arithmetic on numbers: M. Imase, M. Itoh, Design to minimize
// diameter on building-block network, IEEE Trans. Computers C-30, 1981.
//
// De Bruijn B(d, n): N = d^n, any words over d letters; switch i has links to (d i + j) mod N, j = 0..d-1, of which the
// d that lead from a switch to itself are left out. Kautz K(d, n): N = (d + 1) d^(n-1), words over d + 1 letters in
// which no letter follows itself; switch i has links to (-d i - j) mod N, j = 1..d. Diameter n. A switch has its links
// out in the order of j, and its links in, in the order of the switches where they begin.
#pragma once

#include <string_view>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

enum class Words : std::uint8_t { any, without_repeats };

struct DigitShift {
  Words words = Words::any;
  unsigned d = 2;
  unsigned n = 4;
  unsigned terminals = 1;
  unsigned rails = 1;

  double switches() const;
};

class DigitShiftGraph final : public SwitchGraph {
 public:
  explicit DigitShiftGraph(const DigitShift& shape);

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override;

 private:
  /// The switch that `steps` links lead to, the j-th of d^steps in a row.
  std::uint64_t after(std::uint64_t from, std::uint64_t power, bool even, std::uint64_t j) const;

  DigitShift shape_;
};

std::optional<Fault> fault_of(const DigitShift& shape);
Extent extent_of(const DigitShift& shape);

struct DeBruijnParams {
  static constexpr std::string_view name = "de-bruijn";
  static constexpr std::string_view doc = "links in one direction, from each word of n letters to those it shifts to";
  static constexpr std::string_view cite = "de Bruijn 1946; Imase & Itoh, IEEE Trans. Computers C-30, 1981";

  unsigned d = 2;
  unsigned n = 4;
  unsigned terminals = 1;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("d", d, "links out of a switch, and letters of the alphabet; there are d^n switches").range(2, max_ports - 1);
    f("n", n, "letters of a word, and diameter of the network of switches").range(1, 24);
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 2);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  DigitShift shape() const { return {Words::any, d, n, terminals, rails}; }
  std::optional<Fault> fault() const { return fault_of(shape()); }
  Extent extent() const { return extent_of(shape()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<DigitShiftGraph>(shape()); }
  Topology build() const { return built(name, std::make_shared<DigitShiftGraph>(shape())); }
};

struct KautzParams {
  static constexpr std::string_view name = "kautz";
  static constexpr std::string_view doc = "de Bruijn network of the words in which no letter follows itself";
  static constexpr std::string_view cite = "Kautz 1968; Imase & Itoh, IEEE Trans. Computers C-30, 1981";

  unsigned d = 2;
  unsigned n = 3;
  unsigned terminals = 1;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("d", d, "links out of a switch; there are (d + 1) d^(n-1) switches").range(2, max_ports - 1);
    f("n", n, "letters of a word, and diameter of the network of switches").range(1, 24);
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 2);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  DigitShift shape() const { return {Words::without_repeats, d, n, terminals, rails}; }
  std::optional<Fault> fault() const { return fault_of(shape()); }
  Extent extent() const { return extent_of(shape()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<DigitShiftGraph>(shape()); }
  Topology build() const { return built(name, std::make_shared<DigitShiftGraph>(shape())); }
};

}  // namespace fsin::topology

// SPDX-License-Identifier: Apache-2.0
// The codes of the NAS Parallel Benchmarks. To add one, write its header and add its type here.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/programs/npb/bt.hpp"
#include "trgen/programs/npb/cg.hpp"
#include "trgen/programs/npb/dt.hpp"
#include "trgen/programs/npb/ep.hpp"
#include "trgen/programs/npb/ft.hpp"
#include "trgen/programs/npb/is.hpp"
#include "trgen/programs/npb/lu.hpp"
#include "trgen/programs/npb/mg.hpp"
#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/npb/sp.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

/// Codes in the order of `codes`.
enum class Code : std::uint8_t { bt, sp, lu, cg, mg, ft, is, ep, dt };

struct CodeEntry {
  Code value;
  std::string_view name;
  std::string_view doc;
  PerClass<std::uint64_t> iterations;  ///< 0: no such class
  /// Requirement on the number of ranks, in words, if it is not met; else empty.
  std::string (*fault)(const Settings& settings);
  std::uint64_t (*bound)(const Settings& settings);  ///< upper bound of the legal numbers of ranks
  std::shared_ptr<const Program> (*make)(const Settings& settings);
};

template <class C>
constexpr CodeEntry code_entry(Code value) {
  return {value, C::name, C::doc, C::iterations, &C::fault, &C::bound, &C::make};
}

inline constexpr std::array codes{code_entry<Bt>(Code::bt), code_entry<Sp>(Code::sp), code_entry<Lu>(Code::lu),
                                  code_entry<Cg>(Code::cg), code_entry<Mg>(Code::mg), code_entry<Ft>(Code::ft),
                                  code_entry<Is>(Code::is), code_entry<Ep>(Code::ep), code_entry<Dt>(Code::dt)};

constexpr const CodeEntry& entry_of(Code code) { return codes[static_cast<std::size_t>(code)]; }

/// The legal numbers of ranks next to settings.ranks, below and above.
struct NearestRanks {
  std::optional<std::uint32_t> below;
  std::optional<std::uint32_t> above;
};

NearestRanks nearest_ranks(const CodeEntry& code, Settings settings);

}  // namespace trgen::programs::npb

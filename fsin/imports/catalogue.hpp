// SPDX-License-Identifier: Apache-2.0
// The catalogue of importers, in the order in which they are tried on a file.
#pragma once

#include <array>

#include "fsin/imports/booksim/anynet.hpp"
#include "fsin/imports/booksim/booksim.hpp"
#include "fsin/imports/codes/codes.hpp"
#include "fsin/imports/htsim/htsim.hpp"
#include "fsin/imports/infragraph/infragraph.hpp"
#include "fsin/imports/insee/insee.hpp"
#include "fsin/imports/netrace/netrace.hpp"
#include "fsin/imports/ns3/ns3.hpp"
#include "fsin/imports/simai/simai.hpp"

namespace fsin::imports {

struct ImporterEntry {
  std::string_view name;
  std::string_view doc;
  bool (*sniff)(std::string_view text);
  void (*convert)(const Source& source, Result& to, Diagnostics& diagnostics);
  bool binary = false;  ///< reads files that are no text
};

template <Importer F>
constexpr ImporterEntry entry() {
  return {F::name, F::doc, &F::sniff, &F::convert, requires {requires F::binary;
}
};  // namespace fsin::imports
}

inline constexpr std::array importers{entry<Infragraph>(), entry<Codes>(),     entry<Booksim>(),     entry<Insee>(),
                                      entry<Anynet>(),     entry<HtsimTree>(), entry<HtsimMatrix>(), entry<Ns3List>(),
                                      entry<Simai>(),      entry<Netrace>()};

}  // namespace fsin::imports

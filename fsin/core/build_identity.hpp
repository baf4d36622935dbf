// SPDX-License-Identifier: Apache-2.0
// Identity of the program: its commit and a digest of its sources. Written at every build by cmake/identity.cmake, in a
// library of its own (fsin_identity), so that a new commit recompiles one file and not everything that asks for it.
#pragma once

#include <string_view>

namespace fsin::build_identity {

/// "d9e4169c31", with "-dirty" appended when the sources differed from that commit; a phrase when no commit is known.
std::string_view revision();

/// 32 hexadecimal digits over the sources that decide what a simulation gives, the compiler and its flags. Two programs
/// with the same digest give the same results; sources of reports, pages and documents are not part of it.
std::string_view program_digest();

}  // namespace fsin::build_identity

// SPDX-License-Identifier: Apache-2.0
// Which program this is. Told at every build by cmake/identity.cmake, in a library of its own (fsin_identity), so that
// a commit compiles one line again and not the world.
#pragma once

#include <string_view>

namespace fsin::build_identity {

/// "d9e4169c31", with "-dirty" behind it when the sources differed from that commit; a phrase where there was no commit
/// to name.
std::string_view revision();

/// 32 hexadecimal digits over the sources that decide what a simulation gives, the compiler and its flags. Two programs
/// with one digest give the same results; reports, pages and documents have no part in it.
std::string_view program_digest();

}  // namespace fsin::build_identity

// SPDX-License-Identifier: Apache-2.0
// `fsin help WORD`: where a word occurs, among keys, choices, figures, commands with their options, and pages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fsin/cli/command.hpp"

namespace fsin::commands {

/// What was found for one or more words, all of which must occur; each kind of thing with the best places first, at
/// most `most` of them. Empty where nothing was. Words of other simulators (VC, buffer, flit) stand for those of this
/// one; plurals and the case of letters do not count.
std::string search_text(std::string_view wanted, std::span<const cli::Command* const> commands, std::size_t most);

/// The word of any name or title that is nearest to one that is nowhere: `load` for `laod`. Empty where none is near.
std::string nearest_word(std::string_view wanted);

}  // namespace fsin::commands

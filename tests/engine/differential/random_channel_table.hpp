// SPDX-License-Identifier: Apache-2.0
// Routing by a table of channels, drawn at random for a network of any kind.
#pragma once

#include <cstdint>
#include <memory>

#include "fsin/engine/design.hpp"
#include "tests/scratch.hpp"

namespace differential {

/// Now and then, or always where it is demanded, gives the design a table of channels: at each queue some of the
/// channels that lead nearer, in any order, and for packets that enter now and then others as well. The file is in the
/// result, which is null where the design stays as it is. `number` is that of the case.
std::shared_ptr<const fsin::test::Scratch> random_channel_table(std::uint64_t number, bool demanded,
                                                                fsin::engine::Design& design);

}  // namespace differential

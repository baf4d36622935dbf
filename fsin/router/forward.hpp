// SPDX-License-Identifier: Apache-2.0
// When a header that came over a link asks for an output or for consumption: docs/model/router.md, "When the tail is
// due". It matters where links differ in speed. A packet that goes on before its slow link has brought enough of it
// holds the faster link at the pace of the slow one, and whoever else wants it waits.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/config/named.hpp"

namespace fsin::router {

enum class Forward : std::uint8_t { header, tail_due };

inline constexpr std::array forward_names{
    config::Named{Forward::header, "header",
                  "as soon as the header has come: a packet from a slow link holds a faster one at the slow pace"},
    config::Named{Forward::tail_due, "tail-due",
                  "once the tail will come in time for the packet to leave at full rate, as switches do whose ports "
                  "differ in speed"},
};

}  // namespace fsin::router

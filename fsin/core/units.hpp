// SPDX-License-Identifier: Apache-2.0
// Quantities: numbers that know their dimension, so that a bit rate cannot be given where a size is wanted.
//
// A quantity is a number, a blank and a unit: "64 B", "2 KiB", "1.5 Gb/s", "205 ns", "4 packets". Decimal prefixes are
// powers of 1000 (kB, Mb/s), binary ones of 1024 (KiB); the lower-case b is a bit, the upper-case B is a byte. Other
// spellings are read too: Gbps and Gbit/s are Gb/s, GBps and GByte/s are GB/s. A fraction or an exponent (1.5e3 B) is
// accepted if the result is whole in the base unit. Negative quantities do not exist. A bare number is an error except
// for cycles, which have one unit only, and for delays, where it means cycles.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fsin {

enum class Dimension : std::uint8_t { none, size, rate, time, packets, cycles, length, speed, delay };

/// A size in bytes: B, kB, KiB, MB, MiB, GB, GiB, TB, TiB.
struct Bytes {
  static constexpr Dimension dimension = Dimension::size;
  std::uint64_t value = 0;
  constexpr auto operator<=>(const Bytes&) const = default;
};

/// Bits per second: b/s, kb/s, Mb/s, Gb/s, Tb/s, and B/s, kB/s, KiB/s, ... (8 bits a byte).
struct BitRate {
  static constexpr Dimension dimension = Dimension::rate;
  std::uint64_t value = 0;
  constexpr auto operator<=>(const BitRate&) const = default;
};

/// A time in nanoseconds: ps, ns, us, ms, s.
struct Nanoseconds {
  static constexpr Dimension dimension = Dimension::time;
  double value = 0;
  constexpr auto operator<=>(const Nanoseconds&) const = default;
};

/// A number of packets: packet, packets.
struct PacketCount {
  static constexpr Dimension dimension = Dimension::packets;
  std::uint64_t value = 0;
  constexpr auto operator<=>(const PacketCount&) const = default;
};

/// A number of link cycles: cycle, cycles, or a bare number.
struct CycleCount {
  static constexpr Dimension dimension = Dimension::cycles;
  std::uint64_t value = 0;
  constexpr auto operator<=>(const CycleCount&) const = default;
};

/// A speed in metres per second: m/s, km/s, m/us, m/ns.
struct Speed {
  static constexpr Dimension dimension = Dimension::speed;
  std::uint64_t value = 0;
  constexpr auto operator<=>(const Speed&) const = default;
};

template <class Q>
concept Quantity = requires(Q q) {
  { Q::dimension } -> std::convertible_to<Dimension>;
  q.value;
};

/// The result of reading a quantity: its value in base units (bytes, bits per second, nanoseconds, packets, cycles,
/// metres per second), or an error.
struct QuantityText {
  std::uint64_t whole = 0;                 ///< every dimension but time
  double real = 0;                         ///< time
  Dimension written_in = Dimension::none;  ///< dimension of the unit; for a delay cycles, time or length
  std::string
      error;  ///< empty if it was read; else a message such as `"64 Gb/s" is a bit rate, not a size; write "64 B"`
};

QuantityText parse_quantity(std::string_view text, Dimension dimension);

/// A quantity of the dimension that its unit implies.
struct AnyQuantity {
  Dimension dimension = Dimension::none;
  double value = 0;  ///< in base units
};

/// Reads a quantity of any dimension, for messages about one of the wrong dimension. Empty if the text is no quantity
/// or has no unit.
std::optional<AnyQuantity> parse_any_quantity(std::string_view text);

/// The canonical text, in the largest unit that divides it; parse_quantity reads it back as the same quantity.
std::string print_quantity(std::uint64_t whole, double real, Dimension dimension);

/// The units of a dimension, "B, kB, KiB, ...", for help pages.
std::string unit_list(Dimension dimension);
/// The name of a dimension in messages: "a size", "a bit rate", ...
std::string_view dimension_name(Dimension dimension);

template <Quantity Q>
std::string to_text(Q quantity) {
  if constexpr (Q::dimension == Dimension::time) {
    return print_quantity(0, quantity.value, Q::dimension);
  } else {
    return print_quantity(quantity.value, 0, Q::dimension);
  }
}

/// Reads a quantity; empty on failure, with the reason in `error`.
template <Quantity Q>
std::optional<Q> parse_quantity(std::string_view text, std::string& error) {
  QuantityText read = parse_quantity(text, Q::dimension);
  error = std::move(read.error);
  if (!error.empty()) return std::nullopt;
  if constexpr (Q::dimension == Dimension::time) {
    return Q{read.real};
  } else if constexpr (Q::dimension == Dimension::delay) {
    return Q{read.written_in, read.whole};
  } else {
    return Q{read.whole};
  }
}

}  // namespace fsin

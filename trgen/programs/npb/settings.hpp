// SPDX-License-Identifier: Apache-2.0
// Settings from which a program of the NAS Parallel Benchmarks is made.
//
// The messages are those of NPB 3.3 for MPI, from MPI_Init to MPI_Finalize: with the broadcast of its parameters, its
// untimed warm-up and its verification. NPB 3.3.1 adds a broadcast of one integer (whether timers are on) to the start
// of all codes but DT, and FT broadcasts the sizes of its problem one by one; both are else the same. Sizes of classes
// that are newer than 3.3 (IS class E, class F) are those of NPB 3.4.
//
// Source: the NAS Parallel Benchmarks (NASA Ames, www.nas.nasa.gov/software/npb.html), MPI versions 3.3.1 and 3.4.2.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trgen::programs::npb {

/// The size of the problem.
enum class Class : std::uint8_t { S, W, A, B, C, D, E, F };

inline constexpr std::size_t classes = 8;

/// The graph of tasks of DT.
enum class Graph : std::uint8_t { black_hole, white_hole, shuffle };

/// Part of a benchmark that its program contains.
enum class Phases : std::uint8_t { all, timed };

/// Source of the sizes of the messages of IS.
enum class Keys : std::uint8_t { exact, expected };

/// Release whose messages the program sends.
enum class Release : std::uint8_t { npb_3_3, npb_3_3_1 };

template <class E>
struct NameOf {
  E value;
  std::string_view name;
  std::string_view doc;
};

inline constexpr std::array class_names{NameOf<Class>{Class::S, "S", "sample: for a first try"},
                                        NameOf<Class>{Class::W, "W", "workstation"},
                                        NameOf<Class>{Class::A, "A", "the smallest of the standard sizes"},
                                        NameOf<Class>{Class::B, "B", "about four times class A"},
                                        NameOf<Class>{Class::C, "C", "about four times class B"},
                                        NameOf<Class>{Class::D, "D", "about sixteen times class C"},
                                        NameOf<Class>{Class::E, "E", "about sixteen times class D"},
                                        NameOf<Class>{Class::F, "F", "about sixteen times class E"}};

inline constexpr std::array graph_names{
    NameOf<Graph>{Graph::black_hole, "bh", "black hole: many sources flow into one sink, over trees of degree 4"},
    NameOf<Graph>{Graph::white_hole, "wh", "white hole: one source flows into many sinks, over trees of degree 4"},
    NameOf<Graph>{Graph::shuffle, "sh", "shuffle: layers of a butterfly between as many sources as sinks"}};

inline constexpr std::array keys_names{
    NameOf<Keys>{Keys::exact, "exact", "sizes from the keys that the benchmark draws; all of them are generated"},
    NameOf<Keys>{Keys::expected, "expected", "mean sizes of the distribution of the keys; costs nothing"}};

inline constexpr std::array phases_names{
    NameOf<Phases>{Phases::all, "all", "from MPI_Init to MPI_Finalize, with an untimed warm-up and the verification"},
    NameOf<Phases>{Phases::timed, "timed",
                   "the timed iterations alone; on many ranks, making communicators at the start takes more messages "
                   "than they do"}};

inline constexpr std::array release_names{
    NameOf<Release>{Release::npb_3_3, "3.3", "of 2007"},
    NameOf<Release>{
        Release::npb_3_3_1, "3.3.1",
        "of 2009: at the start one broadcast of 4 B more, whether timers are on (not in dt), and in ft three of "
        "4 B for one of 12 B"}};

struct Settings {
  Class size = Class::S;
  std::uint32_t ranks = 1;
  std::optional<std::uint64_t> iterations{};  ///< default: those of the class
  double rate = 0;                            ///< operations a second of a rank; 0: no CPU bursts
  Graph graph = Graph::black_hole;            ///< DT
  Keys keys = Keys::exact;                    ///< IS
  Phases phases = Phases::all;
  Release release = Release::npb_3_3;

  /// True where the start tells all ranks whether timers are on, as the last of its broadcasts.
  bool timer_flag() const { return release == Release::npb_3_3_1; }
  /// 1 where the untimed parts belong to the program, else 0.
  std::uint64_t untimed() const { return phases == Phases::all ? 1 : 0; }
};

/// Bytes of the broadcast of Settings::timer_flag().
inline constexpr std::uint64_t timer_flag_bytes = 4;

/// A value for each class; 0 where a benchmark has no such class.
template <class T>
using PerClass = std::array<T, classes>;

template <class T>
constexpr T of(const PerClass<T>& table, Class size) {
  return table[static_cast<std::size_t>(size)];
}

constexpr std::string_view name_of(Class size) { return class_names[static_cast<std::size_t>(size)].name; }

/// Name such as "npb cg, class W, 64 ranks" and, where they are not the defaults, the iterations and the rate.
std::string program_name(std::string_view code, const Settings& settings);

/// The exponent of a power of two; none for other numbers.
std::optional<std::uint32_t> exact_log2(std::uint64_t number);

}  // namespace trgen::programs::npb

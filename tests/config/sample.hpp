// SPDX-License-Identifier: Apache-2.0
// A small experiment with every kind of field, shared by the tests of fsin/config.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/config/input_key.hpp"
#include "fsin/config/read.hpp"

namespace sample {

using namespace fsin;

struct Torus {
  static constexpr std::string_view name = "torus", doc = "k-ary n-cube", cite = "Dally 1990";
  std::vector<unsigned> dims{8, 8};
  bool wrap = true;
  template <class F>
  void fields(F& f) {
    f("dims", dims, "nodes per dimension, X first").range(2, 65535).size(1, 3).written_by_x();
    f("wrap", wrap, "wrap-around links");
  }
  bool operator==(const Torus&) const = default;
};

struct FatTree {
  static constexpr std::string_view name = "fat-tree", doc = "k-ary n-tree";
  std::uint8_t k = 4;
  unsigned n = 3;
  template <class F>
  void fields(F& f) {
    f("k", k, "arity");
    f("n", n, "levels").range(1, 16);
  }
  bool operator==(const FatTree&) const = default;
};

/// Without fields of its own.
struct Crossbar {
  static constexpr std::string_view name = "crossbar", doc = "one switch";
  bool operator==(const Crossbar&) const = default;
};

using Topologies = config::Catalogue<Torus, FatTree, Crossbar>;

enum class Arbiter : std::uint8_t { round_robin, oldest, random };
inline constexpr std::array arbiter_names{
    config::Named{Arbiter::round_robin, "round-robin", "each in turn"},
    config::Named{Arbiter::oldest, "oldest", "the longest in the network"},
    config::Named{Arbiter::random, "random", "any"},
};

struct Router {
  unsigned virtual_channels = 3;
  PacketCount queue{4};
  Arbiter arbiter = Arbiter::round_robin;
  std::vector<Arbiter> stages{Arbiter::oldest};
  template <class F>
  void fields(F& f) {
    f("virtual_channels", virtual_channels, "VCs per input").range(1, 16).alias("vcs");
    f("queue", queue, "capacity of a VC").range(PacketCount{1}, PacketCount{1024});
    f("arbiter", arbiter, "who wins an output").names(arbiter_names);
    f("stages", stages, "arbiters in a row").names(arbiter_names).size(0, 4);
  }
  bool operator==(const Router&) const = default;
};

struct Network {
  Topologies::variant topology = Torus{};
  Router router;
  Bytes packet{64};
  BitRate bandwidth{1'000'000'000};
  Nanoseconds delay{0};
  template <class F>
  void fields(F& f) {
    f.choice("topology", topology, Topologies{}, "shape of the network");
    f.group("router", router, "the routers");
    f("packet", packet, "size of a packet").range(Bytes{1}, Bytes{1U << 20U});
    f("bandwidth", bandwidth, "of a link");
    f("delay", delay, "of a link");
  }
  bool operator==(const Network&) const = default;
};

struct Synthetic {
  static constexpr std::string_view name = "synthetic", doc = "a pattern";
  double load = 0.1;
  std::optional<std::vector<int>> offsets;
  template <class F>
  void fields(F& f) {
    f("load", load, "phits per node and cycle").range(0.0, 1.0);
    f("offsets", offsets, "where to").size(1, 4);
  }
  bool operator==(const Synthetic&) const = default;
};

struct FilePlacement {
  static constexpr std::string_view name = "file", doc = "from a file";
  InputPath file;
  template <class F>
  void fields(F& f) {
    f("file", file, "a node per rank").required();
  }
  bool operator==(const FilePlacement&) const = default;
};

struct RandomPlacement {
  static constexpr std::string_view name = "random", doc = "a random permutation";
  bool operator==(const RandomPlacement&) const = default;
};

using Placements = config::Catalogue<RandomPlacement, FilePlacement>;

struct Trace {
  static constexpr std::string_view name = "trace", doc = "a recorded program";
  InputPath file;
  std::optional<double> scale;
  Placements::variant placement = RandomPlacement{};
  template <class F>
  void fields(F& f) {
    f("file", file, "the trace").required();
    f("scale", scale, "of CPU bursts").range(0.0, std::numeric_limits<double>::max());
    f.choice("placement", placement, "where ranks run");
  }
  bool operator==(const Trace&) const = default;
};

using Workloads = config::Catalogue<Synthetic, Trace>;

struct Experiment {
  Network network;
  Workloads::variant workload = Synthetic{};
  std::string title = "untitled";
  std::uint64_t seed = 1;
  std::int32_t offset = 0;
  CycleCount warmup{0};
  template <class F>
  void fields(F& f) {
    f.group("network", network, "what is simulated");
    f.choice("workload", workload, Workloads{}, "what is sent");
    f("title", title, "of the report");
    f("seed", seed, "of all random draws").range(1, std::numeric_limits<std::uint64_t>::max());
    f("offset", offset, "any integer");
    f("warmup", warmup, "not measured");
  }
  bool operator==(const Experiment&) const = default;
};

/// What reading a text, with overrides, gives and says.
struct Outcome {
  Experiment experiment;
  config::Document document;
  Diagnostics diagnostics;
  std::string said() const { return diagnostics.text(); }
};

inline Outcome read(std::string_view text, const std::vector<std::string>& overrides = {},
                    std::string_view name = "exp.yaml") {
  Outcome out;
  out.document = config::load_text(name, text, out.diagnostics);
  config::check_schema(out.document, "fsin", 1, out.diagnostics);
  for (const std::string& assignment : overrides) out.document.override_with(assignment, out.diagnostics);
  config::read(out.document, out.experiment, out.diagnostics);
  return out;
}

/// What a text says when it is written below the schema line.
inline std::string said(std::string_view text, const std::vector<std::string>& overrides = {}) {
  return read("fsin: 1\n" + std::string(text), overrides).said();
}

}  // namespace sample

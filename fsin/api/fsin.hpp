// SPDX-License-Identifier: Apache-2.0
// The public interface of the library, installed as <fsin/fsin.hpp>: build a design, run it, read the result. No other
// C++ header is installed (fsin.h beside it has Network for C), and what is not declared here may change with any
// version. Needs C++17 and no other header of the project; compile and link by find_package(fsin), target fsin::fsin,
// or by pkg-config fsin.
//
// A design is a set of keys, those of experiment files (docs/reference.md, `fsin help`), with the same defaults, checks
// and messages. The same keys and seed give the result of `fsin run` to the last digit.
//
//   fsin::Experiment torus;
//   torus.set("network.topology", "{type: torus, dims: [8, 8]}").set("workload.load", 0.3).set("measure.seeds", 5);
//   const fsin::Result result = torus.run();
//   const fsin::Figure latency = result.figure("latency.mean").value();
//
// Objects of one thread may be used beside those of another. While run() runs, SIGINT and SIGTERM end it: the outcome
// is then "interrupted", and the caller goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fsin {

/// A mistake in a design, or a warning about it, with the place where it was written.
struct Message {
  std::string place;  ///< "torus.yaml:4:12", or "override 'workload.load=2'"; empty where there is none
  std::string text;   ///< what is wrong, and what to do
};

/// A design that cannot be run. what() has a line for each mistake, as `fsin run` prints them.
class ExperimentError : public std::runtime_error {
 public:
  ExperimentError(const std::string& lines, std::vector<Message> mistakes);
  ExperimentError(const ExperimentError&) noexcept;
  ~ExperimentError() override;

  const std::vector<Message>& mistakes() const noexcept { return *mistakes_; }

 private:
  std::shared_ptr<const std::vector<Message>> mistakes_;
};

/// A figure over the runs that have it, one for each seed.
struct Figure {
  double mean = 0;
  std::optional<double> half_width;  ///< of the interval at measure.confidence (default 0.99); empty for a single run
  std::size_t runs = 0;
  std::string_view unit;     ///< "cycles"
  std::string_view meaning;  ///< one sentence
};

/// What runs gave. Cheap to copy.
class Result {
 public:
  /// finished, deadlock, saturated, unreachable, cycle_limit or interrupted: the worst of all runs.
  std::string_view outcome() const;
  /// Whether all runs have finished, so that all figures are what they are meant to be.
  bool finished() const { return outcome() == "finished"; }
  /// Why the load of a run broke down, a faulty trace for instance; empty where it did not.
  const std::string& failure() const;
  std::size_t runs() const;
  /// A figure of `fsin list statistic`. Empty where it means nothing for this load, as latency where no packet arrived.
  /// Throws std::out_of_range, with the nearest name, for one that does not exist.
  std::optional<Figure> figure(std::string_view name) const;
  /// Names of the figures that this result has.
  const std::vector<std::string_view>& figures() const;
  /// Of all deliveries, 16 hexadecimal digits: the `fingerprint` of `fsin run --json`.
  const std::string& fingerprint() const;
  /// Every key with its value, as YAML: an experiment file that gives this result again.
  const std::string& config() const;
  const std::vector<Message>& warnings() const;

 private:
  friend class Experiment;
  struct Content;
  explicit Result(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

  std::shared_ptr<const Content> content_;
};

/// How runs are made; nothing of it changes a result.
struct RunSettings {
  unsigned threads = 1;         ///< of a run, at most; fewer where they have nothing to do
  unsigned runs_at_a_time = 1;  ///< of several seeds
  bool allow_deadlock = false;  ///< run a network that is shown to be unsafe
};

class Experiment {
 public:
  /// Every key at its default.
  Experiment();
  /// An experiment file; paths in it are relative to its folder. It is read by check() and run().
  static Experiment from_file(const std::filesystem::path& file);
  /// The text of one. `name` is what messages call it; paths in it are relative to the folder of `name`.
  static Experiment from_text(std::string_view yaml, std::string_view name = "experiment.yaml");

  /// Sets a key, as `key=value` on the command line: by its whole path or the end of it where that is unique, to a
  /// value written in YAML ("[8, 8]", "10 Gb/s"). Mistakes are told by check() and run().
  Experiment& set(std::string_view key, std::string_view yaml);
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  Experiment& set(std::string_view key, Number value) {
    if constexpr (std::is_same_v<Number, bool>) {
      return set(key, std::string_view(value ? "true" : "false"));
    } else if constexpr (std::is_integral_v<Number>) {
      return set(key, std::string_view(std::to_string(value)));
    } else {
      return set_real(key, static_cast<double>(value));
    }
  }

  /// Throws ExperimentError when the design cannot be run; returns what it warns of. Simulates nothing.
  std::vector<Message> check(const RunSettings& settings = {}) const;
  /// Runs measure.seeds simulations. Throws ExperimentError when the design cannot be run.
  Result run(const RunSettings& settings = {}) const;

 private:
  friend class Network;
  Experiment& set_real(std::string_view key, double value);

  std::optional<std::filesystem::path> file_;
  std::string name_;
  std::string text_;
  std::vector<std::string> overrides_;
};

/// The network of an experiment as a part of another simulator: messages are handed over, and come some cycles later.
///
/// The network begins at cycle 0, and its clock goes on in advance() alone, up to the next cycle in which a message
/// comes. What is sent then, at now() or later, is on its way as if all had been known before: the same calls give the
/// same cycles, under `network.model: routers` and every other model. Times are cycles, each of seconds_per_cycle().
///
/// Each network is a simulation of its own; there may be many in a process, and one thread at a time uses one of them.
class Network {
 public:
  struct Delivery {
    std::uint64_t token = 0;  ///< as it was given to send()
    std::uint64_t cycle = 0;  ///< the first in which the receiver can act on the message
  };
  /// For advance(): no end but the next delivery.
  static constexpr std::uint64_t no_end = ~std::uint64_t{0};

  /// Builds the network. A workload in the experiment is left out with a warning, as are keys that say how long a run
  /// is. Throws ExperimentError when the network cannot be simulated. `engine`: "event", or "reference", the
  /// specification in code, which gives the same cycles and is slow.
  explicit Network(const Experiment& experiment, bool allow_deadlock = false, std::string_view engine = "event");
  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;
  ~Network();

  /// Nodes are 0 .. nodes()-1.
  std::uint32_t nodes() const;
  double seconds_per_cycle() const;
  const std::vector<Message>& warnings() const;

  /// The cycle up to which all has been simulated.
  std::uint64_t now() const;
  double seconds() const { return static_cast<double>(now()) * seconds_per_cycle(); }
  /// Hands over a message that may leave in cycle `at`, now() or later (cycle 1 is the first). Messages of a node leave
  /// in the order of these cycles, and of one cycle in the order of the calls; a node begins one message a cycle.
  /// Throws std::invalid_argument for nodes that do not exist or are the same, and a cycle that is over.
  void send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, std::uint64_t at,
            std::uint64_t token);
  /// Simulates up to cycle `until`, or up to the first cycle before it in which messages come; returns now(). Does
  /// nothing while there are deliveries to take, and where `until` is no_end and nothing is under way. Messages that
  /// come in cycle `until` are told. Throws std::runtime_error where the network can go on no more: a deadlock, nodes
  /// that a failure has cut off, measure.max_cycles.
  std::uint64_t advance(std::uint64_t until = no_end);
  /// The next message that has come. Those of a cycle are in the order in which they were sent.
  std::optional<Delivery> next_delivery();
  /// Messages that were sent and have not come.
  std::uint64_t under_way() const;

  /// The state as bytes: what is in the network and what has come and was not taken. Throws std::runtime_error for a
  /// network that can go on no more.
  std::string save() const;
  /// Goes on from a state that save() gave: the same calls give the same cycles from then on. The state is of this
  /// network or of another one of the same experiment, engine and build, in any process. Throws std::invalid_argument,
  /// and leaves the network as it is, for bytes that are not whole or are of something else. Bytes that somebody
  /// has forged are not recognised: take states from where you would take a program.
  void restore(std::string_view state);
  /// Another network that goes on from here, to try what would happen if. It shares with this one what does not change.
  Network branch() const;

 private:
  struct Content;
  explicit Network(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

/// "0.1.0": the version of the library that is linked.
std::string_view version();

}  // namespace fsin

// SPDX-License-Identifier: Apache-2.0
// Causes of a message: the arrival process alone (open loop), packets that arrive, answers to earlier messages, or a
// shot of so many messages. This file has the parameters of each; the sources are in trgen/synth/messages.
//
// Each says in `not_judged` why nobody can tell whether its load is carried, or nothing where that is judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fsin/config/choice.hpp"
#include "fsin/core/units.hpp"

namespace trgen::synth {

struct OpenLoop {
  static constexpr std::string_view name = "open";
  static constexpr std::string_view doc = "messages are made by the arrival process, whatever becomes of them";
  static constexpr std::string_view cite = "";
  static constexpr std::string_view not_judged = "";

  template <class F>
  void fields(F&) {}
};

struct TriggeredLoop {
  static constexpr std::string_view name = "triggered";
  static constexpr std::string_view doc =
      "besides the arrival process, a packet that a node consumes may make it send more (original simulator)";
  static constexpr std::string_view cite = "";
  static constexpr std::string_view not_judged = "";

  double rate = 0.1;
  std::uint32_t least = 1;
  std::uint32_t most = 1;

  template <class F>
  void fields(F& f) {
    f("rate", rate, "probability that a consumed packet triggers messages").range(0.0, 1.0);
    f("least", least, "fewest messages that are triggered at once").range(0, 1000000);
    f("most", most, "most messages that are triggered at once; all numbers between are equally likely")
        .range(1, 1000000);
  }
};

struct WindowLoop {
  static constexpr std::string_view name = "window";
  static constexpr std::string_view doc =
      "every node keeps a number of messages under way; a packet of one phit acknowledges each";
  static constexpr std::string_view cite = "";
  static constexpr std::string_view not_judged =
      "nodes of a window loop wait for acknowledgements, so that they offer what the network carries, and no queue "
      "grows";

  std::uint32_t window = 4;
  fsin::CycleCount think{0};

  template <class F>
  void fields(F& f) {
    f("window", window, "messages of a node that are not acknowledged yet, at most").range(1, 256);
    f("think", think, "cycles between an acknowledgement and the next message in its place")
        .range(fsin::CycleCount{0}, fsin::CycleCount{1'000'000'000'000});
  }
};

struct RequestReplyLoop {
  static constexpr std::string_view name = "request-reply";
  static constexpr std::string_view doc =
      "messages are requests; the destination answers each with a reply after a service time";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 24.1";
  static constexpr std::string_view not_judged =
      "nodes of a request-reply loop wait for replies, so that they offer what the network carries, and no queue grows";

  std::uint32_t window = 4;
  fsin::CycleCount service{0};
  fsin::CycleCount think{0};
  std::optional<fsin::Bytes> reply;

  template <class F>
  void fields(F& f) {
    f("window", window, "requests of a node that wait for a reply, at most").range(1, 256);
    f("service", service, "cycles from the arrival of a request until its reply may enter the network")
        .range(fsin::CycleCount{0}, fsin::CycleCount{1'000'000'000'000});
    f("think", think, "cycles between a reply and the next request in its place")
        .range(fsin::CycleCount{0}, fsin::CycleCount{1'000'000'000'000});
    f("reply", reply, "bytes of a reply (default: what a full packet carries)")
        .range(fsin::Bytes{1}, fsin::Bytes{1'000'000'000});
  }
};

struct ShotLoop {
  static constexpr std::string_view name = "shots";
  static constexpr std::string_view doc =
      "every node sends a number of messages as fast as it can, and the run ends when all have arrived";
  static constexpr std::string_view cite = "";
  static constexpr std::string_view not_judged = "shots have an end: no load is offered in time";

  std::uint32_t messages = 10;
  std::uint32_t shots = 1;

  template <class F>
  void fields(F& f) {
    f("messages", messages, "messages of each node in a shot; 0: number of nodes - 1").range(0, 100000000);
    f("shots", shots, "number of shots; each begins when all messages of the one before have arrived")
        .range(1, 1000000);
  }
};

struct Loops;  // the list: loops/catalogue.hpp
using AnyLoop = fsin::config::Choice<Loops>;

}  // namespace trgen::synth

extern template class fsin::config::Choice<trgen::synth::Loops>;

// SPDX-License-Identifier: Apache-2.0
// Broadcasts in pieces as SimGrid's SMPI has them (SimGrid 3.32, by the messages and times of its own runs).
//
// Two go from rank 0, to which another root first sends everything: along the ranks in order, or down the binary tree
// in which rank v has the children 2v + 1 and 2v + 2. Pieces have 8 KiB; all receives of a rank are started at once,
// and each piece goes on when it is there. What is left over is a broadcast of its own, from the root of the call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/broadcast_tree.hpp"
#include "trgen/programs/collectives/composed.hpp"

namespace trgen::programs::collectives {

template <class Shape>
struct FromFirstBroadcast : Broadcasts, FitsAll {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const Pieces pieces = pieces_of(call);
    const std::uint32_t left = pieces.left == 0 ? 0 : rounds_of_part(rest_of(call, pieces), v);
    return moves(call, v) + tree_rounds(call, v, pieces) + left;
  }

  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (number < moves(call, v)) {
      const bool sends = v == call.root;
      return out.part(sends ? 0 : call.root, sends ? Role::send : Role::receive, 0, call.bytes);
    }
    number -= moves(call, v);
    const Pieces pieces = pieces_of(call);
    const std::uint32_t own = tree_rounds(call, v, pieces);
    if (number < own) return pieces.count == 0 ? whole(call, v, number, out) : piped(call, v, pieces, number, out);
    const Part rest = rest_of(call, pieces);
    Round made;
    made.clear(call.kind);
    rest.algorithm->round(rest.call, v, number - own, made);
    out.add_shifted(made, call.bytes - pieces.left);
  }

 private:
  /// `count` pieces of `size` bytes, and what is left over. No piece: the message goes whole.
  struct Pieces {
    std::uint64_t size;
    std::uint32_t count;
    std::uint64_t left;
  };
  static Pieces pieces_of(const Call& call) {
    const std::uint64_t usual = std::max<std::uint64_t>(8192 / call.element, 1) * call.element;
    const std::uint64_t size = piece_size(call.bytes, call.element, usual);
    if (call.bytes <= size) return {call.bytes, 0, 0};
    return {size, static_cast<std::uint32_t>(call.bytes / size), call.bytes % size};
  }
  static Part rest_of(const Call& call, const Pieces& pieces) {
    Call rest = part_of(call, Kind::broadcast, pieces.left);
    rest.root = call.root;
    return chosen_part(rest);
  }

  static std::uint32_t moves(const Call& call, std::uint32_t v) {
    return call.root != 0 && (v == 0 || v == call.root) ? 1 : 0;
  }
  static std::uint32_t tree_rounds(const Call& call, std::uint32_t v, const Pieces& pieces) {
    const std::uint32_t children = Shape::children(call, v);
    if (pieces.count == 0) return children + (v == 0 ? 0 : 1);
    return v == 0 || children == 0 ? pieces.count : 2 * pieces.count;
  }

  static void whole(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (v != 0 && number == 0) return out.part(Shape::parent(v), Role::receive, 0, call.bytes);
    out.part(Shape::child(v, number - (v == 0 ? 0 : 1)), Role::send, 0, call.bytes);
  }

  /// Slots: of the receives the numbers of the pieces; then those of the pieces to each child.
  static void piped(const Call& call, std::uint32_t v, const Pieces& pieces, std::uint32_t number, Round& out) {
    const std::uint32_t children = Shape::children(call, v);
    const std::uint32_t count = pieces.count;
    const auto send_on = [&](std::uint32_t piece) {
      for (std::uint32_t i = 0; i < children; ++i)
        out.open(count + i * count + piece, Shape::child(v, i), Role::send, piece * pieces.size, pieces.size);
    };
    if (v == 0) {
      send_on(number);
      if (number + 1 == count) out.settle(count, children * count);
    } else if (number < count) {
      out.open(number, Shape::parent(v), Role::receive, number * pieces.size, pieces.size);
      if (number + 1 == count) out.settle(0, children == 0 ? count : 1);
    } else {
      const std::uint32_t piece = number - count;
      send_on(piece);
      if (piece + 1 < count) return out.settle(piece + 1);
      out.settle(count, children * count);
    }
  }
};

struct RanksInOrder {
  static std::uint32_t parent(std::uint32_t v) { return v - 1; }
  static std::uint32_t children(const Call& call, std::uint32_t v) { return v + 1 < call.size ? 1 : 0; }
  static std::uint32_t child(std::uint32_t v, std::uint32_t) { return v + 1; }
};

struct HeapOfRanks {
  static std::uint32_t parent(std::uint32_t v) { return (v - 1) / 2; }
  static std::uint32_t children(const Call& call, std::uint32_t v) {
    return (2 * v + 1 < call.size ? 1U : 0U) + (2 * v + 2 < call.size ? 1U : 0U);
  }
  static std::uint32_t child(std::uint32_t v, std::uint32_t i) { return 2 * v + 1 + i; }
};

struct ChainFromFirstBroadcast : FromFirstBroadcast<RanksInOrder> {
  static constexpr std::string_view name = "chain-from-first";
  static constexpr std::string_view doc =
      "the root sends to rank 0, from which pieces of 8 KiB go along the ranks in order; the rest is a bcast of its "
      "own";
  static constexpr std::string_view source = "SimGrid 3.32, bcast NTSL";
};

struct BinaryFromFirstBroadcast : FromFirstBroadcast<HeapOfRanks> {
  static constexpr std::string_view name = "binary-from-first";
  static constexpr std::string_view doc =
      "the root sends to rank 0, from which pieces of 8 KiB go down a binary tree; the rest is a bcast of its own";
  static constexpr std::string_view source = "SimGrid 3.32, bcast NTSB";
};

/// One chain from the root on. A rank starts the receive of the next segment before it waits for this one and sends it
/// on.
struct AheadPipelineBroadcast : Broadcasts, FitsAll {
  static constexpr std::string_view name = "pipeline-ahead";
  static constexpr std::string_view doc =
      "one chain of ranks from the root on, with the next receive started before this one is waited for; segment sets "
      "the pipeline";
  static constexpr std::string_view source = "SimGrid 3.32, bcast ompi_pipeline";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t count = segments_of(call).count();
    const bool sends = relative(call, v) + 1 < call.size;
    return (v == call.root ? 0 : count + 1) + (sends ? count : 0);
  }

  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    const Segments segments = segments_of(call);
    const auto send = [&](std::uint32_t i) {
      out.open(own_slot, real(call, r + 1), Role::send, segments.begin(i), segments.bytes(i));
      out.settle(own_slot);
    };
    const auto receive = [&](std::uint32_t i) {
      if (i < segments.count()) out.open(i % 2, real(call, r - 1), Role::receive, segments.begin(i), segments.bytes(i));
      if (i > 0) out.settle((i - 1) % 2);
    };
    if (r == 0) return send(number);
    if (r + 1 == call.size) return receive(number);
    if (number < 2) return receive(number);
    if (number % 2 == 0) return send(number / 2 - 1);
    receive((number + 1) / 2);
  }

 private:
  static constexpr std::uint32_t own_slot = 2;
};

}  // namespace trgen::programs::collectives

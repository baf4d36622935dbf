// SPDX-License-Identifier: Apache-2.0
// Choice of the requests that a server works on in each of its iterations: continuous batching.
//
// Requests arrive at random (exponential gaps), each with a prompt and an answer of some length. A server works in
// iterations: waiting requests are admitted, as far as the batch and the tokens of an iteration allow, and their whole
// prompts are processed (prefill); each request admitted before gets its next token (decode); a request leaves with its
// last token. A prefill generates the first token.
//
// A program cannot know how long its messages will take, so the clock of the arrivals advances by the computing of the
// iterations alone: the assignment of requests to iterations does not depend on the network. Source: G.-I. Yu et al.,
// "Orca: a distributed serving system for transformer-based generative models", OSDI 2022.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace trgen::programs::ai {

struct Iteration {
  std::uint64_t idle_ns = 0;         ///< time without any request before the iteration
  std::uint64_t prompt_tokens = 0;   ///< tokens of the prompts of admitted requests
  std::uint64_t prompt_squares = 0;  ///< sum of the squares of the prompts
  std::uint32_t prompts = 0;
  std::uint32_t answers = 0;  ///< requests that get a further token
  std::uint64_t context = 0;  ///< total context of these requests, in tokens

  std::uint64_t tokens() const { return prompt_tokens + answers; }
  std::uint32_t requests() const { return prompts + answers; }
};

struct ServingRules {
  std::uint64_t requests = 1;
  double gap_ns = 0;         ///< mean time between arrivals; 0: all requests arrive at the beginning
  std::uint64_t prompt = 1;  ///< tokens of each prompt, 1 or more, or their mean
  std::uint64_t answer = 1;
  bool random_lengths = false;    ///< lengths are geometrically distributed
  std::uint32_t batch = 1;        ///< most requests of an iteration
  std::uint64_t most_tokens = 1;  ///< most tokens of prompts in an iteration, except a single longer one
  std::uint64_t seed = 1;
  std::uint32_t server = 0;  ///< number of the server: servers draw different requests
};

/// Iterations of a server. `time_of` is the computing of an iteration, in nanoseconds. Empty where there are more than
/// `most` iterations.
std::vector<Iteration> serve(const ServingRules& rules, const std::function<std::uint64_t(const Iteration&)>& time_of,
                             std::uint64_t most);

}  // namespace trgen::programs::ai

// SPDX-License-Identifier: Apache-2.0
// Which requests a server works on in each of its iterations: continuous batching.
//
// Requests arrive at random (exponential gaps), each with a prompt and an answer of some length. A server works in
// iterations: those who are waiting are taken in, as far as the batch and the tokens of an iteration allow, and their
// whole prompts are processed (prefill); each request that is already in gets its next token (decode); a request leaves
// with its last token. A prefill brings the first token.
//
// A program cannot know how long its messages will take, so the clock by which requests arrive advances by the
// computing of the iterations alone: which request is in which iteration does not depend on the network. Source: G.-I.
// Yu et al., "Orca: a distributed serving system for transformer-based generative models", OSDI 2022.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace trgen::programs::ai {

struct Iteration {
  std::uint64_t idle_ns = 0;         ///< without any request, before it
  std::uint64_t prompt_tokens = 0;   ///< of requests that are taken in
  std::uint64_t prompt_squares = 0;  ///< sum of the squares of the prompts
  std::uint32_t prompts = 0;
  std::uint32_t answers = 0;  ///< requests that get a further token
  std::uint64_t context = 0;  ///< tokens that these requests look back on, together

  std::uint64_t tokens() const { return prompt_tokens + answers; }
  std::uint32_t requests() const { return prompts + answers; }
};

struct ServingRules {
  std::uint64_t requests = 1;
  double gap_ns = 0;         ///< mean time between arrivals; 0: all are there at the beginning
  std::uint64_t prompt = 1;  ///< tokens, 1 or more: of each, or their mean
  std::uint64_t answer = 1;
  bool random_lengths = false;    ///< geometric
  std::uint32_t batch = 1;        ///< most requests of an iteration
  std::uint64_t most_tokens = 1;  ///< of prompts in an iteration, except a single longer one
  std::uint64_t seed = 1;
  std::uint32_t server = 0;  ///< servers draw different requests
};

/// `time_of` is the computing of an iteration, in nanoseconds. Empty where there are more than `most` iterations.
std::vector<Iteration> serve(const ServingRules& rules, const std::function<std::uint64_t(const Iteration&)>& time_of,
                             std::uint64_t most);

}  // namespace trgen::programs::ai

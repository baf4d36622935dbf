// SPDX-License-Identifier: Apache-2.0
// The sizes of a transformer: parameters and floating-point operations of its parts, before they are divided.
//
// Modelled: the matrix products of attention (possibly with fewer heads for keys and values), of the feed-forward block
// (two matrices, or three where it is gated) and of the output layer. A backward pass takes twice the operations of a
// forward one. Not modelled: biases, norms, softmax and other element-wise work, the router of a mixture of experts,
// and the saving of half of the attention matrix in a causal model; the formula below does not count them either.
//
// With a feed-forward size of 4 h, as many heads for keys as for queries, no gate, and all activations computed again,
// the operations of a step of B sequences are 96 B s l h^2 (1 + s / 6 h + V / 16 l h), which is equation 3 of
// D. Narayanan et al., "Efficient large-scale language model training on GPU clusters using Megatron-LM", SC 2021.
#pragma once

#include <cstdint>

namespace trgen::programs::ai {

struct Model {
  std::uint64_t layers = 80;
  std::uint64_t hidden = 8192;
  std::uint64_t feed_forward = 32768;
  std::uint64_t heads = 64;
  std::uint64_t key_heads = 64;
  std::uint64_t sequence = 4096;
  std::uint64_t vocabulary = 32000;
  bool gated = false;
  std::uint64_t experts = 0;  ///< experts of each layer; 0: one feed-forward block for all tokens
  std::uint64_t top_k = 2;    ///< experts that work on a token

  // Parameters. All products stay below 2^63 by the ranges of the keys.
  std::uint64_t key_width() const { return hidden / heads * key_heads; }
  std::uint64_t attention_parameters() const { return 2 * hidden * (hidden + key_width()); }
  std::uint64_t block_parameters() const { return (gated ? 3 : 2) * hidden * feed_forward; }
  std::uint64_t embedding_parameters() const { return vocabulary * hidden; }
  std::uint64_t layer_parameters() const {
    return attention_parameters() + (experts == 0 ? 1 : experts) * block_parameters();
  }
  std::uint64_t parameters() const { return layers * layer_parameters() + 2 * embedding_parameters(); }

  // Operations of a forward pass. Real numbers: exact up to 2^53, and rounded beyond.
  double attention_flops(double tokens) const {
    const auto h = static_cast<double>(hidden);
    return tokens * (2.0 * static_cast<double>(attention_parameters()) + 4.0 * static_cast<double>(sequence) * h);
  }
  /// Operations of the feed-forward block, or of all experts together where each works on its tokens.
  double block_flops(double tokens_of_experts) const {
    return tokens_of_experts * 2.0 * static_cast<double>(block_parameters());
  }
  double output_flops(double tokens) const { return tokens * 2.0 * static_cast<double>(embedding_parameters()); }

  double experts_per_token() const { return experts == 0 ? 1.0 : static_cast<double>(top_k); }

  /// Operations of a step of training over so many sequences.
  double step_flops(double sequences, bool recompute) const {
    const double tokens = sequences * static_cast<double>(sequence);
    const double layer = attention_flops(tokens) + block_flops(tokens * experts_per_token());
    return static_cast<double>(layers) * layer * (recompute ? 4.0 : 3.0) + 3.0 * output_flops(tokens);
  }
};

}  // namespace trgen::programs::ai

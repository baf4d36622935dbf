// SPDX-License-Identifier: Apache-2.0
// The catalogue of programs. To add one, write its parameters (params.hpp) and add their type here.
#pragma once

#include <variant>

#include "trgen/programs/ai/collective_params.hpp"
#include "trgen/programs/ai/inference_params.hpp"
#include "trgen/programs/ai/transformer_params.hpp"
#include "trgen/programs/chakra/chakra_params.hpp"
#include "trgen/programs/kernel_program.hpp"
#include "trgen/programs/script/script_params.hpp"

namespace trgen::programs {

template <Params... Ps>
struct KindList {
  using variant = std::variant<Ps...>;
};

using Kinds = KindList<KernelParams<kernels::Ring>,            //
                       KernelParams<kernels::PingPong>,        //
                       KernelParams<kernels::Stencil>,         //
                       KernelParams<kernels::TorusStencil>,    //
                       KernelParams<kernels::Stencil3d>,       //
                       KernelParams<kernels::Waterfall>,       //
                       KernelParams<kernels::AllToAll>,        //
                       KernelParams<kernels::AllToOne>,        //
                       KernelParams<kernels::OneToAll>,        //
                       KernelParams<kernels::Butterfly>,       //
                       KernelParams<kernels::BinomialReduce>,  //
                       KernelParams<kernels::NBodies>,         //
                       KernelParams<kernels::PencilFft>,       //
                       KernelParams<kernels::RandomPairs>,     //
                       script::ScriptParams,                   //
                       ai::CollectiveParams,                   //
                       ai::TransformerParams,                  //
                       ai::InferenceParams,                    //
                       chakra::ChakraParams>;

}  // namespace trgen::programs

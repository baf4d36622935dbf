// SPDX-License-Identifier: Apache-2.0
// The catalogue of programs. To add one, write its parameters (kind.hpp) and add their type here.
#pragma once

#include "trgen/programs/ai/collective_params.hpp"
#include "trgen/programs/ai/inference_params.hpp"
#include "trgen/programs/ai/transformer_params.hpp"
#include "trgen/programs/chakra/chakra_params.hpp"
#include "trgen/programs/kernel_program.hpp"
#include "trgen/programs/kind.hpp"
#include "trgen/programs/npb/params.hpp"
#include "trgen/programs/proxies/catalogue.hpp"
#include "trgen/programs/script/script_params.hpp"
#include "trgen/programs/ti/ti_params.hpp"

namespace trgen::programs {

/// Every kernel is a program; the others are listed.
template <class Kernels, Kind... Others>
struct WithKernels;
template <class... Kernels, Kind... Others>
struct WithKernels<kernels::KernelList<Kernels...>, Others...> : KindList<KernelParams<Kernels>..., Others...> {};

struct Kinds : WithKernels<kernels::Kernels,        //
                           npb::NpbParams,          //
                           proxies::HaloParams,     //
                           proxies::HpcgParams,     //
                           proxies::MinifeParams,   //
                           proxies::LuleshParams,   //
                           proxies::AmgParams,      //
                           proxies::SweepParams,    //
                           proxies::PencilsParams,  //
                           proxies::GraphParams,    //
                           proxies::AmrParams,      //
                           script::ScriptParams,    //
                           ai::CollectiveParams,    //
                           ai::TransformerParams,   //
                           ai::InferenceParams,     //
                           chakra::ChakraParams,    //
                           ti::TimeIndependentParams> {};

}  // namespace trgen::programs

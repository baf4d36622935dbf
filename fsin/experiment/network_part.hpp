// SPDX-License-Identifier: Apache-2.0
// network.file: a named network, taken into an experiment. The file, a part, is YAML with the keys of `network` at its
// top; the top-level folder topologies/ holds some. From the weakest to the strongest:
//
//   default    part    preset that the experiment names    keys that the experiment writes    command line and axes
//
// A preset inside the part sets only what the part leaves open, as in a file of its own. A choice of another type than
// the part's (topology, routing, model) replaces the part's with all its keys. The resolved configuration has the keys
// of the part and not its name, so results, sweeps and caches follow its content, wherever the file is.
#pragma once

#include "fsin/config/document.hpp"

namespace fsin::experiment {

/// Puts the keys of the part below `network` of the document, as defaults. `named_at`: the place of network.file.
/// `presets`: the experiment names a preset, so the keys that presets set are not taken from the part.
/// Errors: those of config::load_part; keys of an experiment at the top of the part; a part that takes in another.
/// False after an error.
bool take_in_network(config::Document& document, const InputPath& file, const Mark& named_at, bool presets,
                     Diagnostics& diagnostics);

}  // namespace fsin::experiment

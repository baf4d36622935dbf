// SPDX-License-Identifier: Apache-2.0
// Layers: who sets a key where several want to. From the weakest to the strongest: the default, the file, the command
// line, the axes of a sweep. A preset sets other keys (presets.hpp), so it counts where it is written:
//
//   in the file                 keys that the file writes beside it win
//   as an override or an axis   it wins over what the file writes; overrides and steps of the same axis win over it
//
// Two axes of a sweep that set one key, an axis and an override of one key, and an axis of presets beside an axis of a
// key that presets set are refused with both places: one of them would be without effect, and the rows of the results
// would be called what they are not.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "fsin/config/document.hpp"
#include "fsin/experiment/presets.hpp"

namespace fsin::experiment {

/// True where an override or an axis names a preset, in a document that was read.
bool overrides_preset(const config::Document& read);

/// Takes the keys out of the file that its preset would have had to leave alone. Before reading.
void drop_preset_keys(config::Document& unread);

/// Reports the keys that two layers set. `axes` are the names of the layers from 1 on; layer 0 is the command line.
void check_layers(const config::Document& read, std::span<const std::string> axes, Diagnostics& diagnostics);

}  // namespace fsin::experiment

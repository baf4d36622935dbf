// SPDX-License-Identifier: Apache-2.0
// The Paje format, which ViTE, PajeNG and Paje open: a container for each rank with its states and, as
// states of a second kind that nest, its MPI calls; and links for messages.
// Paje wants its events in order of time, so they are kept in memory (40 bytes each) up to the end of the run.
// Source: L. M. Schnorr, B. de Oliveira Stein, J. Chassin de Kergommeaux, "Paje trace file format", 2010.
#pragma once

#include <filesystem>
#include <memory>

#include "fsin/timeline/perfetto.hpp"

namespace fsin::timeline {

/// Opens the file; throws OutputError when it cannot be written.
std::unique_ptr<Writer> make_paje_writer(const std::filesystem::path& path, const Labels& labels);

}  // namespace fsin::timeline

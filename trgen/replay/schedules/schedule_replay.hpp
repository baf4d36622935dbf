// SPDX-License-Identifier: Apache-2.0
// Replay of a schedule: the ranks run their operations as soon as these can begin (scheduled_rank.hpp). To the carrier,
// a rank is a task that waits, and each of its interfaces is a task that sends for it.
//
// Where each interface is a node of its own, those after the first of a rank are counted as further streams of it, and
// a message goes to the interface of the same number at its receiver, or to the first one.
//
// Memory: the schedule, 20 bytes an operation, and the messages that are under way or not taken. It is not divided
// among threads. Not modelled: what workload.mpi says of calls; and messages that ask first, but by the network model.
#pragma once

#include <memory>

#include "fsin/workload/message_workload.hpp"
#include "trgen/record/schedule.hpp"
#include "trgen/replay/schedules/schedule_settings.hpp"

namespace trgen::replay {

std::unique_ptr<fsin::workload::MessageWorkload> make_schedule_replay(std::shared_ptr<const record::Schedule> schedule,
                                                                      ScheduleSettings settings);

}  // namespace trgen::replay

// SPDX-License-Identifier: Apache-2.0
// The callbacks of the OTF2 library: those of MPI, and one for every other kind of event, which counts it.
#include <algorithm>
#include <array>
#include <cstddef>

#include "trgen/formats/otf2/events.hpp"

namespace trgen::formats::otf2 {
namespace {

using At = Events::At;

/// A text as a template argument; each text has one address in the program.
template <std::size_t Size>
struct Name {
  std::array<char, Size> text{};
  // implicit, from a literal
  constexpr Name(const char (&literal)[Size]) { std::copy_n(literal, Size, text.begin()); }
};

Events& events(void* data) { return *static_cast<Events*>(data); }

OTF2_CallbackCode on_enter(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position, void* data,
                           OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  return events(data).keep([&](Events& to) { to.enter({time, position, attributes}, region); });
}

OTF2_CallbackCode on_leave(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position, void* data,
                           OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  return events(data).keep([&](Events& to) { to.leave({time, position, attributes}, region); });
}

OTF2_CallbackCode on_send(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position, void* data,
                          OTF2_AttributeList* attributes, std::uint32_t receiver, OTF2_CommRef communicator,
                          std::uint32_t tag, std::uint64_t bytes) {
  return events(data).keep([&](Events& to) {
    to.send({time, position, attributes}, {receiver, communicator, tag, bytes});
  });
}

OTF2_CallbackCode on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, std::uint64_t position, void* data,
                           OTF2_AttributeList* attributes, std::uint32_t receiver, OTF2_CommRef communicator,
                           std::uint32_t tag, std::uint64_t bytes, std::uint64_t /*request*/) {
  return on_send(location, time, position, data, attributes, receiver, communicator, tag, bytes);
}

OTF2_CallbackCode on_receive(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position, void* data,
                             OTF2_AttributeList* attributes, std::uint32_t sender, OTF2_CommRef communicator,
                             std::uint32_t tag, std::uint64_t bytes) {
  return events(data).keep([&](Events& to) {
    to.receive({time, position, attributes}, {sender, communicator, tag, bytes}, std::nullopt);
  });
}

OTF2_CallbackCode on_ireceive(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position, void* data,
                              OTF2_AttributeList* attributes, std::uint32_t sender, OTF2_CommRef communicator,
                              std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
  return events(data).keep([&](Events& to) {
    to.receive({time, position, attributes}, {sender, communicator, tag, bytes}, request);
  });
}

OTF2_CallbackCode on_post(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/, std::uint64_t /*position*/,
                          void* data, OTF2_AttributeList* /*attributes*/, std::uint64_t request) {
  return events(data).keep([&](Events& to) { to.posted(request); });
}

OTF2_CallbackCode on_cancel(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/, std::uint64_t /*position*/,
                            void* data, OTF2_AttributeList* /*attributes*/, std::uint64_t request) {
  return events(data).keep([&](Events& to) { to.cancelled(request); });
}

OTF2_CallbackCode on_collective_begin(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position,
                                      void* data, OTF2_AttributeList* attributes) {
  return events(data).keep([&](Events& to) { to.collective_begin({time, position, attributes}); });
}

OTF2_CallbackCode on_collective_end(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position,
                                    void* data, OTF2_AttributeList* attributes, OTF2_CollectiveOp operation,
                                    OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent,
                                    std::uint64_t received) {
  return events(data).keep([&](Events& to) {
    to.collective_end({time, position, attributes}, {operation, communicator, root, sent, received});
  });
}

OTF2_CallbackCode on_nonblocking_begin(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/,
                                       std::uint64_t /*position*/, void* data, OTF2_AttributeList* /*attributes*/,
                                       std::uint64_t request) {
  return events(data).keep([&](Events& to) { to.nonblocking_begin(request); });
}

OTF2_CallbackCode on_nonblocking_end(OTF2_LocationRef /*location*/, OTF2_TimeStamp time, std::uint64_t position,
                                     void* data, OTF2_AttributeList* attributes, OTF2_CollectiveOp operation,
                                     OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent,
                                     std::uint64_t received, std::uint64_t request) {
  return events(data).keep([&](Events& to) {
    to.nonblocking_end({time, position, attributes}, {operation, communicator, root, sent, received}, request);
  });
}

/// Only switching the recording off counts.
OTF2_CallbackCode on_measurement(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/, std::uint64_t /*position*/,
                                 void* data, OTF2_AttributeList* /*attributes*/, OTF2_MeasurementMode mode) {
  return events(data).keep([&](Events& to) {
    if (mode == OTF2_MEASUREMENT_OFF) to.uncarried("MeasurementOnOff (recording switched off)");
  });
}

template <Name Event, class... Rest>
OTF2_CallbackCode on_other(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/, std::uint64_t /*position*/,
                           void* data, OTF2_AttributeList* /*attributes*/, Rest... /*rest*/) {
  return events(data).keep([&](Events& to) { to.uncarried(Event.text.data()); });
}

/// Sets the callback of one kind of event to the one that counts it.
template <Name Event, class... Rest>
void count(OTF2_EvtReaderCallbacks* callbacks,
           OTF2_ErrorCode (*set)(OTF2_EvtReaderCallbacks*,
                                 OTF2_CallbackCode (*)(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void*,
                                                       OTF2_AttributeList*, Rest...))) {
  set(callbacks, &on_other<Event, Rest...>);
}

void count_threads(OTF2_EvtReaderCallbacks* to) {
  count<"OmpFork">(to, &OTF2_EvtReaderCallbacks_SetOmpForkCallback);
  count<"OmpJoin">(to, &OTF2_EvtReaderCallbacks_SetOmpJoinCallback);
  count<"OmpAcquireLock">(to, &OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback);
  count<"OmpReleaseLock">(to, &OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback);
  count<"OmpTaskCreate">(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback);
  count<"OmpTaskSwitch">(to, &OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback);
  count<"OmpTaskComplete">(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback);
  count<"ThreadFork">(to, &OTF2_EvtReaderCallbacks_SetThreadForkCallback);
  count<"ThreadJoin">(to, &OTF2_EvtReaderCallbacks_SetThreadJoinCallback);
  count<"ThreadTeamBegin">(to, &OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback);
  count<"ThreadTeamEnd">(to, &OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback);
  count<"ThreadAcquireLock">(to, &OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback);
  count<"ThreadReleaseLock">(to, &OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback);
  count<"ThreadTaskCreate">(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback);
  count<"ThreadTaskSwitch">(to, &OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback);
  count<"ThreadTaskComplete">(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback);
  count<"ThreadCreate">(to, &OTF2_EvtReaderCallbacks_SetThreadCreateCallback);
  count<"ThreadWait">(to, &OTF2_EvtReaderCallbacks_SetThreadWaitCallback);
}

void count_one_sided(OTF2_EvtReaderCallbacks* to) {
  count<"RmaWinCreate">(to, &OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback);
  count<"RmaWinDestroy">(to, &OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback);
  count<"RmaCollectiveBegin">(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback);
  count<"RmaCollectiveEnd">(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback);
  count<"RmaGroupSync">(to, &OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback);
  count<"RmaRequestLock">(to, &OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback);
  count<"RmaAcquireLock">(to, &OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback);
  count<"RmaTryLock">(to, &OTF2_EvtReaderCallbacks_SetRmaTryLockCallback);
  count<"RmaReleaseLock">(to, &OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback);
  count<"RmaSync">(to, &OTF2_EvtReaderCallbacks_SetRmaSyncCallback);
  count<"RmaWaitChange">(to, &OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback);
  count<"RmaPut">(to, &OTF2_EvtReaderCallbacks_SetRmaPutCallback);
  count<"RmaGet">(to, &OTF2_EvtReaderCallbacks_SetRmaGetCallback);
  count<"RmaAtomic">(to, &OTF2_EvtReaderCallbacks_SetRmaAtomicCallback);
  count<"RmaOpCompleteBlocking">(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback);
  count<"RmaOpCompleteNonBlocking">(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback);
  count<"RmaOpTest">(to, &OTF2_EvtReaderCallbacks_SetRmaOpTestCallback);
  count<"RmaOpCompleteRemote">(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback);
}

void count_files(OTF2_EvtReaderCallbacks* to) {
  count<"IoCreateHandle">(to, &OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback);
  count<"IoDestroyHandle">(to, &OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback);
  count<"IoDuplicateHandle">(to, &OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback);
  count<"IoSeek">(to, &OTF2_EvtReaderCallbacks_SetIoSeekCallback);
  count<"IoChangeStatusFlags">(to, &OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback);
  count<"IoDeleteFile">(to, &OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback);
  count<"IoOperationBegin">(to, &OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback);
  count<"IoOperationTest">(to, &OTF2_EvtReaderCallbacks_SetIoOperationTestCallback);
  count<"IoOperationIssued">(to, &OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback);
  count<"IoOperationComplete">(to, &OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback);
  count<"IoOperationCancelled">(to, &OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback);
  count<"IoAcquireLock">(to, &OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback);
  count<"IoReleaseLock">(to, &OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback);
  count<"IoTryLock">(to, &OTF2_EvtReaderCallbacks_SetIoTryLockCallback);
}

void count_others(OTF2_EvtReaderCallbacks* to) {
  count<"BufferFlush">(to, &OTF2_EvtReaderCallbacks_SetBufferFlushCallback);
  count<"Unknown">(to, &OTF2_EvtReaderCallbacks_SetUnknownCallback);
  count<"MpiIsendComplete">(to, &OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback);
  count<"MpiRequestTest">(to, &OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback);
  count<"Metric">(to, &OTF2_EvtReaderCallbacks_SetMetricCallback);
  count<"ParameterString">(to, &OTF2_EvtReaderCallbacks_SetParameterStringCallback);
  count<"ParameterInt">(to, &OTF2_EvtReaderCallbacks_SetParameterIntCallback);
  count<"ParameterUnsignedInt">(to, &OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback);
  count<"CallingContextEnter">(to, &OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback);
  count<"CallingContextLeave">(to, &OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback);
  count<"CallingContextSample">(to, &OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback);
}

}  // namespace

// Not counted, because times of records and the table of communicators express them: beginning and end of the program
// and of the thread of a location, flushes of the recorder, creation and end of communicators.
void set_callbacks(OTF2_EvtReaderCallbacks* to) {
  OTF2_EvtReaderCallbacks_SetEnterCallback(to, &on_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(to, &on_leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(to, &on_send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(to, &on_isend);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(to, &on_receive);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(to, &on_ireceive);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(to, &on_post);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(to, &on_cancel);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(to, &on_collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(to, &on_collective_end);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(to, &on_nonblocking_begin);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(to, &on_nonblocking_end);
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(to, &on_measurement);
  count_threads(to);
  count_one_sided(to);
  count_files(to);
  count_others(to);
}

}  // namespace trgen::formats::otf2

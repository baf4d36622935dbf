// SPDX-License-Identifier: Apache-2.0
// Every kind of event that the OTF2 library can write, with a function that writes one whose fields are all zero.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <string_view>

namespace trgen::test {

struct OtfKind {
  std::string_view name;
  void (*write)(OTF2_EvtWriter*);
};

template <class... Fields>
void write_zeros(OTF2_ErrorCode (*event)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...),
                 OTF2_EvtWriter* to) {
  event(to, nullptr, 1002, Fields{}...);
}
template <auto Event>
void plain(OTF2_EvtWriter* to) {
  write_zeros(Event, to);
}

// The events of OpenMP are deprecated, and old archives have them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
inline constexpr std::array otf_kinds{
    OtfKind{"BufferFlush", &plain<&OTF2_EvtWriter_BufferFlush>},
    OtfKind{"MeasurementOnOff", &plain<&OTF2_EvtWriter_MeasurementOnOff>},
    OtfKind{"Enter", &plain<&OTF2_EvtWriter_Enter>},
    OtfKind{"Leave", &plain<&OTF2_EvtWriter_Leave>},
    OtfKind{"MpiSend", &plain<&OTF2_EvtWriter_MpiSend>},
    OtfKind{"MpiIsend", &plain<&OTF2_EvtWriter_MpiIsend>},
    OtfKind{"MpiIsendComplete", &plain<&OTF2_EvtWriter_MpiIsendComplete>},
    OtfKind{"MpiIrecvRequest", &plain<&OTF2_EvtWriter_MpiIrecvRequest>},
    OtfKind{"MpiRecv", &plain<&OTF2_EvtWriter_MpiRecv>},
    OtfKind{"MpiIrecv", &plain<&OTF2_EvtWriter_MpiIrecv>},
    OtfKind{"MpiRequestTest", &plain<&OTF2_EvtWriter_MpiRequestTest>},
    OtfKind{"MpiRequestCancelled", &plain<&OTF2_EvtWriter_MpiRequestCancelled>},
    OtfKind{"MpiCollectiveBegin", &plain<&OTF2_EvtWriter_MpiCollectiveBegin>},
    OtfKind{"MpiCollectiveEnd", &plain<&OTF2_EvtWriter_MpiCollectiveEnd>},
    OtfKind{"OmpFork", &plain<&OTF2_EvtWriter_OmpFork>},
    OtfKind{"OmpJoin", &plain<&OTF2_EvtWriter_OmpJoin>},
    OtfKind{"OmpAcquireLock", &plain<&OTF2_EvtWriter_OmpAcquireLock>},
    OtfKind{"OmpReleaseLock", &plain<&OTF2_EvtWriter_OmpReleaseLock>},
    OtfKind{"OmpTaskCreate", &plain<&OTF2_EvtWriter_OmpTaskCreate>},
    OtfKind{"OmpTaskSwitch", &plain<&OTF2_EvtWriter_OmpTaskSwitch>},
    OtfKind{"OmpTaskComplete", &plain<&OTF2_EvtWriter_OmpTaskComplete>},
    OtfKind{"Metric", &plain<&OTF2_EvtWriter_Metric>},
    OtfKind{"ParameterString", &plain<&OTF2_EvtWriter_ParameterString>},
    OtfKind{"ParameterInt", &plain<&OTF2_EvtWriter_ParameterInt>},
    OtfKind{"ParameterUnsignedInt", &plain<&OTF2_EvtWriter_ParameterUnsignedInt>},
    OtfKind{"RmaWinCreate", &plain<&OTF2_EvtWriter_RmaWinCreate>},
    OtfKind{"RmaWinDestroy", &plain<&OTF2_EvtWriter_RmaWinDestroy>},
    OtfKind{"RmaCollectiveBegin", &plain<&OTF2_EvtWriter_RmaCollectiveBegin>},
    OtfKind{"RmaCollectiveEnd", &plain<&OTF2_EvtWriter_RmaCollectiveEnd>},
    OtfKind{"RmaGroupSync", &plain<&OTF2_EvtWriter_RmaGroupSync>},
    OtfKind{"RmaRequestLock", &plain<&OTF2_EvtWriter_RmaRequestLock>},
    OtfKind{"RmaAcquireLock", &plain<&OTF2_EvtWriter_RmaAcquireLock>},
    OtfKind{"RmaTryLock", &plain<&OTF2_EvtWriter_RmaTryLock>},
    OtfKind{"RmaReleaseLock", &plain<&OTF2_EvtWriter_RmaReleaseLock>},
    OtfKind{"RmaSync", &plain<&OTF2_EvtWriter_RmaSync>},
    OtfKind{"RmaWaitChange", &plain<&OTF2_EvtWriter_RmaWaitChange>},
    OtfKind{"RmaPut", &plain<&OTF2_EvtWriter_RmaPut>},
    OtfKind{"RmaGet", &plain<&OTF2_EvtWriter_RmaGet>},
    OtfKind{"RmaAtomic", &plain<&OTF2_EvtWriter_RmaAtomic>},
    OtfKind{"RmaOpCompleteBlocking", &plain<&OTF2_EvtWriter_RmaOpCompleteBlocking>},
    OtfKind{"RmaOpCompleteNonBlocking", &plain<&OTF2_EvtWriter_RmaOpCompleteNonBlocking>},
    OtfKind{"RmaOpTest", &plain<&OTF2_EvtWriter_RmaOpTest>},
    OtfKind{"RmaOpCompleteRemote", &plain<&OTF2_EvtWriter_RmaOpCompleteRemote>},
    OtfKind{"ThreadFork", &plain<&OTF2_EvtWriter_ThreadFork>},
    OtfKind{"ThreadJoin", &plain<&OTF2_EvtWriter_ThreadJoin>},
    OtfKind{"ThreadTeamBegin", &plain<&OTF2_EvtWriter_ThreadTeamBegin>},
    OtfKind{"ThreadTeamEnd", &plain<&OTF2_EvtWriter_ThreadTeamEnd>},
    OtfKind{"ThreadAcquireLock", &plain<&OTF2_EvtWriter_ThreadAcquireLock>},
    OtfKind{"ThreadReleaseLock", &plain<&OTF2_EvtWriter_ThreadReleaseLock>},
    OtfKind{"ThreadTaskCreate", &plain<&OTF2_EvtWriter_ThreadTaskCreate>},
    OtfKind{"ThreadTaskSwitch", &plain<&OTF2_EvtWriter_ThreadTaskSwitch>},
    OtfKind{"ThreadTaskComplete", &plain<&OTF2_EvtWriter_ThreadTaskComplete>},
    OtfKind{"ThreadCreate", &plain<&OTF2_EvtWriter_ThreadCreate>},
    OtfKind{"ThreadBegin", &plain<&OTF2_EvtWriter_ThreadBegin>},
    OtfKind{"ThreadWait", &plain<&OTF2_EvtWriter_ThreadWait>},
    OtfKind{"ThreadEnd", &plain<&OTF2_EvtWriter_ThreadEnd>},
    OtfKind{"CallingContextEnter", &plain<&OTF2_EvtWriter_CallingContextEnter>},
    OtfKind{"CallingContextLeave", &plain<&OTF2_EvtWriter_CallingContextLeave>},
    OtfKind{"CallingContextSample", &plain<&OTF2_EvtWriter_CallingContextSample>},
    OtfKind{"IoCreateHandle", &plain<&OTF2_EvtWriter_IoCreateHandle>},
    OtfKind{"IoDestroyHandle", &plain<&OTF2_EvtWriter_IoDestroyHandle>},
    OtfKind{"IoDuplicateHandle", &plain<&OTF2_EvtWriter_IoDuplicateHandle>},
    OtfKind{"IoSeek", &plain<&OTF2_EvtWriter_IoSeek>},
    OtfKind{"IoChangeStatusFlags", &plain<&OTF2_EvtWriter_IoChangeStatusFlags>},
    OtfKind{"IoDeleteFile", &plain<&OTF2_EvtWriter_IoDeleteFile>},
    OtfKind{"IoOperationBegin", &plain<&OTF2_EvtWriter_IoOperationBegin>},
    OtfKind{"IoOperationTest", &plain<&OTF2_EvtWriter_IoOperationTest>},
    OtfKind{"IoOperationIssued", &plain<&OTF2_EvtWriter_IoOperationIssued>},
    OtfKind{"IoOperationComplete", &plain<&OTF2_EvtWriter_IoOperationComplete>},
    OtfKind{"IoOperationCancelled", &plain<&OTF2_EvtWriter_IoOperationCancelled>},
    OtfKind{"IoAcquireLock", &plain<&OTF2_EvtWriter_IoAcquireLock>},
    OtfKind{"IoReleaseLock", &plain<&OTF2_EvtWriter_IoReleaseLock>},
    OtfKind{"IoTryLock", &plain<&OTF2_EvtWriter_IoTryLock>},
    OtfKind{"ProgramBegin", &plain<&OTF2_EvtWriter_ProgramBegin>},
    OtfKind{"ProgramEnd", &plain<&OTF2_EvtWriter_ProgramEnd>},
    OtfKind{"NonBlockingCollectiveRequest", &plain<&OTF2_EvtWriter_NonBlockingCollectiveRequest>},
    OtfKind{"NonBlockingCollectiveComplete", &plain<&OTF2_EvtWriter_NonBlockingCollectiveComplete>},
    OtfKind{"CommCreate", &plain<&OTF2_EvtWriter_CommCreate>},
    OtfKind{"CommDestroy", &plain<&OTF2_EvtWriter_CommDestroy>},
};
#pragma GCC diagnostic pop

}  // namespace trgen::test

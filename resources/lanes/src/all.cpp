// The whole engine as one source: compiled at once it takes a third of the time.

// clang-format off
#include "accesses.cpp"
#include "arena.cpp"
#include "asserts.cpp"
#include "complaints.cpp"
#include "crash.cpp"
#include "devices.cpp"
#include "endless.cpp"
#include "engine.cpp"
#include "launches.cpp"
#include "meetings.cpp"
#include "memory.cpp"
#include "modules.cpp"
#include "order.cpp"
#include "races.cpp"
#include "recording.cpp"
#include "runtimecompiler.cpp"
#include "surfaces.cpp"
#include "virtualmemory.cpp"
#include "worker.cpp"
// clang-format on

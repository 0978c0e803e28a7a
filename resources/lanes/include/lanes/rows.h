#pragma once

// What the body of a kernel becomes: a loop over the lanes of a row, in which the index is a
// variable that a compiler keeps in registers.
//   __global__ void k(int* a) { LANES_ROW { a[threadIdx.x] = 1; } LANES_ROW_END }

#include "lanes/engine.h"

#include <type_traits>

namespace rocport_lanes {

/// Runs the body of a kernel for the running lane and for the rest of its row. The engine is told
/// of each, since what the body calls may ask for its index, and may wait.
template <typename Body>
inline __attribute__((always_inline)) void forRow(const Body& body)
{
    Lane* const lane = current; // of this stack, also after it has waited
    Here here = {lane->thread, lane->block, lane->blockSize, lane->gridSize};
    for (;;) {
        Body one = body; // with the arguments as they were given
        one(here);
        const unsigned next = here.thread.x + 1;
        if (next >= lane->rowEnd) {
            break;
        }
        here.thread.x = next;
        lane->thread.x = next;
    }
}

/// Calls `row` with `body` and the lane. False: it left its memory, or the like, and which lane did
/// is not known.
bool runPlainRow(void (*row)(const void*, const Lane&), const void* body, const Lane& lane);
/// Ends the program by what went wrong in runPlainRow().
[[noreturn]] void failPlainRow();

template <typename T>
struct IsNumber : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T>>
{
};
template <typename T>
struct IsNumber<T*> : IsNumber<std::remove_cv_t<T>>
{
};
template <typename T>
struct IsNumber<T* __restrict> : IsNumber<T*>
{
};
/// Whether all are numbers, and pointers to them.
template <typename... T>
constexpr bool areNumbers = (IsNumber<std::remove_cv_t<T>>::value && ...);

/// Where each access is checked the engine is asked for the lane.
#if defined(__SANITIZE_THREAD__)
constexpr bool kChecksAccesses = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool kChecksAccesses = true;
#else
constexpr bool kChecksAccesses = false;
#endif
#else
constexpr bool kChecksAccesses = false;
#endif

/// As forRow() for a body that neither waits nor calls what asks for the lane, nor has loops: the
/// engine is told of none, so that a compiler can use vectors. Where it goes wrong the row is done
/// once more as others are, so that the lane is known; the program ends then.
template <bool isPlain, typename Body>
inline __attribute__((always_inline)) void forPlainRow(const Body& body)
{
    if constexpr (isPlain && !kChecksAccesses) {
        Lane* const lane = current;
        if (lane->rowEnd != lane->thread.x + 1) {
            const auto row = [](const void* pointer, const Lane& lane) {
                const Body body = *static_cast<const Body*>(pointer);
                const unsigned end = lane.rowEnd;
                Here here = {lane.thread, lane.block, lane.blockSize, lane.gridSize};
                for (unsigned x = lane.thread.x; x < end; ++x) {
                    here.thread.x = x;
                    Body one = body;
                    one(here);
                }
            };
            if (!runPlainRow(row, &body, *lane)) {
                forRow(body);
                failPlainRow();
            }
            lane->thread.x = lane->rowEnd - 1;
            return;
        }
    }
    forRow(body);
}

} // namespace rocport_lanes

#if defined(__clang__)
#define LANES_ROW_INLINE __attribute__((always_inline)) mutable
#else
#define LANES_ROW_INLINE mutable __attribute__((always_inline))
#endif
#define LANES_ROW_BODY                                                                             \
    [=](const ::rocport_lanes::Here& rocport_lanes_here) LANES_ROW_INLINE->void                    \
    {                                                                                              \
        const ::rocport_lanes::Index3& blockDim = rocport_lanes_here.blockSize;                    \
        const ::rocport_lanes::Index3& gridDim = rocport_lanes_here.gridSize;
#define LANES_ROW ::rocport_lanes::forRow(LANES_ROW_BODY
#define LANES_PLAIN_ROW(...)                                                                       \
    ::rocport_lanes::forPlainRow<::rocport_lanes::areNumbers<__VA_ARGS__>>(LANES_ROW_BODY
#define LANES_ROW_END                                                                              \
    });

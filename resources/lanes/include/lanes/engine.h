#pragma once

// What kernels need of the engine that runs them on the CPU. A thread of a kernel is a lane: it
// runs until it waits for others, at a barrier or at a function of its wave, and goes on when those
// have come. Lanes of a block stay on one thread of the CPU; blocks are spread over its cores.

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace rocport_lanes {

#if defined(__has_builtin)
#if __has_builtin(__builtin_COLUMN)
#define LANES_COLUMN __builtin_COLUMN()
#endif
#endif
#ifndef LANES_COLUMN
#define LANES_COLUMN 0
#endif

/// A place in the source; std::source_location of clang 14 is none yet.
struct Site
{
    const char* file = "";
    unsigned line = 0;
    unsigned column = 0;
    static constexpr Site here(const char* file = __builtin_FILE(),
                               unsigned line = __builtin_LINE(), unsigned column = LANES_COLUMN)
    {
        return {file, line, column};
    }
};

struct Index3
{
    unsigned x = 0;
    unsigned y = 0;
    unsigned z = 0;
    /// As uint3, dim3 and the like.
    template <typename T>
    requires(sizeof(T) == 3 * sizeof(unsigned) && requires(T t) { t.x, t.y, t.z; })
    operator T() const
    {
        return T{x, y, z};
    }
};

/// What a lane asks of the other lanes of its wave.
enum class WaveCall : unsigned char {
    Shuffle,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    Vote,
    Join,
    Gather,
    Together
};

struct WaveRequest
{
    WaveCall call = WaveCall::Join;
    bool hasMask = false;    ///< `mask` was given; else all lanes that come are meant
    std::uint64_t mask = 0;  ///< lanes that take part
    std::uint64_t value = 0; ///< what is shuffled, or whether the vote is yes
    int source = 0;          ///< lane, distance or bits
    int width = 0;           ///< of the groups within which a shuffle stays
    Site site;

    std::uint64_t result = 0;        ///< of a shuffle: the other's value; of a vote: who said yes
    std::uint64_t members = 0;       ///< lanes that made the call together
    std::uint64_t* values = nullptr; ///< of Gather: room for a wave, gets the value of each member
    /// Of Together: called once for all members, with the value of each by its lane.
    void (*work)(const std::uint64_t* values, std::uint64_t members) = nullptr;
};

struct Lane
{
    Index3 thread;
    Index3 block;
    Index3 blockSize;
    Index3 gridSize;
    unsigned row = 0;      ///< number in the block of the lane of its row whose thread.x is 0
    unsigned waveMask = 0; ///< lanes of a wave, less one
    unsigned rowEnd = 0;   ///< thread.x behind the lanes that run next without a word to the engine
    struct BlockRun* run = nullptr;

    [[nodiscard]] unsigned inBlock() const { return row + thread.x; } ///< x first
    [[nodiscard]] unsigned inWave() const { return inBlock() & waveMask; }
};

/// The lane that runs; only in kernels.
extern __thread Lane* current;
/// Ends the program: the host has no lane.
[[noreturn]] void failOnHost();
/// What functions of the device that the host calls are told of their lane: nothing, the program
/// ends, or with `libraryCallsAreThreads`, that they are the only thread of a grid.
const Lane& laneOfHost();
/// Set by libraries that call a program's functions on the host where a GPU's threads call them.
inline bool libraryCallsAreThreads = false;
inline const Lane& running()
{
    return current == nullptr ? laneOfHost() : *current;
}

/// Makes the running lane the next one that has not begun; false: there is none for it now.
bool nextLaneOf(Lane& lane);
/// Calls the kernel for the running lane and for those that come after it. A kernel that is written
/// as forRow() has done the rest of the row then.
template <typename Call>
void callForLanes(const Call& call)
{
    Lane* const lane = current; // of this stack, also after it has waited
    do {
        for (;;) {
            call();
            const unsigned next = lane->thread.x + 1;
            if (next >= lane->rowEnd) {
                break;
            }
            lane->thread.x = next;
            if (current != lane) {
                __builtin_unreachable();
            }
        }
    } while (nextLaneOf(*lane));
}

/// The index of the lane that runs, where a compiler can keep it in registers: kernels see it under
/// the name of the function for all others, rocport_lanes_here().
struct Here
{
    Index3 thread;
    Index3 block;
    Index3 blockSize;
    Index3 gridSize;
    const Here& operator()() const { return *this; }
};

/// Lets the lanes of the wave that make the same call do it together. Its site tells calls apart.
void exchange(WaveRequest& request);
/// Waits for all lanes of the block that have not returned; gives how many said yes.
int blockBarrier(bool yes, const Site& site);
/// Waits for all lanes of the grid; only in cooperative launches.
void gridBarrier(const Site& site);
/// Waits until the bits of `mask` in a word are others than those in `old`. Other threads change it
/// by atomics. Where it lies in memory of the block, nobody else can.
void waitForChange(const std::uint64_t* word, std::uint64_t mask, std::uint64_t old,
                   const Site& site);
/// Another lane may run first: called where a lane may wait in a loop for what others write.
void breathe();
/// Called where a lane reads the clock. One that does so over and over waits for time to pass, which
/// passes for the others of its block as well: they run meanwhile, as they do on a GPU.
void noteClock();
/// The other lanes of the wave run first, as far as they come.
void standBack();

/// Memory that the block shares, for one declaration. Not initialised: filled with a pattern.
/// `function` is a name that the variable's own is in, for what is said of it.
void* sharedMemory(unsigned declaration, std::size_t bytes, std::size_t alignment,
                   const char* function);
/// The part of it whose size the launch gives.
void* dynamicSharedMemory();
unsigned nextDeclaration();

/// Reference to a static shared variable of type T; Key tells declarations apart.
template <typename T, typename Key>
T& shared()
{
    static const unsigned declaration = nextDeclaration();
    constexpr std::size_t kAlignment = alignof(T) > 16 ? alignof(T) : 16;
    return *static_cast<T*>(sharedMemory(declaration, sizeof(T), kAlignment, __PRETTY_FUNCTION__));
}

template <typename T>
T& dynamicShared()
{
    return *static_cast<T*>(dynamicSharedMemory());
}

/// `__shared__ T name` outside of functions; T may be an array.
template <typename T, typename Key>
struct StaticShared
{
    using Element = std::remove_extent_t<T>;
    operator std::conditional_t<std::is_array_v<T>, Element*, T&>() const
    {
        return shared<T, Key>();
    }
    template <typename Value>
    T& operator=(const Value& value) const
    {
        return shared<T, Key>() = value;
    }
};

/// `extern __shared__ T name[]` outside of functions.
template <typename T>
struct DynamicShared
{
    operator T*() const { return static_cast<T*>(dynamicSharedMemory()); }
    template <typename Other>
    explicit operator Other*() const
    {
        return static_cast<Other*>(dynamicSharedMemory());
    }
};

struct LaunchSize
{
    Index3 grid;
    Index3 block;
    std::size_t sharedBytes = 0;
    bool cooperative = false;
};

/// Error codes that CUDA and HIP share.
enum class Code : int {
    Success = 0,
    InvalidValue = 1,
    OutOfMemory = 2,
    InvalidConfiguration = 9,
    InvalidDevicePointer = 17,
    InvalidMemcpyDirection = 21,
    DevicesUnavailable = 46,
    InvalidDeviceFunction = 98,
    InvalidDevice = 101,
    InvalidImage = 200,
    AlreadyMapped = 208,
    NotMapped = 211,
    UnsupportedLimit = 215,
    InvalidPtx = 218,
    FileNotFound = 301,
    InvalidHandle = 400,
    NotFound = 500,
    NotReady = 600,
    PeerEnabled = 704,
    PeerNotEnabled = 705,
    Assert = 710,
    AlreadyRegistered = 712,
    NotRegistered = 713,
    TooManyBlocks = 720,
    NotSupported = 801,
    CaptureUnsupported = 900,
    CapturedEvent = 907,
    GraphUpdateFailed = 910,
};

/// Runs a kernel to its end. `body` is called with
/// `data`; it calls the kernel for the running lane and those that follow, by callForLanes().
/// What is wrong with the sizes is the error of the launch (lastError()), and then nothing runs.
Code runKernel(const char* name, const LaunchSize& size, void (*body)(void*), void* data,
               const Site& site);
/// Kernels may be launched with that many bytes of dynamic shared memory from now on.
void allowShared(std::size_t bytes);

/// Limits of the GPU that is played.
struct Limits
{
    int waveLanes = 32;
    int threadsPerBlock = 1024;
    std::size_t sharedPerBlock = 0;      ///< static and dynamic, without asking for more
    std::size_t sharedPerBlockOptIn = 0; ///< with asking
    int processors = 0;
    int deepestBlock = 1024; ///< z of a block
    bool assertEndsKernel = false; ///< and not the program
};
const Limits& limits();
/// Blocks that a multiprocessor has room for at once, by its threads (in whole waves), its shared
/// memory and its most blocks; registers are not known.
int blocksAtOnce(int threads, std::size_t sharedBytes);
/// Which GPU is played, before main().
struct SetLimits
{
    explicit SetLimits(const Limits& limits);
};

Code lastError();
Code takeError(); ///< and forgets it
/// The error of a function; where the current device cannot be used any more, why.
Code keepError(Code code);
/// From now on the current device cannot be used, by an error that the host is told when it waits.
void breakDevice(Code code);
/// What resetting the device does: one that was broken is not there any more (so an H100 with CUDA
/// 13.0).
void resetDevice();
/// Ends the running lane, and its kernel where the others wait or have ended.
[[noreturn]] void endKernel(Code code);

/// GPUs that are played, all of one kind.
constexpr int kMostDevices = 16;
int deviceCount();
inline bool isDevice(int device)
{
    return device >= 0 && device < deviceCount();
}
/// The one that this thread of the host uses: 0 at first.
int currentDevice();
Code setDevice(int device);
/// The current device may use the memory of `peer`, or may no more.
Code enablePeer(int peer);
Code disablePeer(int peer);
void forgetPeers(); ///< of the current device

/// Uses a device as long as it lives.
class WithDevice
{
public:
    explicit WithDevice(int device) : m_before(currentDevice()) { setDevice(device); }
    WithDevice(const WithDevice&) = delete;
    WithDevice& operator=(const WithDevice&) = delete;
    ~WithDevice() { setDevice(m_before); }

private:
    int m_before;
};

/// What each GPU that is played has.
constexpr std::size_t kDeviceMemory = std::size_t{80} << 30;
/// Memory of the current device: filled with a pattern, since a GPU's is not zero. Null: the GPU has
/// no more, or this machine.
void* allocate(std::size_t bytes, bool onHost);
Code release(void* memory);
/// The start and size of the allocation that `place` is in; false: in none.
bool allocationOf(const void* place, void*& start, std::size_t& bytes, bool& onHost);
/// Memory of somebody else's counts as device memory from now on, together with what lies beside it
/// and was noted so, or no longer.
void noteMapped(void* memory, std::size_t bytes, int device);
void forgetMapped(void* memory, std::size_t bytes);
enum class MemoryKind : unsigned char { Unregistered, Host, Device, Managed };
/// Of device memory, pinned memory, managed memory or host memory that was registered.
MemoryKind memoryKind(const void* place);
void makeManaged(void* memory);
/// The device that the allocation was made on; -1: there is none there.
int deviceOf(const void* place);
/// Memory of the host's own that kernels may use from now on.
Code registerHost(void* memory, std::size_t bytes);
Code unregisterHost(void* memory);
/// Bytes that are allocated now, of the current device.
std::size_t allocated();
/// Bytes that may still be: of the GPU's, and of what the process may have here.
std::size_t leftToAllocate();

/// What a kernel did that no GPU may be asked to do: told once for each place.
void complain(const char* check, const char* kernel, const char* text, const Site& site);

} // namespace rocport_lanes

/// The lane that runs. In kernels a variable of this name hides it.
inline const rocport_lanes::Lane& rocport_lanes_here()
{
    return rocport_lanes::running();
}

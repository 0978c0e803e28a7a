#pragma once

#include <array>
#include <string_view>

namespace rocport {

/// What a PTX instruction does, by the beginning of its name. In our own words, after the PTX ISA
/// 8.x.
struct PtxOpcode
{
    std::string_view prefix; ///< up to a '.' or the end; the longest match counts
    std::string_view what;
    std::string_view wayOut;
};

inline constexpr std::array kPtxOpcodes = {
    PtxOpcode{"activemask", "reads the set of active lanes.", "Use `__ballot(1)`, a 64-bit value."},
    PtxOpcode{"atom", "does an atomic operation and returns the old value.",
              "Use the `atomic…` function or `__hip_atomic_fetch_…` with the same scope."},
    PtxOpcode{"red", "does an atomic operation without a result.",
              "Use the `atomic…` function or `__hip_atomic_fetch_…` with the same scope."},
    PtxOpcode{"bar", "waits at a barrier of the block.",
              "Barrier 0 of the whole block is `__syncthreads()`; HIP has no named barriers."},
    PtxOpcode{"barrier", "waits at a barrier of the block or cluster.",
              "Barrier 0 of the whole block is `__syncthreads()`; HIP has no named barriers."},
    PtxOpcode{"bfe", "extracts a field of bits.",
              "Use `__bitextract_u32`, which takes widths up to 31, or a shift and a mask."},
    PtxOpcode{"bfi", "inserts a field of bits.", "Use `__bitinsert_u32`, or shifts and masks."},
    PtxOpcode{"bfind", "finds the highest bit that is set.",
              "Use `31 - __clz(x)`, or `63 - __clzll(x)`."},
    PtxOpcode{"brev", "reverses the bits.", "Use `__brev` or `__brevll`."},
    PtxOpcode{"clz", "counts leading zeros.", "Use `__clz` or `__clzll`."},
    PtxOpcode{"popc", "counts set bits.", "Use `__popc` or `__popcll`."},
    PtxOpcode{"cp.async", "copies from global to shared memory without waiting.",
              "Copy with ordinary loads and stores and a `__syncthreads()`; on gfx950 and later "
              "look at the load-to-LDS builtins."},
    PtxOpcode{"cp.reduce", "reduces in bulk through the tensor memory accelerator.",
              "Write the reduction with loads and atomics."},
    PtxOpcode{"createpolicy", "makes a cache eviction policy.",
              "Leave it out: AMD GPUs have no such policy."},
    PtxOpcode{"cvta", "converts an address between generic and a state space.",
              "Leave it out: HIP pointers are generic, and `__shared__` variables have addresses."},
    PtxOpcode{"cvt", "converts a value between formats with a stated rounding.",
              "Use the conversion function of `hip_fp16.h`, `hip_bf16.h` or `hip_fp8.h`, or a "
              "cast."},
    PtxOpcode{"dp4a", "adds a dot product of four bytes.",
              "Use `__builtin_amdgcn_sdot4` where the architecture has it, or plain arithmetic."},
    PtxOpcode{"dp2a", "adds a dot product of 16-bit and 8-bit values.", "Use plain arithmetic."},
    PtxOpcode{"elect", "chooses one lane of the warp.",
              "Take the lowest active lane: `__ffsll(__ballot(1)) - 1`."},
    PtxOpcode{"ex2", "computes a fast power of two.", "Use `exp2f`, or `hexp2` for half."},
    PtxOpcode{"lg2", "computes a fast binary logarithm.", "Use `log2f`."},
    PtxOpcode{"rcp", "computes a reciprocal.", "Use `__builtin_amdgcn_rcpf`, or `1.0f / x`."},
    PtxOpcode{"sqrt", "computes a square root.", "Use `sqrtf` or `sqrt`."},
    PtxOpcode{"rsqrt", "computes a reciprocal square root.", "Use `rsqrtf` or `rsqrt`."},
    PtxOpcode{"sin", "computes a fast sine.", "Use `__sinf`."},
    PtxOpcode{"cos", "computes a fast cosine.", "Use `__cosf`."},
    PtxOpcode{"tanh", "computes a fast hyperbolic tangent.", "Use `tanhf`."},
    PtxOpcode{
        "fence", "orders memory accesses.",
        "Use `__threadfence_block()`, `__threadfence()` or `__threadfence_system()` by scope."},
    PtxOpcode{
        "membar", "orders memory accesses.",
        "Use `__threadfence_block()`, `__threadfence()` or `__threadfence_system()` by scope."},
    PtxOpcode{"fma", "multiplies and adds with one rounding.", "Use `fmaf` or `fma`."},
    PtxOpcode{"mad", "multiplies and adds.", "Write the arithmetic in C++."},
    PtxOpcode{"mul", "multiplies.", "Write the arithmetic in C++; the upper half is `__umulhi`."},
    PtxOpcode{"add", "adds, possibly with carry.",
              "Write the arithmetic in C++ with a wider type."},
    PtxOpcode{"addc", "adds with carry.", "Write the arithmetic in C++ with a wider type."},
    PtxOpcode{"sub", "subtracts, possibly with borrow.",
              "Write the arithmetic in C++ with a wider type."},
    PtxOpcode{"subc", "subtracts with borrow.", "Write the arithmetic in C++ with a wider type."},
    PtxOpcode{"madc", "multiplies and adds with carry.",
              "Write the arithmetic in C++ with a wider type."},
    PtxOpcode{"div", "divides.", "Use `/`, or `__fdividef` for the fast form."},
    PtxOpcode{"min", "takes the smaller value.", "Use `min` or `fminf`."},
    PtxOpcode{"max", "takes the larger value.", "Use `max` or `fmaxf`."},
    PtxOpcode{"shl", "shifts left.", "Write the shift in C++; PTX clamps the distance."},
    PtxOpcode{"shr", "shifts right.", "Write the shift in C++; PTX clamps the distance."},
    PtxOpcode{"shf", "shifts a pair of registers.", "Use `__funnelshift_l` or `__funnelshift_r`."},
    PtxOpcode{"griddepcontrol", "orders dependent grids.",
              "Leave it out: HIP has no programmatic dependent launch."},
    PtxOpcode{"isspacep", "asks for the state space of a pointer.",
              "Use `__builtin_amdgcn_is_shared`, or pass the knowledge as a parameter."},
    PtxOpcode{
        "ld", "loads with a stated cache behaviour.",
        "Use `__hip_atomic_load`, relaxed, where another block or the host writes the value "
        "meanwhile; `__builtin_nontemporal_load` for a value that is used once; else a load."},
    PtxOpcode{"ldmatrix", "loads a matrix fragment from shared memory across the warp.",
              "Load the fragment by its MFMA layout, or use rocWMMA."},
    PtxOpcode{"movmatrix", "turns a matrix fragment across the warp.",
              "Exchange its numbers by shuffles of 32 lanes."},
    PtxOpcode{"stmatrix", "stores a matrix fragment to shared memory across the warp.",
              "Store the fragment by its MFMA layout, or use rocWMMA."},
    PtxOpcode{"st", "stores with a stated cache behaviour.",
              "Use `__hip_atomic_store`, relaxed, where another block or the host reads the value "
              "meanwhile; `__builtin_nontemporal_store` for a stream; else a store."},
    PtxOpcode{"lop3", "computes any logical function of three values.",
              "Write the logical expression that its table stands for."},
    PtxOpcode{"mapa", "maps an address to another block of the cluster.",
              "HIP has no clusters: restructure the kernel."},
    PtxOpcode{"match", "finds lanes with equal values.",
              "Use `__match_any_sync` or `__match_all_sync` (ROCm 7.0) with a 64-bit mask."},
    PtxOpcode{"mbarrier", "works on an asynchronous barrier in shared memory.",
              "Use `__syncthreads()`: AMD GPUs have no such barrier."},
    PtxOpcode{"mma", "multiplies matrix fragments on tensor cores.",
              "Use the MFMA builtins, rocWMMA or Composable Kernel; the layouts differ."},
    PtxOpcode{"wmma", "multiplies matrix fragments on tensor cores.",
              "Use rocWMMA, which keeps the shape of the interface."},
    PtxOpcode{"wgmma", "multiplies matrices asynchronously across a warp group.",
              "Rewrite with MFMA builtins or Composable Kernel."},
    PtxOpcode{"tcgen05", "works on the tensor memory of Blackwell.",
              "Rewrite with MFMA builtins or Composable Kernel."},
    PtxOpcode{"setmaxnreg", "changes the number of registers of a warp.",
              "Leave it out: registers are fixed at launch."},
    PtxOpcode{"mov", "copies a value or a special register.", "Write the assignment in C++."},
    PtxOpcode{"nanosleep", "pauses the thread for about that many nanoseconds.",
              "Use `__builtin_amdgcn_s_sleep` with a constant, or leave it out."},
    PtxOpcode{"pmevent", "triggers a performance event.", "Leave it out."},
    PtxOpcode{"prefetch", "asks for a cache line ahead of time.", "Leave it out."},
    PtxOpcode{"prefetchu", "asks for a cache line ahead of time.", "Leave it out."},
    PtxOpcode{"discard", "drops a cache line without writing it.", "Leave it out."},
    PtxOpcode{"applypriority", "sets the priority of a cache line.", "Leave it out."},
    PtxOpcode{"prmt", "picks bytes from two words.",
              "Use `__byte_perm`; its selectors have no sign mode."},
    PtxOpcode{"redux", "reduces a value across the warp.",
              "Use `__reduce_add_sync` or a similar function (ROCm 7.0), or a shuffle loop over 64 "
              "lanes."},
    PtxOpcode{"selp", "selects one of two values.", "Use `?:`."},
    PtxOpcode{"setp", "compares into a predicate.", "Write the comparison in C++."},
    PtxOpcode{"set", "compares into a value.", "Write the comparison in C++."},
    PtxOpcode{"shfl", "exchanges values between lanes.",
              "Use `__shfl`, `__shfl_down`, `__shfl_up` or `__shfl_xor`."},
    PtxOpcode{"vote", "votes across the warp.",
              "Use `__ballot`, `__any` or `__all`; a ballot has 64 bits."},
    PtxOpcode{"testp", "tests the kind of a floating-point value.", "Use `isnan`, `isinf`, …"},
    PtxOpcode{"trap", "aborts the kernel.", "Use `abort()` or `__builtin_trap()`."},
    PtxOpcode{"brkpt", "stops in the debugger.", "Use `__builtin_debugtrap()`."},
    PtxOpcode{"exit", "ends the thread.", "Return from the kernel."},
    PtxOpcode{"vadd", "does arithmetic on packed bytes or halves.", "Write it lane by lane."},
    PtxOpcode{"vabsdiff", "adds absolute differences.", "Use `__sad` or write it lane by lane."},
    PtxOpcode{"vabsdiff2", "takes absolute differences of two halves of a word.",
              "Write it half by half."},
    PtxOpcode{"vabsdiff4", "takes absolute differences of four bytes of a word.",
              "For the sum of unsigned bytes use `__builtin_amdgcn_sad_u8`; else write it byte by "
              "byte."},
    PtxOpcode{"vset", "compares packed bytes or halves.", "Write it lane by lane."},
    PtxOpcode{"neg", "changes the sign.", "Write it in C++."},
    PtxOpcode{"abs", "takes the absolute value.", "Write it in C++."},
    PtxOpcode{"and", "takes the bitwise and.", "Write it in C++."},
    PtxOpcode{"or", "takes the bitwise or.", "Write it in C++."},
    PtxOpcode{"xor", "takes the bitwise exclusive or.", "Write it in C++."},
    PtxOpcode{"not", "takes the complement.", "Write it in C++."},
};

/// Special registers that `mov` reads.
struct PtxRegister
{
    std::string_view name;
    std::string_view what;
    std::string_view expression; ///< HIP expression with the same value; empty: none
    std::string_view wayOut;
    bool laneMask = false;
    /// The same if warps stay 32 lanes wide, two in a wavefront of 64; empty: `expression`.
    std::string_view narrow;
};

inline constexpr std::array kPtxRegisters = {
    PtxRegister{"laneid", "reads the lane number.", "__lane_id()", "", false, "__lane_id() & 31"},
    PtxRegister{"lanemask_lt", "reads the mask of the lanes below this one.",
                "(1ull << __lane_id()) - 1", "Hold the mask in 64 bits.", true,
                "(1u << (__lane_id() & 31)) - 1"},
    PtxRegister{"lanemask_le", "reads the mask of this lane and those below.",
                "~0ull >> (63 - __lane_id())", "Hold the mask in 64 bits.", true,
                "~0u >> (31 - (__lane_id() & 31))"},
    PtxRegister{"lanemask_eq", "reads the mask of this lane.", "1ull << __lane_id()",
                "Hold the mask in 64 bits.", true, "1u << (__lane_id() & 31)"},
    PtxRegister{"lanemask_ge", "reads the mask of this lane and those above.",
                "~0ull << __lane_id()", "Hold the mask in 64 bits.", true,
                "~0u << (__lane_id() & 31)"},
    PtxRegister{"lanemask_gt", "reads the mask of the lanes above this one.",
                "(~0ull << __lane_id()) << 1", "Hold the mask in 64 bits.", true,
                "(~0u << (__lane_id() & 31)) << 1"},
    PtxRegister{"clock", "reads the cycle counter.", "static_cast<unsigned int>(clock())", ""},
    PtxRegister{"clock64", "reads the 64-bit cycle counter.", "clock64()", ""},
    PtxRegister{"globaltimer", "reads a timer in nanoseconds.", "10 * wall_clock64()",
                "Use `wall_clock64()`, whose rate is an attribute of the device."},
    PtxRegister{"smid", "reads the number of the multiprocessor.", "",
                "Use `__smid()`, whose numbers have gaps and go beyond `multiProcessorCount`."},
    PtxRegister{"nsmid", "reads the number of multiprocessors.", "",
                "Pass `multiProcessorCount` to the kernel."},
    PtxRegister{"warpid", "reads the number of the warp in the block, as scheduled.", "",
                "Compute it: the linear thread number divided by `warpSize`."},
    PtxRegister{"nwarpid", "reads the number of warp slots.", "", "Compute it from `blockDim`."},
    PtxRegister{"tid.x", "reads threadIdx.x.", "threadIdx.x", ""},
    PtxRegister{"tid.y", "reads threadIdx.y.", "threadIdx.y", ""},
    PtxRegister{"tid.z", "reads threadIdx.z.", "threadIdx.z", ""},
    PtxRegister{"ntid.x", "reads blockDim.x.", "blockDim.x", ""},
    PtxRegister{"ctaid.x", "reads blockIdx.x.", "blockIdx.x", ""},
    PtxRegister{"nctaid.x", "reads gridDim.x.", "gridDim.x", ""},
    PtxRegister{"dynamic_smem_size", "reads the size of the dynamic shared memory.", "",
                "Pass the size to the kernel."},
    PtxRegister{"cluster_ctarank", "reads the rank of the block in its cluster.", "",
                "HIP has no clusters: restructure the kernel."},
};

} // namespace rocport

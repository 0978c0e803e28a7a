// Accesses with ordering and scope, and atomics on integers.
#include <cuda_runtime.h>

__device__ void orders(int* barrier, int step, unsigned long long* total, unsigned long long count, float* sums, float f)
{
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(barrier), "r"(step));
    int found = 0;
    asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(found) : "l"(barrier + 1));
    asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(barrier), "r"(found + 1) : "memory");
    asm volatile("red.global.add.u64 [%0],%1;" ::"l"(total), "l"(count) : "memory");
    int before;
    asm volatile("atom.acq_rel.gpu.global.max.s32 %0, [%1], %2;" : "=r"(before) : "l"(barrier), "r"(step));
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(barrier));
    asm volatile("st.relaxed.gpu.u64 [%0], 0;" ::"l"(total));
    // Not these: subnormals are flushed, bits of a float, a cluster, shared memory.
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(sums), "f"(f));
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=f"(f) : "l"(sums));
    asm volatile("ld.acquire.cluster.b32 %0, [%1];" : "=r"(found) : "l"(barrier));
    asm volatile("st.relaxed.cta.shared.u32 [%0], %1;" ::"r"(before), "r"(found));
}

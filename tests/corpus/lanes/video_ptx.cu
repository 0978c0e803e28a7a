// Video instructions of inline PTX.
#include <cstdio>
__global__ void k(unsigned* o)
{
    unsigned r;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(0x01ff0310u), "r"(0x05000210u), "r"(7u));
    o[0] = r; // 4 + 255 + 1 + 0 + 7
    asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(r) : "r"(0x7f80017fu), "r"(0x01ff01ffu), "r"(0u));
    o[1] = r; // 7f and 80 are the most and the least
    asm("vset2.s32.s32.lt %0, %1, %2, %3;" : "=r"(r) : "r"(0xffff0001u), "r"(0x00000001u), "r"(0u));
    o[2] = r; // -1 < 0, but not 1 < 1
    asm("vmax2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(0xffff0001u), "r"(0x00000003u), "r"(0u));
    o[3] = r;
    asm("vsub.s32.u32.u32.sat.max %0, %1, %2, %3;" : "=r"(r) : "r"(3u), "r"(10u), "r"(-2));
    o[4] = r; // max(-7, -2)
}
int main()
{
    unsigned* o = nullptr;
    cudaMallocManaged(&o, 5 * sizeof(unsigned));
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    std::printf("%u %08x %08x %08x %d\n", o[0], o[1], o[2], o[3], static_cast<int>(o[4]));
    return 0;
}

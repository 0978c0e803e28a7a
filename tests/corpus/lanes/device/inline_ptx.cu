// Inline PTX: what it computes, moves and exchanges.
#include "results.h"

__device__ unsigned mixed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__global__ void integers(unsigned* out)
{
    const unsigned a = mixed(threadIdx.x);
    const unsigned b = mixed(a);
    const unsigned c = mixed(b) & 63;
    unsigned r[20] = {};
    asm("add.u32 %0, %1, %2;" : "=r"(r[0]) : "r"(a), "r"(b));
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r[1]) : "r"(a), "r"(b));
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(r[3]) : "r"(a), "r"(b), "r"(c));
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[4]) : "r"(a), "r"(b), "r"(c));
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(a), "r"(b), "r"(c));
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[6]) : "r"(a), "r"(c & 31), "r"(b & 31));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(c & 31), "r"(b & 31));
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r[8]) : "r"(a), "r"(b), "r"(c & 31), "r"(b & 31));
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r[9]) : "r"(a), "r"(b), "r"(c * 1027));
    asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, %1, %2, p; }" : "=r"(r[10]) : "r"(a), "r"(b));
    asm("{\n\t.reg .u32 t<3>;\n\tbrev.b32 t0, %1;\n\tclz.b32 t1, %2;\n\tpopc.b32 t2, %1;\n\t"
        "xor.b32 t0, t0, t1;\n\tadd.u32 %0, t0, t2; // the end\n\t}" : "=r"(r[11]) : "r"(a), "r"(b));
    asm("bfind.u32 %0, %1;" : "=r"(r[12]) : "r"(a >> c % 32));
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(r[13]) : "r"(a >> 1), "r"(b >> 1), "r"(c));
    asm("shr.s32 %0, %1, %2;" : "=r"(r[14]) : "r"(a), "r"(c));
    asm("shl.b32 %0, %1, %2;" : "=r"(r[15]) : "r"(a), "r"(c));
    asm("add.sat.s32 %0, %1, %2;" : "=r"(r[16]) : "r"(a), "r"(b));
    asm("min.s32 %0, %1, %2;" : "=r"(r[17]) : "r"(a), "r"(b));
    asm("rem.u32 %0, %1, %2;" : "=r"(r[18]) : "r"(a), "r"(c + 3));
    asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r[19]) : "r"(a), "r"(b), "r"(c));
    for (int i = 0; i < 20; ++i) {
        out[threadIdx.x * 20 + i] = r[i];
    }
}

__global__ void carries(unsigned* out)
{
    const unsigned a = mixed(threadIdx.x) | 0x80000000u;
    const unsigned b = mixed(a) | 0x40000000u;
    unsigned low;
    unsigned middle;
    unsigned high;
    asm("add.cc.u32 %0, %3, %4;\n\t"
        "addc.cc.u32 %1, %4, %3;\n\t"
        "addc.u32 %2, %3, 7;\n\t"
        : "=r"(low), "=r"(middle), "=r"(high)
        : "r"(a), "r"(b));
    out[threadIdx.x * 6] = low;
    out[threadIdx.x * 6 + 1] = middle;
    out[threadIdx.x * 6 + 2] = high;
    asm("sub.cc.u32 %0, %3, %4;\n\tsubc.cc.u32 %1, %4, %3;\n\tsubc.u32 %2, %3, 7;"
        : "=r"(low), "=r"(middle), "=r"(high)
        : "r"(b), "r"(a));
    out[threadIdx.x * 6 + 3] = low;
    out[threadIdx.x * 6 + 4] = middle;
    out[threadIdx.x * 6 + 5] = high;
    asm("mad.lo.cc.u32 %0, %1, %2, %3;\n\tmadc.hi.u32 %1, %1, %2, 5;" : "=r"(low), "+r"(middle) : "r"(a), "r"(b));
    out[threadIdx.x * 6] ^= low;
    out[threadIdx.x * 6 + 1] ^= middle;
}

__global__ void wide(unsigned long long* out)
{
    const unsigned a = mixed(threadIdx.x);
    const unsigned b = mixed(a);
    unsigned long long product;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
    unsigned low;
    unsigned high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(product));
    unsigned long long turned;
    asm("mov.b64 %0, {%1, %2};" : "=l"(turned) : "r"(high), "r"(low));
    asm("mad.lo.u64 %0, %1, %2, %0;" : "+l"(turned) : "l"(product), "l"(product));
    out[threadIdx.x] = turned;
}

__global__ void reals(float* out)
{
    const float x = static_cast<float>(static_cast<int>(mixed(threadIdx.x)) >> 12) * 0.0625f;
    const float y = 1.25f + threadIdx.x;
    float r[8];
    asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(r[0]) : "f"(x), "f"(y));
    asm("add.rz.f32 %0, %1, %2;" : "=f"(r[1]) : "f"(x), "f"(y * 1e-6f));
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r[2]) : "f"(x), "f"(y));
    asm("sqrt.rp.f32 %0, %1;" : "=f"(r[3]) : "f"(y));
    asm("min.f32 %0, %1, %2;" : "=f"(r[4]) : "f"(x), "f"(y));
    asm("mul.sat.f32 %0, %1, %2;" : "=f"(r[5]) : "f"(x * 1e-5f), "f"(y));
    int whole;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(whole) : "f"(x));
    asm("cvt.rm.f32.s32 %0, %1;" : "=f"(r[6]) : "r"(whole * 123457));
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(whole) : "f"(x));
    r[7] = __int_as_float(whole);
    for (int i = 0; i < 8; ++i) {
        out[threadIdx.x * 8 + i] = r[i];
    }
}

__global__ void near_reals(float* out)
{
    const float x = 0.0625f * (threadIdx.x + 1);
    float* line = out + threadIdx.x * 8;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(line[0]) : "f"(x));
    asm("lg2.approx.f32 %0, %1;" : "=f"(line[1]) : "f"(x + 2));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(line[2]) : "f"(x));
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(line[3]) : "f"(x));
    asm("sqrt.approx.f32 %0, %1;" : "=f"(line[4]) : "f"(x));
    asm("div.approx.f32 %0, %1, %2;" : "=f"(line[5]) : "f"(x), "f"(3.7f));
    asm("div.full.f32 %0, %1, %2;" : "=f"(line[6]) : "f"(x), "f"(0.3f));
    asm("rcp.rn.f32 %0, %1;" : "=f"(line[7]) : "f"(x));
}

__global__ void memory(const uint4* in, uint4* out, unsigned* counter, unsigned char* bytes)
{
    __shared__ unsigned kept[64];
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&kept[threadIdx.x]));
    uint4 four;
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
                 : "l"(in + threadIdx.x));
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(place), "r"(four.x ^ four.w) : "memory");
    asm volatile("bar.sync 0;");
    unsigned other;
    asm volatile("ld.shared.u32 %0, [%1];"
                 : "=r"(other)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&kept[63 - threadIdx.x]))));
    __syncthreads();
    unsigned old;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(counter), "r"(four.y) : "memory");
    asm volatile("red.global.max.u32 [%0], %1;" ::"l"(counter + 1), "r"(four.z) : "memory");
    asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(old) : "r"(place), "r"(7) : "memory");
    int narrow;
    asm volatile("ld.global.s8 %0, [%1+3];" : "=r"(narrow) : "l"(bytes + threadIdx.x));
    asm volatile("st.global.cg.v2.u32 [%0], {%1, %2};" ::"l"(out + threadIdx.x), "r"(other), "r"(old));
    asm volatile("st.global.v2.u32 [%0+8], {%1, %2};" ::"l"(out + threadIdx.x), "r"(narrow), "r"(kept[threadIdx.x]));
    asm volatile("membar.gl;");
}

__global__ void lanes_meet(unsigned* out)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    unsigned lower;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
    const unsigned own = mixed(threadIdx.x);
    unsigned r[6];
    asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(r[0]) : "r"(own));
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 3, 0x181f, 0xffffffff; @!p mov.u32 %0, 9; }"
                 : "=r"(r[1])
                 : "r"(own));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(r[2])
                 : "r"(own & 1));
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r[3]) : "r"(own));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r[4]) : "r"(own % 3));
    asm volatile("activemask.b32 %0;" : "=r"(r[5]));
    unsigned sum = lane + lower;
    for (int i = 0; i < 6; ++i) {
        sum = sum * 31 + r[i];
    }
    unsigned left = threadIdx.x % 7;
    unsigned steps = 0;
    asm volatile("{\n\t.reg .pred done;\nAGAIN:\n\tadd.u32 %0, %0, 3;\n\tsub.u32 %1, %1, 1;\n\t"
                 "setp.gt.s32 done, %1, 0;\n\t@done bra AGAIN;\n\t}"
                 : "+r"(steps), "+r"(left));
    out[threadIdx.x] = sum + steps;
}

int main()
{
    Results<unsigned> whole(640);
    integers<<<1, 32>>>(whole.device);
    show("ptx_integers", whole);
    Results<unsigned> few(40);
    integers<<<1, 2>>>(few.device);
    show("ptx_integers.first", few);
    Results<unsigned> carried(192);
    carries<<<1, 32>>>(carried.device);
    show("ptx_carries", carried);
    Results<unsigned long long> products(32);
    wide<<<1, 32>>>(products.device);
    show("ptx_wide", products);
    Results<float> real(256);
    reals<<<1, 32>>>(real.device);
    show("ptx_reals", real);
    Results<float> fewReal(32);
    reals<<<1, 4>>>(fewReal.device);
    show("ptx_reals.first", fewReal);
    Results<float> near(64);
    near_reals<<<1, 8>>>(near.device);
    showNear(3, "ptx_near_reals", near);
    std::vector<uint4> given(64);
    for (unsigned i = 0; i < 64; ++i) {
        given[i] = make_uint4(i * 2654435761u, i * 40503u, i * 97u, ~i);
    }
    Results<uint4> in(64);
    cudaMemcpy(in.device, given.data(), 64 * sizeof(uint4), cudaMemcpyHostToDevice);
    Results<uint4> out(64);
    Results<unsigned> counters(2);
    memory<<<1, 64>>>(in.device, out.device, counters.device,
                      reinterpret_cast<unsigned char*>(in.device));
    show("ptx_memory", out);
    show("ptx_memory.counters", counters);
    Results<unsigned> met(64);
    lanes_meet<<<1, 64>>>(met.device);
    show("ptx_lanes", met);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

#include <cuda_runtime.h>
#include <cstdio>

// __ballot_sync(0xffffffff, 1) and asm("mov.u32 %0, %laneid;") in a comment
void message()
{
    const char* text = "cudaMalloc and __popc(__ballot_sync(0xffffffff, 1))";
    const char* raw = R"(cudaFree
        __shfl_sync(0xffffffff, 1, 0))";
    std::printf("%s %s", text, raw);
}

#include <cuda_runtime.h>

#define DISPATCH(TYPE, ...) __VA_ARGS__()

void run(float* data)
{
    DISPATCH(float, [&] {
        const unsigned votes = __ballot_sync(0xffffffff, data != nullptr);
        data[0] = __popc(votes);
    });
}

#include <cutlass/gemm/device/gemm.h>
#include "cute/tensor.hpp"

using Gemm = cutlass::gemm::device::Gemm<float, cutlass::layout::RowMajor>;

void run()
{
    auto layout = cute::make_layout(4);
    (void)layout;
}

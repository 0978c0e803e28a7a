// The PyTorch binding: checks the tensors, then calls the kernels on PyTorch's current stream.
#include "check.h"
#include "seqkernels.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

#include <tuple>

namespace {

void check_matrix(const torch::Tensor& t, const char* name, torch::ScalarType type = torch::kFloat32)
{
    TORCH_CHECK(t.is_cuda(), name, " must be on a GPU");
    TORCH_CHECK(t.dim() == 2, name, " must have two dimensions");
    TORCH_CHECK(t.scalar_type() == type, name, " has the wrong type");
    TORCH_CHECK(t.is_contiguous(), name, " must be contiguous");
}

torch::Tensor row_reduce(const torch::Tensor& x, bool l2)
{
    check_matrix(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    auto out = torch::empty({x.size(0)}, x.options());
    seqk::row_reduce(x.data_ptr<float>(), out.data_ptr<float>(), static_cast<int>(x.size(0)),
                     static_cast<int>(x.size(1)), l2 ? seqk::RowReduction::L2Norm : seqk::RowReduction::Sum,
                     at::cuda::getCurrentCUDAStream());
    return out;
}

torch::Tensor masked_softmax(const torch::Tensor& x, const c10::optional<torch::Tensor>& lengths)
{
    check_matrix(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    const int* length_data = nullptr;
    if (lengths.has_value()) {
        TORCH_CHECK(lengths->scalar_type() == torch::kInt32 && lengths->numel() == x.size(0),
                    "lengths must hold one int32 for each row");
        length_data = lengths->data_ptr<int>();
    }
    auto out = torch::empty_like(x);
    seqk::masked_softmax(x.data_ptr<float>(), length_data, out.data_ptr<float>(), static_cast<int>(x.size(0)),
                         static_cast<int>(x.size(1)), at::cuda::getCurrentCUDAStream());
    return out;
}

torch::Tensor layer_norm(const torch::Tensor& x, const torch::Tensor& gamma, const torch::Tensor& beta, double eps)
{
    check_matrix(x, "x");
    TORCH_CHECK(gamma.numel() == x.size(1) && beta.numel() == x.size(1), "gamma and beta must have one element a column");
    const c10::cuda::CUDAGuard guard(x.device());
    auto out = torch::empty_like(x);
    seqk::layer_norm(x.data_ptr<float>(), gamma.data_ptr<float>(), beta.data_ptr<float>(), out.data_ptr<float>(),
                     static_cast<int>(x.size(0)), static_cast<int>(x.size(1)), static_cast<float>(eps),
                     at::cuda::getCurrentCUDAStream());
    return out;
}

torch::Tensor row_offsets(const torch::Tensor& lengths)
{
    check_matrix(lengths, "lengths", torch::kInt32);
    const c10::cuda::CUDAGuard guard(lengths.device());
    auto out = torch::empty_like(lengths);
    seqk::row_offsets(lengths.data_ptr<int>(), out.data_ptr<int>(), static_cast<int>(lengths.size(0)),
                      static_cast<int>(lengths.size(1)), at::cuda::getCurrentCUDAStream());
    return out;
}

torch::Tensor compact_indices(const torch::Tensor& flags)
{
    TORCH_CHECK(flags.is_cuda() && flags.scalar_type() == torch::kUInt8 && flags.is_contiguous(),
                "flags must be a contiguous uint8 tensor on a GPU");
    const c10::cuda::CUDAGuard guard(flags.device());
    const auto ints = flags.options().dtype(torch::kInt32);
    auto indices = torch::empty({flags.numel()}, ints);
    auto count = torch::empty({1}, ints);
    seqk::compact_indices(flags.data_ptr<uint8_t>(), indices.data_ptr<int>(), count.data_ptr<int>(),
                          static_cast<int>(flags.numel()), at::cuda::getCurrentCUDAStream());
    return indices.slice(0, 0, count.item<int>());
}

std::tuple<torch::Tensor, torch::Tensor> row_topk(const torch::Tensor& x, int64_t k)
{
    check_matrix(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    auto values = torch::empty({x.size(0), k}, x.options());
    auto columns = torch::empty({x.size(0), k}, x.options().dtype(torch::kInt32));
    seqk::row_topk(x.data_ptr<float>(), values.data_ptr<float>(), columns.data_ptr<int>(),
                   static_cast<int>(x.size(0)), static_cast<int>(x.size(1)), static_cast<int>(k),
                   at::cuda::getCurrentCUDAStream());
    return {values, columns};
}

torch::Tensor project(const torch::Tensor& x, const torch::Tensor& w)
{
    check_matrix(x, "x");
    check_matrix(w, "w");
    TORCH_CHECK(x.size(1) == w.size(1), "x and w disagree on the inner dimension");
    const c10::cuda::CUDAGuard guard(x.device());
    auto y = torch::empty({x.size(0), w.size(0)}, x.options());
    seqk::project(x.data_ptr<float>(), w.data_ptr<float>(), y.data_ptr<float>(), static_cast<int>(x.size(0)),
                  static_cast<int>(x.size(1)), static_cast<int>(w.size(0)), at::cuda::getCurrentCUDAStream());
    return y;
}

torch::Tensor smooth(const torch::Tensor& x)
{
    check_matrix(x, "x");
    const c10::cuda::CUDAGuard guard(x.device());
    auto out = torch::empty_like(x);
    seqk::smooth(x.data_ptr<float>(), out.data_ptr<float>(), static_cast<int>(x.size(0)),
                 static_cast<int>(x.size(1)), at::cuda::getCurrentCUDAStream());
    return out;
}

} // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    m.def("row_reduce", &row_reduce, "Row sums or L2 norms", py::arg("x"), py::arg("l2") = false);
    m.def("masked_softmax", &masked_softmax, "Softmax over the valid part of each row", py::arg("x"),
          py::arg("lengths") = py::none());
    m.def("layer_norm", &layer_norm, "Layer norm over the last dimension", py::arg("x"), py::arg("gamma"),
          py::arg("beta"), py::arg("eps") = 1e-5);
    m.def("row_offsets", &row_offsets, "Exclusive prefix sum of each row", py::arg("lengths"));
    m.def("compact_indices", &compact_indices, "Indices of nonzero flags", py::arg("flags"));
    m.def("row_topk", &row_topk, "The k largest values of each row", py::arg("x"), py::arg("k"));
    m.def("project", &project, "x times w transposed", py::arg("x"), py::arg("w"));
    m.def("smooth", &smooth, "Five-point smoothing along rows", py::arg("x"));
}

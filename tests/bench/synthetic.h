#pragma once

#include "tests/support/scratchrepository.h"

namespace rocport::test {

/// Text of a believable CUDA file of about `bytes` bytes, different for each `seed`.
inline QByteArray syntheticCuda(int seed, qsizetype bytes)
{
    QByteArray text =
        "// Generated for a benchmark.\n#include <cuda_runtime.h>\n#include <cublas_v2.h>\n\n";
    int n = seed * 1000;
    while (text.size() < bytes) {
        const QByteArray id = QByteArray::number(++n);
        text += "/// Adds what the lanes hold; number " + id +
                ".\n"
                "__global__ void kernel_" +
                id +
                "(const float* __restrict__ in, float* out, int count)\n{\n"
                "    const int at = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "    float value = at < count ? in[at] * 0.5f + " +
                id +
                ".0f : 0.0f;\n"
                "    // a reduction over one warp\n"
                "    for (int step = 8; step > 0; step >>= 1) {\n"
                "        value += value * step;\n    }\n"
                "    if (at < count) {\n        out[at] = value;\n    }\n}\n\n"
                "void launch_" +
                id +
                "(const float* in, float* out, int count, cudaStream_t stream)\n{\n"
                "    kernel_" +
                id +
                "<<<(count + 255) / 256, 256, 0, stream>>>(in, out, count);\n"
                "    if (cudaGetLastError() != cudaSuccess) {\n"
                "        throw \"kernel_" +
                id + " failed\";\n    }\n}\n\n";
        if (n % 40 == 0) {
            text += "__device__ unsigned vote_" + id +
                    "(bool keep)\n{\n"
                    "    unsigned mask = __ballot_sync(0xffffffffu, keep);\n    return "
                    "__popc(mask);\n}\n\n";
        }
    }
    return text;
}

/// Text of a believable Python file.
inline QByteArray syntheticPython(int seed, qsizetype bytes)
{
    QByteArray text = "import os\n\nimport torch\n\n\n";
    int n = seed * 1000;
    while (text.size() < bytes) {
        const QByteArray id = QByteArray::number(++n);
        text += "class Block" + id + "(torch.nn.Module):\n    \"\"\"Number " + id +
                ".\"\"\"\n\n"
                "    def __init__(self, width):\n        super().__init__()\n"
                "        self.inner = torch.nn.Linear(width, width * 4)\n"
                "        self.outer = torch.nn.Linear(width * 4, width)\n\n"
                "    def forward(self, x):\n        return x + "
                "self.outer(torch.relu(self.inner(x)))\n\n\n";
        if (n % 50 == 0) {
            text += "def compiled_" + id +
                    "(model):\n"
                    "    return torch.compile(model, mode=\"reduce-overhead\")\n\n\n";
        }
    }
    return text;
}

/// Text of a Python file in which many rules have something to look at.
inline QByteArray syntheticTorch(int seed, qsizetype bytes)
{
    QByteArray text = "import os\nimport subprocess\n\nimport torch\nimport triton\nimport "
                      "triton.language as tl\nfrom torch import nn\n\nfrom .config import "
                      "Config\n\n\n";
    int n = seed * 1000;
    while (text.size() < bytes) {
        const QByteArray id = QByteArray::number(++n);
        text += "class Layer" + id + "(nn.Module):\n    \"\"\"Number " + id +
                ", with projections and a residual.\"\"\"\n\n"
                "    def __init__(self, config: Config, width=" +
                id +
                "):\n        super().__init__()\n"
                "        self.config = config\n        self.names = {\"inner\": width, "
                "\"outer\": [width * 4, width]}\n"
                "        self.inner = nn.Linear(width, width * 4)\n"
                "        self.outer = nn.Linear(width * 4, width)\n\n"
                "    def forward(self, x, mask=None):\n        batch, length, _ = x.shape\n"
                "        for step in range(self.config.steps):\n"
                "            x = x + self.outer(torch.relu(self.inner(x))) * 0.5\n"
                "        if mask is not None and mask.any():\n"
                "            x = x.masked_fill(~mask[:, None], float(\"-inf\"))\n"
                "        return x.view(batch, length, -1)\n\n\n";
        if (n % 12 == 0) {
            text += "def prepare_" + id +
                    "(model, config):\n"
                    "    torch.backends.cuda.matmul.allow_tf32 = True\n"
                    "    major, minor = torch.cuda.get_device_capability()\n"
                    "    dtype = torch.float8_e4m3fn if major >= 9 else torch.bfloat16\n"
                    "    model = model.to(dtype)\n"
                    "    return torch.compile(model, mode=config.compile_mode)\n\n\n"
                    "@triton.jit\ndef kernel_" +
                    id +
                    "(x_ptr, n, BLOCK: tl.constexpr):\n"
                    "    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
                    "    x = tl.load(x_ptr + at, mask=at < n)\n"
                    "    tl.store(x_ptr + at, tl.exp(x), mask=at < n)\n\n\n";
        }
    }
    return text;
}

/// A committed repository of `files` files and about `bytes` bytes: two thirds CUDA, one third
/// Python.
inline void fillSynthetic(const ScratchRepository& repository, int files, qint64 bytes)
{
    const qsizetype each = static_cast<qsizetype>(bytes / files);
    for (int i = 0; i < files; ++i) {
        const QString folder = QStringLiteral("part%1/").arg(i % 40);
        if (i % 3 == 2) {
            repository.write(folder + QStringLiteral("m%1.py").arg(i), syntheticPython(i, each));
        } else {
            repository.write(folder + QStringLiteral("k%1.cu").arg(i), syntheticCuda(i, each));
        }
    }
    repository.write(QStringLiteral("CMakeLists.txt"), "project(synthetic LANGUAGES CXX CUDA)\n");
    repository.commitAll();
}

} // namespace rocport::test

#pragma once

#include <QByteArray>

namespace rocport::test {

/// src/reduce.cu of a small port: two lane masks, a launch, and lines that nothing asks for.
inline const QByteArray kReduce = "#include <cuda_runtime.h>\n"
                                  "\n"
                                  "__global__ void votes(unsigned* out, int limit)\n"
                                  "{\n"
                                  "    int unrelated = 0;\n"
                                  "    if (limit > 0) {\n"
                                  "        unsigned mask = __ballot_sync(0xffffffffu, limit);\n"
                                  "        out[blockIdx.x] = __popc(mask);\n"
                                  "    }\n"
                                  "    int other = 1;\n"
                                  "    unsigned last = __ballot_sync(0xffffffffu, other);\n"
                                  "    out[1] = __popc(last);\n"
                                  "}\n"
                                  "\n"
                                  "void run(unsigned* out)\n"
                                  "{\n"
                                  "    votes<<<1, 128>>>(out, 5);\n"
                                  "    cudaDeviceSynchronize();\n"
                                  "}\n";

} // namespace rocport::test

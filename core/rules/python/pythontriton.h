#pragma once

#include "core/rules/python/pythonbuiltins.h"

#include <map>

namespace rocport {

/// Function definitions compiled by triton.jit, in order.
std::vector<qint32> tritonKernels(const PythonFile& file);
/// The kernel around `node`, or -1. is_rocm is not known in a kernel: Triton reads no global of the
/// module there.
qint32 kernelAround(const PythonFile& file, const std::vector<qint32>& kernels, qint32 node);
/// Whether a condition around `node`, or the function's name, shows that the GPU vendor was tested
/// already.
bool makerIsAsked(const PythonFile& file, qint32 node);
/// `triton.Config(…)`, or a launch `kernel[grid](…)`.
bool isTritonConfig(const PythonFile& file, qint32 call);
bool isTritonLaunch(const PythonFile& file, qint32 call);
/// A literal number; nothing otherwise.
std::optional<qint64> integerOf(const SyntaxTree& tree, qint32 node);

} // namespace rocport

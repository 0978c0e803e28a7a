// Switches of a project for CUDA, devices named after it, and numbers of its GPUs.
#include "config.h"

#if HAVE_CUDA
#include <cuda_runtime.h>
#endif
#ifdef PROBE_USE_CUDNN
#include "convolution.h"
#endif

#define PROBE_WITH_CUDA 1

#ifndef CAFFE2_USE_CUDA
int devices() { return 0; }
#endif

#ifdef GOOGLE_CUDA
#include "gpu/cuda_helper.h"
#endif
#ifdef BOOST_GPU
#include "clsparse.h"
#endif

// Both are thought of already.
#if defined(PROBE_WITH_CUDA) || defined(PROBE_WITH_HIP)
int count();
#endif

enum class Device { CPU, CUDA };
enum DeviceKind : int { kProbeCPU, kProbeCUDA };

template <Device D>
struct Allocator;

template <>
struct Allocator<Device::CUDA>
{
};

bool isGpu(DeviceKind kind)
{
    switch (kind) {
    case kProbeCUDA:
        return true;
    default:
        return false;
    }
}

bool isTorchs(const at::Tensor& t)
{
    return t.device().type() == at::DeviceType::CUDA || t.device() == torch::kCUDA;
}

int sm_version();
bool hasFp8(int computeCapability)
{
    return sm_version() >= 89 || 90 == computeCapability;
}

bool takes(const DLTensor& tensor, const Version& version)
{
    return tensor.device.device_type == kDLCUDA && version.major >= 8;
}

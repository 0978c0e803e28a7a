#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace cuda_util {

class CudaError : public std::runtime_error {
public:
    CudaError(cudaError_t code, const std::string& where)
        : std::runtime_error(where + ": " + cudaGetErrorName(code)), m_code(code) {}
    cudaError_t code() const { return m_code; }

private:
    cudaError_t m_code;
};

inline void cudaCheck(cudaError_t code, const char* where)
{
    if (code != cudaSuccess) throw CudaError(code, where);
}

class Stream {
public:
    explicit Stream(unsigned flags = cudaStreamDefault) { cudaCheck(cudaStreamCreateWithFlags(&m_stream, flags), "Stream"); }
    ~Stream() { if (m_stream) cudaStreamDestroy(m_stream); }
    Stream(Stream&& other) noexcept : m_stream(std::exchange(other.m_stream, nullptr)) {}
    operator cudaStream_t() const { return m_stream; }
    void synchronize() const { cudaCheck(::cudaStreamSynchronize(m_stream), __func__); }

private:
    cudaStream_t m_stream = nullptr;
};

template <class T> class Buffer {
public:
    explicit Buffer(std::size_t n) : m_size(n) { cudaCheck(cudaMalloc(&m_data, n * sizeof(T)), "Buffer"); }
    ~Buffer() { cudaFree(m_data); }
    Buffer(const Buffer&) = delete;
    T* cudaData() { return m_data; }
    std::size_t size() const { return m_size; }
    void upload(const T* from, cudaStream_t stream = 0)
    {
        cudaCheck(cudaMemcpyAsync(m_data, from, m_size * sizeof(T), cudaMemcpyHostToDevice, stream), "upload");
    }

private:
    T* m_data = nullptr;
    std::size_t m_size;
};

} // namespace cuda_util

__global__ void negate(int* p) { p[threadIdx.x] = -p[threadIdx.x]; }

int main()
try {
    cuda_util::Stream stream(cudaStreamNonBlocking), moved(std::move(stream));
    cuda_util::Buffer<int> buffer(64);
    int values[64] = {};
    buffer.upload(values, moved);
    negate<<<1, 64, 0, moved>>>(buffer.cudaData());
    moved.synchronize();
    return 0;
} catch (const cuda_util::CudaError& error) {
    return static_cast<int>(error.code());
}

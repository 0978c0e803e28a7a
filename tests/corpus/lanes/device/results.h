// What the programs of this folder print: a line for each kernel, its name and the bits of each element of what it gives, or where there are many a sum of them. A line that
// starts with `~N` holds values of functions that the vendor states to be within N units in the last place; all others are the same bytes on a GPU of NVIDIA and on lanes.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

/// Memory of the device with the results of one kernel, zeroed.
template <typename T>
struct Results
{
    explicit Results(int count) : size(count)
    {
        cudaMalloc(&device, size * sizeof(T));
        cudaMemset(device, 0, size * sizeof(T));
    }
    ~Results() { cudaFree(device); }
    Results(const Results&) = delete;

    std::vector<T> host() const
    {
        std::vector<T> values(size);
        const cudaError_t error =
            cudaMemcpy(values.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            std::printf("error %s\n", cudaGetErrorString(error));
        }
        return values;
    }

    T* device = nullptr;
    int size;
};

/// The bits of an element, most significant digit first.
inline void printBits(const void* element, int bytes)
{
    std::putchar(' ');
    for (int i = bytes - 1; i >= 0; --i) {
        std::printf("%02x", static_cast<const unsigned char*>(element)[i]);
    }
}

/// All elements up to 64, else FNV-1a over their bytes.
template <typename T>
void show(const char* name, const Results<T>& results)
{
    const std::vector<T> values = results.host();
    std::printf("%s", name);
    if (results.size <= 64) {
        for (const T& value : values) {
            printBits(&value, sizeof(T));
        }
    } else {
        unsigned long long sum = 14695981039346656037ull;
        const unsigned char* bytes = reinterpret_cast<const unsigned char*>(values.data());
        for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) {
            sum = (sum ^ bytes[i]) * 1099511628211ull;
        }
        std::printf(" %d elements, sum %016llx", results.size, sum);
    }
    std::putchar('\n');
}

/// Values of a function that is stated to be within `units` in the last place.
template <typename T>
void showNear(int units, const char* name, const Results<T>& results)
{
    std::printf("~%d ", units);
    show(name, results);
}

#include <cuda_runtime.h>

template <int stride, typename T>
struct Tile
{
    T* base;
    template <int step>
    __device__ unsigned advance(unsigned offset) const { return offset + step * stride; }
    template <typename U>
    __device__ void store(unsigned offset, U value) { base[offset] = value; }
    template <int step>
    static __device__ int count() { return step; }
};

template <int stride, int steps, typename T>
__device__ void walk(Tile<stride, T>& tile, T* pointer, unsigned offset, int size)
{
    constexpr int half = steps / 2;
    Tile<stride, T> other{pointer};
    Tile<4, float> fixed{nullptr};
    for (int i = 0; i < steps; ++i) {
        tile.store<T>(offset, T(i));
        offset = tile.advance<half>(offset);
        offset = other.template advance<half>(offset);
        offset += (&other)->advance<half>(offset);
        offset += fixed.advance<2>(offset) + Tile<stride, T>::template count<2>();
    }
    // Comparisons.
    if (tile.base < pointer && offset > (unsigned)(size))
        tile.base = pointer;
}

__device__ unsigned plain(Tile<4, float>& tile, unsigned offset)
{
    return tile.advance<2>(offset);
}

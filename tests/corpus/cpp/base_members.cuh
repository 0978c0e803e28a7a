#pragma once
#include <cuda_runtime.h>

namespace own {
using word = unsigned int;
struct Plain
{
    __device__ float decode(word value) const;
    __device__ float other() const;
};
template <int k> struct Base : public Plain
{
    using Plain::decode;
    unsigned int entry[k];
    static __device__ int size() { return k; }
};
template <int k> struct Heap : public Base<k>
{
    using Base<k>::entry;
    __device__ float radius() const;
    __device__ float own() const { return decode(entry[0]); }
    static __device__ float none(unsigned int v);
    __device__ float known() const;
};
__device__ float other();

template <int k> __device__ float Heap<k>::radius() const
{
    if (entry[0] == 0)
        return this->decode(1);
    const word none = word(-1);
    return decode(entry[k - 1]) + Base<k>::decode(2) + known() + missing(entry[0]);
}
// These stay: a static function has no this, a free function has the name, no template.
template <int k> __device__ float Heap<k>::none(unsigned int v) { return decode(v); }
template <int k> __device__ float Heap<k>::known() const { return other(); }
struct Simple : public Plain
{
    __device__ float get() const { return decode(3); }
};

template <int k> struct Checked : public Plain
{
    static_assert(k > 0);
    alignas(16) word rows[k];
};
template <int k> struct Column : public Checked<k>
{
    __device__ void check() const { static_assert(k == 8); }
};
} // namespace own

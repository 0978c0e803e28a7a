// Bits of half numbers as CUDA has them. HIP's hold a number first, so that {0x3C00} would be 15360 there.
struct alignas(2) rocportHalfRaw
{
    unsigned short x;
    rocportHalfRaw() = default;
    __host__ __device__ constexpr rocportHalfRaw(unsigned short bits) : x(bits) {}
    __host__ __device__ rocportHalfRaw(__half_raw value) : x(value.x) {}
    __host__ __device__ rocportHalfRaw(__half value) : x(__half_as_ushort(value)) {}
    __host__ __device__ operator __half() const { return __ushort_as_half(x); }
};
struct alignas(4) rocportHalf2Raw
{
    unsigned short x;
    unsigned short y;
    rocportHalf2Raw() = default;
    __host__ __device__ constexpr rocportHalf2Raw(unsigned short low, unsigned short high) : x(low), y(high) {}
    __host__ __device__ rocportHalf2Raw(__half2_raw value) : x(value.x.x), y(value.y.x) {}
    __host__ __device__ rocportHalf2Raw(__half2 value)
        : x(__half_as_ushort(__low2half(value))), y(__half_as_ushort(__high2half(value)))
    {
    }
    __host__ __device__ operator __half2() const
    {
        return __halves2half2(__ushort_as_half(x), __ushort_as_half(y));
    }
};
